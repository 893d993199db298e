"""Server-sent events: one answer's events as bytes, with pings, ended by ``close()`` wherever the answer stands."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress

from .events import Event, data

#: Seconds of silence after which a comment keeps the connection alive.
PING_SECONDS = 15.0
#: How long ``close`` waits for the record: less than a server that stops gives its answers.
CLOSE_SECONDS = 4.0

logger = logging.getLogger(__name__)

OPENING = b": ok\n\n"
PING = b": ping\n\n"


def encode(event: Event) -> bytes:
    """One event as on the wire: its name, its data as JSON on one line, a blank line. UTF-8."""
    body = json.dumps(data(event), ensure_ascii=False, separators=(",", ":"))
    return f"event: {event.name}\ndata: {body}\n\n".encode("utf-8", "replace")


class EventStream:
    """The body of a streaming response: an opening comment at once, then each event, ``: ping`` where nothing comes.

    Promises
    - Nothing starts before the first ``__anext__``: a stream that nobody reads opens nothing.
    - One event waits at most; a reader that does not read holds the answer up, for ``limit`` seconds in all.
    - ``close()`` may be called from any thread, at any time, more than once. It cancels the answer, also while the
      reader is blocked in a send, and the events' own ``finally`` runs.
    - ``on_begin`` is awaited before the first event.
    - ``on_end`` is called once the answer has ended, however it did, or by ``close()`` where it never began.

    An object and not a generator: Django's handler does not resume a generator that it left while sending.
    """

    def __init__(
        self,
        events: AsyncGenerator[Event, None],
        *,
        limit: float | None = None,
        ping_seconds: float = PING_SECONDS,
        on_begin: Callable[[], Awaitable[None]] | None = None,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        self._events = events
        self._limit = limit
        self._ping_seconds = ping_seconds
        self._on_begin = on_begin
        self._on_end = on_end
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(maxsize=1)
        self._pump_task: asyncio.Task[None] | None = None
        self._closed = False
        self._finished = threading.Event()

    def __aiter__(self) -> EventStream:
        return self

    async def __anext__(self) -> bytes:
        if self._pump_task is None:
            if self._closed:
                raise StopAsyncIteration
            self._pump_task = asyncio.create_task(self._pump())
            self._pump_task.add_done_callback(self._ended)
            return OPENING
        try:
            # The queue is waited for, never the answer: a timeout cancels what it waits for. Not by ``wait_for``: where
            # an event has just come, Python 3.11's forgets that it was cancelled, and who left is never noticed.
            async with asyncio.timeout(self._ping_seconds):
                chunk = await self._queue.get()
        except TimeoutError:
            return PING
        if chunk is None:
            self._queue.put_nowait(None)  # for whoever asks again
            raise StopAsyncIteration
        return chunk

    def close(self) -> None:
        """End the answer. Django calls it from a worker thread, on every exit; that thread waits for the record.

        So a server that stops waits for it too. In the loop's own thread it returns at once.
        """
        first, self._closed = not self._closed, True
        if self._pump_task is None:
            self._on_end()
            return
        loop = self._pump_task.get_loop()
        if first:
            # Once only: a second cancellation would interrupt the clean-up that the first one began. A loop that is
            # closed by now has ended its tasks itself.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._pump_task.cancel)
        if loop.is_running() and not _in_a_loop():
            self._finished.wait(CLOSE_SECONDS)

    async def _pump(self) -> None:
        async with asyncio.timeout(self._limit), aclosing(self._events) as events:
            if self._on_begin is not None:
                await self._on_begin()
            async for event in events:
                await self._queue.put(encode(event))
        await self._queue.put(None)

    def _ended(self, pump: asyncio.Task[None]) -> None:
        self._on_end()
        self._finished.set()
        error = None if pump.cancelled() else pump.exception()
        if pump.cancelled() or error is not None:
            # Nobody reads any more, or too slowly: what was encoded and not taken is dropped.
            with suppress(asyncio.QueueEmpty):
                self._queue.get_nowait()
            self._queue.put_nowait(None)
        if error is not None and not isinstance(error, TimeoutError):
            # The class alone: a message may hold text.
            logger.error("An event stream broke: %s", type(error).__name__)


def _in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
