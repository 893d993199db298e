"""A sitemap, an index of sitemaps, or a feed (RSS, Atom) over HTTP: its pages are asked for one after another.

- Pages that have not changed since are not sent again (conditional requests), or not asked for where the sitemap proves
  right about them (``modified``); new ones come first, so that a load whose time runs out gets further each time.
- A page that is gone (404, 410), or says that it is no article, is withdrawn. So is one that a sitemap does not list
  any more, but only when every part of the sitemap could be read. A feed lists the newest pages alone: nothing is gone
  because it left a feed, and a page that a sitemap has listed stays with that sitemap.
- ``fetching`` says what is asked for and what is not.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlsplit

from django.utils import timezone

from . import (
    Entry,
    Limits,
    Listed,
    LoadedArticle,
    LoadError,
    Options,
    Skipped,
    SourceNotFound,
    Unchanged,
    modified,
)
from .addresses import BadAddress, host_of, named_host, normalise
from .encodings import charset_of
from .fetching import NOTHING_KNOWN, Answer, Fetcher, FetchFailed, inflated
from .front_matter import Unreadable
from .listings import Kind, Listing, Malformed, parse
from .pages import NoArticle, language_of, read_page, slug_of

logger = logging.getLogger(__name__)

_GONE = (404, 410)
_HTML = ("text/html", "application/xhtml+xml")
_MEDIA_TYPE = re.compile(r"[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,60}")


def prefix(source: str) -> str:
    """What every origin in this sitemap or feed begins with."""
    try:
        return f"sitemap:{normalise(source)} "
    except BadAddress as error:
        raise SourceNotFound(f"{source}: {error}") from None


def read(source: str, options: Options) -> Iterator[Entry]:
    """Every page that is listed; those not loaded before come first."""
    begins = prefix(source)
    address = begins.removeprefix("sitemap:").strip()
    fetcher = Fetcher(_hosts(address, options), options.networks, options.limits)
    try:
        yield from _Load(address, begins, options, fetcher).read()
    finally:
        fetcher.close()


def _hosts(address: str, options: Options) -> frozenset[str]:
    try:
        return frozenset({host_of(address), *map(named_host, options.hosts)})
    except BadAddress as error:
        raise SourceNotFound(f"one of the hosts is none: {error}") from None


@dataclass
class _Load:
    """One load: what is listed, and which page has taken which address."""

    address: str
    prefix: str
    options: Options
    fetcher: Fetcher
    #: Each page with the last moment at which it was changed, as far as anybody says.
    listed: dict[str, datetime | None] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    errors: list[LoadError] = field(default_factory=list)
    is_whole: bool = True

    @property
    def limits(self) -> Limits:
        return self.options.limits

    def read(self) -> Iterator[Entry]:
        self._list()
        elsewhere = [page for page in self.listed if not self.fetcher.is_named(page)]
        pages = [page for page in self.listed if self.fetcher.is_named(page)]
        # What is stored keeps its address, whichever copy of it is asked for first.
        for page in pages:
            if known := self.options.known.get(page):
                self.taken.setdefault(known.address, page)
        yield Listed(len(self.listed) + len(self.errors), self.is_whole)
        yield from self.errors
        for page in elsewhere:
            yield Skipped(self._origin(page), page, f"on a host that was not named: {host_of(page)}", is_gone=False)
        yield from self._pages(pages)

    def _pages(self, pages: list[str]) -> Iterator[Entry]:
        """New pages first, then those that may have changed, then some or all of those that seem not to have."""
        older = [page for page in pages if self._is_older(page)]
        seem_unchanged = set(older)
        proving = modified.proving(older, timezone.localdate()) if older else []
        asked = [page for page in pages if page not in seem_unchanged]
        asked.sort(key=lambda page: page in self.options.known)
        waiting = deque([*asked, *proving])
        left = [page for page in older if page not in set(proving)]
        while waiting:
            page = waiting.popleft()
            if self.fetcher.is_out_of_time:
                number = len(pages) - len(waiting) - len(left) - 1
                yield self._unread(self.address, f"the time is up with {number} of {len(pages)} pages asked for")
                return
            entry = self._entry(page)
            yield entry
            if left and page in seem_unchanged and modified.disproves(entry, self.options.known[page]):
                waiting.extend(left)
                left = []
        yield from (Unchanged(self._origin(page)) for page in left)

    def _is_older(self, page: str) -> bool:
        known = self.options.known.get(page)
        is_ours = known is not None and known.origin == self._origin(page)
        return known is not None and is_ours and modified.is_older(self.listed[page], known)

    # --- what is listed ---------------------------------------------------------------------------------------------

    def _list(self) -> None:
        """Fills ``listed`` and ``errors``, and finds whether what is not listed is gone."""
        waiting = [(self.address, 0)]
        asked = {self.address}
        while waiting:
            address, depth = waiting.pop(0)
            try:
                place, listing = self._listing(address)
            except (FetchFailed, Malformed) as failed:
                if address == self.address:
                    raise SourceNotFound(f"{address}: {failed}") from None
                self.errors.append(self._unread(address, str(failed)))
                continue
            self.is_whole = self.is_whole and listing.kind is not Kind.FEED
            if listing.kind is not Kind.INDEX:
                self._add(listing, place)
                continue
            for child in self._children(listing, place, depth, asked):
                asked.add(child)
                waiting.append((child, depth + 1))

    def _listing(self, address: str) -> tuple[str, Listing]:
        answer = self.fetcher.listing(address, by_owner=address == self.address)
        if answer.status != 200:
            raise FetchFailed(f"the server answers {answer.status}")
        data = inflated(answer.body, self.limits.listing_bytes)
        return answer.address, parse(data, charset_of(answer.headers.get("content-type", "")))

    def _children(self, listing: Listing, place: str, depth: int, asked: set[str]) -> Iterator[str]:
        """The sitemaps of an index that are to be read; what is too deep or too many is an error."""
        if depth >= self.limits.depth:
            self.errors.append(self._unread(place, f"indexes of sitemaps lead deeper than {self.limits.depth}"))
            return
        for link in listing.links:
            child = self._normal(link.address, place)
            if child is None or child in asked:
                continue
            if len(asked) >= self.limits.listings:
                self.errors.append(self._unread(place, f"there are more than {self.limits.listings} sitemaps"))
                return
            yield child

    def _add(self, listing: Listing, place: str) -> None:
        for link in listing.links:
            page = self._normal(link.address, place)
            if page is None:
                continue
            latest = modified.latest(link.modified)
            if page in self.listed:
                before = self.listed[page]
                self.listed[page] = max(before, latest) if before and latest else None
                continue
            if len(self.listed) >= self.limits.pages:
                self.errors.append(self._unread(place, f"there are more than {self.limits.pages} pages"))
                return
            self.listed[page] = latest

    def _normal(self, given: str, place: str) -> str | None:
        try:
            return normalise(given, place)
        except BadAddress as error:
            shown = re.sub(r"[^!-~]+", "?", given)[:200]
            self.errors.append(LoadError(f"{self.prefix}{shown}", shown, 0, str(error)))
            return None

    def _unread(self, path: str, message: str) -> LoadError:
        """An error after which nobody knows what else there is."""
        return LoadError(self.prefix, path, 0, message, unread=self.prefix)

    # --- one page ---------------------------------------------------------------------------------------------------

    def _origin(self, page: str) -> str:
        return f"{self.prefix}{page}"

    def _entry(self, page: str) -> Entry:
        known = self.options.known.get(page)
        origin = known.origin if known and not self.is_whole else self._origin(page)
        # One that another source has loaded must come whole, so that it can become one of ours.
        is_ours = known is not None and known.origin == origin
        try:
            answer = self.fetcher.page(page, known.validators if known and is_ours else NOTHING_KNOWN)
            if is_ours and answer.status == 304:
                return Unchanged(origin)
            return self._article(page, origin, answer)
        except NoArticle as reason:
            return Skipped(origin, page, str(reason), is_gone=True)
        except (FetchFailed, Unreadable) as failed:
            return LoadError(origin, page, 0, str(failed))
        except Exception:
            # One page that no library was prepared for stops no other.
            logger.exception("%s could not be read", page)
            return LoadError(origin, page, 0, "it could not be read")

    def _article(self, page: str, origin: str, answer: Answer) -> LoadedArticle:
        if answer.status in _GONE:
            raise NoArticle(f"gone: the server answers {answer.status}")
        if answer.status != 200:
            raise FetchFailed(f"the server answers {answer.status}")
        content_type = answer.headers.get("content-type", "")
        _check_kind(content_type)
        if answer.address != page and answer.address in self.listed:
            raise NoArticle(f"it redirects to {answer.address}, which is listed itself")
        found = read_page(answer.body, answer.address, content_type, answer.headers.get("x-robots-tag", ""))
        address = self._canonical(found.canonical, page, answer.address)
        path = urlsplit(address).path
        language = language_of(found, path)
        published_at = found.published_at
        return LoadedArticle(
            origin=origin,
            path=page,
            title=found.title,
            slug=slug_of(path, language),
            language=language,
            body=found.body,
            format="html",
            address=address,
            summary=found.summary,
            # It stands there for everybody to read, so it is published, whatever it says of the time to come.
            published_at=None if published_at and published_at > timezone.now() else published_at,
            translation_group=found.translation_group,
            line=0,
            validators=answer.validators,
        )

    def _canonical(self, given: str, page: str, place: str) -> str:
        """Where links to the page lead; raises ``NoArticle`` where another page is the original."""
        try:
            canonical = normalise(given, place) if given else place
        except BadAddress:
            canonical = place
        if canonical not in (page, place):
            if not self.fetcher.is_named(canonical):
                raise NoArticle(f"the original is on another host: {host_of(canonical)}")
            if canonical in self.listed:
                raise NoArticle(f"the original is {canonical}, which is listed itself")
        if self.taken.setdefault(canonical, page) != page:
            raise NoArticle(f"the same page as {self.taken[canonical]} (its canonical address says so)")
        return canonical


def _check_kind(content_type: str) -> None:
    """Raises ``NoArticle`` for what is no HTML; a server that does not say is believed to send it."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind and kind not in _HTML:
        raise NoArticle(f"no HTML: {kind if _MEDIA_TYPE.fullmatch(kind) else 'of an unknown kind'}")
