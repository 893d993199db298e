"""Fetching is polite: it keeps to robots.txt, waits, and keeps its connection."""

from __future__ import annotations

import socket
import time

import pytest

from tests.servers.pages import Handler, Reply

from .web import endless, failure, redirects


def test_what_robots_txt_disallows_is_not_fetched(server, fetcher):
    """For us by name, with wildcards, and also where a redirect leads there."""
    server.answers["/robots.txt"] = Reply(
        "User-agent: *\nDisallow: /\n\n"
        "User-agent: SiteAssistant\nDisallow: /private\nDisallow: /*.php$\nAllow: /private/a\n"
    )
    server.answers["/private/a"] = "Allowed."
    asking = fetcher()
    assert asking.page(f"{server.url}/a").status == 200
    assert asking.page(f"{server.url}/private/a").status == 200
    for path in ("/private/b", "/x.php"):
        assert failure(asking, f"{server.url}{path}") == "robots.txt disallows it"
    assert failure(asking, redirects(server, "/go", "/private/b")) == "robots.txt disallows it"
    assert [path for path, _headers in server.asked].count("/robots.txt") == 1


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_robots_txt_that_cannot_be_had_allows_nothing(server, fetcher, status):
    """It may say anything."""
    server.answers["/robots.txt"] = Reply("", status)
    assert failure(fetcher(), f"{server.url}/a") == f"robots.txt could not be read: the server answers {status}"


@pytest.mark.parametrize(
    "answer", [Reply("", 404), Reply("", 403), "<html>Not found</html>", Reply(b"\xff\0\xfe" * 99)]
)
def test_a_robots_txt_that_says_nothing_allows_everything(server, fetcher, answer):
    """Missing, a page, garbage."""
    server.answers["/robots.txt"] = answer
    assert fetcher().page(f"{server.url}/a").status == 200


def test_a_robots_txt_without_end_is_read_up_to_a_limit(server, fetcher):
    """What stands in front of it holds."""
    server.answers["/robots.txt"] = endless(b"User-agent: *\nDisallow: /private\n" + b"#" * 9999 + b"\n")
    asking = fetcher()
    assert asking.page(f"{server.url}/a").status == 200
    assert failure(asking, f"{server.url}/private") == "robots.txt disallows it"


@pytest.mark.parametrize(("delay", "waited"), [("2", 2), ("3600", 10), ("nonsense", 0.5), ("nan", 0.5)])
def test_a_crawl_delay_is_waited_for_within_reason(server, fetcher, pauses, delay, waited):
    """At most ten seconds, and never less than the pause of our own."""
    server.answers["/robots.txt"] = f"User-agent: *\nCrawl-delay: {delay}\n"
    asking = fetcher(pause=0.5)
    asking.page(f"{server.url}/a")
    asking.page(f"{server.url}/a")
    assert len(pauses) == 2
    assert all(waited - 0.4 < pause <= waited for pause in pauses)


def test_a_busy_server_is_asked_once_more_when_it_says_when(server, fetcher, pauses):
    """Not when that is too long, nor when it does not say."""
    busy = iter([Reply("", 503, {"Retry-After": "2"}), Reply("Now.")])
    server.answers["/a"] = lambda handler: handler.reply(next(busy))
    server.answers["/later"] = Reply("", 429, {"Retry-After": "3600"})
    server.answers["/never"] = Reply("", 503, {"Retry-After": "soon"})
    asking = fetcher()
    assert asking.page(f"{server.url}/a").body == b"Now."
    assert pauses == [2]
    assert asking.page(f"{server.url}/later").status == 429
    assert asking.page(f"{server.url}/never").status == 503
    assert pauses == [2]


def test_a_connection_is_kept_for_the_next_page_and_renewed_when_it_has_ended(server, fetcher):
    """One connection for pages that follow one another."""
    connections = set()

    def answer(handler: Handler) -> None:
        connections.add(handler.client_address)
        handler.close_connection = False
        handler.reply(Reply("A page."))

    server.answers["/a"] = answer
    asking = fetcher()
    for _ in range(3):
        assert asking.page(f"{server.url}/a").status == 200
    assert len(connections) == 1
    for kept in asking._pools.values():
        held = kept.pool.get_nowait()
        held.sock.shutdown(socket.SHUT_RDWR)
        kept.pool.put_nowait(held)
    assert asking.page(f"{server.url}/a").status == 200
    assert len(connections) == 2
    assert time.monotonic() < asking._ends
