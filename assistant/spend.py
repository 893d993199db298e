"""The monthly cap: reserve the worst case before a paid call, settle the actual cost after it.

Promises
- However many questions come at once, on however many processes, spent plus reserved never passes the cap: the one
  check is the ``WHERE`` of the ``UPDATE`` that reserves.
- A reservation and its turn change in one transaction, and only while the turn is open: a ``close`` that overtakes a
  late ``reserve`` leaves nothing reserved.
- ``settle`` may be called on every exit, any number of times, from any thread: the first call counts.
- The month that reserved is the month that pays.
- Lock order is turn, month, model, everywhere: two of these cannot wait for each other.
- What was billed is booked, also where it is more than was reserved: the ledger is right before it is under the cap.

Money is integer micros. Free providers never come here. Synchronous: call through ``sync_to_async``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import ROUND_CEILING, Decimal
from enum import Enum

from django.db import transaction
from django.db.models import F, QuerySet, Sum
from django.utils import timezone

from .conf import CACHE_WRITE_FACTORS, PAID_PROVIDERS, Price, conf
from .models import ModelSpend, MonthlySpend, Turn
from .providers.base import Prompt, Provider
from .usage import Usage, prompt_bytes

#: What a provider adds around each message, in tokens; high on purpose.
FRAMING_TOKENS = 16
#: From here on the month is near its cap: percent of the cap that are spent.
NEAR_PERCENT = 80


class CapState(Enum):
    """Where the cap stands, for machines and people."""

    #: The provider costs nothing.
    FREE = "free"
    #: There is no cap.
    NONE = "none"
    #: The cap is 0: no paid answers.
    OFF = "off"
    ROOM = "room"
    #: ``NEAR_PERCENT`` are spent.
    NEAR = "near"
    #: What is neither spent nor reserved pays for no answer any more, however short its question.
    REACHED = "reached"


@dataclass(frozen=True)
class Standing:
    """A month's ledger in micros, beside the cap that holds now (``None``: no cap)."""

    month: date
    spent: int
    reserved: int
    cap: int | None

    @property
    def state(self) -> CapState:
        """What the cap allows at this moment."""
        if conf.provider not in PAID_PROVIDERS:
            return CapState.FREE
        if self.cap is None:
            return CapState.NONE
        if self.cap == 0:
            return CapState.OFF
        if self.cap - self.spent - self.reserved < least_case():
            return CapState.REACHED
        return CapState.NEAR if self.is_near else CapState.ROOM

    @property
    def is_near(self) -> bool:
        """``NEAR_PERCENT`` of the cap are spent. What is only reserved mostly comes back, so it does not count."""
        return bool(self.cap) and self.spent * 100 >= (self.cap or 0) * NEAR_PERCENT

    def will_pay(self, micros: int) -> bool:
        """Whether there is room for so much once all that is reserved has come back."""
        return self.cap is None or self.cap - self.spent >= micros


class SpendCapReached(Exception):
    """The month has no room for this answer's worst case, ``wanted`` micros, before the next one begins ``until``."""

    def __init__(self, until: date, wanted: int = 0) -> None:
        super().__init__(f"The monthly cap is reached until {until}.")
        self.until = until
        self.wanted = wanted


class PriceMissing(Exception):
    """A paid model has no price in ``ASSISTANT_PRICES``: nothing may be asked of it."""


class TurnNotOpen(Exception):
    """The turn was closed, or has reserved already, before this reservation; nothing was reserved."""


@dataclass(frozen=True)
class Booked:
    """What the ledger holds of one turn."""

    micros: int = 0
    estimated: bool = False


def month_of(moment: datetime) -> date:
    """The first day of the month that pays for ``moment``, in the site's time zone whatever the visitor's is."""
    return timezone.localtime(moment, timezone.get_default_timezone()).date().replace(day=1)


def next_month(month: date) -> date:
    """The first day of the month after."""
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def standing() -> Standing:
    """The ledger of this month."""
    month = month_of(timezone.now())
    row = MonthlySpend.objects.filter(month=month).first() or MonthlySpend(month=month)
    return Standing(month, row.spent_micros, row.reserved_micros, conf.monthly_cap)


def estimated_in(month: date) -> int:
    """Micros of what this month has spent that no provider reported, filled in high."""
    return ModelSpend.objects.filter(month=month).aggregate(sum=Sum("estimated_micros"))["sum"] or 0


def worst_case(provider: Provider, prompt: Prompt) -> int:
    """Micros that this prompt can cost at most. Raises ``PriceMissing`` for a paid model without a price.

    No vendor's prompt cache is counted on: all of the prompt may be new to it, and be written to it.
    """
    if not provider.paid:
        return 0
    price = _price(provider)
    sent = prompt_bytes(prompt) + FRAMING_TOKENS * (len(prompt.messages) + 1)
    dearest = max(price.input * _cache_write_factor(provider), price.cached or 0)
    return _micros(dearest * sent + price.output * prompt.max_output_tokens)


def least_case() -> int:
    """What the shortest question reserves; at least a micro, so that a full month is full whatever the price."""
    price = conf.prices.get(conf.model)
    return max(1, _micros(price.input * FRAMING_TOKENS + price.output * conf.max_output_tokens)) if price else 1


def cost(provider: Provider, usage: Usage) -> int:
    """Micros that this usage costs. Raises ``PriceMissing`` for a paid model without a price."""
    if not provider.paid:
        return 0
    price = _price(provider)
    cached = min(usage.cached_tokens, usage.input_tokens)
    written = min(usage.cache_written_tokens, usage.input_tokens - cached)
    exact = price.input * (usage.input_tokens - cached - written) + price.output * usage.output_tokens
    exact += (price.input if price.cached is None else price.cached) * cached
    return _micros(exact + price.input * _cache_write_factor(provider) * written)


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
        reserved = {"reserved_micros": F("reserved_micros") + micros, "cap_micros": conf.monthly_cap}
        if not _with_room(month, micros).update(**reserved):
            raise SpendCapReached(next_month(month), micros)


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


def settle_usage(turn_pk: int, provider: Provider, usage: Usage) -> Booked:
    """Settle what ``usage`` costs; what is booked for the turn, whoever booked it.

    Where the price has gone since the reservation, the reserved amount is booked, as estimated: a settlement that
    failed would keep the room until somebody closes stale turns.
    """
    try:
        booked = Booked(cost(provider, usage), usage.estimated)
    except PriceMissing:
        booked = Booked(_reserved(turn_pk), True)
    if settle(turn_pk, provider.name, provider.model, booked.micros, booked.estimated):
        return booked
    row = Turn.objects.filter(pk=turn_pk).values_list("cost_micros", flat=True).first()
    return Booked(row or 0, usage.estimated)


def settle_at_reserved(turn: Turn) -> bool:
    """Settle a turn of which nobody knows what it cost, at the reserved amount; says whether this call did it."""
    return settle(turn.pk, turn.provider, turn.model, turn.reserved_micros, estimated=True)


def _reserved(turn_pk: int) -> int:
    return Turn.objects.filter(pk=turn_pk).values_list("reserved_micros", flat=True).first() or 0


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


def _cache_write_factor(provider: Provider) -> Decimal:
    return CACHE_WRITE_FACTORS.get(provider.name, Decimal(1))


def _micros(exact: Decimal) -> int:
    return int(exact.to_integral_value(ROUND_CEILING))
