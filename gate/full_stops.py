"""Whether a lone full stop before white space ends a sentence: abbreviations, initials, ordinals (spec 1, S5, S6).

``full_stop_ends`` looks at the word before the full stop, and at the whole next word where that one alone does not
decide. It answers ``None`` when the next word has not arrived whole, so that the answer never depends on where a
piece ended.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .languages.base import Abbreviation, Splitting

#: How far back the word before a full stop is read, and how far ahead the next word is.
_BACK, _AHEAD = 32, 20

_EDGES = "\"'“”„‘’‚«»‹›()[]{}*_`¿¡—–-/|,;:=~\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_CLOSERS = frozenset("\"'”’»›)]}*_`")
_OPENERS = re.compile(r"[\"'“„‘«»‹(\[¿¡*_`\u200e\u200f]{0,4}")
_WORD = re.compile(rf"[^\s.,;:!?…،؛؟۔。()\[\]{{}}\"“”«»]{{0,{_AHEAD}}}")
_LAST_PART = re.compile(r"[-/’'—–(][^-/’'—–(]+\Z")
_ROMAN = re.compile(r"[IVXLCDM]+\Z")
_DATE = re.compile(r"(?:\d{1,2}\.)?\d{1,3}\Z")
#: What stands before an abbreviation that ends a sentence after a number: digits or a Roman numeral.
_NUMBER_START = re.compile(r"[\dIVXLC]")


def full_stop_ends(text: str, first: int, stop: int, at: int, rules: Splitting, *, marked: bool) -> bool | None:
    """Whether the full stop at ``stop`` ends the sentence that begins at ``first``.

    ``at`` is the next character that is neither white space nor marker: a capital, a letter without case, a digit or
    what opens a bracket or quotation. When ``marked`` a marker stands before it, which shows an end where one may be.
    ``None``: more text is needed.
    """
    before, token = _words_before(text, first, stop)
    if not token:
        return True
    kind = _kind(token, before, rules)
    if kind is Abbreviation.NEVER or _is_dated(text, first, stop, at, token):
        return False
    if marked or kind is Abbreviation.ENDS:
        return True
    if rules.ordinals and _DATE.match(token):
        return _before_starter(text, at, rules)
    if kind is Abbreviation.BEFORE_NUMBER:
        return _before_no_number(text, at)
    if kind is Abbreviation.MAY_END:
        return _before_starter(text, at, rules)
    if len(token) == 1 and token.isalpha() and not "\u2e80" <= token <= "\u9fff":
        return _initial_ends(text, at, token, rules)
    if "." in token and _is_initialism(token):
        return _before_starter(text, at, rules)
    return True


def is_listed(text: str, first: int, stop: int, rules: Splitting) -> bool:
    """Whether the word before the full stop at ``stop`` is an abbreviation, an initial or an ordinal."""
    before, token = _words_before(text, first, stop)
    if not token:
        return False
    if len(token) == 1 or (rules.ordinals and _DATE.match(token)):
        return True
    return _kind(token, before, rules) is not None or ("." in token and _is_initialism(token))


def _words_before(text: str, first: int, stop: int) -> tuple[str, str]:
    """The last two words before ``stop``; none when a closing bracket or quotation mark stands between."""
    words = text[max(first, stop - _BACK) : stop].split()
    if not words or words[-1][-1] in _CLOSERS:
        return "", ""
    return (words[-2].strip(_EDGES) if len(words) > 1 else ""), words[-1].strip(_EDGES)


def _is_dated(text: str, first: int, stop: int, at: int, token: str) -> bool:
    """Whether this is a short word between an opening bracket and a number: ``(c. 1455)``, ``(ум. 869)``."""
    opening = stop - len(token) - 1
    return len(token) <= 3 and text[at].isdecimal() and opening >= first and text[opening] in "(（["


def _kind(token: str, before: str, rules: Splitting) -> Abbreviation | None:
    """The class of ``token``, alone or as the second half of an abbreviation in two (``p. ex``)."""
    table = rules.abbreviations
    if before.endswith("."):
        both = before + token
        kind = table.get(both) or table.get(both.lower())
        if kind is not None:
            return kind
    kind = table.get(token) or (table.get(token.lower()) if len(token) > 1 else None)
    if kind is None:
        part = _LAST_PART.search(token)
        if part is not None:
            last = part.group()[1:]
            kind = table.get(last) or (table.get(last.lower()) if len(last) > 1 else None)
    if rules.after_number and token.lower() in rules.after_number and _NUMBER_START.match(before):
        return Abbreviation.ENDS
    return kind


@lru_cache(maxsize=256)
def _is_initialism(token: str) -> bool:
    """Letters with full stops between (``U.S``, ``F.B.I``, ``जी.डी.पी``), but no host and no number."""
    parts = token.replace("-", "").split(".")
    return all(0 < len(part) <= (1 if part.isascii() else 3) and part[0].isalpha() for part in parts)


def _initial_ends(text: str, at: int, token: str, rules: Splitting) -> bool | None:
    lower = token.islower()
    if at + 1 >= len(text):
        return None
    if text[at].isalpha() and text[at + 1] == ".":
        return False
    return True if lower else _before_starter(text, at, rules)


def _before_no_number(text: str, at: int) -> bool | None:
    opener = _OPENERS.match(text, at)
    at = opener.end() if opener else at
    if at >= len(text):
        return None
    if text[at].isdecimal() or text[at] in "#№§°":
        return False
    word = _WORD.match(text, at)
    if word is None or word.end() == len(text):
        return None if text[at] in "IVXLCDM" or at + 1 >= len(text) else True
    found = word.group()
    return not (_ROMAN.match(found) or (len(found) == 1 and found.isupper()))


def _before_starter(text: str, at: int, rules: Splitting) -> bool | None:
    """Whether the next word is one that starts sentences; a digit counts as none for what may be followed by one."""
    opener = _OPENERS.match(text, at)
    at = opener.end() if opener else at
    word = _WORD.match(text, at)
    if word is None or word.end() == len(text):
        return None
    found = word.group()
    if len(found) == 1 and text[word.end()] == ".":
        return False
    return found.lower() in rules.starters or _clipped(found) in rules.starters


def _clipped(word: str) -> str:
    """A word up to its apostrophe (``J'ai``, ``It's``), the apostrophe included."""
    for index, char in enumerate(word):
        if char in "'’":
            return word[:index].lower() + "'"
    return ""
