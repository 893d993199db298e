"""Why was this said? The passages that one released sentence cites, and the values that were checked in them.

Computed again from what the turn has stored, each time it is asked; nothing of it is kept. ``gate.explain`` says where
a value is vouched for. Which sentences of a passage speak for an answer's, the words that they share say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import IntEnum
from itertools import pairwise
from typing import Any

from corpus.models import searchable
from corpus.passages import sentences
from corpus.terms import terms
from gate import ExplainedValue, Support, explain

from .identity import identity
from .locales import direction
from .models import Turn, TurnSource

#: So many sentences of a passage are shown as what speaks for the answer's.
MOST_SUPPORTING = 3
#: One without a new value must share with the answer so much of what the first one shares.
WORTH_ADDING = 0.4
#: Characters of the sentence before, and of the one after.
CONTEXT = 90
GAP = "…"
#: What a value may end with in ``gate.explain`` and is no part of it.
_AFTER_A_VALUE = " \t\n.,;:!?。，、；：！？،؛؟۔।"


class Level(IntEnum):
    """What a stretch of a passage is; the values are the wire's."""

    CONTEXT = 0
    SUPPORT = 1
    VALUE = 2


@dataclass(frozen=True)
class Stretch:
    """Offsets into a passage."""

    start: int
    end: int


@dataclass(frozen=True)
class WhyValue:
    """A value of the sentence, and how the passage ``number`` writes it; ``how`` as ``gate.explain`` says it.

    Number 0, and no text of a source, where the visitor's question alone vouches.
    """

    answer: str
    source: str
    number: int
    how: str


@dataclass(frozen=True)
class WhyPassage:
    """A cited passage, cut to what matters: stretches of text, each with its level."""

    number: int
    title: str
    address: str
    locale: str
    dir: str
    segments: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Why:
    """What one released sentence rests on. Without passages it states nothing that needs a source."""

    sentence: str
    passages: tuple[WhyPassage, ...]
    values: tuple[WhyValue, ...]

    @property
    def data(self) -> dict[str, Any]:
        """As on the wire (spec 6, §2)."""
        return asdict(self)


class Withdrawn(Exception):
    """Nothing that the sentence cites is published any more."""


def why(turn: Turn, ordinal: int, origin: str) -> Why:
    """Why the sentence at ``ordinal`` (from 1) of a closed turn was said. ``origin`` makes addresses absolute.

    Raises ``IndexError`` where there is no such sentence, ``Withdrawn`` where none of its sources is published.
    """
    if not 1 <= ordinal <= len(turn.sentences):
        raise IndexError(ordinal)
    released = turn.sentences[ordinal - 1]
    cited = TurnSource.objects.filter(searchable("article__"), turn=turn, number__in=released["cited"])
    sources = {source.number: source for source in cited}
    if released["cited"] and not sources:
        raise Withdrawn
    sentence = released["text"].strip()
    values = _explained(sentence, sources, turn.locale)
    passages, told = [], {}
    for number, source in sorted(sources.items()):
        held = _in_text(values, source)
        shown = supporting(source.text, sentence, source.locale, held)
        for value, places in held.items():
            inside = [place for place in places if any(_within(place, stretch) for stretch in shown)]
            if inside:
                told.setdefault(value, Support(number, inside[0].start, inside[0].end, _cut(source.text, inside[0])))
        marked = [place for places in held.values() for place in places]
        address = f"{origin}{source.address}" if source.address.startswith("/") else source.address
        cut_down = segments(source.text, shown, marked)
        passages.append(WhyPassage(number, source.title, address, source.locale, direction(source.locale), cut_down))
    return Why(sentence, tuple(passages), tuple(dict.fromkeys(_told(value, told.get(value)) for value in values)))


def supporting(
    passage: str, sentence: str, language: str, held: dict[ExplainedValue, list[Stretch]]
) -> tuple[Stretch, ...]:
    """The sentences of ``passage`` that speak for ``sentence``, in order: those that share rare words or its values.

    ``held``: where the passage vouches for which value. Empty where nothing is shared, as between two languages.
    """
    stretches = _stretches(sentences(passage, language))
    asked = set(terms(sentence, language))
    shared = [asked.intersection(terms(_cut(passage, stretch), language)) for stretch in stretches]
    common = Counter(term for found in shared for term in found)
    vouched = [
        {value for value, places in held.items() if any(_within(place, stretch) for place in places)}
        for stretch in stretches
    ]
    chosen: list[int] = []
    words: set[str] = set()
    values: set[ExplainedValue] = set()
    first = 0.0
    while len(chosen) < MOST_SUPPORTING and len(chosen) < len(stretches):
        gains = [
            (len(vouched[place] - values), sum(1 / common[term] for term in shared[place] - words), -place)
            for place in range(len(stretches))
            if place not in chosen
        ]
        new_values, gain, place = max(gains)
        first = first or gain
        if not new_values and (not gain or chosen and gain < WORTH_ADDING * first):
            break
        chosen.append(-place)
        words |= shared[-place]
        values |= vouched[-place]
    return tuple(stretches[place] for place in sorted(chosen))


