"""What a question may be answered from: decided before any model is asked, by rules alone.

A question needs a passage above the score floor, or is about the owner. The owner's name is no key to the rest of the
site: below the floor it opens the article about the owner and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from corpus.models import Article
from corpus.search import Hit, SearchResult, passages_of, search

from .conf import conf
from .identity import Identity, all_names
from .who import asks_who, in_words

#: Of a question about the owner that also stands on its own: so many sources are kept for the article about the owner.
OWNER_SOURCES = 2


class RefusalReason(Enum):
    """Why a question is refused; the values are the wire's."""

    #: Neither about the owner nor supported by a passage above the floor.
    OUT_OF_SCOPE = "out_of_scope"
    #: The model found no answer in the sources, or said nothing.
    NO_ANSWER = "no_answer"
    #: The site has no article to answer from.
    NO_ARTICLES = "no_articles"


@dataclass(frozen=True)
class Scope:
    """What was found for a question: its sources where it may be answered, the reason where it may not."""

    #: Numbered as they stand, they become the sources of the prompt.
    hits: tuple[Hit, ...]
    #: The best passages, also of a refused question: what could be read instead.
    nearest: tuple[Hit, ...]
    score: float
    about_owner: bool
    refusal: RefusalReason | None


def look_up(question: str, language: str, identity: Identity, *, previous: str = "", page: str = "") -> Scope:
    """Search the articles and decide. ``previous`` is the question before this one, ``page`` what is being read.

    Synchronous: call it through ``sync_to_async``.
    """
    floor = identity.score_floor
    result = search(question, language, limit=conf.source_limit, floor=floor, previous=previous, page=page)
    about_owner = is_about_owner(question, all_names())
    of_owner = passages_of(identity.about, language, conf.source_limit) if about_owner and identity.about else ()
    hits = _sources(result, of_owner, floor)
    refusal = refusal_for(result, about_owner, floor)
    if refusal is None and not hits:
        refusal = RefusalReason.OUT_OF_SCOPE
    if refusal is not None and not result.hits and not Article.objects.searchable().exists():
        refusal = RefusalReason.NO_ARTICLES
    return Scope(() if refusal else hits, result.hits, result.score, about_owner, refusal)


def refusal_for(result: SearchResult, about_owner: bool, floor: float) -> RefusalReason | None:
    """``OUT_OF_SCOPE`` for a question below the floor that is not about the owner; else ``None``."""
    if about_owner or (result.hits and result.score >= floor):
        return None
    return RefusalReason.OUT_OF_SCOPE


def _sources(result: SearchResult, of_owner: tuple[Hit, ...], floor: float) -> tuple[Hit, ...]:
    """The hits where they are above the floor, with the first passages about the owner; below it those alone."""
    hits = result.hits
    if result.score < floor:
        owner_articles = {hit.article_id for hit in of_owner}
        hits = tuple(hit for hit in hits if hit.article_id in owner_articles)
        # What the article begins with says who somebody is; then what comes nearest to the question.
        ordered = (*of_owner[:OWNER_SOURCES], *hits, *of_owner)
    else:
        ordered = (*hits[: conf.source_limit - min(OWNER_SOURCES, len(of_owner))], *of_owner)
    distinct = {hit.passage_id: hit for hit in reversed(ordered)}
    order = dict.fromkeys(hit.passage_id for hit in ordered)
    return tuple(distinct[passage_id] for passage_id in order)[: conf.source_limit]


# --- about the owner ----------------------------------------------------------------------------------------------


def is_about_owner(question: str, names: Iterable[str]) -> bool:
    """Whether the question names the owner (name or alias, in any language), or asks who is behind this site."""
    words = in_words(question)
    return any(_name_pattern(name).search(words) for name in names if in_words(name).strip()) or asks_who(question)


def _name_pattern(name: str) -> re.Pattern[str]:
    """The name in a question, tolerant of what its language hangs on it (Holts, Хольта, لمارین), of nothing else."""
    words = in_words(name).split()
    if any("\u4e00" <= char <= "\u9fff" for char in name):
        return re.compile(" *".join(map(re.escape, words)))
    return re.compile(f" {' '.join(map(_inflected, words))} ")


def _inflected(word: str) -> str:
    if re.search("[а-я]", word) and len(word) > 3:
        return rf"{re.escape(word.rstrip('аяиьо'))}[а-я]{{0,3}}"
    if re.search("[\u0600-\u06ff]", word):
        return rf"[وفبلک]?{re.escape(word)}(?:ی| ی| های?)?"
    return rf"{re.escape(word)}s?" if len(word) > 2 else re.escape(word)
