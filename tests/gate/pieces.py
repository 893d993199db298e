"""Feeds a text in every way it may arrive, so that each case is tried in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gate.sentences import SentenceSplitter

#: Piece sizes that every case is fed in, beside whole and with one cut at every place.
SIZES = (1, 2, 3, 4, 5, 7, 11, 64)


def sized(text: str, size: int) -> list[str]:
    """``text`` in pieces of ``size`` characters."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def every_way(text: str) -> Iterator[list[str]]:
    """``text`` whole, in pieces of every size, and cut in two at every place."""
    yield [text]
    for size in SIZES:
        yield sized(text, size)
    for at in range(1, len(text)):
        yield [text[:at], text[at:]]


def split(pieces: Iterable[str], language: str | None = None) -> list[str]:
    """The sentences of a text that arrives in ``pieces``, as the splitter gives them, the last one included."""
    splitter = SentenceSplitter(language=language)
    sentences = [sentence for piece in pieces for sentence in splitter.feed(piece)]
    last = splitter.flush()
    return sentences if last is None else [*sentences, last]
