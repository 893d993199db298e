"""Decimals as canonical strings: ``20.00`` is ``20``, ``1,200`` is ``1200``; exact at any length, no floats.

A value's string is compared for equality; only rounding and bounds compare sizes.
"""

from __future__ import annotations

import re
from decimal import Decimal

_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}")
# Beyond this many digits a figure has no size worth comparing.
_SIZE_LIMIT = 24


def canonical(digits: str) -> str:
    """ASCII digits with at most one full stop, without the zeros that say nothing."""
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    whole, dot, rest = digits.partition(".")
    return (whole.lstrip("0") or "0") + dot + rest


def readings(written: str, *, dot_groups: bool, comma_decimal: bool, of_source: bool) -> tuple[str, ...]:
    """What a figure may mean, in canonical form, the likeliest first.

    ``dot_groups``: ``1.200`` is 1200 in the language of the text; of a source both readings count. ``comma_decimal``:
    ``1,200`` may be 1.2. Nothing at all for a figure such as ``1.2.3``, which is no number.
    """
    written = written.replace("'", "").replace(" ", "")
    commas, dots = written.count(","), written.count(".")
    if not commas and not dots:
        return (canonical(written),)
    if commas and dots:
        return _mixed(written)
    if commas:
        if _GROUPED.fullmatch(written) and not written.startswith("0"):
            grouped = canonical(written.replace(",", ""))
            decimal = (canonical(written.replace(",", ".")),) if comma_decimal and commas == 1 else ()
            return (grouped, *decimal)
        if _INDIAN.fullmatch(written):
            return (canonical(written.replace(",", "")),)
        return (canonical(written.replace(",", ".")),) if commas == 1 else ()
    grouped_by_dots = _GROUPED.fullmatch(written.replace(".", ",")) is not None and not written.startswith("0")
    whole = (canonical(written.replace(".", "")),) if grouped_by_dots and (dot_groups or of_source or dots > 1) else ()
    decimal = (canonical(written),) if dots == 1 and not (whole and dot_groups and not of_source) else ()
    return whole + decimal if dot_groups else decimal + whole


def _mixed(written: str) -> tuple[str, ...]:
    """``1,234.56`` or ``1.234,56``: the last separator is the decimal one."""
    decimal = max(",", ".", key=written.rfind)
    group = "," if decimal == "." else "."
    whole, _, rest = written.rpartition(decimal)
    grouped = whole.replace(group, ",")
    if decimal in whole or not (_GROUPED.fullmatch(grouped) or _INDIAN.fullmatch(grouped)):
        return ()
    return (canonical(f"{whole.replace(group, '')}.{rest}"),)


def shifted(reading: str, zeros: int) -> str:
    """``reading`` times ten to the ``zeros``."""
    sign, digits = ("-", reading[1:]) if reading.startswith("-") else ("", reading)
    whole, _, rest = digits.partition(".")
    rest = rest.ljust(zeros, "0")
    return sign + canonical(f"{whole}{rest[:zeros]}.{rest[zeros:]}" if rest[zeros:] else f"{whole}{rest[:zeros]}")


def percentages(upper: str, lower: str) -> tuple[str, ...]:
    """The percentages that are written for a fraction: 66.67, 66.7, 67 and 66 for two thirds."""
    whole, rest = divmod(int(upper) * 10**6, int(lower)) if int(lower) else (0, 0)
    share = Decimal(whole).scaleb(-4)
    if not rest and whole % 10**4 == 0:
        return (canonical(f"{share:f}"),)
    rounded = [f"{share.quantize(Decimal(1).scaleb(-places)):f}" for places in (2, 1, 0)]
    return tuple(dict.fromkeys(map(canonical, (*rounded, f"{int(share)}"))))


def size(reading: str) -> Decimal | None:
    """The number, for comparing; nothing for one that is too long to be a quantity."""
    return Decimal(reading) if len(reading) <= _SIZE_LIMIT else None


def last_unit(reading: str) -> Decimal:
    """One unit of the last digit that is not zero: 100 for ``1200``, 0.1 for ``2.5``."""
    digits = reading.lstrip("-")
    if "." in digits:
        return Decimal(1).scaleb(-len(digits.partition(".")[2]))
    return Decimal(1).scaleb(len(digits) - len(digits.rstrip("0")) if digits.strip("0") else 0)
