"""Fetches pages over HTTP, politely and safely.

- Only http and https, only hosts that were named, only public addresses (``connecting``) unless the owner allows
  others; all of it holds for every redirect too.
- robots.txt is kept to: what it disallows is not fetched, and its crawl-delay is waited for, within reason.
- No answer is larger, takes longer or leads further than the limits say, also when it is compressed or drips.
"""

from __future__ import annotations

import logging
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import urllib3
from protego import Protego

from . import Limits, Validators
from .addresses import BadAddress, Network, host_of, normalise
from .connecting import Deadline, Door, ForbiddenAddress, NotReached, OutOfTime, pool
from .pages import AGENT

USER_AGENT = f"Mozilla/5.0 (compatible; {AGENT}/1.0)"
PAGES = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"
LISTINGS = "application/xml,text/xml,application/rss+xml,application/atom+xml,application/feed+json,*/*;q=0.1"
#: What is asked for. Brotli and zstd would be smaller, and need packages whose decoders can be told no limit.
CODINGS = "gzip"

_FAILURES = (ForbiddenAddress, NotReached, OSError, urllib3.exceptions.HTTPError, ValueError, zlib.error)
_REDIRECTS = (301, 302, 303, 307, 308)
_BUSY = (429, 503)
NOTHING_KNOWN = Validators()
_ROBOTS_BYTES = 512_000
_PIECE = 65_536


class FetchFailed(Exception):
    """A page that could not be had; the message says why, and has nothing in it that the server wrote."""


@dataclass(frozen=True)
class Answer:
    """What came back: ``address`` is where it stands after all redirects; ``headers`` have names in lower case."""

    address: str
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def validators(self) -> Validators:
        """What to ask with next time; what is too long to be kept is left out.

        A server that does not say when a page was changed says when it sent it (RFC 9110, 13.1.3).
        """
        etag, modified = self.headers.get("etag", ""), self.headers.get("last-modified") or self.headers.get("date", "")
        is_plain = (etag + modified).isascii() and (etag + modified).isprintable()
        if not is_plain:
            return NOTHING_KNOWN
        return Validators(etag if len(etag) <= 300 else "", modified if len(modified) <= 100 else "")


