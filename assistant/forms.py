"""From a request's body to a ``Question``, or to what is wrong with it: nothing is stored, nothing is asked before."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .locales import DEFAULT_LOCALE, normalise
from .notices import Notice
from .prompts import PastTurn

MAX_QUESTION = 1_000
#: Bytes of a whole body; the history is the largest part of it.
MAX_BODY = 64 * 1024
#: Turns of a posted history that are read; what is older is ignored.
MAX_HISTORY = 50
#: Turns of these statuses released nothing: what a client may post as their answer is a notice of ours.
SAID_NOTHING = ("refused", "over_cap")
#: Characters of an address or a token; longer ones are ignored.
MAX_REFERENCE = 2_000


class Unreadable(Exception):
    """What was posted is no question. ``notice`` says why, in words for the visitor."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice.name)
        self.notice = notice


@dataclass(frozen=True)
class Question:
    """One question as it was asked.

    ``language`` alone decides the language of the answer, of the notices and of the gate. ``origin`` is the site as
    the visitor's browser names it: every address on the wire begins with it. ``history`` serves only where no stored
    conversation answers to the token.
    """

    text: str
    language: str
    origin: str
    conversation: str = ""
    history: tuple[PastTurn, ...] = ()
    page: str = ""
    retry: str = ""
    mode: str = ""


def read_json(body: bytes) -> dict[str, Any]:
    """The JSON object in ``body``; raises ``Unreadable`` for anything else."""
    try:
        fields = json.loads(body.decode("utf-8-sig"))
    except (ValueError, RecursionError):  # not UTF-8, not JSON, nested without end
        raise Unreadable(Notice.BAD_REQUEST) from None
    if not isinstance(fields, dict):
        raise Unreadable(Notice.BAD_REQUEST)
    return fields


def locale_of(fields: Mapping[str, Any], otherwise: str) -> str:
    """A valid ``locale`` among the fields, else ``otherwise``. Never raises."""
    locale = fields.get("locale")
    return (normalise(locale) if isinstance(locale, str) else None) or otherwise


def read_question(fields: Mapping[str, Any], *, origin: str, otherwise: str = DEFAULT_LOCALE) -> Question:
    """The question in these fields; unknown ones are ignored. Raises ``Unreadable``.

    ``otherwise`` is the language where the fields name none at all; one that is not among the ten is an error.
    """
    locale = _text(fields, "locale") if fields.get("locale") is not None else otherwise
    language = normalise(locale)
    if language is None:
        raise Unreadable(Notice.UNKNOWN_LANGUAGE)
    return Question(
        text=_question(_text(fields, "question")),
        language=language,
        origin=origin,
        conversation=_reference(fields, "conversation"),
        history=_history(fields.get("history")),
        page=_reference(fields, "page"),
        retry=_reference(fields, "retry"),
        mode=_reference(fields, "mode"),
    )


def storable(value: str) -> bool:
    """Whether every database can hold it and UTF-8 can carry it: no NUL, no lone surrogate."""
    return "\0" not in value and not any("\ud800" <= char <= "\udfff" for char in value)


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if value is None:
        return ""
    if not isinstance(value, str) or not storable(value):
        raise Unreadable(Notice.BAD_REQUEST)
    return value


def _question(text: str) -> str:
    text = text.replace("\r\n", "\n").strip()
    # White space, signs of direction and of joining, control characters: nothing that could be read.
    if all(unicodedata.category(char)[0] in "ZC" for char in text):
        raise Unreadable(Notice.EMPTY_QUESTION)
    if len(text) > MAX_QUESTION:
        raise Unreadable(Notice.LONG_QUESTION)
    return text


def _reference(fields: Mapping[str, Any], name: str) -> str:
    value = _text(fields, name).strip()
    return value if len(value) <= MAX_REFERENCE else ""


def _history(value: Any) -> tuple[PastTurn, ...]:
    if value is None or value == "":
        return ()
    if not isinstance(value, list) or not all(isinstance(turn, dict) for turn in value):
        raise Unreadable(Notice.BAD_REQUEST)
    return tuple(map(_past_turn, value[-MAX_HISTORY:]))


def _past_turn(fields: Mapping[str, Any]) -> PastTurn:
    answer = "" if _text(fields, "status") in SAID_NOTHING else _text(fields, "answer")
    return PastTurn(_text(fields, "question"), answer)
