"""What hangs on the end of a sentence: more terminators, closing quotes and brackets, white space, citation markers.

``Tail.read`` reads as far as the text has arrived and remembers how far that was, so that a long run that comes one
character at a time is read once (spec 1, S14). Whatever touches the end of the text is read again when more arrives.
"""

from __future__ import annotations

import re
from enum import Enum

from .markers import OPENERS, is_open_marker, marker_end


class Verdict(Enum):
    """What is known of a stop, a place where a sentence may end."""

    #: The sentence ends here.
    END = "end"
    #: It goes on.
    ON = "on"
    #: What has arrived does not tell yet.
    WAIT = "wait"


TERMINATORS = ".!?…؟۔。！？｡।॥‼⁇⁈⁉"
LINE_BREAKS = "\n\r\u2028\u2029\x85"
#: They end a sentence without white space after them: no token holds one.
UNSPACED = frozenset("。！？｡")
#: What a sentence goes on with, after white space or a closing quote.
JOINS = frozenset(",;:،؛，、；：=+/%&×·→<>≈≤≥)]}）】］〕")

_RUN = re.compile(f"[{TERMINATORS}]+")
_WHITE = re.compile(r"\s+")
_BREAK = re.compile("\r\n|[\n\r\u2028\x85]|\u2029")
#: White space longer than this after a stop is waited out no further: the sentence has ended.
_WHITE_LIMIT = 1000

_FULL_STOPS = frozenset(".…")
_QUOTES = frozenset("\"'”’›»」』》〉")
_BRACKETS = frozenset(")]}）】］〕")
#: What may stand after a space and close a quotation.
_SPACED_QUOTES = frozenset("\"'”’“»«›‹`")
#: Emphasis and footnote signs.
_EMPHASIS = frozenset("*_`~†‡¹²³⁰⁴⁵⁶⁷⁸⁹")
#: These close a quotation in some languages and open one in others: what follows tells.
_EITHER_WAY = frozenset("“«‘‹")
_INVISIBLE = frozenset(
    "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\ufe0f"
)

_FOOTNOTE = re.compile(r"\[\d{1,3}\]")
_MAYBE_FOOTNOTE = re.compile(r"\[\d{0,3}\Z")
_SMILEY = re.compile(r"(?:[:;=][-'^o]?[)(\]\[DPpOo3/\\|*]|<3|\^[_-]?\^)(?=\s)")
_MAYBE_SMILEY = re.compile(r"(?:[:;=][-'^o]?[)(\]\[DPpOo3/\\|*]?|<3?|\^[_-]?\^?)\Z")
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u26ff\u2728\u2764\ufe0f\u200d]")


