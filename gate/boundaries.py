"""Where a sentence ends, decided from the buffer alone.

A *stop* is a place where a sentence may end: a run of terminators, or a line break. ``decide`` reads the stop's tail,
then looks at the next character, seldom at the next word or line. Whatever touches the end of the buffer means
``WAIT``, so the answer is the same however the text was cut into pieces (spec 1, S13). The look-ahead is bounded, so
its cost is as well (S14).
"""

from __future__ import annotations

import re

from .full_stops import full_stop_ends, is_listed
from .languages.base import Splitting
from .layout import begins_block, begins_in_lower_case, begins_item, is_lettered, is_own_line, list_marker_end
from .markers import MARKER_LIMIT, OPENERS, marker_end
from .tails import JOINS, UNSPACED, Tail, Verdict

_WHITE = re.compile(r"\s")
_DANDAS = frozenset("।॥")
_COMPARING = frozenset("<>≈≤≥+")
_CLOSER_OF = {"(": ")", "[": "]", "（": "）", "［": "］"}
_DASHES = frozenset("-‐‑‒–—―−")
_BULLETS = frozenset("*•·▪◦‣●○■□")
_OPENING = frozenset("\"'“”„‘«»‹›(（[【［{《〈「『¿¡*_`~\u200e\u200f\u2066\u2067\u202a\u202b")

# How far ahead the look-ahead goes: past what opens a quotation, past a dash, along one word.
_OPENERS_LIMIT = 4
_DASH_LIMIT = 8
_WORD_LIMIT = 48
#: A title that holds a terminator is no longer than this.
_TITLE_LIMIT = 24

# Known as soon as it begins; a domain only when it has arrived whole.
_ADDRESS = re.compile(r"https?://|www\.|[\w.+-]{1,30}@\w")
_DOMAIN = re.compile(r"(?:[\w-]{1,30}\.){1,4}(?:com|org|net|edu|gov|info|io|eu|de|fr|ru|uk|es|br|pt|ir|cn)\b")
_MIXED_CASE = re.compile(r"[a-z]{1,2}[A-Z]")


def decide(text: str, first: int, tail: Tail, limit: int, rules: Splitting) -> tuple[Verdict, int]:
    """Whether the sentence that begins at ``first`` ends at the stop that ``tail`` reads.

    ``limit`` is where the cap would cut. The offset is the sentence's end for ``END``, for ``ON`` where to look for the
    next stop.
    """
    verdict = tail.read(text, first, limit, rules.closes_inward)
    if verdict is Verdict.ON:
        verdict = _judge(text, first, tail, rules)
    return verdict, tail.end if verdict is Verdict.END else tail.at


def _judge(text: str, first: int, tail: Tail, rules: Splitting) -> Verdict:
    """The verdict once all that hangs on the stop has been read, up to the next character."""
    if tail.blank:
        return Verdict.END
    verdict = _judge_terminators(text, first, tail, rules) if tail.ends else Verdict.ON
    if verdict is Verdict.END or not tail.breaks:
        return verdict
    if is_own_line(text[first : tail.end]):
        return Verdict.END
    block = begins_block(text, tail.at, lettered=text[tail.end - 1] in ":：" or is_lettered(text, first))
    if block is None:
        return Verdict.WAIT
    return Verdict.END if block else verdict


def _judge_terminators(text: str, first: int, tail: Tail, rules: Splitting) -> Verdict:
    char = text[tail.at]
    if not tail.spaced:
        return _judge_unspaced(text, first, tail, char)
    if char in JOINS:
        return _judge_sign(text, tail, char)
    if list_marker_end(text, first) > tail.stop or _is_bracketed(text, first, tail):
        return Verdict.ON
    if char in _DASHES:
        return _judge_dash(text, first, tail, rules)
    if char in _BULLETS:
        following = text[tail.at + 1 : tail.at + 2]
        if not following or following.isspace():
            return Verdict.END if following else Verdict.WAIT
    at = _skip_openers(text, tail.at)
    if at >= len(text):
        return Verdict.WAIT
    if text[at].islower() and char not in "¿¡":
        return _judge_lower_case(text, first, tail, rules, at)
    lone = tail.dots == 1 and not tail.strong
    if lone and not (tail.quote or tail.bracket):
        ends = full_stop_ends(text, first, tail.stop, tail.at, rules, marked=tail.marked)
        if ends is None:
            return Verdict.WAIT
        return Verdict.END if ends else Verdict.ON
    return Verdict.END


def _judge_unspaced(text: str, first: int, tail: Tail, char: str) -> Verdict:
    """Chinese terminators and dandas need no white space; an ellipsis in such a script needs a closing quote."""
    if tail.last in UNSPACED:
        if char in JOINS or char in _DASHES or _is_in_title(text, first, tail.stop):
            return Verdict.ON
        return Verdict.ON if char == "（" and not tail.quote and _is_quoting(text, first, tail.stop) else Verdict.END
    if tail.last in _DANDAS:
        dated = char.isdecimal() and text[first : tail.stop][-1:].isdecimal()
        return Verdict.END if char.isalnum() and not dated else Verdict.ON
    if "\u3040" <= char <= "\u9fff" and (tail.last in "!?" if tail.strong else tail.quote):
        return Verdict.END
    return Verdict.ON


