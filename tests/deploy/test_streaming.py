"""An answer arrives as it comes, sentence by sentence, whatever stands between."""

from __future__ import annotations

from contextlib import closing

import pytest

from tests.live.reading import events, read_all, read_until, wait_for

from .fronts import SENTENCE, names
from .http2 import Http2


def test_each_sentence_arrives_before_the_next_one_is_written(front, provider):
    """The provider waits for the reader: were events held back, neither would get any further."""
    with front.asked() as connection:
        got = read_until(connection, b"event: start")
        call = provider.next_call()
        for count in (1, 2, 3):
            call.say(SENTENCE + "The ")
            while got.count(b"event: text") < count:
                got += read_until(connection, b"event: text")
        call.finish()
        read_until(connection, b"event: done")
    assert b"text/event-stream" in got and b"no-transform" in got
    assert b"content-encoding" not in got.lower()


def test_the_first_byte_comes_before_the_provider_has_said_anything(front, provider):
    """A reader learns at once that the question has arrived."""
    with front.asked() as connection:
        assert b"200" in read_until(connection, b": ok").partition(b"\r\n")[0]
        provider.next_call().finish()


def test_a_client_of_http_1_0_is_served(front, provider):
    """No chunks: the end of the connection is the end of the answer."""
    with front.asked(version="1.0") as connection:
        call = provider.next_call()
        call.say(SENTENCE)
        call.finish()
        raw = read_all(connection)
    assert b"chunked" not in raw.lower()
    assert [name for name, _ in events(raw)] == ["start", "text", "done"]


@pytest.mark.parametrize("name", [name for name in names() if "Caddy" not in name])
def test_a_client_of_http_1_0_without_a_host_is_served(every_front, provider, name):
    """That version knows no such header. (Caddy knows its sites by it alone.)"""
    front = every_front[name]
    with front.asked(version="1.0", headers={"Host": ""}) as connection:
        call = provider.next_call()
        call.say(SENTENCE)
        call.finish()
        raw = read_all(connection)
    assert [name for name, _ in events(raw)] == ["start", "text", "done"]


def test_a_client_that_keeps_its_connection_asks_twice_on_it(front, provider):
    """The end of an answer is marked in the stream, so the next question finds the connection open."""
    with closing(front.connect()) as connection:
        for _ in range(2):
            connection.sendall(front.request())
            call = provider.next_call()
            call.say(SENTENCE)
            call.finish()
            raw = read_until(connection, b"\r\n0\r\n\r\n")
            assert [name for name, _ in events(raw)] == ["start", "text", "done"]


def test_a_reader_of_http_2_gets_it_sentence_by_sentence(proxied, provider):
    """What browsers speak to a proxy."""
    with closing(Http2(proxied)) as client:
        client.ask()
        call = provider.next_call()
        client.read_until(b"event: start")
        call.say(SENTENCE + "The ")
        client.read_until(b"event: text")
        assert wait_for(lambda: proxied.last_turn()["status"] == "open")
        call.finish()
        client.read_until(b"event: done")


@pytest.mark.parametrize("encoding", ["gzip", "br, zstd, gzip"])
def test_no_answer_is_compressed(front, provider, encoding):
    """Compressed, the events would wait for each other."""
    with front.asked(headers={"Accept-Encoding": encoding}) as connection:
        call = provider.next_call()
        call.say(SENTENCE + "The ")
        got = read_until(connection, b"event: text")
        call.finish()
    assert b"content-encoding" not in got.lower()
