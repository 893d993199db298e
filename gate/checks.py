"""The checks, in the order they run (spec 1, §4). Each looks at one sentence and gives a reason to stop, or none."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from .languages.base import Language
from .markers import Marker, find_markers
from .names import Name, find_names, unsupported_name
from .rules import GateRules
from .sources import Sources
from .values import Value, find_values, has_value
from .voice import speaks_in_first_person


class Reason(Enum):
    """Why a sentence was withheld. The values are the codes on the wire."""

    #: A marker names a source that was not supplied, or is malformed.
    CITATION_RANGE = "citation_range"
    #: A sentence that states something carries no marker.
    CITATION_MISSING = "citation_missing"
    #: A number, date, URL or e-mail address is in no source that its clause cites.
    VALUE_UNSUPPORTED = "value_unsupported"
    #: A proper name is in no supplied source and not in the question.
    NAME_UNSUPPORTED = "name_unsupported"
    #: A first-person word.
    VOICE = "voice"


@dataclass(frozen=True, slots=True)
class Context:
    """What the sentences of one answer are judged against."""

    sources: Sources
    language: Language
    rules: GateRules


class Clause(NamedTuple):
    """A stretch of a sentence and the sources that vouch for it (numbers in range); none after the last marker."""

    text: str
    cited: tuple[int, ...]


# A list marker at the start of a sentence: no word, and its digits are no value (S8).
_LIST_MARKER = re.compile(
    r"\s*(?:[#>]+\s+)?(?:(?:[-*+•·–—‣▪◦●○]|\(?[0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f０-９]{1,3}[.)．）、]"
    r"|\(?[a-zA-Zа-яА-Я][.)])(?=\s)\s*)+(?:\*\*)?"
)
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_WORD_GAPS = re.compile(r"[\s–—/…|]+")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]")
# Eight words, counted in thirds, because a Chinese character counts two.
_THIRDS_OF_EIGHT_WORDS = 24


class Sentence:
    """One sentence as it came (white space around it taken off), with what the checks need, found once.

    ``cited``: the numbers of its markers that are in range, in order, once each. ``bare_text``: the text without its
    list marker, each citation marker a space.
    """

    __slots__ = ("_body_start", "bare_text", "cited", "context", "is_out_of_range", "markers", "text")

    def __init__(self, text: str, context: Context) -> None:
        self.text = text
        self.context = context
        self.markers: tuple[Marker, ...] = find_markers(text)
        supplied = len(context.sources)
        cited: dict[int, None] = {}
        self.is_out_of_range = False
        for marker in self.markers:
            self.is_out_of_range |= not marker.well_formed
            for number in marker.numbers:
                if 1 <= number <= supplied:
                    cited[number] = None
                else:
                    self.is_out_of_range = True
        self.cited: tuple[int, ...] = tuple(cited)
        # Two letters begin no list marker.
        list_marker = None if text[:2].isalpha() else _LIST_MARKER.match(text)
        self._body_start = list_marker.end() if list_marker else 0
        self.bare_text = self._without_markers(self._body_start, len(text))

    def __repr__(self) -> str:
        return f"<Sentence of {len(self.text)} characters>"

    @property
    def ends_with_marker(self) -> bool:
        return bool(self.markers) and not self.text[self.markers[-1].end :].strip()

    @property
    def gaps_at_end(self) -> tuple[str, ...]:
        """The white space between, and before, the markers that end the sentence."""
        gaps, end = [], len(self.text)
        for marker in reversed(self.markers):
            if self.text[marker.end : end].strip():
                break
            gaps.append(self.text[marker.end : end])
            end = marker.start
        before = self.text[:end]
        gap = before[len(before.rstrip()) :]
        # Before markers that end the sentence a space is theirs; a line break parts what comes after them as well.
        if end == len(self.text) or "\n" in gap or "\r" in gap:
            gaps.append(gap)
        return tuple(reversed(gaps))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The sentence in the stretches that its groups of markers cover (spec 1, §9 Clauses)."""
        groups = self._marker_groups() if len(self.markers) > 1 else []
        if len(groups) < 2 or not self.context.rules.per_clause:
            return (Clause(self.bare_text, self.cited),)
        clauses, start = [], self._body_start
        for group_start, group_end, numbers in groups:
            clauses.append(Clause(self._without_markers(start, group_start), numbers))
            start = group_end
        clauses.append(Clause(self.text[start:], ()))
        return tuple(clauses)

    @property
    def word_thirds(self) -> int:
        """Three for a word, two for a Chinese character; list marker and citation markers are no words."""
        text = self.bare_text.replace("\u200c", "")
        han = 0
        if not text.isascii():
            text, han = _HAN.subn(" ", text)
        return 2 * han + 3 * sum(1 for word in _WORD_GAPS.split(text) if _LETTER_OR_DIGIT.search(word))

    def _without_markers(self, start: int, end: int) -> str:
        parts = []
        for marker in self.markers:
            if start <= marker.start and marker.end <= end:
                parts.append(self.text[start : marker.start])
                start = marker.end
        return " ".join((*parts, self.text[start:end])) if parts else self.text[start:end]

    def _marker_groups(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """Runs of markers with no letter or digit between them: start, end, and the supplied sources they cite."""
        groups: list[tuple[int, int, tuple[int, ...]]] = []
        for marker in self.markers:
            numbers = tuple(number for number in marker.numbers if number in self.cited)
            if groups and not _LETTER_OR_DIGIT.search(self.text, groups[-1][1], marker.start):
                groups[-1] = (groups[-1][0], marker.end, groups[-1][2] + numbers)
            else:
                groups.append((marker.start, marker.end, numbers))
        return groups


def check_range(sentence: Sentence, context: Context) -> Reason | None:
    """Every marker names a supplied source."""
    return Reason.CITATION_RANGE if sentence.is_out_of_range else None


def check_missing(sentence: Sentence, context: Context) -> Reason | None:
    """A sentence of eight words, with a value, or with a proper name that the question did not bring up, is cited."""
    if sentence.markers:
        return None
    if sentence.word_thirds >= _THIRDS_OF_EIGHT_WORDS or has_value(sentence.bare_text):
        return Reason.CITATION_MISSING
    words = context.language.names
    if words is not None and context.rules.names and context.rules.names_need_marker:
        found = find_names(sentence.bare_text, context.language)
        names = [name for name in found if not _is_common(name, sentence, context)]
        if names and unsupported_name(names, context.sources.names_of_question, words):
            return Reason.CITATION_MISSING
    return None


def _is_common(name: Name, sentence: Sentence, context: Context) -> bool:
    """Whether a capital makes no name here: a word that the sources write in lower case, a heading (Opening Hours)."""
    common = context.sources.common_words
    if name.is_acronym:
        return False
    if name.word.lower() in common:
        return True
    rest = name.run[1:]
    is_heading = sentence.text[-1:] not in tuple(".!?…")
    return is_heading and name.place == 0 and bool(rest) and all(word.lower() in common for word in rest)


def check_values(sentence: Sentence, context: Context) -> Reason | None:
    """Every value stands in a source that its clause cites, or, for a plain count, in the question."""
    if not sentence.cited:
        return None
    for clause in sentence.clauses:
        sources = context.sources.cited(clause.cited)
        keys = [source.values.keys for source in sources]
        for value in find_values(clause.text, context.language, context.rules, keys):
            for source in sources:
                if source.values.vouches(value):
                    break
            else:
                if not _is_asked(value, context):
                    return Reason.VALUE_UNSUPPORTED
    return None


def _is_asked(value: Value, context: Context) -> bool:
    return context.rules.question_vouches and context.sources.question_vouches(value)


def check_names(sentence: Sentence, context: Context) -> Reason | None:
    """Every proper name stands in some supplied source, or in the question."""
    words = context.language.names
    if words is None or not sentence.cited or not context.rules.names:
        return None
    names = find_names(sentence.bare_text, context.language)
    if not names:
        return None
    index = context.sources.names_with_question if context.rules.question_vouches else context.sources.names
    return Reason.NAME_UNSUPPORTED if unsupported_name(names, index, words) else None


def check_voice(sentence: Sentence, context: Context) -> Reason | None:
    """No first-person word (spec 1, §5)."""
    speaks = speaks_in_first_person(
        sentence.text,
        sentence.cited,
        context.sources,
        context.language,
        quotes_pass=context.rules.quoted_first_person,
    )
    return Reason.VOICE if speaks else None


Check = Callable[[Sentence, Context], Reason | None]

#: In this order. All reasons found in a sentence are reported.
CHECKS: tuple[Check, ...] = (check_range, check_missing, check_values, check_names, check_voice)
