"""A question as it is put to the index of one language: its readings, and the terms of them that the index knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from .models import Term
from .queries import CORRECTED_WEIGHT, SYNONYM_WEIGHT, Reading, read_query, read_with, weights_of
from .ranking import rarity
from .spelling import corrections, near, unknown_words
from .synonyms import ways

#: Another language is not looked into when the terms it shares with the question weigh less than this share of all.
LEAST_SHARE = 0.3


@dataclass(frozen=True)
class Known:
    """A term of the question that the index of its language has."""

    key: int
    text: str
    passages: int


@dataclass(frozen=True)
class Asked:
    """The question as it is put to the index of one language; ``known`` terms come rarest first.

    The first of the ``readings`` is of its own words.
    """

    question: str
    previous: str
    language: str
    total: int
    readings: tuple[Reading, ...]
    known: tuple[Known, ...]

    @property
    def frequencies(self) -> dict[str, int]:
        """In how many passages each known term stands."""
        return {term.text: term.passages for term in self.known}

    @property
    def may_be_covered(self) -> bool:
        """Whether the terms that the index shares with the question are worth looking for in it."""
        passages = self.frequencies
        shares = self.readings[0].query.terms.items()
        rare = {text: rarity(passages.get(text, 0), self.total) * share for text, share in shares}
        return bool(passages) and sum(rare[text] for text in passages) >= LEAST_SHARE * sum(rare.values())


def put(question: str, previous: str, indexes: Mapping[str, int]) -> list[Asked]:
    """The question for each of these indexes and the number of its passages; one query for all."""
    readings = {code: Reading(read_query(question, code, previous)) for code in indexes}
    known = _known({code: reading.query.terms for code, reading in readings.items()})
    return [
        Asked(question, previous, code, total, (readings[code],), _rarest_first(known[code]))
        for code, total in sorted(indexes.items())
    ]


def with_stand_ins(asked: Asked) -> Asked:
    """``asked`` with a reading more for each way to put other words in for its own: corrected ones, and synonyms."""
    question, language, previous = asked.question, asked.language, asked.previous
    unknown = [near(word, language) for word in unknown_words(question, language, asked.frequencies)]
    synonyms = ways(question, language, previous)
    readings = [read_with(question, language, way, previous, SYNONYM_WEIGHT) for way in synonyms]
    wanted = set(weights_of(readings)).union(*(one.wanted for one in unknown))
    found = {term.text: term for term in asked.known}
    if missing := wanted - found.keys():
        found |= {term.text: term for term in _known({language: missing})[language]}
    corrected = corrections(unknown, {text: term.passages for text, term in found.items()})
    if corrected:
        both = [corrected, *({**corrected, **way} for way in synonyms)]
        readings += [read_with(question, language, way, previous, CORRECTED_WEIGHT) for way in both]
    if not readings:
        return asked
    readings = [*asked.readings, *readings]
    known = (found[text] for text in weights_of(readings) if text in found)
    return replace(asked, readings=tuple(readings), known=_rarest_first(known))


def _known(wanted: Mapping[str, Iterable[str]]) -> dict[str, list[Known]]:
    """By language, those of the terms that its index has; one query."""
    condition = Q(pk__in=[])
    for language, texts in wanted.items():
        if texts := list(texts):
            condition |= Q(language=language, text__in=texts)
    known: dict[str, list[Known]] = {language: [] for language in wanted}
    rows = Term.objects.filter(condition, passages__gt=0).values_list("language", "pk", "text", "passages")
    for language, key, text, passages in rows:
        known[language].append(Known(key, text, passages))
    return known


def _rarest_first(known: Iterable[Known]) -> tuple[Known, ...]:
    return tuple(sorted(known, key=lambda term: (term.passages, term.text)))
