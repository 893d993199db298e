"""What a sitemap, an index of sitemaps or a feed lists. Pure.

Entities are never followed, nothing is fetched, and what has been read is dropped at once, so that no document can grow
when it is parsed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from lxml import etree  # type: ignore[import-untyped]

from .encodings import decode

_PIECE = 65_536


class Kind(Enum):
    """What a listing is."""

    #: Lists other sitemaps.
    INDEX = "index"
    #: Lists all pages that there are.
    SITEMAP = "sitemap"
    #: Lists the newest pages alone.
    FEED = "feed"


@dataclass(frozen=True)
class Link:
    """An address as it stands there, which in a feed may be relative; ``modified`` is a sitemap's, or empty."""

    address: str
    modified: str = ""


@dataclass(frozen=True)
class Listing:
    """The links as they stand there, in order."""

    kind: Kind
    links: tuple[Link, ...]


class Malformed(Exception):
    """What is no listing; the message says why, and where."""


_ROOTS = {
    "sitemapindex": Kind.INDEX,
    "urlset": Kind.SITEMAP,
    "rss": Kind.FEED,
    "RDF": Kind.FEED,
    "feed": Kind.FEED,
}
#: The element that stands for one page, and the one in it that holds the address.
_ENTRIES = {"sitemapindex": ("sitemap", "loc"), "urlset": ("url", "loc"), "feed": ("entry", "link")}


def parse(data: bytes, charset: str = "") -> Listing:
    """The listing in ``data``: XML, a JSON Feed, or one address a line.

    ``charset`` is what its server says, and need not be.
    """
    start = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start:
        raise Malformed("it is empty")
    if start.startswith((b"http://", b"https://")):
        return Listing(Kind.SITEMAP, tuple(map(Link, _lines(data))))
    if start.startswith(b"{"):
        return Listing(Kind.FEED, tuple(map(Link, _items(data))))
    try:
        return _parse_xml(data, charset if b"encoding" not in start[:200] else "")
    except etree.XMLSyntaxError as error:
        line = error.lineno or 1
        raise Malformed(f"line {line}: it is no well-formed XML") from None
    except LookupError:
        raise Malformed("its encoding is not known") from None


def _lines(data: bytes) -> Iterator[str]:
    for line in decode(data).split("\n"):
        if line.strip():
            yield line.strip()


def _items(data: bytes) -> Iterator[str]:
    """Where the items of a JSON Feed stand."""
    try:
        feed = json.loads(decode(data))
    except (ValueError, RecursionError):
        raise Malformed("it is no well-formed JSON") from None
    items = feed.get("items")
    if not isinstance(items, list) or "jsonfeed.org" not in str(feed.get("version")):
        raise Malformed("it is no sitemap and no feed")
    for item in items:
        given = (item.get("url") or item.get("external_url")) if isinstance(item, dict) else None
        if isinstance(given, str) and given.strip():
            yield given.strip()


def _parse_xml(data: bytes, charset: str) -> Listing:
    parser = etree.XMLPullParser(
        ("start", "end"),
        encoding=charset or None,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    links: list[Link] = []
    root = ""
    for start in range(0, len(data), _PIECE):
        parser.feed(data[start : start + _PIECE])
        for event, element in parser.read_events():
            if event == "start":
                if element.getparent() is None:
                    root = _name(element)
                    _refuse(element, root)
            elif _name(element) == _ENTRIES.get(root, ("item", "link"))[0]:
                links += _link(element, _ENTRIES.get(root, ("item", "link"))[1])
                _forget(element)
    parser.close()
    return Listing(_ROOTS[root], tuple(links))


def _refuse(root: Any, name: str) -> None:
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and any(True for _entity in declared.iterentities()):
        raise Malformed("it declares entities of its own, which are not followed")
    if name not in _ROOTS:
        raise Malformed("it is no sitemap and no feed")


def _name(element: Any) -> str:
    """Without the namespace, which sitemaps and feeds get wrong often enough."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def _link(entry: Any, wanted: str) -> Iterator[Link]:
    """The address of an entry: the text of ``loc`` or ``link``, or where a ``link`` of Atom leads to a page."""
    modified = next(((child.text or "").strip() for child in entry if _name(child) == "lastmod"), "")
    for child in entry:
        if _name(child) != wanted:
            continue
        text = (child.text or "").strip()
        is_page = child.get("rel", "alternate") == "alternate" and "html" in child.get("type", "html")
        if not text and is_page:
            text = (child.get("href") or "").strip()
        if text:
            yield Link(text, modified)
            return


def _forget(element: Any) -> None:
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]