def _is_in_title(text: str, first: int, stop: int) -> bool:
    """Whether a title in 《》 is open at ``stop``; one that never closes is believed for so long and no longer."""
    start = max(first, stop - _TITLE_LIMIT)
    return text.rfind("《", start, stop) > text.rfind("》", start, stop)


def _is_quoting(text: str, first: int, stop: int) -> bool:
    return any(
        text.rfind(opens, first, stop) > text.rfind(closes, first, stop) for opens, closes in ("“”", "「」", "『』")
    )


def _judge_sign(text: str, tail: Tail, char: str) -> Verdict:
    """The sentence goes on, but before a ruler (``===``) and, after more than a full stop, before ``>100``."""
    following = text[tail.at + 1 : tail.at + 3]
    if char == "=" and following[:1] in ("", "="):
        return Verdict.WAIT if len(following) < 2 else Verdict.END if following == "==" else Verdict.ON
    if char in _COMPARING and tail.strong:
        return Verdict.WAIT if not following else Verdict.END if following[0].isdecimal() else Verdict.ON
    return Verdict.ON


def _is_bracketed(text: str, first: int, tail: Tail) -> bool:
    """Whether a bracket holds terminators alone: what was left out (``[...]``), a remark (``eine (!) Woche``)."""
    if not tail.bracket or tail.marked or tail.breaks:
        return False
    before = text[max(first, tail.stop - 2) : tail.stop].rstrip()
    return _CLOSER_OF.get(before[-1:]) == text[tail.end - 1]


def _judge_dash(text: str, first: int, tail: Tail, rules: Splitting) -> Verdict:
    """Before a dash and lower case the sentence goes on; a turn of dialogue begins with a dash and a capital."""
    plain = tail.dots == 1 and not (tail.strong or tail.quote or tail.bracket or tail.marked)
    if plain and is_listed(text, first, tail.stop, rules):
        return Verdict.ON
    for index in range(tail.at, tail.at + _DASH_LIMIT):
        if index >= len(text):
            return Verdict.WAIT
        char = text[index]
        if char in _DASHES or char.isspace() or char in _OPENING:
            continue
        if char.islower():
            return Verdict.ON
        return Verdict.ON if tail.quote and not char.isupper() else Verdict.END
    return Verdict.END


def _skip_openers(text: str, at: int) -> int:
    """The first character past what opens a quotation or a bracket."""
    start = at
    while (
        at < len(text) and at - start < _OPENERS_LIMIT and (text[at] in _OPENING or (at > start and text[at].isspace()))
    ):
        at += 1
    return at


def _follows_marker(text: str, first: int, stop: int) -> bool:
    """Whether a citation marker stands right before ``stop``: what it vouches for is complete, so that this full stop
    is no abbreviation's, and the source cited does not vouch for what goes on behind it."""
    bracket = max(text.rfind(opener, max(first, stop - MARKER_LIMIT), stop) for opener in OPENERS)
    return bracket >= first and marker_end(text, bracket) == stop


def _judge_lower_case(text: str, first: int, tail: Tail, rules: Splitting, at: int) -> Verdict:
    """Before lower case a full stop ends nothing, but before a list marker, an address or a name in mixed case."""
    if at == tail.at:
        item = begins_item(text, at, full_stops=not is_listed(text, first, tail.stop, rules))
        if item is not False:
            return Verdict.END if item else Verdict.WAIT
    if tail.quote or tail.bracket:
        return Verdict.END if tail.breaks or (tail.bracket and tail.marked) else Verdict.ON
    if tail.strong:
        return Verdict.ON if _is_exclaimed_name(text, first, tail, rules) else Verdict.END
    if tail.dots == 1 and _follows_marker(text, first, tail.stop):
        return Verdict.END
    if _ADDRESS.match(text, at):
        return Verdict.END
    in_lower_case = begins_in_lower_case(text, first) or _is_pronoun(text, at, rules)
    if tail.dots == 1 and in_lower_case and not is_listed(text, first, tail.stop, rules):
        return Verdict.END
    word = text[at : at + _WORD_LIMIT]
    if len(word) < _WORD_LIMIT and not _WHITE.search(word):
        return Verdict.WAIT
    return Verdict.END if _DOMAIN.match(word) or _MIXED_CASE.match(word) else Verdict.ON


def _is_pronoun(text: str, at: int, rules: Splitting) -> bool:
    """Whether the word at ``at`` is a pronoun that only those write in lower case who begin their sentences so."""
    after = at + len(rules.pronoun)
    return bool(rules.pronoun) and text.startswith(rules.pronoun, at) and text[after : after + 1] in tuple(" '’")


def _is_exclaimed_name(text: str, first: int, tail: Tail, rules: Splitting) -> bool:
    """Whether the stop is the exclamation mark of a name (``Yahoo! and AOL``)."""
    if tail.last != "!" or text[tail.stop : tail.end] != "!":
        return False
    words = text[max(first, tail.stop - _WORD_LIMIT) : tail.stop].split()
    return bool(words) and words[-1].lstrip("\"'“”„‘«(*_") in rules.exclaimed_names
