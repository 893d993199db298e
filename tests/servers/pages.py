"""A web server of a few pages, as awkward as a test needs them, on a real socket."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from .tls import Certificate


@dataclass(frozen=True)
class Reply:
    """What a path is answered with."""

    body: str | bytes = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "text/html; charset=utf-8"})


#: A path is answered with a page, a reply, or by somebody who writes to the handler.
Answer = str | Reply | Callable[["Handler"], None]


@dataclass
class PageServer:
    """``answers`` by path, which may be changed while it runs; what was asked, in order, in ``asked``."""

    port: int
    answers: dict[str, Answer]
    scheme: str = "http"
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    #: Set when the server stops, so that whoever drips ends.
    stopping: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        host = "localhost" if self.scheme == "https" else "127.0.0.1"
        return f"{self.scheme}://{host}:{self.port}"

    def paths(self) -> list[str]:
        """The paths that were asked for, robots.txt left out; forgotten with that."""
        found = [path for path, _headers in self.asked if path != "/robots.txt"]
        self.asked.clear()
        return found


class Handler(BaseHTTPRequestHandler):
    """Answers from the server's ``answers``; 404 for all else."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    pages: PageServer

    def do_GET(self) -> None:
        """Answer, and keep the connection."""
        self.pages.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        answer = self.pages.answers.get(self.path, Reply("not here", 404))
        with suppress(BrokenPipeError, ConnectionResetError):
            if callable(answer):
                self.close_connection = True
                answer(self)
            else:
                self.reply(Reply(answer) if isinstance(answer, str) else answer)

    def reply(self, reply: Reply) -> None:
        """Send it whole."""
        body = reply.body.encode() if isinstance(reply.body, str) else reply.body
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing."""


@contextmanager
def serve_pages(
    answers: dict[str, Answer] | None = None, certificate: Certificate | None = None
) -> Iterator[PageServer]:
    """A running server; stopped, with all its connections, in the end. With a certificate it speaks HTTPS."""
    handler = type("Bound", (Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.block_on_close = False
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate.certificate, certificate.key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        server.handle_error = lambda request, address: None  # type: ignore[method-assign]
    pages = PageServer(server.server_port, dict(answers or {}), "https" if certificate else "http")
    handler.pages = pages  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield pages
    finally:
        pages.stopping.set()
        server.shutdown()
        server.server_close()
        thread.join()
