"""How well the search finds what it should, and refuses what it should, on labelled questions. Pure.

The index is kept in memory and scored by the same functions as the one in the database, so figures are those of the
site's own search.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import embedding
from .covering import DEFAULT_FLOOR, rank
from .embedded import MemoryMeaning, remember
from .passages import CutPassage, folded
from .queries import CORRECTED_WEIGHT, Reading, read_query, read_with, weights_of
from .ranking import CANDIDATES, Candidate, Ranking, rarity, usual_terms, weight
from .spelling import corrections, near, unknown_words
from .terms import terms

#: Articles are parted into so many folds; each is left out of the index once, and asked about.
FOLDS = 3


@dataclass(frozen=True)
class LabelledPassage:
    """A passage of the data, as it is: it is not cut again."""

    key: str
    article: int
    title: str
    text: str


@dataclass(frozen=True)
class LabelledQuestion:
    """A question, the passages that answer it, and the article that it is about."""

    text: str
    gold: frozenset[str]
    article: int
    is_answerable: bool
    answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Labelled:
    """Labelled questions over passages of one language."""

    language: str
    passages: tuple[LabelledPassage, ...]
    questions: tuple[LabelledQuestion, ...]


@dataclass(frozen=True)
class Figures:
    """Shares of 0..1: the right passage first, among six, its reciprocal rank among ten; refusals at one floor."""

    questions: int
    recall_at_1: float
    recall_at_6: float
    mrr_at_10: float
    false_refusals: float
    refused: float
    #: False refusals at the floor of this data's own that refuses 95 % of what is out of scope.
    false_refusals_at_95: float
    floor_at_95: float


def read(data: Mapping[str, Any]) -> Labelled:
    """Labelled data as parsed from JSON: ``language``, ``passages`` and ``questions``; raises ``KeyError`` without."""
    language = "zh-hans" if data["language"] == "zh" else data["language"]
    return Labelled(
        language,
        tuple(LabelledPassage(row["id"], row["article"], row["title"], row["text"]) for row in data["passages"]),
        tuple(
            LabelledQuestion(
                row["question"], frozenset(row["gold"]), row["article"], row["answerable"], tuple(row["answers"])
            )
            for row in data["questions"]
        ),
    )


class MemoryIndex:
    """An index over a few thousand passages of one language, in memory."""

    def __init__(self, passages: Sequence[LabelledPassage], language: str) -> None:
        self._language = language
        self._passages = passages
        self._postings: dict[str, dict[int, int]] = defaultdict(dict)
        self._folded = [folded(row.title, CutPassage("", "", row.text), language) for row in passages]
        usual = usual_terms(language)
        for i, row in enumerate(passages):
            counts = Counter(terms(f"{row.title}\n\n{row.text}", language))
            for term, times in counts.items():
                self._postings[term][i] = weight(times, counts.total(), usual)
        self._meaning: MemoryMeaning | None = None
        if embedding.is_on():
            articles = [str(row.article) for row in passages]
            self._meaning = MemoryMeaning([(row.title, row.text) for row in passages], articles, language)

    def search(self, question: str, previous: str = "") -> Ranking:
        """The ranking for ``question``; its passages are numbers, their places in the list that was given."""
        language, total = self._language, len(self._passages)
        readings = self._readings(question, previous)
        shares = weights_of(readings)
        frequencies = {term: len(self._postings[term]) for term in shares if term in self._postings}
        scores: Counter[int] = Counter()
        found: dict[int, dict[str, int]] = defaultdict(dict)
        for term, passages in frequencies.items():
            rare = round(rarity(passages, total) * shares[term])
            for i, posting in self._postings[term].items():
                scores[i] += rare * posting
                found[i][term] = posting
        best = sorted(scores, key=lambda i: (-scores[i], i))[:CANDIDATES]
        candidates = [Candidate(i, str(self._passages[i].article), i, self._folded[i], found[i]) for i in best]
        found_by_words = rank(readings, candidates, frequencies, total, language)
        return self._meaning.add(found_by_words, question, language) if self._meaning else found_by_words

    def _readings(self, question: str, previous: str) -> list[Reading]:
        """The question as it stands, and with its misspelt words corrected where it has any."""
        readings = [Reading(read_query(question, self._language, previous))]
        unknown = [near(word, self._language) for word in unknown_words(question, self._language, self._postings)]
        wanted = set().union(*(one.wanted for one in unknown))
        counts = {term: len(self._postings[term]) for term in wanted if term in self._postings}
        if stand_ins := corrections(unknown, counts):
            readings.append(read_with(question, self._language, stand_ins, previous, CORRECTED_WEIGHT))
        return readings

    def keys(self, ranking: Ranking, limit: int) -> list[str]:
        """The keys of the best passages of a ranking."""
        return [self._passages[i].key for i, _score in ranking.passages[:limit]]


#: Hears how many of how many steps are done.
Progress = Callable[[int, int], None]


def evaluate(data: Labelled, floor: float = DEFAULT_FLOOR, progress: Progress | None = None) -> Figures:
    """The figures for ``data``: ranked over all passages, refused with a third of the articles left out in turn."""
    answerable = [question for question in data.questions if question.is_answerable]
    remember(((row.title, row.text) for row in data.passages), progress)
    index = MemoryIndex(data.passages, data.language)
    total = len(answerable) * (FOLDS + 1)
    ranks = []
    for question in answerable:
        ranks.append(rank_of(index.keys(index.search(question.text), 10), question.gold))
        if progress:
            progress(len(ranks), total)
    inside, outside = refusal_scores(data, (lambda done, _: progress(len(ranks) + done, total)) if progress else None)
    own = floor_for(outside, 0.95)
    return Figures(
        questions=len(answerable),
        recall_at_1=_share(rank == 1 for rank in ranks),
        recall_at_6=_share(0 < rank <= 6 for rank in ranks),
        mrr_at_10=_mean([1 / rank if rank else 0 for rank in ranks]),
        false_refusals=_share(score < floor for score in inside),
        refused=_share(score < floor for score in outside),
        false_refusals_at_95=_share(score < own for score in inside),
        floor_at_95=own,
    )


def rank_of(keys: Sequence[str], gold: Collection[str]) -> int:
    """The place, from 1, of the first right key; 0 where there is none."""
    return next((place for place, key in enumerate(keys, start=1) if key in gold), 0)


def refusal_scores(data: Labelled, progress: Progress | None = None) -> tuple[list[float], list[float]]:
    """The scores of questions about articles in the index, and of questions about articles left out of it."""
    inside: list[float] = []
    outside: list[float] = []
    answerable = [question for question in data.questions if question.is_answerable]
    remember(((row.title, row.text) for row in data.passages), progress)
    for fold in range(FOLDS):
        kept = [row for row in data.passages if row.article % FOLDS != fold]
        index = MemoryIndex(kept, data.language)
        for question in answerable:
            scores = outside if question.article % FOLDS == fold else inside
            scores.append(index.search(question.text).score)
            if progress:
                progress(len(inside) + len(outside), FOLDS * len(answerable))
    return inside, outside


def floor_for(outside: Sequence[float], share: float) -> float:
    """The lowest floor that refuses ``share`` of the questions with these scores; 0 without any."""
    ordered = sorted(outside)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def _share(those: Iterable[bool]) -> float:
    return _mean([float(one) for one in those])


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
