"""The monthly cap: reserve the worst case before a paid call, settle the actual cost after it.

Promises
- However many questions come at once, on however many processes, spent plus reserved never passes the cap: the one
  check is the ``WHERE`` of the ``UPDATE`` that reserves.
- A reservation and its turn change in one transaction, and only while the turn is open: a ``close`` that overtakes a
  late ``reserve`` leaves nothing reserved.
- ``settle`` may be called on every exit, any number of times, from any thread: the first call counts.
- The month that reserved is the month that pays.
- Lock order is turn, month, model, everywhere: two of these cannot wait for each other.

Money is integer micros. Free providers never come here. Synchronous: call through ``sync_to_async``.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import ROUND_CEILING, Decimal

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from .conf import Price, conf
from .models import ModelSpend, MonthlySpend, Turn
from .providers.base import Prompt, Provider
from .usage import Usage, prompt_bytes

#: What a provider adds around each message, in tokens; high on purpose.
FRAMING_TOKENS = 16


class SpendCapReached(Exception):
    """The month has no room for this answer's worst case. ``until`` is the day on which the next month begins."""

    def __init__(self, until: date) -> None:
        super().__init__(f"The monthly cap is reached until {until}.")
        self.until = until


class PriceMissing(Exception):
    """A paid model has no price in ``ASSISTANT_PRICES``: nothing may be asked of it."""


class TurnNotOpen(Exception):
    """The turn was closed, or has reserved already, before this reservation; nothing was reserved."""


def month_of(moment: datetime) -> date:
    """The first day of the month that pays for ``moment``, in the site's time zone whatever the visitor's is."""
    return timezone.localtime(moment, timezone.get_default_timezone()).date().replace(day=1)


def next_month(month: date) -> date:
    """The first day of the month after."""
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def worst_case(provider: Provider, prompt: Prompt) -> int:
    """Micros that this prompt can cost at most. Raises ``PriceMissing`` for a paid model without a price."""
    if not provider.paid:
        return 0
    sent = prompt_bytes(prompt) + FRAMING_TOKENS * (len(prompt.messages) + 1)
    return _micros(_price(provider), sent, prompt.max_output_tokens)


def cost(provider: Provider, usage: Usage) -> int:
    """Micros that this usage costs. Raises ``PriceMissing`` for a paid model without a price."""
    if not provider.paid:
        return 0
    return _micros(_price(provider), usage.input_tokens, usage.output_tokens)


def reserve(turn_pk: int, micros: int) -> None:
    """Set ``micros`` aside for an open turn, or raise and leave everything as it was.

    ``SpendCapReached`` when the month has no room (always, when the cap is 0); ``TurnNotOpen`` when it came too late.
    """
    if micros < 0:
        raise ValueError("a reservation is not negative")
    month = month_of(timezone.now())
    with transaction.atomic():
        open_turn = Turn.objects.filter(
            pk=turn_pk, status=Turn.Status.OPEN, month__isnull=True, settled_at__isnull=True
        )
        if not open_turn.update(reserved_micros=micros, month=month):
            raise TurnNotOpen
        MonthlySpend.objects.bulk_create([MonthlySpend(month=month)], ignore_conflicts=True)
        if not _with_room(month, micros).update(reserved_micros=F("reserved_micros") + micros):
            raise SpendCapReached(next_month(month))


def settle(turn_pk: int, provider_name: str, model: str, micros: int, estimated: bool) -> bool:
    """Replace the turn's reservation by what it cost; says whether this call did it.

    Without a reservation nothing is booked, and none can be made any more.
    """
    with transaction.atomic():
        unsettled = Turn.objects.filter(pk=turn_pk, settled_at__isnull=True)
        if not unsettled.update(settled_at=timezone.now()):
            return False
        month, reserved = Turn.objects.values_list("month", "reserved_micros").get(pk=turn_pk)
        if month is None:
            return False
        Turn.objects.filter(pk=turn_pk).update(cost_micros=micros)
        MonthlySpend.objects.filter(month=month).update(
            reserved_micros=F("reserved_micros") - reserved, spent_micros=F("spent_micros") + micros
        )
        _book(month, provider_name, model, micros, estimated)
    return True


def settle_at_reserved(turn: Turn) -> bool:
    """Settle a turn of which nobody knows what it cost, at the reserved amount; says whether this call did it."""
    return settle(turn.pk, turn.provider, turn.model, turn.reserved_micros, estimated=True)


def _with_room(month: date, micros: int) -> QuerySet[MonthlySpend]:
    cap = conf.monthly_cap
    rows = MonthlySpend.objects.filter(month=month)
    if cap is None:
        return rows
    if cap == 0:
        return rows.none()
    return rows.filter(spent_micros__lte=cap - micros - F("reserved_micros"))


def _book(month: date, provider_name: str, model: str, micros: int, estimated: bool) -> None:
    key = {"month": month, "provider": provider_name, "model": model}
    ModelSpend.objects.bulk_create([ModelSpend(**key)], ignore_conflicts=True)
    ModelSpend.objects.filter(**key).update(
        spent_micros=F("spent_micros") + micros,
        estimated_micros=F("estimated_micros") + (micros if estimated else 0),
        turns=F("turns") + 1,
    )


def _price(provider: Provider) -> Price:
    price = conf.prices.get(provider.model)
    if price is None:
        raise PriceMissing(f"{provider.name}: the model has no price")
    return price


def _micros(price: Price, input_tokens: int, output_tokens: int) -> int:
    exact = price.input * input_tokens + price.output * output_tokens
    return int(Decimal(exact).to_integral_value(ROUND_CEILING))
