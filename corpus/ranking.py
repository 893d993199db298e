"""Scores candidates for a question. Pure, and the same on every database: weights are integers, ties have an order.

A candidate's score is the sum of two, each divided by the best of its kind: BM25 of terms, and BM25 of character grams.
The question as a whole gets a score of 0..1 from four measures that each say how well the best passages cover it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .terms import grams, is_chinese, terms

#: Integer weights are thousandths.
UNIT = 1000
K1 = 1.2
B = 0.75
#: The length of a passage that counts as usual: terms, and characters of folded text. Passages are cut to size, so a
#: constant serves as well as the average (measured), and no weight goes stale when the corpus grows.
USUAL_TERMS, USUAL_CHINESE_TERMS = 150, 220
USUAL_CHARACTERS, USUAL_CHINESE_CHARACTERS = 800, 250
#: How much the terms of the question before count in a follow-up.
PREVIOUS_WEIGHT = 0.4
#: An article that the visitor is reading is preferred by this share of the best score.
PAGE_BONUS = 40
#: How many of the best passages the score for the question looks at.
DEPTH = 6


@dataclass(frozen=True)
class Query:
    """A question as it is searched: its terms and grams, each with a weight of 0..1."""

    terms: Mapping[str, float]
    grams: Mapping[str, float]


@dataclass(frozen=True)
class Candidate:
    """A passage that shares a term with the question. ``postings``: weights of the question's terms in it."""

    passage_id: int
    address: str
    ordinal: int
    folded: str
    postings: Mapping[str, int] = field(default_factory=dict)
    is_page: bool = False


@dataclass(frozen=True)
class Ranking:
    """Passages with their scores, best first, and the score for the question: all in 0..1, comparable everywhere."""

    passages: tuple[tuple[int, float], ...]
    score: float


def read_query(question: str, language: str, previous: str = "") -> Query:
    """The terms and grams of ``question``; those of ``previous`` that it does not repeat weigh less."""
    asked, before = terms(question, language), terms(previous, language)
    weights = dict.fromkeys(before, PREVIOUS_WEIGHT) | dict.fromkeys(asked, 1.0)
    gram_weights = dict.fromkeys(grams(previous, language), PREVIOUS_WEIGHT)
    return Query(weights, gram_weights | dict.fromkeys(grams(question, language), 1.0))


def weight(count: int, length: int, usual: int) -> int:
    """BM25 weight, in thousandths, of a term that stands ``count`` times in a text of ``length``."""
    return round(UNIT * count * (K1 + 1) / (count + K1 * (1 - B + B * length / usual)))


def rarity(passages: int, total: int) -> int:
    """Inverse document frequency, in thousandths, of a term that stands in ``passages`` of ``total``; never 0."""
    passages = min(passages, total)
    return max(1, round(UNIT * math.log(1 + (total - passages + 0.5) / (passages + 0.5))))


def usual_terms(language: str) -> int:
    """The number of terms in a usual passage."""
    return USUAL_CHINESE_TERMS if is_chinese(language) else USUAL_TERMS


def rank(
    query: Query, candidates: Sequence[Candidate], frequencies: Mapping[str, int], total: int, language: str
) -> Ranking:
    """Orders ``candidates``, all of one language, whose index holds ``total`` passages.

    ``frequencies`` says in how many passages each term of the query stands; a term without an entry stands in none.
    """
    if not query.terms or not candidates:
        return Ranking((), 0.0)
    by_terms = _score_terms(query, candidates, frequencies, total)
    by_grams = _GramScores(query, candidates, language)
    best_terms, best_grams = max(by_terms, default=0) or 1, max(by_grams.scores, default=0) or 1

    def total_score(i: int) -> int:
        summed = UNIT * by_terms[i] // best_terms + UNIT * by_grams.scores[i] // best_grams
        return summed + PAGE_BONUS * 2 * candidates[i].is_page

    scored = [(total_score(i), i) for i in range(len(candidates))]
    scored.sort(key=lambda pair: (-pair[0], candidates[pair[1]].address, candidates[pair[1]].ordinal))
    top = [i for _score, i in scored[:DEPTH]]
    relative = _norm(query.terms) * math.log(1 + total) * UNIT * UNIT
    score = _calibrated(
        max(by_terms[i] for i in top) / relative,
        max(by_grams.scores[i] for i in top) / by_grams.relative,
        max(by_grams.coverage(candidates[i].folded) for i in top),
        max(by_grams.coverage(line) for i in top for line in candidates[i].folded.split("\n")),
        language,
    )
    best = scored[0][0] or 1
    return Ranking(tuple((candidates[i].passage_id, score * points / best) for points, i in scored), score)


def _score_terms(
    query: Query, candidates: Sequence[Candidate], frequencies: Mapping[str, int], total: int
) -> list[int]:
    rare = {term: round(rarity(frequencies.get(term, 0), total) * share) for term, share in query.terms.items()}
    return [sum(rare[term] * weight for term, weight in candidate.postings.items()) for candidate in candidates]


def _norm(weights: Mapping[str, float]) -> float:
    return math.sqrt(sum(weights.values()))


class _GramScores:
    """BM25 of the question's character grams; their rarity is that among the candidates."""

    def __init__(self, query: Query, candidates: Sequence[Candidate], language: str) -> None:
        found = [[candidate.folded.count(gram) for gram in query.grams] for candidate in candidates]
        spread = [sum(1 for counts in found if counts[j]) for j in range(len(query.grams))]
        shares = query.grams.values()
        self._rare = [round(rarity(n, len(candidates)) * share) for n, share in zip(spread, shares, strict=True)]
        self._grams = list(query.grams)
        self._whole = sum(self._rare) or 1
        usual = USUAL_CHINESE_CHARACTERS if is_chinese(language) else USUAL_CHARACTERS
        self.scores = [
            sum(rare * weight(n, len(candidate.folded), usual) for n, rare in zip(counts, self._rare, strict=True) if n)
            for counts, candidate in zip(found, candidates, strict=True)
        ]
        self.relative = (_norm(query.grams) or 1) * math.log(1 + len(candidates)) * UNIT * UNIT

    def coverage(self, text: str) -> float:
        """The share of the question's grams, by their rarity, that stand in ``text``."""
        return sum(rare for gram, rare in zip(self._grams, self._rare, strict=True) if gram in text) / self._whole


#: What the product of the four measures is at the default floor. Calibrated on questions about articles that had been
#: left out of the index; Chinese grams are shorter, so more of them stand in any text.
_AT_FLOOR, _AT_FLOOR_CHINESE = 0.1065, 0.2
DEFAULT_FLOOR = 0.5


def _calibrated(by_terms: float, by_grams: float, coverage: float, in_sentence: float, language: str) -> float:
    """One score of 0..1 out of the four; the fourth root spreads them evenly, and the floor is 0.5 in any language."""
    product = by_terms * by_grams * coverage * in_sentence
    at_floor = _AT_FLOOR_CHINESE if is_chinese(language) else _AT_FLOOR
    return min(1.0, DEFAULT_FLOOR * (product / at_floor) ** 0.25)
