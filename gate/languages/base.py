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

    The lists are sorted into classes by hand. German, English, French, Spanish, Portuguese and Russian were completed
    from the sentence-break suppressions of Unicode CLDR 46.1 (Unicode-3.0 licence), without those of its entries that
    are words which end sentences in real text (``up``, ``go``, ``sens``, ``mar``, ``Schweiz``); CLDR has none for the
    other four. Nothing was taken from a list under any other licence.
    """
    return {word: Abbreviation[name.upper()] for name, words in by_class.items() for word in words.split()}


def words(listed: str) -> frozenset[str]:
    """The words of a list written as prose."""
    return frozenset(listed.split())


@dataclass(frozen=True)
class Splitting:
    """Where sentences end (spec 1, S4–S6, S11)."""

    #: Abbreviations, as ``abbreviations`` builds them.
    abbreviations: Mapping[str, Abbreviation] = field(default_factory=dict)
    #: Abbreviations that end a sentence before any capital when a number stands before them (``1990 г.``).
    after_number: frozenset[str] = frozenset()
    #: Words that start a sentence, folded to lower case: after an initial or ``U.S.`` they show that a new one begins.
    starters: frozenset[str] = frozenset()
    #: Names whose exclamation mark ends nothing before lower case (``Yahoo! and``), alike in every language.
    exclaimed_names: frozenset[str] = frozenset({"Yahoo", "Joomla", "Jeopardy", "Wham"})
    #: The pronoun that has a capital wherever it stands (English ``I``), in lower case: who writes it so begins
    #: sentences in lower case as well.
    pronoun: str = ""
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
    #: The same over the sentence as it is written, where a capital tells a name from a pronoun (``das Ich``).
    set_aside_as_written: tuple[str, ...] = ()


def counted(words: str, start: int = 1, step: int = 1) -> dict[str, int]:
    """``words`` numbered from ``start``; ``|`` parts the forms of one number, ``_`` is a space."""
    return {
        form.replace("_", " "): start + place * step
        for place, forms in enumerate(words.split())
        for form in forms.split("|")
    }


def named(names: str) -> dict[str, str]:
    """``"metre=m metres=m"`` as a mapping; several words of one meaning are parted by ``|``, ``_`` is a space."""
    return {
        word.replace("_", " "): meaning
        for entry in names.split()
        for words, _, meaning in (entry.rpartition("="),)
        for word in words.split("|")
    }


@dataclass(frozen=True)
class Numbers:
    """Number words, scales, ordinals, months, percent and minus words, grouping (spec 1, §4 and §9 Values).

    Words are given as they are written; they are folded when they are compiled. ``_`` is a space in tuples of words.
    """

    #: Words below a hundred, and those hundreds that are one word.
    cardinals: Mapping[str, int] = field(default_factory=dict)
    #: Words that multiply: a power of ten each.
    scales: Mapping[str, int] = field(default_factory=dict)
    #: Letters glued to a figure or beside it that multiply it (``5m``, ``3 bn``, ``12 тыс.``).
    scale_signs: Mapping[str, int] = field(default_factory=dict)
    #: Words that join the parts of one number.
    joiners: tuple[str, ...] = ()
    #: What may stand glued before a word and mean "and" (Arabic).
    joining_prefix: str = ""
    #: The unit comes before the ten (Arabic).
    units_first: bool = False
    ordinals: Mapping[str, int] = field(default_factory=dict)
    #: What follows a figure and makes it an ordinal, a decade apart.
    ordinal_endings: tuple[str, ...] = ()
    #: From 1, of the Persian calendar from 101, of the Islamic one from 201; seasons from 301.
    months: Mapping[str, int] = field(default_factory=dict)
    #: Months that are another word in lower case (English ``may``).
    months_in_capitals: frozenset[str] = frozenset()
    #: What stands right beside a year and shows that four digits are one: ``in #``, ``# года``.
    years: tuple[str, ...] = ()
    #: Words before a year of two digits that stands for 13xx (Persian); a month of that calendar does as well.
    short_years: tuple[str, ...] = ()
    #: Phrases with figures that say the same: ``#`` is a number up to twelve, ``<`` the hour before it.
    spoken: tuple[tuple[str, str], ...] = ()
    #: Years are spoken in two halves (nineteen ninety-five).
    spoken_years: bool = False
    #: Parts of a year in words, each with the code that says the same (first quarter: q1); ``_`` is a space.
    periods: Mapping[str, str] = field(default_factory=dict)
    percent: tuple[str, ...] = ()
    #: Shares as words, each with the percentages that say the same.
    shares: Mapping[str, str] = field(default_factory=dict)
    #: Fractions in words that state one wherever they stand, each as ``2/3``; ``_`` is a space or a hyphen.
    fractions: Mapping[str, str] = field(default_factory=dict)
    currencies: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    minus: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    about_after: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    more_after: tuple[str, ...] = ()
    morning: tuple[str, ...] = ()
    afternoon: tuple[str, ...] = ()
    #: What follows a figure and makes it a time.
    oclock: tuple[str, ...] = ()
    #: What stands before a time.
    clock: tuple[str, ...] = ()
    #: Regular expressions around ``#``, a decade's figure (two or four digits).
    decades: tuple[str, ...] = ()
    #: Decades as one word, by their two digits (English ``nineties``).
    decade_words: Mapping[str, int] = field(default_factory=dict)
    century: tuple[str, ...] = ()
    #: Words between the two ends of a range.
    between: tuple[str, ...] = ()
    #: ``1.200`` is 1200; ``1 200`` is 1200.
    dot_groups: bool = False
    space_groups: bool = False
    #: Words of other languages' numbers that spell something else in this one.
    homographs: frozenset[str] = frozenset()
    #: Regular expressions of what holds number words and no number.
    no_numbers: tuple[str, ...] = ()
    #: Words so common that they tell this language from the others.
    common: tuple[str, ...] = ()


def words_of(text: str) -> frozenset[str]:
    """The words of ``text``."""
    return frozenset(text.split())


def groups_of(text: str) -> tuple[tuple[str, ...], ...]:
    """``"alaska|ak ohio|oh"`` as groups of words for one thing each; ``_`` is a space."""
    return tuple(tuple(group.replace("_", " ").split("|")) for group in text.split())


@dataclass(frozen=True)
class Names:
    """What is needed to tell a proper name (spec 1, §9 Names). All words in lower case, folded."""

    #: Words that begin sentences; with a capital they name nothing.
    starters: frozenset[str] = frozenset()
    #: Words before a name that are no part of it.
    titles: frozenset[str] = frozenset()
    #: Months and weekdays.
    calendar: frozenset[str] = frozenset()
    #: What may follow a supported name.
    suffixes: frozenset[str] = frozenset()
    #: Words and abbreviations with capitals that name nothing that could be invented.
    plain: frozenset[str] = frozenset()
    #: Groups of words for one thing, countries and their adjectives among them.
    aliases: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Language:
    """One language: its code as Django writes it (``zh-hans``), and what each step needs to know of it."""

    code: str
    splitting: Splitting = field(default_factory=Splitting)
    voice: Voice = field(default_factory=Voice)
    numbers: Numbers = field(default_factory=Numbers)
    #: Set where proper names are checked. English alone: as built, the check stops too much that is grounded elsewhere.
    names: Names | None = None
