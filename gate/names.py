"""Proper names of an English sentence, and what vouches for them (spec 1, §4 and §9 Names).

A name is judged word by word: each of its words must occur in some supplied source or in the question. Deterministic
and shallow on purpose: it stops a name that nobody supplied, not a name that is put in the wrong place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .addresses import blank_out, find_addresses
from .codes import names_a_figure
from .folding import fold_for_search
from .languages.base import Language, Names
from .vocabulary import answer_vocabulary

_TOKEN = re.compile(r"[^\W_]+(?:[-'’.&/](?=[^\W_])[^\W_]+)*")
# A digit beside a letter. It begins with the digit so that the search is quick.
_MAYBE_MIXED = re.compile(r"\d(?:[-'.&/]?[A-Za-z]|(?<=[A-Za-z]\d)|(?<=[A-Za-z][-'.&/]\d))")
_PARTS = re.compile(r"[^\W_]+")
_GLUED = re.compile(r"(?<=\d)[^\W\d_]+")
# After one of these a capital begins a clause: it says nothing about the word.
_OPENS = re.compile(r"(?:[:?!…]\s*|^\s*|\n\s*|[\"“«„(\[]\s*|\s[-–—•]\s+)[\"“«„'‘(\[*_]*\Z")

_ENDINGS = ("'s", "s'", "'")
_STEM = 4


@dataclass(frozen=True, slots=True)
class Name:
    """A capitalised word, acronym or mixed token of a sentence, as written, and the run of such words it stands in."""

    word: str
    run: tuple[str, ...]
    place: int
    is_acronym: bool = False
    is_mixed: bool = False
    in_brackets_after: str = ""


class _Words:
    """The words of one text."""

    __slots__ = ("folded", "tokens", "words")

    def __init__(self, text: str) -> None:
        self.folded = fold_for_search(text).replace("’", "'")
        # The letters of a glued 16GB are a word as well.
        self.words = frozenset(_PARTS.findall(self.folded)) | frozenset(_GLUED.findall(self.folded))
        self.tokens = frozenset(
            form for token in _TOKEN.findall(self.folded) for form in (token, re.sub(r"[-.'&/]", "", token))
        )


@lru_cache(maxsize=512)
def _words_of_source(text: str) -> _Words:
    """The same passages are offered again and again."""
    return _Words(text)


class NameIndex:
    """The words of some sources, and of a question, for telling whether a name occurs in them."""

    __slots__ = ("_folded", "_initials", "_joined", "_stems", "_tokens", "_words")

    def __init__(self, sources: list[str], question: str = "") -> None:
        parts = [_words_of_source(text) for text in sources]
        if question:
            parts.append(_Words(question))  # a visitor's words are not kept
        self._folded = f" {' '.join(part.folded for part in parts)}"
        self._words = frozenset[str]().union(*(part.words for part in parts))
        self._tokens = frozenset[str]().union(*(part.tokens for part in parts))
        self._stems: frozenset[str] | None = None
        self._initials: frozenset[str] | None = None
        self._joined = [*sources, question]

    def holds(self, word: str) -> bool:
        """Whether the folded ``word`` occurs, as it is, inflected, or in parts joined by hyphens."""
        return word in self._words or word in self._tokens or self._holds_inflected(word)

    def holds_token(self, token: str) -> bool:
        """Whether a folded token of letters and digits stands whole in the texts, hyphens apart."""
        return token in self._tokens or re.sub(r"[-.'&/]", "", token) in self._tokens

    def holds_parted(self, token: str) -> bool:
        """Whether the parts of a token with hyphens stand in a row as words (grade-3, grade 3)."""
        if "-" not in token:
            return False
        parts = r"[\s-]".join(map(re.escape, token.split("-")))
        return re.search(rf"(?<![^\W_]){parts}(?![^\W_])(?![.,]\d)", self._folded) is not None

    def holds_whole(self, word: str) -> bool:
        """Whether the folded ``word`` occurs as it is."""
        return word in self._words

    def holds_phrase(self, phrase: str) -> bool:
        return phrase in self._folded

    def holds_initials(self, acronym: str) -> bool:
        """Whether capitalised words in a row have the letters of ``acronym`` as their initials."""
        if self._initials is None:
            self._initials = frozenset(initials for text in self._joined for initials in _initials(text))
        return acronym in self._initials or (2 < len(acronym) < 8 and self._spells_out(acronym))

    def _spells_out(self, acronym: str) -> bool:
        """Whether words in a row, of any case, have these initials (convolutional neural network)."""
        words = r"\w*[\s-]+".join(re.escape(letter) for letter in acronym.rstrip("s"))
        return re.search(rf"(?<!\w){words}", self._folded) is not None

    def _holds_inflected(self, word: str) -> bool:
        if word + "s" in self._words:
            return True
        if len(word) < _STEM:
            return False
        if word.endswith("s") and word[:-1] in self._words:
            return True
        if word + "es" in self._words:
            return True
        if len(word) < 6:
            return word.endswith(("n", "i")) and (word[:-1] in self._words or word[:-2] in self._words)
        if self._stems is None:
            self._stems = frozenset(
                each[:-cut] for each in self._words for cut in (1, 2, 3) if len(each) - cut >= 5
            ) | {each for each in self._words if len(each) >= 5}
        return any(word[: len(word) - cut] in self._stems for cut in (0, 1, 2, 3) if len(word) - cut >= 5)


def _initials(text: str) -> Iterator[str]:
    """The initials of every run of words in ``text`` that holds capitalised words, two to six long."""
    run: list[str] = []
    small = {"of", "the", "and", "for", "in", "on", "de", "to", "a", "&", "du", "des", "y", "la", "del", "und", "für"}
    for word in (*re.findall(r"[^\W\d_]+|[.;:!?\n]", text), "."):
        if word[0].isupper() or (run and word.lower() in small):
            run.append(word)
            continue
        capitals = [word[0].lower() for word in run if word[0].isupper()]
        every = [word[0].lower() for word in run]
        for letters in (capitals, every):
            for start in range(len(letters)):
                for end in range(start + 2, min(start + 7, len(letters) + 1)):
                    yield "".join(letters[start:end])
        run = []


def find_names(text: str, language: Language) -> list[Name]:
    """The words of ``text``, one sentence without markers, that are judged as names; none in most languages."""
    words = language.names
    if words is None:
        return []
    lowered = text.lower()
    if text[1:] == lowered[1:] and (text.isascii() or text == lowered) and not _MAYBE_MIXED.search(text):
        # One capital at most, and it begins the sentence.
        return []
    endings = answer_vocabulary(language.code).figure_endings
    text = blank_out(text, find_addresses(text)).replace("’", "'")
    # Words in lower case part the runs by standing between them, so they need not be looked at.
    tokens = [
        (match.start(), match.end(), match[0])
        for match in _TOKEN.finditer(text)
        if not ((word := match[0]).isalpha() and word.islower()) and not word.isdigit()
    ]
    names: list[Name] = []
    if len(tokens) > 2 and _is_all_capitals(text):
        return []
    run: list[tuple[int, int, str]] = []
    for token in tokens:
        if not _is_capitalised(token[2], endings):
            names += _names_of(text, run, words, endings)
            run = []
            continue
        if run and text[run[-1][1] : token[0]].strip(" .&'-") != "":
            names += _names_of(text, run, words, endings)
            run = []
        if (
            run
            and ". " in text[run[-1][1] : token[0]]
            and len(run[-1][2]) > 3
            and run[-1][2].lower() not in words.titles
        ):
            names += _names_of(text, run, words, endings)
            run = []
        run.append(token)
    names += _names_of(text, run, words, endings)
    return names


def _names_of(text: str, run: list[tuple[int, int, str]], words: Names, endings: frozenset[str]) -> list[Name]:
    if not run:
        return []
    opens = _OPENS.search(text[max(0, run[0][0] - 8) : run[0][0]] if run[0][0] > 8 else text[: run[0][0]]) is not None
    written = tuple(token[2] for token in run)
    names = []
    for place, (start, end, word) in enumerate(run):
        bare = _bare(word)
        acronym, mixed = _is_acronym(word), _is_mixed(word, endings)
        if bare in words.calendar or bare in words.plain or (bare in words.titles and not acronym) or len(bare) < 2:
            continue
        begins_alone = len(run) == 1 or not _goes_on_as_name(run[1][2], endings) or bare in words.starters
        if place == 0 and opens and not acronym and not mixed and begins_alone:
            continue
        if bare in words.starters and not acronym:
            continue
        bracketed = ""
        if acronym and text[start - 1 : start] == "(" and text[end : end + 1] == ")":
            bracketed = text[: start - 1]
        names.append(Name(word, written, place, acronym, mixed, bracketed))
    return names


def _goes_on_as_name(word: str, endings: frozenset[str]) -> bool:
    """Whether the word after a sentence's first shows that both are a name: no acronym or code does (Company's Q2)."""
    return not _is_acronym(word) and not (_is_mixed(word, endings) and any(sign.isdigit() for sign in word))


def unsupported_name(names: list[Name], index: NameIndex, words: Names) -> bool:
    """Whether a word of ``names`` is vouched for by nothing in ``index``."""
    return any(not _is_supported(name, index, words) for name in names)


def _is_supported(name: Name, index: NameIndex, words: Names) -> bool:
    bare = _bare(name.word)
    if name.is_mixed and any(sign.isdigit() for sign in bare):
        # What follows a code is judged by no rule (3D-printed).
        bare = _CODE_AND_WORDS.sub(r"\1", bare)
        return (
            index.holds_token(bare)
            or index.holds_parted(bare)
            or _explained(name, bare)
            or _known_otherwise(bare, index, words)
        )
    if index.holds(bare) or _known_otherwise(bare, index, words):
        return True
    if (name.is_acronym or (name.is_mixed and bare.isalpha())) and (
        index.holds_initials(bare.replace(".", "")) or _explained(name, bare)
    ):
        return True
    parts = [fold_for_search(part) for part in _PARTS.findall(name.word) if part[0].isupper()]
    held = [index.holds(part) for part in parts]
    if (
        len(_PARTS.findall(name.word)) > 1
        and any(held)
        and all(
            holds or len(part) < 2 or part in words.starters or part in words.plain
            for part, holds in zip(parts, held, strict=True)
        )
    ):
        return True
    if bare in words.suffixes and name.place > 0:
        return True
    run = [_bare(word) for word in name.run]
    if len(run) > 1:
        # The words of a run that a source gives as an acronym; clipped words beside a supported one.
        acronym = "".join(word[0] for word in run if word not in words.starters)
        if len(acronym) > 1 and index.holds(acronym):
            return True
        if _run_known_otherwise(run, name.place, index, words):
            return True
        # Written as one word (TechCrunch, popularmechanics.com).
        around = (run[max(0, name.place - 1) : name.place + 1], run[name.place : name.place + 2])
        if any(len(pair) > 1 and index.holds_whole("".join(pair).replace(".", "")) for pair in around):
            return True
    return False


def _explained(name: Name, bare: str) -> bool:
    """An acronym in brackets right after words with those initials in order."""
    if not name.in_brackets_after:
        return False
    words = [word[0] for word in _PARTS.findall(fold_for_search(name.in_brackets_after))][-len(bare) - 4 :]
    letters = iter(reversed(words))
    return bool(words) and all(any(letter == word for word in letters) for letter in reversed(bare.rstrip("s")))


def _known_otherwise(bare: str, index: NameIndex, words: Names) -> bool:
    group = _equal(words.aliases).get(bare, ())
    return any(index.holds_phrase(f" {alias}") if " " in alias else index.holds_token(alias) for alias in group)


def _run_known_otherwise(run: list[str], place: int, index: NameIndex, words: Names) -> bool:
    """Whether words of the run, this one among them, are together another name of what the texts hold (WWII)."""
    return any(
        _known_otherwise(" ".join(run[start:end]), index, words)
        for start in range(max(0, place - 3), place + 1)
        for end in range(max(start + 2, place + 1), min(start + 4, len(run)) + 1)
    )


@lru_cache(maxsize=4)
def _equal(aliases: tuple[tuple[str, ...], ...]) -> dict[str, tuple[str, ...]]:
    equal: dict[str, tuple[str, ...]] = {}
    for group in aliases:
        for word in group:
            equal.setdefault(word, group)
    return equal


def _bare(word: str) -> str:
    folded = fold_for_search(word)
    for ending in _ENDINGS:
        if folded.endswith(ending):
            return folded[: -len(ending)] if ending != "s'" else folded[:-1]
    return folded


def _is_capitalised(word: str, endings: frozenset[str]) -> bool:
    return word[0].isupper() or _is_mixed(word, endings)


def _is_acronym(word: str) -> bool:
    letters = word.removesuffix("'s").rstrip("s") if word[:-1].isupper() else word.removesuffix("'s")
    plain = letters.replace(".", "").replace("-", "").replace("&", "")
    return len(plain) >= 2 and plain.isalpha() and plain.isupper()


def _is_mixed(word: str, endings: frozenset[str]) -> bool:
    """Letters and digits together that are no number with its unit or ending, or a capital inside a word."""
    has_digit = any(sign.isdigit() for sign in word)
    if has_digit:
        if _NUMBER_WITH_ENDING.fullmatch(word) is None:
            return any(sign.isalpha() for sign in word)
        if (pair := _WORD_AND_FIGURE.fullmatch(word)) is not None:
            return names_a_figure(pair[1])
        glued = _GLUED_ENDING.match(word)
        ending = "".join(sign for sign in glued[1].lower() if sign.isalpha()) if glued is not None else ""
        return bool(ending) and ending not in endings
    return any(sign.isupper() for sign in word[1:]) and not word.isupper() and "-" not in word and "'" not in word


# What is glued to a figure.
_GLUED_ENDING = re.compile(r"[\d.,/'-]*\d([^\W\d_]+)")
_WORD_AND_FIGURE = re.compile(r"(?:[a-z]+-)*([a-z]+)-\d[\d.,-]*s?")
_CODE_AND_WORDS = re.compile(r"(\d+[^\W\d_]+)(?:-[^\W\d_]+)+\Z")
_NUMBER_WITH_ENDING = re.compile(
    r"[\d.,/'-]+(?:[^\W\d_]{1,4}|[^\W\d_]*(?:-[a-z]+)+)?(?:/[a-z]+)?|(?:[a-z]+-)+\d[\d.,-]*s?|\d+[a-z]*-\d+[a-z]*"
    # Two sides of a thing (1920x1080): a pair of values.
    r"|\d[\d.,]*x\d[\d.,]*"
)


def _is_all_capitals(text: str) -> bool:
    words = [word for word in _PARTS.findall(text) if word.isalpha() and len(word) > 1]
    return len(words) > 2 and all(word.isupper() for word in words)
