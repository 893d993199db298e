"""A question as it is searched: its terms and character grams, each with a weight. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from gate.folding import fold_for_search

from .function_words import function_words
from .terms import capitalised, fold_line, is_chinese, terms_of, words

#: Characters of a gram; Chinese takes all lengths up to three, because its words are that short.
GRAM_LENGTHS, CHINESE_GRAM_LENGTHS = (4,), (1, 2, 3)
#: How much a word that says nothing about the subject counts.
FUNCTION_WEIGHT = 0.2
#: Where every noun is written large, that tells no names.
NOUNS_WRITTEN_LARGE = {"de"}
#: How much the question before counts in a follow-up.
PREVIOUS_WEIGHT = 0.33
#: How much of its weight a word keeps where another stands in for it: a corrected spelling, and the owner's synonym.
CORRECTED_WEIGHT, SYNONYM_WEIGHT = 0.75, 0.8


@dataclass(frozen=True)
class Query:
    """The terms and grams of a question, each with a weight of 0..1; ``names`` are those terms that it writes large."""

    terms: Mapping[str, float]
    grams: Mapping[str, float]
    names: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Reading:
    """One way to read a question. ``trust`` is 1 for its own words, less where others stand in for them."""

    query: Query
    trust: float = 1.0


def read_with(
    question: str, language: str, stand_ins: Mapping[str, str], previous: str = "", weight: float = 1.0
) -> Reading:
    """The question with words put in for others: ``stand_ins`` by what they replace, folded words parted by one space.

    Both ``question`` and ``previous`` are read so. What stands in keeps the share ``weight`` of what it replaces: the
    reading is trusted so much less, and a passage with the question's own words comes before one with the others.
    """
    replaced = [word for word in stand_ins if _replace(question, language, {word: ""}) != _line(question, language)]
    whole = sum(read_query(question, language).terms.values()) or 1.0
    share = sum(sum(read_query(word, language).terms.values()) for word in replaced) / whole
    query = read_query(
        _replace(question, language, stand_ins), language, _replace(previous, language, stand_ins) if previous else ""
    )
    names = frozenset(_names(f"{question}\n{previous}", language, stand_ins) & query.terms.keys())
    return Reading(replace(query, names=names), 1.0 - (1.0 - weight) * min(share, 1.0))


def weights_of(readings: Iterable[Reading]) -> dict[str, float]:
    """The terms of all readings, each with the greatest weight that it has in one of them, in its trust."""
    weights: dict[str, float] = {}
    for reading in readings:
        for term, weight in reading.query.terms.items():
            weights[term] = max(weights.get(term, 0.0), weight * reading.trust)
    return weights


def _line(text: str, language: str) -> str:
    """The folded words of ``text`` with a space between and around them; none between characters of Chinese."""
    found = [word for word, _is_han in words(text)]
    return "".join(found) if is_chinese(language) else f" {' '.join(found)} "


def _replace(text: str, language: str, stand_ins: Mapping[str, str]) -> str:
    line = _line(text, language)
    for old, new in stand_ins.items():
        line = line.replace(old, new) if is_chinese(language) else line.replace(f" {old} ", f" {new} ")
    return line


def read_query(question: str, language: str, previous: str = "") -> Query:
    """The query for ``question``; what only ``previous``, the question before it, holds weighs less."""
    term_weights: dict[str, float] = {}
    gram_weights: dict[str, float] = {}
    for text, share in ((question, 1.0), (previous, PREVIOUS_WEIGHT)):
        for term, weight in _terms(text, language):
            term_weights[term] = max(term_weights.get(term, 0), weight * share)
        for gram, weight in _grams(text, language):
            gram_weights[gram] = max(gram_weights.get(gram, 0), weight * share)
    return Query(term_weights, gram_weights, _names(f"{question}\n{previous}", language, {}))


def _names(text: str, language: str, stand_ins: Mapping[str, str]) -> frozenset[str]:
    """The terms of the words that ``text`` writes large, or of what stands in for them; no function words."""
    if language in NOUNS_WRITTEN_LARGE:
        return frozenset()
    named = " ".join(stand_ins.get(word, word) for word in capitalised(text))
    return frozenset(term for term, weight in _terms(named, language) if weight > FUNCTION_WEIGHT)


def _terms(text: str, language: str) -> Iterator[tuple[str, float]]:
    for word, is_han in words(text):
        weights = _weights(word, is_han, language)
        for i, term in enumerate(terms_of(word, is_han, language)):
            yield term, max(weights[i : i + 2]) if is_han else weights[0]


def _grams(text: str, language: str) -> Iterator[tuple[str, float]]:
    """Every piece of the folded line that holds a letter, as heavy as the heaviest word that it touches."""
    line, weights = " ", [0.0]
    for word in fold_line(text).split():
        line += f"{word} "
        weights += [*_weights(word, is_chinese(language), language), 0.0]
    if is_chinese(language):
        kept = [(letter, weight) for letter, weight in zip(line, weights, strict=True) if letter != " "]
        line, weights = "".join(letter for letter, _weight in kept), [weight for _letter, weight in kept]
    for length in CHINESE_GRAM_LENGTHS if is_chinese(language) else GRAM_LENGTHS:
        for i in range(len(line) - length + 1):
            if heaviest := max(weights[i : i + length]):
                yield line[i : i + length], heaviest


def _weights(word: str, is_han: bool, language: str) -> list[float]:
    """How much each character of ``word`` counts. In Chinese, function words are looked for inside the run."""
    listed = function_words(language)
    if not is_han:
        return [FUNCTION_WEIGHT if fold_for_search(word) in listed else 1.0] * len(word)
    weights = [1.0] * len(word)
    longest = max(map(len, listed), default=0)
    i = 0
    while i < len(word):
        length = next((n for n in range(min(longest, len(word) - i), 0, -1) if word[i : i + n] in listed), 0)
        weights[i : i + length] = [FUNCTION_WEIGHT] * length
        i += length or 1
    return weights
