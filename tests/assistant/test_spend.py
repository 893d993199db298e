"""Spend (spec 2, §4): the cap holds under any concurrency, and every reservation is settled once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from assistant.models import ModelSpend, MonthlySpend, Turn
from assistant.spend import (
    Booked,
    CapState,
    PriceMissing,
    SpendCapReached,
    TurnNotOpen,
    cost,
    month_of,
    next_month,
    reserve,
    settle,
    settle_at_reserved,
    settle_usage,
    standing,
    worst_case,
)
from assistant.usage import Usage

from .rows import PaidProvider, prompt, turn


@pytest.fixture(autouse=True)
def _cap(settings: Any) -> None:
    settings.ASSISTANT_MONTHLY_CAP = Decimal("0.000500")  # 500 micros
    settings.ASSISTANT_PRICES = {"model-a": [3, 15]}


def all_at_once(count: int, call: Callable[[int], object]) -> list[object]:
    """What ``call(0)`` … ``call(count - 1)`` return or raise, each on a thread of its own, begun together.

    All connections are open before the first call: opening them one by one would put the calls in a row.
    """
    connection.close()  # the pool has twenty, and a thread of an earlier test may hold one
    outcomes: list[object] = [None] * count
    start = threading.Barrier(count, timeout=60)  # one that cannot connect fails the test, and does not hang it

    def run(index: int) -> None:
        connection.ensure_connection()
        start.wait()
        try:
            outcomes[index] = call(index)
        except Exception as error:
            outcomes[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def ledger() -> tuple[int, int]:
    """Spent and reserved micros of this month."""
    row = MonthlySpend.objects.get(month=month_of(timezone.now()))
    return row.spent_micros, row.reserved_micros


@pytest.mark.django_db(transaction=True)
class TestConcurrency:
    def test_of_sixteen_at_once_with_room_for_five_exactly_five_reserve(self) -> None:
        """However many ask at once, spent plus reserved never passes the cap, and all the room is used."""
        turns = [turn() for _ in range(16)]
        outcomes = all_at_once(16, lambda index: reserve(turns[index].pk, 100))
        assert [type(outcome).__name__ for outcome in outcomes].count("NoneType") == 5
        assert [type(outcome).__name__ for outcome in outcomes].count("SpendCapReached") == 11
        assert ledger() == (0, 500)
        assert Turn.objects.filter(month__isnull=False, reserved_micros=100).count() == 5

    def test_a_turn_settled_on_ten_threads_is_booked_once(self) -> None:
        """Every exit settles, and several exits may do it at once."""
        one = turn()
        reserve(one.pk, 100)
        outcomes = all_at_once(10, lambda index: settle(one.pk, "openai", "model-a", 40, False))
        assert sorted(map(bool, outcomes)) == [False] * 9 + [True]
        assert ledger() == (40, 0)
        assert ModelSpend.objects.get().turns == 1

    def test_reserving_and_settling_at_once_leaves_nothing_reserved(self) -> None:
        """Lock order is the same everywhere, so nobody waits for ever; what settles gives its room back."""
        turns = [turn() for _ in range(12)]

        def whole_answer(index: int) -> None:
            reserve(turns[index].pk, 10)
            settle(turns[index].pk, "openai", "model-a", 7, False)

        assert all_at_once(12, whole_answer) == [None] * 12
        assert ledger() == (84, 0)
        assert (ModelSpend.objects.get().spent_micros, ModelSpend.objects.get().turns) == (84, 12)

    def test_one_turn_reserves_once_however_often_it_tries(self) -> None:
        """A turn has one reservation."""
        one = turn()
        outcomes = all_at_once(8, lambda index: reserve(one.pk, 10))
        assert [type(outcome) for outcome in outcomes].count(TurnNotOpen) == 7
        assert ledger() == (0, 10)


@pytest.mark.django_db
class TestReserve:
    def test_is_written_on_the_turn_and_in_the_month(self) -> None:
        """Month and turn change together."""
        one = turn()
        reserve(one.pk, 120)
        one.refresh_from_db()
        assert (one.reserved_micros, one.month) == (120, month_of(timezone.now()))
        assert ledger() == (0, 120)

    def test_of_a_closed_turn_leaves_no_trace(self) -> None:
        """A close that overtakes a late reservation wins."""
        one = turn(status=Turn.Status.ABANDONED)
        with pytest.raises(TurnNotOpen):
            reserve(one.pk, 100)
        one.refresh_from_db()
        assert one.month is None
        assert not MonthlySpend.objects.filter(reserved_micros__gt=0).exists()

    def test_of_a_settled_turn_leaves_no_trace(self) -> None:
        """The same where the settlement came before the change of status."""
        one = turn()
        assert settle(one.pk, "openai", "model-a", 0, False) is False
        with pytest.raises(TurnNotOpen):
            reserve(one.pk, 100)

    def test_past_the_cap_leaves_the_turn_as_it_was(self) -> None:
        """Refused means rolled back: the turn holds no reservation and its close books nothing."""
        one = turn()
        with pytest.raises(SpendCapReached):
            reserve(one.pk, 501)
        one.refresh_from_db()
        assert (one.reserved_micros, one.month) == (0, None)

    def test_says_when_the_cap_opens_again(self) -> None:
        """The visitor is told the first day of the next month."""
        with pytest.raises(SpendCapReached) as refused:
            reserve(turn().pk, 501)
        assert refused.value.until == next_month(month_of(timezone.now()))

    def test_may_use_the_last_micro(self) -> None:
        """The cap itself is still allowed."""
        reserve(turn().pk, 500)
        with pytest.raises(SpendCapReached):
            reserve(turn().pk, 1)

    def test_counts_what_was_spent(self) -> None:
        """Spent and reserved share the room."""
        one = turn()
        reserve(one.pk, 300)
        settle(one.pk, "openai", "model-a", 250, False)
        reserve(turn().pk, 250)
        with pytest.raises(SpendCapReached):
            reserve(turn().pk, 1)

    @pytest.mark.parametrize("micros", [0, 1])
    def test_under_a_cap_of_zero_is_always_refused(self, settings: Any, micros: int) -> None:
        """A cap of 0 turns paid answers off, whatever they cost."""
        settings.ASSISTANT_MONTHLY_CAP = Decimal(0)
        with pytest.raises(SpendCapReached):
            reserve(turn().pk, micros)

    def test_without_a_cap_is_never_refused(self, settings: Any) -> None:
        """ "No cap" is said as such, and the ledger is kept all the same."""
        settings.ASSISTANT_MONTHLY_CAP = None
        reserve(turn().pk, 10**12)
        assert ledger() == (0, 10**12)

    def test_never_takes_a_negative_amount(self) -> None:
        """A negative reservation would make room."""
        with pytest.raises(ValueError, match="negative"):
            reserve(turn().pk, -1)


@pytest.mark.django_db
class TestSettle:
    def test_replaces_the_reservation_by_the_cost(self) -> None:
        """What is not used goes back into the room."""
        one = turn()
        reserve(one.pk, 400)
        assert settle(one.pk, "openai", "model-a", 150, True) is True
        one.refresh_from_db()
        assert (one.reserved_micros, one.cost_micros) == (400, 150)
        assert ledger() == (150, 0)
        booked = ModelSpend.objects.get()
        assert (booked.provider, booked.model, booked.spent_micros, booked.estimated_micros, booked.turns) == (
            "openai", "model-a", 150, 150, 1,
        )  # fmt: skip

    def test_books_nothing_for_a_turn_that_reserved_nothing(self) -> None:
        """Free answers and refusals never touch the ledger."""
        assert settle(turn().pk, "extractive", "", 0, False) is False
        assert not MonthlySpend.objects.exists()
        assert not ModelSpend.objects.exists()

    def test_books_the_month_that_reserved(self) -> None:
        """An answer that runs over the end of a month is paid by the month that let it in."""
        one = turn()
        reserve(one.pk, 100)
        earlier = date(2020, 1, 1)
        Turn.objects.filter(pk=one.pk).update(month=earlier)
        MonthlySpend.objects.update(month=earlier)
        settle(one.pk, "openai", "model-a", 60, False)
        assert MonthlySpend.objects.get().spent_micros == 60
        assert ModelSpend.objects.get().month == earlier

    def test_of_an_unknown_cost_books_the_reserved_amount(self) -> None:
        """A killed process leaves no usage: the worst case is booked, as estimated."""
        one = turn(provider="openai", model="model-a")
        reserve(one.pk, 90)
        one.refresh_from_db()
        assert settle_at_reserved(one) is True
        assert ledger() == (90, 0)
        assert ModelSpend.objects.get().estimated_micros == 90

    def test_of_a_deleted_turn_does_nothing(self) -> None:
        """A late exit of a conversation that its visitor deleted."""
        one = turn()
        key = one.pk
        one.delete()
        assert settle(key, "openai", "model-a", 5, False) is False

    def test_that_is_larger_than_the_reservation_is_booked_as_it_is(self) -> None:
        """A provider that bills more than the worst case has to be paid: the ledger is right before it fits the cap."""
        one = turn()
        reserve(one.pk, 400)
        assert settle(one.pk, "openai", "model-a", 700, False) is True
        assert ledger() == (700, 0)
        with pytest.raises(SpendCapReached):
            reserve(turn().pk, 1)


@pytest.mark.django_db
class TestSettleUsage:
    def test_books_what_the_usage_costs(self) -> None:
        """3 and 15 a million: 10 in and 2 out."""
        one = turn()
        reserve(one.pk, 400)
        assert settle_usage(one.pk, PaidProvider(), Usage(10, 2, estimated=True)) == Booked(60, True)
        assert ledger() == (60, 0)

    def test_without_a_price_any_more_books_the_reserved_amount(self, settings: Any) -> None:
        """A price that goes while an answer runs must not keep the room, nor make the answer free."""
        one = turn()
        reserve(one.pk, 400)
        settings.ASSISTANT_PRICES = {}
        assert settle_usage(one.pk, PaidProvider(), Usage(10, 2)) == Booked(400, True)
        assert ledger() == (400, 0)
        assert ModelSpend.objects.get().estimated_micros == 400

    def test_without_a_price_or_a_reservation_books_nothing(self, settings: Any) -> None:
        """The question never reached the provider."""
        settings.ASSISTANT_PRICES = {}
        assert settle_usage(turn().pk, PaidProvider(), Usage()) == Booked(0, False)
        assert not ModelSpend.objects.exists()

    def test_after_somebody_else_settled_says_what_was_booked(self) -> None:
        """A command may have closed it as stale meanwhile: the first settlement counts."""
        one = turn(provider="openai", model="model-a")
        reserve(one.pk, 400)
        one.refresh_from_db()
        settle_at_reserved(one)
        assert settle_usage(one.pk, PaidProvider(), Usage(10, 2)).micros == 400
        assert ledger() == (400, 0)


@pytest.mark.django_db
class TestStanding:
    @pytest.fixture(autouse=True)
    def _provider(self, settings: Any) -> None:
        """At least 16 tokens go in and 100 may come out: 1,548 micros."""
        settings.ASSISTANT_PROVIDER, settings.ASSISTANT_MODEL = "openai", "model-a"
        settings.ASSISTANT_MAX_OUTPUT_TOKENS = 100
        settings.ASSISTANT_MONTHLY_CAP = Decimal("0.1")

    @pytest.mark.parametrize(
        ("spent", "reserved", "state"),
        [
            (0, 0, CapState.ROOM),
            (79_999, 10_000, CapState.ROOM),
            (80_000, 10_000, CapState.NEAR),
            (80_000, 18_452, CapState.NEAR),
            (80_000, 18_453, CapState.REACHED),
            (98_453, 0, CapState.REACHED),
            (200_000, 0, CapState.REACHED),
        ],
    )
    def test_says_what_the_cap_allows(self, spent: int, reserved: int, state: CapState) -> None:
        """Reached is when not even the shortest question has room."""
        month = month_of(timezone.now())
        MonthlySpend.objects.create(month=month, spent_micros=spent, reserved_micros=reserved)
        assert standing().state is state

    @pytest.mark.parametrize(
        ("provider", "cap", "state"),
        [
            ("extractive", Decimal(0), CapState.FREE),
            ("openai", None, CapState.NONE),
            ("openai", Decimal(0), CapState.OFF),
            ("openai", Decimal(1), CapState.ROOM),
        ],
    )
    def test_of_an_empty_month(self, settings: Any, provider: str, cap: Any, state: CapState) -> None:
        """Without a row there is nothing spent."""
        settings.ASSISTANT_PROVIDER, settings.ASSISTANT_MONTHLY_CAP = provider, cap
        assert standing().state is state

    def test_the_cap_of_a_month_is_written_down(self) -> None:
        """So that an earlier month can be read against the cap that it had."""
        reserve(turn().pk, 10)
        assert MonthlySpend.objects.get().cap_micros == 100_000


class TestPrices:
    def test_a_price_per_million_tokens_is_a_micro_per_token(self) -> None:
        """3 and 15 per million: 1,000 in and 100 out cost 4,500 micros."""
        assert cost(PaidProvider(), Usage(1_000, 100)) == 4_500

    def test_a_part_of_a_micro_is_rounded_up(self, settings: Any) -> None:
        """Money errs high, and no float is involved: 0.1 * 3 tokens is 0.3 micros, booked as 1."""
        settings.ASSISTANT_PRICES = {"model-a": [0.1, 0]}
        assert cost(PaidProvider(), Usage(3, 0)) == 1
        assert cost(PaidProvider(), Usage(30, 0)) == 3

    def test_the_worst_case_is_never_below_the_cost(self) -> None:
        """A token is at least a byte, and the output is at most what is allowed."""
        sent = prompt("سلام", "چند متر است؟", max_output_tokens=50)
        most = Usage(len("سلام".encode()) + len("چند متر است؟".encode()), 50)
        assert worst_case(PaidProvider(), sent) >= cost(PaidProvider(), most)

    @pytest.mark.parametrize(
        "prices", [{}, {"model-b": [3, 15]}, {"model-a": ["x", 1]}, {"model-a": [3]}, {"model-a": [-1, 1]}]
    )
    def test_a_paid_model_without_a_readable_price_is_refused(self, settings: Any, prices: dict) -> None:
        """An unknown price is not a price of zero."""
        settings.ASSISTANT_PRICES = prices
        with pytest.raises(PriceMissing):
            worst_case(PaidProvider(), prompt("a"))
        with pytest.raises(PriceMissing):
            cost(PaidProvider(), Usage(1, 1))

    def test_a_free_provider_needs_no_price(self, settings: Any) -> None:
        """Free is free."""
        settings.ASSISTANT_PRICES = {}
        free = PaidProvider(name="extractive", model="", paid=False)
        assert (worst_case(free, prompt("a")), cost(free, Usage(5, 5))) == (0, 0)


class TestMonth:
    def test_begins_in_the_time_zone_of_the_site(self, settings: Any) -> None:
        """The gate and the report use one month: the site's, whatever zone is active for the visitor."""
        settings.TIME_ZONE = "Asia/Tehran"
        timezone.get_default_timezone.cache_clear()
        try:
            with timezone.override("America/New_York"):
                assert month_of(datetime(2026, 11, 30, 20, 29, tzinfo=UTC)) == date(2026, 11, 1)
                assert month_of(datetime(2026, 11, 30, 20, 30, tzinfo=UTC)) == date(2026, 12, 1)
        finally:
            settings.TIME_ZONE = "UTC"
            timezone.get_default_timezone.cache_clear()

    def test_after_december_comes_january(self) -> None:
        """The year turns with it."""
        assert next_month(date(2026, 12, 1)) == date(2027, 1, 1)
        assert next_month(date(2026, 1, 1)) == date(2026, 2, 1)
