"""The owner's mails (spec 2, §6): at 80 % and at the cap, once each over all processes; no answer waits."""

from __future__ import annotations

import threading
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from assistant import spend_warnings
from assistant.models import ModelSpend, MonthlySpend, ProfileText, SiteProfile, SpendWarning
from assistant.spend import month_of
from assistant.spend_warnings import ATTEMPTS, warn

Kind = SpendWarning.Kind


@pytest.fixture(autouse=True)
def _settings(settings: Any) -> None:
    settings.ASSISTANT_PROVIDER, settings.ASSISTANT_MODEL = "openai", "model-a"
    settings.ASSISTANT_PRICES = {"model-a": [1, 1]}
    settings.ASSISTANT_MONTHLY_CAP, settings.ASSISTANT_CURRENCY = Decimal(10), "EUR"
    settings.ASSISTANT_OWNER_EMAIL, settings.EMAIL_IS_SET = "owner@site.example", True
    settings.ASSISTANT_OWNER_LANGUAGE = "en"
    settings.DEFAULT_FROM_EMAIL = "assistant@site.example"


@pytest.fixture
def broken_mail(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A mail server that takes nothing; how often it was tried."""
    tries: list[int] = []

    def fail(*args: Any, **kwargs: Any) -> None:
        tries.append(1)
        raise ConnectionRefusedError("smtp://owner:secret@mail.example")

    monkeypatch.setattr(spend_warnings.EmailMessage, "send", fail)
    return tries


def spent(amount: float, reserved: float = 0) -> None:
    """This month has cost so much."""
    values = {"spent_micros": round(amount * 1_000_000), "reserved_micros": round(reserved * 1_000_000)}
    MonthlySpend.objects.update_or_create(month=month_of(timezone.now()), defaults=values)


def an_hour_passes() -> None:
    """What waited for its next attempt may be tried again."""
    SpendWarning.objects.update(next_attempt_at=timezone.now() - timedelta(seconds=1))


@pytest.mark.django_db
class TestWhen:
    def test_under_eighty_percent_nothing_is_sent(self) -> None:
        """One micro less."""
        spent(7.999999)
        assert warn() == []
        assert not SpendWarning.objects.exists()

    def test_at_eighty_percent_one_mail_is_sent_and_at_the_cap_another(self) -> None:
        """However often somebody looks."""
        spent(8)
        assert [warn(), warn()] == [[Kind.NEAR], []]
        spent(9.9999)
        assert [warn(), warn()] == [[Kind.REACHED], []]
        assert len(mail.outbox) == 2

    def test_what_is_only_reserved_is_not_spent(self) -> None:
        """Most of a worst case comes back."""
        spent(1, reserved=8)
        assert warn() == []

    def test_a_question_that_could_not_be_paid_is_the_cap(self) -> None:
        """What visitors meet is what the owner hears of, whatever smaller rest is left."""
        spent(9.5)
        assert [warn(turned_away=500_001), warn(turned_away=500_001)] == [[Kind.REACHED], []]

    def test_a_crowd_that_fills_the_cap_for_some_seconds_is_not(self) -> None:
        """Turned away for what others had reserved, which mostly comes back."""
        spent(1, reserved=8.9)
        assert warn(turned_away=500_000) == []
        spent(9.5, reserved=0.4)
        assert warn(turned_away=500_000) == [Kind.NEAR]

    def test_a_rest_that_pays_for_no_answer_is_the_cap(self) -> None:
        """Not even the shortest question fits: 16 tokens around it, and 800 of output."""
        spent(10 - 0.000816)
        assert warn() == [Kind.NEAR]
        spent(10 - 0.000815)
        assert warn() == [Kind.REACHED]

    def test_both_passed_at_once_are_one_mail(self) -> None:
        """That it was nearly used up is no news any more."""
        spent(11)
        assert warn() == [Kind.REACHED]
        assert warn() == []

    def test_a_raised_cap_is_another_matter(self, settings: Any) -> None:
        """The owner hears at 80 % of the new one, and at the new one; the old mails do not come again."""
        spent(10)
        warn()
        settings.ASSISTANT_MONTHLY_CAP = Decimal(20)
        assert warn() == []
        spent(16)
        assert [warn(), warn()] == [[Kind.NEAR], []]
        spent(20)
        assert [warn(), warn()] == [[Kind.REACHED], []]

    def test_a_lowered_cap_is_not(self, settings: Any) -> None:
        """Whoever lowers it knows where it stands."""
        spent(8)
        warn()
        settings.ASSISTANT_MONTHLY_CAP = Decimal(9)
        assert warn() == []

    def test_each_month_begins_anew(self) -> None:
        """Last month's mails were about last month."""
        spent(8)
        warn()
        earlier = month_of(timezone.now()) - timedelta(days=1)
        SpendWarning.objects.update(month=earlier.replace(day=1))
        assert warn() == [Kind.NEAR]

    @pytest.mark.parametrize("cap", [None, Decimal(0)])
    def test_without_a_cap_or_with_a_cap_of_zero_there_is_nothing_to_say(self, settings: Any, cap: Any) -> None:
        """Zero is the owner's own decision."""
        settings.ASSISTANT_MONTHLY_CAP = cap
        spent(100)
        assert warn(turned_away=10**9) == []

    def test_with_a_free_provider_there_is_nothing_to_say(self, settings: Any) -> None:
        """Whatever the month has cost before."""
        settings.ASSISTANT_PROVIDER = "extractive"
        spent(10)
        assert warn() == []

    @pytest.mark.parametrize(("address", "server"), [("", True), ("owner@site.example", False)])
    def test_without_an_address_or_a_server_nothing_is_claimed(self, settings: Any, address: str, server: bool) -> None:
        """So that the mail comes once both are set."""
        settings.ASSISTANT_OWNER_EMAIL, settings.EMAIL_IS_SET = address, server
        spent(8)
        assert warn() == []
        settings.ASSISTANT_OWNER_EMAIL, settings.EMAIL_IS_SET = "owner@site.example", True
        assert warn() == [Kind.NEAR]


@pytest.mark.django_db
class TestFailing:
    def test_what_could_not_be_sent_is_sent_later(self, broken_mail: list[int], monkeypatch: Any, caplog: Any) -> None:
        """Not at once: a server that is down would be tried at the end of every answer."""
        spent(8)
        assert [warn(), warn(), warn()] == [[], [], []]
        assert len(broken_mail) == 1
        monkeypatch.undo()
        an_hour_passes()
        assert [warn(), warn()] == [[Kind.NEAR], []]
        assert "ConnectionRefusedError" in caplog.text
        assert "secret" not in caplog.text

    def test_trying_has_an_end(self, broken_mail: list[int]) -> None:
        """Bounded, for each cap."""
        spent(8)
        for _ in range(ATTEMPTS + 5):
            warn()
            an_hour_passes()
        assert len(broken_mail) == ATTEMPTS

    def test_a_cap_that_was_met_is_told_of_later_though_nobody_is_turned_away_any_more(
        self, broken_mail: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The claim remembers it."""
        spent(9)
        warn(turned_away=2_000_000)
        monkeypatch.undo()
        an_hour_passes()
        assert warn() == [Kind.REACHED]

    def test_a_cap_lowered_before_the_mail_got_through_makes_it_one_mail(
        self, settings: Any, broken_mail: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is sent about the cap that holds, and then it is sent."""
        spent(8.5)
        warn()
        monkeypatch.undo()
        settings.ASSISTANT_MONTHLY_CAP = Decimal(9)
        for _ in range(3):
            an_hour_passes()
            warn()
        assert len(mail.outbox) == 1
        assert "9.00" in mail.outbox[0].body

    def test_a_process_that_died_while_it_sent_leaves_a_claim_that_lapses(self) -> None:
        """Claimed, never sent."""
        spent(8)
        month = month_of(timezone.now())
        lease = timezone.now() + timedelta(minutes=1)
        SpendWarning.objects.create(
            month=month, kind=Kind.NEAR, cap_micros=10_000_000, attempts=1, next_attempt_at=lease
        )
        assert warn() == []
        an_hour_passes()
        assert warn() == [Kind.NEAR]


@pytest.mark.django_db
class TestWhatIsSaid:
    def test_amounts_month_what_happens_and_where_to_change_it(self, settings: Any) -> None:
        """All that the owner needs, in the currency of the site."""
        settings.ASSISTANT_OWNER_EMAIL = "Maren <owner@site.example>"
        profile = SiteProfile.objects.create(host="holt.example")
        ProfileText.objects.create(profile=profile, language="en", name="Maren Holt")
        spent(8.25, reserved=0.5)
        month = month_of(timezone.now())
        ModelSpend.objects.create(month=month, provider="openai", model="model-a", estimated_micros=120_000)
        warn()
        (message,) = mail.outbox
        assert message.subject == "Maren Holt: 80 % of this month’s budget for answers is spent"
        assert (message.to, message.from_email) == (["Maren <owner@site.example>"], "assistant@site.example")
        for text in (
            f"{month:%B} {month.year}", "8.25\N{NO-BREAK SPACE}EUR", "0.1200\N{NO-BREAK SPACE}EUR",
            "10.00\N{NO-BREAK SPACE}EUR", "ASSISTANT_MONTHLY_CAP", "https://holt.example/admin/assistant/monthlyspend/",
        ):  # fmt: skip
            assert text in message.body

    def test_the_cap_is_told_of_in_other_words(self) -> None:
        """Visitors are turned away from now on."""
        spent(10)
        warn()
        assert mail.outbox[0].subject.endswith(": this month’s budget for answers is used up")
        assert "too little for another one" in mail.outbox[0].body

    @pytest.mark.parametrize("language", ["fa", "ar", "ru", "hi", "zh-hans", "de", "fr", "es", "pt"])
    @pytest.mark.parametrize("amount", [8, 10])
    def test_in_the_owners_language(self, settings: Any, language: str, amount: int) -> None:
        """Nine besides English, none with English left in it; the language of the process stays as it was."""
        settings.ASSISTANT_OWNER_LANGUAGE = language
        spent(amount)
        warn()
        said = f"{mail.outbox[0].subject}\n{mail.outbox[0].body}"
        assert "ASSISTANT_MONTHLY_CAP" in said
        for word in ("budget is", "The cap", "visitors", "reserved", "{"):
            assert word not in said

    def test_a_name_with_a_line_break_makes_no_second_header(self) -> None:
        """The profile is typed by a person."""
        profile = SiteProfile.objects.create()
        ProfileText.objects.create(profile=profile, language="en", name="Maren\nBcc: all@example.org")
        spent(8)
        assert warn() == [Kind.NEAR]
        assert "\n" not in mail.outbox[0].subject


@pytest.mark.django_db(transaction=True)
def test_of_many_who_look_at_once_one_sends() -> None:
    """The claim is one conditional update."""
    spent(8)
    SpendWarning.objects.all().delete()
    connection.close()
    start = threading.Barrier(10, timeout=60)
    told: list[list[SpendWarning.Kind]] = []

    def look() -> None:
        connection.ensure_connection()
        start.wait()
        try:
            told.append(warn())
        finally:
            connection.close()

    threads = [threading.Thread(target=look) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(len, told)) == [0] * 9 + [1]
    assert len(mail.outbox) == 1


class TestLookSoon:
    def test_returns_while_the_mail_server_hangs_and_keeps_what_was_met_meanwhile(self, monkeypatch: Any) -> None:
        """No answer waits; looks that come while one runs are one more look, which knows of them all."""
        seen: list[int] = []
        begun, hanging, ended = threading.Event(), threading.Event(), threading.Event()

        def look(turned_away: int) -> list[Any]:
            seen.append(turned_away)
            if len(seen) == 1:
                begun.set()
                hanging.wait(30)
            else:
                ended.set()
            return []

        monkeypatch.setattr(spend_warnings, "warn", look)
        spend_warnings.look_soon()
        assert begun.wait(30)
        for turned_away in (0, 900, 70):
            spend_warnings.look_soon(turned_away)
        assert seen == [0]
        hanging.set()
        assert ended.wait(30)
        assert seen == [0, 900]

    def test_a_look_that_fails_is_told_by_its_class_alone(self, monkeypatch: Any, caplog: Any) -> None:
        """A database that is away has an address and perhaps a password in its message."""
        failed = threading.Event()

        def fail(turned_away: int) -> None:
            failed.set()
            raise RuntimeError("secret")

        monkeypatch.setattr(spend_warnings, "warn", fail)
        look = spend_warnings._Look()
        look.soon(0)
        assert failed.wait(30)
        look._threads.shutdown(wait=True)
        assert "RuntimeError" in caplog.text
        assert "secret" not in caplog.text
