"""The gate itself: pieces of a streamed answer in, checked sentences out.

One gate serves one answer. It keeps the pending sentence (in its splitter) and what it needs to space the next one;
nothing else. Two kinds of wrong: a sentence that fails a check is an ``Outcome``; feeding a gate whose stream has
ended, or anything but ``str``, raises. Whatever happens, no sentence is released that was not judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from . import languages
from .checks import CHECKS, Context, Reason, Sentence
from .markers import break_between, strip_markers
from .no_answer import DEFAULT_TOKEN, NoAnswerMatcher
from .rules import GateRules
from .sentences import SentenceSplitter
from .sources import Source, Sources


class State(Enum):
    """Where an answer stands."""

    #: The stream goes on, and nothing has failed.
    OPEN = "open"
    #: A sentence failed: it and all that follows is withheld, for good.
    STOPPED = "stopped"
    #: The model wrote the no-answer token; what was released before it stands.
    NO_ANSWER = "no_answer"
    #: The stream ended, and every sentence passed.
    FINISHED = "finished"
    #: The provider ran out of room; the fragment was dropped unjudged.
    TRUNCATED = "truncated"


class Released(NamedTuple):
    """One released sentence: its text with the space that parts it from the one before, and the sources it cites."""

    text: str
    cited: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one call released and decided. The concatenation of every ``text`` is the reader's text.

    ``withheld_length``: characters of the blocked sentence as it came, markers included, white space around it not;
    0 when nothing was blocked. The sentence itself is nowhere in it.
    """

    text: str
    state: State
    stopped: bool
    reasons: tuple[Reason, ...] = ()
    withheld_length: int = 0
    cited: tuple[int, ...] = ()
    sentences: tuple[Released, ...] = ()


_QUIET = {state: Outcome("", state, state is State.STOPPED) for state in State}
# Looked up for every piece: module names are found faster than members of an enum.
_OPEN = State.OPEN
_NOTHING_YET = _QUIET[_OPEN]