class Tail:
    """The tail of one stop. Offsets are into the text that every call is given; ``shift`` moves them."""

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

    def __init__(self, text: str, stop: int) -> None:
        self.stop = stop
        #: Read up to here; the sentence ends here if it ends.
        self.at = self.end = stop
        if text[stop] in LINE_BREAKS:
            while self.end and text[self.end - 1].isspace():
                self.end -= 1
        #: Whether there are terminators (else the stop is a line break), how many, the last one.
        self.ends, self.dots, self.last = False, 0, ""
        #: Whether one of them is more than a full stop or an ellipsis.
        self.strong = False
        #: What followed them.
        self.quote = self.bracket = self.spaced = self.marked = self.blank = False
        self.breaks = 0

    def shift(self, by: int) -> None:
        """Moves every offset ``by`` characters towards the start."""
        self.stop -= by
        self.at -= by
        self.end -= by

    def read(self, text: str, first: int, limit: int, closes_inward: bool) -> Verdict:
        """Reads on. ``ON``: the next character is at ``at``. ``END``: the sentence ends at ``end``, whatever follows.

        Nothing past ``limit`` becomes part of the sentence, which begins at ``first``.
        """
        while self.at < len(text) and self.end <= limit:
            char = text[self.at]
            if char.isspace():
                verdict = self._read_white(text)
            elif char in TERMINATORS:
                verdict = self._read_terminators(text, limit)
            elif char in OPENERS:
                verdict = self._read_marker(text, limit)
            elif not self.ends:
                return Verdict.ON
            elif char in _INVISIBLE:
                verdict = self._read_invisible()
            elif self.breaks:
                return Verdict.ON
            elif text[self.at - 1].isspace():
                verdict = self._read_spaced_closer(text, char, closes_inward)
            else:
                verdict = self._read_closer(text, first, char)
            if verdict is not None:
                return verdict
        if self.end > limit:
            self.end = limit
            return Verdict.END
        return Verdict.WAIT

    def _read_invisible(self) -> Verdict | None:
        if self.end == self.at:
            self.end += 1
        self.at += 1
        return None

    def _read_white(self, text: str) -> Verdict | None:
        run = _WHITE.match(text, self.at, self.at + _WHITE_LIMIT)
        assert run is not None
        if run.end() - self.at >= _WHITE_LIMIT:
            return Verdict.END
        if run.end() == len(text):
            return Verdict.WAIT
        breaks = _BREAK.findall(run.group())
        if len(breaks) > 1 or "\u2029" in breaks:
            self.blank = True
        self.breaks += len(breaks)
        self.spaced = True
        self.at = run.end()
        return None

    def _read_terminators(self, text: str, limit: int) -> Verdict | None:
        if self.spaced:
            if not self.ends or self.breaks:
                return Verdict.ON
            # A spaced run (`. . .`, `… !`) goes on; `.NET` and `.5` are the next word.
            if text[self.at] == "." and text[self.at - 1].isspace():
                following = text[self.at + 1 : self.at + 2]
                if not following:
                    return Verdict.WAIT
                if following.isalnum():
                    return Verdict.ON
        run = _RUN.match(text, self.at, max(limit, self.at) + 1)
        assert run is not None
        found = run.group()
        self.ends = True
        self.last = found[-1]
        self.dots += len(found) + found.count("…")
        self.strong = self.strong or not _FULL_STOPS.issuperset(found)
        self.at = self.end = run.end()
        self.quote = self.bracket = self.spaced = False
        return None

    def _read_marker(self, text: str, limit: int) -> Verdict | None:
        end = marker_end(text, self.at)
        if end is None:
            return self._read_footnote(text)
        if end > limit:
            return Verdict.END if self.ends or self.blank else Verdict.ON
        if not self.ends and not self.blank:
            # A marker alone on its line belongs to the sentence before; at the start of a line, to that line.
            rest = _WHITE.match(text, end, end + _WHITE_LIMIT)
            after = rest.end() if rest else end
            if after == len(text) and after - end < _WHITE_LIMIT:
                return Verdict.WAIT
            if rest is None or not _BREAK.search(rest.group()):
                return Verdict.ON
        self.at = self.end = end
        self.spaced = self.marked = True
        return None

    def _read_footnote(self, text: str) -> Verdict | None:
        """A footnote number right after the terminator (``open.[1] It``) belongs to the sentence, as text."""
        if is_open_marker(text, self.at):
            return Verdict.WAIT
        if not self.ends or text[self.at - 1].isspace():
            return Verdict.ON
        note = _FOOTNOTE.match(text, self.at)
        if note is None:
            return Verdict.WAIT if _MAYBE_FOOTNOTE.match(text, self.at) else Verdict.ON
        self.at = self.end = note.end()
        return None

    def _read_closer(self, text: str, first: int, char: str) -> Verdict | None:
        if char in _QUOTES:
            if char in "\"'" and self.last in UNSPACED and text.count(char, first, self.at) % 2 == 0:
                return Verdict.ON
            self.quote = True
        elif char in _BRACKETS:
            self.bracket = True
        elif char in _EITHER_WAY:
            following = text[self.at + 1 : self.at + 2]
            if not following:
                return Verdict.WAIT
            closes = following.isspace() or following in JOINS or following in TERMINATORS
            if not closes or self.last in UNSPACED:
                return Verdict.ON
            self.quote = True
        elif char not in _EMPHASIS and not _EMOJI.match(char):
            return Verdict.ON
        self.at += 1
        self.end = self.at
        return None

    def _read_spaced_closer(self, text: str, char: str, closes_inward: bool) -> Verdict | None:
        """A bracket or a French quotation mark after a space closes all the same; a smiley ends what it comments.

        So does any quotation mark that a full stop or comma follows (tokenised text: ``? ".``).
        """
        if char in _SPACED_QUOTES:
            return self._read_spaced_quote(text, char, closes_inward)
        if char in _BRACKETS:
            self.bracket = True
        elif not (_EMOJI.match(text, self.at) or _SMILEY.match(text, self.at)):
            return Verdict.WAIT if _MAYBE_SMILEY.match(text, self.at) else Verdict.ON
        elif not _EMOJI.match(text, self.at):
            smiley = _SMILEY.match(text, self.at)
            assert smiley is not None
            self.at = self.end = smiley.end()
            return None
        self.at += 1
        self.end = self.at
        return None

    def _read_spaced_quote(self, text: str, char: str, closes_inward: bool) -> Verdict | None:
        width = 1 + (char in "`'" and text[self.at + 1 : self.at + 2] == char)
        after = text[self.at + width : self.at + width + 2]
        if not (char in "»›" and not closes_inward):
            if not after or (after in (".", ",") and len(after) < 2):
                return Verdict.WAIT
            if after[0] not in ".," or not after[1].isspace():
                return Verdict.ON
        self.quote = True
        self.at += width
        self.end = self.at
        return None
