"""Withheld turns in the admin (spec 2, §6): the list, the page of one, the verdict, the export."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from assistant.admin.export import safe_cell
from assistant.admin.reasons import REASONS
from assistant.models import Turn, WithheldTurn
from gate.checks import Reason

from .rows import staff, withheld

LIST = "/admin/assistant/withheldturn/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client: Client) -> Client:
    """A member of the group "owner", signed in."""
    client.force_login(staff("owner"))
    return client


@pytest.fixture
def editor(client: Client) -> Client:
    """A member of the group "editor", signed in."""
    client.force_login(staff("editor"))
    return client


def page_of(row: WithheldTurn, language: str = "") -> str:
    """The address of its page."""
    prefix = f"/{language}" if language else ""
    return f"{prefix}{LIST}{row.pk}/change/"


def listed(client: Client, query: str = "") -> list[int]:
    """The keys in the list, in order."""
    response = client.get(f"{LIST}?{query}")
    assert response.status_code == 200, response.headers.get("Location")
    return [row.pk for row in response.context["cl"].result_list]


class TestList:
    def test_shows_the_newest_first_with_the_reasons_in_words(self, owner: Client) -> None:
        """Nobody has to know a wire code to read it."""
        now = timezone.now()
        older = withheld(reasons=("voice",), at=now - timedelta(hours=2))
        newer = withheld(reasons=("value_unsupported", "name_unsupported"), at=now - timedelta(hours=1))
        assert listed(owner) == [newer.pk, older.pk]
        content = owner.get(LIST).content.decode()
        assert "figure or address not in the source, name in no source" in content
        assert "143 characters" in content
        assert "value_unsupported," not in content

    def test_is_filtered_by_reason(self, owner: Client) -> None:
        """A turn with several reasons is found under each of them; a code is never found inside another."""
        one = withheld(reasons=("citation_missing", "voice"))
        withheld(reasons=("citation_range",))
        assert listed(owner, "reason=voice") == [one.pk]
        assert listed(owner, "reason=citation_missing") == [one.pk]
        assert listed(owner, "reason=citation") == []
        assert listed(owner, "reason=value%25") == []

    def test_is_filtered_by_language_verdict_and_date(self, owner: Client) -> None:
        """One after the other, and together."""
        now = timezone.now()
        persian = withheld(locale="fa", verdict="right", at=now - timedelta(days=3))
        english = withheld(at=now - timedelta(days=20))
        assert listed(owner, "turn__locale__exact=fa") == [persian.pk]
        assert listed(owner, "verdict=right") == [persian.pk]
        assert listed(owner, "verdict=none") == [english.pk]
        since = urlencode({"withheld_at__gte": now - timedelta(days=7)})
        assert listed(owner, since) == [persian.pk]
        assert listed(owner, "verdict=none&turn__locale__exact=fa") == []

    def test_is_searched_by_the_words_of_the_question(self, owner: Client) -> None:
        """Whatever script they are in."""
        one = withheld("آیا دریچه بسته می‌شود؟", locale="fa")
        withheld("Is the gate closed?")
        assert listed(owner, "q=دریچه") == [one.pk]

    def test_leaves_out_what_has_expired(self, owner: Client, settings: Any) -> None:
        """Also before ``prune`` has run."""
        settings.ASSISTANT_RETENTION_DAYS = 30
        old = withheld(at=timezone.now() - timedelta(days=31))
        assert listed(owner) == []
        assert owner.get(page_of(old)).status_code == 302

    def test_takes_the_same_queries_for_one_row_and_for_ten(
        self, owner: Client, django_assert_max_num_queries: Any
    ) -> None:
        """Ten rows, the same queries."""
        for _ in range(10):
            withheld()
        with django_assert_max_num_queries(10):
            listed(owner)

    def test_escapes_what_visitors_wrote(self, owner: Client) -> None:
        """A question is text."""
        row = withheld("<script>alert(1)</script>", sentences=("<b>bold</b>",), note="<i>n</i>")
        for address in (LIST, page_of(row), f"/admin/assistant/conversation/{row.turn.conversation_id}/change/"):
            content = owner.get(address).content.decode()
            assert "<script>alert" not in content
            assert "<b>bold" not in content
            assert "<i>n</i>" not in content


class TestPage:
    def test_shows_all_that_is_known_and_that_the_sentence_is_not(self, owner: Client) -> None:
        """Question, released text, reasons in words and code, sources with their passages, length."""
        content = owner.get(page_of(withheld())).content.decode()
        for text in (
            "How much did the Lyngsund gate cost, and who paid?",
            "The municipality and the coastal authority paid in equal parts.",
            "A figure or address that its source does not hold",
            "value_unsupported",
            "Who pays for a tide gate",
            "The municipality and the coastal authority carried the cost.",
            "cited by sentence 1",
            "not cited",
            "Sentence 2, 143 characters.",
            "Nothing of the sentence is stored",
        ):
            assert text in content
        assert content.count('class="redacted"') == 29

    def test_has_no_inline_style_or_script(self, owner: Client) -> None:
        """The policy of the site would block it."""
        content = owner.get(page_of(withheld())).content.decode()
        assert "style=" not in content
        assert "<style" not in content
        assert "onclick" not in content

    @pytest.mark.parametrize("length", [0, 1, 5, 100_000])
    def test_keeps_its_bars_within_reason(self, owner: Client, length: int) -> None:
        """At least one, and a page is a page."""
        bars = owner.get(page_of(withheld(length=length))).content.decode().count('class="redacted"')
        assert 1 <= bars <= 80

    def test_shows_a_code_without_words_as_it_is(self, owner: Client) -> None:
        """A newer gate may know more reasons than this page."""
        row = withheld(reasons=("quote_unsupported",))
        assert "quote_unsupported" in owner.get(page_of(row)).content.decode()
        assert "quote_unsupported" in owner.get(LIST).content.decode()

    def test_has_words_for_every_reason_of_the_gate(self) -> None:
        """Whoever adds a check adds its words."""
        assert {reason.value for reason in Reason} == set(REASONS)

    def test_folds_passages_that_nothing_cites_but_never_all(self, owner: Client) -> None:
        """Passages are long; the ones to compare with are open."""
        cited, uncited = withheld(), withheld(sentences=())
        for row, shown in ((cited, [1]), (uncited, [1])):
            sources = owner.get(page_of(row)).context["sources"]
            assert [source.number for source in sources if source.shown] == shown
        Turn.objects.filter(pk=cited.turn_id).update(sentences=[{"text": "Said.", "cited": [2]}])
        sources = owner.get(page_of(cited)).context["sources"]
        assert [source.number for source in sources if source.shown] == [2]

    def test_runs_from_the_right_in_persian(self, owner: Client) -> None:
        """The page by its language, each visitor's text by its own."""
        content = owner.get(page_of(withheld("آیا بسته است؟", locale="fa"), "fa")).content.decode()
        assert 'dir="rtl"' in content
        assert 'class="withheld-question" dir="auto"' in content

    def test_leads_to_the_next_one_to_review(self, owner: Client) -> None:
        """Newest first; what is judged is not in the way."""
        now = timezone.now()
        newest, judged, oldest = (withheld(at=now - timedelta(hours=hours)) for hours in (1, 2, 3))
        WithheldTurn.objects.filter(pk=judged.pk).update(verdict="right")
        first = owner.get(page_of(newest)).context["queue"]
        assert (first.position, first.count, first.previous, first.next) == (1, 2, None, oldest)
        assert owner.get(page_of(oldest)).context["queue"].previous == newest
        assert owner.get(page_of(judged)).context["queue"].position is None


