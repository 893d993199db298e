"""Live feed (spec 2, §6): staff who may see withheld turns hear of each at once, and of no text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser, User

from assistant import consumers
from assistant.consumers import announce
from assistant.routing import websocket_urlpatterns

from .rows import staff, withheld

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def watch() -> Any:
    """``watch(user)`` opens the feed as that user; all are closed after the test."""
    opened: list[WebsocketCommunicator] = []

    def start(user: Any) -> WebsocketCommunicator:
        communicator = WebsocketCommunicator(URLRouter(websocket_urlpatterns), "/ws/assistant/withheld/")
        communicator.scope["user"] = user
        opened.append(communicator)
        return communicator

    yield start
    for communicator in opened:
        await communicator.disconnect()


Watch = Callable[[Any], WebsocketCommunicator]
on_a_thread: Callable[..., Callable[..., Awaitable[Any]]] = sync_to_async


@pytest.mark.parametrize("group", ["owner", "editor"])
async def test_staff_hear_ids_reasons_length_and_time(watch: Watch, group: str) -> None:
    """And nothing that a visitor or a model wrote."""
    feed = watch(await on_a_thread(staff)(group))
    assert (await feed.connect())[0]
    row = await on_a_thread(withheld)(reasons=("voice",))
    await on_a_thread(announce)(row)
    said = await feed.receive_json_from()
    assert said == {"id": row.pk, "reasons": ["voice"], "length": 143, "withheld_at": row.withheld_at.isoformat()}


@pytest.mark.parametrize("kind", ["visitor", "no permission", "not staff", "left"])
async def test_everybody_else_is_refused_before_the_handshake(watch: Watch, kind: str) -> None:
    """A session is not enough, and neither is one half of the right."""

    def person() -> User | AnonymousUser:
        if kind == "visitor":
            return AnonymousUser()
        user = staff("" if kind == "no permission" else "owner")
        if kind == "not staff":
            User.objects.filter(pk=user.pk).update(is_staff=False)
        if kind == "left":
            User.objects.filter(pk=user.pk).update(is_active=False)
        return user

    connected, _ = await watch(await on_a_thread(person)()).connect()
    assert not connected


async def test_who_loses_the_permission_hears_no_more(watch: Watch) -> None:
    """The session was read when the socket opened; the permission is read each time."""
    user = await on_a_thread(staff)("owner")
    feed = watch(user)
    await feed.connect()
    await on_a_thread(user.groups.clear)()
    await on_a_thread(announce)(await on_a_thread(withheld)())
    assert (await feed.receive_output())["type"] == "websocket.close"


async def test_what_a_client_sends_is_ignored(watch: Watch) -> None:
    """No nonsense ends the feed."""
    feed = watch(await on_a_thread(staff)("owner"))
    await feed.connect()
    await feed.send_to(text_data="{not json")
    await feed.send_to(bytes_data=b"\xff")
    row = await on_a_thread(withheld)()
    await on_a_thread(announce)(row)
    assert (await feed.receive_json_from())["id"] == row.pk


def test_an_answer_does_not_fail_because_nobody_could_be_told(monkeypatch: Any, caplog: Any) -> None:
    """The layer is away: a line in the log, without its address."""

    class Away:
        async def group_send(self, *args: Any) -> None:
            raise ConnectionError("redis://:secret@layer")

    monkeypatch.setattr(consumers, "get_channel_layer", Away)
    announce(withheld())
    assert "ConnectionError" in caplog.text
    assert "secret" not in caplog.text
