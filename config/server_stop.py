"""A server that is told to stop must end its open answers, not orphan them.

When daphne stops it cancels the application's task; Django's inner task is then left behind and no ``finally`` of an
answer runs. So the application runs shielded, a stop is told to it as ``http.disconnect``, and it gets a few seconds
to close providers and settle turns.

Daphne's own cancelling is not enough for that: it leaves as soon as the first application has ended, and cancels none
when one connection has not sent its whole request yet. So the stop is heard from daphne's reactor as well.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

GRACE_SECONDS = 5

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class disconnect_on_stop:
    """Wrap an HTTP application: a stop reaches it as a client that left, and it may finish its clean-up.

    Within ``GRACE_SECONDS`` every request that was open has ended; one that comes later gets 503.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        #: The open requests, each with what tells it to stop.
        self._open: dict[asyncio.Future[None], asyncio.Future[None]] = {}
        self._stopped = False
        self._hears_reactor = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._stopped:
            await _refuse(send)
            return
        self._hear_reactor()
        # A future and not an event with a task that waits for it: every open stream has one.
        stopping: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def receive_or_disconnect() -> dict[str, Any]:
            message = asyncio.ensure_future(receive())
            try:
                either: set[asyncio.Future[Any]] = {message, stopping}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                return message.result() if message.done() else {"type": "http.disconnect"}
            finally:
                message.cancel()

        task = asyncio.ensure_future(self._application(scope, receive_or_disconnect, send))
        self._open[task] = stopping
        task.add_done_callback(lambda done: self._open.pop(done, None))
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            _tell(stopping)
            await asyncio.wait({task}, timeout=GRACE_SECONDS)
            task.cancel()
            raise

    async def stop(self) -> None:
        """Tell every open request that its client has left, and wait for their end, no longer than the grace."""
        self._stopped = True
        for stopping in self._open.values():
            _tell(stopping)
        if self._open:
            await asyncio.wait(set(self._open), timeout=GRACE_SECONDS)

    def _hear_reactor(self) -> None:
        """Have ``stop`` called, and waited for, when Twisted's reactor is about to shut down. Once."""
        reactor = sys.modules.get("twisted.internet.reactor")
        if self._hears_reactor or reactor is None or not reactor.running:
            return
        self._hears_reactor = True
        loop = asyncio.get_running_loop()

        def stop() -> Any:
            from twisted.internet.defer import Deferred
            from twisted.internet.interfaces import IListeningPort

            # Nobody new: a proxy tries another worker instead.
            for reader in reactor.getReaders():
                if IListeningPort.providedBy(reader):
                    reader.stopListening()
            return Deferred.fromFuture(asyncio.ensure_future(self.stop(), loop=loop))

        reactor.addSystemEventTrigger("before", "shutdown", stop)


def _tell(stopping: asyncio.Future[None]) -> None:
    if not stopping.done():
        stopping.set_result(None)


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"connection", b"close"), (b"retry-after", b"5")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": b"The server is being restarted.\n"})
