"""Where a sentence may end, decided from the buffer alone.

A *stop* is a place where a sentence may end: a run of terminators, a line break, or a citation marker (which is passed
over whole, so that a full stop inside it is none). ``Tail`` reads what hangs on a stop: closing quotes and brackets,
white space, markers. ``decide`` then looks at the next character, seldom at the next word. It answers

- ``END`` and where the sentence ends,
- ``ON`` and where to look for the next stop, or
- ``WAIT``: what has arrived does not tell yet. Whatever touches the end of the buffer means this.

So the answer is the same however the text was cut into pieces (spec 1, S13). A ``Tail`` remembers how far it has read,
so that a long run that arrives one character at a time is read once (S14).
"""

from __future__ import annotations

import re
from enum import Enum

from .full_stops import full_stop_ends, is_listed
from .languages.base import Splitting
from .markers import MARKER_LIMIT, OPENERS, is_open_marker, marker_end


class Verdict(Enum):
    """What is known of a stop."""

    END = "end"
    ON = "on"
    WAIT = "wait"


TERMINATORS = ".!?…؟۔。！？｡।॥‼⁇⁈⁉"
LINE_BREAKS = "\n\r\u2028\u2029\x85"

_RUN = re.compile(f"[{TERMINATORS}]+")
_WHITE = re.compile(r"\s+")
_BREAK = re.compile("\r\n|[\n\r\u2028\x85]|\u2029")
_LETTER = re.compile(r"[^\W\d_]")

#: White space longer than this after a stop is waited out no further: the sentence has ended.
_WHITE_LIMIT = 1000

#: End a sentence without white space after them: no token holds one.
_UNSPACED = frozenset("。！？｡")
_DANDAS = frozenset("।॥")
_STRONG = frozenset("!?؟۔。！？｡।॥‼⁇⁈⁉")
_QUOTES = frozenset("\"'”’›»」』》〉")
_BRACKETS = frozenset(")]}）】］〕")
_EMPHASIS = frozenset("*_`~")
_INWARD = frozenset("“«‘‹")
_INVISIBLE = frozenset(
    "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\ufe0f"
)
_JOINS = frozenset(",;:،؛，、；：=+/%&×·→<>≈≤≥)]}）】］〕")
_DASHES = frozenset("-‐‑‒–—―−")
_OPENING = frozenset("\"'“”„‘«»‹›(（[【［{《〈「『¿¡*_`~\u200e\u200f\u2066\u2067\u202a\u202b")
_OPEN_LIMIT = 4

_SMILEY = re.compile(r"(?:[:;=8xX][-'^o]?[)(\]\[DPpOo3/\\|*]|<3|\^[_-]?\^)+(?=\s)")
_MAYBE_SMILEY = re.compile(r"(?:[:;=8xX][-'^o]?[)(\]\[DPpOo3/\\|*]?|<3?|\^[_-]?\^?)+\Z")
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\u2b55\u2764\ufe0f\u200d]+")
_ADDRESS = re.compile(
    r"https?://|www\.|[\w.+-]{1,40}@\w|(?:[\w-]{1,40}\.){1,4}(?:com|org|net|edu|gov|info|io|de|fr|ru|uk|es|br|pt|in|ir|cn)\b"
)
_MIXED_CASE = re.compile(r"[a-z]{1,2}[A-Z]")
_NEXT_WORD_LIMIT = 24

