"""Streams of all processes together (spec 2, §1): the limit is exact, and a killed process gives slots back."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from assistant import shared_slots
from assistant.models import SharedSlot
from assistant.ratelimit import stream_slots
from assistant.shared_slots import release, take

from .asking import ask


@pytest.fixture(autouse=True)
def _limit(settings: Any) -> None:
    settings.ASSISTANT_MAX_STREAMS_TOTAL = 3


def holders() -> int:
    """How many slots are taken."""
    return SharedSlot.objects.filter(lapses_at__gt=timezone.now()).count()


@pytest.mark.django_db
class TestTake:
    def test_as_many_as_allowed_and_no_more(self) -> None:
        """The fourth is told that the site is busy."""
        assert [take(uuid.uuid4()) for _ in range(4)] == [True, True, True, False]

    def test_a_slot_that_is_given_back_is_taken_again(self) -> None:
        """By whom it was taken, and nobody else's."""
        mine = uuid.uuid4()
        take(mine)
        take(uuid.uuid4())
        take(uuid.uuid4())
        release(mine)
        assert holders() == 2
        assert take(uuid.uuid4())
        release(mine)
        assert holders() == 3

    def test_a_killed_process_gives_its_slots_back_in_time(self) -> None:
        """As late as its turns are stale: nothing else says that it is dead."""
        for _ in range(3):
            take(uuid.uuid4())
        assert not take(uuid.uuid4())
        SharedSlot.objects.update(lapses_at=timezone.now() - timedelta(seconds=1))
        assert take(uuid.uuid4())

    def test_a_raised_limit_makes_room_and_a_lowered_one_takes_it(self, settings: Any) -> None:
        """At once, without a command."""
        for _ in range(3):
            take(uuid.uuid4())
        settings.ASSISTANT_MAX_STREAMS_TOTAL = 4
        assert [take(uuid.uuid4()), take(uuid.uuid4())] == [True, False]
        release(SharedSlot.objects.get(number=4).holder)
        settings.ASSISTANT_MAX_STREAMS_TOTAL = 2
        assert not take(uuid.uuid4())


@pytest.mark.django_db(transaction=True)
def test_of_twelve_at_once_exactly_three_are_let_in() -> None:
    """No race, in neither direction."""
    take(uuid.uuid4())  # the rows are there
    SharedSlot.objects.update(lapses_at=shared_slots.FREE)
    connection.close()
    start = threading.Barrier(12, timeout=60)
    let_in: list[bool] = []

    def run() -> None:
        connection.ensure_connection()
        start.wait()
        try:
            let_in.append(take(uuid.uuid4()))
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(let_in), sum(let_in)) == (12, 3)


@pytest.fixture
def given_back(monkeypatch: pytest.MonkeyPatch) -> list[uuid.UUID]:
    """Who has given a slot back; in the test's own thread, which sees the test's own transaction."""
    gone: list[uuid.UUID] = []

    def give_back(*holders: uuid.UUID) -> None:
        gone.extend(holders)

    async def here(call: Callable[..., Any], *args: Any) -> Any:
        from asgiref.sync import sync_to_async

        return await sync_to_async(call)(*args)

    monkeypatch.setattr(shared_slots, "give_back", give_back)
    monkeypatch.setattr(shared_slots, "in_database", here)
    return gone


@pytest.mark.django_db
class TestAsking:
    def test_an_answer_takes_a_slot_and_gives_it_back(self, script: Any, given_back: list[uuid.UUID]) -> None:
        """Once."""
        script("Closing takes 38 minutes [S1].")
        assert ask().the("done")["status"] == "answered"
        assert given_back == [SharedSlot.objects.get(holder__isnull=False).holder]

    def test_without_room_the_question_is_refused_before_any_stream(
        self, script: Any, given_back: list[uuid.UUID]
    ) -> None:
        """429 with Retry-After, and this process keeps no place for it."""
        script("Closing takes 38 minutes [S1].")
        for _ in range(3):
            take(uuid.uuid4())
        reply = ask()
        assert (reply.status, reply.json["code"]) == (429, "busy")
        assert int(reply.headers["Retry-After"]) > 0
        assert stream_slots.taken == 0
        assert given_back == []  # it had none

    def test_without_the_setting_nothing_is_read_or_written(
        self, script: Any, settings: Any, given_back: list[uuid.UUID]
    ) -> None:
        """One process needs none of it."""
        settings.ASSISTANT_MAX_STREAMS_TOTAL = None
        script("Closing takes 38 minutes [S1].")
        assert ask().the("done")["status"] == "answered"
        assert given_back == []
        assert not SharedSlot.objects.exists()

    def test_with_the_database_away_the_question_passes(
        self, script: Any, given_back: list[uuid.UUID], monkeypatch: pytest.MonkeyPatch, caplog: Any
    ) -> None:
        """Its answer says so itself; the log says the kind of failure and no address."""

        def broken(holder: uuid.UUID) -> bool:
            raise OperationalError("postgresql://user:secret@host")

        monkeypatch.setattr(shared_slots, "take", broken)
        script("Closing takes 38 minutes [S1].")
        assert ask().the("done")["status"] == "answered"
        assert "OperationalError" in caplog.text
        assert "secret" not in caplog.text
