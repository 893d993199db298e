"""A vendor's server for the tests: speaks both protocols over real HTTP on loopback, and misbehaves as it is told.

What it does is a list of steps that name no protocol; a dialect puts each into its protocol's words. It runs on a
thread of its own, so that it answers, and sees the client leave, while the loop under test is busy or gone.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

# --- steps --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Counts:
    """Tokens as a vendor counts them: ``cached`` and ``written`` beside ``input``, ``reasoning`` within ``output``."""

    input: int = 100
    output: int = 20
    cached: int = 0
    written: int = 0
    reasoning: int = 0


@dataclass(frozen=True)
class Begin:
    """The first event; Anthropic's tells the input here."""

    counts: Counts | None = None


@dataclass(frozen=True)
class Text:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True)
class Thought:
    """A piece of reasoning, streamed beside the answer."""

    text: str


@dataclass(frozen=True)
class Refusal:
    """OpenAI's ``delta.refusal``: text that is no answer. Anthropic has only the stop reason."""

    text: str


@dataclass(frozen=True)
class Report:
    """Usage in the middle of the stream."""

    counts: Counts


@dataclass(frozen=True)
class Finish:
    """The finish reason (``stop``, ``length``, ``refusal``, or the protocol's own word), and usage where there is."""

    reason: str
    counts: Counts | None = None


@dataclass(frozen=True)
class Done:
    """The protocol's last event."""


@dataclass(frozen=True)
class ErrorEvent:
    """An error as an event of the stream."""


@dataclass(frozen=True)
class Malformed:
    """An event whose data is no JSON."""


@dataclass(frozen=True)
class Raw:
    """These bytes, whatever they are."""

    bytes: bytes


