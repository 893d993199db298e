"""What else goes through a proxy: pages, static files, large bodies, the admin and its WebSocket, the way to HTTPS."""

from __future__ import annotations

import base64
import gzip
import os
import re
import socket
from contextlib import closing, suppress
from urllib.parse import urlencode

import pytest

from tests.live.reading import read_all, read_until, unchunked
from tests.servers.site import start_site

from .fronts import DIRECT, Front, names, proxy


def get(front: Front, path: str, *, method: str = "GET", body: bytes = b"", **headers: str) -> tuple[bytes, bytes]:
    """Head and body of one response."""
    sent = {"Host": front.host, "Connection": "close", **{name.replace("_", "-"): v for name, v in headers.items()}}
    if body:
        sent["Content-Length"] = str(len(body))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items()), "", ""]
    with closing(front.connect()) as connection:
        connection.sendall("\r\n".join(lines).encode() + body)
        head, _, content = read_all(connection).partition(b"\r\n\r\n")
    return head, unchunked(content) if b"chunked" in head.lower() else content


def status(head: bytes) -> int:
    """The number in the first line."""
    return int(head.split(b" ", 2)[1])


def test_pages_and_static_files_come_through(front):
    """The site serves both itself."""
    head, page = get(front, "/")
    assert status(head) == 200 and b"<assistant-panel" in page
    [style] = set(re.findall(rb'href="(/static/tokens[^"]*\.css)"', page))
    head, content = get(front, style.decode())
    assert status(head) == 200 and b"text/css" in head.lower() and content


def test_pages_are_compressed_for_who_can_read_that(proxied):
    """By the proxy, which leaves answers alone (``test_streaming``)."""
    head, content = get(proxied, "/", Accept_Encoding="gzip")
    assert b"content-encoding: gzip" in head.lower()
    assert b"<assistant-panel" in gzip.decompress(content)


def test_plain_http_is_sent_on_to_https(proxied):
    """With the method kept: a question that was posted is posted again."""
    with closing(socket.create_connection(("127.0.0.1", proxied.proxy.http_port))) as connection:
        connection.sendall(b"GET /articles/?page=2 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        head = read_all(connection)
    assert status(head) == 308
    assert re.search(rb"(?i)location: https://localhost/articles/\?page=2\r", head)


def test_a_question_that_is_too_large_is_refused_in_the_sites_own_words(front):
    """The proxies let through what the site refuses as JSON."""
    question = b'{"question": "' + b"x" * 100_000 + b'"}'
    head, content = get(front, "/assistant/ask", method="POST", body=question, Content_Type="application/json")
    assert status(head) == 413
    assert b'"too_large"' in content


def test_what_is_larger_than_anything_here_stops_at_the_proxy(proxied):
    """Before it costs a worker anything."""
    body = b"x" * 4_000_000
    sent = f"POST /admin/ HTTP/1.1\r\nHost: {proxied.host}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    with closing(proxied.connect()) as connection:
        connection.sendall(sent.encode())
        with suppress(OSError):  # it may not wait for the rest
            connection.sendall(body)
        try:
            head = read_until(connection, b"\r\n")
        except (OSError, AssertionError):
            return
    # Caddy cuts the body off: the admin refuses what is left, or an older Caddy gives up on the worker.
    assert status(head) in (413, 403, 502)


@pytest.fixture(scope="module")
def admin(tmp_path_factory, sample_database, certificate):
    """A site that knows the origins of its proxies, for the forms of the admin."""
    from contextlib import ExitStack

    from tests.servers.ports import free_port

    folder = tmp_path_factory.mktemp("admin")
    with ExitStack() as started:
        port = free_port()
        running = {
            name: started.enter_context(proxy(name, folder / "fronts", certificate, port))
            for name in names()
            if name != DIRECT
        }
        origins = ",".join(f"https://localhost:{one.https_port}" for one in running.values())
        site = start_site(
            folder / "site", sample_database, port=port, ASSISTANT_TRUSTED_PROXIES="1", CSRF_TRUSTED_ORIGINS=origins
        )
        ways = {DIRECT: Front(DIRECT, site)}
        yield ways | {name: Front(name, site, one, certificate) for name, one in running.items()}
        site.stop()


def signed_in(front: Front) -> str:
    """The owner's cookie, by the form of the admin."""
    head, page = get(front, "/admin/login/")
    [token] = re.findall(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)
    [cookie] = re.findall(rb"csrftoken=(\w+)", head)
    fields = {"username": "owner", "password": "owner-of-tests", "csrfmiddlewaretoken": token.decode()}
    head, _ = get(
        front,
        "/admin/login/?next=/admin/",
        method="POST",
        body=urlencode(fields).encode(),
        Content_Type="application/x-www-form-urlencoded",
        Cookie=f"csrftoken={cookie.decode()}",
        Origin=front.origin,
        Referer=f"{front.origin}/admin/login/",
    )
    assert status(head) == 302, head
    [session] = re.findall(rb"sessionid=(\w+)", head)
    return session.decode()


@pytest.mark.parametrize("name", names())
def test_the_owner_signs_in_and_watches_over_a_websocket(admin, name):
    """The handshake passes, for the one who may, from the site's own origin."""
    front = admin[name]
    cookie = signed_in(front)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        "GET /ws/assistant/withheld/ HTTP/1.1",
        f"Host: {front.host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Origin: {front.origin}",
    ]
    for cookies, expected in ((f"Cookie: sessionid={cookie}", 101), ("", 403)):
        with closing(front.connect()) as connection:
            connection.sendall("\r\n".join([*lines, *filter(None, [cookies]), "", ""]).encode())
            assert status(read_until(connection, b"\r\n\r\n")) == expected
