"""Search by words and by meaning together: both scores summed. Pure; what is asked for it is in ``meaning``.

How far a passage stands out by its likeness is added to its points by words. The score for the question grows where the
best passage stands out from those of other articles by meaning as well, and where the best one by words does; in a
language without any words in common, meaning alone has to stand out farther.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .covering import DEFAULT_FLOOR
from .ranking import Ranking

#: Standing out is in thousandths of a standard deviation.
UNIT = 1_000
#: The share of it that is added to a passage's points by words, of which the best passage has 1,000.
WEIGHT = 0.2
#: How much the score grows by meaning: with the distance of the best to other articles, and with the best by words.
GAP_SHARE, WORDS_SHARE = 0.1, 0.05
#: What that is at the floor, so that a score means the same with and without.
AT_FLOOR = 0.245
#: Among so many passages standing out says half as much.
HALFWAY = 40
#: The sum of standing out and distance, in standard deviations, that reaches the floor by meaning alone: in the
#: visitor's language, where words have had their say, and in another one.
ALONE, ALONE_ELSEWHERE = 6.2, 5.3
ALONE_SHARE, HALFWAY_ALONE = 0.1, 10
#: How far the best of some 160 passages stands out by chance; among more of them chance reaches farther.
BY_CHANCE = 3.2
#: How many passages of other articles the distance is measured to.
DEPTH = 6


@dataclass(frozen=True)
class Near:
    """A passage that stands out by so many thousandths. Passages with the same ``article`` stand in the same one."""

    passage_id: int
    standing: int
    article: str
    tie: int


def combine(words: Ranking, near: Sequence[Near], total: int, *, is_elsewhere: bool = False) -> Ranking:
    """The ranking by words and by meaning of one language, of whose passages ``total`` have a vector.

    ``near`` holds the nearest passages and those of ``words`` that have a vector. Nothing changes where it is empty.
    """
    if not near:
        return words
    by_words = {key: round(UNIT * score / words.score) if words.score else 0 for key, score in words.passages}
    standing = {one.passage_id: one.standing for one in near}
    places = {key: place for place, (key, _score) in enumerate(words.passages)}
    ties = {one.passage_id: one.tie for one in near}
    # One without a vector yet stands out as little as the usual passage.
    points = {key: by_words.get(key, 0) + round(WEIGHT * standing.get(key, 0)) for key in {**by_words, **standing}}
    order = sorted(points, key=lambda key: (-points[key], places.get(key, len(places)), ties.get(key, 0), key))
    score = _score(words, near, standing, total, is_elsewhere=is_elsewhere)
    best = max(points[order[0]], 1)
    return Ranking(tuple((key, score * max(points[key], 0) / best) for key in order), score)


def _score(
    words: Ranking, near: Sequence[Near], standing: Mapping[int, int], total: int, *, is_elsewhere: bool
) -> float:
    unit = UNIT * max(1.0, math.sqrt(2 * math.log(total + 1)) / BY_CHANCE)
    best = max(near, key=lambda one: (one.standing, -one.tie))
    others = sorted((one.standing for one in near if one.article != best.article), reverse=True)[:DEPTH]
    others += [min(one.standing for one in near)] * (DEPTH - len(others))
    gap = (best.standing - sum(others) / DEPTH) / unit
    needed = ALONE_ELSEWHERE if is_elsewhere else ALONE
    reached = (best.standing / unit + gap) * total / (total + HALFWAY_ALONE)
    alone = DEFAULT_FLOOR + ALONE_SHARE * (reached - needed)
    both = words.score
    if words.passages and words.passages[0][0] in standing:
        first = standing[words.passages[0][0]] / unit
        both += total / (total + HALFWAY) * (GAP_SHARE * gap + WORDS_SHARE * first - AT_FLOOR)
    return min(max(both, alone, 0.0), 1.0)
