"""Database work of an answer: in a thread, whole, and with no connection kept while the provider is waited for."""

from __future__ import annotations

import asyncio
import threading

import pytest
from asgiref.sync import SyncToAsync, ThreadSensitiveContext, sync_to_async
from django.db import DatabaseError, connection, connections
from django.utils.translation import get_language, override

from assistant import database
from assistant.database import in_database, let_request_thread_go
from assistant.models import Conversation, Turn

from .asking import connected

pytestmark = pytest.mark.django_db(transaction=True)


def is_let_go(wrapper):
    """A server's connection is given back; a file of SQLite stays with its thread, and is in no transaction."""
    if wrapper.vendor == "sqlite":
        return wrapper.connection is None or not wrapper.connection.in_transaction
    return wrapper.connection is None


async def test_connection_is_let_go_after_each_call():
    """Open streams would hold one each."""

    def use():
        Conversation.objects.count()
        return connection.connection is not None, connections["default"]

    used, wrapper = await in_database(use)
    assert used and is_let_go(wrapper)


async def test_no_more_files_are_open_than_threads_work():
    """However many calls there are; and what one thread wrote the next one reads."""

    def use():
        Conversation.objects.create(locale="en")
        return id(connections["default"])

    used = await asyncio.gather(*(in_database(use) for _ in range(50)))
    assert len(set(used)) <= database._threads._max_workers
    assert await in_database(Conversation.objects.count) == 50


async def test_a_connection_that_failed_is_not_used_again():
    """The next call of that thread opens another."""
    seen = []

    def fail():
        seen.append(connections["default"])
        with connection.cursor() as cursor:
            cursor.execute("select nothing from nowhere")

    with pytest.raises(DatabaseError):
        await in_database(fail)
    assert seen[0].connection is None


async def test_also_when_the_call_fails():
    """And the error comes through."""
    seen = []

    def fail():
        Conversation.objects.count()
        seen.append(connections["default"])
        raise KeyError("x")

    with pytest.raises(KeyError):
        await in_database(fail)
    assert is_let_go(seen[0])


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
    used, open_while_waiting = [], []
    let_go = database._and_let_go

    def watch(call, *args, **kwargs):
        used.append(connections["default"])
        return let_go(call, *args, **kwargs)

    monkeypatch.setattr(database, "_and_let_go", watch)
    provider = script("Closing takes 38 minutes [S1].", delay=60)

    async def look(connection):
        await connection.until(lambda: provider.open_streams == 1)
        open_while_waiting.extend(wrapper for wrapper in used if not is_let_go(wrapper))
        connection.leave()

    connected(look)
    assert len(used) >= 2 and open_while_waiting == []
    assert Turn.objects.get().status == "abandoned"


def test_no_thread_is_kept_for_a_stream_that_waits(script):
    """Django has one for the synchronous middlewares of every request; the stream lets it go, with its connection."""
    provider = script("Closing takes 38 minutes [S1].", delay=60)
    kept = []

    async def look(connection):
        await connection.until(lambda: provider.open_streams == 1)
        kept.extend(SyncToAsync.context_to_thread_executor.values())
        connection.leave()

    connected(look)
    assert kept == []
    assert Turn.objects.get().status == "abandoned"


async def test_a_connection_of_the_requests_own_thread_is_let_go_with_it():
    """A middleware that looked into the database, for a session, holds nothing while the provider is waited for."""
    seen = []

    def use():
        Conversation.objects.count()
        seen.append((threading.current_thread(), connections["default"]))

    async with ThreadSensitiveContext():
        await sync_to_async(use)()
        await let_request_thread_go()
        thread, wrapper = seen[0]
        await asyncio.to_thread(thread.join, 10)
        assert not thread.is_alive() and wrapper.connection is None
        await sync_to_async(use)()  # what comes later gets another
        assert seen[1][0] is not thread
        await sync_to_async(connections.close_all)()


async def test_without_a_thread_of_its_own_nothing_is_let_go():
    """The command and Django's test client share one with everybody: their connections are theirs."""
    await let_request_thread_go()
    assert await Conversation.objects.acount() == 0
    await sync_to_async(connections.close_all)()
