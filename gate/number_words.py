"""Number words become figures: ``twenty-five rooms`` reads ``25 rooms``, ``两百万`` reads ``2000000``.

So that what follows has figures alone to read. Where the figures stand for words is kept, because a small number word
("one of them") is no value of an answer, and because "why was this said?" points into the text as given.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

from .patterns import LETTER
from .spoken import spoken, with_years
from .vocabulary import Vocabulary, words_in

#: After the figures of a decade written as one word (``nineties``).
DECADE = "\x1d"
#: After the figures of an ordinal written as a word (``third``).
ORDINAL = "\x1e"
#: After a fraction written in words (two thirds), which reads ``2/3``.
SHARE = "\x1f"

_TOKEN = re.compile(rf"{LETTER}+")
_FIGURE_BEFORE = re.compile(r"\d[\s-]?\Z")
_GAP = re.compile(r"\s?-\s?|\s")
_HAN_NUMERAL = re.compile(r"(百分之|千分之)?(第)?(?!零下|零售)([〇零一二两三四五六七八九十百千万亿萬億兩]+)(?![几])")
# 四分之一决赛 is a quarter-final.
_HAN_FRACTION = re.compile(
    r"(?<![〇零一二两三四五六七八九十百千万])([二三四五六七八九十]+)分之([一二两三四五六七八九十]+)(?!决赛)"
)
# 五成 is half; 一成不变 and 三成员 are none.
_HAN_TENTHS = re.compile(
    r"(?<![〇零一二两三四五六七八九十百千万])([一二两三四五六七八九])成(?=[的以左上多，。、；！？\s]|人|受访|用户|消费|企业|$)"
)
_HAN_DIGITS = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_EITHER_OF_TWO = frozenset("一二 二三 两三 三四 四五 五六 六七 七八 八九".split())
_HAN_TENS = {"十": 10, "百": 100, "千": 1000}
_HAN_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_ROMAN_JOINT = r"\s?(?:[-\u2010-\u2015,/]|\b(?:y|e|et|и|al|a|au|to|und|bis)\b)\s?(?:(?:le|el|du|del|o|no)\s)?"
_ROMAN_RIGHT = re.compile(rf"{_ROMAN_JOINT}([ivx]{{1,6}})(?![^\W_])")
_ROMAN_LEFT = re.compile(rf"(?<![^\W_])([ivx]{{1,6}})(?:e|eme)?{_ROMAN_JOINT}\Z")
_ROMAN = {"i": 1, "v": 5, "x": 10}


class Edit(NamedTuple):
    """Figures at ``start:end`` of the new text stand for ``old_start:old_end`` of the old one."""

    start: int
    end: int
    old_start: int
    old_end: int


class Figures:
    """A folded text in which numbers are figures, and what was put there for words, in order.

    ``words``: the words of the text before anything was put in their place.
    """

    __slots__ = ("_starts", "edits", "text", "words")

    def __init__(self, text: str, words: frozenset[str], edits: tuple[Edit, ...] = ()) -> None:
        self.text = text
        self.words = words
        self.edits = edits
        self._starts = [edit.start for edit in edits]

    def words_at(self, start: int) -> bool:
        """Whether the figures that start here stand for words."""
        place = bisect_left(self._starts, start)
        return place < len(self.edits) and self.edits[place].start == start

    def old_offset(self, offset: int, *, end: bool = False) -> int:
        """Where ``offset`` of ``text`` lies in the folded text; inside a replaced word, its start (or its end)."""
        place = bisect_left(self._starts, offset if end else offset + 1) - 1
        if place < 0:
            return offset
        edit = self.edits[place]
        if offset < edit.end or (end and offset == edit.end):
            return edit.old_end if end else edit.old_start
        return offset + edit.old_end - edit.end


def figures(folded: str, vocabulary: Vocabulary) -> Figures:
    """``folded`` with every number word of the vocabulary as figures."""
    found: list[tuple[int, int, str]] = []
    words = frozenset(words_in(folded))
    if not vocabulary.triggers.isdisjoint(words):
        found += _words(folded, vocabulary)
        if vocabulary.spoken_years:
            found = with_years(found, folded)
    if not vocabulary.spoken_triggers.isdisjoint(words):
        found += spoken(folded, vocabulary)
    if vocabulary.fractions is not None and not vocabulary.fraction_triggers.isdisjoint(words):
        found += _fractions(folded, vocabulary, vocabulary.fractions)
    if vocabulary.periods is not None and not vocabulary.period_triggers.isdisjoint(words):
        for match in vocabulary.periods.finditer(folded):
            found.append((match.start(), match.end(), vocabulary.period_codes[match[0]]))
    if vocabulary.roman is not None and not vocabulary.century_triggers.isdisjoint(words):
        found += _romans(folded, vocabulary)
    if vocabulary.chinese and not folded.isascii():
        found += _chinese(folded, vocabulary.of_source)
    if not found:
        return Figures(folded, words)
    parts, edits, at, length = [], [], 0, 0
    # Of two that start together the longer one is meant.
    for start, end, digits in sorted(found, key=lambda each: (each[0], -each[1])):
        if start < at:
            continue
        parts += [folded[at:start], digits]
        length += start - at
        edits.append(Edit(length, length + len(digits), start, end))
        length += len(digits)
        at = end
    parts.append(folded[at:])
    return Figures("".join(parts), words, tuple(edits))


@dataclass(slots=True)
class _Number:
    """A number that is being read, word by word."""

    start: int
    end: int = 0
    total: int = 0
    current: int | None = None
    last_scale: int = 10**15
    words: int = 0
    ordinal: bool = False
    joined: bool = False

    def value(self) -> int:
        return self.total + (self.current or 0)

    def add(self, value: int) -> bool:
        """Take a word for ``value``; false when it begins another number."""
        if self.current is None:
            # After a scale, what is added must be smaller than it.
            if self.total and value >= self.last_scale:
                return False
            self.current = value
            return True
        if not _continues(self.current, value, self.joined):
            return False
        self.current += value
        return True

    def scale(self, factor: int) -> bool:
        if factor == 100:
            if self.current is None or not 0 < self.current < 100:
                return False
            self.current *= 100
            return True
        if factor > self.last_scale:
            return False
        if self.current is None:
            if self.total and self.last_scale > factor:
                self.current = 1
            else:
                return False
        self.total += self.current * factor
        self.current, self.last_scale = None, factor
        return True


def _continues(current: int, value: int, joined: bool) -> bool:
    """Whether a word for ``value`` can go on with a number that is ``current`` so far."""
    tens, units = current % 100, current % 10
    if current >= 100 and tens == 0 and value < 100:
        return True
    if current >= 1000 and current % 1000 == 0 and value < 1000:
        return True
    if units == 0 and tens >= 20 and 0 < value < 10:
        return True
    # soixante et onze
    if tens in (60, 80) and 10 <= value < 20:
        return True
    # Arabic: three and twenty
    return joined and 0 < tens < 10 and 20 <= value < 100 and value % 10 == 0


def _words(folded: str, vocabulary: Vocabulary) -> list[tuple[int, int, str]]:
    skipped = [m.span() for m in vocabulary.no_numbers.finditer(folded)] if vocabulary.no_numbers else []
    skipped.reverse()
    found: list[tuple[int, int, str]] = []
    number: _Number | None = None
    joiner_pending = False
    at = 0

    def close() -> None:
        nonlocal number
        if number is not None and number.words:
            found.append((number.start, number.end, f"{number.value()}{ORDINAL if number.ordinal else ''}"))
        number = None

    for start, end, word in _tokens(folded, vocabulary):
        while skipped and skipped[-1][1] <= start:
            skipped.pop()
        if start < at or (skipped and skipped[-1][0] <= start):
            continue
        gap = folded[number.end : start] if number is not None else ""
        if number is not None and not joiner_pending and not _GAP.fullmatch(gap):
            close()
        if number is not None and joiner_pending and len(gap) > 9:
            close()
        joined = joiner_pending
        joiner_pending = False
        if word in vocabulary.decade_words:
            close()
            found.append((start, end, f"{vocabulary.decade_words[word]}{DECADE}"))
            continue
        prefixed = False
        if word not in vocabulary.cardinals and word not in vocabulary.scales and vocabulary.joining_prefix:
            bare = word.removeprefix(vocabulary.joining_prefix)
            if bare != word and (bare in vocabulary.cardinals or bare in vocabulary.scales):
                word, prefixed = bare, True
                joined = joined or number is not None
                if number is None:
                    start += len(vocabulary.joining_prefix)
        if number is not None:
            number.joined = joined or prefixed
        if number is None and word in vocabulary.scales and _FIGURE_BEFORE.search(folded, max(0, start - 3), start):
            # It multiplies the figure before it (500 هزار).
            pass
        elif word in vocabulary.scales and number is not None and not joined and number.scale(vocabulary.scales[word]):
            number.end, number.words = end, number.words + 1
        elif word in vocabulary.scales and word not in vocabulary.cardinals:
            # A scale word alone ("millions of") is no number; a figure before it is read with it later.
            close()
            if folded.startswith("a ", start - 2) and not folded[start - 3 : start - 2].isalnum():
                number = _Number(start - 2, end, current=vocabulary.scales[word], words=1)
        elif word in vocabulary.cardinals:
            value = vocabulary.cardinals[word]
            if number is None or not number.add(value):
                close()
                number = _Number(start)
                number.add(value)
            number.end, number.words = end, number.words + 1
        elif word in vocabulary.ordinals:
            value = vocabulary.ordinals[word]
            if number is None or not number.add(value):
                close()
                number = _Number(start)
                number.add(value)
            number.end, number.words, number.ordinal = end, number.words + 1, True
            close()
        elif word in vocabulary.joiners and number is not None:
            joiner_pending = True
        else:
            close()
        at = end
    close()
    return found


def _tokens(folded: str, vocabulary: Vocabulary) -> list[tuple[int, int, str]]:
    """Words with their places; phrases and hyphenated words of the tables count as one."""
    words = [(match.start(), match.end()) for match in _TOKEN.finditer(folded)]
    tokens: list[tuple[int, int, str]] = []
    at = 0
    while at < len(words):
        start, end = words[at]
        if folded[start:end] in vocabulary.triggers:
            for size in (3, 2):
                if at + size <= len(words) and words[at + size - 1][1] - start < 40:
                    phrase = folded[start : words[at + size - 1][1]]
                    if phrase in vocabulary.cardinals or phrase in vocabulary.ordinals or phrase in vocabulary.scales:
                        end = words[at + size - 1][1]
                        at += size - 1
                        break
        tokens.append((start, end, folded[start:end]))
        at += 1
    return tokens


def _fractions(folded: str, vocabulary: Vocabulary, pattern: re.Pattern[str]) -> list[tuple[int, int, str]]:
    return [
        (match.start(), match.end(), vocabulary.fraction_values[re.sub(r"[\s-]", " ", match[0])] + SHARE)
        for match in pattern.finditer(folded)
    ]


def _romans(folded: str, vocabulary: Vocabulary) -> list[tuple[int, int, str]]:
    assert vocabulary.roman is not None
    found = []
    for match in vocabulary.roman.finditer(folded):
        group = "after" if match["after"] else "before"
        spans = [match.span(group)]
        # Two centuries share their word (siglos XVIII y XIX, XVIIIe et XIXe siècles).
        if group == "after" and (other := _ROMAN_RIGHT.match(folded, match.end(group))) is not None:
            spans.append(other.span(1))
        elif group == "before" and (other := _ROMAN_LEFT.search(folded, max(0, match.start() - 16), match.start())):
            spans.insert(0, other.span(1))
        found += [(start, end, str(value)) for start, end in spans if (value := _roman_value(folded[start:end]))]
    return found


def _roman_value(numeral: str) -> int:
    total = 0
    for sign, following in zip(numeral, numeral[1:] + " ", strict=True):
        value = _ROMAN[sign]
        total += -value if _ROMAN.get(following, 0) > value else value
    return total


def _chinese(folded: str, of_source: bool) -> list[tuple[int, int, str]]:
    found = []
    for match in _HAN_NUMERAL.finditer(folded):
        before = folded[match.start() - 1 : match.start()]
        digits = chinese_value(match[3])
        if digits is None or before in ("几", "数"):
            continue
        if match[1]:
            found.append((match.start(), match.end(), digits + ("%" if match[1] == "百分之" else "‰")))
        else:
            found.append((match.start(3), match.end(3), digits + (ORDINAL if match[2] else "")))
    for match in _HAN_FRACTION.finditer(folded):
        lower, upper = chinese_value(match[1]), chinese_value(match[2])
        if lower is not None and upper is not None:
            found.append((match.start(), match.end(), f"{upper}/{lower}{SHARE}"))
    if of_source:
        # An answer that says tenths has rounded: it claims no percentage.
        for match in _HAN_TENTHS.finditer(folded):
            found.append((match.start(), match.end(1) + 1, f"{chinese_value(match[1])}0%"))
    # 百分之50
    found += [(match.start(), match.end(), match[1] + "%") for match in re.finditer(r"百分之(\d+(?:\.\d+)?)", folded)]
    return found


def chinese_value(numeral: str) -> str | None:
    """The figures of a Chinese numeral; ``None`` for scale signs alone, and for ``二三``, which is two or three."""
    if len(numeral) == 2 and numeral in _EITHER_OF_TWO:
        return None
    if all(sign in _HAN_DIGITS for sign in numeral):
        return "".join(str(_HAN_DIGITS[sign]) for sign in numeral)
    if not any(sign in _HAN_DIGITS or sign == "十" for sign in numeral) or len(numeral) > 20:
        return None
    total = section = digit = 0
    for sign in numeral:
        if sign in _HAN_DIGITS:
            digit = _HAN_DIGITS[sign]
        elif sign in _HAN_TENS:
            section += (digit or 1) * _HAN_TENS[sign]
            digit = 0
        else:
            total = (total + section + digit) * _HAN_SCALES[sign]
            section = digit = 0
    return str(total + section + digit)
