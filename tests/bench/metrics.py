"""What a scrape of ``/metrics``, ``/readyz`` and a shared slot cost: ``python -m tests.bench.metrics [TURNS]``.

On PostgreSQL, beside 1,000 and then beside a million closed turns (or ``TURNS``): milliseconds, the median and the
worst of thirty, in one process that keeps its connection. Then what the totals add to a turn, and
``ASSISTANT_MAX_STREAMS_TOTAL`` to a question, on PostgreSQL and on SQLite.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from tests.servers.postgres import postgres
from tests.servers.site import environment

RUNS = 30
FEW = 1_000


def measured(call: Callable[[], object]) -> str:
    """Median and worst."""
    took = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        call()
        took.append((time.perf_counter() - begun) * 1000)
    return f"median {statistics.median(took):.1f} ms, worst {max(took):.1f} ms"


def add_turns(count: int) -> None:
    """Closed turns of the last 29 days; the first one is copied."""
    from django.db import connection

    from assistant.models import Conversation, Turn

    first = Turn.objects.order_by("pk").first()
    if first is None:
        parent = Conversation.objects.create(locale="en")
        sentences = [{"text": "Closing takes 38 minutes.", "cited": [1]}]
        first = Turn.objects.create(conversation=parent, locale="en", question="How long?", sentences=sentences)
        Turn.objects.update(status=Turn.Status.ANSWERED)
    names = [field.column for field in Turn._meta.concrete_fields if field.column != "id"]
    given = {"public_id": "gen_random_uuid()", "opened_at": "now() - random() * interval '29 days'"}
    chosen = ", ".join(given.get(name, name) for name in names)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO assistant_turn ({', '.join(names)}) SELECT {chosen} "
            f"FROM assistant_turn, generate_series(1, {count}) WHERE id = {first.pk}"
        )
    # VACUUM has to stand outside a transaction.
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE assistant_turn")


def on_this_database(turns: int) -> None:
    """In a process whose settings name the database."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from assistant import health, metrics, shared_slots, tallies
    from assistant.models import Turn

    call_command("migrate", verbosity=0)
    kind = connection.vendor

    def slot() -> None:
        holder = uuid.uuid4()
        assert shared_slots.take(holder)
        shared_slots.release(holder)

    if turns:
        for count in (FEW, turns):
            add_turns(count - Turn.objects.count())
            print(f"{kind}, {count} turns: /metrics {measured(metrics.collect)}; /readyz {measured(health.report)}")
    counts = tallies.observed(tallies.ANSWER, timedelta(seconds=2)) + tallies.observed(
        tallies.FIRST_SENTENCE, timedelta(seconds=1)
    )
    counts.update({("turns", "answered"): 1, ("tokens", "input m"): 900, ("tokens", "output m"): 80})
    print(f"{kind}: the totals of one turn {measured(lambda: tallies.add(counts))}")
    print(f"{kind}: a slot taken and given back {measured(slot)}", flush=True)


def main() -> None:
    """PostgreSQL with turns, then SQLite without."""
    if len(sys.argv) > 2:
        on_this_database(int(sys.argv[2]))
        return
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory(prefix="metrics-") as folder, postgres() as url:
        sqlite = f"sqlite:///{Path(folder) / 'db.sqlite3'}"
        for address, count in ((url, turns), (sqlite, 0)):
            more = {"DATABASE_URL": address, "ASSISTANT_MAX_STREAMS_TOTAL": "100"}
            settings = environment(Path(folder) / "none", DJANGO_SETTINGS_MODULE="config.settings", **more)
            command = [sys.executable, "-m", "tests.bench.metrics", "here", str(count)]
            if os.spawnve(os.P_WAIT, sys.executable, command, os.environ | settings | more):
                sys.exit(1)


if __name__ == "__main__":
    main()
