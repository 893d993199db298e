"""A provider's server that a test plays by hand: it says what it is told, and notes when its client has left it.

Speaks OpenAI's Chat Completions as far as one streamed answer needs them.
"""

from __future__ import annotations

import json
import queue
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
#: How long a test waits for something that should happen at once.
PATIENCE = 20


@dataclass
class Call:
    """One answer that the site has asked for."""

    connection: socket.socket
    #: When the site closed it, by ``time.monotonic``; ``None`` while it is open.
    closed_at: float | None = None
    closed: threading.Event = field(default_factory=threading.Event)
    _begun: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self) -> None:
        """Send the head of the response; until then the site waits for its first byte."""
        if not self._begun:
            self._begun = True
            self._send(HEAD)

    def say(self, text: str) -> None:
        """One piece of text."""
        self.begin()
        self._send(_event({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}))

    def finish(self, reason: str = "stop") -> None:
        """The regular end, with a bill."""
        self.begin()
        usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
        self._send(_event({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}))
        self._send(_event({"choices": [], "usage": usage}) + b"data: [DONE]\n\n")
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)

    def wait_closed(self) -> float:
        """When the site closed it; waits for that."""
        assert self.closed.wait(PATIENCE), "the provider's stream was never closed"
        assert self.closed_at is not None
        return self.closed_at

    def _send(self, content: bytes) -> None:
        with self._lock, suppress(OSError):
            self.connection.sendall(content)

    def _watch(self) -> None:
        with suppress(OSError):
            while self.connection.recv(4096):
                pass
        self.closed_at = time.monotonic()
        self.closed.set()


class Upstream:
    """The server. ``calls`` are those that no test has taken yet."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._listener.getsockname()[1]
        self.calls: queue.Queue[Call] = queue.Queue()
        #: Where a test plays nothing by hand: what becomes of each call, in a thread of its own.
        self.plays: Callable[[Call], None] | None = None
        self._open: list[Call] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        """What a site needs to ask here, and to pay for it."""
        return {
            "ASSISTANT_PROVIDER": "openai",
            "ASSISTANT_MODEL": "played",
            "OPENAI_API_KEY": "sk-played",
            "OPENAI_BASE_URL": f"http://127.0.0.1:{self.port}/v1",
            "ASSISTANT_PRICES": '{"played": [1, 1]}',
            "ASSISTANT_MONTHLY_CAP": "1000000",
        }

    def next_call(self) -> Call:
        """The next call that comes; waits for it."""
        return self.calls.get(timeout=PATIENCE)

    def close(self) -> None:
        """Stop listening, and end what is open."""
        # Not close alone: that does not wake the thread that accepts.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for call in self._open:
            with suppress(OSError):
                call.connection.shutdown(socket.SHUT_RDWR)
            call.connection.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Who has left by now is no call that a test could still play.
        if not _read_request(connection) or _is_left(connection):
            connection.close()
            return
        call = Call(connection)
        self._open.append(call)
        if self.plays is None:
            self.calls.put(call)
        else:
            threading.Thread(target=self.plays, args=(call,), daemon=True).start()
        call._watch()


@contextmanager
def upstream() -> Iterator[Upstream]:
    """A server of one's own."""
    server = Upstream()
    try:
        yield server
    finally:
        server.close()


def _read_request(connection: socket.socket) -> bool:
    got = b""
    with suppress(OSError):
        while b"\r\n\r\n" not in got:
            if not select.select([connection], [], [], PATIENCE)[0] or not (chunk := connection.recv(65536)):
                return False
            got += chunk
        head, _, body = got.partition(b"\r\n\r\n")
        lengths = [line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
        missing = int(lengths[0]) - len(body) if lengths else 0
        while missing > 0:
            chunk = connection.recv(65536)
            if not chunk:
                return False
            missing -= len(chunk)
        return True
    return False


def _is_left(connection: socket.socket) -> bool:
    if not select.select([connection], [], [], 0)[0]:
        return False
    try:
        return not connection.recv(1, socket.MSG_PEEK)
    except OSError:
        return True


def _event(chunk: dict[str, Any]) -> bytes:
    whole = {"id": "played", "object": "chat.completion.chunk", "created": 0, "model": "played", **chunk}
    return f"data: {json.dumps(whole)}\n\n".encode()
