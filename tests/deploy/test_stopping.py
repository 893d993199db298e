"""The server is told to stop while answers are open: providers are closed and turns written first, then it goes."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, closing

from tests.live.reading import read_until

from .conftest import LIMITS
from .fronts import BEGUN, DIRECT, SENTENCE, Front, names, proxy

#: The grace of open answers (``config.server_stop``), and as much again for a machine that is busy.
SOON = 10


def open_answers(front: Front, provider, opened: ExitStack):
    """Three answers: one without a word from the provider yet, one in the middle, one whose reader does not read."""
    calls, connections = [], []
    for said in ("", SENTENCE + BEGUN, SENTENCE * 200 + BEGUN):
        connection = opened.enter_context(front.asked(room=2304 if len(said) > 1000 else 0))
        read_until(connection, b"event: start")
        call = provider.next_call()
        if said:
            call.say(said)
        if said and len(said) < 1000:
            read_until(connection, b"event: text")
        calls.append(call)
        connections.append(connection)
    return calls, connections


def read_to_the_end(connection: socket.socket) -> None:
    """Every reader is told that no more comes: the connection is closed, or a proxy that keeps it says so in it."""
    got = b""
    while not got.endswith(b"0\r\n\r\n") and (chunk := connection.recv(65536)):
        got += chunk


def test_every_open_answer_is_ended_and_written(serve, provider, certificate, tmp_path):
    """Through every proxy at once, with somebody beside them who has not sent the whole of a question yet."""
    site = serve(**provider.environment, **LIMITS)
    with ExitStack() as opened:
        fronts = [Front(DIRECT, site)]
        for name in names():
            if name != DIRECT:
                started = opened.enter_context(proxy(name, tmp_path / "fronts", certificate, site.port))
                fronts.append(Front(name, site, started, certificate))
        # Daphne itself stumbles over such a one, and then cancels nobody.
        half = opened.enter_context(closing(socket.create_connection(("127.0.0.1", site.port))))
        half.sendall(fronts[0].request()[:-10])
        calls, connections = [], []
        for front in fronts:
            more_calls, more_connections = open_answers(front, provider, opened)
            calls += more_calls
            connections += more_connections
        assert [turn["status"] for turn in fronts[0].turns()] == ["open"] * len(calls)

        asked_to_stop = time.monotonic()
        site.process.terminate()
        closed = [call.wait_closed() - asked_to_stop for call in calls]
        assert site.process.wait(SOON) is not None
        assert max(closed) < SOON
        for connection in connections:
            read_to_the_end(connection)

    turns = fronts[0].turns()
    assert [turn["status"] for turn in turns] == ["abandoned"] * len(calls)
    assert all(turn["settled_at"] and turn["cost_micros"] > 0 for turn in turns)
    assert fronts[0].money()[1] == 0


def test_a_server_without_open_answers_stops_at_once(serve):
    """No grace is waited for where there is nobody to be graceful to."""
    site = serve()
    front = Front(DIRECT, site)
    with front.asked(question="How do I cook rice?") as connection:
        read_until(connection, b"event: done")
    began = time.monotonic()
    site.process.terminate()
    site.process.wait(SOON)
    assert time.monotonic() - began < 5
