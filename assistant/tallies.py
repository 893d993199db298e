"""How often what happened: totals in the database that only ever grow, the same for every process.

They are added in the transaction that closes a turn, so they are exact, and they outlive the turns: neither ``prune``
nor a visitor who deletes a conversation makes one go back. Reading them takes as long after a million turns as after
ten. What happens where nothing is written, a request that is refused before any stream, is counted in memory and
added with the next turn that closes, or when the figures are read: that much is lost when a process is killed, and a
crowd of refused requests writes nothing.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter
from datetime import timedelta

from django.db import DatabaseError, connection

from .models import Tally

#: A metric and its label; the label is empty where the metric has none.
Key = tuple[str, str]

TURNS, STOPS, REFUSALS, FAILURES = "turns", "stops", "refusals", "failures"
REFUSED_REQUESTS, TOKENS, RETRIES = "refused_requests", "tokens", "retries"
FIRST_SENTENCE, ANSWER = "first_sentence", "answer"

#: Upper bounds of the histograms' buckets, in seconds; above the last one is ``+Inf``.
BUCKETS: dict[str, tuple[float, ...]] = {
    FIRST_SENTENCE: (0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13, 20, 30, 60),
    ANSWER: (0.1, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 180),
}
INFINITY = "+Inf"
#: What a label's column holds.
MOST_LABEL = 160

_noted: Counter[Key] = Counter()
_lock = threading.Lock()


def note(metric: str, label: str) -> None:
    """Count something that is written nowhere; in memory, so it may be called from the event loop."""
    with _lock:
        _noted[metric, label] += 1


def observed(metric: str, duration: timedelta) -> Counter[Key]:
    """One observation of a histogram: its bucket, and its milliseconds in the sum."""
    seconds = max(0.0, duration.total_seconds())
    bounds = BUCKETS[metric]
    place = bisect_left(bounds, seconds)
    label = f"{bounds[place]:g}" if place < len(bounds) else INFINITY
    return Counter({(metric, label): 1, (f"{metric}_ms", ""): round(seconds * 1000)})


def add(counts: Counter[Key]) -> None:
    """Add to the totals in one statement, as part of the transaction that is open."""
    cut: Counter[Key] = Counter()
    for (metric, label), total in counts.items():
        cut[metric, label[:MOST_LABEL]] += total
    # In one order everywhere, so that two of these never wait for each other.
    rows = sorted((metric, label, total) for (metric, label), total in cut.items() if total)
    if not rows:
        return
    table = connection.ops.quote_name(Tally._meta.db_table)
    values = ", ".join(["(%s, %s, %s)"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (metric, label, total) VALUES {values} "
            f"ON CONFLICT (metric, label) DO UPDATE SET total = {table}.total + excluded.total",
            [value for row in rows for value in row],
        )


def add_noted() -> None:
    """Add what this process has noted since the last time, outside a transaction that may be taken back.

    Kept for later where the database is away.
    """
    with _lock:
        taken = Counter(_noted)
        _noted.clear()
    try:
        add(taken)
    except DatabaseError:
        with _lock:
            _noted.update(taken)
