"""Monthly spend: read-only, for the cap and by model."""

from __future__ import annotations

from decimal import Decimal

from django.contrib import admin
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..conf import MICROS, conf
from ..models import ModelSpend, MonthlySpend
from ..spend import month_of
from .readonly import ReadOnlyAdmin


def amount(micros: int) -> str:
    """Micros in the currency of the prices: two places, four for less than one."""
    value = Decimal(micros) / MICROS
    places = 4 if 0 < abs(value) < 1 else 2
    # Rounded here, since Django's own formatting cuts off.
    return number_format(round(value, places), decimal_pos=places, force_grouping=True)


@admin.register(MonthlySpend)
class MonthlySpendAdmin(ReadOnlyAdmin):
    """The cap's ledger, a month a row."""

    list_display = ("month_shown", "spent", "reserved", "cap")
    ordering = ("-month",)
    fields = ("month_shown", "spent", "reserved", "cap")

    @admin.display(description=_("month"), ordering="month")
    def month_shown(self, row: MonthlySpend) -> str:
        """Year and month."""
        return f"{row.month:%Y-%m}"

    @admin.display(description=_("spent"), ordering="spent_micros")
    def spent(self, row: MonthlySpend) -> str:
        """What was billed."""
        return amount(row.spent_micros)

    @admin.display(description=_("reserved"), ordering="reserved_micros")
    def reserved(self, row: MonthlySpend) -> str:
        """What open answers may still cost."""
        return amount(row.reserved_micros)

    @admin.display(description=_("cap"))
    def cap(self, row: MonthlySpend) -> str:
        """The cap of this month; earlier months had caps that nobody wrote down."""
        if row.month != month_of(timezone.now()):
            return "–"
        return gettext("no cap") if conf.monthly_cap is None else amount(conf.monthly_cap)


@admin.register(ModelSpend)
class ModelSpendAdmin(ReadOnlyAdmin):
    """The same by provider and model, with the part that is estimated."""

    list_display = ("month_shown", "provider", "model", "turns", "spent", "estimated")
    list_filter = ("provider",)
    ordering = ("-month", "provider", "model")
    fields = ("month_shown", "provider", "model", "turns", "spent", "estimated")

    @admin.display(description=_("month"), ordering="month")
    def month_shown(self, row: ModelSpend) -> str:
        """Year and month."""
        return f"{row.month:%Y-%m}"

    @admin.display(description=_("spent"), ordering="spent_micros")
    def spent(self, row: ModelSpend) -> str:
        """What was billed."""
        return amount(row.spent_micros)

    @admin.display(description=_("of it estimated"), ordering="estimated_micros")
    def estimated(self, row: ModelSpend) -> str:
        """What no provider reported, filled in high."""
        return amount(row.estimated_micros)
