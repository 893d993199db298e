"""A server that is told to stop must end its open answers, not orphan them.

When daphne stops it cancels the application's task; Django's inner task is then left behind and no ``finally`` of an
answer runs. So the application runs shielded, a cancellation is told to it as ``http.disconnect``, and it gets a few
seconds to close providers and settle turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

GRACE_SECONDS = 5

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def disconnect_on_stop(application: Application) -> Application:
    """Wrap an HTTP application: being cancelled reaches it as a client that left, and it may finish its clean-up."""

    running: set[asyncio.Future[None]] = set()

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        stopping = asyncio.Event()

        async def receive_or_disconnect() -> dict[str, Any]:
            message = asyncio.ensure_future(receive())
            stop = asyncio.ensure_future(stopping.wait())
            try:
                await asyncio.wait({message, stop}, return_when=asyncio.FIRST_COMPLETED)
                return message.result() if message.done() else {"type": "http.disconnect"}
            finally:
                message.cancel()
                stop.cancel()

        task = asyncio.ensure_future(application(scope, receive_or_disconnect, send))
        running.add(task)
        task.add_done_callback(running.discard)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            stopping.set()
            # For all of them: daphne leaves as soon as the first application that it cancelled has ended.
            await asyncio.wait({task, *running}, timeout=GRACE_SECONDS)
            task.cancel()
            raise

    return wrapped
