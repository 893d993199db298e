"""The passages that are ranked for a question: those that share most with it, by the rarity of what they share.

However large the index is, a bounded part of it is read: rare terms whole, as long as they stand in ``MOST_POSTINGS``
places together, and of commoner terms, where the rare ones leave room, only where they weigh most. Of what is found so
the best are compared by all their terms, looked up one by one, and the best of those are ranked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import connection
from django.db.models import BigIntegerField, F, QuerySet, Sum
from django.db.models.expressions import RawSQL

from .asking import Asked, Known
from .models import Passage, Posting, place_of, searchable
from .queries import weights_of
from .ranking import CANDIDATES, Candidate, rarity

#: How many postings are read at most of terms that are read whole; the rarest come first.
MOST_POSTINGS = 10_000
#: Where these are fewer, so many of the greatest weights of a commoner term are read, for so many terms.
ENOUGH_POSTINGS = 1_000
MOST_OF_TERM, MOST_TERMS = 500, 3
#: How many passages are compared by all their terms.
COMPARED = 100


def candidates(asked: Asked, seen: dict[int, Row] | None = None) -> list[Candidate]:
    """The candidates for the question in the index of its language; what was read of each is put into ``seen``."""
    shares = weights_of(asked.readings)
    rare = {term.key: round(rarity(term.passages, asked.total) * shares[term.text]) for term in asked.known}
    if not rare:
        return []
    found = _found(asked, rare, Posting.objects.all(), "passage_id")
    chosen = _chosen(found.passages, rare)
    if found.is_cut and len(chosen.rows) < CANDIDATES:
        # What is hidden, or a long tie, reaches over the cut: slower, and sure.
        visible = Posting.objects.filter(searchable("passage__article__"))
        chosen = _chosen(_found(asked, rare, visible, "passage__tie").passages, rare)
    if seen is not None:
        seen.update((row.key, row) for row in chosen.rows)
    texts = {term.key: term.text for term in asked.known}
    return [
        Candidate(
            row.key,
            row.address,
            row.ordinal,
            row.folded,
            {texts[term]: weight for term, weight in chosen.postings[row.key].items()},
        )
        for row in chosen.rows
    ]


@dataclass(frozen=True)
class _Found:
    """Passages that share rare terms with the question, and whether there were more."""

    passages: set[int]
    is_cut: bool


class Row(NamedTuple):
    """What is read of a passage, to rank it and to show it; ``address`` is its article's."""

    key: int
    article: int
    title: str
    heading: str
    anchor: str
    text: str
    folded: str
    ordinal: int
    tie: int
    language: str
    address: str


@dataclass(frozen=True)
class _Chosen:
    """The best passages in order, and the weights of the question's terms in each passage that was compared."""

    rows: list[Row]
    postings: dict[int, dict[int, int]]


def _found(asked: Asked, rare: dict[int, int], postings: QuerySet[Posting], tie: str) -> _Found:
    """The passages that share most of the rare terms. Equal ones at a cut are left out, or cut in order of ``tie``."""
    whole, common, read = _parted(asked.known)
    passages: set[int] = set()
    is_cut = False
    if whole:
        factor = "CASE term_id " + "WHEN %s THEN %s " * len(whole) + "END"
        numbers = [number for term in whole for number in (term.key, rare[term.key])]
        scored = (
            postings.filter(term_id__in=[term.key for term in whole])
            .values("passage_id")
            .annotate(score=Sum(F("weight") * RawSQL(factor, numbers, output_field=BigIntegerField())))
            .order_by("-score", tie)
            .values_list("passage_id", "score")
        )
        some, is_cut = _above(list(scored[:COMPARED]), COMPARED, keep=tie != "passage_id")
        passages.update(some)
    if read < ENOUGH_POSTINGS:
        for term in common[:MOST_TERMS]:
            heaviest = postings.filter(term_id=term.key).order_by("-weight", tie).values_list("passage_id", "weight")
            some, is_term_cut = _above(list(heaviest[:MOST_OF_TERM]), MOST_OF_TERM, keep=tie != "passage_id")
            passages.update(some)
            is_cut = is_cut or is_term_cut
    return _Found(passages, is_cut)


def _parted(known: Sequence[Known]) -> tuple[list[Known], list[Known], int]:
    """The terms that are read whole, the others, and how many postings the first have."""
    whole: list[Known] = []
    read = 0
    for number, term in enumerate(known):
        if read + term.passages > MOST_POSTINGS:
            return whole, list(known[number:]), read
        whole.append(term)
        read += term.passages
    return whole, [], read


def _above(rows: list[tuple[int, int]], limit: int, *, keep: bool) -> tuple[list[int], bool]:
    """The passages of ``rows``, and whether they were cut; then without those that equal the last, or with them."""
    is_cut = len(rows) == limit
    if is_cut and not keep:
        rows = [row for row in rows if row[1] > rows[-1][1]]
    return [passage for passage, _score in rows], is_cut


def _chosen(passages: set[int], rare: dict[int, int]) -> _Chosen:
    """The best of these passages by all the terms in them, as far as a visitor may read them."""
    postings: dict[int, dict[int, int]] = {passage: {} for passage in passages}
    scores = dict.fromkeys(passages, 0)
    for passage, term, weight in _weights(passages, rare):
        postings[passage][term] = weight
        scores[passage] += rare[term] * weight
    ordered = sorted(scores, key=lambda passage: -scores[passage])
    rows: list[Row] = []
    start = 0
    while start < len(ordered) and len(rows) < CANDIDATES:
        end = min(start + CANDIDATES, len(ordered))
        while end < len(ordered) and scores[ordered[end]] == scores[ordered[end - 1]]:
            end += 1
        rows += rows_of(ordered[start:end])
        start = end
    rows.sort(key=lambda row: (-scores[row.key], row.tie))
    return _Chosen(rows[:CANDIDATES], postings)


def _weights(passages: Collection[int], terms: Collection[int]) -> list[tuple[int, int, int]]:
    """What these terms weigh in these passages: passage, term, weight.

    The keys stand in the statement as text, which is safe because they are numbers: to build it from two long lists
    otherwise takes longer than to answer it.
    """
    if not passages:
        return []
    named = [", ".join(f"{key:d}" for key in keys) for keys in (passages, terms)]
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT passage_id, term_id, weight FROM {Posting._meta.db_table} "
            f"WHERE passage_id IN ({named[0]}) AND term_id IN ({named[1]})"
        )
        rows: list[tuple[int, int, int]] = cursor.fetchall()
        return rows


def rows_of(passages: Iterable[int]) -> list[Row]:
    """Those of these passages that a visitor may read, in any order."""
    seen = Passage.objects.filter(searchable("article__"), pk__in=list(passages)).order_by()
    return [Row(*row[:-2], place_of(row[-2], row[-3], row[-1])) for row in seen.values_list(*_FIELDS)]


_FIELDS = (
    *("pk", "article_id", "article__title", "heading", "anchor", "text", "folded", "ordinal", "tie"),
    *("article__language", "article__address", "article__slug"),
)
