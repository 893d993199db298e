"""Recognises the no-answer token, whatever a model wraps it in (spec 1, §7).

The gate releases whole sentences, so a token that is still arriving is held by itself. What is left to decide is
whether a sentence holds the token, and, at the opening of an answer, to say so as soon as the token is whole: the
caller need not wait for the end of a sentence to stop the provider.
"""

from __future__ import annotations

import re

from .folding import fold
from .markers import find_markers

DEFAULT_TOKEN = "NO_ANSWER"

# Letters and digits that would make the token part of a longer word. Chinese and the other scripts without case are
# left out: they put no space around a foreign word.
_WORD = "0-9a-z\u00df-\u024f\u0370-\u052f"
_DECORATION = "\\s*_`~#>|\"'«»“”„‹›「」『』()\\[\\]{}<>:=•·–—\\-"
_AROUND_TOKEN = " \t\r\n*_`~#>|\"'«»“”„‹›「」『』()[]{}<>:=•·–—-.!?…"
_LIST_MARKER = r"(?:\d{1,3}|[a-z])[.)]\s+"
_OPENING = rf"[{_DECORATION}]*(?:{_LIST_MARKER}[{_DECORATION}]*)?"
# Decorations at the opening beyond this many characters belong to no token.
_OPENING_LIMIT = 80
# The same before folding, which may leave nothing of a text of joiners and direction marks.
_UNFOLDED_LIMIT = 400


class NoAnswerMatcher:
    """One answer's look-out for ``token``. ``opens_with_token`` follows the opening; ``holds`` judges a sentence."""

    def __init__(self, token: str = DEFAULT_TOKEN) -> None:
        """``token`` is one word without sentence-ending punctuation; raises ``ValueError`` otherwise."""
        if not token or re.search(r"[\s.!?…。！？।॥؟۔\\\[\]]", token):
            raise ValueError("the no-answer token must be one word without sentence-ending punctuation or brackets")
        self._token = fold(token)
        literal = re.escape(self._token)
        # A sentence without the token's longest part need not be looked at closely.
        self._core = max(re.split(r"[\W_]+", self._token), key=len)
        self._anywhere = re.compile(rf"(?<![{_WORD}]){literal}(?![{_WORD}])")
        self._before_token = re.compile(_OPENING)
        self._at_opening = re.compile(rf"{_OPENING}{literal}(?=[^{_WORD}])")
        loose = "[ -]".join(re.escape(part) for part in token.upper().split("_"))
        self._loose = re.compile(rf"{_OPENING}{loose}[{_DECORATION}.!?…]*") if "_" in token else None
        self._opening: str | None = ""

    @property
    def undecided(self) -> bool:
        """Whether the answer, so far, may still open with the token."""
        return self._opening is not None

    def opens_with_token(self, piece: str) -> bool:
        """Whether the answer, now that ``piece`` has come, opens with the whole token and something after it."""
        if self._opening is None:
            return False
        self._opening += piece[:_OPENING_LIMIT]
        folded = _plain(self._opening)
        if self._at_opening.match(folded):
            self._opening = None
            return True
        rest = folded[self._before_token.match(folded).end() :]  # type: ignore[union-attr]
        too_long = len(folded) > _OPENING_LIMIT or len(self._opening) > _UNFOLDED_LIMIT
        if too_long or not self._token.startswith(rest):
            self._opening = None
        return False

    def holds(self, sentence: str) -> bool:
        """Whether ``sentence`` holds the token anywhere, or is the token in capitals with a space or hyphen in it."""
        folded = _plain(sentence)
        if self._core not in folded:
            return False
        if self._anywhere.search(folded):
            return True
        return self._loose is not None and self._loose.fullmatch(_without_markers(sentence)) is not None

    def is_cut_short(self, sentence: str) -> bool:
        """Whether ``sentence``, the last of an answer, ends in more than half of the token."""
        words = _plain(sentence).rstrip(_AROUND_TOKEN).split()
        last = words[-1].lstrip(_AROUND_TOKEN) if words else ""
        return len(last) * 2 > len(self._token) and self._token.startswith(last)


def _plain(text: str) -> str:
    # Markdown writes the underscore as \_ .
    return fold(text.replace("\\", "") if "\\" in text else text)


def _without_markers(sentence: str) -> str:
    for marker in reversed(find_markers(sentence)):
        sentence = sentence[: marker.start] + sentence[marker.end :]
    return sentence
