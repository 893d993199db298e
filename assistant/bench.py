"""The gate over a text that a person has put in: what becomes of each sentence, and why.

Everything here lives in memory for one request. The verdicts are the gate's own: its splitter, its checks, its rules;
``gate.explain`` says which values a sentence holds and who vouches for them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from string import ascii_lowercase

from gate import ExplainedValue, GateRules, Reason, SentenceGate, SentenceSplitter, State, explain
from gate.folding import fold
from gate.markers import find_markers

#: What a person may put in. The gate is linear, but a page that is read has an end.
MOST_SOURCES = 20
MOST_CHARACTERS = 40_000

_DIGITS = re.compile(r"\d+")


class Verdict(Enum):
    """What became of one sentence."""

    RELEASED = "released"
    STOPPED = "stopped"
    #: It comes after the one that was stopped, or after the no-answer token.
    NOT_READ = "not_read"
    #: The model wrote that the sources hold no answer.
    NO_ANSWER = "no_answer"


class How(Enum):
    """Why a value is vouched for, or how near the sources come to it."""

    SAME = "same form"
    EQUAL = "equal form"
    NUMBER_WORD = "number word"
    DATE = "date"
    TIME = "time"
    NEAR = "rounding or bound"
    ADDRESS = "address"
    #: The visitor's question holds it, and may vouch.
    QUESTION = "question"
    #: Not vouched for: only a source that the sentence does not cite holds it.
    NOT_CITED = "not cited"
    #: Not vouched for: a source has the same figure with another unit, currency or scale.
    OTHER_UNIT = "other unit"
    #: Not vouched for by anything here.
    NOWHERE = "nowhere"


@dataclass(frozen=True)
class Found:
    """Where a source holds a value, or something near it: its number, offsets into its text, and the words there."""

    number: int
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class BenchValue:
    """One value of a sentence. ``letter`` stands beside it in the source as well; empty where no source has it."""

    letter: str
    text: str
    how: How
    found: tuple[Found, ...]

    @property
    def vouched(self) -> bool:
        """Whether something vouches for it."""
        return self.how not in (How.NOT_CITED, How.OTHER_UNIT, How.NOWHERE)


@dataclass(frozen=True)
class BenchSentence:
    """One sentence of the answer as it was put in; ``parts`` are its text and its markers in turn, text first."""

    place: int
    parts: tuple[str, ...]
    verdict: Verdict
    reasons: tuple[Reason, ...] = ()
    values: tuple[BenchValue, ...] = ()


@dataclass(frozen=True)
class Segment:
    """A stretch of a source; the letters of the values that stand there, and whether they are vouched for by it."""

    text: str
    letters: tuple[str, ...] = ()
    vouches: bool = True


@dataclass(frozen=True)
class BenchRun:
    """One run: every sentence, every source in segments, and what a reader would have."""

    sentences: tuple[BenchSentence, ...]
    sources: tuple[tuple[Segment, ...], ...]
    released: str
    state: State

    def count(self, verdict: Verdict) -> int:
        """How many sentences ended so."""
        return sum(sentence.verdict is verdict for sentence in self.sentences)


def run(
    answer: str, sources: Sequence[str], language: str, question: str, rules: GateRules, no_answer_token: str
) -> BenchRun:
    """Judge ``answer``, a model's text with its markers, against ``sources`` (S1 first)."""
    gate = SentenceGate(sources, language, question=question, rules=rules, no_answer_token=no_answer_token)
    raw = [sentence for sentence in _sentences(answer, language) if sentence.strip()]
    ended_at, released, reasons, state = _end(gate, raw)
    letters = _Letters()
    judged = []
    for index, text in enumerate(raw):
        text = text.strip()
        if ended_at is None or index < ended_at:
            verdict, why = Verdict.RELEASED, ()
        elif index == ended_at:
            verdict = Verdict.STOPPED if state is State.STOPPED else Verdict.NO_ANSWER
            why = reasons
        else:
            verdict, why = Verdict.NOT_READ, ()
        is_read = verdict in (Verdict.RELEASED, Verdict.STOPPED)
        values = _values(text, sources, language, question, rules, letters) if is_read else ()
        judged.append(BenchSentence(index + 1, _parts(text), verdict, why, values))
    marked = tuple(_segments(number, text, judged) for number, text in enumerate(sources, start=1))
    return BenchRun(tuple(judged), marked, released, state)


def _sentences(text: str, language: str) -> list[str]:
    splitter = SentenceSplitter(language)
    sentences = list(splitter.feed(text))
    tail = splitter.flush()
    return sentences if tail is None else [*sentences, tail]


