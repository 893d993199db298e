"""Citation markers: where they stand in a text, and the text without them.

A marker is what a model writes to cite a source: ``[S1]``, and the forms that models really write (``[S1, S2]``,
``[S1; S3]``, ``[S1-S3]``, ``[s1]``, ``[S۱]``, ``【S1】``, ``[S 1]``). A bracket that opens like a marker and is none of
them (``[S]``, ``[S1a]``, ``[S1, p. 4]``, an unclosed ``[S1``) is a malformed marker, never text: text would be shown to
the reader. Every other bracket (``[1]``, ``[sic]``, ``[Smith 2010]``) is text. All functions are linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

#: A bracket longer than this is no marker: a stream must not wait for ever for one that never closes.
MARKER_LIMIT = 120

#: Numbers named by one range beyond this many are not spelled out, except the last: ``[S1-S999999999]`` costs nothing.
RANGE_LIMIT = 100

OPENERS = "[【［"
_CLOSER_OF = {"[": "]", "【": "】", "［": "］"}

# White space inside a marker, and the invisible direction marks that right-to-left answers wrap around Latin letters.
_GAP = r"[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]*+"
_S = "[SsＳｓ]"

# How a bracket opens when it is a marker, well formed or not: an S, then a number, or nothing that could be a word.
_SIGNS = r"(?:[^\w\s\[\]【】［］]|_)"
_HEAD = re.compile(
    rf"[\[【［]{_GAP}\^?{_S}{_GAP}(?:{_SIGNS}{{0,3}}?{_GAP}(?:{_S}{_GAP})?\d|{_SIGNS}{{0,3}}(?:[\]】］]|(?=[\[【［])|\Z))"
)
#: The beginning of a marker that has arrived no further than this.
_HALF = re.compile(rf"[\[【［]{_GAP}\^?(?:{_S}{_GAP}{_SIGNS}{{0,3}}{_GAP}(?:{_S}{_GAP})?)?\Z")
_BRACKET = re.compile(r"[\[【［]")
#: The form that nearly every marker has: read at once.
_COMMON = re.compile(r"\[S([0-9]{1,4})\]")
_CLOSE_OR_STOP = re.compile(r"[\]】］\[【［\n\r]")
_NUMBER = re.compile(rf"{_GAP}{_S}{_GAP}(\d+){_GAP}")
_DASHES = "-‐‑‒–—~～"
_COMMAS = ",;،؛、，；"


class Marker(NamedTuple):
    """One citation marker.

    ``start`` and ``end`` are offsets into the text given. ``numbers`` are the sources it names, as written and with
    ranges spelled out. A marker that is not ``well_formed`` names no source that could be in range.
    """

    start: int
    end: int
    numbers: tuple[int, ...]
    well_formed: bool


def find_markers(text: str) -> tuple[Marker, ...]:
    """All markers of ``text``, in order; never overlapping."""
    first = _BRACKET.search(text)
    if first is None:
        return ()
    common = _COMMON.match(text, first.start())
    if common is not None and _BRACKET.search(text, common.end()) is None:
        # The one marker that most sentences have.
        return (Marker(common.start(), common.end(), (int(common[1]),), True),)
    return tuple(_markers(text))


def marker_end(text: str, start: int) -> int | None:
    """The end of the closed marker that opens at ``start``; ``None`` when there is none (an unclosed one included)."""
    common = _COMMON.match(text, start)
    if common is not None:
        return common.end()
    if _HEAD.match(text, start) is None:
        return None
    stop = _CLOSE_OR_STOP.search(text, start + 1, start + MARKER_LIMIT)
    return stop.end() if stop and stop.group() == _CLOSER_OF[text[start]] else None


def is_open_marker(text: str, start: int) -> bool:
    """Whether the bracket at ``start`` may still become a closed marker: it has arrived to the end of ``text``."""
    if len(text) - start >= MARKER_LIMIT or _CLOSE_OR_STOP.search(text, start + 1):
        return False
    return _HALF.match(text, start) is not None or _HEAD.match(text, start) is not None


def _markers(text: str) -> Iterator[Marker]:
    at = 0
    for bracket in _BRACKET.finditer(text):
        start = bracket.start()
        if start < at:
            continue
        common = _COMMON.match(text, start)
        if common is not None:
            at = common.end()
            yield Marker(start, at, (int(common[1]),), True)
            continue
        head = _HEAD.match(text, start)
        if head is None or _is_inserted_letter(text, start):
            continue
        end = marker_end(text, start)
        if end is None:
            at = _unclosed_end(text, head.end())
            yield Marker(start, at, (), False)
        else:
            at = end
            numbers = _numbers(text[start + 1 : end - 1])
            yield Marker(start, end, numbers, bool(numbers))


def _is_inserted_letter(text: str, start: int) -> bool:
    """Whether this is an editor's ``[s]`` inside a word (``book[s]``), in lower case."""
    if text[start : start + 3] != "[s]":
        return False
    return text[start - 1 : start].isalpha() or text[start + 3 : start + 4].isalpha()


