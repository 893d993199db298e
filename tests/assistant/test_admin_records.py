"""Conversations, turns, spend and the site profile in the admin (spec 2, §6)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from assistant.admin.spend import amount
from assistant.locales import LOCALES
from assistant.models import ModelSpend, MonthlySpend, ProfileText, SiteProfile, SpendWarning, Turn
from assistant.spend import month_of

from .rows import conversation, source, staff, turn, withheld

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client: Client) -> Client:
    """A member of the group "owner", signed in."""
    client.force_login(staff("owner"))
    return client


def listed(client: Client, model: str, query: str = "") -> list[Any]:
    """The rows in the list."""
    return list(client.get(f"/admin/assistant/{model}/?{query}").context["cl"].result_list)


class TestConversations:
    def test_show_the_transcript_with_what_became_of_each_question(self, owner: Client) -> None:
        """In order; a withheld turn leads to its review."""
        talk = conversation()
        said = [{"text": "Closing takes 38 minutes.", "cited": [1]}]
        answered = turn("How long?", of=talk, status=Turn.Status.ANSWERED, sentences=said)
        source(answered, 1, "How a tide gate decides to close", "Closing takes 38 minutes.", True)
        turn("And the weather?", of=talk, status=Turn.Status.REFUSED)
        content = owner.get(f"/admin/assistant/conversation/{talk.pk}/change/").content.decode()
        positions = [
            content.index(text)
            for text in (
                "How long?",
                "Closing takes 38 minutes.",
                "Answered",
                "decides to close",
                "And the weather?",
                "Refused",
            )
        ]
        assert positions == sorted(positions)

    def test_lead_from_a_withheld_turn_to_its_review(self, owner: Client) -> None:
        """With the reason in words."""
        row = withheld()
        content = owner.get(f"/admin/assistant/conversation/{row.turn.conversation_id}/change/").content.decode()
        assert "figure or address not in the source" in content
        assert reverse("admin:assistant_withheldturn_change", args=[row.pk]) in content

    def test_are_filtered_by_outcome_each_once(self, owner: Client) -> None:
        """However many of its turns ended so."""
        talk = conversation()
        for _ in range(2):
            turn(of=talk, status=Turn.Status.REFUSED)
        turn(status=Turn.Status.ANSWERED)
        assert listed(owner, "conversation", "outcome=refused") == [talk]

    def test_are_searched_by_any_question(self, owner: Client) -> None:
        """The second one too, and each conversation is found once."""
        talk = conversation()
        turn("How long?", of=talk)
        turn("How long is the breakwater?", of=talk)
        turn("Who?")
        assert listed(owner, "conversation", "q=long") == [talk]

    def test_leave_out_what_has_expired(self, owner: Client, settings: Any) -> None:
        """A turn that is older than the retention is not shown in a conversation that goes on."""
        settings.ASSISTANT_RETENTION_DAYS = 30
        talk = conversation()
        turn("The old question", of=talk, at=timezone.now() - timedelta(days=31))
        turn("The new question", of=talk)
        conversation(at=timezone.now() - timedelta(days=31))
        assert listed(owner, "conversation") == [talk]
        content = owner.get(f"/admin/assistant/conversation/{talk.pk}/change/").content.decode()
        assert "The new question" in content
        assert "The old question" not in content

    def test_take_no_query_a_row(self, owner: Client, django_assert_max_num_queries: Any) -> None:
        """Eleven rows, the queries of one."""
        turn()
        with CaptureQueriesContext(connection) as of_one:
            listed(owner, "conversation")
        for _ in range(10):
            turn()
        with django_assert_max_num_queries(len(of_one)):
            listed(owner, "conversation")


class TestTurns:
    def test_are_filtered_by_status(self, owner: Client) -> None:
        """One of them."""
        failed = turn(status=Turn.Status.FAILED)
        turn(status=Turn.Status.ANSWERED)
        assert listed(owner, "turn", "status__exact=failed") == [failed]

    def test_show_one_with_its_sources_and_its_cost(self, owner: Client) -> None:
        """Read-only."""
        one = turn(status=Turn.Status.ANSWERED, cost_micros=4_500, sentences=[{"text": "Said.", "cited": [1]}])
        source(one, 1, "A title", "A passage.", True)
        content = owner.get(f"/admin/assistant/turn/{one.pk}/change/").content.decode()
        for text in ("Said.", "A passage.", "0.0045"):
            assert text in content
        assert 'name="_save"' not in content

    def test_page_through_no_more_rows_than_a_person_would(self, owner: Client, monkeypatch: Any) -> None:
        """Counting a million rows takes longer than showing fifty."""
        from assistant.admin import readonly

        monkeypatch.setattr(readonly, "LISTED_ROWS", 3)
        for _ in range(5):
            turn()
        changelist = owner.get("/admin/assistant/turn/").context["cl"]
        assert changelist.paginator.count == 3


class TestSpend:
    def test_is_shown_by_month_against_the_cap(self, owner: Client, settings: Any) -> None:
        """Of some earlier months nobody wrote the cap down."""
        settings.ASSISTANT_MONTHLY_CAP = Decimal(20)
        MonthlySpend.objects.create(month=month_of(timezone.now()), spent_micros=6_440_000, reserved_micros=12_000)
        MonthlySpend.objects.create(month=date(2020, 1, 1), spent_micros=1_000_000)
        content = owner.get("/admin/assistant/monthlyspend/").content.decode()
        for text in ("6.44", "0.0120", "20.00", "2020-01"):
            assert text in content

    def test_is_shown_as_a_bar_with_its_state_and_currency(self, owner: Client, settings: Any) -> None:
        """A bar that is read out too, what the cap allows at this moment, and the currency as the owner writes it."""
        settings.ASSISTANT_PROVIDER, settings.ASSISTANT_MODEL = "openai", "m"
        settings.ASSISTANT_PRICES = {"m": [1, 1]}
        settings.ASSISTANT_MONTHLY_CAP, settings.ASSISTANT_CURRENCY = Decimal(20), "€"
        MonthlySpend.objects.create(month=month_of(timezone.now()), spent_micros=16_400_000)
        content = owner.get("/admin/assistant/monthlyspend/").content.decode()
        for text in ('value="16400000"', 'max="20000000"', "82 %", "near the cap", "16.40\N{NO-BREAK SPACE}€"):
            assert text in content

    def test_an_earlier_month_is_shown_against_the_cap_it_had(self, owner: Client, settings: Any) -> None:
        """Not against today's."""
        settings.ASSISTANT_MONTHLY_CAP = Decimal(20)
        MonthlySpend.objects.create(month=date(2020, 1, 1), spent_micros=4_000_000, cap_micros=5_000_000)
        content = owner.get("/admin/assistant/monthlyspend/").content.decode()
        assert "5.00" in content and "80 %" in content and "20.00" not in content

    @pytest.mark.parametrize(("cap", "text"), [(None, "no cap"), (Decimal(0), "paid answers are off")])
    def test_no_cap_and_a_cap_of_zero_say_so(self, owner: Client, settings: Any, cap: Any, text: str) -> None:
        """There is no share of either."""
        settings.ASSISTANT_PROVIDER, settings.ASSISTANT_MONTHLY_CAP = "openai", cap
        MonthlySpend.objects.create(month=month_of(timezone.now()), spent_micros=1)
        content = owner.get("/admin/assistant/monthlyspend/").content.decode()
        assert text in content and "<meter" not in content

    def test_the_page_of_a_month_shows_where_it_went_and_when_the_owner_was_told(self, owner: Client) -> None:
        """By model, dearest first, with the estimated part; and the mails that went out."""
        month = date(2020, 1, 1)
        row = MonthlySpend.objects.create(month=month, spent_micros=7_000_000, cap_micros=8_000_000)
        for model, spent in (("small<b>", 1_000_000), ("large", 6_000_000)):
            ModelSpend.objects.create(
                month=month, provider="openai", model=model, spent_micros=spent, estimated_micros=250_000, turns=3
            )
        told = {"cap_micros": 8_000_000, "sent_at": datetime(2020, 1, 20, 9, 30, tzinfo=UTC)}
        SpendWarning.objects.create(month=month, kind=SpendWarning.Kind.NEAR, **told)
        SpendWarning.objects.create(month=month, kind=SpendWarning.Kind.REACHED, cap_micros=8_000_000)
        content = owner.get(f"/admin/assistant/monthlyspend/{row.pk}/change/").content.decode()
        assert 0 < content.index("large") < content.index("small&lt;b&gt;")
        assert "0.5000" in content
        assert "near the cap: <bdi>01/20/2020 9:30 a.m.</bdi>" in content
        assert "cap reached" not in content

    def test_a_currency_keeps_its_place_from_right_to_left(self, settings: Any) -> None:
        """Isolated, so that the sentence around it does not turn it."""
        settings.ASSISTANT_CURRENCY = "EUR"
        with override("fa"):
            assert amount(1_500_000).startswith("\N{LEFT-TO-RIGHT ISOLATE}")
            assert amount(1_500_000).endswith("\N{NO-BREAK SPACE}EUR\N{POP DIRECTIONAL ISOLATE}")
        assert amount(1_500_000) == "1.50\N{NO-BREAK SPACE}EUR"

    def test_is_shown_by_model_with_the_estimated_part(self, owner: Client) -> None:
        """What no provider reported is told apart."""
        ModelSpend.objects.create(
            month=date(2026, 11, 1),
            provider="anthropic",
            model="m",
            spent_micros=6_440_000,
            estimated_micros=580_000,
            turns=7,
        )
        content = owner.get("/admin/assistant/modelspend/").content.decode()
        assert "6.44" in content
        assert "0.5800" in content

    def test_is_written_in_whole_micros(self) -> None:
        """Two places; four where two would show nothing."""
        assert [amount(micros) for micros in (0, 4_500, 1_000_000, 12_345_678)] == ["0.00", "0.0045", "1.00", "12.35"]


