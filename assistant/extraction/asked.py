"""What kind of thing a question asks for, by its form, and whether a sentence has such a thing."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gate.folding import fold_for_search

from .words import ASKS_FOR_VALUE, ASKS_WHEN

#: What a figure adds to a sentence where one is asked for, and what a year, a date or a time adds where "when" is.
VALUE_BONUS, MOMENT_BONUS = 0.11, 0.3
#: How much more two times of day add: from when to when.
SPAN = 1.5

_VALUE = re.compile(r"\d|[〇零一二两三四五六七八九十百千万亿]{2,}")
_TIME = re.compile(r"(?<![\d:.])(?:[01]?\d|2[0-4])[:.][0-5]\d(?![\d:.]?\d)")
_MOMENT = re.compile(r"(?<!\d)(?:1\d{3}|20\d\d)(?!\d)|\d ?[年月日点點时時]")
# ``\w`` lacks the vowel signs of the Indic scripts.
_BETWEEN_WORDS = re.compile(r"[^\w’'\u0900-\u0963\u0970-\u0dff]+")


def bonus(text: str, question: str, language: str) -> float:
    """What ``text`` gains by holding the kind of thing that ``question`` asks for; 0 where it asks for no figure."""
    if not asks_for_value(question, language):
        return 0.0
    folded = fold_for_search(text)
    if not asks_when(question, language):
        return VALUE_BONUS if _VALUE.search(folded) else 0.0
    times = len(_TIME.findall(folded))
    if times > 1:
        return MOMENT_BONUS * SPAN
    return MOMENT_BONUS if times or _MOMENT.search(folded) else 0.0


def asks_for_value(question: str, language: str) -> bool:
    """Whether the question asks how many, how much, how long, when."""
    return _has_cue(question, language, ASKS_FOR_VALUE) or asks_when(question, language)


def asks_when(question: str, language: str) -> bool:
    """Whether the question asks for a time, a day or a year."""
    return _has_cue(question, language, ASKS_WHEN)


def _has_cue(question: str, language: str, cues: Mapping[str, tuple[str, ...]]) -> bool:
    lowered = question.casefold()
    if language == "zh-hans":
        return any(cue in lowered for cue in cues[language])
    padded = f" {_BETWEEN_WORDS.sub(' ', lowered)} "
    return any(f" {cue} " in padded for cue in cues.get(language, ()))
