"""The sources of one answer, folded and indexed once each, and what they vouch for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from .folding import fold
from .names import NameIndex
from .values import Value
from .vouching import SourceValues


@dataclass(frozen=True, slots=True)
class Source:
    """One source: all that a reader would count as part of it, as one text (passage, title, the site's name, host)."""

    text: str = field(repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError(f"a source is text, not {type(self.text).__name__}")


class IndexedSource:
    """A source with its values, found once when it is supplied, and its folded text, made when a quotation asks."""

    def __init__(self, text: str, language: str = "en") -> None:
        self.text = text
        self.values = SourceValues(text, language)

    @cached_property
    def folded(self) -> str:
        return " ".join(fold(self.text).split())


# Passages are shorter; whole documents would make the memory of what was read as large as they are.
_REMEMBERED_LENGTH = 10_000


def indexed(text: str, language: str) -> IndexedSource:
    """``text`` as a source. A passage is remembered: the same ones are offered again and again, and reading one is most
    of what a gate costs. Never a question."""
    return remembered(text, language) if len(text) <= _REMEMBERED_LENGTH else IndexedSource(text, language)


@lru_cache(maxsize=512)
def remembered(text: str, language: str) -> IndexedSource:
    """The passages read last; by their text, so that a passage that has changed is another."""
    return IndexedSource(text, language)


class Sources:
    """The numbered sources of an answer (S1 is the first) and the visitor's question.

    ``language``: the code of the answer's, which a source too short to tell its own is taken to be in.
    """

    def __init__(self, sources: Sequence[str | Source], question: str = "", language: str = "en") -> None:
        """Raises ``TypeError`` for a source that is neither text nor ``Source``."""
        self._sources = [
            indexed((source if isinstance(source, Source) else Source(source)).text, language) for source in sources
        ]
        self._question = IndexedSource(question, language)

    @cached_property
    def names(self) -> NameIndex:
        """The words of all sources; built when a sentence first needs it."""
        return NameIndex([source.text for source in self._sources])

    @cached_property
    def common_words(self) -> frozenset[str]:
        """The words that the sources write in lower case."""
        return frozenset(
            word for source in self._sources for word in re.findall(r"[^\W\d_]+", source.text) if word.islower()
        )

    @cached_property
    def names_of_question(self) -> NameIndex:
        """The words of the question."""
        return NameIndex([], self._question.text)

    @cached_property
    def names_with_question(self) -> NameIndex:
        """The words of all sources and of the question."""
        return NameIndex([source.text for source in self._sources], self._question.text)

    def __len__(self) -> int:
        return len(self._sources)

    def __repr__(self) -> str:
        return f"<{len(self)} sources>"

    def cited(self, numbers: Sequence[int]) -> list[IndexedSource]:
        """The sources of these numbers, which must be in range."""
        return [self._sources[number - 1] for number in numbers]

    def vouches(self, numbers: Sequence[int], value: Value) -> bool:
        """Whether one of the sources of these numbers holds ``value``, in this form or an equal one."""
        return any(self._sources[number - 1].values.vouches(value) for number in numbers)

    def quotes(self, numbers: Sequence[int], words: str) -> bool:
        """Whether ``words`` stand verbatim, but for folding and white space, in one of the sources of these numbers."""
        folded = " ".join(fold(words).split()).strip(" .,;:!?…")
        if not folded:
            return False
        whole = re.compile(rf"(?<!\w){re.escape(folded)}(?!\w)")
        return any(whole.search(source.folded) for source in self.cited(numbers))

    def have_pair(self, numbers: Sequence[int], name: str, numeral: str) -> bool:
        """Whether one of these sources has ``numeral`` after ``name``, however the name is inflected."""
        stem = re.escape(fold(name)[: max(4, len(name) - 3)])
        pair = re.compile(rf"(?<!\w){stem}\w{{0,4}} {fold(numeral)}(?!\w)")
        return any(pair.search(source.folded) for source in self.cited(numbers))

    def question_vouches(self, value: Value) -> bool:
        """Whether ``value`` is a plain count that the visitor's question holds."""
        return value.is_plain_count and bool(self._question.text) and self._question.values.vouches(value)
