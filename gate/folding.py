"""One spelling for what reads the same (spec 1, §3).

Both sides of every comparison are folded by the same function, so ``۳٫۱۴`` equals ``3.14`` and ``كتاب`` equals
``کتاب``. There are two strengths:

- ``fold`` keeps accents, because they part words (Portuguese ``nós``, "we", and ``nos``, "in the");
- ``fold_for_search`` drops them as well, because people leave them out when they type.

Both cost time linear in the text, work in a handful of passes over the whole string and never fail. Folding a folded
text changes nothing.
"""

from __future__ import annotations

import re
import unicodedata

# The zeros of the decimal digits that NFKC leaves alone; one to nine follow each zero.
_ZEROS = (
    *(0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6, 0x0E50),
    *(0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50),
    *(0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0),
)

# Letters and signs that differ in form alone. Hamza and its carriers go because writers leave them out; so does the
# nukta (हज़ार, हजार), and the two nasal signs of Hindi are used for one another.
_FORMS: dict[str, str] = {
    "٫": ".",
    "٬": ",",
    "٪": "%",
    "،": ",",
    "؛": ";",
    "ي": "ی",
    "ى": "ی",
    "ئ": "ی",
    "ې": "ی",
    "ك": "ک",
    "ة": "ه",
    "ۀ": "ه",
    "ە": "ه",
    "أ": "ا",
    "إ": "ا",
    "آ": "ا",
    "ٱ": "ا",
    "ؤ": "و",
    "ء": "",
    "ـ": "",
    "\u200c": " ",
    "\u200b": "",
    "\u200d": "",
    "\u2060": "",
    "\ufeff": "",
    "\u00ad": "",
    "\u093c": "",
    "\u0901": "\u0902",
    "ё": "е",
    "’": "'",
    "‘": "'",
    "ʼ": "'",
    "\u2011": "-",
    "\u2010": "-",
    "\u2212": "-",
}
# Bidirectional controls.
_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
# Arabic short vowels, hamza above and below, superscript alef, Koranic signs.
_VOWEL_MARKS = (*range(0x0610, 0x061B), *range(0x064B, 0x0660), 0x0670, *range(0x06D6, 0x06DD), *range(0x06DF, 0x06E9))

_FOLDS: dict[int, str | None] = {ord(old): new for old, new in _FORMS.items()}
_FOLDS |= {zero + digit: str(digit) for zero in _ZEROS for digit in range(10)}
_FOLDS |= dict.fromkeys((*_DIRECTIONS, *_VOWEL_MARKS, 0x06EA, 0x06EB, 0x06EC, 0x06ED))

# NFKC would glue these to the digits beside them: 10² is not 102, nor 1½ eleven halves.
_BEFORE_NFKC: dict[int, str] = {ord(sign): f"^{digit}" for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_BEFORE_NFKC |= {
    ord(sign): f" {unicodedata.normalize('NFKC', sign).replace(chr(0x2044), '/')}" for sign in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
}
# A sign for a word, which NFKC would glue as its letters (№5 is no5).
_BEFORE_NFKC[ord("№")] = "no "
# A comma of Chinese prose parts two numbers; between two full-width digits it groups one. So with its colon.
_PARTING_SIGN = re.compile("(?<![０-９])，|，(?![０-９])|(?<![0-9０-９])：|：(?![0-9０-９])")
_PARTED = {"，": ", ", "：": ": "}

_ACCENTS: dict[int, str | None] = dict.fromkeys(
    (
        *range(0x0300, 0x0370),
        *range(0x0483, 0x0488),
        *range(0x0591, 0x05C8),
        *range(0x1AB0, 0x1B00),
        *range(0x1DC0, 0x1E00),
        *range(0x20D0, 0x2100),
        *range(0xFE20, 0xFE30),
    )
)
_LETTERS: dict[int, str | None] = {
    ord(old): new
    for old, new in {
        **{"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"},
    }.items()
}


def fold(text: str) -> str:
    """``text`` in one spelling, accents kept: NFKC, ASCII digits and separators, one form a letter, case folded.

    A zero-width non-joiner becomes a space; joiners, bidirectional controls, tatweel, short vowels and hamza go.
    """
    if text.isascii():
        return text.lower()
    if "，" in text or "：" in text:
        text = _PARTING_SIGN.sub(lambda sign: _PARTED[sign[0]], text)
    text = unicodedata.normalize("NFKC", text.translate(_BEFORE_NFKC)).casefold()
    # The second normalisation joins what dropping a sign between a letter and its mark has brought together.
    return unicodedata.normalize("NFKC", text.translate(_FOLDS))


def fold_for_search(text: str) -> str:
    """``fold``, and without accents: ``Zürich`` equals ``zurich``. Indic vowel signs are letters, so they stay."""
    text = fold(text)
    if text.isascii():
        return text
    text = unicodedata.normalize("NFD", text).translate(_ACCENTS)
    return unicodedata.normalize("NFC", text.translate(_LETTERS))
