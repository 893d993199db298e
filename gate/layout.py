"""What the layout of an answer shows: list markers, headings, table rows, lines in bold (spec 1, S8 and S12).

Functions that look ahead answer ``None`` when the text ends before they can tell.
"""

from __future__ import annotations

import re

_MARKS = "[\u200e\u200f\u202a-\u202e\u2066-\u2069]*+"
_BULLET = "[-*+•·▪◦‣●○■□–]"
_LETTER = r"[^\W\d_]"
_HAN_NUMBER = "[一二三四五六七八九十]"
_LINE_BREAK = "[\r\n\u2028\u2029\x85]"

#: A list marker at the start of a line, with the white space that makes it one.
_LIST_MARKER = (
    rf"{_BULLET}\s|\d{{1,3}}(?:\.\d{{1,2}}){{0,9}}[.)]\s|{_LETTER}\)\s|[a-zа-я]\.\s|[ivx]{{2,4}}[.)]\s"
    rf"|\((?:\d{{1,3}}|{_LETTER})\)\s|[①-⑳]|{_HAN_NUMBER}{{1,3}}、|（{_HAN_NUMBER}{{1,3}}）|\d{{1,3}}、"
)
_BLOCK = re.compile(rf"{_MARKS}(?:{_LIST_MARKER}|\#{{1,6}}\s|\||>\s|```|(?:[-*_][ \t]?){{3,12}}{_LINE_BREAK})")
_MAYBE_BLOCK = re.compile(
    rf"{_MARKS}(?:{_BULLET}|\(?(?:\d{{0,3}}(?:\.\d{{1,2}}){{0,9}}|{_LETTER}|[ivx]{{1,4}})[.)]?|\#{{1,6}}"
    rf"|`{{1,2}}|>|(?:[-*_][ \t]?){{1,12}}|{_HAN_NUMBER}{{1,3}}|（{_HAN_NUMBER}{{0,3}})\Z"
)
_LETTERED = re.compile(r"[A-ZА-Я]\.\s")
_BOLD_LINE = re.compile(rf"(\*\*|__)(?![\s*_])[^\r\n*]{{1,118}}\1[ \t]*:?[ \t]*{_LINE_BREAK}")
_MAYBE_BOLD_LINE = re.compile(
    r"(?:\*\*|__)(?:(?![\s*_])[^\r\n*]{0,118}(?:\*{0,2}|_{0,2})[ \t]{0,4}:?[ \t]{0,4})?\Z|[*_]\Z"
)

_INLINE = re.compile(
    rf"(?:{_LETTER}|\d{{1,3}}|[ivx]{{2,4}})(\))\s|(?:{_LETTER}|[ivx]{{2,4}})\.\s(?={_LETTER})[^a-zа-я][^.\s]"
)
_MAYBE_INLINE = re.compile(rf"(?:\d{{1,3}}|{_LETTER}|[ivx]{{2,4}})(?:\)|\.(?:\s{_LETTER}?)?)?\Z")

_AT_START = (
    rf"{_MARKS}(?:\#{{1,6}}\s+|>\s+|{_BULLET}\s+|\*\*|__)*"
    rf"\(?(?:\d{{1,3}}(?:\.\d{{1,3}})*|{_LETTER}|[ivxIVX]{{1,4}})[.)]+(?=[\s*_])"
)
_MARKER_AT_START = re.compile(_AT_START)
_FIRST_LETTER = re.compile(rf"(?:{_AT_START})?\W{{0,12}}({_LETTER})")


def begins_block(text: str, at: int, *, lettered: bool) -> bool | None:
    """Whether the line that begins at ``at`` stands for itself: an item, a heading, a table row, a line in bold.

    ``A.`` is an initial (``by / J. Smith``) but in a ``lettered`` list, where an item or a colon stands before it.
    """
    if _BLOCK.match(text, at) or _BOLD_LINE.match(text, at) or (lettered and _LETTERED.match(text, at)):
        return True
    if _MAYBE_BLOCK.match(text, at) or _MAYBE_BOLD_LINE.match(text, at):
        return None
    return False


def is_lettered(text: str, first: int) -> bool:
    """Whether the sentence at ``first`` is an item that a capital marks: ``A. Card``."""
    return _LETTERED.match(text, first) is not None


def is_own_line(line: str) -> bool:
    """Whether nothing that follows ``line`` can belong to its sentence: a heading, a table row, a line in bold."""
    return line.startswith(("#", "|")) or (line[0] in "*_" and _BOLD_LINE.match(line + "\n") is not None)


def list_marker_end(text: str, at: int) -> int:
    """The end of the numbered or lettered list marker that begins a sentence at ``at``; ``at`` when there is none."""
    marker = _MARKER_AT_START.match(text, at)
    return marker.end() if marker else at


def begins_item(text: str, at: int, *, full_stops: bool) -> bool | None:
    """Whether a list marker stands at ``at`` inside a line: ``a)``, ``2)``, and with ``full_stops`` also ``a. Any``."""
    item = _INLINE.match(text, at)
    if item is not None:
        return bool(item[1]) or full_stops
    return None if _MAYBE_INLINE.match(text, at) else False


def begins_in_lower_case(text: str, first: int) -> bool:
    """Whether the first letter of the sentence at ``first`` is in lower case, a list marker aside."""
    letter = _FIRST_LETTER.match(text, first)
    return letter is not None and letter[1].islower()