class TestProfile:
    def data(self, profile: SiteProfile, **changes: str) -> dict[str, str]:
        """A form of the profile with no texts."""
        return {
            "host": "marenholt.example", "about": "about", "contact_address": "", "privacy_address": "", "accent": "",
            "score_floor": "", "texts-TOTAL_FORMS": "0", "texts-INITIAL_FORMS": "0", "texts-MIN_NUM_FORMS": "0",
            "texts-MAX_NUM_FORMS": "10", **changes,
        }  # fmt: skip

    def test_the_list_leads_to_the_one_profile(self, owner: Client) -> None:
        """One row is no list, and there is never a second."""
        profile = SiteProfile.objects.create()
        address = f"/admin/assistant/siteprofile/{profile.pk}/change/"
        assert owner.get("/admin/assistant/siteprofile/").headers["Location"] == address
        assert owner.get("/admin/assistant/siteprofile/add/").status_code == 403

    def test_can_be_made_where_there_is_none(self, owner: Client) -> None:
        """A new site."""
        assert owner.get("/admin/assistant/siteprofile/add/").status_code == 200

    def test_is_edited_by_the_owner_with_its_texts(self, owner: Client) -> None:
        """Pausing is one box."""
        profile = SiteProfile.objects.create()
        texts = {
            "texts-TOTAL_FORMS": "1", "texts-0-profile": str(profile.pk),
            "texts-0-language": "fa", "texts-0-name": "مارن هولت",
        }  # fmt: skip
        address = f"/admin/assistant/siteprofile/{profile.pk}/change/"
        response = owner.post(address, self.data(profile, paused="on", **texts))
        assert response.status_code == 302, response.context["errors"]
        profile.refresh_from_db()
        assert profile.paused
        assert ProfileText.objects.get().name == "مارن هولت"

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("contact_address", "javascript:alert(1)"),
            ("contact_address", "post@marenholt.example"),
            ("privacy_address", "//elsewhere.example"),
            ("privacy_address", "javascript:alert(1)"),
            ("host", "https://marenholt.example/"),
            ("accent", "red; } body { display: none"),
            ("score_floor", "1.5"),
        ],
    )
    def test_takes_no_nonsense(self, owner: Client, field: str, value: str) -> None:
        """What is written here becomes links and styles on public pages."""
        profile = SiteProfile.objects.create()
        address = f"/admin/assistant/siteprofile/{profile.pk}/change/"
        assert owner.post(address, self.data(profile, **{field: value})).status_code == 200

    def test_is_not_for_the_editor(self, client: Client) -> None:
        """Who the owner is, the owner says."""
        profile = SiteProfile.objects.create()
        client.force_login(staff("editor"))
        assert client.get(f"/admin/assistant/siteprofile/{profile.pk}/change/").status_code == 403


