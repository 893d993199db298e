"""What a language can set. One module a language; each part has a home of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Abbreviation(Enum):
    """What the full stop of a listed abbreviation says of the sentence."""

    #: Never ends one: a title before a name, a connecting abbreviation (``Mr.``, ``e.g.``, ``z. B.``).
    NEVER = "never"
    #: Ends none before a number (``No. 5``, ``Fig. 3``); elsewhere it is a word like any other.
    BEFORE_NUMBER = "before number"
    #: Ends one only before a word that starts sentences (``U.S. Later``, not ``U.S. Senate``).
    MAY_END = "may end"
    #: Ends one before any capital or digit (``etc. The``), so not in the middle of a clause.
    ENDS = "ends"


def abbreviations(**by_class: str) -> Mapping[str, Abbreviation]:
    """The table of a language's abbreviations, from one string of them for each class.

    Written without the last full stop, and without spaces inside (``z.B`` stands for ``z. B.`` as well). An entry in
    lower case stands for every case, one with a capital only for itself (``Sat`` is no ``sat``).
    """
    return {word: Abbreviation[name.upper()] for name, words in by_class.items() for word in words.split()}


@dataclass(frozen=True)
class Splitting:
    """Where sentences end (spec 1, S4–S6, S11)."""

    #: Abbreviations, as ``abbreviations`` builds them.
    abbreviations: Mapping[str, Abbreviation] = field(default_factory=dict)
    #: Abbreviations that end a sentence before any capital when a number stands before them (``1990 г.``).
    after_number: frozenset[str] = frozenset()
    #: Words that start a sentence, folded to lower case: after an initial or ``U.S.`` they show that a new one begins.
    starters: frozenset[str] = frozenset()
    #: Whether a number with a full stop is an ordinal (``19. Jahrhundert``).
    ordinals: bool = False
    #: Whether quotations close with “ and « (``„…?“``, ``»…?«``).
    closes_inward: bool = False


@dataclass(frozen=True)
class Voice:
    """First-person words, and the homographs that are none (spec 1, §5).

    ``words`` are matched whole, without regard to case: ``_`` is a space, a zero-width non-joiner may be left out,
    and what follows a final apostrophe is free (French ``j'``).
    ``characters`` stop wherever they stand (Chinese). ``everywhere``: the list applies to answers in any language;
    ``unread_in`` names, per answer language, the words of it that spell something else there. ``set_aside`` are
    regular expressions over the lower-cased sentence: a listed word inside a match is none.
    """

    words: tuple[str, ...] = ()
    characters: str = ""
    everywhere: bool = False
    unread_in: Mapping[str, frozenset[str]] = field(default_factory=dict)
    set_aside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Numbers:
    """Number words, scales, ordinals, months, percent and minus words, grouping (spec 1, §4 and §9 Values)."""


@dataclass(frozen=True)
class Language:
    """One language: its code as Django writes it (``zh-hans``), and what each step needs to know of it."""

    code: str
    splitting: Splitting = field(default_factory=Splitting)
    voice: Voice = field(default_factory=Voice)
    numbers: Numbers = field(default_factory=Numbers)
