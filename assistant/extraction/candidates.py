"""The sentences that may stand in an answer on their own, and why others may not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gate.sentences import SentenceSplitter

from .words import LEANING

LIST_MARKER = re.compile(r"\s*(?:[-*•–]|\(?\w{1,3}[.)])\s+")
TERMINATED = re.compile(r"[.!…۔。！।॥][\"'”’»«)\]）」』“]*$")
QUESTION = re.compile(r"[?？؟;][\"'”’»«)\]）」』“]*$")
MARKUP = re.compile(r"^\s*(?:#|\||```|>)|\|.*\|")
#: A sentence of an answer: shorter ones say nothing alone, longer ones bury what was asked. In words; Han counts half.
SHORTEST, LONGEST = 4, 70


@dataclass(frozen=True)
class Candidate:
    """One sentence: the ``number`` of its source, its ``place`` there, and whether it leans on the one before."""

    number: int
    place: int
    text: str
    leans: bool
    #: The sentence begins a list item or follows a blank line: the one before is no context of it.
    opens: bool
    #: Key of the article that the source is a passage of.
    article: int = 0


def candidates(number: int, text: str, language: str, article: int = 0) -> tuple[Candidate, ...]:
    """The usable sentences of one source, in order; places count the unusable ones too, so neighbours are real ones."""
    found = []
    for place, raw in enumerate(sentences(text, language)):
        item = LIST_MARKER.match(raw)
        sentence = " ".join(raw[item.end() :].split() if item else raw.split())
        if not usable(sentence):
            continue
        opens = bool(item) or raw.lstrip(" \t").startswith("\n")
        found.append(Candidate(number, place, sentence, leans(sentence, language), opens, article))
    return tuple(found)


def sentences(text: str, language: str) -> Iterable[str]:
    """The sentences of ``text`` as the gate will see them."""
    splitter = SentenceSplitter(language=language)
    yield from splitter.feed(text)
    tail = splitter.flush()
    if tail:
        yield tail


def usable(sentence: str) -> bool:
    """Whether a sentence can be quoted: it ends like a statement, is no markup, neither a scrap nor a paragraph."""
    if MARKUP.search(sentence) or QUESTION.search(sentence) or not TERMINATED.search(sentence):
        return False
    return SHORTEST <= length(sentence) <= LONGEST


def length(sentence: str) -> float:
    """How long a sentence is, in words; two Han characters count as one."""
    han = sum(1 for character in sentence if "\u3400" <= character <= "\u9fff")
    return han / 2 + len([word for word in sentence.split() if not "\u3400" <= word[0] <= "\u9fff"])


def leans(sentence: str, language: str) -> bool:
    """Whether a sentence needs the one before it: it opens with a pronoun, a connective, a bracket."""
    if sentence[0] in "([（":
        return True
    lowered = sentence.casefold().lstrip("\"'“”„«»‚‘’「『—–- ")
    if language == "zh-hans":
        return lowered.startswith(LEANING[language])
    first = re.split(r"[\s,،，;:.!?。]", lowered, maxsplit=1)[0]
    two = " ".join(re.split(r"[\s,،]+", lowered, maxsplit=2)[:2])
    return first in LEANING.get(language, ()) or two in LEANING.get(language, ())
