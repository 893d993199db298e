"""Texts without end for the bench of the index: labelled passages, mixed so that words are as rare as in a language.

Real passages, repeated, would hold the same few thousand words however many there are; in real text the words that are
common stay so, and rare ones never end. So each article is a real one whose common words stay where they are and whose
rare words are put in anew: each by one drawn after Zipf's law, the same one throughout the article, as an article's
subject is. Below the ranks of the common words come the real rare ones, and after them coined ones, made of two.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.evaluation import Labelled

#: A word of at least this share of the passages is common.
COMMON = 0.02
#: How many words there are to draw from.
VOCABULARY = 1_000_000
#: Passages in an article.
PARAGRAPHS = 8

_WORD = re.compile(r"([^\W\d_]+)")


@dataclass(frozen=True)
class Text:
    """An article: its title, and its passages as paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


class Mixture:
    """Articles after the labelled ones of one language that parts its words with spaces."""

    def __init__(self, data: Labelled) -> None:
        titles: dict[int, str] = {}
        texts: dict[int, list[str]] = {}
        for row in data.passages:
            titles[row.article] = row.title
            texts.setdefault(row.article, []).append(row.text)
        self._real = [Text(titles[key], tuple(texts[key])) for key in texts]
        counts = Counter(word for row in data.passages for word in set(_WORD.findall(row.text)))
        self._common = {word for word, count in counts.items() if count >= COMMON * len(data.passages)}
        self._rare = sorted(counts.keys() - self._common, key=lambda word: (-counts[word], word))

    def article(self, number: int) -> Text:
        """The article with this number, the same whenever it is asked for; the first ones are those of the data."""
        if number < len(self._real):
            return self._real[number]
        drawn = _Drawn(self._common, self._rare, random.Random(f"mixture {number}"))
        kind = drawn.rng.choice(self._real)
        chosen = [drawn.rng.choice(kind.paragraphs) for _ in range(PARAGRAPHS)]
        return Text(drawn.text(kind.title), tuple(map(drawn.text, chosen)))

    def articles(self, start: int) -> Iterator[Text]:
        """From this number on, without end."""
        while True:
            yield self.article(start)
            start += 1


class _Drawn:
    """The words that stand for the rare ones in one article."""

    def __init__(self, common: set[str], rare: list[str], rng: random.Random) -> None:
        self.rng = rng
        self._common, self._rare = common, rare
        self._words: dict[str, str] = {}

    def text(self, text: str) -> str:
        """``text`` with other rare words."""
        pieces = _WORD.split(text)
        pieces[1::2] = [word if word in self._common else self._word(word) for word in pieces[1::2]]
        return "".join(pieces)

    def _word(self, word: str) -> str:
        drawn = self._words.get(word)
        if drawn is None:
            first = len(self._common)
            rank = int(first * (VOCABULARY / first) ** self.rng.random()) - first
            again, place = divmod(rank, len(self._rare))
            drawn = self._rare[place] + (self._rare[again].lower()[:4] if again else "")
            self._words[word] = drawn
        return drawn
