"""What an answer costs the server: CPU, time to the first sentence, memory; beside a bare Django stream.

    python -m tests.bench.streams [cpu] [idle] [unread]

*cpu*: streams of twenty events at 1, 50 and 200 at once. The site's answer is validated, counted, searched for,
prompted, replayed by the scripted provider without a delay, gated, and written to SQLite (a conversation, a turn, its
record and sources). The bare stream is the same bytes from an async generator of five lines, on the same daphne, with
the site's middlewares and with none. CPU is the server's own, user and system, from /proc.

*idle*: resident memory per stream that waits for its provider. *unread*: fifty readers who never read, for a
minute of a sentence each 50 ms.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.deploy.fronts import DIRECT, QUESTION, SENTENCE, Front, process_memory, waiting_bytes
from tests.deploy.upstream import upstream
from tests.live.reading import read_all, unchunked
from tests.servers.site import SiteServer, prepare_database, start_site

#: With ``start`` and ``done`` twenty events.
SENTENCES = 18
#: How many at once, and how many in all.
LEVELS = ((1, 40), (50, 250), (200, 400))
LIMITS = {"ASSISTANT_RATE_LIMIT": "1000000/m", "ASSISTANT_MAX_STREAMS": "1000", "DEBUG": "false"}
HERTZ = os.sysconf("SC_CLK_TCK")


def main(arguments: list[str]) -> None:
    """Measure what is asked for."""
    print(f"load {os.getloadavg()[0]:.2f} (one minute) at the beginning, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(prefix="streams-") as name:
        folder = Path(name)
        template = folder / "template.sqlite3"
        prepare_database(template)
        for part in (measure_cpu, measure_idle, measure_unread):
            if not arguments or part.__name__.removeprefix("measure_") in arguments:
                part(folder / part.__name__, template)
    print(f"load {os.getloadavg()[0]:.2f} (one minute) at the end")


@contextmanager
def serving(folder: Path, template: Path, **environment: str) -> Iterator[SiteServer]:
    """A site, stopped afterwards."""
    site = start_site(folder, template, **{**LIMITS, **environment})
    try:
        yield site
    finally:
        site.stop()


def scripted(folder: Path, pieces: list[str], delay: int = 0) -> dict[str, str]:
    """What makes the scripted provider say these pieces."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "script.json"
    path.write_text(json.dumps({"pieces": pieces, "finish": "stop", "usage": None}))
    return {
        "ASSISTANT_PROVIDER": "scripted",
        "ASSISTANT_SCRIPT": str(path),
        "ASSISTANT_SCRIPT_DELAY_MS": str(delay),
    }


# --- CPU and time to the first sentence ---------------------------------------------------------------------------


def measure_cpu(folder: Path, template: Path) -> None:
    """The table of the three."""
    whole = scripted(folder, [SENTENCE] * SENTENCES)
    text = SENTENCE * SENTENCES
    small = scripted(folder / "small", [text[at : at + 4] for at in range(0, len(text), 4)])
    bare = folder / "events"
    with serving(folder / "record", template, **whole) as site, Front(DIRECT, site).asked(version="1.0") as connection:
        bare.write_bytes(read_all(connection).partition(b"\r\n\r\n")[2])
    module = {"DJANGO_SETTINGS_MODULE": "tests.bench.bare", "BARE_EVENTS": str(bare)}
    kinds = {
        "answer, a sentence a piece": whole,
        "answer, pieces of 4 characters": small,
        "bare, the site's middlewares": module,
        "bare, no middleware": {**module, "BARE": "none"},
    }
    print(f"events of one stream: {bare.read_bytes().count(b'event: ')}")
    print("| at once | stream | CPU ms | × bare | first sentence p50 / p99 ms | × bare |")
    print("| --- | --- | --- | --- | --- | --- |")
    rows: dict[tuple[int, str], tuple[float, float, float]] = {}
    for title, environment in kinds.items():
        with serving(folder / title.replace(" ", "-"), template, **environment) as site:
            asyncio.run(load(site.port, 5, 30))  # everything is imported, every cache is filled
            for at_once, count in LEVELS:
                before = cpu(site)
                firsts = asyncio.run(load(site.port, at_once, count))
                spent = (cpu(site) - before) / count * 1000
                percentiles = statistics.quantiles(firsts, n=100)
                rows[at_once, title] = spent, statistics.median(firsts) * 1000, percentiles[98] * 1000
    for (at_once, title), (spent, median, longest) in sorted(rows.items(), key=lambda row: row[0][0]):
        base = rows[at_once, "bare, the site's middlewares"]
        print(
            f"| {at_once} | {title} | {spent:.2f} | {spent / base[0]:.2f} | {median:.1f} / {longest:.1f} "
            f"| {median / base[1]:.2f} |"
        )