_BULLET = "[-*+•·▪◦‣●○■□–]"
_ITEM = (
    rf"{_BULLET}\s|\d{{1,3}}(?:\.\d{{1,2}})*[.)]\s|[^\W\d_][)]\s|[a-zа-я][.]\s|[ivx]{{2,4}}[.)]\s|\((?:\d{{1,3}}|[^\W\d_])\)\s"
    r"|[①-⑳]|[一二三四五六七八九十]{1,3}、|（[一二三四五六七八九十]{1,3}）|\d{1,3}、"
)
_BLOCK = rf"{_ITEM}|\#{{1,6}}\s|\||>\s|```|(?:[-*_]\s?){{3,12}}[\r\n]"
_MARKS = "[\u200e\u200f\u202a-\u202e\u2066-\u2069]*+"
_BLOCK_START = re.compile(rf"{_MARKS}(?:{_BLOCK})")
_MAYBE_BLOCK = re.compile(
    rf"{_MARKS}(?:{_BULLET}|\(?(?:\d{{0,3}}|[^\W\d_]|[ivx]{{1,4}})[.)]?|\d{{1,3}}(?:\.\d{{0,2}}){{1,9}}|\#{{1,6}}|`{{1,2}}|>|(?:[-*_]\s?){{1,12}}"
    r"|[一二三四五六七八九十]{1,3}|（[一二三四五六七八九十]{0,3}）?)\Z"
)
_BOLD_LINE = re.compile(r"(\*\*|__)(?![\s*_])[^\r\n*]{1,118}\1[ \t]*:?[ \t]*[\r\n]")
_MAYBE_BOLD_LINE = re.compile(r"(?:\*\*|__)(?![\s*_])[^\r\n*]{0,118}(?:\*{0,2}|_{0,2})[ \t]*:?[ \t]*\Z|[*_]\Z")
_INLINE_ITEM = re.compile(r"(?:[^\W\d_]|\d{1,3}|[ivx]{2,4})\)\s|[a-zа-я]\.\s[^\W\d_][^.\s]|[ivx]{2,4}\.\s[^\W\d_]")
_MAYBE_INLINE_ITEM = re.compile(
    r"(?:(?:[^\W\d_]|\d{1,3}|[ivx]{2,4})\)?|[a-zа-я](?:\.(?:\s[^\W\d_]?)?)?|[ivx]{2,4}(?:\.\s?)?)\Z"
)
#: A list marker, or what stands before one, at the start of a sentence; its full stop ends nothing.
_ITEM_AT_START = re.compile(
    rf"{_MARKS}(?:\#{{1,6}}\s+|>\s*|{_BULLET}\s+|\*\*|__)*\(?(?:\d{{1,3}}(?:\.\d{{1,3}})*|[^\W\d_]|[ivxIVX]{{1,4}})[.)]+(?=\s|\*)"
)
_START_LETTER = re.compile(rf"(?:{_ITEM_AT_START.pattern})?[^\w]{{0,12}}([^\W\d_])")


