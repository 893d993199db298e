"""Figures that are names: telephone numbers, numbers in a chain, tokens of letters and digits (GPT-4, 1080p)."""

from __future__ import annotations

import re

from .decimals import canonical
from .number_words import Figures
from .quantity import Kind, Quantity
from .vocabulary import WORD, Vocabulary

_TELEPHONE = re.compile(r"\d{1,5}\)?(?:[ -]?\(0\))?(?:[ -]\d{2,8}){1,6}(?!\d|[.,:]\d)")
_CHAIN = re.compile(r"\d+(?:-\d+){2,}(?!\d)")
_CODE_LEFT = re.compile(r"(?:[a-z0-9\u00df-\u024f\u0370-\u052f]++[-.]?+)++\Z")
_CODE = re.compile(r"[^\W_\u0590-\u0dff\u3040-\uffff]+(?:[-.][^\W_\u0590-\u0dff\u3040-\uffff]+)*")
#: A letter of a script with case; only such letters make a token with digits.
CASED_LETTER = re.compile(r"[a-z\u00df-\u024f\u0370-\u052f]")
#: The letters right behind a figure.
RUN = re.compile(r"[a-z\u00df-\u024f\u0370-\u052f]+(?:'s)?")
#: What stands before a hyphen and a figure without making a name of the two (``mid-2019``).
PREFIXES = frozenset(
    (
        *("mid", "pre", "post", "early", "late", "circa", "ca", "non", "sub", "over", "under", "top", "anti", "since"),
        *("age", "aged", "of", "und", "en", "de", "в", "с", "vor", "nach", "до", "около"),
    )
)


def telephone(text: str, start: int, end: int) -> Quantity | None:
    """A telephone number in groups, one value: it begins with a plus, a nought, or an area code in brackets."""
    before = text[start - 1 : start]
    in_brackets = before == "(" and text[end : end + 1] == ")"
    if before != "+" and not in_brackets and not (text[start] == "0" and end - start > 1):
        return None
    match = _TELEPHONE.match(text, start)
    if match is None:
        return None
    digits = re.sub(r"\D", "", match[0])
    if not 7 <= len(digits) <= 15 or (in_brackets and text[start] != "0" and "-" not in match[0]):
        return None
    code = digits.lstrip("0")
    if not code:
        return None
    return Quantity(Kind.CODE, start, match.end(), (code,), measure="tel", code=code, separator=before.strip(" ("))


def chain(text: str, start: int) -> Quantity | None:
    """Three figures or more joined by hyphens (978-3-16-148410-0): one token."""
    match = _CHAIN.match(text, start)
    if match is None or text[start - 1 : start].isalpha():
        return None
    return Quantity(Kind.CODE, start, match.end(), code=match[0].replace("-", ""))


def code_at(text: str, start: int, end: int, vocabulary: Vocabulary, figures: Figures) -> Quantity | None:
    """A token of letters and digits around the figure at ``start:end``; nothing for a number with its unit."""
    before = text[start - 1 : start]
    glued = bool(before) and CASED_LETTER.match(before) is not None
    if not glued and before == "-" and start > 1 and CASED_LETTER.match(text[start - 2]):
        left = WORD.findall(text[max(0, start - 20) : start - 1])[-1]
        glued = names_a_figure(left) and left not in vocabulary.months
    if not glued:
        run = RUN.match(text, end)
        if run is None or is_ending(run[0], text, end, vocabulary):
            return None
    left_part = _CODE_LEFT.search(text, max(0, start - 40), start)
    first = left_part.start() if left_part and glued else start
    match = _CODE.match(text, first)
    if match is None or match.end() < end:
        return None
    code = match[0]
    return Quantity(
        Kind.CODE,
        start,
        match.end(),
        (canonical(re.sub(r"\D", "", code)),),
        code=code_key(code),
        in_words=figures.words_at(first),
    )


def names_a_figure(left: str) -> bool:
    """Whether a word before a hyphen and a figure makes a token of the two (omega-3, but not mid-2019)."""
    return left not in PREFIXES and (len(left) < 9 or not left.isascii())


def code_key(code: str) -> str:
    """The form in which two spellings of a token are equal (GPT-4, GPT4)."""
    return code.replace("-", "").replace(".", "")


def is_ending(run: str, text: str, end: int, vocabulary: Vocabulary) -> bool:
    """Whether the letters glued to a figure are its unit, scale, ordinal ending or the like."""
    if run in vocabulary.figure_endings:
        return True
    return vocabulary.half_after is not None and vocabulary.half_after.match(text, end) is not None
