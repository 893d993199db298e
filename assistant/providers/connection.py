"""The connection to a vendor: the HTTP client under both SDKs. Imported with the first call: that library is slow.

A client lives for one call, a tenth of a millisecond once the TLS context is there, so that closing it closes all that
the call opened. The price is a handshake per answer.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx2

from ..conf import LOOPBACK_HOSTS, conf
from .base import ProviderBrokeOff

#: No response is longer, with all that is wrapped around its text.
MOST_BYTES = 32 * 1024 * 1024


def tls_context() -> ssl.SSLContext:
    """What says whom to trust. Some 20 ms: to be made once, and not in the event loop."""
    return httpx2.create_ssl_context()


def http_client(tls: ssl.SSLContext) -> httpx2.AsyncClient:
    """A client for one call, with our time limits.

    It follows no redirection, which would take the key elsewhere, and asks no proxy for a server on this machine. A
    response that has ended leaves no connection behind.
    """
    limits = conf.time_limits
    return httpx2.AsyncClient(
        verify=tls,
        timeout=httpx2.Timeout(limits.connect, read=max(limits.first_piece, limits.between_pieces)),
        limits=httpx2.Limits(max_keepalive_connections=0),
        # Whoever compresses a stream also holds it back.
        headers={"accept-encoding": "identity"},
        event_hooks={"response": [_bound]},
        follow_redirects=False,
        trust_env=(urlsplit(conf.base_url).hostname or "") not in LOOPBACK_HOSTS,
    )


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
