"""Two figures of one measurement: ``10 kg (22 lb)``. What vouches for one vouches for what it comes to in the other.

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


def converted(quantity: Quantity, twin: Quantity, text: str) -> bool:
    """Whether ``quantity`` is what ``twin`` comes to in another unit, the later of the two in brackets right behind."""
    first, second = (quantity, twin) if quantity.start < twin.start else (twin, quantity)
    if first.kind is not Kind.NUMBER or second.kind is not Kind.NUMBER or not second.measure:
        return False
    gap = _GAP.fullmatch(text, first.end, second.start)
    if gap is None or text[second.end : second.end + 1] not in (")", "]", ";", ","):
        return False
    # "in" is a word of many sentences; only here is it read as inches.
    inches = "in" if gap[1] else ""
    unit, other = quantity.measure or inches, twin.measure or inches
    if unit == other or not quantity.readings or not twin.readings:
        return False
    exact, written = _in_unit(twin.readings[0], other, unit), quantity.readings[0]
    return exact is not None and _rounds_to(exact, written)


def _in_unit(reading: str, unit: str, wanted: str) -> Decimal | None:
    """The figure in the unit that is wanted; nothing where the two measure different things."""
    figure, one, other = size(reading), _UNITS.get(unit), _UNITS.get(wanted)
    if figure is None or one is None or other is None or one[0] != other[0]:
        return None
    if unit == "degc":
        return figure * 9 / 5 + 32
    if unit == "degf":
        return (figure - 32) * 5 / 9
    return figure * one[1] / other[1]


def _rounds_to(exact: Decimal, written: str) -> bool:
    figure = size(written)
    return figure is not None and abs(exact - figure) <= min(last_unit(written) / 2, abs(figure) * _SHARE)