def _end(gate: SentenceGate, raw: Sequence[str]) -> tuple[int | None, str, tuple[Reason, ...], State]:
    """Feed the gate; the index of the sentence at which it ended early (``None``: it read all), text, reasons, state.

    A sentence is judged when what follows has shown that it has ended, or at the end.
    """
    outcomes = []
    for sentence in raw:
        outcomes.append(gate.feed(sentence))
        if gate.state is not State.OPEN:
            break
    else:
        outcomes.append(gate.finish())
    released = [sentence.text for outcome in outcomes for sentence in outcome.sentences]
    last = outcomes[-1]
    ended_at = None if gate.state is State.FINISHED else _place(raw, len(released), gate.state, last.withheld_length)
    return ended_at, "".join(released), last.reasons, gate.state


def _place(raw: Sequence[str], released: int, state: State, length: int) -> int:
    """The index of the sentence that ended it: after as many as were released, the first that is it.

    A sentence of markers alone is judged, but leaves no text to be released.
    """
    after = [index for index, sentence in enumerate(raw) if "".join(_parts(sentence.strip())[::2]).strip()]
    start = after[released - 1] + 1 if released else 0
    if state is State.STOPPED:
        return next((index for index in range(start, len(raw)) if len(raw[index].strip()) == length), len(raw) - 1)
    return min(start, len(raw) - 1)


class _Letters:
    """A letter for each value that a source has something to say about: a, b, … z, a2, b2, …"""

    def __init__(self) -> None:
        self._given = 0

    def next(self) -> str:
        """The next one."""
        turn, place = divmod(self._given, len(ascii_lowercase))
        self._given += 1
        return ascii_lowercase[place] + (str(turn + 1) if turn else "")


def _values(
    text: str, sources: Sequence[str], language: str, question: str, rules: GateRules, letters: _Letters
) -> tuple[BenchValue, ...]:
    """The values of one sentence, markers apart, each with what the sources say about it."""
    markers = find_markers(text)
    blanked = text
    for marker in markers:
        blanked = blanked[: marker.start] + " " * (marker.end - marker.start) + blanked[marker.end :]
    cited = [number for marker in markers for number in marker.numbers if 1 <= number <= len(sources)]
    everywhere = range(1, len(sources) + 1)
    elsewhere = {(value.start, value.end): value for value in explain(blanked, everywhere, sources, language)}
    values = []
    for value in explain(blanked, cited, sources, language):
        how, found = _judged(value, elsewhere.get((value.start, value.end)), sources, language, question, rules)
        values.append(BenchValue(letters.next() if found else "", value.text.strip(), how, found))
    return tuple(values)


def _judged(
    value: ExplainedValue,
    anywhere: ExplainedValue | None,
    sources: Sequence[str],
    language: str,
    question: str,
    rules: GateRules,
) -> tuple[How, tuple[Found, ...]]:
    if value.supports:
        return How(value.how), tuple(Found(s.number, s.start, s.end, s.text) for s in value.supports[:1])
    asked = explain(value.text, [1], [question], language) if question and rules.question_vouches else ()
    if asked and asked[0].supports:
        return How.QUESTION, ()
    if anywhere is not None and anywhere.supports:
        return How.NOT_CITED, tuple(Found(s.number, s.start, s.end, s.text) for s in anywhere.supports[:1])
    digits = _DIGITS.findall(fold(value.text))
    for number, source in enumerate(sources, start=1) if digits else ():
        for held in explain(source, [], [], language):
            if _DIGITS.findall(fold(held.text)) == digits:
                return How.OTHER_UNIT, (Found(number, held.start, held.end, held.text.strip()),)
    return How.NOWHERE, ()


def _parts(text: str) -> tuple[str, ...]:
    """The text between the markers and the markers, in turn."""
    parts, at = [], 0
    for marker in find_markers(text):
        parts += [text[at : marker.start], text[marker.start : marker.end]]
        at = marker.end
    return (*parts, text[at:])


def _segments(number: int, text: str, sentences: Sequence[BenchSentence]) -> tuple[Segment, ...]:
    """The source in stretches: those at which a value stands carry its letters; of two that overlap, the first."""
    told: dict[tuple[int, int], list[BenchValue]] = {}
    for sentence in sentences:
        for value in sentence.values:
            for found in value.found:
                if found.number == number:
                    told.setdefault((found.start, found.end), []).append(value)
    segments, at = [], 0
    for (start, end), values in sorted(told.items(), key=lambda item: item[0]):
        if start < at:
            continue
        segments.append(Segment(text[at:start]))
        letters = tuple(value.letter for value in values)
        segments.append(Segment(text[start:end], letters, all(value.vouched for value in values)))
        at = end
    segments.append(Segment(text[at:]))
    return tuple(segment for segment in segments if segment.text)