class TestVerdict:
    def test_is_saved_with_note_person_and_time_and_opens_the_next(self, owner: Client) -> None:
        """One press of a button."""
        now = timezone.now()
        newer, older = withheld(at=now - timedelta(hours=1)), withheld(at=now - timedelta(hours=2))
        response = owner.post(page_of(newer), {"verdict": "false", "note": "The article says it in words."})
        assert response.headers["Location"] == page_of(older)
        newer.refresh_from_db()
        assert (newer.verdict, newer.note) == ("false", "The article says it in words.")
        assert newer.reviewed_by.username == "owner"
        assert timezone.now() - newer.reviewed_at < timedelta(minutes=1)
        assert LogEntry.objects.get().object_id == str(newer.pk)

    def test_leaves_no_question_in_the_admins_history(self, owner: Client) -> None:
        """Which nobody prunes, and which outlives the visitor's own deletion."""
        owner.post(page_of(withheld("Who is Zebedee?")), {"verdict": "right"})
        entry = LogEntry.objects.get()
        assert entry.object_repr and "Zebedee" not in f"{entry.object_repr} {entry.change_message}"

    def test_of_the_last_one_leads_back_to_the_list(self, owner: Client) -> None:
        """Nothing is left to review."""
        response = owner.post(page_of(withheld()), {"verdict": "cannot_tell"})
        assert response.headers["Location"] == LIST

    def test_may_be_changed(self, owner: Client) -> None:
        """A second look."""
        row = withheld(verdict="right", note="x")
        owner.post(page_of(row), {"verdict": "false", "note": ""})
        row.refresh_from_db()
        assert (row.verdict, row.note) == ("false", "")

    @pytest.mark.parametrize("data", [{}, {"verdict": "guilty"}, {"verdict": "right", "note": "x" * 2_001}])
    def test_that_is_none_saves_nothing(self, owner: Client, data: dict[str, str]) -> None:
        """And says so."""
        row = withheld()
        response = owner.post(page_of(row), data, follow=True)
        row.refresh_from_db()
        assert row.verdict == ""
        assert "Nothing was saved" in response.content.decode()

    def test_changes_nothing_else(self, owner: Client) -> None:
        """Whatever fields a request carries."""
        row = withheld()
        owner.post(page_of(row), {"verdict": "right", "length": "1", "reasons": "[]", "question": "x"})
        row.refresh_from_db()
        assert (row.length, row.reasons) == (143, ["value_unsupported"])
        assert row.turn.question.startswith("How much")

    def test_needs_the_permission(self, editor: Client) -> None:
        """An editor sees the page without buttons, and cannot post to it."""
        row = withheld()
        page = editor.get(page_of(row))
        assert page.status_code == 200
        assert 'name="verdict"' not in page.content.decode()
        assert editor.post(page_of(row), {"verdict": "right"}).status_code == 403
        row.refresh_from_db()
        assert row.verdict == ""


