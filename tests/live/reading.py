"""A client that reads an answer's raw bytes from a socket, as they come, and looks into the site's database."""

from __future__ import annotations

import json
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.servers.site import SiteServer


def request(port: int, body: dict[str, Any], *, headers: str = "") -> bytes:
    """The bytes of one question."""
    content = json.dumps(body).encode()
    head = (
        f"POST /assistant/ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(content)}\r\nConnection: close\r\n{headers}\r\n"
    )
    return head.encode() + content


@contextmanager
def asked(site: SiteServer, question: str, locale: str = "en", **more: Any) -> Iterator[socket.socket]:
    """A connection on which a question has been sent."""
    with closing(socket.create_connection(("127.0.0.1", site.port), timeout=30)) as connection:
        connection.sendall(request(site.port, {"question": question, "locale": locale, **more}))
        yield connection


def read_until(connection: socket.socket, what: bytes) -> bytes:
    """Everything up to and with ``what``; fails when the stream ends before."""
    got = b""
    while what not in got:
        chunk = connection.recv(4096)
        assert chunk, f"the stream ended before {what!r}: {got[-500:]!r}"
        got += chunk
    return got


def read_all(connection: socket.socket) -> bytes:
    """Every byte until the server closes."""
    got = b""
    while chunk := connection.recv(65536):
        got += chunk
    return got


def events(raw: bytes) -> list[tuple[str, dict[str, Any]]]:
    """The events of a whole response, in order. The chunk sizes of HTTP are taken out first."""
    head, _, body = raw.partition(b"\r\n\r\n")
    if b"chunked" in head.lower():
        body = unchunked(body)
    found = []
    for block in body.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line and not line.startswith(":"))
        if "event" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def unchunked(body: bytes) -> bytes:
    """The body without HTTP's chunk sizes."""
    whole = b""
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        whole += rest[:length]
        body = rest[length + 2 :]
        if length == 0:
            break
    return whole


def query(database: Path, sql: str) -> list[tuple[Any, ...]]:
    """Rows of the site's own database."""
    with closing(sqlite3.connect(database, timeout=20)) as connection:
        return connection.execute(sql).fetchall()


def wait_for(condition: Callable[[], Any], seconds: float = 20) -> Any:
    """The condition's value once it is true; fails after ``seconds``."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.02)
    return value


def every_byte(database: Path) -> bytes:
    """The database as it lies on disk, its write-ahead log included."""
    return b"".join(path.read_bytes() for path in database.parent.glob(f"{database.name}*"))
