"""Spellings of one figure that folding would take apart: ``1½``, ``1 1/2``, ``1 200``, and ``1 , 200`` in a source.

What is changed is told with its place, so that "why was this said?" can point into the text as given.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_FRACTIONS = {"½": ".5", "¼": ".25", "¾": ".75", "1/2": ".5", "1/4": ".25", "3/4": ".75"}
_CHANGES = re.compile(
    r"(?<=\d)(?P<gap>[\u00a0\u202f\u2009])(?=\d{3}(?!\d))|(?<=\d)\s?(?P<sign>[½¼¾])"
    r"|(?<![\d/.,:-])(?P<whole>\d{1,3})[ -](?P<fraction>1/2|[13]/4)(?![\d/]|[.,]\d)"
    # Tokenised data parts the comma from its figures.
    r"|(?<!\d)(?P<group>\d{1,3}) , (?=\d{3}(?!\d))"
)
# Text that was taken from a page may have lost the line break before a date (SoccerMay 1 2019).
_GLUED_MONTH = re.compile(
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?"
    r"|Nov(?:ember)?|Dec(?:ember)?)\.?\s\d"
)


class Change(NamedTuple):
    """``start:end`` of a text reads ``new``."""

    start: int
    end: int
    new: str


def changes(text: str, *, of_source: bool) -> list[Change]:
    """What is to be changed in ``text``, in order; nothing overlaps."""
    found = _glued_months(text) if of_source else []
    if text.isascii() and "/" not in text and (not of_source or " , " not in text):
        return found
    for match in _CHANGES.finditer(text):
        if match["gap"]:
            new = "'"
        elif match["sign"]:
            new = _FRACTIONS[match["sign"]]
        elif match["whole"]:
            new = match["whole"] + _FRACTIONS[match["fraction"]]
        elif of_source:
            new = match["group"] + ","
        else:
            continue
        found.append(Change(match.start(), match.end(), new))
    return sorted(found)


def _glued_months(text: str) -> list[Change]:
    return [
        Change(match.start() - 1, match.start(), f"{text[match.start() - 1]} ")
        for match in _GLUED_MONTH.finditer(text)
        if text[match.start() - 1 : match.start()].islower()
    ]


def tidied(text: str, *, of_source: bool) -> str:
    """``text`` with its changes made."""
    parts, at = [], 0
    for change in changes(text, of_source=of_source):
        parts += [text[at : change.start], change.new]
        at = change.end
    return "".join((*parts, text[at:])) if parts else text