def _unclosed_end(text: str, at: int) -> int:
    while at < len(text) and text[at].isdecimal():
        at += 1
    return at


def _numbers(inside: str) -> tuple[int, ...]:
    """The numbers that the inside of a marker names; none when it is malformed."""
    found: list[int] = []
    at, range_from = 0, None
    while True:
        number = _NUMBER.match(inside, at)
        if number is None:
            return ()
        value, at = int(number[1]), number.end()
        if range_from is None:
            found.append(value)
        elif value < range_from:
            return ()
        else:
            found += range(range_from + 1, min(value, range_from + RANGE_LIMIT) + 1)
            if found[-1] != value:
                found.append(value)
        if at == len(inside):
            return tuple(found)
        if inside[at] in _DASHES and range_from is None:
            range_from = value
        elif inside[at] in _COMMAS:
            range_from = None
        else:
            return ()
        at += 1


# --- the text without its markers ---------------------------------------------------------------------------------

_BETWEEN_MARKERS = re.compile(rf"[\s{_COMMAS}]*")
_FRENCH_SPACED = "?!:;»"
_PUNCTUATION = ".,;:!?…،؛؟۔。，；：！？、।॥"
_CLOSING = ")]}）］】」』》〉”’›"
_OPENING = "([{（［【「『《〈“„‘‹"
_BRACKET_PAIRS = {"(": ")", "[": "]", "{": "}", "（": "）", "［": "］", "【": "】"}
_CLOSING_EMPHASIS = re.compile(r"[*_]{1,3}(?=[\s.,;:!?…]|\Z)")

#: What ends most sentences behind their marker, and what takes a full stop behind a marker with it.
_PLAIN_ENDS = frozenset(("", ".", "۔", "؟"))
_STOPS_BEFORE = frozenset(".!?…。！？")
_SPACES = re.compile(r"(?<![\r\n \t])[ \t]+(?=[\r\n])|(?<![\r\n \t])[ \t]{2,}")
#: Most sentences hold none of this, and need no repair.
_MAYBE_SPACING = re.compile(r"\s[ \t\r\n.,!?…،؟۔;:؛»]")
_STOPS = r"(?=[.,!?…،؟۔]+(?:[\s\"'”’»)\]]|\Z)|[;:؛](?:\s|\Z))"
_SPACE_BEFORE_STOP = re.compile(rf"(?<!\s)\s++{_STOPS}")
_FRENCH_SPACE_BEFORE_STOP = re.compile(rf"(?<!\s)(\s)\s*+(?=[?!:;»])|(?<!\s)\s++(?![?!]){_STOPS}")