def cpu(site: SiteServer) -> float:
    """Seconds of CPU that the server has had."""
    fields = Path(f"/proc/{site.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / HERTZ


async def load(port: int, at_once: int, count: int) -> list[float]:
    """Ask so many, so many at once; the seconds to the first sentence of each."""
    left = iter(range(count))
    firsts: list[float] = []

    async def ask_on() -> None:
        for _ in left:
            firsts.append(await ask(port))

    await asyncio.gather(*(ask_on() for _ in range(at_once)))
    return firsts


async def ask(port: int) -> float:
    """One question, read to its end."""
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    content = json.dumps({"question": QUESTION, "locale": "en"}).encode()
    writer.write(
        b"POST /assistant/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
        b"Content-Length: %d\r\n\r\n%s" % (len(content), content)
    )
    first, got = 0.0, b""
    while chunk := await reader.read(65536):
        got += chunk
        if not first and b"event: text" in got:
            first = time.perf_counter() - began
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    assert b"event: done" in unchunked(got.partition(b"\r\n\r\n")[2]), got[:500]
    return first


# --- memory -------------------------------------------------------------------------------------------------------


def measure_idle(folder: Path, template: Path) -> None:
    """Resident memory per stream that waits: what the second two hundred of four hundred add."""
    print("| streams that wait | MiB resident at 0 | at 200 | at 400 | KiB per stream, of the second 200 |")
    print("| --- | --- | --- | --- | --- |")
    with upstream() as provider:
        kinds = {
            "scripted provider": scripted(folder, [SENTENCE] * 3, delay=60_000),
            "openai, over HTTP": provider.environment,
        }
        for title, environment in kinds.items():
            with serving(folder / title.replace(" ", "-"), template, **environment) as site:
                none, some, more = asyncio.run(held(site, 0, 200, 400))
                cells = [f"{size / 2**20:.1f}" for size in (none, some, more)]
                print(f"| {title} | {' | '.join(cells)} | {(more - some) / 200 / 1024:.1f} |", flush=True)


async def held(site: SiteServer, *counts: int) -> list[int]:
    """The server's resident bytes while so many streams wait for their provider, one after the other."""
    opened: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    sizes = []
    for count in counts:
        new = [await asyncio.open_connection("127.0.0.1", site.port) for _ in range(count - len(opened))]
        for reader, writer in new:
            writer.write(Front(DIRECT, site).request())
            await reader.readuntil(b"event: start")
        opened += new
        await asyncio.sleep(5)  # the search, the prompt, the provider's connection
        sizes.append(process_memory(site.process.pid))
    for _, writer in opened:
        writer.close()
    return sizes


def measure_unread(folder: Path, template: Path) -> None:
    """Fifty readers who never read, for a minute."""
    environment = scripted(folder, [SENTENCE] * 1200, delay=50)
    with serving(folder / "site", template, **environment) as site:
        asyncio.run(held(site, 50))
        before = process_memory(site.process.pid)
        front = Front(DIRECT, site)
        connections = []
        for _ in range(50):
            connection = front.connect(room=2304)
            connection.sendall(front.request())
            connections.append(connection)
        print("| second | MiB resident more than before | KiB in the kernel per reader |")
        print("| --- | --- | --- |")
        began = time.monotonic()
        for second in range(10, 71, 10):
            time.sleep(max(0.0, began + second - time.monotonic()))
            more = (process_memory(site.process.pid) - before) / 2**20
            print(f"| {second} | {more:.1f} | {waiting_bytes(site.port) / 50 / 1024:.1f} |", flush=True)
        for connection in connections:
            connection.close()
        statuses = [turn["status"] for turn in front.turns()][-50:]
        print(f"turns: { ({status: statuses.count(status) for status in set(statuses)}) }")


if __name__ == "__main__":
    main(sys.argv[1:])
