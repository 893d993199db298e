"""A question as it is searched by meaning: embedded once, and compared with the passages of each language.

Without a chosen embedder, or without one that answers, there is no meaning, and search goes by words alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import embedding
from .embedding import EmbeddingError
from .hybrid import Near, combine
from .ranking import CANDIDATES, Ranking

if TYPE_CHECKING:
    from .nearest import Matrix

logger = logging.getLogger(__name__)

#: Reads passages as a visitor may: by key, the article's address and the tie of those that are to be seen.
Read = Callable[[Iterable[int]], Mapping[int, tuple[str, int]]]


@dataclass(frozen=True)
class Meaning:
    """A question's vector, and the vectors that it can be compared with."""

    question: bytes
    languages: Mapping[str, Matrix]

    def add(self, words: Ranking, language: str, read: Read, *, is_elsewhere: bool = False) -> Ranking:
        """The ranking of one language by words and by meaning."""
        matrix = self.languages.get(language)
        if matrix is None or len(matrix.keys) < 2:
            return words
        likeness = matrix.likeness(self.question)
        keys = [key for key, _score in words.passages]
        number = CANDIDATES
        while True:
            # Passages that a visitor may not read are passed over, however many of them are nearest.
            best = likeness.best(number)
            seen = read(best)
            if len(seen) >= CANDIDATES or number >= likeness.total:
                break
            number *= 4
        nearest = [key for key in best if key in seen][:CANDIDATES]
        places = {**{key: seen[key] for key in nearest}, **read(set(keys) - set(nearest))}
        near = [Near(key, standing, *places[key]) for key, standing in likeness.of(places).items()]
        return combine(words, near, likeness.total, is_elsewhere=is_elsewhere)


def meaning_of(question: str) -> Meaning | None:
    """The question's meaning; ``None`` where search goes by words alone. Never raises."""
    if not embedding.is_on() or not question.strip():
        return None
    try:
        embedder = embedding.embedder()
        if embedder is None:
            return None
        from .nearest import cache, quantised

        languages = cache.languages(embedder.name)
        if not languages:
            return None
        vector = quantised(embedder.question(question))
    except EmbeddingError as error:
        logger.warning("searched by words alone: %s", error)
        return None
    if any(matrix.vectors.shape[1] != len(vector) for matrix in languages.values()):
        logger.warning("searched by words alone: the embedder's vectors have another length now")
        return None
    return Meaning(vector, languages)
