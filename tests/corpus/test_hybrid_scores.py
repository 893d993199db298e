"""Scores by meaning: whole numbers that depend on no order, summed with those by words."""

from __future__ import annotations

import random

import numpy as np
import pytest

from corpus.hybrid import ALONE, ALONE_ELSEWHERE, Near, combine
from corpus.nearest import BLOCK, Matrix, quantised
from corpus.ranking import Ranking

NUMBER = 3 * BLOCK + 17


@pytest.fixture(scope="module")
def vectors():
    rows = np.random.default_rng(5).normal(size=(NUMBER, 384))
    return {key: quantised(row.tolist()) for key, row in enumerate(rows, start=10)}


def test_likeness_is_that_of_a_plain_computation(vectors):
    """The cosine's distance from the mean of all, in thousandths of their standard deviation."""
    question = quantised(np.random.default_rng(6).normal(size=384).tolist())
    rows = np.array([np.frombuffer(row, dtype=np.int8) for row in vectors.values()], dtype=np.float64)
    asked = np.frombuffer(question, dtype=np.int8).astype(np.float64)
    cosines = rows @ asked / np.linalg.norm(rows, axis=1) / np.linalg.norm(asked)
    plain = dict(zip(vectors, 1000 * (cosines - cosines.mean()) / cosines.std(), strict=True))
    likeness = Matrix.of(vectors).likeness(question)
    assert max(abs(plain[key] - standing) for key, standing in likeness.of(vectors).items()) < 1
    assert likeness.best(5) == sorted(plain, key=lambda key: -plain[key])[:5]


def test_likeness_does_not_depend_on_the_order_of_rows(vectors):
    """So that two databases, which give them in other orders, give the same results."""
    question = vectors[11]
    keys = list(vectors)
    random.Random(1).shuffle(keys)
    one, other = (
        Matrix.of(vectors).likeness(question),
        Matrix.of({key: vectors[key] for key in keys}).likeness(question),
    )
    assert one.of(vectors) == other.of(vectors)
    assert one.best(100) == other.best(100)
    assert one.best(1) == [11]


@pytest.mark.parametrize("size", [2, 384, 1040, 1041, 3072])
def test_sums_are_exact_at_any_length(size):
    """Vectors as long as any model's, with the greatest number everywhere."""
    full = b"\x7f" * size
    likeness = Matrix.of({1: full, 2: b"\x81" * size, 3: b"\x7f\x81" * (size // 2) + b"\x7f" * (size % 2)}).likeness(
        full
    )
    assert likeness.best(1) == [1]


def test_the_best_of_equals_are_those_with_the_least_keys():
    """Copies of one text do not change places from one database to another."""
    same = quantised([1.0, 2.0])
    likeness = Matrix.of(dict.fromkeys((5, 3, 9, 1), same) | {7: quantised([2.0, -1.0])}).likeness(same)
    assert likeness.best(3) == [1, 3, 5]
    assert likeness.best(99) == [1, 3, 5, 9, 7]
    assert likeness.of([4, 5, 10]).keys() == {5}


def test_identical_vectors_say_nothing():
    """There is no deviation to stand out by."""
    same = quantised([1.0, 2.0])
    assert Matrix.of({1: same, 2: same}).likeness(same).of([1, 2]) == {1: 0, 2: 0}


def near(*standing: int) -> list[Near]:
    """Passages from number 1 on, each of an article of its own, that stand out so far."""
    return [Near(key, one, f"/{key}/", key) for key, one in enumerate(standing, start=1)]


WORDS = Ranking(((1, 0.6), (2, 0.57), (3, 0.3)), 0.6)


def test_without_vectors_nothing_changes():
    """The ranking by words is given back as it is."""
    assert combine(WORDS, [], 0) is WORDS


def test_meaning_decides_between_passages_that_words_hold_alike():
    """And does not turn over what they hold apart."""
    assert [key for key, _ in combine(WORDS, near(500, 3500, 1500), 100).passages] == [2, 1, 3]


def test_a_passage_that_only_means_it_is_among_the_hits():
    """Behind those that say it as well."""
    found = combine(WORDS, near(4000, 1000, 0, 3000), 100)
    assert [key for key, _ in found.passages] == [1, 2, 4, 3]
    assert all(0 <= score <= found.score for _, score in found.passages)


def test_the_score_grows_where_words_and_meaning_agree():
    """And falls where what the words found does not stand out."""
    agreed = combine(WORDS, near(5000, *[500] * 9), 100).score
    apart = combine(WORDS, near(-500, 0, 0, 500, 300, 200, 100), 100).score
    assert agreed > WORDS.score > apart


def test_meaning_alone_has_to_stand_out_farther_in_the_visitors_language():
    """There words have had their say."""
    assert ALONE > ALONE_ELSEWHERE
    nothing, found = Ranking((), 0.0), near(3500, *[1000] * 9)
    assert combine(nothing, found, 100).score < 0.5 <= combine(nothing, found, 100, is_elsewhere=True).score


def test_a_few_passages_say_little():
    """Among five, one always stands out."""
    few, many = (combine(WORDS, near(1900, *[-400] * 5), total).score for total in (6, 600))
    assert abs(few - WORDS.score) < abs(many - WORDS.score)
