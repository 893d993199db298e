"""Connections that are made only to addresses that may be connected to, and that end when their time is up.

The name of a host is resolved here, once for each connection; what it resolved to is looked at, and the same numeric
address is connected to. So nobody can swap the address between the look and the connection, and redirects, which make
connections of their own, are held to the same rule. Proxies of the environment are not used: they would connect for us.
Resolving a name takes as long as the system's resolver does; no deadline can cut that short.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection

from .addresses import Network, may_connect

#: As ``socket.getaddrinfo``: family, kind, protocol, name, and the address as ``connect`` takes it.
Resolved = tuple[int, int, int, str, Any]


class ForbiddenAddress(Exception):
    """A host that has no address which may be connected to."""


class NotReached(Exception):
    """A host whose name leads nowhere, or where nothing answers; the message says which."""


class OutOfTime(Exception):
    """The time for a request is up."""


def resolve(host: str, port: int) -> Sequence[Resolved]:
    """What the system's resolver knows of ``host``."""
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)


class Deadline:
    """The time for one request, however it is spent: connecting, shaking hands, headers or body, byte by byte.

    Sockets that are watched are shut down when it is up. Use it as a context.
    """

    def __init__(self, seconds: float) -> None:
        self._ends = time.monotonic() + seconds
        self._timer = threading.Timer(max(seconds, 0), self._cut)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._watched: list[socket.socket] = []
        self._is_closed = False

    def __enter__(self) -> Deadline:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._is_closed = True
            for watched in self._watched:
                watched.close()

    @property
    def remaining(self) -> float:
        """Seconds left; never less than nothing."""
        return max(self._ends - time.monotonic(), 0.0)

    def watch(self, sock: socket.socket) -> None:
        """Shuts ``sock`` down when the time is up; raises ``OutOfTime`` where it is already."""
        with self._lock:
            if self._is_closed or not self.remaining:
                raise OutOfTime
            # A second handle on the same connection, because TLS takes the first one away.
            self._watched.append(socket.socket(fileno=os.dup(sock.fileno())))

    def _cut(self) -> None:
        with self._lock:
            for watched in self._watched if not self._is_closed else ():
                with suppress(OSError):
                    watched.shutdown(socket.SHUT_RDWR)


class Door:
    """Opens connections to permitted addresses, within the deadline of the request that needs them."""

    def __init__(self, allowed: tuple[Network, ...] = ()) -> None:
        self._allowed = allowed
        self.deadline: Deadline | None = None

    def open(self, host: str, port: int) -> socket.socket:
        """A connection to the first of the host's permitted addresses that answers."""
        try:
            found = resolve(host, port)
        except (OSError, UnicodeError):
            raise NotReached("its host has no address") from None
        permitted = [entry for entry in found if may_connect(str(entry[4][0]), self._allowed)]
        if not permitted:
            raise ForbiddenAddress("its host has a private, local or reserved address")
        for family, kind, protocol, _name, address in permitted:
            sock = socket.socket(family, kind, protocol)
            try:
                self.watch(sock)
                sock.settimeout(self.deadline.remaining if self.deadline else None)
                sock.connect(address)
            except OSError:
                sock.close()
            except BaseException:
                sock.close()
                raise
            else:
                return sock
        raise NotReached("nothing answers there")

    def watch(self, sock: socket.socket | None) -> None:
        """Holds a connection to the deadline of the request that goes over it now."""
        if self.deadline and sock:
            self.deadline.watch(sock)


class _Guarded:
    """Makes a connection of urllib3 through a door; before the connection class in the order of bases."""

    def __init__(self, *arguments: Any, door: Door, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._door = door

    def _new_conn(self) -> socket.socket:
        return self._door.open(self._dns_host, self.port)  # type: ignore[attr-defined]

    def request(self, *arguments: Any, **options: Any) -> None:
        # One that was kept open from the request before.
        self._door.watch(self.sock)  # type: ignore[attr-defined]
        super().request(*arguments, **options)  # type: ignore[misc]


class _Plain(_Guarded, HTTPConnection):
    pass


class _Secure(_Guarded, HTTPSConnection):
    pass


class _PlainPool(urllib3.HTTPConnectionPool):
    ConnectionCls = _Plain


class _SecurePool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _Secure


def pool(scheme: str, host: str, port: int | None, door: Door) -> urllib3.HTTPConnectionPool:
    """One connection at a time to this host, kept open between requests; certificates are verified."""
    kind = _SecurePool if scheme == "https" else _PlainPool
    return kind(host.strip("[]"), port, maxsize=1, block=False, retries=False, door=door)