@dataclass(frozen=True)
class Pause:
    """Silence for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Stall:
    """Silence until the client leaves."""


@dataclass(frozen=True)
class Drop:
    """The connection ends here, without the end of the response."""


Step = Begin | Text | Thought | Refusal | Report | Finish | Done | ErrorEvent | Malformed | Raw | Pause | Stall | Drop


@dataclass(frozen=True)
class Reply:
    """One response: a status with its headers, and the steps of its body.

    ``silent``: not even a status comes before the first step. ``cut``: the body comes in chunks of so many bytes.
    """

    steps: Sequence[Step] = ()
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    content_type: str = "text/event-stream"
    silent: bool = False
    cut: int = 0
    #: The vendor's own code of an error.
    code: str | None = None


def answered(text: str, *, finish: str = "stop", counts: Counts | None = Counts(), size: int = 7) -> Reply:
    """A response that goes well: ``text`` in pieces of ``size`` characters."""
    return Reply((Begin(counts), *pieces(text, size), Finish(finish, counts), Done()))


def pieces(text: str, size: int = 7) -> tuple[Text, ...]:
    """``text`` in pieces of ``size`` characters."""
    return tuple(Text(text[at : at + size]) for at in range(0, len(text), size))


def refused(status: int, **headers: str) -> Reply:
    """A response that is an error from the start."""
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Reply((), status, named, "application/json")


# --- dialects -----------------------------------------------------------------------------------------------------


class OpenAI:
    """Chat Completions."""

    name = "openai"
    path = "/v1/chat/completions"
    #: What the base URL ends in.
    base = "/v1"
    reasons = {"refusal": "content_filter"}

    def encode(self, step: Step) -> bytes:
        """The step as bytes of the event stream."""
        if isinstance(step, Begin):
            return self._chunk({"role": "assistant", "content": ""})
        if isinstance(step, Text):
            return self._chunk({"content": step.text})
        if isinstance(step, Thought):
            return self._chunk({"reasoning_content": step.text})
        if isinstance(step, Refusal):
            return self._chunk({"refusal": step.text})
        if isinstance(step, Report):
            return self._event({"choices": [], "usage": self._usage(step.counts)})
        if isinstance(step, Finish):
            ending = self._chunk({}, self.reasons.get(step.reason, step.reason))
            return ending + (self.encode(Report(step.counts)) if step.counts else b"")
        if isinstance(step, Done):
            return b"data: [DONE]\n\n"
        if isinstance(step, ErrorEvent):
            return self._event(self.error())
        assert isinstance(step, Malformed)
        return b'data: {"choices": [{"delta": {"content": "\n\n'

    def error(self, code: str | None = None) -> dict[str, Any]:
        """The body of an error; it tells what it must not."""
        return {"error": {"message": "upstream words, key sk-secret-of-tests", "type": "server_error", "code": code}}

    def _chunk(self, delta: dict[str, Any], reason: str | None = None) -> bytes:
        return self._event({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})

    def _usage(self, counts: Counts) -> dict[str, Any]:
        sent = counts.input + counts.cached + counts.written
        return {
            "prompt_tokens": sent,
            "completion_tokens": counts.output,
            "total_tokens": sent + counts.output,
            "prompt_tokens_details": {"cached_tokens": counts.cached},
            "completion_tokens_details": {"reasoning_tokens": counts.reasoning},
        }

    @staticmethod
    def _event(data: dict[str, Any]) -> bytes:
        whole = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "model-a", **data}
        return f"data: {json.dumps(whole, ensure_ascii=False)}\n\n".encode()


class Anthropic:
    """Messages."""

    name = "anthropic"
    path = "/v1/messages"
    base = ""
    reasons = {"stop": "end_turn", "length": "max_tokens"}

    def encode(self, step: Step) -> bytes:
        """The step as bytes of the event stream."""
        if isinstance(step, Begin):
            message = {"id": "msg_1", "type": "message", "role": "assistant", "content": [], "model": "model-a"}
            usage = {"usage": {**self._usage(step.counts), "output_tokens": 1}} if step.counts else {}
            block = {"index": 0, "content_block": {"type": "text", "text": ""}}
            start = self._event("message_start", {"message": message | usage})
            return start + self._event("content_block_start", block) + self._event("ping", {})
        if isinstance(step, Text):
            return self._delta({"type": "text_delta", "text": step.text})
        if isinstance(step, Thought):
            return self._delta({"type": "thinking_delta", "thinking": step.text})
        if isinstance(step, Refusal):
            return self._event("ping", {})
        if isinstance(step, Report):
            return self._event("message_delta", {"delta": {}, "usage": self._usage(step.counts)})
        if isinstance(step, Finish):
            usage = {"usage": {"output_tokens": step.counts.output}} if step.counts else {}
            reason = self.reasons.get(step.reason, step.reason)
            return self._event("message_delta", {"delta": {"stop_reason": reason, "stop_sequence": None}} | usage)
        if isinstance(step, Done):
            return self._event("message_stop", {})
        if isinstance(step, ErrorEvent):
            return self._event("error", self.error())
        assert isinstance(step, Malformed)
        return b'event: content_block_delta\ndata: {"type": "content_block_delta", "delta": {"te\n\n'

    def error(self, code: str | None = None) -> dict[str, Any]:
        """The body of an error; it tells what it must not."""
        error = {"type": "api_error", "message": "upstream words, key sk-secret-of-tests"}
        return {"type": "error", "error": error | ({"details": {"error_code": code}} if code else {})}

    def _delta(self, delta: dict[str, Any]) -> bytes:
        return self._event("content_block_delta", {"index": 0, "delta": delta})

    def _usage(self, counts: Counts) -> dict[str, Any]:
        return {
            "input_tokens": counts.input,
            "cache_read_input_tokens": counts.cached,
            "cache_creation_input_tokens": counts.written,
            "output_tokens": counts.output,
        }

    @staticmethod
    def _event(kind: str, data: dict[str, Any]) -> bytes:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **data}, ensure_ascii=False)}\n\n".encode()


Dialect = OpenAI | Anthropic
DIALECTS: tuple[Dialect, ...] = (OpenAI(), Anthropic())


# --- the server ---------------------------------------------------------------------------------------------------


@dataclass
class Request:
    """One request, as it arrived. ``closed`` is set when the client has left, at ``closed_at`` (``perf_counter``)."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    closed: threading.Event = field(default_factory=threading.Event)
    closed_at: float = 0
    #: How many steps of the reply were sent.
    sent: int = 0