class TestGroups:
    def test_are_there_after_migrate_with_just_their_permissions(self) -> None:
        """The editor writes articles and test questions, and sees what was withheld; nobody manages accounts."""
        owner, editor = (
            {f"{p.content_type.app_label}.{p.codename}" for p in Group.objects.get(name=name).permissions.all()}
            for name in ("owner", "editor")
        )
        assert "corpus.change_article" in owner & editor
        assert "assistant.change_withheldturn" in owner - editor
        questions = {f"assistant.{what}_expectation" for what in ("view", "add", "change", "delete")}
        assert {name for name in editor if name.startswith("assistant.")} == {"assistant.view_withheldturn", *questions}
        assert questions <= owner
        assert not [
            name for name in owner | editor if name.startswith("auth.") or name.endswith("_turn") and "view" not in name
        ]


class TestLanguages:
    @pytest.mark.parametrize("language", LOCALES)
    def test_every_page_answers_in_every_language(self, owner: Client, language: str) -> None:
        """And leads to itself in the others."""
        SiteProfile.objects.create()
        row = withheld()
        spend = MonthlySpend.objects.create(month=date(2026, 11, 1), spent_micros=1, cap_micros=9)
        prefix = "" if language == "en" else f"/{language}"
        pages = [
            "", "withheldturn/", "conversation/", "turn/", "monthlyspend/", "modelspend/", "expectation/",
            f"withheldturn/{row.pk}/change/", f"conversation/{row.turn.conversation_id}/change/",
            f"turn/{row.turn_id}/change/", f"monthlyspend/{spend.pk}/change/",
        ]  # fmt: skip
        for page in pages:
            response = owner.get(f"{prefix}/admin/assistant/{page}")
            assert response.status_code == 200, page
            content = response.content.decode()
            assert f'lang="{language}"' in content
            other = "/admin/assistant/" if language != "en" else "/fa/admin/assistant/"
            assert f'href="{other}{page}"' in content

    def test_the_admin_bears_the_name_of_the_site_before_anybody_signs_in(self, client: Client) -> None:
        """In the language of the page."""
        profile = SiteProfile.objects.create(host="marenholt.example")
        ProfileText.objects.create(profile=profile, language="en", name="Maren Holt")
        ProfileText.objects.create(profile=profile, language="fa", name="مارن هولت")
        assert "Maren Holt" in client.get("/admin/login/").content.decode()
        assert "مارن هولت" in client.get("/fa/admin/login/").content.decode()
