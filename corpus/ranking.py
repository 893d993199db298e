"""Scores candidates for a question. Pure, and the same on every database: weights are integers, ties have an order.

A candidate's score is the sum of two, each divided by the best of its kind: BM25 of terms, and BM25 of character grams.
The question as a whole gets a score of 0..1, the product of measures that each say how well the best passages cover
it: both kinds of BM25, and the share of its grams in one passage, of its grams in one sentence, and of its terms in one
passage.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .queries import Query
from .terms import is_chinese

#: Integer weights are thousandths.
UNIT = 1000
K1 = 1.2
B = 0.75
#: The length of a passage that counts as usual: terms, and characters of folded text. Passages are cut to size, so a
#: constant serves as well as the average (measured), and no weight goes stale when the corpus grows.
USUAL_TERMS, USUAL_CHINESE_TERMS = 150, 220
USUAL_CHARACTERS, USUAL_CHINESE_CHARACTERS = 800, 250
#: A corpus counts as if it held so many passages more, about other things: what stands in most passages of a small site
#: is its subject, and not a word without weight.
ELSEWHERE = 50
#: An article that the visitor is reading is preferred by so many points; the best of each score has 1,000.
PAGE_BONUS = 80
#: How many passages are ranked exactly.
CANDIDATES = 50
#: How many of the best passages the score for the question looks at.
DEPTH = 6

#: Below this score the articles do not cover a question. One floor for all languages and corpus sizes.
DEFAULT_FLOOR = 0.5
#: What the product of the measures is at the default floor, in a large corpus; in a small one, chance finds less (half
#: as much among ``HALFWAY`` passages). Calibrated on questions about articles that had been left out of the index, 8 to
#: 5,500 passages. Where words change more, or are written together, a question shares less with its answer.
AT_FLOOR = {"ar": 0.10, "hi": 0.11, "ru": 0.12, "zh-hans": 0.036}
USUAL_AT_FLOOR = 0.18
HALFWAY = 10


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


def weight(count: int, length: int, usual: int) -> int:
    """BM25 weight, in thousandths, of a term that stands ``count`` times in a text of ``length``."""
    return round(UNIT * count * (K1 + 1) / (count + K1 * (1 - B + B * length / usual)))


def rarity(passages: int, total: int) -> int:
    """Inverse document frequency, in thousandths, of a term that stands in ``passages`` of ``total``."""
    total = max(passages, total) + ELSEWHERE
    return round(UNIT * math.log(1 + (total - passages + 0.5) / (passages + 0.5)))


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
    rare = {term: round(rarity(frequencies.get(term, 0), total) * share) for term, share in query.terms.items()}
    by_terms = _score_terms(candidates, rare)
    by_grams = _GramScores(query, candidates, language)
    best_terms, best_grams = max(by_terms) or 1, max(by_grams.scores) or 1
    points = [
        UNIT * by_terms[i] // best_terms + UNIT * by_grams.scores[i] // best_grams + PAGE_BONUS * candidate.is_page
        for i, candidate in enumerate(candidates)
    ]
    order = sorted(range(len(candidates)), key=lambda i: (-points[i], candidates[i].address, candidates[i].ordinal))
    top = order[:DEPTH]
    product = (
        max(by_terms[i] for i in top) / (_norm(query.terms) * math.log(1 + total + ELSEWHERE) * UNIT * UNIT)
        * max(by_grams.scores[i] for i in top) / by_grams.relative
        * max(by_grams.coverage(candidates[i].folded) for i in top)
        * max(by_grams.coverage(line) for i in top for line in candidates[i].folded.split("\n"))
        * math.sqrt(max(_share(candidates[i], rare) for i in top))
    )  # fmt: skip
    score = _calibrated(product, total, language)
    best = points[order[0]] or 1
    return Ranking(tuple((candidates[i].passage_id, score * points[i] / best) for i in order), score)


def _score_terms(candidates: Sequence[Candidate], rare: Mapping[str, int]) -> list[int]:
    return [sum(rare[term] * weight for term, weight in candidate.postings.items()) for candidate in candidates]


def _share(candidate: Candidate, rare: Mapping[str, int]) -> float:
    """The share of the question's terms, by their rarity, that stand in the passage."""
    return sum(rare[term] for term in candidate.postings) / (sum(rare.values()) or 1)


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
        self.relative = (_norm(query.grams) or 1) * math.log(1 + len(candidates) + ELSEWHERE) * UNIT * UNIT

    def coverage(self, text: str) -> float:
        """The share of the question's grams, by their rarity, that stand in ``text``."""
        return sum(rare for gram, rare in zip(self._grams, self._rare, strict=True) if gram in text) / self._whole


def _calibrated(product: float, total: int, language: str) -> float:
    """A score of 0..1 out of the product; the fourth root spreads it evenly, and the floor is 0.5 at any size."""
    at_floor = AT_FLOOR.get(language, USUAL_AT_FLOOR) * total / (total + HALFWAY)
    return min(1.0, DEFAULT_FLOOR * (product / at_floor) ** 0.25)
