"""Finds the passages that answer a question, and says how well (spec 3, §2).

One query picks candidates by the terms they share with the question; ``ranking`` orders them, alike on every database.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from django.conf import settings
from django.db.models import Case, F, IntegerField, Sum, Value, When

from .asking import Asked, put, with_stand_ins
from .covering import DEFAULT_FLOOR, rank
from .meaning import Meaning, meaning_of
from .models import Article, IndexedLanguage, Passage, Posting, place_of, searchable
from .queries import weights_of
from .ranking import CANDIDATES, Candidate, Ranking, rarity

__all__ = ["DEFAULT_FLOOR", "Hit", "SearchResult", "passages_of", "search"]

#: How many postings the first query may read: rare terms come first, and a term that stands everywhere decides nothing.
MOST_POSTINGS = 10_000


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
    own, subject = Ranking((), 0.0), f"{previous}\n{question}" if previous else question
    if total := indexes.pop(language, 0):
        own = _rank(put(question, previous, {language: total})[0], page)
        if previous and own.score < floor:
            # A new subject: the question before it only dilutes what this one asks.
            alone = _rank(put(question, "", {language: total})[0], page)
            if alone.score > own.score:
                own, subject = alone, question
    meaning = meaning_of(subject)
    if meaning:
        own = meaning.add(own, language, _places)
    above: list[Ranking] = []
    if indexes and (own.score < floor or len(own.passages) < limit):
        others = [_rank_elsewhere(asked, page, meaning) for asked in put(question, previous, indexes)]
        above = sorted((ranking for ranking in others if ranking.score >= floor), key=lambda found: -found.score)
    rankings = [own, *above] if own.score >= floor or not above else above
    found = [passage for ranking in rankings for passage in ranking.passages][:limit]
    return SearchResult(_hits(found), max(ranking.score for ranking in rankings))


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
    return _hits([(key, 1.0) for key in keys])


def _rank(asked: Asked, page: str) -> Ranking:
    """The passages of one language for the question, best first."""
    asked = with_stand_ins(asked)
    reading = _place(page)
    rows = _candidate_rows(asked)
    postings: dict[int, dict[str, int]] = {row.key: {} for row in rows}
    texts = {term.key: term.text for term in asked.known}
    found = Posting.objects.filter(passage__in=list(postings), term__in=list(texts)) if rows else Posting.objects.none()
    for passage, term, weight in found.values_list("passage_id", "term_id", "weight"):
        postings[passage][texts[term]] = weight
    candidates = [
        Candidate(row.key, row.address, row.ordinal, row.folded, postings[row.key], _is_place(row.address, reading))
        for row in rows
    ]
    return rank(asked.readings, candidates, asked.frequencies, asked.total, asked.language)


def _rank_elsewhere(asked: Asked, page: str, meaning: Meaning | None) -> Ranking:
    """The same of a language that is not the visitor's: by its words where it shares enough, and by its meaning."""
    words = _rank(asked, page) if asked.may_be_covered else Ranking((), 0.0)
    return meaning.add(words, asked.language, _places, is_elsewhere=True) if meaning else words


def _places(keys: Iterable[int]) -> dict[int, tuple[str, int]]:
    """By key, the article's address and the ``tie`` of those of these passages that a visitor may read."""
    keys = list(keys)
    found: dict[int, tuple[str, int]] = {}
    for start in range(0, len(keys), _NAMED):
        rows = _passages(keys[start : start + _NAMED]).values_list("pk", "tie", *_ADDRESS_FIELDS)
        found |= {key: (place_of(*article), tie) for key, tie, *article in rows}
    return found


#: Keys named in one statement; SQLite has a limit.
_NAMED = 500


class _Row(NamedTuple):
    """What ranking needs of a passage."""

    key: int
    address: str
    ordinal: int
    folded: str
    tie: int


def _candidate_rows(asked: Asked) -> list[_Row]:
    """The passages that share most with the question, by the rarity of what they share; equal ones in order of ``tie``.

    Scored without looking at the passages first, which is several times faster, and with them where that is not sure to
    give the same: where what is hidden, or a long tie, reaches over the cut.
    """
    keys, whens, read = [], [], 0
    shares = weights_of(asked.readings)
    for term in asked.known:
        read += term.passages
        if whens and read > MOST_POSTINGS:
            break
        keys.append(term.key)
        rare = round(rarity(term.passages, asked.total) * shares[term.text])
        whens.append(When(term_id=term.key, then=Value(rare)))
    if not whens:
        return []
    scored = (
        Posting.objects.filter(term_id__in=keys)
        .values("passage_id")
        .annotate(score=Sum(F("weight") * Case(*whens, output_field=IntegerField())))
        .values_list("passage_id", "score")
    )
    best = list(scored.order_by("-score", "passage_id")[: 2 * CANDIDATES])
    rows = _rows(dict(best))
    is_cut = len(best) == 2 * CANDIDATES
    if is_cut and (len(rows) < CANDIDATES or dict(best)[rows[CANDIDATES - 1].key] == best[-1][1]):
        visible = scored.filter(searchable("passage__article__")).order_by("-score", "passage__tie")
        rows = _rows(dict(visible[:CANDIDATES]))
    return rows[:CANDIDATES]


def _rows(scores: dict[int, int]) -> list[_Row]:
    """Those of these passages that a visitor may read, by score and then ``tie``."""
    fields = ("pk", "ordinal", "folded", "tie", *_ADDRESS_FIELDS)
    rows = [
        _Row(key, place_of(*article), ordinal, text, tie)
        for key, ordinal, text, tie, *article in _passages(scores).values_list(*fields)
    ]
    return sorted(rows, key=lambda row: (-scores[row.key], row.tie))


_ADDRESS_FIELDS = ("article__address", "article__language", "article__slug")


def _passages(keys: Iterable[int]):
    """These passages with their articles, as far as a visitor may read them."""
    return Passage.objects.filter(searchable("article__"), pk__in=list(keys))


def _hits(found: Iterable[tuple[int, float]]) -> tuple[Hit, ...]:
    """The hits for these keys and scores, in this order."""
    scores = dict(found)
    rows = (
        _passages(scores)
        .select_related("article")
        .only("heading", "anchor", "text", "article__title", *_ADDRESS_FIELDS)
    )
    by_key = {passage.pk: passage for passage in rows}
    return tuple(_hit(by_key[key], score) for key, score in scores.items() if key in by_key)


def _hit(passage: Passage, score: float) -> Hit:
    article = passage.article
    anchor = f"#{quote(passage.anchor)}" if passage.anchor else ""
    return Hit(
        passage_id=passage.pk,
        article_id=article.pk,
        title=article.title,
        heading=passage.heading,
        address=article.get_absolute_url() + anchor,
        locale=article.language,
        text=passage.text,
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
