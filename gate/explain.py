"""Why was this said? The values of one released sentence, and where its sources vouch for each.

For the reader's panel and for the gate bench; nothing here decides anything.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from . import languages
from .addresses import blank_out, find_addresses
from .decimals import size
from .folding import fold_for_search
from .quantity import Kind
from .rules import GateRules
from .sources import Source, Sources
from .tidying import changes
from .values import Value, find_values, prepare
from .vocabulary import answer_vocabulary
from .vouching import vouching


@dataclass(frozen=True, slots=True)
class Support:
    """Where one source vouches for a value: offsets into the source's text as given."""

    number: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class ExplainedValue:
    """One value of a released sentence.

    ``start`` and ``end`` are offsets into the sentence as given. ``how``: ``same form``, ``equal form``,
    ``number word``, ``date``, ``time``, ``rounding or bound``, ``question`` (no source holds it), ``address``.
    """

    text: str
    start: int
    end: int
    how: str
    supports: tuple[Support, ...]


def explain(
    text: str, cited: Sequence[int], sources: Sequence[str | Source], language: str
) -> tuple[ExplainedValue, ...]:
    """The values of ``text``, a released sentence that cites ``cited`` (1 is the first source), and their support.

    Numbers out of range are ignored. Names are not explained: they may stand in any supplied source.
    """
    answer = languages.get(language)
    supplied = Sources(sources, language=answer.code)
    numbers = [number for number in dict.fromkeys(cited) if 1 <= number <= len(supplied)]
    texts = {number: supplied.cited([number])[0].text for number in numbers}
    held = {number: list(vouching(source, answer.code)) for number, source in texts.items()}
    offsets = {number: _offsets(source, of_source=True) for number, source in texts.items()}
    vocabulary = answer_vocabulary(answer.code)
    blanked = blank_out(text, find_addresses(text))
    prepared, own_offsets = prepare(blanked, vocabulary), _offsets(text, of_source=False)
    explained = []
    for value in find_values(text, answer, GateRules()):
        if value.quantity is None:
            start, end = value.start, value.end
        else:
            start, end = own_offsets.given(prepared.old_offset(value.start), prepared.old_offset(value.end, end=True))
        supports = []
        near = False
        for number in numbers:
            keys = _vouching_keys(value, {key for found, _, _ in held[number] for key in found})
            if not keys and value.near and supplied.vouches([number], value):
                near = True
                keys = {key for found, _, _ in held[number] for key in found if _is_near(value, key)}
            for found, first, last in held[number]:
                if keys & found:
                    if not _is_address(found):
                        first, last = offsets[number].given(first, last)
                    support = Support(number, first, last, texts[number][first:last])
                    if support not in supports:
                        supports.append(support)
        written = text[start:end]
        explained.append(ExplainedValue(written, start, end, _how(value, written, supports, near), tuple(supports)))
    return tuple(sorted(explained, key=lambda value: value.start))


def _is_address(keys: set[str]) -> bool:
    return any(key.startswith(("url:", "host:", "mail:")) for key in keys)


def _vouching_keys(value: Value, held: set[str]) -> set[str]:
    """The keys of the first alternative that the source holds whole."""
    for alternative in (*value.alternatives, *value.hours):
        if held.issuperset(alternative):
            return set(alternative)
    return set()


def _is_near(value: Value, key: str) -> bool:
    prefix, _, reading = key.rpartition(":")
    ranges = [near for near in value.near if near.prefix in (f"{prefix}:", f"{prefix[:1]}:")]
    number = size(reading) if ranges else None
    return number is not None and any(near.low <= number <= near.high for near in ranges)


def _how(value: Value, written: str, supports: list[Support], near: bool) -> str:
    if not supports:
        return "question"
    if value.quantity is None:
        return "address"
    folded = fold_for_search(written).strip()
    if any(fold_for_search(support.text).strip() == folded for support in supports):
        return "same form"
    if near:
        return "rounding or bound"
    if value.quantity.kind is Kind.DATE:
        return "date"
    if value.quantity.kind is Kind.TIME:
        return "time"
    if value.quantity.in_words or not any(sign.isdigit() for sign in fold_for_search(supports[0].text)):
        return "number word"
    return "equal form"


class _Offsets:
    """From offsets in the folded text to offsets in the text as given."""

    def __init__(self, starts: list[int], length: int) -> None:
        self._starts = starts
        self._length = length

    def given(self, start: int, end: int) -> tuple[int, int]:
        if not self._starts:
            return 0, 0
        first = self._starts[min(start, len(self._starts) - 1)]
        last = self._starts[end] if end < len(self._starts) else self._length
        return first, max(first, last)


def _offsets(text: str, *, of_source: bool) -> _Offsets:
    """One entry a folded character: where the letter (with its marks) that it came from starts."""
    text = blank_out(text, find_addresses(text))
    changed = {change.start: change for change in changes(text, of_source=of_source)}
    starts: list[int] = []
    at = 0
    while at < len(text):
        change = changed.get(at)
        if change is not None:
            starts += [at] * len(fold_for_search(change.new))
            at = change.end
            continue
        end = at + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        starts += [at] * len(fold_for_search(text[at:end]))
        at = end
    return _Offsets(starts, len(text))