def segments(passage: str, shown: Sequence[Stretch], marked: Sequence[Stretch]) -> tuple[tuple[str, int], ...]:
    """``passage`` cut to the stretches ``shown`` and a little around them; ``marked`` within them are the values.

    Where nothing is shown, its beginning.
    """
    parts = [_with_context(passage, stretch) for stretch in shown] or [Stretch(0, _word_end(passage, 3 * CONTEXT))]
    merged: list[Stretch] = []
    for part in parts:
        if merged and not passage[merged[-1].end : part.start].strip():
            part = Stretch(merged.pop().start, part.end)
        merged.append(part)
    found: list[tuple[str, int]] = []
    if passage[: merged[0].start].strip():
        found.append((f"{GAP} ", Level.CONTEXT))
    for number, part in enumerate(merged):
        if number:
            found.append((f" {GAP} ", Level.CONTEXT))
        found += _levelled(passage, part, shown, marked)
    if passage[merged[-1].end :].strip():
        found.append((f" {GAP}", Level.CONTEXT))
    return _joined(found)


def _explained(sentence: str, sources: dict[int, TurnSource], language: str) -> tuple[ExplainedValue, ...]:
    site = identity(language)
    texts = [""] * max(sources, default=0)
    for number, source in sources.items():
        texts[number - 1] = "\n\n".join((_before(source) + source.text, *site.names, site.host))
    return explain(sentence, sorted(sources), texts, language)


def _before(source: TurnSource) -> str:
    """What a reader counts as part of a passage and finds above it (see ``PromptSource.checked_text``)."""
    return "".join(f"{part}\n\n" for part in (source.title, source.heading) if part)


def _in_text(values: Sequence[ExplainedValue], source: TurnSource) -> dict[ExplainedValue, list[Stretch]]:
    """Where the text of ``source`` vouches for which value; its title is shown as a link, and marked nowhere."""
    offset, length = len(_before(source)), len(source.text)
    held: dict[ExplainedValue, list[Stretch]] = {}
    for value in values:
        for support in value.supports:
            written = support.text.rstrip(_AFTER_A_VALUE)
            place = Stretch(support.start - offset, support.start - offset + len(written))
            if support.number == source.number and 0 <= place.start < place.end <= length:
                held.setdefault(value, []).append(place)
    return held


def _told(value: ExplainedValue, support: Support | None) -> WhyValue:
    vouching = support or next(iter(value.supports), None)
    written = value.text.rstrip(_AFTER_A_VALUE).strip()
    if vouching is None:
        return WhyValue(written, "", 0, value.how)
    return WhyValue(written, vouching.text.rstrip(_AFTER_A_VALUE).strip(), vouching.number, value.how)


def _stretches(found: Sequence[str]) -> list[Stretch]:
    """Of sentences that follow one another, without the white space around them."""
    stretches, at = [], 0
    for text in found:
        start = at + len(text) - len(text.lstrip())
        at += len(text)
        stretches.append(Stretch(start, max(start, at - len(text) + len(text.rstrip()))))
    return stretches


def _with_context(passage: str, stretch: Stretch) -> Stretch:
    """A little more on both sides, within the paragraph; not cut within a word, where there are spaces between them."""
    first = passage.rfind("\n\n", 0, stretch.start) + 2 if "\n\n" in passage[: stretch.start] else 0
    last = passage.find("\n\n", stretch.end)
    last = len(passage) if last < 0 else last
    start = first
    if stretch.start - first > CONTEXT:
        space = passage.find(" ", stretch.start - CONTEXT, stretch.start - 1)
        start = space + 1 if space >= 0 else stretch.start - CONTEXT // 2
    return Stretch(start, min(last, _word_end(passage, stretch.end + CONTEXT, stretch.end)))


def _word_end(passage: str, limit: int, at_least: int = 0) -> int:
    if limit >= len(passage):
        return len(passage)
    space = passage.rfind(" ", at_least + 1, limit)
    return space if space > 0 else (at_least + limit) // 2


def _levelled(
    passage: str, part: Stretch, shown: Sequence[Stretch], marked: Sequence[Stretch]
) -> list[tuple[str, int]]:
    """``part`` of the passage with the level of each of its stretches."""
    borders = {part.start, part.end}
    for stretch in (*shown, *marked):
        borders.update(at for at in (stretch.start, stretch.end) if part.start < at < part.end)
    return [(passage[start:end], _level(start, end, shown, marked)) for start, end in pairwise(sorted(borders))]


def _level(start: int, end: int, shown: Sequence[Stretch], marked: Sequence[Stretch]) -> Level:
    place = Stretch(start, end)
    if not any(_within(place, stretch) for stretch in shown):
        return Level.CONTEXT
    return Level.VALUE if any(_within(place, stretch) for stretch in marked) else Level.SUPPORT


def _within(inner: Stretch, outer: Stretch) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _cut(passage: str, stretch: Stretch) -> str:
    return passage[stretch.start : stretch.end]


def _joined(found: Sequence[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Neighbours of one level as one; no white space at the ends."""
    joined: list[tuple[str, int]] = []
    for text, level in found:
        if joined and joined[-1][1] == level:
            text = joined.pop()[0] + text
        joined.append((text, int(level)))
    if joined:
        joined[0] = (joined[0][0].lstrip(), joined[0][1])
        joined[-1] = (joined[-1][0].rstrip(), joined[-1][1])
    return tuple(segment for segment in joined if segment[0])
