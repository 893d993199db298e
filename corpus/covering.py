"""How well the articles cover a question: one score of 0..1 that means the same in every language and at every size.

It is a product of measures that tell a question whose article is there from one whose article is not: how much of the
question the best passages hold (both kinds of BM25; the share of its grams in one passage, and in one sentence; the
share of its terms in one passage), and how far the best article stands out: by its points among the best passages,
from what the best passages of other articles have, and by the terms that none of those has; and whether the best one
holds the names that the question asks for, and is called by its words. A question about something else finds its words
too, but scattered, and its names nowhere.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from .queries import Reading
from .ranking import ELSEWHERE, PAGE_BONUS, UNIT, Candidate, Ranking, Scored
from .terms import terms

#: How many of the best passages the score for the question looks at.
DEPTH = 6
#: Below this score the articles do not cover a question. One floor for all languages and corpus sizes.
DEFAULT_FLOOR = 0.5
#: What the product of the measures is at the default floor, whatever the size of the index. Calibrated on questions
#: about articles that had been left out of it, 8 to 1,100 passages. Where words change more, or are written together,
#: a question shares less with its answer; where it is made of many little words, more.
AT_FLOOR = {
    **{"ar": 0.48, "de": 0.84, "es": 1.11, "fa": 1.65, "fr": 1.91},
    **{"hi": 0.61, "pt": 1.11, "ru": 0.4, "zh-hans": 0.119},
}
USUAL_AT_FLOOR = 0.62
#: A site about one subject has much the same words in all its articles: standing out counts no less than this.
LEAST_IN_ARTICLE, LEAST_LEAD = 0.4, 0.3
#: The root of the product that spreads it evenly.
ROOT = 11


def rank(
    readings: Sequence[Reading],
    candidates: Sequence[Candidate],
    frequencies: Mapping[str, int],
    total: int,
    language: str,
) -> Ranking:
    """Orders ``candidates``, all of one language, whose index holds ``total`` passages; the first reading is the main.

    ``frequencies`` says in how many passages each term of the readings stands; a term without an entry stands in none.
    """
    if not readings or not readings[0].query.terms or not candidates:
        return Ranking((), 0.0)
    scored = Scored(readings, candidates, frequencies, total, language)
    score = _calibrated(product(scored), language)
    points = [own + PAGE_BONUS * candidate.is_page for own, candidate in zip(scored.points, candidates, strict=True)]
    order = scored.order(points)
    best = points[order[0]] or 1
    return Ranking(tuple((candidates[i].passage_id, score * (points[i] / best)) for i in order), score)


def product(scored: Scored) -> float:
    """The product of all measures, not calibrated; that of the reading with the most of it."""
    order = scored.order(scored.points)
    rows = scored.candidates
    article = rows[order[0]].address
    own = [i for i in order if rows[i].address == article]
    others = [i for i in order if rows[i].address != article]
    found = _Found(
        scored,
        top=order[:DEPTH],
        alone={term for i in own for term in rows[i].postings} - {term for i in others for term in rows[i].postings},
        title=set(terms(rows[order[0]].folded.split("\n", 1)[0], scored.language)),
        standing_out=_standing_out(scored.points, order[:DEPTH], own, others),
    )
    return max(_covered(found, number) for number in range(len(scored.readings)))


@dataclass(frozen=True)
class _Found:
    """What was found for a question, the ``top`` passages by their numbers.

    ``alone`` are terms that the best article alone has among all candidates, ``title`` those of its title.
    """

    scored: Scored
    top: Sequence[int]
    alone: Collection[str]
    title: Collection[str]
    standing_out: float


def _standing_out(points: Sequence[int], top: Sequence[int], own: Sequence[int], others: Sequence[int]) -> float:
    """How far the best article stands out from the others: its share of the best points, and the lead that it has."""
    share = sum(points[i] for i in top if i in own) / (sum(points[i] for i in top) or 1)
    lead = 1 - sum(points[i] for i in others[:DEPTH]) / DEPTH / (points[top[0]] or 1)
    return max(share, LEAST_IN_ARTICLE) * max(lead, LEAST_LEAD)


def _covered(found: _Found, number: int) -> float:
    """The product for one reading. The more of it one sentence holds, the less it matters that others do as well."""
    rows, reading, top = found.scored.candidates, found.scored.readings[number], found.top
    total = found.scored.total
    in_sentence = max(found.scored.in_sentence[i][number] for i in top) / UNIT
    return (
        (max(reading.terms[i] for i in top) / reading.usual_terms) ** 2
        * (max(reading.grams[i] for i in top) / reading.usual_grams) ** 2
        * max(reading.covered(i) for i in top)
        * in_sentence
        * math.sqrt(max(reading.share(rows[i].postings) for i in top))
        # That no other article holds a term says little where there are few others.
        * math.exp(3 * reading.share(found.alone) * total / (total + ELSEWHERE))
        * math.exp(3.5 * reading.share_of_names(rows[top[0]].postings))
        * math.exp(4.5 * reading.share(found.title))
        * found.standing_out ** (1.5 * (1 - 0.75 * in_sentence))
    )  # fmt: skip


def _calibrated(product: float, language: str) -> float:
    """A score of 0..1 out of the product."""
    return min(1.0, DEFAULT_FLOOR * (product / AT_FLOOR.get(language, USUAL_AT_FLOOR)) ** (1 / ROOT))
