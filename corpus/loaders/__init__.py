"""Where articles come from. To add a source: one module with ``read`` and ``prefix``, and its line in ``LOADERS``.

A loader reads and judges; it stores nothing (``corpus.loading`` does).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass, field
from datetime import datetime
from ipaddress import IPv4Network, IPv6Network


@dataclass(frozen=True)
class Validators:
    """What a server said about the version that it sent, to be asked with next time; empty where it said nothing."""

    etag: str = ""
    last_modified: str = ""


@dataclass(frozen=True)
class LoadedArticle:
    """An article as its source gives it. ``origin`` finds it again; ``path`` and ``line`` are for messages.

    ``slug`` is final, ``address`` absolute or empty, ``published_at`` aware or ``None`` (from now on). ``line`` counts
    from 1; 0 where lines mean nothing.
    """

    origin: str
    path: str
    title: str
    slug: str
    language: str
    body: str
    format: str = "markdown"
    address: str = ""
    summary: str = ""
    questions: tuple[str, ...] = ()
    is_draft: bool = False
    published_at: datetime | None = None
    translation_group: str = ""
    line: int = 1
    validators: Validators = Validators()

    @property
    def fingerprint(self) -> str:
        """Of all that was read but the validators: a server may change those when nothing else has changed."""
        return hashlib.sha256(repr(astuple(self)[:-1]).encode()).hexdigest()


@dataclass(frozen=True)
class LoadError:
    """What could not be read: where, and why. ``origin`` keeps its last version from being withdrawn.

    So do all origins that begin with ``unread``, because nobody could look whether they are still there.
    """

    origin: str
    path: str
    line: int
    message: str
    unread: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}" if self.line else f"{self.path}: {self.message}"


@dataclass(frozen=True)
class Skipped:
    """What is there and is no article: no failure. ``is_gone``: what was loaded from it before is withdrawn."""

    origin: str
    path: str
    message: str
    is_gone: bool

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@dataclass(frozen=True)
class Unchanged:
    """The article with this origin is as it was when it was last loaded; it was not read again."""

    origin: str


@dataclass(frozen=True)
class Listed:
    """How many entries follow; the first that a loader gives. ``is_whole``: what is not among them is gone."""

    total: int
    is_whole: bool = True


Entry = LoadedArticle | LoadError | Skipped | Unchanged | Listed


class SourceNotFound(Exception):
    """The source as a whole is not there: no such folder, or nothing answers at the address."""


@dataclass(frozen=True)
class Known:
    """What is stored of a page on the network: the article's origin, where links to it lead, and what came last."""

    origin: str
    address: str
    validators: Validators
    fingerprint: str = ""


@dataclass(frozen=True)
class Limits:
    """How far a load over the network goes; sizes are in bytes after decompression, times in seconds."""

    page_bytes: int = 5_000_000
    #: Of a sitemap or a feed; the protocol allows 50 MB.
    listing_bytes: int = 52_428_800
    page_seconds: float = 30
    seconds: float = 3600
    redirects: int = 5
    #: Sitemaps, and how deep an index may lead to another.
    listings: int = 1000
    depth: int = 3
    pages: int = 50_000
    #: Between two requests to a host, at least; and the most that its robots.txt or its Retry-After can ask for.
    pause: float = 0.1
    longest_pause: float = 10


@dataclass(frozen=True)
class Options:
    """What a load may do beyond its source; each loader takes what concerns it.

    ``hosts`` are named besides the source's own, as ``name`` or ``name:port``. ``networks`` are private ones that may
    be connected to. ``known`` is what was loaded over the network before, by the address of the page. ``site`` is the
    address at which a folder of pages is published.
    """

    hosts: tuple[str, ...] = ()
    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    known: Mapping[str, Known] = field(default_factory=dict)
    limits: Limits = Limits()
    site: str = ""


@dataclass(frozen=True)
class Loader:
    """``read`` gives entries in a fixed order, ``Listed`` first; ``prefix(source)`` begins every origin of it."""

    read: Callable[[str, Options], Iterator[Entry]]
    prefix: Callable[[str], str]


from . import html, markdown, sitemap  # noqa: E402

LOADERS: dict[str, Loader] = {
    "html": Loader(html.read, html.prefix),
    "markdown": Loader(markdown.read, markdown.prefix),
    "sitemap": Loader(sitemap.read, sitemap.prefix),
}
