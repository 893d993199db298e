"""Sentences, as soon as they are complete, from a text that arrives in pieces.

The promises (spec 1, §2 and §9):

- ``feed`` gives the sentences that are complete now, in order; ``flush`` gives what remains as one sentence.
- Sentences are lossless slices: each keeps the white space before it, so that all of them joined, with what ``flush``
  gives, are the text but for white space at its end.
- Any way to cut the text into pieces gives the same sentences.
- No sentence is longer than ``CAP`` characters, leading white space aside.
- The time is linear in the text, whatever it holds; the memory is one pending sentence.

``_buffer`` holds the pending sentence from its first character that is not white space; ``_lead`` the white space
before it. Everything before ``_searched`` holds no stop. While ``_tail`` is set, the stop it reads is undecided.
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

_STOP = re.compile(f"[{re.escape(TERMINATORS + LINE_BREAKS + OPENERS)}]")
_WHITE = re.compile(r"\s*")
_BLANK = re.compile(r"\s")


class SentenceSplitter:
    """Splits one text, fed in pieces, into sentences; ``language`` is a language code, English when not given."""

    def __init__(self, language: str | None = None) -> None:
        self._rules = languages.get(language or "en").splitting
        self._abbreviations = self._rules.abbreviations
        self._start_over()

    def _start_over(self) -> None:
        self._buffer = ""
        self._lead: list[str] = []
        self._searched = 0
        self._tail: Tail | None = None

    def feed(self, piece: str) -> list[str]:
        """The sentences that are complete now that ``piece`` has arrived, in order."""
        if not isinstance(piece, str):
            raise TypeError(f"a piece is text, not {type(piece).__name__}")
        held = self._buffer
        if held and self._tail is None:
            buffer = held + piece
            if len(buffer) <= CAP:
                stop = _STOP.search(piece)
                if stop is None:
                    self._buffer = buffer
                    self._searched = len(buffer)
                    return []
                return self._scan(buffer, len(held) + stop.start())
            return self._scan(buffer, self._searched)
        if not held:
            body = piece.lstrip()
            if len(body) < len(piece):
                self._lead.append(piece[: len(piece) - len(body)])
            return self._scan(body, 0) if body else []
        return self._scan(held + piece, 0)

    def flush(self) -> str | None:
        """The text that remains, as one sentence without the white space after it; ``None`` when nothing does."""
        rest = self._buffer.rstrip()
        lead = "".join(self._lead)
        self._start_over()
        return lead + rest if rest else None

    def _scan(self, text: str, at: int) -> list[str]:
        """Takes every complete sentence off ``text``, which begins with one; its first stop is not before ``at``."""
        sentences: list[str] = []
        start = first = 0
        size = len(text)
        tail = self._tail
        while True:
            limit = first + CAP
            if tail is None:
                stop = _STOP.search(text, at, limit)
                if stop is not None:
                    at = stop.start()
                    end = self._plain_end(text, first, at)
                    if not end:
                        tail = Tail(text, at)
            if tail is not None:
                verdict, end = decide(text, first, tail, limit, self._rules)
                if verdict is Verdict.WAIT:
                    break
                tail = None
                if verdict is Verdict.ON:
                    at = end
                    if at < limit:
                        continue
                    end = 0
            elif stop is None:
                end = 0
            if not end or end > limit:
                if size <= limit:
                    at = size
                    break
                end = _cut(text, first, limit)
                if end is None:
                    at = size
                    break
            sentences.append("".join((*self._lead, text[start:end])))
            self._lead.clear()
            start = end
            match = _WHITE.match(text, start)
            at = first = match.end() if match else start
            if first == size:
                break
        self._keep(text, start, first, at, tail)
        return sentences

    def _keep(self, text: str, start: int, first: int, at: int, tail: Tail | None) -> None:
        if first > start:
            self._lead.append(text[start:first])
        self._buffer = text[first:]
        self._searched = at - first
        if tail is not None and first:
            tail.shift(first)
        self._tail = tail

    def _plain_end(self, text: str, first: int, at: int) -> int:
        """The end of a sentence in the plainest case, most of all: a word, one terminator, a space, a capital; else 0."""
        following = text[at + 1 : at + 3]
        if len(following) < 2 or following[0] != " " or not following[1].isalpha() or following[1].islower():
            return 0
        if text[at] in "!?؟":
            return at + 1
        if text[at] != ".":
            return 0
        word = text[text.rfind(" ", max(first, at - 24), at) + 1 : at]
        if (
            len(word) < 3
            or at - first < 8
            or not word.isalpha()
            or word in self._abbreviations
            or word.lower() in self._abbreviations
        ):
            return 0
        return at + 1


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
