"""Fetching ends: nothing gets past its limits of size and time, and what is no whole answer is none."""

from __future__ import annotations

import gzip
import socket
import threading
import tracemalloc
import zlib

import pytest

from corpus.loaders.connecting import Deadline, OutOfTime
from corpus.loaders.fetching import FetchFailed, inflated
from tests.servers.pages import Handler, Reply

from .web import MEGABYTE, endless, failure


def test_a_body_of_a_hundred_megabytes_is_cut_at_the_limit(server, fetcher):
    """Declared or not, and memory stays in proportion to the limit."""
    sent = 0

    def answer(handler: Handler) -> None:
        nonlocal sent
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        for _ in range(100):
            sent += handler.wfile.write(b"x" * MEGABYTE)

    server.answers["/big"] = answer
    asking = fetcher(page_bytes=2 * MEGABYTE)
    tracemalloc.start()
    assert failure(asking, f"{server.url}/big") == "it is larger than 2 MB"
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 12 * MEGABYTE
    assert sent < 50 * MEGABYTE


def test_a_declared_length_beyond_the_limit_is_not_waited_for(server, fetcher):
    """Not a byte of it."""

    def answer(handler: Handler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
        handler.pages.stopping.wait(30)

    server.answers["/big"] = answer
    assert failure(fetcher(), f"{server.url}/big") == "it is larger than 5 MB"


def test_a_compressed_bomb_is_cut_at_the_limit(server, fetcher):
    """It is never uncompressed beyond that: 50 MB in 50 kB."""
    bomb = gzip.compress(b"\0" * 50 * MEGABYTE)
    headers = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    server.answers["/bomb"] = Reply(bomb, headers=headers)
    tracemalloc.start()
    assert failure(fetcher(page_bytes=MEGABYTE), f"{server.url}/bomb") == "it is larger than 1 MB"
    with pytest.raises(FetchFailed, match="larger than 1 MB"):
        inflated(bomb, MEGABYTE)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * MEGABYTE


def test_compressed_pages_are_read(server, fetcher):
    """In several members too; what is cut short or compressed in another way is an error."""
    gzipped = {"Content-Encoding": "gzip"}
    server.answers["/zip"] = Reply(gzip.compress(b"A pa") + gzip.compress(b"ge."), headers=gzipped)
    server.answers["/cut"] = Reply(gzip.compress(b"A page." * 99)[:-9], headers=gzipped)
    server.answers["/br"] = Reply(b"x", headers={"Content-Encoding": "br"})
    asking = fetcher()
    assert asking.page(f"{server.url}/zip").body == b"A page."
    assert "broken gzip" in failure(asking, f"{server.url}/cut")
    assert "not asked for" in failure(asking, f"{server.url}/br")


@pytest.mark.parametrize("piece", [b"x", b"1\r\nx\r\n"])
def test_a_page_that_drips_ends_when_its_time_is_up(server, fetcher, piece):
    """A byte now and then keeps no connection, whether in the body or in the headers."""

    def drip(start: bytes):
        def answer(handler: Handler) -> None:
            handler.wfile.write(start)
            while not handler.pages.stopping.wait(0.02):
                handler.wfile.write(piece)

        return answer

    chunked = b"Transfer-Encoding: chunked\r\n" if b"\r" in piece else b""
    server.answers["/body"] = drip(b"HTTP/1.1 200 OK\r\n" + chunked + b"\r\n")
    server.answers["/headers"] = drip(b"HTTP/1.1 200 OK\r\nX-Long: ")
    server.answers["/silence"] = lambda handler: handler.pages.stopping.wait(30) and None
    asking = fetcher(page_seconds=0.25)
    for path in ("/body", "/headers", "/silence"):
        assert failure(asking, f"{server.url}{path}") == "it took longer than 0.25 seconds"


def test_a_page_without_end_is_cut(server, fetcher):
    """Its headers as well."""
    server.answers["/body"] = endless(b"x" * 10_000)
    server.answers["/headers"] = endless(b"X-A: b\r\n", "X-Start: a")
    asking = fetcher(page_bytes=MEGABYTE)
    assert failure(asking, f"{server.url}/body") == "it is larger than 1 MB"
    assert "no HTTP" in failure(asking, f"{server.url}/headers")


def test_the_time_for_the_whole_load_is_limited(server, fetcher):
    """What is left of it is all that a page has."""
    asking = fetcher(seconds=0)
    assert asking.is_out_of_time
    assert "the time for the whole load is up" in failure(asking, f"{server.url}/a")


def test_a_deadline_cuts_what_it_watches_and_nothing_after_it_was_left():
    """Also a socket that is watched too late."""
    before = set(threading.enumerate())
    ours, theirs = socket.socketpair()
    with ours, theirs:
        with Deadline(30) as deadline:
            deadline.watch(ours)
        assert theirs.send(b"x") == 1 and ours.recv(1) == b"x"
        with Deadline(0.01) as deadline:
            deadline.watch(ours)
            assert ours.recv(1) == b""
            with pytest.raises(OutOfTime):
                deadline.watch(ours)
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize("answer", [b"no HTTP at all\r\n\r\n", b"", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"])
def test_what_is_no_whole_answer_is_an_error(server, fetcher, answer):
    """Nothing of it is used."""
    server.answers["/x"] = lambda handler: handler.wfile.write(answer) and None
    assert "no HTTP" in failure(fetcher(), f"{server.url}/x")


def test_only_what_can_be_read_is_asked_for(server, fetcher):
    """A server that compresses in every way that it is asked for, and in no other, is understood."""
    ways = {"gzip": gzip.compress, "x-gzip": gzip.compress, "deflate": zlib.compress, "identity": bytes}
    asked: list[str] = []

    def answer(handler: Handler) -> None:
        way = asked[-1]
        handler.reply(Reply(ways[way](b"A page."), headers={"Content-Encoding": way}))

    server.answers["/a"] = answer
    fetcher().page(server.url + "/robots.txt")
    _path, headers = server.asked[-1]
    names = [part.partition(";")[0].strip() for part in headers["accept-encoding"].split(",")]
    assert names and set(names) <= set(ways)
    for name in names:
        asked.append(name)
        assert fetcher().page(f"{server.url}/a").body == b"A page."


@pytest.mark.parametrize("coding", ["br", "zstd", "compress", "gzip, br", "br, gzip"])
def test_what_was_not_asked_for_is_not_read(server, fetcher, coding):
    """Whatever a server sends nonetheless."""
    server.answers["/a"] = Reply(b"x", headers={"Content-Encoding": coding})
    assert "not asked for" in failure(fetcher(), f"{server.url}/a")
