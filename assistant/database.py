"""Database work from a coroutine: in a thread of a small pool, and no connection kept afterwards.

An answer waits for its provider between two such calls; a connection, or a thread, held meanwhile would be held for
every open stream. Not Django's thread of the request either: an answer's record is written after the request of a
reader who left has ended, and that thread with it.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")

_threads = ThreadPoolExecutor(max_workers=8, thread_name_prefix="database")


async def in_database(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run ``call`` in a thread, and let its connection go.

    Being cancelled does not tear it: the cancellation takes effect once the call has ended, so what it wrote is known.
    """
    context = contextvars.copy_context()
    work = partial(context.run, _and_let_go, call, *args, **kwargs)
    working = asyncio.get_running_loop().run_in_executor(_threads, work)
    cancelled = False
    while not working.done():
        try:
            await asyncio.wait({working})
        except asyncio.CancelledError:
            cancelled = True
    if cancelled:
        working.exception()  # looked at, so that nobody complains about it
        raise asyncio.CancelledError
    return working.result()


def _and_let_go(call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    try:
        return call(*args, **kwargs)
    finally:
        connections.close_all()