@dataclass
class Fetcher:
    """Fetches one page after another from ``hosts``, as ``addresses.host_of`` writes them; close it in the end."""

    hosts: frozenset[str]
    networks: tuple[Network, ...] = ()
    limits: Limits = Limits()
    _pools: dict[str, urllib3.HTTPConnectionPool] = field(default_factory=dict)
    _robots: dict[str, Protego | FetchFailed] = field(default_factory=dict)
    _asked: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # It writes what a server sent into the log; whoever asked hears of every failure.
        logging.getLogger("urllib3.connection").setLevel(logging.ERROR)
        self._door = Door(self.networks)
        self._ends = time.monotonic() + self.limits.seconds

    def close(self) -> None:
        """Closes every connection."""
        for kept in self._pools.values():
            kept.close()

    @property
    def is_out_of_time(self) -> bool:
        """Whether the time for the whole load is up."""
        return time.monotonic() >= self._ends

    def is_named(self, address: str) -> bool:
        """Whether the host of a normal address is one that was named."""
        return host_of(address) in self.hosts

    def page(self, address: str, validators: Validators = NOTHING_KNOWN) -> Answer:
        """The page at a normal ``address``; raises ``FetchFailed``. A status of 304 means that it has not changed."""
        return self._fetch(address, PAGES, self.limits.page_bytes, validators)

    def listing(self, address: str, *, by_owner: bool = False) -> Answer:
        """The sitemap or feed there; one that its owner has named is fetched whatever robots.txt says of it."""
        return self._fetch(address, LISTINGS, self.limits.listing_bytes, heed_robots=not by_owner)

    def _fetch(
        self,
        address: str,
        accept: str,
        most: int,
        validators: Validators = NOTHING_KNOWN,
        *,
        heed_robots: bool = True,
        cut: bool = False,
    ) -> Answer:
        seen: list[str] = []
        while True:
            self._check(address, seen)
            seen.append(address)
            if heed_robots and not self._robots_of(address).can_fetch(address, AGENT):
                raise FetchFailed("robots.txt disallows it")
            answer = self._ask_politely(address, accept, most, validators, cut=cut, heed_robots=heed_robots)
            target = answer.headers.get("location", "")
            if answer.status not in _REDIRECTS or not target:
                return answer
            try:
                address = normalise(target, address)
            except BadAddress as error:
                raise FetchFailed(f"it redirects to what is no address: {error}") from None

    def _check(self, address: str, seen: list[str]) -> None:
        where = "it redirects to" if seen else "it is on"
        if address in seen:
            raise FetchFailed("it redirects in a circle")
        if len(seen) > self.limits.redirects:
            raise FetchFailed(f"it redirects more than {self.limits.redirects} times")
        if not self.is_named(address):
            raise FetchFailed(f"{where} a host that was not named: {host_of(address)}")
        if seen and seen[-1].startswith("https:") and address.startswith("http:"):
            raise FetchFailed("it redirects from https to http")

    def _ask_politely(
        self, address: str, accept: str, most: int, validators: Validators, *, cut: bool, heed_robots: bool
    ) -> Answer:
        """Asks, after the pause that this host is due; once more where it is busy and says until when."""
        headers = {"User-Agent": USER_AGENT, "Accept": accept, "Accept-Encoding": CODINGS}
        if validators.etag:
            headers["If-None-Match"] = validators.etag
        if validators.last_modified:
            headers["If-Modified-Since"] = validators.last_modified
        for is_last in (False, True):
            self._wait_for(address, heed_robots)
            answer = self._ask(address, headers, most, cut)
            after = answer.headers.get("retry-after", "")
            is_soon = after.isdecimal() and len(after) < 6 and int(after) <= self.limits.longest_pause
            if is_last or answer.status not in _BUSY or not is_soon:
                break
            time.sleep(int(after))
        return answer

    def _wait_for(self, address: str, heed_robots: bool) -> None:
        host = host_of(address)
        pause = self.limits.pause
        if heed_robots:
            asked_for = self._robots_of(address).crawl_delay(AGENT)
            pause = max(pause, min(float(asked_for or 0), self.limits.longest_pause))
        if host in self._asked:
            left = self._asked[host] + pause - time.monotonic()
            if left > 0:
                time.sleep(left)

    def _ask(self, address: str, headers: Mapping[str, str], most: int, cut: bool) -> Answer:
        seconds = min(self.limits.page_seconds, self._ends - time.monotonic())
        if seconds <= 0:
            raise FetchFailed("the time for the whole load is up")
        with Deadline(seconds) as deadline:
            self._door.deadline = deadline
            try:
                answer = self._answer(address, headers, most, cut, deadline)
                if not deadline.remaining:
                    # Cut in the middle, a body without a declared length looks as if it had ended.
                    raise OutOfTime
                return answer
            except FetchFailed:
                raise
            except (*_FAILURES, OutOfTime) as error:
                if not deadline.remaining or isinstance(error, OutOfTime):
                    raise FetchFailed(f"it took longer than {seconds:.3g} seconds") from None
                raise FetchFailed(_in_words(error)) from None
            finally:
                self._door.deadline = None
                self._asked[host_of(address)] = time.monotonic()

    def _answer(self, address: str, headers: Mapping[str, str], most: int, cut: bool, deadline: Deadline) -> Answer:
        parts = urlsplit(address)
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        response = self._pool(address).urlopen(
            "GET",
            target,
            headers=dict(headers),
            redirect=False,
            preload_content=False,
            decode_content=False,
            timeout=urllib3.Timeout(connect=deadline.remaining, read=deadline.remaining),
        )
        is_read = False
        try:
            given = {name.lower(): ", ".join(response.headers.getlist(name)) for name in response.headers}
            if response.status in _REDIRECTS:
                return Answer(address, response.status, given, b"")
            if given.get("content-length", "").isdecimal() and int(given["content-length"]) > most and not cut:
                raise FetchFailed(_too_large(most))
            pieces = _decoded(
                response.stream(_PIECE, decode_content=False), given.get("content-encoding", ""), most + 1
            )
            body = b"".join(pieces)
            if len(body) > most and not cut:
                raise FetchFailed(_too_large(most))
            is_read = len(body) <= most
            return Answer(address, response.status, given, body[:most])
        finally:
            if is_read:
                response.release_conn()
            else:
                response.close()

    def _pool(self, address: str) -> urllib3.HTTPConnectionPool:
        parts = urlsplit(address)
        key = f"{parts.scheme}://{parts.netloc}"
        if key not in self._pools:
            self._pools[key] = pool(parts.scheme, parts.hostname or "", parts.port, self._door)
        return self._pools[key]

    def _robots_of(self, address: str) -> Protego:
        """The host's robots.txt. Where it cannot be had, nothing may be fetched; where there is none, everything."""
        parts = urlsplit(address)
        key = f"{parts.scheme}://{parts.netloc}"
        if key not in self._robots:
            try:
                answer = self._fetch(
                    f"{key}/robots.txt", "text/plain,*/*;q=0.1", _ROBOTS_BYTES, heed_robots=False, cut=True
                )
                if answer.status >= 500 or answer.status in _BUSY:
                    raise FetchFailed(f"the server answers {answer.status}")
                text = answer.body.decode("utf-8", "replace") if answer.status == 200 else ""
                self._robots[key] = Protego.parse(text)
            except FetchFailed as failed:
                self._robots[key] = FetchFailed(f"robots.txt could not be read: {failed}")
        found = self._robots[key]
        if isinstance(found, FetchFailed):
            raise FetchFailed(str(found))
        return found


