"""Sentences, as soon as they are complete, from a text that arrives in pieces.

The promises (spec 1, §2 and §9):

- ``feed`` gives the sentences that are complete now, in order; ``flush`` gives what remains as one sentence.
- Sentences are lossless slices: each keeps the white space before it, so that all of them joined, with what ``flush``
  gives, are the text but for white space at its end.
- Any way to cut the text into pieces gives the same sentences.
- No sentence is longer than ``CAP`` characters, leading white space aside.
- The time is linear in the text, whatever it holds; the memory is one pending sentence.

``_buffer`` holds the pending sentence from its first character that is not white space, ``_lead`` the white space
before it. ``_next`` is where to look for the next stop; while ``_waiting``, there is one there that is undecided, and
``_tail``, if set, remembers how far it was read.
"""

from __future__ import annotations

import re
import unicodedata

from . import languages
from .boundaries import decide
from .markers import MARKER_LIMIT, OPENERS, is_open_marker, marker_end
from .tails import LINE_BREAKS, TERMINATORS, Tail, Verdict

#: A sentence is cut when it has grown past this many characters without a boundary (S9).
CAP = 1000

_find_stop = re.compile(f"[{re.escape(TERMINATORS + LINE_BREAKS + OPENERS)}]").search
_WHITE = re.compile(r"\s*")
_BLANK = re.compile(r"\s")


class SentenceSplitter:
    """Splits one text, fed in pieces, into sentences; ``language`` is a language code, English when not given."""

    __slots__ = ("_abbreviations", "_buffer", "_lead", "_next", "_rules", "_tail", "_waiting")

    def __init__(self, language: str | None = None) -> None:
        self._rules = languages.get(language or "en").splitting
        self._abbreviations = self._rules.abbreviations
        self._start_over()

    def _start_over(self) -> None:
        self._buffer = ""
        self._lead: list[str] = []
        self._next = 0
        self._waiting = False
        self._tail: Tail | None = None

    def feed(self, piece: str) -> tuple[str, ...]:
        """The sentences that are complete now that ``piece`` has arrived, in order."""
        held = self._buffer
        if held:
            text = held + piece  # raises TypeError for anything but text
            if self._waiting:
                return self._scan(text, self._next)
            if len(text) <= CAP and _find_stop(piece) is None:
                self._buffer = text
                return ()
            return self._scan(text, len(held))
        if not isinstance(piece, str):
            raise TypeError(f"a piece is text, not {type(piece).__name__}")
        text = piece.lstrip()
        if len(text) < len(piece):
            self._lead.append(piece[: len(piece) - len(text)])
        return self._scan(text, 0) if text else ()

    def flush(self) -> str | None:
        """The text that remains, as one sentence without the white space after it; ``None`` when nothing does."""
        rest = self._buffer.rstrip()
        lead = "".join(self._lead)
        self._start_over()
        return lead + rest if rest else None

    def _scan(self, text: str, at: int) -> tuple[str, ...]:
        """Takes every complete sentence off ``text``, which begins with one and holds no stop before ``at``."""
        sentences: list[str] = []
        start = first = 0
        while first < len(text):
            limit = first + CAP
            end, at = self._end(text, first, at, limit)
            if self._waiting:
                break
            if not end:
                if len(text) <= limit:
                    break
                cut = _cut(text, first, limit)
                if cut is None:
                    break
                end = cut
            sentences.append("".join((*self._lead, text[start:end])))
            self._lead.clear()
            start = end
            white = _WHITE.match(text, start)
            at = first = white.end() if white else start
        self._keep(text, start, first, at)
        return tuple(sentences)

    def _end(self, text: str, first: int, at: int, limit: int) -> tuple[int, int]:
        """The end of the sentence at ``first``, 0 when there is none in sight; and where to look for the next stop."""
        tail, self._tail, self._waiting = self._tail, None, False
        while True:
            if tail is None:
                stop = _find_stop(text, at, limit)
                if stop is None:
                    return 0, len(text)
                at = stop.start()
                following = text[at + 1 : at + 3]
                if not following or following == " ":
                    self._waiting = True
                    return 0, at
                if text[at] == "." and (following[0].isalpha() or following[0].isdecimal()):
                    at += 1
                    continue
                if text[at] in OPENERS:
                    # Passed over whole, so that a full stop in a marker is none.
                    after = marker_end(text, at)
                    if after is None and is_open_marker(text, at):
                        self._waiting = True
                        return 0, at
                    at = after or at + 1
                    if at >= limit:
                        return 0, at
                    continue
                if self._is_plain(text, first, at, following):
                    return at + 1, at + 1
                tail = Tail(text, at)
            verdict, offset = decide(text, first, tail, limit, self._rules)
            if verdict is Verdict.END:
                return offset, offset
            if verdict is Verdict.WAIT:
                self._tail, self._waiting = tail, True
                return 0, tail.stop
            tail, at = None, offset
            if at >= limit:
                return 0, at

    def _is_plain(self, text: str, first: int, at: int, following: str) -> bool:
        """Whether this is the plainest end of a sentence: a word or a marker, one terminator, a space, a capital."""
        if following[0] != " " or not following[1].isalpha() or following[1].islower():
            return False
        if text[at] in "!?؟":
            return True
        if text[at - 1] == "]":
            return text[at] == "." and at - first >= 8
        word = text[text.rfind(" ", max(first, at - 24), at) + 1 : at]
        return (
            text[at] == "."
            and len(word) > 2
            and at - first >= 8
            and word.isalpha()
            and word not in self._abbreviations
            and word.lower() not in self._abbreviations
        )

    def _keep(self, text: str, start: int, first: int, at: int) -> None:
        if first > start:
            self._lead.append(text[start:first])
        self._buffer = text[first:]
        self._next = at - first
        if self._tail is not None:
            self._tail.shift(first)


def _cut(text: str, first: int, limit: int) -> int | None:
    """Where to cut a sentence that has grown past ``limit``; ``None`` while a marker there has not arrived whole."""
    bracket = max(text.rfind(opener, max(first, limit - MARKER_LIMIT), limit) for opener in OPENERS)
    if bracket > first:
        if is_open_marker(text, bracket):
            return None
        end = marker_end(text, bracket)
        if end is not None and end > limit:
            limit = bracket
    for found in reversed(list(_BLANK.finditer(text, first, limit + 1))):
        at = found.start()
        if not _is_inside_marker(text, first, at):
            while text[at - 1].isspace():
                at -= 1
            return at
    return _before_marks(text, first, limit)


def _is_inside_marker(text: str, first: int, at: int) -> bool:
    bracket = max(text.rfind(opener, max(first, at - MARKER_LIMIT), at) for opener in OPENERS)
    if bracket < first:
        return False
    end = marker_end(text, bracket)
    return end is not None and end > at


def _before_marks(text: str, first: int, limit: int) -> int:
    """``limit``, moved back so that no combining mark is parted from its base letter."""
    at = limit
    while at > first + 1 and (
        unicodedata.category(text[at])[0] == "M" or text[at] == "\u200d" or text[at - 1] == "\u200d"
    ):
        at -= 1
    return at if at > first + 1 else limit
