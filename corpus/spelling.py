"""Words that the index does not know, and the nearest ones that it may know. Pure.

A word is near another where one letter is left out, added, replaced, or two neighbours are swapped; failing that, it
may be two words with the space between them missing. All words that are near a given one are made and looked up, so
the cost depends on the word alone and never on the size of the index, and the index holds nothing for it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase

from gate.folding import fold_for_search

from .function_words import function_words
from .terms import stems, terms_of, words

#: A shorter word is near too many others, and a longer one is none.
FEWEST_LETTERS, MOST_LETTERS = 5, 24
#: In a shorter word the first letter is taken to be right, as it nearly always is.
FIRST_LETTER_SURE = 8
#: A part of a word may be this short, where a space is missing; Persian leaves out the one before its little endings.
FEWEST_OF_A_PART, USUAL_FEWEST_OF_A_PART = {"fa": 2}, 4
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


@dataclass(frozen=True)
class Near:
    """What an unknown word may be: the terms of the words near it, each with the likeliest such word; or two words.

    ``pairs`` are its parts with their terms, where a space may be missing between them.
    """

    word: str
    terms: Mapping[str, str]
    pairs: tuple[tuple[tuple[str, str], tuple[str, str]], ...]

    @property
    def wanted(self) -> set[str]:
        """All terms to look up."""
        return {*self.terms, *(term for pair in self.pairs for _part, term in pair)}


def near(word: str, language: str) -> Near:
    """The words near ``word``."""
    found: dict[str, str] = {}
    others = list(_near_words(word, LETTERS.get(language, ascii_lowercase)))
    for other, term in zip(others, stems(others, language), strict=True):
        found.setdefault(term, other)
    fewest = FEWEST_OF_A_PART.get(language, USUAL_FEWEST_OF_A_PART)
    cuts = range(fewest, len(word) - fewest + 1)
    firsts, seconds = [word[:i] for i in cuts], [word[i:] for i in cuts]
    pairs = (
        tuple(
            zip(
                zip(firsts, stems(firsts, language), strict=True),
                zip(seconds, stems(seconds, language), strict=True),
                strict=True,
            )
        )
        if firsts
        else ()
    )
    return Near(word, found, pairs)


def corrections(unknown: Iterable[Near], passages: Mapping[str, int]) -> dict[str, str]:
    """What to put in for each of the ``unknown`` words; nothing where none is known.

    ``passages`` says in how many passages each term stands that the index knows.
    """
    found = {one.word: _nearest(one, passages) or _parted(one, passages) for one in unknown}
    return {word: other for word, other in found.items() if other is not None}


def _nearest(near: Near, passages: Mapping[str, int]) -> str | None:
    """Of the terms near a word the one in most passages; those with the same first letter go before all others."""
    terms, word = near.terms, near.word
    known = [term for term in terms if passages.get(term)]
    if not known:
        return None
    return terms[min(known, key=lambda term: (terms[term][:1] != word[:1], -passages[term], term))]


def _parted(near: Near, passages: Mapping[str, int]) -> str | None:
    """The two known words that the word is made of; of several such pairs, the one whose rarer word is most common."""
    known = [pair for pair in near.pairs if all(passages.get(term) for _part, term in pair)]
    if not known:
        return None
    best = min(known, key=lambda pair: (-min(passages[term] for _part, term in pair), pair))
    return " ".join(part for part, _term in best)


def _near_words(word: str, letters: str) -> Iterator[str]:
    """All words near ``word``, in the order of how often people type so."""
    parts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in parts if len(b) > 1)
    if len(word) < FIRST_LETTER_SURE:
        del parts[0]
    yield from (a + b[1:] for a, b in parts if b)
    yield from (a + letter + b for a, b in parts for letter in letters)
    yield from (a + letter + b[1:] for a, b in parts if b for letter in letters)
