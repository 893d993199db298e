"""Labelled passages searched by meaning as well, in memory, where the owner has chosen an embedder.

What has been embedded is remembered for as long as the process lives: the same passages are asked with a third of
them left out in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from . import embedding
from .embedding import text_of
from .meaning import Meaning
from .ranking import Ranking

#: Quantised vectors by what was embedded: for passages their text, for questions theirs.
passages: dict[str, bytes] = {}
questions: dict[str, bytes] = {}


def remember(texts: Iterable[tuple[str, str]], progress: Callable[[int, int], None] | None = None) -> None:
    """Embeds these passages, each a title and a text, that are not remembered yet. Raises ``EmbeddingError``."""
    embedder = embedding.embedder()
    if embedder is None:
        return
    from .nearest import quantised

    missing = sorted({text_of(title, "", text) for title, text in texts} - passages.keys())
    for start in range(0, len(missing), embedder.batch):
        some = missing[start : start + embedder.batch]
        passages.update(zip(some, map(quantised, embedder.passages(some)), strict=True))
        if progress:
            progress(start + len(some), len(missing))


class MemoryMeaning:
    """The meaning of passages, each a title and a text; ``articles`` holds by passage the article that it stands in."""

    def __init__(self, texts: Sequence[tuple[str, str]], articles: Sequence[str], language: str) -> None:
        from .nearest import Matrix

        remember(texts)
        vectors = {i: passages[text_of(title, "", text)] for i, (title, text) in enumerate(texts)}
        self._matrices = {language: Matrix.of(vectors)} if vectors else {}
        self._articles = articles

    def add(self, words: Ranking, question: str, language: str, *, is_elsewhere: bool = False) -> Ranking:
        """The ranking by words and by meaning."""
        return Meaning(vector_of_question(question), self._matrices).add(
            words, language, self._read, is_elsewhere=is_elsewhere
        )

    def _read(self, keys: Iterable[int]) -> Mapping[int, tuple[str, int]]:
        return {key: (self._articles[key], key) for key in keys}


def vector_of_question(question: str) -> bytes:
    """The quantised vector, embedded once. Raises ``EmbeddingError``."""
    if question not in questions:
        embedder = embedding.embedder()
        if embedder is None:
            raise LookupError("the setting was turned off meanwhile")
        from .nearest import quantised

        questions[question] = quantised(embedder.question(question))
    return questions[question]
