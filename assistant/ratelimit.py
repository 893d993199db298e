"""How often one client may ask, judge an answer or delete, and how many answers one process streams at once.

The counters lie in Django's cache, in windows that begin on the clock. Known weaknesses, accepted: a client may ask
twice its share around the border of two windows; with the in-memory cache each process counts alone (set REDIS_URL
for several); a counter that the cache drops begins again. Counting itself is atomic on both caches. When the cache is
away, questions pass: the cap guards the money and ``StreamSlots`` the machine; ``shared_slots`` counts over processes.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from .conf import conf

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Decision:
    """May this question be asked; if not, in how many whole seconds (at least 1) it may."""

    allowed: bool
    retry_after: int = 0


def allow(key: str) -> Decision:
    """Count one request under ``key`` (of ``client_key`` or ``conversation_key``) and decide."""
    count, seconds = conf.rate_limit
    now = time.time()
    window = int(now // seconds)
    if _increment(f"assistant.rate.{key}.{window}", seconds) <= count:
        return Decision(True)
    return Decision(False, max(1, math.ceil((window + 1) * seconds - now)))


def client_key(request: HttpRequest, what: str = "ask") -> str:
    """Who asks: a salted hash, from which no address can be read back.

    Another for each ``what``: nobody is kept from asking because of what they said about answers.
    """
    return _hashed(f"{what} {_network(_client_address(request))}")


def conversation_key(public_id: uuid.UUID) -> str:
    """The same for a conversation, whatever address its questions come from."""
    return _hashed(f"conversation {public_id}")


class StreamSlots:
    """The answers that this process streams at once; thread-safe."""

    def __init__(self) -> None:
        # The garbage collector gives places back too, in whatever thread it runs, and in the middle of this one's work.
        self._lock = threading.RLock()
        self._taken = 0

    @property
    def taken(self) -> int:
        """How many are taken."""
        return self._taken

    def acquire(self) -> Slot | None:
        """A slot to release when the answer ends, or ``None`` when ``conf.max_streams`` are taken."""
        with self._lock:
            if self._taken >= conf.max_streams:
                return None
            self._taken += 1
        return Slot(self)

    def give_back(self) -> None:
        """Called by a slot, once."""
        with self._lock:
            self._taken -= 1


class Slot:
    """One taken place; releasing it twice counts once."""

    def __init__(self, slots: StreamSlots) -> None:
        self._lock = threading.RLock()
        self._taken: list[Callable[[], None]] = [slots.give_back]

    def hold(self, give_back: Callable[[], None]) -> None:
        """Call ``give_back`` too when the place is released; it may be called in any thread."""
        with self._lock:
            self._taken.append(give_back)

    def release(self) -> None:
        """Give the place back; may be called on every exit."""
        with self._lock:
            taken, self._taken = self._taken, []
        for give_back in taken:
            give_back()


#: This process's slots.
stream_slots = StreamSlots()


def _increment(key: str, seconds: int) -> int:
    with _cache_may_be_away():
        cache.add(key, 0, timeout=2 * seconds)
        try:
            return int(cache.incr(key))
        except ValueError:  # dropped between the two lines: this question is the first
            cache.set(key, 1, timeout=2 * seconds)
            return 1
    return 0


@contextmanager
def _cache_may_be_away() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        # The class alone: a message may hold the cache's address and password.
        logger.warning("The cache is away (%s); questions are not counted.", type(error).__name__)


def _client_address(request: HttpRequest) -> str:
    peer = request.META.get("REMOTE_ADDR") or ""
    hops = conf.trusted_proxies
    if hops == 0:
        if "HTTP_X_FORWARDED_FOR" in request.META:
            _tell_of_a_proxy(peer, "A proxy forwards questions, but ASSISTANT_TRUSTED_PROXIES is 0")
        return peer
    # Each trusted proxy appends the address it was called from, so the last ``hops`` entries are ours and everything
    # to their left is the client's own invention. Several lines of the header arrive here as one, in their order.
    # The header ``Forwarded`` (RFC 7239) is not read: a proxy that writes only that counts as none.
    entries = [entry.strip() for entry in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if entry.strip()]
    if not entries:
        _tell_of_a_proxy(peer, "A question came without X-Forwarded-For; if a proxy brought it")
        return peer
    return entries[-min(hops, len(entries))]


_told_of_a_proxy = threading.Event()


def _tell_of_a_proxy(peer: str, what: str) -> None:
    """Once a process: a proxy on this machine or network that names nobody makes one client of all visitors."""
    if _told_of_a_proxy.is_set():
        return
    try:
        inside = ipaddress.ip_address(peer).is_private
    except ValueError:  # a socket file, which only a proxy of ours can open
        inside = True
    if inside:
        _told_of_a_proxy.set()
        logger.warning("%s, all visitors share one limit.", what)


def _network(address: str) -> str:
    """The unit that is counted: an IPv4 address, or the /64 of an IPv6 one, since every home has a whole /64."""
    bare = address.removeprefix("[").partition("]")[0] if address.startswith("[") else address
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        ip = ipaddress.ip_address(bare.partition("%")[0])
    except ValueError:
        return "no address"
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


def _hashed(value: str) -> str:
    return salted_hmac("assistant.ratelimit", value, algorithm="sha256").hexdigest()[:32]