class Upstream:
    """One server. ``replies`` are given in order, the last one for ever; a callable may choose by the request."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.replies: list[Reply] = [answered("Closing takes 38 minutes [S1].")]
        self.requests: list[Request] = []
        #: Connections, also those on which no request came; and how many of them are open.
        self.connections = 0
        self.open = 0
        self._given = 0
        self._listening = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self._thread = threading.Thread(target=self._run, name="upstream", daemon=True)

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self._socket.getsockname()[1]
        return port

    @property
    def base_url(self) -> str:
        """What the settings call its address."""
        return f"http://127.0.0.1:{self.port}{self.dialect.base}"

    def will(self, *replies: Reply) -> None:
        """Answer the next requests so."""
        self.replies, self._given = list(replies), 0

    def start(self) -> Upstream:
        """Begin to listen; returns once it does."""
        self._thread.start()
        self._listening.wait(10)
        return self

    def stop(self) -> None:
        """Close every connection, and wait for the thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, sock=self._socket))
        self._loop.call_soon(self._listening.set)
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connections += 1
        self.open += 1
        try:
            request = await self._read(reader)
            if request is not None:
                await self._answer(request, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # the client has left, or the server is stopped
        finally:
            self.open -= 1
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Request | None:
        first = await reader.read(1)
        if not first.isalpha():
            return None  # the client has left, or wants TLS
        head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        return Request(head[0].split(" ")[1], headers, json.loads(body))

    async def _answer(self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reply = self.replies[min(self._given, len(self.replies) - 1)]
        self._given += 1
        self.requests.append(request)
        gone = asyncio.ensure_future(self._watch(request, reader))
        steps = asyncio.ensure_future(self._play(request, reply, writer))
        try:
            await asyncio.wait({gone, steps}, return_when=asyncio.FIRST_COMPLETED)
            if steps.done() and not gone.done() and not any(isinstance(step, Drop) for step in reply.steps):
                await asyncio.wait({gone}, timeout=10)
        finally:
            for task in (gone, steps):
                task.cancel()
            await asyncio.gather(gone, steps, return_exceptions=True)

    async def _watch(self, request: Request, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            while await reader.read(65536):
                pass
        request.closed_at = time.perf_counter()
        request.closed.set()

    async def _play(self, request: Request, reply: Reply, writer: asyncio.StreamWriter) -> None:
        head = self._head(reply)
        if not reply.silent:
            await self._write(writer, [head])
            head = b""
        for step in reply.steps:
            if isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
            elif isinstance(step, Stall):
                await asyncio.Event().wait()
            elif isinstance(step, Drop):
                writer.close()
                return
            else:
                data = step.bytes if isinstance(step, Raw) else self.dialect.encode(step)
                await self._write(writer, [head, *_chunks(data, reply.cut)])
                head = b""
            request.sent += 1
        if reply.status >= 400:
            await self._write(writer, _chunks(json.dumps(self.dialect.error(reply.code)).encode()))
        await self._write(writer, [head, b"0\r\n\r\n"])

    @staticmethod
    def _head(reply: Reply) -> bytes:
        headers = [("content-type", reply.content_type), ("transfer-encoding", "chunked"), *reply.headers]
        lines = [f"HTTP/1.1 {reply.status} Said", *(f"{name}: {value}" for name, value in headers if value)]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    @staticmethod
    async def _write(writer: asyncio.StreamWriter, parts: list[bytes]) -> None:
        for part in parts:
            writer.write(part)
            await writer.drain()


def _chunks(data: bytes, size: int = 0) -> list[bytes]:
    """``data`` as chunks of an HTTP body: however TCP joins them, the client's library gives them out one by one."""
    parts = [data[at : at + (size or len(data))] for at in range(0, len(data), size or len(data) or 1)]
    return [f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in parts]


@contextmanager
def upstream(dialect: Dialect) -> Iterator[Upstream]:
    """A server that speaks ``dialect``, for one block."""
    server = Upstream(dialect).start()
    try:
        yield server
    finally:
        server.stop()


def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for a state of the server from a thread; raises ``TimeoutError``."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("the state was not reached")
        time.sleep(0.001)
