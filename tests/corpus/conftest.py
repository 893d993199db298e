"""What the tests of the corpus share: a folder of files to load, a web server, and somebody who asks it."""

from __future__ import annotations

import socket

import pytest

from corpus.loaders import Limits
from corpus.loaders.addresses import host_of
from corpus.loaders.fetching import Fetcher
from tests.servers.pages import serve_pages

from .web import LOCAL


@pytest.fixture
def site(tmp_path):
    """Writes files below a folder: ``site({"en/a.md": "…"})``."""

    def write(files: dict[str, str | bytes]) -> str:
        for name, content in files.items():
            path = tmp_path / "site" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(tmp_path / "site")

    return write


@pytest.fixture
def server():
    """A web server without pages."""
    with serve_pages() as running:
        yield running


@pytest.fixture
def fetcher(server):
    """``fetcher(hosts, networks, **limits)``, and a page to be fetched; all are closed after the test."""
    made = []
    server.answers["/a"] = "A page."

    def make(*hosts: str, networks=LOCAL, **limits) -> Fetcher:
        named = frozenset({host_of(server.url), *hosts})
        made.append(Fetcher(named, networks, Limits(**{"pause": 0, "page_seconds": 5, **limits})))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def names(monkeypatch):
    """``names({"site.example": ["127.0.0.1"]})``: what hosts resolve to; a list of lists answers in turn."""

    def set_names(addresses: dict[str, list]) -> None:
        def resolve(host: str, port: int):
            found = addresses[host]
            if isinstance(found[0], list):
                found = found.pop(0) if len(found) > 1 else found[0]
            family = {address: socket.AF_INET6 if ":" in address else socket.AF_INET for address in found}
            return [(family[address], socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

        monkeypatch.setattr("corpus.loaders.connecting.resolve", resolve)

    return set_names


@pytest.fixture
def pauses(monkeypatch):
    """What was waited for, in seconds, instead of waiting."""
    found: list[float] = []
    monkeypatch.setattr("corpus.loaders.fetching.time.sleep", found.append)
    return found