def strip_markers(text: str, language: str, markers: Sequence[Marker] | None = None) -> str:
    """``text``, one sentence, as the reader sees it: markers out, spacing repaired, no white space around it.

    A sentence of markers alone becomes the empty string. ``language`` is a language code; French keeps one space
    before ``? ! : ;`` and ``»``. ``markers`` are those of the text, where they are known.
    """
    french = language[:2] in ("fr", "FR")
    if markers is None:
        markers = find_markers(text)
    if len(markers) == 1 and (rest := text[markers[0].end :]) in _PLAIN_ENDS:
        # As most sentences end: nothing but the space before the marker goes with it.
        before = text[: markers[0].start].rstrip()
        if not rest or before[-1:] not in _STOPS_BEFORE:
            return _repair(before + rest, french)
    done: list[str] = []
    last, at = "", 0
    for start, end in (*_groups(text, markers), (len(text), len(text))):
        last = _joined(done, last, text[at:start], french) if at else text[:start]
        at = end
    return _repair("".join([*done, last]), french)


def break_between(white_space: str, *, after_marker: bool, language: str) -> str:
    """What parts two released sentences that ``white_space`` parted in the text.

    A blank line, else a line break with its indentation, else one space, else nothing. ``after_marker``: the sentence
    before ended with a marker, which takes the place of a space where nothing else parted the two (not in Chinese).
    """
    lines = re.split(r"\r\n|\r|\n", white_space) if white_space != " " else ()
    if len(lines) > 2:
        return "\n\n" + lines[-1].replace("\t", "    ")
    if len(lines) == 2:
        return "\n" + lines[-1]
    if white_space or (after_marker and not language.lower().startswith("zh")):
        return " "
    return ""


def _groups(text: str, markers: Iterable[Marker]) -> Iterator[tuple[int, int]]:
    """Runs of markers with nothing but white space and commas between them."""
    run: tuple[int, int] | None = None
    for marker in markers:
        if run is None:
            run = marker.start, marker.end
        elif _BETWEEN_MARKERS.fullmatch(text, run[1], marker.start):
            run = run[0], marker.end
        else:
            yield run
            run = marker.start, marker.end
    if run is not None:
        yield run


def _joined(done: list[str], left: str, right: str, french: bool) -> str:
    """Adds ``left`` to ``done`` and gives ``right`` with the white space that stays where their marker was."""
    left, right = _without_emptied_brackets(left, right)
    if done and not left.strip():
        left = done.pop() + left
    before, after = left.rstrip(), right.lstrip()
    gap_before, gap_after = left[len(before) :], right[: len(right) - len(after)]
    if after[:1] in (".", "。") and before[-1:] in _STOPS_BEFORE:
        after = after[1:]
    done.append(before)
    return _joint(before, gap_before, gap_after, after, french) + after


def _without_emptied_brackets(left: str, right: str) -> tuple[str, str]:
    while True:
        before, after = left.rstrip(), right.lstrip()
        if not before or not after or _BRACKET_PAIRS.get(before[-1]) != after[0]:
            return left, right
        left, right = before[:-1], after[1:]


def _joint(left: str, gap_before: str, gap_after: str, right: str, french: bool) -> str:
    """The white space that stays where a marker was taken out between ``left`` and ``right``."""
    if not left or not right:
        return ""
    first = right[0]
    if french and first in _FRENCH_SPACED:
        return gap_after[:1]
    if first in _PUNCTUATION or first in _CLOSING or _CLOSING_EMPHASIS.match(right):
        return ""
    if first in "\"'»«" and not gap_after:
        return ""
    if left[-1] in _OPENING:
        return ""
    for gap in (gap_after, gap_before):
        if "\n" in gap or "\r" in gap:
            return "\n" + re.split(r"[\r\n]", gap)[-1]
    gap = gap_after or gap_before
    if gap:
        return gap[0]
    return " " if left[-1].isalnum() and first.isalnum() and not (_is_han(left[-1]) or _is_han(first)) else ""


def _is_han(char: str) -> bool:
    return "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\U00020000" <= char <= "\U0003ffff"


def _repair(text: str, french: bool) -> str:
    if _MAYBE_SPACING.search(text):
        text = _SPACES.sub(lambda spaces: "" if text[spaces.end() : spaces.end() + 1] in ("\r", "\n") else " ", text)
        if french:
            text = _FRENCH_SPACE_BEFORE_STOP.sub(lambda gap: gap[1] or "", text)
        else:
            text = _SPACE_BEFORE_STOP.sub("", text)
    return text.strip()
