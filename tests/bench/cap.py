"""The cap under many at once, in real processes: ``python -m tests.bench.cap [--asks 200 --room 50 --processes 4]``.

Each question reserves the same worst case, and the vendor bills just that, so with room for 50 exactly 50 are answered,
whoever comes first; then once more with a vendor that bills half, where what is given back lets more in. Printed for
SQLite and PostgreSQL: answered, refused, the ledger, and how long all of it took.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.assistant.upstream import Begin, Counts, Done, Finish, OpenAI, Pause, Reply, Upstream, pieces, upstream
from tests.servers.postgres import postgres
from tests.servers.together import (
    ANSWER,
    MOST_OUTPUT,
    Database,
    Told,
    ask_all,
    ledger,
    paying,
    postgres_database,
    prepared_template,
    processes,
    sqlite_database,
)


def says(output: int, seconds: float) -> Reply:
    """The answer, billed as ``output`` tokens of a micro each."""
    counts = Counts(input=50, output=output)
    return Reply((Begin(), Pause(seconds), *pieces(ANSWER), Finish("stop", counts), Done()))


def run(name: str, database: Database, vendor: Upstream, folder: Path, arguments: argparse.Namespace) -> bool:
    """One round; whether it came out as promised."""
    settings = paying(vendor) | {
        "ASSISTANT_MONTHLY_CAP": f"{arguments.room * MOST_OUTPUT / 1_000_000:.6f}",
        "ASSISTANT_RATE_LIMIT": "100000/m",
        "ASSISTANT_MAX_STREAMS": "1000",
    }
    with processes(arguments.processes, database, folder, **settings) as sites:
        begun = time.monotonic()
        outcomes = ask_all(sites, arguments.asks)
        took = time.monotonic() - begun
    found = ledger(database)
    answered = outcomes[Told(200, "answered")]
    others = {f"{told.http} {told.what}": count for told, count in outcomes.items() if told.what != "answered"}
    print(
        f"{name}: {arguments.asks} asks, {arguments.processes} processes, room for {arguments.room}, {took:.1f} s\n"
        f"  answered {answered}, else {others}, calls of the vendor {len(vendor.requests)}\n"
        f"  ledger in micros: cap {arguments.room * MOST_OUTPUT}, spent {found.spent}, reserved {found.reserved}, "
        f"sum of turns {found.of_turns}, sum by model {found.of_models} ({found.model_turns} turns); "
        f"{'right' if found.is_right else 'WRONG'}",
        flush=True,
    )
    return found.is_right and found.spent <= arguments.room * MOST_OUTPUT and len(vendor.requests) == answered


def main() -> int:
    """Both databases, both bills; 1 when one round came out otherwise than promised."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("asks", 200), ("room", 50), ("processes", 4)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--folder", type=Path, help="where to work; else a temporary one")
    arguments = parser.parse_args()
    good = []
    with ExitStack() as stack:
        folder = arguments.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cap-")))
        folder.mkdir(parents=True, exist_ok=True)
        template = prepared_template(folder)
        server = stack.enter_context(postgres())
        for bill, output in (("bill = worst case", MOST_OUTPUT), ("bill = half of it", MOST_OUTPUT // 2)):
            for kind in ("SQLite", "PostgreSQL"):
                with ExitStack() as one:
                    vendor = one.enter_context(upstream(OpenAI()))
                    vendor.will(says(output, 0.2))
                    make = postgres_database(server, template) if kind == "PostgreSQL" else None
                    database = one.enter_context(make or sqlite_database(folder, template))
                    good.append(run(f"{kind}, {bill}", database, vendor, folder / f"{kind}-{output}", arguments))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
