"""How people type: the same question with other letters, without marks, or with one letter wrong."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator

Typing = Callable[[str], str]
#: A typo is made in a word of at least so many letters.
FEWEST_LETTERS = 5
_WORD = re.compile(r"(?:[^\W\d_]|[\u0900-\u0963]|\u200c)+")


def typings(language: str, seed: int = 1) -> Iterator[tuple[str, Typing]]:
    """The ways to type that ``language`` knows, by name."""
    if language == "fa":
        yield "Arabic letters", lambda text: text.translate(str.maketrans("یک۰۱۲۳۴۵۶۷۸۹", "يك٠١٢٣٤٥٦٧٨٩"))
        yield "ASCII digits", lambda text: text.translate(str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789"))
        yield "ZWNJ as a space", lambda text: text.replace("\u200c", " ")
        yield "ZWNJ left out", lambda text: text.replace("\u200c", "")
    if language == "ar":
        yield "no hamza", lambda text: text.translate(str.maketrans("أإآئؤىة", "ااايويه"))
    if language == "de":
        yield "no umlauts", lambda text: text.translate(str.maketrans("äöüÄÖÜ", "aouAOU")).replace("ß", "ss")
        yield "ae oe ue", _spelt_out
    if language in {"fr", "es", "pt"}:
        yield "no accents", _without_marks
    if language == "ru":
        yield "no ё", lambda text: text.replace("ё", "е")
    if not language.startswith("zh"):
        yield "one typo", lambda text: with_typo(text, random.Random(f"{seed} {text}"))


def with_typo(text: str, rng: random.Random) -> str:
    """``text`` with one letter swapped, dropped, doubled or replaced in one of its longer words, if it has one."""
    words = [found for found in _WORD.finditer(text) if len(found[0]) >= FEWEST_LETTERS]
    if not words:
        return text
    word = rng.choice(words)
    typed = _mistyped(word[0], rng)
    return text[: word.start()] + typed + text[word.end() :]


def _mistyped(word: str, rng: random.Random) -> str:
    kind = rng.choice(("swapped", "dropped", "doubled", "replaced"))
    place = rng.randrange(len(word) - 1) if kind == "swapped" else rng.randrange(len(word))
    if kind == "swapped":
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    middle = {"dropped": "", "doubled": word[place] * 2, "replaced": rng.choice(word.lower())}[kind]
    return word[:place] + middle + word[place + 1 :]


def _spelt_out(text: str) -> str:
    for old, new in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue"), ("ß", "ss")):
        text = text.replace(old, new)
    return text


def _without_marks(text: str) -> str:
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(sign for sign in apart if not unicodedata.combining(sign)))