class Tail:
    """What hangs on a stop: closers, white space and markers, read as far as they have arrived.

    Offsets are into the buffer; ``shift`` moves them when its start is given away.
    """

    __slots__ = (
        "at",
        "blank",
        "breaks",
        "bracket",
        "dots",
        "end",
        "ends",
        "last",
        "marked",
        "quote",
        "spaced",
        "stop",
        "strong",
    )

    def __init__(self, stop: int) -> None:
        self.stop = stop
        #: Read up to here; the sentence ends here if it ends.
        self.at = self.end = stop
        self.last = ""
        #: Terminators read: any, and how many; whether one is more than a full stop.
        self.ends, self.dots, self.strong = False, 0, False
        self.quote = self.bracket = self.spaced = self.marked = self.blank = False
        self.breaks = 0

    def shift(self, by: int) -> None:
        """Moves every offset ``by`` characters towards the start."""
        self.stop -= by
        self.at -= by
        self.end -= by

    def read(self, text: str, first: int, limit: int, rules: Splitting) -> Verdict:
        """Reads on. ``ON``: ``at`` is the next character; ``END``: the sentence ends at ``end`` whatever follows."""
        size = len(text)
        while self.at < size:
            if self.end >= limit:
                self.end = limit
                return Verdict.END
            char = text[self.at]
            if char.isspace():
                verdict = self._read_white(text)
            elif char in TERMINATORS:
                verdict = self._read_terminators(text)
            elif char in OPENERS:
                verdict = self._read_marker(text, limit)
            elif self.ends:
                verdict = self._read_closer(text, first, char, rules)
            else:
                return Verdict.ON
            if verdict is not None:
                return verdict
        return Verdict.WAIT

    def _read_white(self, text: str) -> Verdict | None:
        run = _WHITE.match(text, self.at)
        assert run is not None
        if run.end() == len(text):
            return Verdict.END if self.ends and run.end() - self.at >= _WHITE_LIMIT else Verdict.WAIT
        breaks = _BREAK.findall(run.group())
        if len(breaks) > 1 or "\u2029" in breaks:
            self.blank = True
        self.breaks += len(breaks)
        self.spaced = True
        self.at = run.end()
        return None

    def _read_terminators(self, text: str) -> Verdict | None:
        if self.spaced:
            if not self.ends or self.breaks:
                return Verdict.ON
            # A spaced run (`. . .`, `» !`) goes on; `.NET` and `.5` are the next word.
            if not self._touches(text) and text[self.at] == ".":
                following = text[self.at + 1 : self.at + 2]
                if not following:
                    return Verdict.WAIT
                if following.isalnum():
                    return Verdict.ON
        run = _RUN.match(text, self.at)
        assert run is not None
        self.ends = True
        self.last = text[run.end() - 1]
        self.dots += run.end() - run.start() + (2 if "…" in run.group() else 0)
        self.strong = self.strong or not _STRONG.isdisjoint(run.group())
        self.at = self.end = run.end()
        self.quote = self.bracket = self.spaced = False
        return None

    def _touches(self, text: str) -> bool:
        return not text[self.at - 1].isspace()

    def _read_marker(self, text: str, limit: int) -> Verdict | None:
        end = marker_end(text, self.at)
        if end is None:
            return Verdict.WAIT if is_open_marker(text, self.at) else Verdict.ON
        if end > limit and self.end > self.stop:
            return Verdict.END
        if not self.ends and not self.blank:
            # A line that only begins with a marker goes on; a marker alone on its line hangs on the line before.
            rest = _WHITE.match(text, end)
            if (rest.end() if rest else end) == len(text):
                return Verdict.WAIT
            if rest is None or not _BREAK.search(rest.group()):
                return Verdict.ON
        self.at = self.end = end
        self.spaced = self.marked = True
        return None

    def _read_closer(self, text: str, first: int, char: str, rules: Splitting) -> Verdict | None:
        touches = self._touches(text)
        if char in _INVISIBLE:
            self.at += 1
            if touches:
                self.end = self.at
            return None
        if self.breaks:
            return Verdict.ON
        if touches:
            if char in _QUOTES:
                if char in "\"'" and self.last in _UNSPACED and self._opens_quote(text, first, char):
                    return Verdict.ON
                self.quote = True
            elif char in _BRACKETS:
                self.bracket = True
            elif char in _INWARD:
                following = text[self.at + 1 : self.at + 2]
                if not following:
                    return Verdict.WAIT
                if self.last in _UNSPACED or not (
                    following.isspace() or following in _JOINS or following in TERMINATORS
                ):
                    return Verdict.ON
                self.quote = True
            elif char not in _EMPHASIS:
                return Verdict.ON
            self.at += 1
            self.end = self.at
            return None
        if char in _BRACKETS or (char in "»›" and not rules.closes_inward):
            self.quote, self.bracket = self.quote or char in "»›", self.bracket or char in _BRACKETS
            self.at += 1
            self.end = self.at
            self.spaced = self.marked
            return None
        return self._read_smiley(text)

    def _opens_quote(self, text: str, first: int, char: str) -> bool:
        return text.count(char, first, self.at) % 2 == 0

    def _read_smiley(self, text: str) -> Verdict | None:
        smiley = _SMILEY.match(text, self.at) or _EMOJI.match(text, self.at)
        if smiley is not None and smiley.end() < len(text):
            self.at = self.end = smiley.end()
            self.quote = False
            return None
        if smiley is not None or _MAYBE_SMILEY.match(text, self.at):
            return Verdict.WAIT
        return Verdict.ON


def decide(text: str, first: int, tail: Tail, limit: int, rules: Splitting) -> tuple[Verdict, int]:
    """Whether the sentence that begins at ``first`` ends at the stop that ``tail`` reads.

    ``limit`` is where the cap would cut. The offset is the sentence's end for ``END``, where to go on for ``ON``.
    """
    if text[tail.stop] in OPENERS:
        end = marker_end(text, tail.stop)
        if end is None and is_open_marker(text, tail.stop):
            return Verdict.WAIT, 0
        return Verdict.ON, end or tail.stop + 1
    verdict = tail.read(text, first, limit, rules)
    if verdict is Verdict.ON:
        verdict = _judge(text, first, tail, rules)
    return verdict, tail.end if verdict is Verdict.END else tail.at


def _judge(text: str, first: int, tail: Tail, rules: Splitting) -> Verdict:
    """The verdict once all that hangs on the stop has been read, up to the next character."""
    if tail.blank:
        return Verdict.END
    if tail.breaks:
        verdict = _judge_line_break(text, first, tail)
        if verdict is not Verdict.ON or not tail.ends:
            return verdict
    return _judge_terminators(text, first, tail, rules)


