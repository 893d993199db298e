"""Database work of an answer: in a thread, whole, and with no connection kept while the provider is waited for."""

from __future__ import annotations

import asyncio
import threading

import pytest
from django.db import connection, connections
from django.utils.translation import get_language, override

from assistant.database import in_database
from assistant.models import Conversation, Turn

from .asking import connected

pytestmark = pytest.mark.django_db(transaction=True)


async def test_connection_is_let_go_after_each_call():
    """Open streams would hold one each."""

    def use():
        Conversation.objects.count()
        return connection.connection is not None, connections["default"]

    used, wrapper = await in_database(use)
    assert used and wrapper.connection is None


async def test_also_when_the_call_fails():
    """And the error comes through."""
    seen = []

    def fail():
        Conversation.objects.count()
        seen.append(connections["default"])
        raise KeyError("x")

    with pytest.raises(KeyError):
        await in_database(fail)
    assert seen[0].connection is None


async def test_cancelling_does_not_tear_a_call():
    """What it wrote is known when the cancellation takes effect."""
    began, go_on, ended = threading.Event(), threading.Event(), []

    def work():
        began.set()
        go_on.wait(10)
        ended.append(True)

    task = asyncio.ensure_future(in_database(work))
    while not began.is_set():
        await asyncio.sleep(0.001)
    task.cancel()
    await asyncio.sleep(0.01)
    task.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == [True]


async def test_the_language_goes_along():
    """What is active where the call is made is active in it."""
    with override("fa"):
        assert await in_database(get_language) == "fa"


def test_no_connection_is_open_while_the_provider_is_waited_for(script, monkeypatch):
    """Every wrapper that was used for the turn so far has let its connection go."""
    from assistant import database

    used, open_while_waiting = [], []
    let_go = database._and_let_go

    def watch(call, *args, **kwargs):
        used.append(connections["default"])
        return let_go(call, *args, **kwargs)

    monkeypatch.setattr(database, "_and_let_go", watch)
    provider = script("Closing takes 38 minutes [S1].", delay=60)

    async def look(connection):
        await connection.until(lambda: provider.open_streams == 1)
        open_while_waiting.extend(wrapper for wrapper in used if wrapper.connection is not None)
        connection.leave()

    connected(look)
    assert len(used) >= 2 and open_while_waiting == []
    assert Turn.objects.get().status == "abandoned"
