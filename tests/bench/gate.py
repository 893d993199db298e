"""The gate beside a bare loop and its peers, in one run: ``python -m tests.bench.gate [--peer-python PATH …]``.

The peers are measured in the interpreters that have them, this one included (``tests.bench.peers`` says how):

    python -m venv /tmp/nemo && /tmp/nemo/bin/pip install nemoguardrails
    python -m venv /tmp/guardrails && /tmp/guardrails/bin/pip install guardrails-ai
    python -m tests.bench.gate --peer-python /tmp/nemo/bin/python --peer-python /tmp/guardrails/bin/python

CPU time, the best of a few runs; English, in pieces of four characters, as a model writes. A peer's figure is that of
its streaming alone, with a rail that lets everything pass at once; the gate's is that of all its checks.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from gate import SentenceGate, SentenceSplitter
from gate.sources import remembered

from .peers import PEERS, PIECE, RUNS, SIZES, Peer, Rail, Released, measured

#: Sentences of the answer, and sources of the gate.
SENTENCES, SOURCES = 400, 6
#: Where the invented figure stands, in sentences.
INVENTED_AT = 12
FACTS = 25


def sources() -> list[str]:
    """Passages of some 25 sentences each, full of figures."""
    return [
        " ".join(
            f"The hall number {n * 7 + k} holds {n * 3 + k} seats and opened in {1900 + n + k}." for k in range(FACTS)
        )
        for n in range(SOURCES)
    ]


def answer(sentences: int) -> list[str]:
    """Sentences that the first source vouches for, each cited."""
    facts = (i % FACTS for i in range(sentences))
    return [f"The hall number {k} holds {k} seats and opened in {1900 + k} [S1]." for k in facts]


def task() -> dict[str, Any]:
    """A good answer, one with an invented figure in it, and the figures that are none."""
    bad = answer(2 * FACTS)
    bad.insert(INVENTED_AT, "Its roof was mended for 48,213 in all [S1].")
    figures = ["1", *map(str, range(FACTS)), *(str(1900 + k) for k in range(FACTS))]
    return {"good": " ".join(answer(SENTENCES)), "bad": " ".join(bad), "figures": figures}


def bare_loop(pieces: list[str], rail: Rail) -> Released:
    released: Released = []
    for count, piece in enumerate(pieces, 1):
        released.append((count, piece))
    return released


def our_splitter(pieces: list[str], rail: Rail) -> Released:
    splitter = SentenceSplitter("en")
    released: Released = []
    for count, piece in enumerate(pieces, 1):
        for sentence in splitter.feed(piece):
            if not rail(sentence):
                return released
            released.append((count, sentence))
    last = splitter.flush()
    if last and rail(last):
        released.append((len(pieces), last))
    return released


def our_gate(texts: list[str]) -> Peer:
    """The gate with all its checks: it needs no rail. Its sources are indexed beforehand: that is measured apart."""
    built = [SentenceGate(texts, "en") for _ in range(RUNS + len(SIZES))]

    def run(pieces: list[str], rail: Rail) -> Released:
        gate = built.pop()
        released: Released = []
        for count, piece in enumerate(pieces, 1):
            if text := gate.feed(piece).text:
                released.append((count, text))
        if text := gate.finish().text:
            released.append((len(pieces), text))
        return released

    return run


def build_time(texts: list[str], *, first: bool) -> float:
    """CPU seconds of building a gate over passages that were read before, or are read for the ``first`` time."""
    if first:
        remembered.cache_clear()
    started = time.process_time()
    SentenceGate(texts, "en")
    return time.process_time() - started


def peer_rows(python: str, asked: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What each peer that ``python`` has came to; a reason in ``missing`` for one that failed for more than that."""
    rows = {}
    for name in PEERS:
        done = subprocess.run(
            [python, str(Path(__file__).with_name("peers.py")), name],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
        )
        if done.returncode == 0:
            rows[name] = json.loads(done.stdout.splitlines()[-1])
        elif "ModuleNotFoundError" not in done.stderr:
            rows[name] = {"missing": done.stderr.strip().splitlines()[-1]}
    return rows


def line(name: str, row: dict[str, Any]) -> str:
    if "missing" in row:
        return f"{name:42} failed: {row['missing']}"
    rate = PIECE / row["microseconds"]
    first = "never" if row["first"] is None else str(row["first"])
    return (
        f"{name:42} {row['microseconds']:9.2f} {rate:9.2f} {first:>8} "
        f"{'yes' if row['unchecked'] else 'no':>9} {'yes' if row['same'] else 'no':>6}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="The gate beside a bare loop and its peers.")
    parser.add_argument("--peer-python", action="append", default=[], metavar="PATH", help="has a peer; repeatable")
    options = parser.parse_args()
    asked, texts = task(), sources()
    ours: dict[str, Peer] = {"bare loop": bare_loop, "our splitter": our_splitter, "our gate": our_gate(texts)}
    print(
        f"{len(asked['good']):,} characters in pieces of {PIECE}, {SOURCES} sources. First: pieces read until text is"
        " released.\nUnchecked: whether an invented figure was released. Same: whether any pieces release the same.\n"
    )
    print(f"{'':42} {'µs/piece':>9} {'M char/s':>9} {'first':>8} {'unchecked':>9} {'same':>6}")
    for name, peer in ours.items():
        print(line(name, measured(peer, **asked)), flush=True)
    found: set[str] = set()
    for python in (sys.executable, *options.peer_python):
        for name, row in peer_rows(python, asked).items():
            found.add(name)
            print(line(f"{name} {row.get('version', '')}", row), flush=True)
    for name in PEERS.keys() - found:
        print(f"{name:42} in no interpreter given")
    read, built = (min(build_time(texts, first=first) for _ in range(RUNS)) for first in (True, False))
    length = sum(map(len, texts)) // SOURCES
    print(
        f"\nreading a source of {length:,} characters for the first time: {read / SOURCES * 1e3:.2f} ms;"
        f" building a gate over {SOURCES} that were read before: {built * 1e3:.2f} ms"
    )


if __name__ == "__main__":
    main()
