"""Retention (spec 2, §6; spec 6, §3): what has expired goes, with all that hangs on it; spend stays."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from assistant import retention
from assistant.models import Conversation, ModelSpend, MonthlySpend, Turn, TurnSource, WithheldTurn
from assistant.spend import reserve, settle

from .rows import conversation, turn, withheld

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _thirty_days(settings: Any) -> None:
    settings.ASSISTANT_RETENTION_DAYS = 30
    settings.ASSISTANT_MONTHLY_CAP = Decimal(20)


def prune(*arguments: str) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("prune", *arguments, stdout=out)
    return out.getvalue().strip()


def ago(**span: float) -> Any:
    """A moment so long ago."""
    return timezone.now() - timedelta(**span)


def test_deletes_what_has_expired_with_sources_and_reviews() -> None:
    """And keeps what is one hour younger."""
    withheld(at=ago(days=30, hours=1))
    kept = withheld(at=ago(days=29, hours=23))
    assert prune() == "Deleted 1 turns and 1 conversations older than 30 days."
    assert list(Turn.objects.all()) == [kept.turn]
    assert list(WithheldTurn.objects.all()) == [kept]
    assert TurnSource.objects.count() == 2
    assert Conversation.objects.count() == 1


def test_only_counts_in_a_dry_run() -> None:
    """The same figures, and everything is still there."""
    withheld(at=ago(days=31))
    assert prune("--dry-run") == "Would delete 1 turns and 1 conversations older than 30 days."
    assert Turn.objects.count() == 1
    assert prune() == "Deleted 1 turns and 1 conversations older than 30 days."


def test_keeps_a_conversation_that_goes_on_without_its_old_turns() -> None:
    """The retention is of each turn."""
    talk = conversation()
    turn(of=talk, at=ago(days=31))
    kept = turn(of=talk, at=ago(days=1))
    prune()
    assert list(talk.turns.all()) == [kept]


def test_deletes_more_than_one_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batch after batch, until nothing is left."""
    monkeypatch.setattr(retention, "BATCH", 2)
    for _ in range(5):
        turn(at=ago(days=31))
    assert prune() == "Deleted 5 turns and 5 conversations older than 30 days."


def test_never_deletes_spend() -> None:
    """What was paid stays readable, month by month."""
    one = turn(provider="openai", model="m")
    reserve(one.pk, 100)
    settle(one.pk, "openai", "m", 60, False)
    Turn.objects.update(opened_at=ago(days=31))
    prune()
    assert not Turn.objects.exists()
    assert MonthlySpend.objects.get().spent_micros == 60
    assert ModelSpend.objects.get().spent_micros == 60


def test_settles_what_is_unfinished_before_it_deletes() -> None:
    """A deleted turn would leave its reservation in the ledger for ever."""
    one = turn(provider="openai", model="m")
    reserve(one.pk, 100)
    Turn.objects.update(opened_at=ago(days=31))
    prune()
    assert not Turn.objects.exists()
    assert (MonthlySpend.objects.get().spent_micros, MonthlySpend.objects.get().reserved_micros) == (100, 0)


def test_a_visitor_erases_a_conversation_in_the_middle_of_an_answer() -> None:
    """Gone at once, and the ledger is right."""
    talk = conversation()
    one = turn(of=talk, provider="openai", model="m")
    reserve(one.pk, 100)
    other = turn()
    retention.erase(talk)
    assert list(Turn.objects.all()) == [other]
    assert (MonthlySpend.objects.get().spent_micros, MonthlySpend.objects.get().reserved_micros) == (100, 0)
    assert settle(one.pk, "openai", "m", 5, False) is False
