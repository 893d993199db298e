"""Asks the database on behalf of a machine that will not wait: an answer within seconds, whatever the database does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

from django.db import connections

T = TypeVar("T")


class Probe(Generic[T]):
    """One question to the database, asked by one thread at a time, however many wait for the answer.

    A database that is away keeps that thread waiting (a pool for 20 seconds, a silent network for longer). Those who
    ask wait ``seconds`` at most, and share what comes. The thread does not keep a process that stops.
    """

    def __init__(self, question: Callable[[], T], seconds: float) -> None:
        self._question = question
        self._seconds = seconds
        self._lock = threading.Lock()
        self._asked: Future[T] | None = None

    async def answer(self) -> T:
        """What the database says. Raises ``TimeoutError`` when it says nothing in time, or what the question raised."""
        with self._lock:
            if self._asked is None or self._asked.done():
                self._asked = Future()
                threading.Thread(target=self._ask, args=(self._asked,), name="probe", daemon=True).start()
            answer = asyncio.wrap_future(self._asked)
        # Looked at, so that nobody writes the exception of an answer that came too late into the log.
        answer.add_done_callback(lambda late: late.cancelled() or late.exception())
        done, _ = await asyncio.wait({answer}, timeout=self._seconds)
        if not done:
            raise TimeoutError
        return answer.result()

    def _ask(self, asked: Future[T]) -> None:
        asked.set_running_or_notify_cancel()  # from here on nobody who leaves can cancel it for the others
        try:
            result = self._question()
        except BaseException as error:
            asked.set_exception(error)
        else:
            asked.set_result(result)
        finally:
            connections.close_all()
