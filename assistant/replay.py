"""Recorded answers through the gate again, to find false stops: what ``manage.py replay`` reads, does and counts.

A file has one JSON object a line::

    {"language": "en", "question": "…", "sources": ["…", "…"], "text": "…", "truncated": false}

``sources`` are the texts that ``[S1]``, ``[S2]`` … cite. ``pieces``, a list of texts, may stand in place of ``text``.
``question`` (what vouches besides the sources), ``truncated``, ``rules`` (the gate's switches by name) and
``no_answer_token`` may be missing; other fields are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from gate import GateRules, Outcome, Reason, SentenceGate, SentenceSplitter, State
from gate.folding import fold
from gate.markers import find_markers
from gate.no_answer import DEFAULT_TOKEN

from .locales import LOCALES, normalise
from .models import Recording

#: So many wrong lines are named.
MOST_ERRORS = 10


class FileUnreadable(Exception):
    """The file is not there, or some of its lines are no recordings; the message names each, and quotes none."""


@dataclass(frozen=True)
class RecordedAnswer:
    """One raw answer and what the gate shall check it by. ``name`` is how it is called in what is printed."""

    name: str
    language: str
    pieces: tuple[str, ...] = field(repr=False)
    sources: tuple[str, ...] = field(repr=False)
    question: str = ""
    truncated: bool = False
    rules: GateRules = GateRules()
    no_answer_token: str = DEFAULT_TOKEN
    #: What became of it when it was recorded, where that is known.
    status_then: str = ""

    @property
    def text(self) -> str:
        """The raw answer."""
        return "".join(self.pieces)


@dataclass(frozen=True)
class Replayed:
    """What the gate made of one recorded answer."""

    answer: RecordedAnswer
    state: State
    sentences: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()
    withheld_length: int = 0
    #: Offset in the raw text at which the blocked sentence begins; ``None`` where nothing was blocked.
    stopped_at: int | None = None

    @property
    def released(self) -> str:
        """What a reader would have."""
        return "".join(self.sentences)

    @property
    def withheld(self) -> str:
        """The blocked sentence: unchecked text, for the person who looks for false stops and nobody else."""
        if self.stopped_at is None:
            return ""
        return self.answer.text[self.stopped_at : self.stopped_at + self.withheld_length]


def replay(answer: RecordedAnswer) -> Replayed:
    """Feed the gate the recorded pieces, and end as the recording ended."""
    gate = SentenceGate(
        answer.sources,
        answer.language,
        question=answer.question,
        rules=answer.rules,
        no_answer_token=answer.no_answer_token,
    )
    outcomes: list[Outcome] = []
    for piece in answer.pieces:
        outcomes.append(gate.feed(piece))
        if gate.state is not State.OPEN:
            break
    else:
        outcomes.append(gate.truncate() if answer.truncated else gate.finish())
    last = outcomes[-1]
    sentences = tuple(sentence.text for outcome in outcomes for sentence in outcome.sentences)
    stopped_at = _place(answer, len(sentences), last.withheld_length) if gate.stopped else None
    return Replayed(answer, gate.state, sentences, last.reasons, last.withheld_length, stopped_at)


def _place(answer: RecordedAnswer, released: int, length: int) -> int | None:
    """Where the blocked sentence begins: the first one that is as long, after as many as were released."""
    at = 0
    for number, sentence in enumerate(_sentences(answer.text, answer.language)):
        if number >= released and len(sentence.strip()) == length:
            return at + len(sentence) - len(sentence.lstrip())
        at += len(sentence)
    return None


def _sentences(text: str, language: str) -> list[str]:
    splitter = SentenceSplitter(language)
    sentences = list(splitter.feed(text))
    tail = splitter.flush()
    return sentences if tail is None else [*sentences, tail]


def cite_all(answer: RecordedAnswer) -> RecordedAnswer:
    """The same answer with the markers of every source, and no others, after each of its sentences.

    What is then stopped is stopped for a value, a name or the voice alone.
    """
    markers = "".join(f"[S{number}]" for number in range(1, len(answer.sources) + 1))
    sentences = _sentences(_without_markers(answer.text), answer.language)
    parts = [f"{sentence.rstrip()} {markers}" if sentence.strip() else sentence for sentence in sentences]
    return replace(answer, pieces=("".join(parts),))


def _without_markers(text: str) -> str:
    for marker in reversed(find_markers(text)):
        text = text[: marker.start] + text[marker.end :]
    # An answer that was cut off may end in half a marker.
    return re.sub(r"[\[【［]\s*\Z", "", text)


# --- numbers that stand nowhere -----------------------------------------------------------------------------------

_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?:[.,' ]\d{3})+(?!\d)|\d+")


def foreign_numbers(replayed: Replayed) -> list[str]:
    """Numbers of three digits or more that were released and stand in no source and not in the question.

    Digit by digit, so a second look by simpler means than the gate's own: what it vouches for in another form (a
    number word, 120万) is listed as well.
    """
    answer = replayed.answer
    known = {number for text in (*answer.sources, answer.question) for number in plain_numbers(text)}
    return [
        number for number in dict.fromkeys(plain_numbers(replayed.released)) if len(number) > 2 and number not in known
    ]


def plain_numbers(text: str) -> Iterator[str]:
    """The digits of each number, without what groups them."""
    for match in _NUMBER.finditer(fold(text)):
        yield re.sub(r"\D", "", match[0])


# --- reading ------------------------------------------------------------------------------------------------------


def read_file(path: Path) -> list[RecordedAnswer]:
    """The recordings of a file. Raises ``FileUnreadable`` with the number of each line that is none."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except OSError as error:
        raise FileUnreadable(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise FileUnreadable(f"{path} is no text in UTF-8.") from None
    answers, wrong = [], []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            answers.append(_read(number, json.loads(line)))
        except json.JSONDecodeError:
            wrong.append(f"line {number}: no JSON")
        except (ValueError, RecursionError) as error:
            wrong.append(f"line {number}: {error}")
    if wrong:
        more = f"\n… and {len(wrong) - MOST_ERRORS} more" if len(wrong) > MOST_ERRORS else ""
        raise FileUnreadable(f"{path} cannot be replayed.\n" + "\n".join(wrong[:MOST_ERRORS]) + more)
    return answers


def recorded() -> Iterator[RecordedAnswer]:
    """The recordings of this site that have not expired, oldest first."""
    rows = Recording.objects.kept().select_related("turn").order_by("recorded_at", "pk")
    for row in rows.iterator(chunk_size=100):
        yield RecordedAnswer(
            name=f"recording {row.pk}",
            language=row.language,
            pieces=tuple(row.pieces),
            sources=tuple(row.sources),
            question=row.vouching_question,
            truncated=row.finish_reason != "stop",
            rules=_rules(row.rules),
            no_answer_token=row.no_answer_token,
            status_then=row.turn.status,
        )


def _read(number: int, raw: Any) -> RecordedAnswer:
    """Raises ``ValueError`` with what is wrong."""
    if not isinstance(raw, dict):
        raise ValueError("no object")
    language = normalise(_text(raw, "language"))
    if language is None:
        raise ValueError(f"“language” is none of {', '.join(LOCALES)}")
    if "text" in raw and "pieces" in raw:
        raise ValueError("“text” and “pieces”: one of them is enough")
    pieces = _texts(raw, "pieces") if "pieces" in raw else (_text(raw, "text"),)
    truncated = raw.get("truncated", False)
    if not isinstance(truncated, bool):
        raise ValueError("“truncated” is neither true nor false")
    rules = raw.get("rules", {})
    if not isinstance(rules, dict):
        raise ValueError("“rules” is no object")
    token = _text(raw, "no_answer_token", DEFAULT_TOKEN)
    if not re.fullmatch(r"\w+", token):
        raise ValueError("“no_answer_token” is not one word")
    return RecordedAnswer(
        name=f"line {number}",
        language=language,
        pieces=pieces,
        sources=_texts(raw, "sources"),
        question=_text(raw, "question", ""),
        truncated=truncated,
        rules=_rules(rules),
        no_answer_token=token,
    )


def _text(raw: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = raw.get(name, default)
    if not isinstance(value, str):
        raise ValueError(f"“{name}” is missing" if name not in raw else f"“{name}” is no text")
    return value


def _texts(raw: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = raw.get(name)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ValueError(f"“{name}” is missing" if name not in raw else f"“{name}” is no list of texts")
    return tuple(value)


def _rules(raw: Mapping[str, Any]) -> GateRules:
    """A gate of today has switches that an older recording does not know, and the other way round."""
    known = {each.name for each in fields(GateRules)}
    return GateRules(**{name: value for name, value in raw.items() if name in known and isinstance(value, bool)})
