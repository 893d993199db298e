"""Words that the index does not know, and the nearest ones that it may know. Pure.

A word is near another where one letter is left out, added, replaced, or two neighbours are swapped. All words that are
near a given one are made and looked up, so the cost depends on the word alone and never on the size of the index, and
the index holds nothing for it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from string import ascii_lowercase

from gate.folding import fold_for_search

from .function_words import function_words
from .terms import terms_of, words

#: A shorter word is near too many others, and a longer one is none.
FEWEST_LETTERS, MOST_LETTERS = 5, 24
#: In a shorter word the first letter is taken to be right, as it nearly always is.
FIRST_LETTER_SURE = 8
#: A question with more words that the index does not know is about something else, or in another language.
MOST_UNKNOWN = 4

_PERSIAN = "ابتثجحخدذرزسشصضطظعغفقلمنهویپچژگک"
#: The letters of a language as they are compared: folded, without accents.
LETTERS = {
    "fa": _PERSIAN,
    "ar": _PERSIAN,
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "hi": "अआइईउऊऋएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहािीुूृेैोौं्",
}


def unknown_words(question: str, language: str, known: Container[str]) -> list[str]:
    """The folded words of ``question`` whose terms are not ``known`` and that may be misspelt, each once, in order.

    None at all where they are too many.
    """
    listed = function_words(language)
    found = dict.fromkeys(
        word
        for word, is_han in words(question)
        if not is_han
        and FEWEST_LETTERS <= len(word) <= MOST_LETTERS
        and not any(sign.isdigit() for sign in word)
        and fold_for_search(word) not in listed
        and terms_of(word, is_han, language)[0] not in known
    )
    return list(found) if len(found) <= MOST_UNKNOWN else []


def near(word: str, language: str) -> dict[str, str]:
    """The terms of all words near ``word``, each with the likeliest such word."""
    found: dict[str, str] = {}
    for other in _near_words(word, LETTERS.get(language, ascii_lowercase)):
        found.setdefault(terms_of(other, False, language)[0], other)
    return found


def corrections(unknown: Mapping[str, Mapping[str, str]], passages: Mapping[str, int]) -> dict[str, str]:
    """What to put in for each of the ``unknown`` words, given with the terms ``near`` it; nothing where none is known.

    ``passages`` says in how many passages each term stands that the index knows.
    """
    found = {word: nearest(word, terms, passages) for word, terms in unknown.items()}
    return {word: other for word, other in found.items() if other is not None}


def nearest(word: str, terms: Mapping[str, str], passages: Mapping[str, int]) -> str | None:
    """The word to put in for ``word``: of its ``terms`` as ``near`` gives them, the one that stands in most passages.

    One with the same first letter goes before all others. ``None`` where no term has ``passages``.
    """
    known = [term for term in terms if passages.get(term)]
    if not known:
        return None
    return terms[min(known, key=lambda term: (terms[term][:1] != word[:1], -passages[term], term))]


def _near_words(word: str, letters: str) -> Iterator[str]:
    """All words near ``word``, in the order of how often people type so."""
    parts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in parts if len(b) > 1)
    if len(word) < FIRST_LETTER_SURE:
        del parts[0]
    yield from (a + b[1:] for a, b in parts if b)
    yield from (a + letter + b for a, b in parts for letter in letters)
    yield from (a + letter + b[1:] for a, b in parts if b for letter in letters)
