"""Finds the passages that answer a question, and says how well (spec 3, §2).

``candidates`` picks passages by the terms that they share with the question; ``ranking`` orders them, alike on all
databases.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote, urlsplit

from django.conf import settings

from .asking import Asked, put, with_stand_ins
from .candidates import Row, candidates, rows_of
from .covering import DEFAULT_FLOOR, rank
from .meaning import Meaning, meaning_of
from .models import Article, IndexedLanguage, Passage, place_of, searchable
from .ranking import Ranking

__all__ = ["DEFAULT_FLOOR", "Hit", "SearchResult", "passages_of", "search"]


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

    ``previous`` is the question before this one, for follow-ups: its terms count less. ``page`` is the address that the
    visitor is reading, a mild preference. The scores mean the same in every language and at every corpus size. Below
    ``floor`` the hits are the nearest there are.
    """
    indexes = dict(IndexedLanguage.objects.filter(passages__gt=0).values_list("language", "passages"))
    seen: dict[int, Row] = {}
    own, subject = Ranking((), 0.0), f"{previous}\n{question}" if previous else question
    if total := indexes.pop(language, 0):
        own = _rank(put(question, previous, {language: total})[0], page, seen)
        if previous and own.score < floor:
            # A new subject: the question before it only dilutes what this one asks.
            alone = _rank(put(question, "", {language: total})[0], page, seen)
            if alone.score > own.score:
                own, subject = alone, question
    meaning = meaning_of(subject)
    if meaning:
        own = meaning.add(own, language, _places)
    above: list[Ranking] = []
    if indexes and (own.score < floor or len(own.passages) < limit):
        others = [_rank_elsewhere(asked, page, seen, meaning) for asked in put(question, previous, indexes)]
        above = sorted((ranking for ranking in others if ranking.score >= floor), key=lambda found: -found.score)
    rankings = [own, *above] if own.score >= floor or not above else above
    found = [passage for ranking in rankings for passage in ranking.passages][:limit]
    return SearchResult(_hits(found, seen), max(ranking.score for ranking in rankings))


def passages_of(translation_group: str, language: str, limit: int) -> tuple[Hit, ...]:
    """The first passages of the group's searchable article: in ``language``, else in the default language, else in any.

    Empty for an empty group. The score of each is 1: nobody searched.
    """
    articles = Article.objects.searchable().filter(translation_group=translation_group).exclude(translation_group="")
    by_language = {article.language: article for article in articles.order_by("-language", "-slug")}
    article = (
        by_language.get(language)
        or by_language.get(settings.LANGUAGE_CODE)
        or (by_language[min(by_language)] if by_language else None)
    )
    if article is None:
        return ()
    keys = article.passages.order_by("ordinal").values_list("pk", flat=True)[:limit]
    return _hits([(key, 1.0) for key in keys], {})


def _rank(asked: Asked, page: str, seen: dict[int, Row]) -> Ranking:
    """The passages of one language for the question, best first; what was read of them is put into ``seen``."""
    asked = with_stand_ins(asked)
    found = candidates(asked, seen)
    if any(reading := _place(page)):
        found = [replace(one, is_page=_is_place(one.address, reading)) for one in found]
    return rank(asked.readings, found, asked.frequencies, asked.total, asked.language)


def _rank_elsewhere(asked: Asked, page: str, seen: dict[int, Row], meaning: Meaning | None) -> Ranking:
    """The same of a language that is not the visitor's: by its words where it shares enough, and by its meaning."""
    words = _rank(asked, page, seen) if asked.may_be_covered else Ranking((), 0.0)
    return meaning.add(words, asked.language, _places, is_elsewhere=True) if meaning else words


def _places(keys: Iterable[int]) -> dict[int, tuple[str, int]]:
    """By key, the article's address and the ``tie`` of those of these passages that a visitor may read."""
    keys = list(keys)
    found: dict[int, tuple[str, int]] = {}
    for start in range(0, len(keys), _NAMED):
        visible = Passage.objects.filter(searchable("article__"), pk__in=keys[start : start + _NAMED]).order_by()
        rows = visible.values_list("pk", "tie", "article__address", "article__language", "article__slug")
        found |= {key: (place_of(*article), tie) for key, tie, *article in rows}
    return found


#: Keys named in one statement; SQLite has a limit.
_NAMED = 500


def _hits(found: Iterable[tuple[int, float]], seen: Mapping[int, Row]) -> tuple[Hit, ...]:
    """The hits for these keys and scores, in this order; what is not in ``seen`` is read."""
    scores = dict(found)
    rows = {key: seen[key] for key in scores if key in seen}
    if missing := scores.keys() - rows.keys():
        rows |= {row.key: row for row in rows_of(missing)}
    return tuple(_hit(rows[key], score) for key, score in scores.items() if key in rows)


def _hit(row: Row, score: float) -> Hit:
    return Hit(
        passage_id=row.key,
        article_id=row.article,
        title=row.title,
        heading=row.heading,
        address=row.address + (f"#{quote(row.anchor)}" if row.anchor else ""),
        locale=row.language,
        text=row.text,
        score=score,
    )


def _place(address: str) -> tuple[str, str]:
    """Host and path of an address, as two spellings of one address share them; nothing of what is no address."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.netloc.lower(), unquote(parts.path).rstrip("/")


def _is_place(address: str, reading: tuple[str, str]) -> bool:
    """Whether an article stands at the place that is being read; one on this site, on any host of it."""
    host, path = _place(address)
    return any(reading) and path == reading[1] and (not host or host == reading[0])
