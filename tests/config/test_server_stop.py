"""A server that stops: every open request hears of it as a client that left, and may end in its own way."""

from __future__ import annotations

import asyncio

import pytest

from config import server_stop
from config.server_stop import disconnect_on_stop


class Request:
    """One request to an application that waits for its client to leave, then takes ``cleanup`` seconds."""

    def __init__(self, stoppable, application):
        self.sent, self.heard = [], asyncio.Event()
        self.task = asyncio.ensure_future(stoppable({"type": "http"}, self._receive, self._send))

    async def _receive(self):
        self.heard.set()
        await asyncio.Event().wait()

    async def _send(self, message):
        self.sent.append(message)


def waiting(ended, cleanup=0.0):
    """An application that says what it heard, after its clean-up."""

    async def application(scope, receive, send):
        message = await receive()
        await asyncio.sleep(cleanup)
        ended.append(message["type"])

    return application


async def opened(stoppable, count=1):
    """So many requests, all of them waiting for their client."""
    requests = [Request(stoppable, None) for _ in range(count)]
    for request in requests:
        await request.heard.wait()
    return requests


async def test_a_stop_is_a_disconnect_for_every_open_request():
    """And it is waited for: the clean-up has ended when ``stop`` returns."""
    ended = []
    stoppable = disconnect_on_stop(waiting(ended, cleanup=0.02))
    requests = await opened(stoppable, 3)
    await stoppable.stop()
    assert ended == ["http.disconnect"] * 3
    await asyncio.gather(*(request.task for request in requests))


async def test_a_cancelled_request_ends_in_its_own_way():
    """A server that cancels a task orphans what it awaits; here it waits."""
    ended = []
    stoppable = disconnect_on_stop(waiting(ended, cleanup=0.02))
    one, other = await opened(stoppable, 2)
    one.task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await one.task
    assert ended == ["http.disconnect"]
    assert not other.task.done(), "nobody cancelled this one"
    await stoppable.stop()


async def test_who_comes_after_the_stop_is_told_to_come_again():
    """Nothing is opened that would have to be closed at once."""
    ended = []
    stoppable = disconnect_on_stop(waiting(ended))
    await stoppable.stop()
    late = Request(stoppable, None)
    await late.task
    assert late.sent[0]["status"] == 503
    assert ended == []


async def test_the_grace_is_no_longer_than_it_says(monkeypatch):
    """One that does not end does not keep the server."""
    monkeypatch.setattr(server_stop, "GRACE_SECONDS", 0.05)
    ended = []
    stoppable = disconnect_on_stop(waiting(ended, cleanup=60))
    [request] = await opened(stoppable)
    async with asyncio.timeout(10):
        await stoppable.stop()
    assert ended == []
    request.task.cancel()
    await asyncio.wait({request.task})


async def test_a_request_that_is_over_is_forgotten():
    """Or the set of open ones would grow for ever."""

    async def application(scope, receive, send):
        return

    stoppable = disconnect_on_stop(application)
    await stoppable({"type": "http"}, None, None)
    await asyncio.sleep(0)
    assert not stoppable._open
