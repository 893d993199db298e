"""The connection to a vendor: the HTTP client under both SDKs. Imported with the first call: that library is slow.

A client lives for one call, a tenth of a millisecond once the TLS context is there, so that closing it closes all that
the call opened. The price is a handshake per answer.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx2

from ..conf import LOOPBACK_HOSTS, conf
from .base import ProviderBrokeOff

#: No response is longer, with all that is wrapped around its text.
MOST_BYTES = 32 * 1024 * 1024


def tls_context() -> ssl.SSLContext:
    """What says whom to trust. Some 20 ms: to be made once, and not in the event loop."""
    return httpx2.create_ssl_context()


@asynccontextmanager
async def http_client(tls: ssl.SSLContext) -> AsyncIterator[httpx2.AsyncClient]:
    """A client for one call, with our time limits; at the end of the block everything that it opened is closed.

    It follows no redirection, which would take the key elsewhere, and asks no proxy for a server on this machine.
    """
    limits = conf.time_limits
    sockets = _Sockets()
    try:
        async with httpx2.AsyncClient(
            verify=tls,
            # A connection that does not come about ends before the wait for the first piece does, so that it is known
            # that nothing was sent.
            timeout=httpx2.Timeout(
                min(limits.connect, limits.first_piece / 2), read=max(limits.first_piece, limits.between_pieces)
            ),
            # A second try gets a connection of its own: one that was used may have been closed at the other end.
            limits=httpx2.Limits(max_keepalive_connections=0),
            # Whoever compresses a stream also holds it back.
            headers={"accept-encoding": "identity"},
            event_hooks={"request": [sockets.follow], "response": [_bound]},
            follow_redirects=False,
            trust_env=(urlsplit(conf.base_url).hostname or "") not in LOOPBACK_HOSTS,
        ) as client:
            yield client
    finally:
        await sockets.aclose()


class _Sockets:
    """The connections of one client, as soon as they stand.

    The library forgets one whose TLS handshake is cancelled: it would stay open until garbage is collected.
    """

    def __init__(self) -> None:
        self._streams: list[Any] = []

    async def follow(self, request: httpx2.Request) -> None:
        """Be told what happens to the connection of ``request``."""
        request.extensions = {**request.extensions, "trace": self._trace}

    async def aclose(self) -> None:
        """Close what is still open."""
        for stream in self._streams:
            await stream.aclose()

    async def _trace(self, name: str, what: dict[str, Any]) -> None:
        if name == "connection.connect_tcp.complete":
            self._streams.append(what["return_value"])


def rehearsal_client(answer: str) -> httpx2.AsyncClient:
    """A client without a network, which gets ``answer`` as the stream of events of any call."""
    reply = httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=answer)
    return httpx2.AsyncClient(transport=httpx2.MockTransport(lambda request: reply), verify=False, trust_env=False)


async def _bound(response: httpx2.Response) -> None:
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _Bounded(response.stream)


class _Bounded(httpx2.AsyncByteStream):
    """The body of a response, up to ``MOST_BYTES``: a line that never ends would fill the memory."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for data in self._stream:
            size += len(data)
            if size > MOST_BYTES:
                raise ProviderBrokeOff("the response is longer than any answer")
            yield data

    async def aclose(self) -> None:
        await self._stream.aclose()
