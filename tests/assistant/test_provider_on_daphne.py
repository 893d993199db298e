"""The whole way on the real server: a visitor's connection to daphne, and daphne's to a vendor's server."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator

import pytest

from tests.servers.site import SiteServer

from .upstream import DIALECTS, Begin, Counts, Reply, Stall, Upstream, pieces, until, upstream

QUESTION = "What does Maren Holt do?"
KEY = "sk-secret-of-tests"
#: A sentence that states nothing, so that any source will do.
ANSWER = "Please see the articles of this site. Please see th"


@pytest.fixture(params=DIALECTS, ids=lambda dialect: dialect.name)
def vendor(request: pytest.FixtureRequest) -> Iterator[Upstream]:
    """A vendor's server that says a sentence and a half, and then keeps silent."""
    with upstream(request.param) as server:
        server.will(Reply((Begin(Counts()), *pieces(ANSWER), Stall())))
        yield server


def test_a_visitor_who_leaves_ends_the_vendors_work(vendor: Upstream, serve: Callable[..., SiteServer]) -> None:
    """The upstream connection closes while the vendor is silent; no key and no question is in the server's output."""
    name = vendor.dialect.name.upper()
    site = serve(
        ASSISTANT_PROVIDER=vendor.dialect.name,
        ASSISTANT_MODEL="model-a",
        ASSISTANT_PRICES='{"model-a": [3, 15]}',
        ASSISTANT_MONTHLY_CAP="10",
        OPENAI_LOG="debug",
        ANTHROPIC_LOG="debug",
        **{f"{name}_API_KEY": KEY, f"{name}_BASE_URL": vendor.base_url},
    )
    with asking(site) as client:
        until(lambda: bool(vendor.requests) and vendor.requests[0].sent == len(pieces(ANSWER)) + 1, 30)
        assert not vendor.requests[0].closed.is_set()
        client.close()
    until(vendor.requests[0].closed.is_set)
    until(lambda: "status=abandoned" in site.log)
    assert KEY not in site.log and QUESTION not in site.log and "articles of this site" not in site.log


def asking(site: SiteServer) -> socket.socket:
    """A connection on which the question has been put."""
    body = json.dumps({"question": QUESTION, "locale": "en"}).encode()
    head = f"POST /assistant/ask HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nContent-Type: application/json\r\n"
    client = socket.create_connection(("127.0.0.1", site.port), 30)
    client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return client