class TestAccess:
    @pytest.mark.parametrize("kind", ["nobody", "visitor"])
    def test_is_for_staff_with_the_permission_alone(self, client: Client, kind: str) -> None:
        """Neither a visitor nor staff without the permission."""
        row = withheld()
        if kind == "nobody":
            client.force_login(staff(""))
        assert client.get(LIST).status_code in (302, 403)
        assert client.get(page_of(row)).status_code in (302, 403)
        assert client.post(page_of(row), {"verdict": "right"}).status_code in (302, 403)
        row.refresh_from_db()
        assert row.verdict == ""

    @pytest.mark.parametrize("model", ["turn", "withheldturn", "conversation", "monthlyspend", "modelspend"])
    def test_nobody_adds_edits_or_deletes_a_record(self, admin_client: Client, model: str) -> None:
        """Not even a superuser."""
        row = withheld()
        key = {"turn": row.turn_id, "withheldturn": row.pk, "conversation": row.turn.conversation_id}.get(model, 1)
        assert admin_client.get(reverse(f"admin:assistant_{model}_add")).status_code == 403
        delete = reverse(f"admin:assistant_{model}_delete", args=[key])
        assert admin_client.post(delete, {"post": "yes"}).status_code in (302, 403)
        assert (
            "delete_selected" not in admin_client.get(reverse(f"admin:assistant_{model}_changelist")).content.decode()
        )
        assert Turn.objects.count() == 1

    def test_a_posted_edit_of_a_turn_is_refused(self, admin_client: Client) -> None:
        """Audit rows cannot be edited."""
        row = withheld()
        address = reverse("admin:assistant_turn_change", args=[row.turn_id])
        assert admin_client.post(address, {"question": "x", "status": "answered"}).status_code == 403
        row.turn.refresh_from_db()
        assert row.turn.status == Turn.Status.WITHHELD


class TestExport:
    def exported(self, client: Client, *rows: WithheldTurn) -> list[dict[str, str]]:
        """The rows of the download."""
        data = {"action": "export_csv", "_selected_action": [row.pk for row in rows]}
        response = client.post(LIST, data)
        assert response.headers["Content-Type"].startswith("text/csv")
        text = response.content.decode()
        assert text.startswith("\ufeff")
        return list(csv.DictReader(io.StringIO(text[1:])))

    def test_holds_what_a_person_needs_to_judge_many(self, owner: Client) -> None:
        """Question, released text, reasons, length, verdict, note."""
        row = withheld(reasons=("voice", "citation_missing"), verdict="right", note="Fine.", locale="fa")
        (exported,) = self.exported(owner, row)
        assert exported["question"] == row.turn.question
        assert exported["released text"] == row.turn.answer
        assert exported["reasons"] == "voice citation_missing"
        assert (exported["length in characters"], exported["language"]) == ("143", "fa")
        assert (exported["verdict"], exported["note"]) == ("right", "Fine.")

    @pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
    def test_never_holds_a_formula(self, owner: Client, start: str) -> None:
        """A visitor's question that begins like a formula is text in every spreadsheet."""
        row = withheld(f'{start}HYPERLINK("http://x")', note=f"{start}1")
        (exported,) = self.exported(owner, row)
        assert exported["question"] == f'\'{start}HYPERLINK("http://x")'
        assert exported["note"].startswith("'")

    def test_of_someone_without_the_permission_is_refused(self, client: Client) -> None:
        """The action is no way around the list."""
        row = withheld()
        client.force_login(staff(""))
        response = client.post(LIST, {"action": "export_csv", "_selected_action": [row.pk]})
        assert response.status_code == 403

    def test_leaves_harmless_cells_alone(self) -> None:
        """Only a beginning is dangerous."""
        assert safe_cell("a=b") == "a=b"
        assert safe_cell(143) == "143"
        assert safe_cell(None) == ""
        assert safe_cell("＝1") == "'＝1"
