"""Hostile texts, and what they cost: CPU seconds, compared as a ratio of two sizes, never as a time (spec 1, S14)."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence

from gate import SentenceGate, SentenceSplitter
from gate.sources import remembered

from .pieces import sized

#: What a text may be made of, for ever. ``SOURCES`` vouch for nothing in it that could stop the gate early.
HOSTILE = {
    "no space": "x",
    "words": "ab ",
    "spaces": " ",
    "full stops": ".",
    "full stops and spaces": ". ",
    "ellipses": "…",
    "mixed terminators": "?!.…",
    "Chinese full stops": "。",
    "Chinese quotations": '。"',
    "brackets": "[",
    "half markers": "[S",
    "half markers with a number": "[S1",
    "half markers after full stops": ". [S",
    "half markers in half markers": "[S1[S1]",
    "markers": "[S1]",
    "markers after full stops": ". [S1] ",
    "markers in brackets": "([S1])",
    "markers alone on a line": "ab\n[S1]\n",
    "ranges": "[S1-S99999] ",
    "empty markers": "[]",
    "footnotes": ".[1",
    "lenticular brackets": "【",
    "digits": "7",
    "digits and full stops": "7.",
    "grouped digits": "7,777",
    "Persian digits": "۷",
    "hyphened digits": "7-",
    "number words": "seven ",
    "combining marks": "\u0301",
    "vowel signs": "क\u093f",
    "quotes": '"',
    "quotes after full stops": '."',
    "spaced quotes": '. " ',
    "guillemets": "«»",
    "brackets after full stops": ".)",
    "bracketed ellipses": "(...) ",
    "underscores": "_",
    "bold": "\n**a",
    "the token's beginning": "NO_",
    "line breaks": "\n",
    "list markers": "\n- ",
    "numbered list": "\n1. ",
    "abbreviations": "e.g. ",
    "acronyms": "U.S. ",
    "ordinals": "17. ",
    "initials": "J. ",
    "emoji": ". 😀",
    "smileys": ". :",
    "rulers": ". ==",
    "exclaimed names": "Yahoo! ",
    "at signs": "a@",
    "slashes": "a/",
    "hosts": "a.b.",
    "hyphens": "a-",
    "direction marks": "\u200f",
    "joiners": "\u200d",
}

SOURCES = ["The hall has 7 seats, says abc at a.b/a.b."]

# Below a hundredth of a second the clock says nothing, and nothing is slow.
_TOO_SHORT = 0.01


def repeated(fragment: str, length: int) -> str:
    """A text of about ``length`` characters."""
    return fragment * (length // len(fragment))


def cpu_seconds(work: Callable[[], object]) -> float:
    """What ``work`` costs. Without the garbage collector, which would look through all that the process holds."""
    gc.disable()
    try:
        started = time.process_time()
        work()
        return time.process_time() - started
    finally:
        gc.enable()


def splitting(text: str, size: int) -> float:
    """CPU seconds of a splitter that is fed with ``text`` in pieces of ``size``."""
    splitter = SentenceSplitter("en")
    pieces = sized(text, size)

    def work() -> None:
        for piece in pieces:
            splitter.feed(piece)
        splitter.flush()

    return cpu_seconds(work)


def gating(text: str, size: int, sources: Sequence[str] = SOURCES) -> float:
    """CPU seconds of a gate, its sources indexed already, as far as it lets ``text`` come."""
    gate = SentenceGate(sources, "en")
    pieces = sized(text, size)

    def work() -> None:
        for piece in pieces:
            gate.feed(piece)
        gate.finish()

    return cpu_seconds(work)


def indexing(text: str) -> float:
    """CPU seconds of building a gate with ``text`` as its source, and of all that it puts off until it is cited.

    The sentence that cites it quotes, names persons and claims a value, so that every index of the source is made.
    """

    remembered.cache_clear()

    def work() -> None:
        gate = SentenceGate([text], "en", question=text[:2000])
        gate.feed('Dr. Anna Bell said "we agree" to about 12 people, Elizabeth I among them [S1]. ')
        gate.finish()

    return cpu_seconds(work)


def growth(cost: Callable[[str], float], small: str, large: str, *, at_most: float) -> float:
    """How many times as much ``large`` costs; the best of a few tries, the first that is ``at_most`` at once."""
    best = float("inf")
    for _ in range(3):
        best = min(best, cost(large) / max(cost(small), _TOO_SHORT))
        if best < at_most:
            break
    return best
