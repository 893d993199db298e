"""What hostile texts of up to a million characters cost: ``python -m tests.bench.hostile [NAME …] [--size N]``.

For each text: CPU seconds at a quarter of the size and at all of it, and how many times as much that is (four where the
time is linear, sixteen where it is quadratic): of the splitter and of the gate, in pieces of one and of 64 characters,
and of a gate that has the text as its source, with all that is indexed when a sentence cites it. A gate that stops
early costs next to nothing; the splitter says the rest.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from tests.gate.hostile import HOSTILE, gating, indexing, repeated, splitting

MEASURES: dict[str, Callable[[str], float]] = {
    "splitter, 1": lambda text: splitting(text, 1),
    "splitter, 64": lambda text: splitting(text, 64),
    "gate, 1": lambda text: gating(text, 1),
    "gate, 64": lambda text: gating(text, 64),
    "as a source": indexing,
}
#: Less than this is not told from nothing.
SHORT = 0.005


def row(fragment: str, size: int) -> list[tuple[float, float]]:
    """Seconds for ``size`` characters, and the ratio to a quarter of them, for each measure."""
    costs = []
    for cost in MEASURES.values():
        quarter, whole = cost(repeated(fragment, size // 4)), cost(repeated(fragment, size))
        costs.append((whole, whole / quarter if quarter > SHORT else 0.0))
    return costs


def main() -> None:
    """Print the table, and the greatest ratio of all."""
    parser = argparse.ArgumentParser(description="CPU seconds of hostile texts, and how they grow.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(HOSTILE)}; all when none is given")
    parser.add_argument("--size", type=int, default=1_000_000, help="characters (1,000,000)")
    options = parser.parse_args()
    print(f"{options.size:,} characters: CPU seconds, and times as many as a quarter of them\n")
    print(f"{'':30}" + "".join(f"{name:>16}" for name in MEASURES))
    worst = 0.0
    for name in options.names or HOSTILE:
        costs = row(HOSTILE[name], options.size)
        worst = max(worst, *(ratio for _, ratio in costs))
        cells = (f"{seconds:10.2f} {f'×{ratio:.1f}' if ratio else '-':>5}" for seconds, ratio in costs)
        print(f"{name:30}" + "".join(cells), flush=True)
    print(f"\nthe greatest ratio: {worst:.1f}")


if __name__ == "__main__":
    main()
