"""Numbers and times as they are spoken: half past nine, two and a half, nineteen ninety-five.

Phrases of a language, not of its tables of number words; ``number_words`` puts figures in their place.
"""

from __future__ import annotations

import re

from .vocabulary import Vocabulary


def spoken(folded: str, vocabulary: Vocabulary) -> list[tuple[int, int, str]]:
    """The phrases of ``folded``, each with its place and the figures that say the same (``9:30``, ``2.5``)."""
    if vocabulary.spoken is None:
        return []
    found = []
    for match in vocabulary.spoken.finditer(folded):
        group = match.lastgroup or ""
        result = vocabulary.spoken_results[int(group[1:])]
        if "#" in result:
            number = _number(match[group], vocabulary)
            if number is None:
                continue
            if result.startswith("<"):
                # A quarter to one is of the hour before.
                result, number = result[1:], number - 1 or 12
            result = result.replace("#", str(number))
        found.append((match.start(), match.end(), result))
    return found


def _number(written: str, vocabulary: Vocabulary) -> int | None:
    return int(written) if written.isdecimal() else vocabulary.cardinals.get(written)


def with_years(found: list[tuple[int, int, str]], folded: str) -> list[tuple[int, int, str]]:
    """``found`` with a year that is spoken in two halves as one: nineteen, ninety-five."""
    merged: list[tuple[int, int, str]] = []
    for start, end, digits in found:
        if merged and digits.isdecimal() and len(digits) == 2:
            first, stop, century = merged[-1]
            if re.fullmatch("1[1-9]|20", century) and folded[stop:start] in (" ", "-"):
                merged[-1] = (first, end, century + digits)
                continue
        merged.append((start, end, digits))
    return merged
