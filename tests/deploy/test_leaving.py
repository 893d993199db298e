"""Who leaves ends the bill: the provider's stream is closed, wherever the answer stands and whatever stands between."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from urllib.parse import urlencode

import pytest

from tests.live.reading import read_until, wait_for

from .fronts import BEGUN, QUESTION, SENTENCE, Front, waiting_bytes
from .http2 import Http2

#: So many bytes wait in a reader that does not read; the kernel takes no less.
LITTLE = 2304


def recorded(front: Front, said: int) -> None:
    """The last turn is stored as abandoned with so many sentences, and it is paid for; nothing stays reserved."""
    wait_for(lambda: front.last_turn()["status"] != "open" and front.last_turn()["settled_at"])
    turn = front.last_turn()
    assert turn["status"] == "abandoned"
    assert turn["sentences"].count("18.4 million") == said
    assert turn["cost_micros"] > 0
    assert front.money()[1] == 0


def test_while_the_provider_has_not_answered_yet(front, provider):
    """Not even the head of its response has come."""
    with front.asked() as connection:
        read_until(connection, b"event: start")
        call = provider.next_call()
        assert not call.closed.is_set()
    call.wait_closed()
    recorded(front, said=0)


def test_while_the_provider_is_silent(front, provider):
    """In the middle of an answer, between two pieces; what was released is kept."""
    with front.asked() as connection:
        call = provider.next_call()
        call.say(SENTENCE + BEGUN)
        read_until(connection, b"event: text")
        assert not call.closed.is_set()
        assert front.last_turn()["status"] == "open"
    call.wait_closed()
    recorded(front, said=1)


def test_while_the_server_is_blocked_in_a_send(front, provider):
    """The reader has stopped reading, what was sent waits in the kernel, and then it leaves."""
    with front.asked(room=LITTLE) as connection:
        call = provider.next_call()
        read_until(connection, b"event: start")
        call.say(SENTENCE * 200 + BEGUN)
        wait_for(lambda: waiting_bytes(front.port) > 0)
        assert not call.closed.is_set()
    call.wait_closed()
    wait_for(lambda: front.last_turn()["status"] == "abandoned" and front.last_turn()["settled_at"])
    assert front.money()[1] == 0


def test_before_the_first_byte(front, provider):
    """Five clients that are gone as soon as they have asked: whatever was opened for them is closed."""
    for _ in range(5):
        with front.asked():
            pass
    with front.asked() as connection:
        # What was asked after them is answered: they have been dealt with.
        read_until(connection, b"event: start")
        wait_for(lambda: [turn["status"] for turn in front.turns()].count("open") == 1)
        calls = [provider.next_call()]
        while not provider.calls.empty():
            calls.append(provider.calls.get())
        assert [call.closed.is_set() for call in calls].count(False) <= 1
    for call in calls:
        call.wait_closed()
    wait_for(lambda: "open" not in [turn["status"] for turn in front.turns()])
    wait_for(lambda: front.money()[1] == 0)


def left_while_the_database_is_locked(front: Front) -> bool:
    """Whether the turn of a reader who left meanwhile had begun to be opened: then it is stored once it can be."""
    before = len(front.turns())
    with closing(sqlite3.connect(front.site.database, isolation_level=None, timeout=20)) as blocking:
        blocking.execute("begin immediate")
        with front.asked() as connection:
            read_until(connection, b": ok")
            time.sleep(0.05)  # nothing outside tells that it has begun; where it has not, the test tries again
        blocking.execute("rollback")
    deadline = time.monotonic() + 3
    while len(front.turns()) == before and time.monotonic() < deadline:
        time.sleep(0.02)
    return len(front.turns()) > before


def test_while_the_turn_waits_for_the_database(front, provider):
    """What was being written when the reader left is written, and closed."""
    assert any(left_while_the_database_is_locked(front) for _ in range(5))
    wait_for(lambda: front.last_turn()["status"] != "open")
    assert front.last_turn()["status"] == "abandoned"
    while not provider.calls.empty():
        provider.calls.get().wait_closed()


def test_a_stopped_answer_ends_while_its_http_2_connection_stays(proxied, provider):
    """The Stop button of a browser resets one stream, and nothing is closed that a server could notice."""
    with closing(Http2(proxied)) as client:
        client.ask()
        call = provider.next_call()
        call.say(SENTENCE + BEGUN)
        client.read_until(b"event: text")
        client.reset()
        call.wait_closed()
        recorded(proxied, said=1)
        client.ask()
        again = provider.next_call()
        again.say(SENTENCE)
        again.finish()
        client.read_until(b"event: done")


@pytest.mark.parametrize("how", ["reset", "half closed"])
def test_however_the_connection_ends(front, provider, how):
    """A reset, and a client that only says that it will send no more: it has asked all that it could."""
    import socket
    import struct

    with front.asked() as connection:
        call = provider.next_call()
        call.say(SENTENCE + BEGUN)
        read_until(connection, b"event: text")
        if how == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
        else:
            connection.shutdown(socket.SHUT_WR)
        call.wait_closed()
    recorded(front, said=1)


def test_who_leaves_the_form_without_scripts(front, provider):
    """It is answered as a whole at the end, and is left like a stream."""
    content = urlencode({"question": QUESTION, "locale": "en"}).encode()
    head = (
        f"POST /ask/ HTTP/1.1\r\nHost: {front.host}\r\nContent-Length: {len(content)}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nAccept: text/html\r\n\r\n"
    )
    with closing(front.connect()) as connection:
        connection.sendall(head.encode() + content)
        call = provider.next_call()
        call.say(SENTENCE + BEGUN)
        wait_for(lambda: front.last_turn()["status"] == "open")
    call.wait_closed()
    wait_for(lambda: front.last_turn()["status"] != "open" and front.last_turn()["settled_at"])
    assert front.last_turn()["status"] == "abandoned"
