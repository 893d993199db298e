"""Finds the passages that answer a question, and says how well (spec 3, §2)."""

from __future__ import annotations

from dataclasses import dataclass

#: Below this score the site's articles do not cover a question. One floor for all languages and corpus sizes.
DEFAULT_FLOOR = 0.5


@dataclass(frozen=True)
class Hit:
    """A passage found for a question. ``address`` is absolute or starts with ``/``; the anchor is in it."""

    passage_id: int
    article_id: int
    title: str
    heading: str
    address: str
    locale: str
    text: str
    score: float


@dataclass(frozen=True)
class SearchResult:
    """The hits, best first, and one score in 0..1 for the question as a whole; 0 where it has no term."""

    hits: tuple[Hit, ...]
    score: float


def search(
    question: str,
    language: str,
    limit: int = 6,
    floor: float = DEFAULT_FLOOR,
    previous: str = "",
    page: str = "",
) -> SearchResult:
    """The best ``limit`` passages for ``question``; the visitor's ``language`` first, others only above ``floor``.

    ``previous`` is the question before this one, for follow-ups; ``page`` the address that the visitor is reading.
    """
    return SearchResult((), 0.0)


def passages_of(translation_group: str, language: str, limit: int) -> tuple[Hit, ...]:
    """The first passages of one article: in ``language``, else in the default language, else in any."""
    return ()
