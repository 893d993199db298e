"""Vocabulary of the tests that load over HTTP: pages, sitemaps, feeds, and loads of what a local server has."""

from __future__ import annotations

import gzip
import ipaddress
from typing import Any

import pytest

from corpus.loaders import Limits, Options
from corpus.loaders.fetching import Fetcher, FetchFailed
from corpus.loading import LoadReport, load
from corpus.models import Article
from tests.servers.pages import Handler, PageServer, Reply

LOCAL = (ipaddress.ip_network("127.0.0.0/8"),)
#: Quick, and as patient as a test is.
LIMITS = Limits(pause=0, page_seconds=5)
XML = {"Content-Type": "application/xml"}


def page(title: str = "The lighthouse", text: str = "It was built in 1887 by Ida Brekke.", head: str = "") -> str:
    """A page with navigation around its content."""
    return (
        f'<!doctype html><html lang="en"><head><title>{title}</title>{head}</head><body>'
        f'<nav><a href="/">Start</a></nav><main><h1>{title}</h1><p>{text}</p></main>'
        "<footer><p>© Tarn</p></footer></body></html>"
    )


def versioned(body: str, etag: str = '"1"'):
    """The page, or 304 for somebody who has this version."""

    def answer(handler: Handler) -> None:
        if handler.headers.get("If-None-Match") == etag:
            handler.reply(Reply(status=304, headers={"ETag": etag}))
        else:
            handler.reply(Reply(body, headers={"Content-Type": "text/html; charset=utf-8", "ETag": etag}))

    return answer


def sitemap(*addresses: str, kind: str = "urlset", entry: str = "url") -> Reply:
    """A sitemap of these addresses."""
    entries = "".join(f"<{entry}><loc>{address}</loc></{entry}>" for address in addresses)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return Reply(f'<?xml version="1.0" encoding="UTF-8"?><{kind} xmlns="{space}">{entries}</{kind}>', headers=XML)


def index(*addresses: str) -> Reply:
    """An index of these sitemaps."""
    return sitemap(*addresses, kind="sitemapindex", entry="sitemap")


def zipped(reply: Reply) -> Reply:
    """The same as a .gz file."""
    body = reply.body.encode() if isinstance(reply.body, str) else reply.body
    return Reply(gzip.compress(body), headers={"Content-Type": "application/gzip"})


def load_from(server: PageServer, path: str = "/sitemap.xml", **options: Any) -> LoadReport:
    """A load of the listing there, by an owner who allows loopback addresses."""
    again = options.pop("again", False)
    return load(
        "sitemap",
        path if "://" in path else f"{server.url}{path}",
        options=Options(**{"networks": LOCAL, "limits": LIMITS, **options}),
        again=again,
    )


def messages(entries: Any, server: PageServer) -> list[str]:
    """As they are reported, with the server's address left out."""
    return [str(entry).replace(server.url, "") for entry in entries]


#: What a host without a public address is refused with.
FORBIDDEN = "its host has a private, local or reserved address"
MEGABYTE = 1_000_000


def failure(fetcher: Fetcher, address: str) -> str:
    with pytest.raises(FetchFailed) as failed:
        fetcher.page(address)
    return str(failed.value)


def redirects(server: PageServer, path: str, target: str, status: int = 302) -> str:
    server.answers[path] = Reply(status=status, headers={"Location": target})
    return f"{server.url}{path}"


def endless(piece: bytes, headers: str = "") -> object:
    """An answer that never ends."""

    def answer(handler: Handler) -> None:
        handler.wfile.write(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{headers}\r\n".encode())
        while not handler.pages.stopping.is_set():
            handler.wfile.write(piece)

    return answer


def publish_pages(server: PageServer, *paths: str, **pages) -> None:
    """A sitemap of these paths, each with a page unless one is given."""
    for path in paths:
        server.answers.setdefault(path, page(path.strip("/").title()))
    server.answers.update(pages)
    server.answers["/sitemap.xml"] = sitemap(*(f"{server.url}{path}" for path in paths))


def slugs() -> set[str]:
    return set(Article.objects.searchable().values_list("slug", flat=True))
