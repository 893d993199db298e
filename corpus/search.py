"""Finds the passages that answer a question, and says how well (spec 3, §2).

One query picks candidates by the terms they share with the question; ``ranking`` orders them, alike on every database.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, unquote, urlsplit

from django.conf import settings
from django.db.models import Case, F, IntegerField, Q, Sum, Value, When

from .models import Article, IndexedLanguage, Passage, Posting, Term, place_of
from .queries import Query, read_query
from .ranking import CANDIDATES, DEFAULT_FLOOR, Candidate, Ranking, rank, rarity

__all__ = ["DEFAULT_FLOOR", "Hit", "SearchResult", "passages_of", "search"]

#: How many postings the first query may read: rare terms come first, and a term that stands everywhere decides nothing.
MOST_POSTINGS = 20_000
#: Another language is not looked into when the terms it shares with the question weigh less than this share of all.
LEAST_SHARE = 0.3


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
    own = Ranking((), 0.0)
    if total := indexes.pop(language, 0):
        own = _rank(_asked(question, previous, {language: total})[0], page)
    above: list[Ranking] = []
    if indexes and (own.score < floor or len(own.passages) < limit):
        others = [_rank(asked, page) for asked in _asked(question, previous, indexes) if _may_be_covered(asked)]
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


@dataclass(frozen=True)
class _Known:
    """A term of the question that the index of its language has."""

    key: int
    text: str
    passages: int


@dataclass(frozen=True)
class _Asked:
    """The question as it is put to the index of one language; ``known`` terms come rarest first."""

    language: str
    total: int
    query: Query
    known: tuple[_Known, ...]


def _asked(question: str, previous: str, indexes: dict[str, int]) -> list[_Asked]:
    """The question for each of these indexes and the number of its passages; one query for all."""
    queries = {code: read_query(question, code, previous) for code in indexes}
    wanted = Q(pk__in=[])
    for code, query in queries.items():
        if query.terms:
            wanted |= Q(language=code, text__in=list(query.terms))
    known: dict[str, list[_Known]] = {code: [] for code in indexes}
    rows = Term.objects.filter(wanted, passages__gt=0).values_list("language", "pk", "text", "passages")
    for code, key, text, passages in rows:
        known[code].append(_Known(key, text, passages))
    return [
        _Asked(code, total, queries[code], tuple(sorted(known[code], key=lambda term: (term.passages, term.text))))
        for code, total in sorted(indexes.items())
    ]


def _may_be_covered(asked: _Asked) -> bool:
    """Whether the terms that an index shares with the question are worth looking for in it."""
    passages = {term.text: term.passages for term in asked.known}
    shares = asked.query.terms.items()
    rare = {text: rarity(passages.get(text, 0), asked.total) * share for text, share in shares}
    return bool(passages) and sum(rare[text] for text in passages) >= LEAST_SHARE * sum(rare.values())


def _rank(asked: _Asked, page: str) -> Ranking:
    """The passages of one language for the question, best first."""
    keys = _candidate_keys(asked)
    if not keys:
        return Ranking((), 0.0)
    postings: dict[int, dict[str, int]] = {key: {} for key in keys}
    texts = {term.key: term.text for term in asked.known}
    rows = Posting.objects.filter(passage__in=keys, term__in=list(texts))
    for passage, term, weight in rows.values_list("passage_id", "term_id", "weight"):
        postings[passage][texts[term]] = weight
    reading = _place(page)
    candidates = []
    for key, ordinal, text, *article in _passages(keys).values_list("pk", "ordinal", "folded", *_ADDRESS_FIELDS):
        address = place_of(*article)
        is_page = bool(page) and _is_place(address, reading)
        candidates.append(Candidate(key, address, ordinal, text, postings[key], is_page))
    return rank(
        asked.query, candidates, {term.text: term.passages for term in asked.known}, asked.total, asked.language
    )


def _candidate_keys(asked: _Asked) -> list[int]:
    """The passages that share most with the question, by the rarity of what they share."""
    keys, whens, read = [], [], 0
    for term in asked.known:
        read += term.passages
        if whens and read > MOST_POSTINGS:
            break
        keys.append(term.key)
        rare = round(rarity(term.passages, asked.total) * asked.query.terms[term.text])
        whens.append(When(term_id=term.key, then=Value(rare)))
    if not whens:
        return []
    return list(
        Posting.objects.filter(term_id__in=keys, passage__article__in=Article.objects.searchable())
        .values("passage_id")
        .annotate(score=Sum(F("weight") * Case(*whens, output_field=IntegerField())))
        .order_by("-score", "passage__tie")
        .values_list("passage_id", flat=True)[:CANDIDATES]
    )


_ADDRESS_FIELDS = ("article__address", "article__language", "article__slug")


def _passages(keys: Iterable[int]):
    """These passages with their articles, as far as a visitor may read them."""
    return Passage.objects.filter(pk__in=list(keys), article__in=Article.objects.searchable())


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
    """Host and path of an address, as two spellings of one address share them."""
    parts = urlsplit(address)
    return parts.netloc.lower(), unquote(parts.path).rstrip("/")


def _is_place(address: str, reading: tuple[str, str]) -> bool:
    """Whether an article stands at the place that is being read; one on this site, on any host of it."""
    host, path = _place(address)
    return path == reading[1] and (not host or host == reading[0])
