"""Scores candidates for a question. Pure, and the same on every database: weights are integers, ties have an order.

A candidate's score is the sum of two, each divided by the best of its kind: BM25 of terms, and BM25 of character grams.
The best few get half as much again for the share of the question's grams in one sentence. A question may have several
readings, one of its own words and others with words put in for them; each candidate has the score of its best one.
``covering`` says how well the best passages cover the question as a whole.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress, repeat

from .queries import Reading
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
#: What the passage gets whose best sentence shares most with the question, and how many are compared so.
SENTENCE_POINTS = 500
SENTENCES_READ = 12
#: How much of a question's names the best passage counts as having: usually, where there are none; and at least,
#: because what the whole site is about need not be named again.
USUAL_SHARE_OF_NAMES, LEAST_SHARE_OF_NAMES = 0.8, 0.4
#: How many passages are ranked exactly.
CANDIDATES = 36


@dataclass(frozen=True)
class Candidate:
    """A passage that shares a term with the question. ``postings``: weights of the question's terms in it.

    ``address`` is its article's, which it shares with the other passages of that article.
    """

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
    return _weight(count, _length_share(length, usual))


def _weight(count: int, length_share: float) -> int:
    return round(UNIT * count * (K1 + 1) / (count + length_share))


def _length_share(length: int, usual: int) -> float:
    return K1 * (1 - B + B * length / usual)


def rarity(passages: int, total: int) -> int:
    """Inverse document frequency, in thousandths, of a term that stands in ``passages`` of ``total``."""
    total = max(passages, total) + ELSEWHERE
    return round(UNIT * math.log(1 + (total - passages + 0.5) / (passages + 0.5)))


def usual_terms(language: str) -> int:
    """The number of terms in a usual passage."""
    return USUAL_CHINESE_TERMS if is_chinese(language) else USUAL_TERMS


class Scored:
    """``candidates``, all of one language, scored for the ``readings`` of a question.

    ``frequencies`` says in how many of the ``total`` passages of their index each term stands; a term without an entry
    stands in none. There is at least one candidate, and the first reading has a term.
    """

    def __init__(
        self,
        readings: Sequence[Reading],
        candidates: Sequence[Candidate],
        frequencies: Mapping[str, int],
        total: int,
        language: str,
    ) -> None:
        self.candidates = candidates
        self.total = total
        self.language = language
        usual = USUAL_CHINESE_CHARACTERS if is_chinese(language) else USUAL_CHARACTERS
        grams = _Grams(candidates, dict.fromkeys(gram for one in readings for gram in one.query.grams), usual)
        self.readings = [ScoredReading(one, candidates, frequencies, total, grams) for one in readings]
        terms = _best(reading.terms for reading in self.readings)
        found = _best(reading.grams for reading in self.readings)
        best_terms, best_grams = max(terms) or 1, max(found) or 1
        #: Thousandths; the page that is being read is not preferred yet.
        self.points = [
            UNIT * one // best_terms + UNIT * other // best_grams for one, other in zip(terms, found, strict=True)
        ]
        first = self.order(self.points)[:SENTENCES_READ]
        #: By candidate and reading, of the best few: the share, in thousandths, of its grams in their best sentence.
        self.in_sentence = {i: [reading.in_sentence(i) for reading in self.readings] for i in first}
        most = max(map(max, self.in_sentence.values())) or 1
        for i, shares in self.in_sentence.items():
            self.points[i] += SENTENCE_POINTS * max(shares) // most

    def order(self, points: Sequence[int]) -> list[int]:
        """The candidates' numbers, best first; equal ones by address and ordinal."""
        rows = self.candidates
        return sorted(range(len(rows)), key=lambda i: (-points[i], rows[i].address, rows[i].ordinal))


