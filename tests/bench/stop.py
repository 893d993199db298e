"""Milliseconds from the client's leaving to the close of the provider's connection, whatever stands between.

    python -m tests.bench.stop [times]

The provider's server is one of ours on loopback (``tests/deploy/upstream.py``), asked through the official OpenAI SDK.
For each cell the median and the longest of so many (10).
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

from tests.deploy import fronts
from tests.deploy.fronts import BEGUN, DIRECT, SENTENCE, Front
from tests.deploy.http2 import Http2
from tests.deploy.upstream import Call, Upstream, upstream
from tests.live.reading import read_until, wait_for
from tests.servers.site import SiteServer, prepare_database, start_site
from tests.servers.tls import make_certificate

LIMITS = {"ASSISTANT_RATE_LIMIT": "100000/m", "ASSISTANT_MAX_STREAMS": "1000", "ASSISTANT_MAX_OUTPUT_TOKENS": "32000"}
#: So many short sentences are more than the kernel's and a proxy's buffers take, so that the proxy's own write blocks.
FLOOD = "Yes [S1]. " * 400
FLOODS = 110

Measure = Callable[[Front, Upstream], float]


def main(arguments: list[str]) -> None:
    """Measure and print the table."""
    times = int(arguments[0]) if arguments else 10
    print(f"load {os.getloadavg()[0]:.2f} (one minute) at the beginning, {os.cpu_count()} cores; {times} times each")
    with tempfile.TemporaryDirectory(prefix="stop-") as name, ExitStack() as started:
        folder = Path(name)
        template = folder / "template.sqlite3"
        prepare_database(template)
        provider = started.enter_context(upstream())
        site = start_site(folder / "site", template, **provider.environment, **LIMITS)
        started.callback(site.stop)
        certificate = make_certificate(folder)
        ways = [Front(DIRECT, site)]
        for other in fronts.names()[1:]:
            running = started.enter_context(fronts.proxy(other, folder / "fronts", certificate, site.port))
            ways.append(Front(other, site, running, certificate))
        names = [way.name for way in ways]
        print("| median / max ms | " + " | ".join(names) + " |")
        print("| --- |" + " --- |" * len(names))
        for title, measure in MEASURES.items():
            cells = []
            for way in ways:
                if measure is stopped_over_http2 and way.proxy is None:
                    cells.append("–")
                    continue
                cells.append(cell([measure(way, provider) for _ in range(times)]))
            print(f"| {title} | " + " | ".join(cells) + " |", flush=True)
        cells = []
        for way in ways:
            cells.append(
                cell(
                    [
                        terminated(way, provider, folder / f"stop-{ways.index(way)}-{n}", template, certificate)
                        for n in range(times)
                    ]
                )
            )
        print("| SIGTERM of daphne | " + " | ".join(cells) + " |")
    print(f"load {os.getloadavg()[0]:.2f} (one minute) at the end")


def cell(seconds: list[float]) -> str:
    """Median and longest, in milliseconds."""
    return f"{statistics.median(seconds) * 1000:.1f} / {max(seconds) * 1000:.1f}"


def waiting(front: Front, provider: Upstream) -> float:
    """A sentence was said; the provider is silent."""
    with front.asked() as connection:
        call = provider.next_call()
        call.say(SENTENCE + BEGUN)
        read_until(connection, b"event: text")
        left = time.monotonic()
    return call.wait_closed() - left


def before_the_first_byte(front: Front, provider: Upstream) -> float:
    """The provider has taken the question, and has not sent the head of its response."""
    with front.asked() as connection:
        read_until(connection, b"event: start")
        call = provider.next_call()
        left = time.monotonic()
    return call.wait_closed() - left


def blocked_in_send(front: Front, provider: Upstream) -> float:
    """The reader does not read; its kernel and, behind a proxy, the proxy's take no more."""
    with front.asked(room=2304) as connection:
        read_until(connection, b"event: start")
        call = provider.next_call()
        for _ in range(FLOODS):
            call.say(FLOOD)
        wait_for(lambda: fronts.waiting_bytes(front.site.port) > 0, seconds=60)
        left = time.monotonic()
    return call.wait_closed() - left


def stopped_over_http2(front: Front, provider: Upstream) -> float:
    """The browser's Stop: one stream is reset."""
    with closing(Http2(front)) as client:
        client.ask()
        call = provider.next_call()
        call.say(SENTENCE + BEGUN)
        client.read_until(b"event: text")
        left = time.monotonic()
        client.reset()
        return call.wait_closed() - left


def terminated(front: Front, provider: Upstream, folder: Path, template: Path, certificate) -> float:
    """The server is told to stop, in the middle of an answer. A site, and a proxy, of its own each time."""
    with ExitStack() as started:
        site: SiteServer = start_site(folder, template, **provider.environment, **LIMITS)
        started.callback(site.stop)
        way = Front(front.name, site)
        if front.proxy:
            running = started.enter_context(fronts.proxy(front.name, folder / "front", certificate, site.port))
            way = Front(front.name, site, running, certificate)
        with way.asked() as connection:
            call: Call = provider.next_call()
            call.say(SENTENCE + BEGUN)
            read_until(connection, b"event: text")
            told = time.monotonic()
            site.process.terminate()
            return call.wait_closed() - told


MEASURES: dict[str, Measure] = {
    "waiting for the provider": waiting,
    "blocked in a send": blocked_in_send,
    "before the provider's first byte": before_the_first_byte,
    "Stop over HTTP/2": stopped_over_http2,
}

if __name__ == "__main__":
    main(sys.argv[1:])
