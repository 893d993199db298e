"""A server of embeddings on loopback, whose vectors follow from words: one subject is near itself in any language."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DIMENSIONS = 64
KEY = "key-that-nobody-may-see"
#: Words of one subject, by the place of its number in a vector.
SUBJECTS = (
    ("lighthouse", "lamp", "beacon", "灯塔", "leuchtturm"),
    ("bakery", "bread", "buns", "面包", "bäckerei"),
    ("museum", "painting", "gallery", "博物馆"),
    ("harbour", "ferry", "port", "码头"),
)


def vector_of(text: str) -> list[float]:
    """Much of the subjects that the text names, and a little that it shares with no other text."""
    noise = hashlib.shake_256(text.encode()).digest(DIMENSIONS)
    vector = [(byte - 127.5) / 1000 for byte in noise]
    for place, words in enumerate(SUBJECTS):
        vector[place] += sum(text.lower().count(word) > 0 for word in words)
    return vector


@dataclass
class Server:
    """What it was asked, and what it answers: ``answer`` gives a status, a body and headers for the n-th request."""

    address: str
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    answer: Callable[[int, dict[str, Any]], tuple[int, bytes, dict[str, str]]] | None = None

    @property
    def texts(self) -> list[str]:
        """All texts that were to be embedded, in order."""
        return [text for request in self.asked for text in request["input"]]


def rows(texts: list[str]) -> list[dict[str, Any]]:
    """The answer's rows for these texts, the last first: their index counts, not their order."""
    return [{"object": "embedding", "index": i, "embedding": vector_of(text)} for i, text in enumerate(texts)][::-1]


def body(data: Any) -> bytes:
    """An answer with these rows."""
    return json.dumps({"object": "list", "data": data, "model": "m"}).encode()


@contextmanager
def embedding_server() -> Iterator[Server]:
    """A server that is stopped in the end; its address ends in ``/v1``."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.asked.append(request)
            server.keys.append(self.headers.get("Authorization", ""))
            status, content, headers = 200, body(rows(request["input"])), {}
            if server.answer:
                status, content, headers = server.answer(len(server.asked), request)
            if self.path != "/v1/embeddings":
                status, content = 404, b"{}"
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that has left is what some tests are about."""

    http = Quiet(("127.0.0.1", 0), Handler)
    server = Server(f"http://127.0.0.1:{http.server_port}/v1")
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
