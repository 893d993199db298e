"""Two figures of one measurement: ``10 kg (23 lb)``. Where the arithmetic agrees, what vouches for one does for both.

Only a figure in brackets right behind the other is one; elsewhere two known units never match (spec 1, §9 Values).
"""

from __future__ import annotations

import re
from decimal import Decimal

from .decimals import last_unit, size
from .quantity import Kind, Quantity

#: Each unit in the one of its dimension.
_UNITS: dict[str, tuple[str, Decimal]] = {
    unit: (dimension, Decimal(factor))
    for dimension, units in {
        "length": "mm=0.001 cm=0.01 m=1 km=1000 in=0.0254 ft=0.3048 yd=0.9144 mi=1609.344",
        "mass": "g=0.001 kg=1 t=1000 lb=0.45359237 oz=0.028349523125",
        "area": "m2=1 km2=1000000 ha=10000 acre=4046.8564224 ft2=0.09290304 mi2=2589988.110336",
        "volume": "ml=0.001 l=1 m3=1000 gal=3.785411784",
        "speed": "kmh=1 mph=1.609344 mps=3.6 kn=1.852",
        "temperature": "degc=1 degf=1",
    }.items()
    for entry in units.split()
    for unit, _, factor in (entry.partition("="),)
}
_GAP = re.compile(r"\s?(in\.?)?\s?[(\[]\s?(?:about |approx\.? |approximately |~|≈)?")
_SHARE = Decimal("0.05")


def converted(first: Quantity, second: Quantity, text: str) -> bool:
    """Whether ``second``, in brackets right behind ``first``, says the same in another unit."""
    if first.kind is not Kind.NUMBER or second.kind is not Kind.NUMBER or not second.measure:
        return False
    gap = _GAP.fullmatch(text, first.end, second.start)
    if gap is None or text[second.end : second.end + 1] not in (")", "]", ";", ","):
        return False
    # "in" is a word of many sentences; only here is it read as inches.
    one, other = _UNITS.get(first.measure or ("in" if gap[1] else "")), _UNITS.get(second.measure)
    if one is None or other is None or one[0] != other[0] or first.measure == second.measure:
        return False
    pairs = [(left, right) for left in first.readings[:1] for right in second.readings[:1]]
    return any(_agree(left, first.measure, right, second.measure, one[1] / other[1]) for left, right in pairs)


def _agree(left: str, unit: str, right: str, other_unit: str, factor: Decimal) -> bool:
    """Whether one figure, in the unit of the other, rounds to it, in either direction."""
    one, other = size(left), size(right)
    if one is None or other is None:
        return False
    if unit == "degc":
        there, back = one * 9 / 5 + 32, (other - 32) * 5 / 9
    elif unit == "degf":
        there, back = (one - 32) * 5 / 9, other * 9 / 5 + 32
    else:
        there, back = one * factor, other / factor
    return _rounds_to(there, other, right) or _rounds_to(back, one, left)


def _rounds_to(exact: Decimal, figure: Decimal, written: str) -> bool:
    return abs(exact - figure) <= min(last_unit(written) / 2, abs(figure) * _SHARE)
