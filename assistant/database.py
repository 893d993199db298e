"""Database work from a coroutine: in a thread of a small pool, and no server's connection kept afterwards.

An answer waits for its provider between two such calls; a connection, or a thread, held meanwhile would be held for
every open stream. Not Django's thread of the request either: an answer's record is written after the request of a
reader who left has ended, and that thread with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import SyncToAsync, sync_to_async
from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")

_threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="database")


async def in_database(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``call`` in a thread, and let its connection go: back to the pool, or idle with the thread.

    Being cancelled does not tear it: the cancellation takes effect once the call has ended, so what it wrote is known.
    """
    run = sync_to_async(_and_let_go, thread_sensitive=False, executor=_threads)
    # A task of its own, which nobody cancels.
    working = asyncio.ensure_future(run(call, *args, **kwargs))
    cancelled = False
    while not working.done():
        try:
            await asyncio.wait({working})
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        working.exception()  # looked at, so that nobody complains about it
        raise asyncio.CancelledError
    result: T = working.result()
    return result


async def let_request_thread_go() -> None:
    """End the thread in which the synchronous part of this request ran, its middlewares, with its connections.

    Django keeps one for every request until the response has ended: of a stream that waits for its provider it is more
    than half of the memory. What is synchronous afterwards gets a new one.
    """
    context = SyncToAsync.thread_sensitive_context.get(None)
    executor = SyncToAsync.context_to_thread_executor.pop(context, None) if context else None
    if executor is None:
        return
    try:
        await asyncio.get_running_loop().run_in_executor(executor, connections.close_all)
    finally:
        executor.shutdown(wait=False)


def _and_let_go(call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    try:
        return call(*args, **kwargs)
    finally:
        for connection in connections.all(initialized_only=True):
            # A thread keeps its file of SQLite: idle it locks nothing, and closing the last one writes the whole log
            # back to disk, several times an answer.
            if connection.vendor != "sqlite" or connection.errors_occurred:
                connection.close()
