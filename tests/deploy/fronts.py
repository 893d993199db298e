"""What stands between a client and the site: nothing, nginx, or Caddy, each as shipped."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.live.reading import query
from tests.servers import caddy, nginx
from tests.servers.proxy import Proxy
from tests.servers.site import SiteServer
from tests.servers.tls import Certificate

QUESTION = "How much did the Lyngsund gate cost?"
#: A sentence that the gate releases, whatever the order of the sources; and its beginning, on which the gate waits.
SENTENCE = "The Lyngsund gate cost €18.4 million [S1][S2][S3]. "
BEGUN = "The "
DIRECT = "daphne alone"


def names() -> list[str]:
    """What there is on this machine to be tested."""
    return [DIRECT, *nginx.programs(), *caddy.programs()]


@contextmanager
def proxy(name: str, folder: Path, certificate: Certificate, *workers: int) -> Iterator[Proxy]:
    """The proxy of that name, in front of these ports."""
    start, programs = (nginx.nginx, nginx.programs()) if name in nginx.programs() else (caddy.caddy, caddy.programs())
    with start(programs[name], folder / name.replace(" ", "-"), certificate, *workers) as started:
        yield started


@dataclass(frozen=True)
class Front:
    """One way to a site."""

    name: str
    site: SiteServer
    proxy: Proxy | None = None
    certificate: Certificate | None = None

    @property
    def port(self) -> int:
        """Where clients connect."""
        return self.proxy.https_port if self.proxy else self.site.port

    @property
    def host(self) -> str:
        """What a browser sends as ``Host``."""
        return f"localhost:{self.port}"

    @property
    def origin(self) -> str:
        """What a browser calls the site."""
        return f"{'https' if self.proxy else 'http'}://{self.host}"

    def connect(self, *, address: str = "127.0.0.1", room: int = 0, protocol: str = "http/1.1") -> socket.socket:
        """A connection from this loopback address; ``room`` bytes of what comes wait in it, where that is little."""
        plain = socket.socket()
        if room:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        plain.settimeout(30)
        plain.bind((address, 0))
        plain.connect(("127.0.0.1", self.port))
        if self.certificate is None:
            return plain
        context = self.certificate.client_context(protocol)
        return context.wrap_socket(plain, server_hostname="localhost", suppress_ragged_eofs=True)

    def request(
        self, question: Any = QUESTION, *, version: str = "1.1", headers: dict[str, str] | None = None, **fields: Any
    ) -> bytes:
        """The bytes of one question. A header of ``headers`` replaces the usual one."""
        content = json.dumps({"question": question, "locale": "en", **fields}).encode()
        sent = {"Host": self.host, "Content-Type": "application/json", "Content-Length": str(len(content))}
        lines = [f"{name}: {value}" for name, value in (sent | (headers or {})).items() if value]
        return "\r\n".join([f"POST /assistant/ask HTTP/{version}", *lines, "", ""]).encode() + content

    @contextmanager
    def asked(self, *, address: str = "127.0.0.1", room: int = 0, **request: Any) -> Iterator[socket.socket]:
        """A connection on which a question has been sent."""
        with closing(self.connect(address=address, room=room)) as connection:
            connection.sendall(self.request(**request))
            yield connection

    def turns(self) -> list[dict[str, Any]]:
        """What is stored of the turns, oldest first."""
        fields = "status, sentences, error_code, reserved_micros, cost_micros, settled_at"
        rows = query(self.site.database, f"select {fields} from assistant_turn order by id")
        return [dict(zip(fields.split(", "), row, strict=True)) for row in rows]

    def last_turn(self) -> dict[str, Any]:
        """The one that was asked last."""
        return self.turns()[-1]

    def money(self) -> tuple[int, int]:
        """Micros that are spent this month, and those that are reserved."""
        rows = query(self.site.database, "select spent_micros, reserved_micros from assistant_monthlyspend")
        return rows[0] if rows else (0, 0)  # type: ignore[return-value]


def waiting_bytes(port: int) -> int:
    """How much a process has sent from this port of the loopback interface, and its other side has not taken yet."""
    waiting = 0
    # A server that listens on IPv6 as well stands in the other list.
    lines = [line for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    for parts in map(str.split, lines):
        if int(parts[1].rpartition(":")[2], 16) == port and parts[3] == "01":
            waiting += int(parts[4].partition(":")[0], 16)
    return waiting


def process_memory(pid: int) -> int:
    """Resident bytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
