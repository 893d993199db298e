"""Asks the endpoint as a client does, and reads the events back from the bytes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import async_to_sync
from django.core.handlers.asgi import ASGIHandler
from django.test import AsyncClient

from corpus.search import Hit

CLOSING = (
    "How the gate closes",
    "how-the-gate-closes",
    "Minutes",
    "Closing the gate takes 38 minutes. It opened in 2019.",
)
COST = ("Who paid for the gate", "who-paid", "Money", "The gate cost €14.5 million. The town paid half of it.")
OWNER = ("Who Ines Dahl is", "who-ines-dahl-is", "", "Ines Dahl is a harbour engineer. She was born in 1981.")

QUESTION = "How long does closing take?"


@dataclass
class Found:
    """What the search of a test finds, and what it was asked."""

    hits: list[Hit]
    owner_hits: list[Hit]
    score: float = 0.9
    searches: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Reply:
    """One response, whole."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        """The body of a refusal."""
        data: dict[str, Any] = json.loads(self.body)
        return data

    @property
    def events(self) -> list[tuple[str, dict[str, Any]]]:
        """Name and data of each event, in order."""
        blocks = [block for block in self.body.decode().split("\n\n") if block and not block.startswith(":")]
        parsed = [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]
        return [(block["event"], json.loads(block["data"])) for block in parsed]

    @property
    def names(self) -> list[str]:
        """The events' names, in order."""
        return [name for name, _ in self.events]

    @property
    def text(self) -> str:
        """The answer as its reader has it."""
        return "".join(data["text"] for name, data in self.events if name == "text")

    def the(self, name: str) -> dict[str, Any]:
        """The data of the one event of this name."""
        (data,) = [data for event, data in self.events if event == name]
        return data


def ask(question: Any = QUESTION, *, headers: dict[str, str] | None = None, **fields: Any) -> Reply:
    """POST a question in English (or in another ``locale``) and read the whole response."""
    return post(json.dumps({"question": question, "locale": "en", **fields}), headers=headers)


def post(
    body: str | bytes,
    *,
    method: str = "POST",
    media_type: str = "application/json",
    headers: dict[str, str] | None = None,
    path: str = "/assistant/ask",
) -> Reply:
    """Any request to the endpoint."""

    async def request() -> Reply:
        # Django's client names the type of a body only where there is one.
        sent = headers or {} if body else {"content-type": media_type, **(headers or {})}
        response = await AsyncClient().generic(method, path, body, content_type=media_type, headers=sent)
        chunks = [chunk async for chunk in response.streaming_content] if response.streaming else [response.content]
        response.close()
        return Reply(response.status_code, dict(response.headers), b"".join(chunks))

    return async_to_sync(request)()


class Connection:
    """A request to the real ASGI handler, whose client may stop reading, and may leave."""

    def __init__(self, body: bytes, *, reads: int | None = None) -> None:
        """After ``reads`` chunks of the body the client reads no more, and every send waits."""
        self.sent: list[dict[str, Any]] = []
        self._body = body
        self._reads = reads
        self._left = asyncio.Event()
        self._news = asyncio.Event()
        self._asked = False
        self.blocked = asyncio.Event()
        self.task = asyncio.ensure_future(ASGIHandler()(self._scope(), self._receive, self._send))

    def leave(self) -> None:
        """The client closes the connection."""
        self._left.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until the state is reached; the test fails when it is not within ten seconds."""
        async with asyncio.timeout(10):
            while not condition():
                await asyncio.sleep(0.002)

    @property
    def body(self) -> bytes:
        """What has arrived."""
        return b"".join(message.get("body", b"") for message in self.sent)

    def _scope(self) -> dict[str, Any]:
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        return {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": "/assistant/ask",
            "raw_path": b"/assistant/ask",
            "query_string": b"",
            "headers": [*headers, (b"content-length", str(len(self._body)).encode())],
            "client": ("203.0.113.7", 40000),
            "server": ("localhost", 80),
        }

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": self._body, "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        bodies = sum(1 for sent in self.sent if sent["type"] == "http.response.body")
        if self._reads is not None and message["type"] == "http.response.body" and bodies >= self._reads:
            self.blocked.set()
            await asyncio.Event().wait()
        self.sent.append(message)


def connected(test: Callable[..., Awaitable[None]], **options: Any) -> None:
    """Run ``test(connection)`` with a question on its way, and see the handler end."""

    async def run() -> None:
        body = json.dumps({"question": QUESTION, "locale": "en"}).encode()
        connection = Connection(body, **options)
        await test(connection)
        async with asyncio.timeout(10):
            await asyncio.gather(connection.task, return_exceptions=True)
            # The record may be written after the handler has returned.
            await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)

    asyncio.run(run())
