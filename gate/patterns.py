"""The patterns that a vocabulary is looked for with: its folded words, and what may stand around them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .folding import fold_for_search

#: A letter of any script, after folding, or a vowel sign of an Indic one, which ``\w`` leaves out.
LETTER = r"(?:[^\W\d_]|[\u0900-\u0963\u0971-\u0dff])"


def fractions(phrases: list[str]) -> re.Pattern[str] | None:
    """Fractions in words; a quarter-final is none, nor is a quarter of a million or of an hour."""
    if not phrases:
        return None
    choices = [fold_for_search(phrase).replace("_", r"[\s-]") for phrase in sorted(phrases, key=len, reverse=True)]
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(choices)})(?![^\W_])(?! (?:an?|نهایی|final[es]?)(?![^\W_]))")


def periods(phrases: Iterable[str]) -> re.Pattern[str] | None:
    """Parts of a year in words; a first quarter-final is none."""
    choices = "|".join(map(re.escape, sorted(phrases, key=len, reverse=True)))
    return re.compile(rf"(?<![^\W_])(?:{choices})(?![^\W_]|-final)") if choices else None


def no_numbers(patterns: list[str], phrases: list[str]) -> re.Pattern[str] | None:
    """What holds number words and is no number: patterns, and phrases (كانون الثاني, por ciento)."""
    patterns = patterns + [re.escape(phrase) for phrase in phrases if " " in phrase]
    return re.compile("|".join(patterns)) if patterns else None


def any_of(words: list[str], *, before: str, after: str) -> re.Pattern[str] | None:
    """One of the words between two patterns."""
    if not words:
        return None
    return re.compile(f"{before}(?:{'|'.join(map(re.escape, words))}){after}")


def halves(words: list[str]) -> re.Pattern[str] | None:
    """What makes a time of the figure before it."""
    if not words:
        return None
    choices = sorted(set(words), key=len, reverse=True)
    return re.compile(rf"\s?({'|'.join(map(re.escape, choices))})(?!{LETTER})")


#: Where the half of the day stands before the time: Hindi and Chinese.
BEFORE_A_TIME = re.compile(r"[\u0900-\u097f\u3400-\u9fff]")
_HAN_END = re.compile(r"[\u3400-\u9fff]\Z")


def left(words: list[str]) -> re.Pattern[str] | None:
    """Words right before a figure; an article or a currency sign may stand between."""
    if not words:
        return None
    spaced = [word for word in words if not _HAN_END.search(word)]
    glued = [word for word in words if _HAN_END.search(word)]
    choices = []
    if spaced:
        before = "|".join(map(re.escape, spaced))
        articles = "the |a |an |les |los |las |os |as |den |die |der "
        choices.append(rf"(?<![^\W_])(?:{before})(?:\s|(?<='))\s*(?:{articles})?")
    if glued:
        choices.append(f"(?:{'|'.join(map(re.escape, glued))})")
    return re.compile(rf"(?:{'|'.join(choices)})(?:[a-z]{{0,2}}[€$£¥₹₽]\s?|[+-])?\Z")


def right(words: list[str]) -> re.Pattern[str] | None:
    """Words that follow a figure, at most one other word between."""
    if not words:
        return None
    return re.compile(rf"\s*(?:{LETTER}+\s+)?(?:{'|'.join(map(re.escape, words))})")


def required(words: list[str]) -> re.Pattern[str]:
    """One of the words, or nothing at all where there are none."""
    return re.compile(rf"\s?(?:{'|'.join(map(re.escape, words)) or '(?!)'})\s?")


def roman(century: frozenset[str]) -> re.Pattern[str] | None:
    """A Roman numeral beside a word for a century."""
    if not century:
        return None
    words = "|".join(sorted(map(re.escape, century), key=len, reverse=True))
    return re.compile(
        rf"(?<![^\W_])(?:{words})\.?\s(?P<after>[ivx]{{1,6}})(?![^\W_])|(?<![^\W_])(?P<before>[ivx]{{1,6}})(?=(?:e|eme)?\s(?:{words})(?![^\W_]))"
    )


def decade_before(patterns: list[str]) -> re.Pattern[str] | None:
    """What stands before a decade's figure and makes it one (los años 70)."""
    before = [re.escape(pattern[:-1]) for pattern in patterns if pattern.endswith("#")]
    return re.compile(rf"(?<![^\W\d_])(?:{'|'.join(before)})\Z") if before else None


def decade_after(patterns: list[str]) -> re.Pattern[str]:
    """What follows a decade's figure and makes it one (1990s, 70-е годы, 90年代)."""
    after = [pattern[1:] for pattern in patterns if pattern.startswith("#")]
    open_ended = [re.escape(word) for word in after if _HAN_END.search(word) or word.endswith("год")]
    closed = [re.escape(word) for word in after if not (_HAN_END.search(word) or word.endswith("год"))]
    return re.compile("|".join([*open_ended, *(rf"{word}(?![^\W_])" for word in closed), "\x1d"]))
