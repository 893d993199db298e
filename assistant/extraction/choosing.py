"""Which sentences answer a question: few, readable on their own, in the article's order, none that the gate would stop.

A sentence is worth the share of the question that it holds, by idf of terms and of character grams among the
candidates, plus a part of its passage's own score; a question that asks for a figure prefers a sentence with one.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.terms import grams, terms
from gate import GateRules, SentenceGate, State
from gate.folding import fold_for_search

from ..providers.base import Prompt
from .candidates import Candidate, candidates, length
from .words import ASKS_FOR_VALUE

#: What the passage's score adds to a sentence's own share, and what a value adds where one is asked for.
PASSAGE_SHARE = 0.35
VALUE_BONUS = 0.18
#: A unit may have so many words; each one more costs.
FREE_WORDS = 18
LENGTH_COST = 0.012
#: Under this share of the question no sentence is an answer to it.
LEAST_SHARE = 0.12
#: Further sentences must be this near the best one, or hold this much of the question that none before did.
NEAR_BEST = 0.72
NEW_SHARE = 0.12
#: At most so many sentences and (after the first) so many words.
MOST_SENTENCES = 4
MOST_WORDS = 75
#: How often a composition that the gate stops is mended before nothing is said.
MOST_REPAIRS = 8

VALUE = re.compile(r"\d|[〇零一二两三四五六七八九十百千万亿]{2,}")


@dataclass(frozen=True)
class Chosen:
    """A sentence of the answer and the number of the source that it is taken from."""

    number: int
    text: str


@dataclass(frozen=True)
class Unit:
    """One candidate, or one that leans on its neighbour together with it."""

    parts: tuple[Candidate, ...]
    score: float = 0.0
    #: The words of the question that it holds, each with its weight.
    holds: tuple[tuple[str, float], ...] = ()

    @property
    def words(self) -> float:
        """Its length in words."""
        return sum(length(part.text) for part in self.parts)

    @property
    def has_value(self) -> bool:
        """Whether a figure stands in it."""
        return any(VALUE.search(fold_for_search(part.text)) for part in self.parts)


def choose(prompt: Prompt, rules: GateRules, no_answer_token: str) -> tuple[Chosen, ...]:
    """The sentences that answer ``prompt.question``, in reading order; none when no sentence does."""
    ranked = rank(prompt)
    banned: set[Candidate] = set()
    for _ in range(MOST_REPAIRS):
        chosen = compose([unit for unit in ranked if not banned.intersection(unit.parts)])
        passed = passing(chosen, prompt, rules, no_answer_token)
        if passed == len(chosen):
            return tuple(Chosen(candidate.number, candidate.text) for candidate in chosen)
        banned.add(chosen[passed])
    return ()


def rank(prompt: Prompt) -> list[Unit]:
    """Every unit that holds enough of the question, best first."""
    language = prompt.language
    pools = [candidates(source.number, source.hit.text, source.hit.locale) for source in prompt.sources]
    features = {candidate: _features(candidate.text, language) for pool in pools for candidate in pool}
    asked = _features(prompt.question, language)
    if not features or not asked:
        return []
    weights = _idf(features.values())
    whole = sum(weights.get(feature, weights[""]) for feature in asked)
    best_hit = max(source.hit.score for source in prompt.sources) or 1
    passage_share = {s.number: PASSAGE_SHARE * s.hit.score / best_hit for s in prompt.sources}
    value_bonus = VALUE_BONUS if asks_for_value(prompt.question, language) else 0

    units = []
    for pool in pools:
        for index in range(len(pool)):
            unit = _unit(pool, index)
            if unit is None:
                continue
            held = asked & frozenset().union(*(features[part] for part in unit.parts))
            holds = tuple((feature, weights.get(feature, weights[""]) / whole) for feature in sorted(held))
            share = sum(weight for _, weight in holds) / (1 + LENGTH_COST * max(0.0, unit.words - FREE_WORDS))
            if share >= LEAST_SHARE:
                score = share + passage_share[unit.parts[0].number] + (value_bonus if unit.has_value else 0)
                units.append(replace(unit, score=score, holds=holds))
    # Ties are broken by place, so that the same question has the same answer.
    return sorted(units, key=lambda unit: (-unit.score, unit.parts[0].number, unit.parts[0].place))


def compose(ranked: Sequence[Unit]) -> list[Candidate]:
    """The best unit, and further ones while each is about as good or says what none before did; in reading order."""
    if not ranked:
        return []
    first = ranked[0]
    taken: dict[Candidate, None] = dict.fromkeys(first.parts)
    texts = {_same(part.text) for part in first.parts}
    held = dict(first.holds)
    words = first.words
    for unit in ranked[1:]:
        new = sum(weight for feature, weight in unit.holds if feature not in held)
        if unit.score < NEAR_BEST * first.score and new < NEW_SHARE:
            continue
        fresh = [part for part in unit.parts if part not in taken and _same(part.text) not in texts]
        if not fresh or len(taken) + len(fresh) > MOST_SENTENCES:
            continue
        if words + unit.words > MOST_WORDS or unit.score < 0.5 * first.score:
            continue
        taken |= dict.fromkeys(fresh)
        texts |= {_same(part.text) for part in fresh}
        held |= dict(unit.holds)
        words += unit.words
    # The source of the best sentence comes first, then the others; inside a source the article's own order.
    order = list(dict.fromkeys(candidate.number for candidate in taken))
    return sorted(taken, key=lambda candidate: (order.index(candidate.number), candidate.place))


def passing(chosen: Sequence[Candidate], prompt: Prompt, rules: GateRules, no_answer_token: str) -> int:
    """How many of the sentences, from the first, the gate releases."""
    gate = SentenceGate(
        sources=[source.checked_text for source in prompt.sources],
        language=prompt.language,
        question=prompt.vouching_question,
        rules=rules,
        no_answer_token=no_answer_token,
    )
    released = 0
    for candidate in chosen:
        released += bool(gate.feed(marked(candidate) + "\n\n").text)
    released += bool(gate.finish().text)
    return len(chosen) if gate.state is State.FINISHED else released


def marked(chosen: Chosen | Candidate) -> str:
    """The sentence with its marker, as it goes into the stream."""
    return f"{chosen.text} [S{chosen.number}]"


def asks_for_value(question: str, language: str) -> bool:
    """Whether the question asks how many, how much, how long, when."""
    lowered = question.casefold()
    if language == "zh-hans":
        return any(cue in lowered for cue in ASKS_FOR_VALUE[language])
    padded = " " + " ".join(re.split(r"[^\w’']+", lowered)) + " "
    return any(f" {cue} " in padded for cue in ASKS_FOR_VALUE.get(language, ()))


def _unit(pool: Sequence[Candidate], index: int) -> Unit | None:
    """The candidate with what it leans on, at most two sentences before it; nothing where that is missing."""
    parts = [pool[index]]
    while parts[0].leans:
        before = pool[index - len(parts)] if index >= len(parts) else None
        if before is None or parts[0].opens or before.place != parts[0].place - 1 or len(parts) == 3:
            return None
        parts.insert(0, before)
    return Unit(tuple(parts))


def _features(text: str, language: str) -> frozenset[str]:
    """Terms and character grams, told apart by a prefix."""
    return frozenset(f"t{term}" for term in terms(text, language)) | {f"g{gram}" for gram in grams(text, language)}


def _idf(texts: Sequence[frozenset[str]] | object) -> dict[str, float]:
    """Weight per feature among the candidates; the empty key is that of a feature in none of them."""
    counts: Counter[str] = Counter()
    total = 0
    for text in texts:  # type: ignore[attr-defined]
        counts.update(text)
        total += 1
    # A term weighs as much as several of its grams: there are as many grams as letters.
    weights = {feature: _weight(total, count, feature) for feature, count in counts.items()}
    weights[""] = _weight(total, 0, "g")
    return weights


def _weight(total: int, count: int, feature: str) -> float:
    return math.log(1 + (total - count + 0.5) / (count + 0.5)) * (3.0 if feature[0] == "t" else 1.0)


def _same(text: str) -> str:
    """What makes two sentences the same for a reader."""
    return " ".join(re.findall(r"\w+", fold_for_search(text)))