class SentenceGate:
    """Checks one answer sentence by sentence, and releases what passed.

    ``sources`` are the numbered sources of the answer, S1 first: plain strings, or ``Source``. ``language`` is the
    one in which the answer was asked for; ``question`` what the visitor asked (leave it empty where it may not vouch
    for anything). Any chunking of the same text gives the same released text, state and reasons.
    """

    def __init__(
        self,
        sources: Sequence[str | Source],
        language: str = "en",
        *,
        question: str = "",
        rules: GateRules | None = None,
        no_answer_token: str = DEFAULT_TOKEN,
    ) -> None:
        """Raises ``TypeError`` for a source that is no text, ``ValueError`` for a token that is not one word."""
        self._language = languages.get(language)
        self._context = Context(Sources(sources, question, self._language.code), self._language, rules or GateRules())
        self._splitter = SentenceSplitter(language=self._language.code)
        self._split = self._splitter.feed
        self._no_answer = NoAnswerMatcher(no_answer_token)
        self._opening = True
        self._state = State.OPEN
        self._released_any = False
        self._gap = ""
        self._after_marker = False

    def __repr__(self) -> str:
        return f"<SentenceGate {self._language.code} {self._state.value}>"

    @property
    def state(self) -> State:
        return self._state

    @property
    def stopped(self) -> bool:
        """Whether a violation has stopped the answer. Never becomes false again."""
        return self._state is State.STOPPED

    def feed(self, piece: str) -> Outcome:
        """Take the next piece of the answer, of any size; what passed because of it is in the outcome.

        Raises ``TypeError`` for anything but ``str``, after which the gate is stopped, and ``RuntimeError`` once the
        stream has ended.
        """
        if self._state is not _OPEN or not isinstance(piece, str):
            return self._refuse(piece)
        if self._opening and self._opens_with_token(piece):
            return self._end_without_answer()
        sentences = self._split(piece)
        return self._judge(sentences) if sentences else _NOTHING_YET

    def finish(self) -> Outcome:
        """The stream has ended: judge the last sentence. Changes nothing once the answer has ended otherwise."""
        if self._state is not State.OPEN:
            return _QUIET[self._state]
        tail = self._splitter.flush()
        if tail is not None and self._no_answer.is_cut_short(tail):
            return self._end_without_answer()
        outcome = self._judge([tail] if tail is not None else [])
        if outcome.state is not State.OPEN:
            return outcome
        self._state = State.FINISHED
        return Outcome(outcome.text, self._state, False, (), 0, outcome.cited, outcome.sentences)

    def truncate(self) -> Outcome:
        """The provider ran out of room: drop what is pending, unjudged. A stop that has happened wins."""
        if self._state is not State.OPEN:
            return _QUIET[self._state]
        tail = self._splitter.flush()
        if tail is not None and self._no_answer.holds(tail):
            return self._end_without_answer()
        self._state = State.TRUNCATED
        return _QUIET[self._state]

    def _refuse(self, piece: object) -> Outcome:
        """The answer of ``feed`` where it takes no piece: the answer has ended, or the piece is no text."""
        if not isinstance(piece, str):
            self._state = State.STOPPED
            raise TypeError(f"a piece is a str, not {type(piece).__name__}")
        if self._state in (State.FINISHED, State.TRUNCATED):
            raise RuntimeError(f"this gate is {self._state.value}: its stream has ended")
        return _QUIET[self._state]

    def _opens_with_token(self, piece: str) -> bool:
        opens = self._no_answer.opens_with_token(piece)
        self._opening = self._no_answer.undecided
        return opens

    def _end_without_answer(self) -> Outcome:
        self._state = State.NO_ANSWER
        return _QUIET[self._state]

    def _judge(self, raw_sentences: Iterable[str]) -> Outcome:
        released: list[Released] = []
        reasons: tuple[Reason, ...] = ()
        withheld_length = 0
        try:
            for raw in raw_sentences:
                if self._no_answer.holds(raw):
                    self._state = State.NO_ANSWER
                    break
                sentence = Sentence(raw.strip(), self._context)
                reasons = tuple([reason for check in CHECKS if (reason := check(sentence, self._context))])
                if reasons:
                    self._state = State.STOPPED
                    withheld_length = len(sentence.text)
                    break
                self._release(raw, sentence, released)
        except BaseException:
            # Fail closed: a gate whose check broke must not be fed on.
            self._state = State.STOPPED
            raise
        if not released and not reasons:
            return _QUIET[self._state]
        text, cited = released[0] if released else ("", ())
        if len(released) > 1:
            text = "".join([sentence.text for sentence in released])
            cited = tuple(dict.fromkeys([number for sentence in released for number in sentence.cited]))
        return Outcome(
            text, self._state, self._state is State.STOPPED, reasons, withheld_length, cited, tuple(released)
        )

    def _release(self, raw: str, sentence: Sentence, released: list[Released]) -> None:
        """Append what the reader sees of a sentence that passed, parted from the one before as the text parted them."""
        body = raw.lstrip()
        lead = raw[: len(raw) - len(body)] if len(body) < len(raw) else ""
        self._gap = _wider(self._gap, lead) if self._gap else lead
        text = strip_markers(sentence.text, self._language.code, sentence.markers)
        if text:
            if self._released_any:
                gap = break_between(self._gap, after_marker=self._after_marker, language=self._language.code)
                text = gap + text
            released.append(Released(text, sentence.cited))
            self._released_any = True
            self._gap = ""
        if sentence.markers:
            self._after_marker = sentence.ends_with_marker
            if self._after_marker:
                self._gap = _wider(self._gap, *sentence.gaps_at_end)
        elif text:
            self._after_marker = False


def _wider(*gaps: str) -> str:
    """The gap with the most line breaks, the last of them where there are several; else the last that is any."""
    best = ""
    for gap in gaps:
        if gap and gap.count("\n") >= best.count("\n"):
            best = gap
    return best