class ScoredReading:
    """One reading of a question: BM25 of its ``terms`` and ``grams`` for each candidate, in its trust."""

    def __init__(
        self,
        reading: Reading,
        candidates: Sequence[Candidate],
        frequencies: Mapping[str, int],
        total: int,
        grams: _Grams,
    ) -> None:
        query = reading.query
        self.trust = reading.trust
        self._names = query.names
        trust = round(UNIT * reading.trust)
        self.rare = {
            term: round(rarity(frequencies.get(term, 0), total) * share) for term, share in query.terms.items()
        }
        self.terms = [
            sum(self.rare.get(term, 0) * weight for term, weight in candidate.postings.items()) * trust // UNIT
            for candidate in candidates
        ]
        self._candidates, self._found = candidates, grams.found
        self._grams = grams.rarity(query.grams)
        self._whole = sum(self._grams.values()) or 1
        self.grams = [points * trust // UNIT for points in grams.scores(self._grams)]
        #: What the best possible scores grow with: so divided, they mean the same for long and short questions.
        self.usual_terms = math.sqrt(sum(query.terms.values())) * math.log(1 + total + ELSEWHERE) * UNIT * UNIT
        self.usual_grams = (
            math.sqrt(sum(query.grams.values()) or 1) * math.log(1 + len(candidates) + ELSEWHERE) * UNIT * UNIT
        )

    def covered(self, number: int) -> float:
        """The share of the reading's grams, by their rarity, that stand in the candidate with this number."""
        return self.trust * sum(self._in_candidate(number).values()) / self._whole

    def in_sentence(self, number: int) -> int:
        """The share, in thousandths, that stands in the sentence of that candidate with most of it."""
        found = self._in_candidate(number)
        lines = self._candidates[number].folded.split("\n")
        most = max(sum(compress(found.values(), map(line.__contains__, found))) for line in lines)
        return int(UNIT * self.trust * most / self._whole)

    def _in_candidate(self, number: int) -> dict[str, int]:
        return {gram: self._grams[gram] for gram in self._found[number] if gram in self._grams}

    def share(self, terms: Iterable[str]) -> float:
        """The share of the reading's terms, by their rarity, that are among ``terms``, each of which is given once."""
        return self.trust * sum(self.rare.get(term, 0) for term in terms) / (sum(self.rare.values()) or 1)

    def share_of_names(self, terms: Container[str]) -> float:
        """The same of the names among them."""
        names = {name: self.rare.get(name, 0) for name in self._names}
        whole = sum(names.values())
        found = sum(rare for name, rare in names.items() if name in terms)
        return max(found / whole, LEAST_SHARE_OF_NAMES) if whole else USUAL_SHARE_OF_NAMES


class _Grams:
    """How often each gram stands in each candidate. Its rarity is that among the candidates."""

    def __init__(self, candidates: Sequence[Candidate], grams: Iterable[str], usual: int) -> None:
        self._size = len(candidates)
        self._weights: dict[str, list[tuple[int, int]]] = {}
        #: By candidate, the grams that stand in it.
        self.found: list[list[str]] = [[] for _candidate in candidates]
        texts = [candidate.folded for candidate in candidates]
        # Most of the time that a question takes is spent on this one line.
        counted = {gram: list(map(str.count, texts, repeat(gram))) for gram in grams}
        lengths = [_length_share(len(text), usual) for text in texts]
        once = [_weight(1, length) for length in lengths]
        for gram, counts in counted.items():
            standing = [
                (i, once[i] if count == 1 else _weight(count, lengths[i])) for i, count in enumerate(counts) if count
            ]
            self._weights[gram] = standing
            for i, _points in standing:
                self.found[i].append(gram)

    def rarity(self, grams: Mapping[str, float]) -> dict[str, int]:
        """The rarity of each, times its weight."""
        return {gram: round(rarity(len(self._weights[gram]), self._size) * share) for gram, share in grams.items()}

    def scores(self, rare: Mapping[str, int]) -> list[int]:
        """BM25 of each candidate."""
        scores = [0] * self._size
        for gram, factor in rare.items():
            for i, points in self._weights[gram]:
                scores[i] += factor * points
        return scores


def _best(rows: Iterable[Sequence[int]]) -> list[int]:
    """The greatest of each place."""
    return [max(row) for row in zip(*rows, strict=True)]
