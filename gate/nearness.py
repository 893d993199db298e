"""Sizes that would do as well: the sentence says "about", or "more than" and the like (spec 1, §9 Values, Bounds)."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from .decimals import last_unit, size
from .quantity import COUNT, Quantity
from .rules import GateRules
from .vocabulary import Vocabulary

# So far from "around 1990", at most, is a year: five in a hundred would be a century.
_YEARS = Decimal(5)


class Range(NamedTuple):
    """Sizes from ``low`` to ``high`` under keys that begin with ``prefix``; ``needs`` must be a key of the source too.

    Only what measures the same is near: no year, price or length is "about 2,000" visitors.
    """

    prefix: str
    low: Decimal
    high: Decimal
    needs: str = ""


def ranges(quantity: Quantity, text: str, vocabulary: Vocabulary, rules: GateRules) -> tuple[Range, ...]:
    """What "about" or a bound beside the value allows; nothing where the sentence says neither."""
    low_start = max(0, quantity.start - 40)
    before, after = text[low_start : quantity.start], text[quantity.end : quantity.end + 30]
    about = rules.rounding and (says(vocabulary.about, before) or _follows(vocabulary.about_after, after))
    more, less = _bounds(vocabulary, before) if rules.bounds else (False, False)
    more = more or (rules.bounds and (_follows(vocabulary.more_after, after) or _exceeds(quantity, text)))
    if not (about or more or less):
        return ()
    prefixes = _prefixes(quantity, text)
    found: list[Range] = []
    for reading in quantity.readings:
        value = size(reading)
        if value is None or not value:
            continue
        unit = last_unit(reading)
        limits = []
        reach = min(unit / 2, abs(value) / 20)
        if about:
            limits.append((value - reach, value + reach))
        # Less than one unit, and at most a quarter; the smallest step below a unit that a source could write.
        reach = min(unit - unit / 10**6, abs(value) / 4)
        if more:
            limits.append((value, value + reach))
        if less:
            limits.append((value - reach, value))
        found += [Range(prefix, low, high, needs) for prefix, needs in prefixes for low, high in limits]
        if about and _may_be_year(quantity, text):
            reach = min(unit / 2, _YEARS)
            found.append(Range("y:", value - reach, value + reach))
    return tuple(found)


def equal_units(unit: str) -> tuple[str, ...]:
    """The units that may be meant: degrees without a scale are of either."""
    return (unit, "deg") if unit in ("degc", "degf") else (unit, "degc", "degf") if unit == "deg" else (unit,)


def says(pattern: re.Pattern[str] | None, before: str) -> bool:
    """Whether ``before`` ends in one of the words of ``pattern``."""
    return pattern is not None and pattern.search(before) is not None


def _prefixes(quantity: Quantity, text: str) -> list[tuple[str, str]]:
    """The keys among which to look, each with the key that the source must hold as well."""
    measure = quantity.measure
    if measure == "%":
        return [("p:", "")]
    if measure.startswith("$"):
        codes = measure[1:].split("/")
        return [(f"c:{code}:", "") for code in codes] + [("b:", f"cur:{code}") for code in codes]
    units = [COUNT] if not measure else equal_units(measure)
    found = [(f"u:{unit}:", "") for unit in units] + [("b:", "")]
    if quantity.zeros and not measure:
        # Of money too: who says "300 million" may have left its currency out.
        found.append(("c:", ""))
    return found


def _may_be_year(quantity: Quantity, text: str) -> bool:
    """Whether the value is four digits that no noun follows ("around 1990", not "about 2000 people")."""
    written = text[quantity.start : quantity.end]
    if quantity.measure or not (len(written) == 4 and written.isdigit() and "1000" <= written <= "2199"):
        return False
    follows = text[quantity.end : quantity.end + 2].lstrip()[:1]
    return not follows.isalpha() or not written.endswith("00") or follows == "年"


def _bounds(vocabulary: Vocabulary, before: str) -> tuple[bool, bool]:
    """Whether ``before`` ends in "more than", and in "less than", or the like.

    One phrase may hold another (no fewer than, 不超过): the longer one is meant.
    """
    more = vocabulary.more.search(before) if vocabulary.more is not None else None
    less = vocabulary.less.search(before) if vocabulary.less is not None else None
    if more is not None and less is not None and more.start() != less.start():
        return more.start() < less.start(), less.start() < more.start()
    return more is not None, less is not None


def _exceeds(quantity: Quantity, text: str) -> bool:
    """Whether a sign for "and more" stands inside the figure (500余万)."""
    return any(sign in text[quantity.start : quantity.end] for sign in "多余餘")


def _follows(pattern: re.Pattern[str] | None, after: str) -> bool:
    return pattern is not None and pattern.match(after) is not None
