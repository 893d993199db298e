"""``close_stale_turns`` (spec 2, §4): what a killed process left open is closed and booked at the reserved amount."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from assistant.conf import conf
from assistant.models import ModelSpend, MonthlySpend, Turn
from assistant.spend import reserve, settle

from .rows import turn

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _cap(settings: Any) -> None:
    settings.ASSISTANT_MONTHLY_CAP = Decimal(20)


def run() -> str:
    """What the command prints."""
    out = StringIO()
    call_command("close_stale_turns", stdout=out)
    return out.getvalue().strip()


def make_stale(*turns: Turn) -> None:
    """As if opened a minute and a bit more than the longest answer ago."""
    long_ago = timezone.now() - timedelta(seconds=conf.time_limits.whole_answer + 61)
    Turn.objects.filter(pk__in=[one.pk for one in turns]).update(opened_at=long_ago)


def test_books_the_reserved_amount_as_estimated() -> None:
    """Nobody knows what it cost, so it errs high."""
    one = turn(provider="openai", model="m")
    reserve(one.pk, 700)
    make_stale(one)
    assert run() == "Closed 1 stale turns."
    one.refresh_from_db()
    assert (one.status, one.cost_micros) == (Turn.Status.ABANDONED, 700)
    assert one.closed_at is not None
    assert (MonthlySpend.objects.get().spent_micros, MonthlySpend.objects.get().reserved_micros) == (700, 0)
    assert ModelSpend.objects.get().estimated_micros == 700


def test_leaves_an_answer_that_may_still_be_running() -> None:
    """A turn is stale a minute after the limit of a whole answer."""
    one = turn()
    still = timezone.now() - timedelta(seconds=conf.time_limits.whole_answer + 55)
    Turn.objects.filter(pk=one.pk).update(opened_at=still)
    assert run() == "Closed 0 stale turns."
    one.refresh_from_db()
    assert one.status == Turn.Status.OPEN


def test_closes_a_free_turn_without_touching_the_ledger() -> None:
    """Nothing was reserved."""
    one = turn(provider="extractive")
    make_stale(one)
    run()
    one.refresh_from_db()
    assert one.status == Turn.Status.ABANDONED
    assert not ModelSpend.objects.exists()


def test_settles_a_turn_that_was_closed_but_not_settled() -> None:
    """Killed between the two: its status stays, its reservation goes."""
    one = turn(provider="openai", model="m")
    reserve(one.pk, 700)
    Turn.objects.filter(pk=one.pk).update(status=Turn.Status.ANSWERED)
    make_stale(one)
    assert run() == "Closed 1 stale turns."
    one.refresh_from_db()
    assert one.status == Turn.Status.ANSWERED
    assert MonthlySpend.objects.get().reserved_micros == 0


def test_leaves_what_is_closed_and_settled() -> None:
    """A second run finds nothing, and a late settlement changes nothing."""
    one = turn(provider="openai", model="m")
    reserve(one.pk, 700)
    make_stale(one)
    run()
    assert run() == "Closed 0 stale turns."
    assert settle(one.pk, "openai", "m", 5, False) is False
    assert MonthlySpend.objects.get().spent_micros == 700
