"""What an answer comes to, worked out from its whole text: plain and slow, for comparison with the streaming gate.

The splitter gets the text at once. Each sentence is put to the checks by itself. The spacing follows spec 1, §9, read
literally: it looks at everything between two visible texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from gate import GateRules, Outcome, SentenceGate, SentenceSplitter, State, languages
from gate.checks import CHECKS, Context, Sentence
from gate.markers import find_markers, strip_markers
from gate.no_answer import NoAnswerMatcher
from gate.sources import Sources

TAB = "    "


class Answer(NamedTuple):
    """What the reader may see, how the answer ended, why, and the length of what was withheld.

    A tab in ``released`` is written as four spaces: whether indentation keeps its tabs is not decided.
    """

    released: str
    state: State
    reasons: tuple[str, ...]
    withheld_length: int


def expected(
    text: str, sources: Sequence[str], language: str = "en", *, question: str = "", truncated: bool = False
) -> Answer:
    """The answer that ``text`` comes to, in whatever pieces it arrives."""
    splitter = SentenceSplitter(language)
    complete, last = list(splitter.feed(text)), splitter.flush()
    sentences = [(raw, False) for raw in complete] + ([(last, True)] if last is not None else [])
    context = Context(Sources(sources, question, language), languages.get(language), GateRules())
    token = NoAnswerMatcher()
    released, between = "", ""
    for raw, is_last in sentences:
        if token.holds(raw) or (is_last and not truncated and token.is_cut_short(raw)):
            return Answer(released.replace("\t", TAB), State.NO_ANSWER, (), 0)
        if is_last and truncated:
            break
        sentence = Sentence(raw.strip(), context)
        found = [check(sentence, context) for check in CHECKS]
        if reasons := tuple(reason.value for reason in found if reason):
            return Answer(released.replace("\t", TAB), State.STOPPED, reasons, len(raw.strip()))
        if text := strip_markers(raw.strip(), language):
            gap = _gap(between + raw[: len(raw) - len(raw.lstrip())], language) if released else ""
            released += gap + text
            between = ""
        between += _end(raw) if text else raw
    return Answer(released.replace("\t", TAB), State.TRUNCATED if truncated else State.FINISHED, (), 0)


def streamed(
    pieces: Sequence[str], sources: Sequence[str], language: str = "en", *, question: str = "", truncated: bool = False
) -> Answer:
    """The same of the streaming gate, fed with ``pieces``."""
    gate = SentenceGate(sources, language, question=question)
    outcomes = [gate.feed(piece) for piece in pieces]
    outcomes.append(gate.truncate() if truncated else gate.finish())
    return Answer(
        "".join(outcome.text for outcome in outcomes).replace("\t", TAB),
        gate.state,
        tuple(code for outcome in outcomes for code in _codes(outcome)),
        sum(outcome.withheld_length for outcome in outcomes),
    )


def _codes(outcome: Outcome) -> tuple[str, ...]:
    return tuple(reason.value for reason in outcome.reasons)


def _end(raw: str) -> str:
    """The markers that end a sentence, with the white space before and between them."""
    at = len(raw)
    for marker in reversed(find_markers(raw)):
        if raw[marker.end : at].strip():
            break
        at = marker.start
    return raw[len(raw[:at].rstrip()) :] if at < len(raw) else ""


def _gap(between: str, language: str) -> str:
    """What parts two visible texts: of the stretches of white space, the one with most line breaks, the last of these.

    A blank line, else a line break, each with its indentation, else one space; where markers alone parted them one
    space, nothing in Chinese.
    """
    stretches, at = [], 0
    for marker in find_markers(between):
        stretches.append(between[at : marker.start])
        at = marker.end
    had_marker = bool(stretches)
    stretches.append(between[at:])
    lines = max((re.split(r"\r\n|\r|\n", white) for white in reversed(stretches)), key=len)
    indentation = lines[-1]
    if len(lines) > 1:
        return ("\n\n" if len(lines) > 2 else "\n") + indentation
    if any(stretches) or (had_marker and not language.startswith("zh")):
        return " "
    return ""
