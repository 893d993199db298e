"""The terms of a text: what index and question are compared by. Pure.

Words are folded and stemmed; a run of Chinese characters becomes its overlapping pairs. Persian is not stemmed, because
that lowers recall there. Arabic is folded before it is stemmed, the other languages lose their accents afterwards.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import Stemmer

from gate.folding import fold, fold_for_search

#: Longer words are cut: no question types them, and the column has an end.
LONGEST_TERM = 64
STEMMERS = {
    "en": "english",
    "ar": "arabic",
    "ru": "russian",
    "hi": "hindi",
    "de": "german",
    "fr": "french",
    "es": "spanish",
    "pt": "portuguese",
}
_FOLDED_FIRST = {"ar"}

_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# ``\w`` lacks the vowel signs of the Indic scripts.
_LETTER = rf"(?:[^\W_{_HAN}]|[\u0900-\u0963\u0970-\u0dff])"
_RUN = re.compile(rf"(?P<han>[{_HAN}]+)|{_LETTER}+")
_SENTENCE_END = re.compile(r"[.!?…¿¡:\n]")
_NOT_A_LETTER = re.compile(r"[^\w\u0900-\u0963\u0970-\u0dff]+|_+")

_stemmers = threading.local()


def terms(text: str, language: str) -> list[str]:
    """The terms of ``text`` in order, repeated as often as they stand there."""
    return [term for word, is_han in words(text) for term in terms_of(word, is_han, language)]


def words(text: str) -> Iterator[tuple[str, bool]]:
    """The words of ``text``, folded, each with whether it is a run of Chinese characters."""
    for run in _RUN.finditer(fold(text)):
        yield run.group(), run.group("han") is not None


def capitalised(text: str) -> set[str]:
    """The words of ``text``, folded, that are written large within a sentence.

    None where nearly everything is written large, and in scripts that know no large letters.
    """
    runs = list(_RUN.finditer(text))
    inside = [run for before, run in pairwise(runs) if not _SENTENCE_END.search(text, before.end(), run.start())]
    large = [run.group() for run in inside if run.group()[0].isupper()]
    small = any(run.group()[0].islower() for run in inside)
    return set(map(fold, large)) if small else set()


def terms_of(word: str, is_han: bool, language: str) -> list[str]:
    """The terms of one word as ``words`` gives it."""
    if is_han:
        return [word[i : i + 2] for i in range(len(word) - 1)] or [word]
    return [_term(word[:LONGEST_TERM], language)]


def fold_line(text: str) -> str:
    """``text`` as grams are looked for in it: folded, words parted by one space, a space at both ends."""
    return f" {_NOT_A_LETTER.sub(' ', fold_for_search(text)).strip()} "


def is_chinese(language: str) -> bool:
    """Whether ``language`` is written without spaces, in characters that each carry meaning."""
    return language.startswith("zh")


@lru_cache(maxsize=200_000)
def _term(word: str, language: str) -> str:
    """One folded word, stemmed as its language needs, without accents."""
    if language in _FOLDED_FIRST:
        return _stem(fold_for_search(word), language)
    return fold_for_search(_stem(word, language))


def stems(words: Sequence[str], language: str) -> list[str]:
    """The term of each of these folded words, several times faster than one by one."""
    text = "\n".join(words)
    if language in _FOLDED_FIRST:
        text = fold_for_search(text)
    if language in STEMMERS:
        text = "\n".join(_stemmer(language).stemWords(text.split("\n")))
    return (text if language in _FOLDED_FIRST else fold_for_search(text)).split("\n")


def _stem(word: str, language: str) -> str:
    """The stem of ``word``; the word itself where the language is not stemmed."""
    return _stemmer(language).stemWord(word) if language in STEMMERS else word


def _stemmer(language: str) -> Stemmer.Stemmer:
    """The language's stemmer. It keeps state while it works, so each thread has its own."""
    stemmer = getattr(_stemmers, language, None)
    if stemmer is None:
        stemmer = Stemmer.Stemmer(STEMMERS[language])
        setattr(_stemmers, language, stemmer)
    return stemmer
