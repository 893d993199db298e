"""Which sentences answer a question: few, readable on their own, in the article's order, none that the gate would stop.

A sentence is worth the share of the question that it holds, by idf of terms and of character grams among the
candidates, plus a part of its passage's own score; a question that asks for a figure prefers a sentence with one.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from corpus.queries import Query, read_query
from corpus.terms import fold_line, is_chinese, terms
from gate import SentenceGate, State
from gate.folding import fold_for_search

from ..providers.base import Prompt, PromptSource
from .candidates import Candidate, candidates, length
from .words import ASKS_FOR_VALUE

#: What the passage's score adds to a sentence's own share, and what a value adds where one is asked for.
PASSAGE_SHARE = 0.3
VALUE_BONUS = 0.18
#: What a term counts beside one character gram.
TERM_WEIGHT = 3.0
#: A unit may have so many words; each one more costs.
FREE_WORDS = 18
LENGTH_COST = 0.012
#: What each sentence that a unit has to bring along leaves of its share.
LEANING_SHARE = 0.9
#: Under this share of the question no sentence is an answer to it.
LEAST_SHARE = 0.1
#: Further sentences must be this near the best one, or hold this much of the question that none before did.
NEAR_BEST = 0.8
NEW_SHARE = 0.12
LEAST_OF_BEST = 0.5
#: Two sentences are alike when so much of the shorter stands in the other.
ALIKE = 0.7
#: How many sentences say who the owner is.
INTRODUCTION_SENTENCES = 3
#: At most so many sentences and (after the first) so many words.
MOST_SENTENCES = 4
MOST_WORDS = 75
#: A sentence that goes with the only one may have so many words.
MOST_FOLLOWING = 30
#: How often a composition that the gate stops is mended before nothing is said.
MOST_REPAIRS = 8

HAN = re.compile(r"[\u3400-\u9fff]")
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
    #: How much of the question it holds, 0..1, less for a long one.
    share: float = 0.0
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


def choose(prompt: Prompt, no_answer_token: str) -> tuple[Chosen, ...]:
    """The sentences that answer ``prompt.question``, in reading order; none when no sentence does."""
    ranked = rank(prompt)
    banned: set[Candidate] = set()
    for _ in range(MOST_REPAIRS):
        left = [unit for unit in ranked if not banned.intersection(unit.parts)]
        chosen = compose(left, [each for each in following(left, prompt) if each not in banned])
        passed = passing(chosen, prompt, no_answer_token)
        if passed == len(chosen):
            return tuple(Chosen(candidate.number, candidate.text) for candidate in chosen)
        banned.add(chosen[passed])
    return ()


def rank(prompt: Prompt) -> list[Unit]:
    """Every unit that holds enough of the question, best first."""
    pools = [candidates_of(source) for source in prompt.sources]
    # The names are searched as what was said before: they count, but less than what is asked.
    query = read_query(without_names(prompt.question, prompt.owner_names), prompt.language, previous=prompt.question)
    if not any(share == 1 for share in query.terms.values()):
        return introduction(prompt, pools)
    held = {candidate: _held(candidate.text, query, prompt.language) for pool in pools for candidate in pool}
    weights = _weights(query, held.values())
    best_hit = max((source.hit.score for source in prompt.sources), default=0) or 1
    passage_share = {s.number: PASSAGE_SHARE * s.hit.score / best_hit for s in prompt.sources}
    value_bonus = VALUE_BONUS if asks_for_value(prompt.question, prompt.language) else 0

    units = []
    for pool in pools:
        for index in range(len(pool)):
            unit = _unit(pool, index)
            if unit is None:
                continue
            features = sorted(frozenset().union(*(held[part] for part in unit.parts)))
            holds = tuple((feature, weights[feature]) for feature in features)
            share = sum(weight for _, weight in holds) / (1 + LENGTH_COST * max(0.0, unit.words - FREE_WORDS))
            share *= LEANING_SHARE ** (len(unit.parts) - 1)
            asked = any(weights[feature] and query_share(query, feature) == 1 for feature in features)
            if asked and share >= LEAST_SHARE:
                score = share + passage_share[unit.parts[0].number] + (value_bonus if unit.has_value else 0)
                units.append(replace(unit, score=score, share=share, holds=holds))
    # Ties are broken by place, so that the same question has the same answer.
    return sorted(units, key=lambda unit: (-unit.score, unit.parts[0].number, unit.parts[0].place))


def candidates_of(source: PromptSource) -> tuple[Candidate, ...]:
    """The usable sentences of one source."""
    return candidates(source.number, source.hit.text, source.hit.locale, article=source.hit.article_id)


def without_names(question: str, names: Sequence[str]) -> str:
    """The question without what the owner is called: every sentence of the site could be about the owner."""
    for name in sorted(names, key=len, reverse=True):
        alone = ("", "") if HAN.search(name) else (r"(?<!\w)", r"(?:['’]s)?(?!\w)")
        question = re.sub(re.escape(name).join(alone), " ", question, flags=re.IGNORECASE)
    return question


def introduction(prompt: Prompt, pools: Sequence[Sequence[Candidate]]) -> list[Unit]:
    """For a question that asks who the owner is and nothing else: how the article about the owner begins."""
    if prompt.vouching_question or not pools:
        return []
    counts = Counter(source.hit.article_id for source in prompt.sources)
    [(article, _)] = counts.most_common(1)
    opening = min((s for s in prompt.sources if s.hit.article_id == article), key=lambda source: source.hit.passage_id)
    pool = pools[opening.number - 1]
    return [Unit(tuple(pool[:INTRODUCTION_SENTENCES]), score=1.0, share=1.0)] if pool and not pool[0].leans else []


def compose(ranked: Sequence[Unit], following: Sequence[Candidate] = ()) -> list[Candidate]:
    """The best unit, and further ones while each is about as good, or says more from the same article; in order.

    Where one sentence is all, ``following``, what the article says next, goes with it.
    """
    if not ranked:
        return []
    first = ranked[0]
    taken: dict[Candidate, None] = dict.fromkeys(first.parts)
    held = dict(first.holds)
    words = first.words
    for unit in ranked[1:]:
        new = sum(weight for feature, weight in unit.holds if feature not in held)
        alone = unit.parts[0].article == first.parts[0].article and len(unit.parts) == 1
        says_more = alone and new >= NEW_SHARE and unit.share >= LEAST_OF_BEST * first.share
        if unit.share < NEAR_BEST * first.share and not says_more:
            continue
        fresh = [part for part in unit.parts if part not in taken]
        if not fresh or any(_alike(part.text, other.text) for part in fresh for other in taken):
            continue
        if len(taken) + len(fresh) > MOST_SENTENCES or words + unit.words > MOST_WORDS:
            continue
        taken |= dict.fromkeys(fresh)
        held |= dict(unit.holds)
        words += unit.words
    if len(taken) == 1:
        taken |= dict.fromkeys(following)
    # The source of the best sentence comes first, then the others; inside a source the article's own order.
    order = list(dict.fromkeys(candidate.number for candidate in taken))
    return sorted(taken, key=lambda candidate: (order.index(candidate.number), candidate.place))


def following(ranked: Sequence[Unit], prompt: Prompt) -> list[Candidate]:
    """The sentence that the article puts right after the best one, in the same paragraph and of a fair length."""
    if not ranked:
        return []
    last = ranked[0].parts[-1]
    return [
        candidate
        for candidate in candidates_of(prompt.sources[last.number - 1])
        if candidate.place == last.place + 1 and not candidate.opens and length(candidate.text) <= MOST_FOLLOWING
    ]


def passing(chosen: Sequence[Candidate], prompt: Prompt, no_answer_token: str) -> int:
    """How many of the sentences, from the first, the gate releases."""
    gate = SentenceGate(
        sources=[source.checked_text for source in prompt.sources],
        language=prompt.language,
        question=prompt.vouching_question,
        rules=prompt.rules,
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


def query_share(query: Query, feature: str) -> float:
    """How much a feature counts in the query itself, 0..1."""
    return (query.terms if feature[0] == "t" else query.grams)[feature[1:]]


def _held(text: str, query: Query, language: str) -> frozenset[str]:
    """What of the question stands in ``text``: its terms and its character grams, told apart by a prefix."""
    line = fold_line(text)
    if is_chinese(language):
        line = line.replace(" ", "")
    own = set(terms(text, language))
    return frozenset(f"t{term}" for term in query.terms if term in own) | {
        f"g{gram}" for gram in query.grams if gram in line
    }


def _weights(query: Query, texts: Iterable[frozenset[str]]) -> dict[str, float]:
    """Each feature of the question by its share of the whole: rare among the candidates is heavy, the sum is 1."""
    texts = list(texts)
    counts = Counter(feature for text in texts for feature in text)
    # A term weighs as much as several of its grams: there are as many grams as letters.
    shares = {f"t{term}": TERM_WEIGHT * share for term, share in query.terms.items()}
    shares |= {f"g{gram}": share for gram, share in query.grams.items()}
    rare = {
        feature: share * math.log(1.3 + (len(texts) - counts[feature] + 0.5) / (counts[feature] + 0.5))
        for feature, share in shares.items()
    }
    whole = sum(rare.values()) or 1
    return {feature: weight / whole for feature, weight in rare.items()}


def _alike(one: str, other: str) -> bool:
    """Whether two sentences say much the same: most words of the shorter stand in the other."""
    first, second = (set(re.findall(r"\w{2,}|[\u3400-\u9fff]", fold_for_search(text))) for text in (one, other))
    return len(first & second) >= ALIKE * min(len(first), len(second))
