"""Closing a provider's stream ends the vendor's work, wherever the call stands: what is not read is not paid for.

Each test looks at the vendor's end of the connection, and then for sockets that are left open at ours.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from assistant.models import MonthlySpend, Turn
from assistant.providers import get_provider
from assistant.providers import vendor as calls
from assistant.providers.base import Delta, Retried, TextDelta

from .asking import connected
from .rows import prompt
from .upstream import Begin, Counts, Reply, Stall, Upstream, answered, pieces, refused, until

SPEAKING = Reply((Begin(Counts()), *pieces("Closing takes 38 minutes [S1]. It opened"), Stall()))
SILENT = Reply((Stall(),), silent=True)
BOTH = pytest.mark.parametrize("reply", [SPEAKING, SILENT], ids=["between two pieces", "before the first byte"])


def sockets() -> set[str]:
    """The sockets that this process holds, the server's among them."""
    held = set()
    for descriptor in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            held.add(os.readlink(f"/proc/self/fd/{descriptor}"))
    return {target for target in held if target.startswith("socket:")}


def leaving_no_socket(test: Callable[[], Awaitable[None]]) -> None:
    """Run ``test`` with the SDK loaded; what it opens is closed at its end, not when garbage is collected."""

    async def run() -> None:
        await calls._load(get_provider())  # type: ignore[arg-type]
        before = sockets()
        await test()
        await reached(lambda: not sockets() - before)

    async_to_sync(run)()


async def reached(condition: Callable[[], bool]) -> None:
    """Wait for a state without blocking the loop under test."""
    await asyncio.to_thread(until, condition)


def stream() -> AsyncGenerator[Delta, None]:
    """One call."""
    return get_provider().stream(prompt("", "?"))


async def cancelled(task: asyncio.Future[Any]) -> None:
    """Cancel ``task``, and see that it ends so."""
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def is_waiting(vendor: Upstream, reply: Reply) -> bool:
    """Whether the one request has got all that comes before the silence."""
    return bool(vendor.requests) and vendor.requests[0].sent == len(reply.steps) - 1


def test_a_consumer_that_breaks_off_closes_the_connection(vendor: Upstream) -> None:
    """As the gate's stop does: ``break`` inside ``aclosing``."""
    vendor.will(SPEAKING)

    async def test() -> None:
        async with aclosing(stream()) as deltas:
            async for delta in deltas:
                if isinstance(delta, TextDelta):
                    break
        await reached(vendor.requests[0].closed.is_set)

    leaving_no_socket(test)


@BOTH
def test_a_consumer_that_is_cancelled_closes_the_connection(vendor: Upstream, reply: Reply) -> None:
    """While it waits for the vendor."""
    vendor.will(reply)

    async def read() -> None:
        async with aclosing(stream()) as deltas:
            async for _ in deltas:
                pass

    async def test() -> None:
        reading = asyncio.create_task(read())
        await reached(lambda: is_waiting(vendor, reply))
        await cancelled(reading)
        await reached(vendor.requests[0].closed.is_set)

    leaving_no_socket(test)


@BOTH
@pytest.mark.django_db(transaction=True)
def test_a_reader_who_leaves_ends_the_vendors_work(vendor: Upstream, reply: Reply) -> None:
    """The whole way, from the reader's connection to the vendor's; the books are settled."""
    vendor.will(reply)

    async def leave(connection: Any) -> None:
        await connection.until(lambda: is_waiting(vendor, reply))
        connection.leave()

    connected(leave)
    until(vendor.requests[0].closed.is_set)
    turn, month = Turn.objects.get(), MonthlySpend.objects.get()
    assert (turn.status, turn.usage_estimated) == ("abandoned", True)
    assert month.reserved_micros == 0 < month.spent_micros == turn.cost_micros


def test_a_call_that_is_closed_while_it_waits_for_another_try_makes_none(vendor: Upstream, monkeypatch: Any) -> None:
    """The reader leaves during the pause."""
    monkeypatch.setattr(calls, "PAUSES", (20, 20))
    vendor.will(refused(429))

    async def test() -> None:
        deltas = stream()
        assert isinstance(await anext(deltas), Retried)
        waiting = asyncio.ensure_future(anext(deltas))
        await asyncio.sleep(0)
        await cancelled(waiting)

    leaving_no_socket(test)
    assert len(vendor.requests) == 1


def test_a_hundred_answers_leave_no_connection(vendor: Upstream) -> None:
    """Each has one of its own, and closes it."""
    vendor.will(answered("Closing takes 38 minutes [S1]."))

    async def one() -> None:
        async with aclosing(stream()) as deltas:
            assert [delta async for delta in deltas]

    async def test() -> None:
        for _ in range(10):
            await asyncio.gather(*(one() for _ in range(10)))

    leaving_no_socket(test)
    assert vendor.connections == len(vendor.requests) == 100


# --- while it connects --------------------------------------------------------------------------------------------


@contextmanager
def deaf(settings: Any, vendor: Upstream) -> Iterator[None]:
    """The vendor's address is one where a connection is begun and never made: the listener's queue is full."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=0)
    address = listening.getsockname()
    waiting = [socket.socket() for _ in range(8)]
    for one in waiting:
        one.setblocking(False)
        one.connect_ex(address)
    setattr(settings, f"{vendor.dialect.name.upper()}_BASE_URL", f"http://127.0.0.1:{address[1]}/v1")
    try:
        yield
    finally:
        for one in (listening, *waiting):
            one.close()


def test_a_call_that_is_cancelled_while_it_connects_leaves_nothing(vendor: Upstream, settings: Any) -> None:
    """The address does not answer, and the reader leaves before the time limit."""

    async def test() -> None:
        before = sockets()
        reading = asyncio.ensure_future(anext(stream()))
        await reached(lambda: bool(sockets() - before))
        await cancelled(reading)

    with deaf(settings, vendor):
        leaving_no_socket(test)
    assert vendor.connections == 0


def test_a_call_that_is_cancelled_while_it_shakes_hands_closes_the_connection(vendor: Upstream, settings: Any) -> None:
    """TCP stands, TLS does not."""

    async def test() -> None:
        reading = asyncio.ensure_future(anext(stream()))
        peer, _ = await asyncio.to_thread(listening.accept)
        peer.settimeout(10)
        with peer:
            assert await asyncio.to_thread(peer.recv, 65536)  # the client's hello
            await cancelled(reading)
            while await asyncio.to_thread(peer.recv, 65536):
                pass

    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(10)
        address = f"https://127.0.0.1:{listening.getsockname()[1]}/v1"
        setattr(settings, f"{vendor.dialect.name.upper()}_BASE_URL", address)
        leaving_no_socket(test)