def inflated(data: bytes, most: int) -> bytes:
    """``data`` uncompressed where it is gzip, at most ``most`` bytes of it; raises ``FetchFailed`` where it is more."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    try:
        found = b"".join(_decoded([data], "gzip", most + 1))
    except zlib.error:
        raise FetchFailed("it is broken gzip") from None
    if len(found) > most:
        raise FetchFailed(_too_large(most))
    return found


def _decoded(pieces: Iterable[bytes], encoding: str, most: int) -> Iterator[bytes]:
    """The pieces uncompressed, ``most`` bytes of them and never more in memory than that."""
    coding = encoding.strip().lower()
    if coding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise FetchFailed("it is compressed in a way that was not asked for")
    left = most
    if coding in ("", "identity"):
        for piece in pieces:
            yield piece[:left]
            left -= len(piece)
            if left <= 0:
                return
        return
    decoder, is_open = _decompressor(), False
    for piece in pieces:
        rest = piece
        while rest:
            found = decoder.decompress(rest, left)
            yield found
            left -= len(found)
            if left <= 0:
                return
            # Several members may follow one another in one file.
            rest = decoder.unused_data if decoder.eof else decoder.unconsumed_tail
            is_open = not decoder.eof
            if decoder.eof:
                decoder = _decompressor()
    if is_open:
        raise zlib.error("cut short")


def _decompressor() -> zlib._Decompress:
    """For gzip and zlib alike."""
    return zlib.decompressobj(zlib.MAX_WBITS | 32)


def _too_large(most: int) -> str:
    return f"it is larger than {most / 1_000_000:.3g} MB"


def _in_words(error: Exception) -> str:
    """Why a request failed, without the names and addresses that urllib3 puts into its messages."""
    match error:
        case ForbiddenAddress() | NotReached():
            return str(error)
        case zlib.error():
            return "it is broken gzip"
        case urllib3.exceptions.SSLError():
            return "its certificate or its encryption cannot be trusted"
        case urllib3.exceptions.TimeoutError() | TimeoutError():
            return "it did not answer in time"
        case urllib3.exceptions.ProtocolError() | urllib3.exceptions.IncompleteRead():
            return "the connection broke, or what came over it is no HTTP"
    return "nothing answers there"