def _judge_line_break(text: str, first: int, tail: Tail) -> Verdict:
    """A line break ends a sentence before or after a line that stands for itself (spec 1, S12)."""
    if _BLOCK_START.match(text, tail.at) or _BOLD_LINE.match(text, tail.at):
        return Verdict.END
    if text[first] in "#|*_" and not tail.ends:
        line = text[first : tail.stop].rstrip()
        if line.startswith(("#", "|")) or _BOLD_LINE.match(line + "\n"):
            return Verdict.END
    if len(text) - tail.at < MARKER_LIMIT and (
        _MAYBE_BLOCK.match(text, tail.at) or _MAYBE_BOLD_LINE.match(text, tail.at)
    ):
        return Verdict.WAIT
    return Verdict.ON


def _judge_terminators(text: str, first: int, tail: Tail, rules: Splitting) -> Verdict:
    char = text[tail.at]
    ellipsis = not tail.strong and tail.dots > 1
    if not tail.spaced:
        return _judge_unspaced(text, tail, char)
    if char in _JOINS:
        return Verdict.ON
    if char in _DASHES:
        return _judge_dash(text, tail)
    if (
        tail.dots == 1
        and not tail.strong
        and _ITEM_AT_START.match(text, first, tail.stop + 2)
        and _is_item_stop(text, first, tail)
    ):
        return Verdict.ON
    at, opened = _skip_openers(text, tail.at)
    if at is None:
        return Verdict.WAIT
    letter = text[at]
    if letter.islower():
        return _judge_lower(text, first, tail, rules, at, opened, ellipsis)
    if tail.dots == 1 and not tail.strong and not tail.quote and not tail.bracket and not tail.marked:
        ends = full_stop_ends(text, first, tail.stop, tail.at, rules)
        if ends is None:
            return Verdict.WAIT
        return Verdict.END if ends else Verdict.ON
    return Verdict.END


def _is_item_stop(text: str, first: int, tail: Tail) -> bool:
    item = _ITEM_AT_START.match(text, first)
    return item is not None and item.end() > tail.stop


def _judge_unspaced(text: str, tail: Tail, char: str) -> Verdict:
    if tail.last in _UNSPACED:
        return Verdict.ON if char in _JOINS or (char in "（《" and not tail.quote and not tail.bracket) else Verdict.END
    if tail.last in _DANDAS:
        return Verdict.END if char.isalpha() else Verdict.ON
    return Verdict.ON


def _judge_dash(text: str, tail: Tail) -> Verdict:
    """A dash goes on before lower case and where nothing shows a new start; a turn of dialogue begins with a capital."""
    for index in range(tail.at, min(len(text), tail.at + 2 * _OPEN_LIMIT)):
        char = text[index]
        if char in _DASHES or char.isspace() or char in _OPENING:
            continue
        if char.islower():
            return Verdict.ON
        if char.isupper() or char.isdecimal():
            return Verdict.END
        return Verdict.ON if tail.quote else Verdict.END
    return Verdict.END if len(text) >= tail.at + 2 * _OPEN_LIMIT else Verdict.WAIT


def _skip_openers(text: str, at: int) -> tuple[int | None, bool]:
    """The first character past what opens a quotation or bracket; ``None`` when it has not arrived."""
    start = at
    while at < len(text) and at - start < _OPEN_LIMIT and (text[at] in _OPENING or (at > start and text[at].isspace())):
        at += 1
    return (at if at < len(text) else None), at > start


def _judge_lower(text: str, first: int, tail: Tail, rules: Splitting, at: int, opened: bool, ellipsis: bool) -> Verdict:
    """Before lower case a full stop ends nothing, but before a list marker, an address or a name in mixed case."""
    if not opened:
        if _INLINE_ITEM.match(text, at):
            return Verdict.END
        if _MAYBE_INLINE_ITEM.match(text, at):
            return Verdict.WAIT
    if tail.quote or tail.bracket:
        return Verdict.END if tail.breaks or (tail.bracket and tail.marked) else Verdict.ON
    if tail.strong:
        return Verdict.END
    if _ADDRESS.match(text, at) or _MIXED_CASE.match(text, at):
        return Verdict.END
    if _word_touches_end(text, at):
        return Verdict.WAIT
    if not ellipsis and _begins_in_lower_case(text, first) and not is_listed(text, first, tail.stop, rules):
        return Verdict.END
    return Verdict.ON


def _word_touches_end(text: str, at: int) -> bool:
    return len(text) - at < 2 * _NEXT_WORD_LIMIT and not any(char.isspace() for char in text[at:])


def _begins_in_lower_case(text: str, first: int) -> bool:
    start = _START_LETTER.match(text, first)
    return start is not None and start[1].islower()
