"""Replays a script in small pieces at a given pace: for tests, demonstrations and benchmarks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..conf import conf
from .base import Delta, Finished, FinishReason, Prompt, ProviderBrokeOff, ProviderError, TextDelta, UsageReport

#: Characters of one piece, where the script is plain text.
PIECE_CHARACTERS = 12
ENDINGS = ("stop", "length", "error", "drop", None)


class ScriptUnreadable(ProviderError):
    """The script is no file, or not what a script should be. The message says which, never what is in it."""


@dataclass(frozen=True)
class Script:
    """What is replayed.

    ``finish``: ``stop`` and ``length`` are finish reasons, with ``error`` the provider answers with an error after the
    pieces, with ``drop`` the connection breaks there, with ``None`` the stream ends without a finish reason.
    """

    pieces: tuple[str, ...]
    finish: str | None = "stop"
    usage: UsageReport | None = None


class ScriptedProvider:
    """One script, replayed at every call.

    ``prompts`` are those that it was given, ``open_streams`` how many of its streams have begun and are not closed yet:
    what tests look at.
    """

    name = "scripted"
    model = ""
    company = ""

    def __init__(self, script: Script | None = None, delay: float | None = None, paid: bool = False) -> None:
        """``delay`` is in seconds, before each piece. Without arguments both come from the settings."""
        self._script = script
        self._delay = conf.script_delay_ms / 1000 if delay is None else delay
        self.paid = paid
        self.prompts: list[Prompt] = []
        self.open_streams = 0

    @property
    def closed(self) -> bool:
        """Whether every stream that began has been closed."""
        return bool(self.prompts) and self.open_streams == 0

    async def stream(self, prompt: Prompt) -> AsyncGenerator[Delta, None]:
        """The script's pieces, whatever was asked."""
        self.prompts.append(prompt)
        self.open_streams += 1
        try:
            script = self._script or read_script(conf.script)
            for piece in script.pieces:
                # Also without a delay: a stream that never waits cannot be cancelled.
                await asyncio.sleep(self._delay)
                yield TextDelta(piece)
            if script.usage is not None:
                yield script.usage
            if script.finish == "error":
                raise ProviderError("the script ends in an error")
            if script.finish == "drop":
                raise ProviderBrokeOff("the script ends in a lost connection")
            if script.finish is not None:
                yield Finished(FinishReason(script.finish))
        finally:
            self.open_streams -= 1


def read_script(path: Path | None) -> Script:
    """The script at ``path``: JSON (``pieces``, ``finish``, ``usage``), else plain text, cut into small pieces.

    Raises ``ScriptUnreadable``.
    """
    if path is None:
        raise ScriptUnreadable("ASSISTANT_SCRIPT names no file.")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScriptUnreadable(f"ASSISTANT_SCRIPT cannot be read: {type(error).__name__}.") from error
    try:
        raw = json.loads(text)
    except ValueError:
        raw = None
    if isinstance(raw, dict) and "pieces" in raw:
        return _from_json(raw)
    text = text.strip()
    return Script(tuple(text[at : at + PIECE_CHARACTERS] for at in range(0, len(text), PIECE_CHARACTERS)))


def _from_json(raw: dict[str, Any]) -> Script:
    pieces, finish, usage = raw["pieces"], raw.get("finish", "stop"), raw.get("usage")
    if not isinstance(pieces, list) or not all(isinstance(piece, str) for piece in pieces):
        raise ScriptUnreadable('"pieces" in ASSISTANT_SCRIPT should be a list of texts.')
    if finish not in ENDINGS:
        raise ScriptUnreadable('"finish" in ASSISTANT_SCRIPT should be "stop", "length", "error", "drop" or null.')
    if usage is not None and not isinstance(usage, dict):
        raise ScriptUnreadable('"usage" in ASSISTANT_SCRIPT should be an object or null.')
    report = None if usage is None else UsageReport(_count(usage, "input"), _count(usage, "output"))
    return Script(tuple(pieces), finish, report)


def _count(usage: dict[str, Any], name: str) -> int | None:
    value = usage.get(name)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    raise ScriptUnreadable(f'"usage" in ASSISTANT_SCRIPT should have a count, or nothing, as "{name}".')
