"""Which sentences answer a question: few, readable on their own, the best first, none that the gate would stop.

A sentence is worth the share of the question that it holds, by idf of terms and of character grams among the
candidates, plus a part of its passage's own score; a question that asks for a figure prefers a sentence with one. What
the article's title or the sentence before says need not be said again, so that counts for the sentence in part.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.passages import count_words
from corpus.queries import Query, read_query
from corpus.terms import fold_line, is_chinese, terms
from gate import SentenceGate, State
from gate.folding import fold_for_search

from ..providers.base import Prompt, PromptSource
from .asked import bonus
from .candidates import Candidate, candidates, length

#: What the passage's score adds to a sentence's own share.
PASSAGE_SHARE = 0.5
#: What it adds that the question's words stand in the sentence, its title or the sentence before, taken together.
CONTEXT_SHARE = 0.25
#: How the whole of a question is parted between its terms and its character grams.
TERM_PART, GRAM_PART = 0.4, 0.6
#: A unit may have so many words; each one more costs.
FREE_WORDS = 18
LENGTH_COST = 0.0006
#: What each sentence that a unit has to bring along leaves of its share.
LEANING_SHARE = 0.9
#: Under this share of the question no sentence is an answer to it.
LEAST_SHARE = 0.1
#: Further sentences must be this near the best one; so many are looked at.
NEAR_BEST = 0.6
MOST_TRIED = 12
#: Two sentences are alike when so much of the shorter stands in the other.
ALIKE = 0.7
#: How many sentences say who the owner is.
INTRODUCTION_SENTENCES = 3
#: At most so many sentences and (after the best) so many words.
MOST_SENTENCES = 3
MOST_WORDS = 76
#: A sentence that goes with the only one may have so many words.
MOST_FOLLOWING = 30
#: How often a composition that the gate stops is mended before nothing is said.
MOST_REPAIRS = 8

HAN = re.compile(r"[\u3400-\u9fff]")


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

    @property
    def text(self) -> str:
        """Its sentences as one text."""
        return " ".join(part.text for part in self.parts)

    @property
    def words(self) -> float:
        """Its length in words."""
        return sum(count_words(part.text) for part in self.parts)


def choose(prompt: Prompt, no_answer_token: str) -> tuple[Chosen, ...]:
    """The sentences that answer ``prompt.question``, the best first; none when no sentence does."""
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

    units = []
    for source, pool in zip(prompt.sources, pools, strict=True):
        title = _held(f"{source.hit.title} {source.hit.heading}", query, prompt.language)
        for index, candidate in enumerate(pool):
            unit = _unit(pool, index)
            if unit is None:
                continue
            own = frozenset().union(*(held[part] for part in unit.parts))
            share = _sum(weights, own)
            if share < LEAST_SHARE or not any(weights[feature] and query_share(query, feature) == 1 for feature in own):
                continue
            around = held[candidate] | title
            if index and not candidate.opens:
                around |= held[pool[index - 1]]
            score = (share + CONTEXT_SHARE * _sum(weights, around)) * LEANING_SHARE ** (len(unit.parts) - 1)
            score -= LENGTH_COST * max(0.0, unit.words - FREE_WORDS)
            score += passage_share[source.number] + bonus(unit.text, prompt.question, prompt.language)
            units.append(replace(unit, score=score))
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
    return [Unit(tuple(pool[:INTRODUCTION_SENTENCES]), score=1.0)] if pool and not pool[0].leans else []


def compose(ranked: Sequence[Unit], following: Sequence[Candidate] = ()) -> list[Candidate]:
    """The best unit, and further ones, best first, while each is near it and there is room.

    Where one sentence is all, ``following``, what the article says next, goes with it.
    """
    if not ranked:
        return []
    taken: dict[Candidate, None] = {}
    words = 0.0
    for unit in ranked[:MOST_TRIED]:
        if taken and unit.score < NEAR_BEST * ranked[0].score:
            break
        fresh = [part for part in unit.parts if part not in taken]
        length_of = sum(count_words(part.text) for part in fresh)
        if taken and (len(taken) + len(fresh) > MOST_SENTENCES or words + length_of > MOST_WORDS):
            continue
        # What leans is quoted right after what it leans on, or not at all.
        if not fresh or (taken and len(fresh) < len(unit.parts)):
            continue
        if any(_alike(part.text, other.text) for part in fresh for other in taken):
            continue
        taken |= dict.fromkeys(fresh)
        words += length_of
    if len(taken) == 1:
        taken |= dict.fromkeys(following)
    return list(taken)


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
    """Each feature of the question by its share of the whole: rare among the candidates is heavy.

    The terms come to ``TERM_PART``, the grams to ``GRAM_PART``.
    """
    texts = list(texts)
    counts = Counter(feature for text in texts for feature in text)
    weights: dict[str, float] = {}
    for prefix, shares, part in (("t", query.terms, TERM_PART), ("g", query.grams, GRAM_PART)):
        rare = {
            f"{prefix}{name}": share
            * math.log(1.3 + (len(texts) - counts[prefix + name] + 0.5) / (counts[prefix + name] + 0.5))
            for name, share in shares.items()
        }
        whole = sum(rare.values()) or 1
        weights |= {feature: part * weight / whole for feature, weight in rare.items()}
    return weights


def _sum(weights: Mapping[str, float], features: Iterable[str]) -> float:
    """What the features weigh together; summed exactly, so that their order changes no digit."""
    return math.fsum(weights[feature] for feature in features)


def _alike(one: str, other: str) -> bool:
    """Whether two sentences say much the same: most words of the shorter stand in the other."""
    first, second = (set(re.findall(r"\w{2,}|[\u3400-\u9fff]", fold_for_search(text))) for text in (one, other))
    return len(first & second) >= ALIKE * min(len(first), len(second))
