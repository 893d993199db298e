"""What the gate costs beside a bare loop and a peer, in one run: ``python -m tests.bench.gate``.

The peer, ``sentence-stream``, only splits; it is measured when it is installed (``pip install sentence-stream``).
CPU time, the best of a few runs. English, in pieces of four characters, as a model writes.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from gate import SentenceGate, SentenceSplitter

PIECE = 4
RUNS = 3
#: Sentences of the text, and sources of the gate.
SENTENCES, SOURCES = 2_000, 6

Feed = Callable[[list[str]], None]


def sources() -> list[str]:
    """Passages of some 25 sentences each, full of figures."""
    return [
        " ".join(
            f"The hall number {n * 7 + k} holds {n * 3 + k} seats and opened in {1900 + n + k}." for k in range(25)
        )
        for n in range(SOURCES)
    ]


def answer() -> str:
    """An answer that the first source vouches for, every sentence cited."""
    facts = (i % 25 for i in range(SENTENCES))
    return " ".join(f"The hall number {k} holds {k} seats and opened in {1900 + k} [S1]." for k in facts)


def bare_loop(pieces: list[str]) -> None:
    kept = []
    for piece in pieces:
        kept.append(piece)


def our_splitter(pieces: list[str]) -> None:
    splitter = SentenceSplitter("en")
    for piece in pieces:
        splitter.feed(piece)
    splitter.flush()


def peer_splitter() -> Feed | None:
    try:
        from sentence_stream import SentenceBoundaryDetector
    except ImportError:
        return None

    def feed(pieces: list[str]) -> None:
        detector = SentenceBoundaryDetector()
        for piece in pieces:
            list(detector.add_chunk(piece))
        detector.finish()

    return feed


def gate_time(pieces: list[str], texts: list[str]) -> float:
    """CPU seconds of feeding a gate that is built already."""
    gate = SentenceGate(texts, "en")
    started = time.process_time()
    for piece in pieces:
        gate.feed(piece)
    gate.finish()
    seconds = time.process_time() - started
    if gate.stopped:
        raise RuntimeError("the measured answer was stopped: what was timed is not the gate at work")
    return seconds


def build_time(texts: list[str]) -> float:
    started = time.process_time()
    SentenceGate(texts, "en")
    return time.process_time() - started


def timed(feed: Feed) -> Callable[[list[str]], float]:
    def seconds(pieces: list[str]) -> float:
        started = time.process_time()
        feed(pieces)
        return time.process_time() - started

    return seconds


def main() -> None:
    """Print the table."""
    text, texts = answer(), sources()
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    peer = peer_splitter()
    candidates = {
        "bare loop": timed(bare_loop),
        "our splitter": timed(our_splitter),
        "sentence-stream (splits only)": timed(peer) if peer else None,
        "our gate": lambda pieces: gate_time(pieces, texts),
    }
    print(f"{len(text):,} characters in {len(pieces):,} pieces of {PIECE}, {SOURCES} sources\n")
    print(f"{'':32} {'µs/piece':>9} {'M char/CPU s':>13}")
    for name, cost in candidates.items():
        if cost is None:
            print(f"{name:32} not installed: pip install sentence-stream")
            continue
        best = min(cost(pieces) for _ in range(RUNS))
        print(f"{name:32} {best / len(pieces) * 1e6:9.2f} {len(text) / best / 1e6:13.1f}")
    build_time(texts)  # the first compiles patterns
    built = min(build_time(texts) for _ in range(RUNS))
    length = sum(map(len, texts)) // SOURCES
    print(f"\nbuilding the gate: {built / SOURCES * 1e3:.2f} ms a source of {length:,} characters")


if __name__ == "__main__":
    main()
