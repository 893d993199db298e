"""A reader who leaves ends everything: the provider's stream, the turn, the reservation, the place in the queue."""

from __future__ import annotations

import asyncio
import gc

import pytest

from assistant import views
from assistant.models import MonthlySpend, Turn
from assistant.providers.base import TextDelta
from assistant.ratelimit import stream_slots

from .asking import connected

pytestmark = pytest.mark.django_db(transaction=True)

ANSWER = "Closing takes 38 minutes [S1]. It opened in 2019 [S1]. It cost €14.5 million [S2]."


@pytest.fixture
def paid(script, settings):
    """A scripted provider that costs money."""
    settings.ASSISTANT_PRICES = {"model-a": [1, 1]}
    settings.ASSISTANT_MONTHLY_CAP = 1

    def choose(text, **options):
        provider = script(text, **options)
        provider.paid, provider.model = True, "model-a"
        return provider

    return choose


def settled() -> bool:
    """Nothing is reserved, and what was sent is paid for."""
    month = MonthlySpend.objects.get()
    return month.reserved_micros == 0 and month.spent_micros == Turn.objects.get().cost_micros > 0


def test_left_while_waiting_for_the_provider(paid):
    """Nothing was released yet: the provider is closed, the turn abandoned, the prompt paid for."""
    provider = paid(ANSWER, delay=60)

    async def leave(connection):
        await connection.until(lambda: provider.open_streams == 1)
        connection.leave()

    connected(leave)
    assert provider.closed
    turn = Turn.objects.get()
    assert (turn.status, turn.sentences) == ("abandoned", [])
    assert settled()
    assert stream_slots.taken == 0


class Stalling:
    """Says a sentence and a half, then keeps silent for ever."""

    name, model, company, paid = "stalling", "model-a", "", True
    closed = False

    async def stream(self, prompt):
        try:
            yield TextDelta("Closing takes 38 minutes [S1]. It opened")
            await asyncio.Event().wait()
        finally:
            self.closed = True


def test_left_after_a_sentence(paid, monkeypatch):
    """What was released is recorded, with its source."""
    paid(ANSWER)
    provider = Stalling()
    monkeypatch.setattr(views, "get_provider", lambda: provider)

    async def leave(connection):
        await connection.until(lambda: b"event: text" in connection.body)
        connection.leave()

    connected(leave)
    assert provider.closed
    turn = Turn.objects.get()
    assert (turn.status, turn.answer) == ("abandoned", "Closing takes 38 minutes.")
    assert [source.number for source in turn.sources.all()] == [1]
    assert settled()


@pytest.mark.parametrize("reads", [1, 2, 3])
def test_left_while_the_server_was_blocked_in_a_send(paid, reads):
    """A reader whose buffer is full: the generator is not resumed by the server, and ends all the same."""
    provider = paid(ANSWER * 50, size=20)

    async def leave(connection):
        await connection.blocked.wait()
        connection.leave()

    connected(leave, reads=reads)
    assert not provider.prompts or provider.closed
    assert all(turn.status == "abandoned" for turn in Turn.objects.all())
    assert all(month.reserved_micros == 0 for month in MonthlySpend.objects.all())
    assert stream_slots.taken == 0


def test_left_before_the_first_byte(paid):
    """Blocked in the very first send: nothing was opened that would have to be closed."""
    provider = paid(ANSWER)

    async def leave(connection):
        await connection.blocked.wait()
        connection.leave()

    connected(leave, reads=0)
    gc.collect()
    assert not provider.prompts or provider.closed
    assert not Turn.objects.filter(status="open").exists()
    assert all(month.reserved_micros == 0 for month in MonthlySpend.objects.all())
    assert stream_slots.taken == 0


def test_left_while_the_turn_was_being_opened(paid, monkeypatch):
    """A database call is not torn: the turn that it opened is closed."""
    import threading

    from assistant import turns

    provider = paid(ANSWER)
    opening, go_on = threading.Event(), threading.Event()
    opened = turns.OpenTurn.open

    def slow(self):
        opening.set()
        go_on.wait(10)
        opened(self)

    monkeypatch.setattr(turns.OpenTurn, "open", slow)

    async def leave(connection):
        await connection.until(opening.is_set)
        connection.leave()
        await asyncio.sleep(0.01)
        go_on.set()

    connected(leave)
    assert provider.prompts == []
    assert Turn.objects.get().status == "abandoned"


def test_read_to_the_end_on_the_same_way(script):
    """The handler that these tests use does answer."""
    provider = script(ANSWER)

    async def stay(connection):
        await connection.until(lambda: b"event: done" in connection.body)

    connected(stay)
    assert provider.closed
    assert Turn.objects.get().status == "answered"
    assert stream_slots.taken == 0


def test_a_stream_that_nobody_iterates_gives_its_place_back(script):
    """The client left between the view and the first byte: no ``close`` comes, the place is free all the same."""
    import json

    from django.test import AsyncRequestFactory

    from assistant.views import ask

    script(ANSWER)

    async def lose_response():
        body = json.dumps({"question": "How long?", "locale": "en"})
        request = AsyncRequestFactory().post("/assistant/ask", body, content_type="application/json")
        response = await ask(request)
        assert stream_slots.taken == 1
        del response

    asyncio.run(lose_response())
    gc.collect()
    assert stream_slots.taken == 0
    assert not Turn.objects.exists()
