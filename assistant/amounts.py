"""Money as people read it."""

from __future__ import annotations

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import get_language_bidi

from .conf import MICROS, conf


def amount(micros: int) -> str:
    """Micros in the currency of the prices: two places, four for less than one; then the currency, where one is set."""
    value = Decimal(micros) / MICROS
    places = 4 if 0 < abs(value) < 1 else 2
    # Rounded here, since Django's own formatting cuts off.
    number = number_format(round(value, places), decimal_pos=places, force_grouping=True)
    if not conf.currency:
        return number
    shown = f"{number}\N{NO-BREAK SPACE}{conf.currency}"
    # From right to left the currency would stand before its number.
    return f"\N{LEFT-TO-RIGHT ISOLATE}{shown}\N{POP DIRECTIONAL ISOLATE}" if get_language_bidi() else shown
