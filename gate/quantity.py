"""What a quantity is, and how words that follow a figure are looked up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple, TypeVar

from .vocabulary import PHRASE_LIMIT, WORD

T = TypeVar("T")

#: The measure of what is counted one by one, where a language says so with a word of its own (Chinese 个, 名).
COUNT = "ct"


class Kind(Enum):
    """What a quantity is."""

    NUMBER = "number"
    DATE = "date"
    TIME = "time"
    DECADE = "decade"
    PAIR = "pair"
    SHARE = "share"
    CODE = "code"


class Quantity(NamedTuple):
    """One reading at ``start:end`` of a ``Figures`` text.

    ``readings`` are canonical decimals (``-5``, ``1200``, ``2.5``), the likeliest first; two for a pair. ``measure`` is
    ``%``, ``$`` and a currency, a unit, or empty. ``in_words``: the figures stand for a word.
    """

    kind: Kind
    start: int
    end: int
    readings: tuple[str, ...] = ()
    measure: str = ""
    in_words: bool = False
    ordinal: bool = False
    #: The zeros that a scale word or sign added.
    zeros: int = 0
    #: Another measure that the same letters may mean, with its reading (``4.2m``: metres).
    glued: tuple[str, str] | None = None
    code: str = ""
    year: str = ""
    month: int = 0
    days: tuple[int, ...] = ()
    separator: str = ""
    other_end: tuple[str, ...] = ()
    century: bool = False
    #: The other readings of an ambiguous numeric date, as (month, day).
    swapped: bool = False
    #: A number of plain digits, with nothing beside it that could belong to it.
    is_bare: bool = False


_LETTER = r"(?:[^\W\d_\u3040-\u9fff]|[\u0900-\u0963\u0971-\u0dff])"
_LATIN = re.compile(rf"{_LETTER}+")
_NO_GAP = re.compile(r"\s?")
# No entry of any table is longer.
_PHRASE_LENGTH = 40
_SIGNS = "°%‰€$£¥₹₽₩₺"
_PHRASE = re.compile(rf"(?:{_LETTER}|[\^\d/.'$-])+(?:\s(?:{_LETTER}|[./'-])+){{0,{PHRASE_LIMIT - 1}}}")


def phrase_after(
    text: str, at: int, table: Mapping[str, T], triggers: frozenset[str], gap: re.Pattern[str] = _NO_GAP
) -> tuple[T, int] | None:
    """The longest entry of ``table`` that follows ``at``, and where it ends. ``triggers``: its entries' first words."""
    leading = gap.match(text, at)
    start = leading.end() if leading else at
    first = text[start : start + 1]
    if not first:
        return None
    if first in _SIGNS or "\u3400" <= first <= "\u9fff":
        for length in range(min(6, len(text) - start), 0, -1):
            if (entry := text[start : start + length]) in table:
                return table[entry], start + length
        return None
    word = WORD.match(text, start)
    if word is None or word[0] not in triggers:
        if word is not None and word[0].isascii():
            return None
        # A unit with Chinese right after it (16GB内存).
        latin = _LATIN.match(text, start)
        if latin is None or latin[0] not in triggers:
            return None
    match = _PHRASE.match(text, start, start + _PHRASE_LENGTH)
    phrase = match[0] if match else ""
    while phrase:
        if phrase in table:
            return table[phrase], start + len(phrase)
        bare = phrase.rstrip(".,-/'^")
        cut_at = max(phrase.rfind(" "), phrase.rfind("-"), phrase.rfind("/"), phrase.rfind("'"), phrase.rfind("."))
        phrase = bare if bare != phrase else phrase[: max(cut_at, 0)]
    return None
