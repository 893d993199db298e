"""A line between a browser and a site, that can be cut in the middle of an answer, go silent, and be mended."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

#: What a question begins with on the line, and what an answer ends with.
QUESTION = b"POST /assistant/ask "
END = b"event: done\n"
#: Closing resets the connection, as a line that is cut does; no orderly end.
RESET = struct.pack("ii", 1, 0)


class Wire:
    """Passes bytes on, both ways, unchanged.

    ``asked`` counts the questions that came from the browser, ``ended`` the answers that came whole from the site.
    """

    def __init__(self, upstream: int) -> None:
        """To ``upstream``, a port of this machine."""
        self.asked = self.ended = 0
        self._upstream = upstream
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._is_cut = False
        #: Bytes pass while it is set.
        self._passing = threading.Event()
        self._passing.set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """Where the browser goes, without a slash at the end."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        """Every connection is reset at once, and every new one."""
        self._is_cut = True
        self._reset_all()

    def silence(self) -> None:
        """Nothing passes any more, and nobody is told: a network that has gone."""
        self._passing.clear()

    def mend(self) -> None:
        """As it was; what is reset stays so."""
        self._is_cut = False
        self._passing.set()

    def close(self) -> None:
        """For good."""
        self._is_cut = True
        with suppress(OSError):
            # Wakes the thread that accepts; closing alone would not.
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._reset_all()
        self._passing.set()

    def _reset_all(self) -> None:
        with self._lock:
            for connection in self._open:
                with suppress(OSError):
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                    # Wakes the thread that reads from it; closing alone would not.
                    connection.shutdown(socket.SHUT_RD)
                connection.close()
            self._open.clear()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _address = self._listener.accept()
                self._join(browser)

    def _join(self, browser: socket.socket) -> None:
        try:
            site = socket.create_connection(("127.0.0.1", self._upstream))
        except OSError:
            site = None
        if self._is_cut or site is None:
            browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            browser.close()
            return
        with self._lock:
            self._open |= {browser, site}
        for source, target in ((browser, site), (site, browser)):
            threading.Thread(target=self._pass_on, args=(source, target, source is browser), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, is_browser: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self.asked += is_browser and QUESTION in data
                self.ended += END in data
                self._passing.wait()
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)
        with self._lock, suppress(KeyError):
            self._open.remove(source)
            source.close()


@contextmanager
def wire(upstream: int) -> Iterator[Wire]:
    """A line to a port, closed in the end."""
    line = Wire(upstream)
    try:
        yield line
    finally:
        line.close()
