"""Recordings (opt-in): what the provider wrote, before the gate, to find false stops with ``manage.py replay``.

The one place where unchecked text is kept, in a table of its own: for the owner alone, a few days, gone with its
conversation. It is in no log, no exception and no other row.
"""

from __future__ import annotations

import logging
from dataclasses import asdict

from django.db import transaction

from .conf import conf
from .models import Recording
from .providers.base import FinishReason, Prompt

logger = logging.getLogger("assistant")

#: What one recording holds at most, of a provider that writes without end.
MOST_CHARACTERS = 100_000


class Recorder:
    """Keeps the pieces of one answer in memory, as they come, until its turn is closed; none where recording is off."""

    def __init__(self) -> None:
        self._prompt: Prompt | None = None
        self._no_answer_token = ""
        self._pieces: list[str] = []
        self._room = 0

    def __repr__(self) -> str:
        return f"<Recorder of {len(self._pieces)} pieces>"

    def begin(self, prompt: Prompt) -> None:
        """The prompt is about to be sent; whether its answer is recorded is decided here."""
        if conf.recordings:
            self._prompt, self._no_answer_token, self._room = prompt, conf.no_answer_token, MOST_CHARACTERS

    def add(self, piece: str) -> None:
        """A piece has come."""
        if self._room and piece:
            self._pieces.append(piece[: self._room])
            self._room -= len(self._pieces[-1])

    def save(self, turn_pk: int, finish_reason: FinishReason | None) -> None:
        """Write the recording of a turn, where there is anything to write. Synchronous, in the caller's transaction.

        Never raises: a turn is worth more than its recording.
        """
        if self._prompt is None or not self._pieces:
            return
        # Without a finish reason a text counts as cut off, and so it is where the room was not enough.
        finished = finish_reason.value if finish_reason and self._room else ""
        try:
            with transaction.atomic():
                Recording.objects.create(
                    turn_id=turn_pk,
                    pieces=self._pieces,
                    finish_reason=finished,
                    sources=[source.checked_text for source in self._prompt.sources],
                    language=self._prompt.language,
                    vouching_question=self._prompt.vouching_question,
                    rules=asdict(self._prompt.rules),
                    no_answer_token=self._no_answer_token,
                )
        except Exception as error:
            # The class alone: a database may quote the row that it refused.
            logger.warning("recording lost error=%s", type(error).__name__)
