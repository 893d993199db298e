"""Both kinds of error over labelled data: ``python -m gate.evaluation FILE.jsonl`` (or ``.jsonl.gz``).

Each row is ``{"language", "sources", "sentence", "cited", "supported"}`` with an optional ``question`` and ``set``: one
sentence, the sources it cites, and whether they support it. Printed per set and language: unsupported sentences
stopped, supported ones stopped, and how often each reason did either. The sentences themselves are not printed.
"""

from __future__ import annotations

import gzip
import json
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .checks import Reason
from .rules import GateRules
from .sentence_gate import SentenceGate, State
from .sentences import SentenceSplitter

_REQUIRED = ("language", "sources", "sentence", "cited", "supported")


class RowError(ValueError):
    """A line is no row, or a file none of this kind. The message names the place and quotes nothing."""


@dataclass(slots=True)
class Tally:
    """What became of the rows of one set and language."""

    supported: int = 0
    stopped_supported: int = 0
    unsupported: int = 0
    stopped_unsupported: int = 0
    reasons_supported: Counter[Reason] = field(default_factory=Counter)
    reasons_unsupported: Counter[Reason] = field(default_factory=Counter)

    def add(self, supported: bool, reasons: tuple[Reason, ...]) -> None:
        if supported:
            self.supported += 1
            self.stopped_supported += bool(reasons)
            self.reasons_supported.update(reasons)
        else:
            self.unsupported += 1
            self.stopped_unsupported += bool(reasons)
            self.reasons_unsupported.update(reasons)


def evaluate(rows: Iterator[Mapping[str, Any]], rules: GateRules | None = None) -> dict[tuple[str, str], Tally]:
    """The tallies of ``rows`` per (set, language). The markers of the cited sources are put after each sentence."""
    tallies: dict[tuple[str, str], Tally] = {}
    for row in rows:
        tally = tallies.setdefault((row.get("set", ""), row["language"]), Tally())
        tally.add(bool(row["supported"]), judge(row, rules))
    return tallies


def read_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """The rows of a JSON Lines file, gzipped or not. Raises ``RowError``, and ``OSError`` where it cannot be read."""
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _row(line, f"{path}, line {number}")
    except UnicodeDecodeError:
        raise RowError(f"{path}: not UTF-8 text") from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise RowError(f"{path}: not gzipped, or cut off") from None


def _row(line: str, place: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        raise RowError(f"{place}: no JSON") from None
    if not isinstance(row, dict):
        raise RowError(f"{place}: no object")
    for name in _REQUIRED:
        if name not in row:
            raise RowError(f"{place}: without {name}")
    return row


def judge(row: Mapping[str, Any], rules: GateRules | None = None) -> tuple[Reason, ...]:
    """Why the gate stops the sentence of ``row``, with the markers of its cited sources after it."""
    gate = SentenceGate(row["sources"], row["language"], question=row.get("question", ""), rules=rules)
    outcome = gate.feed(_cited(row["sentence"], row["language"], row["cited"]))
    if outcome.state is State.OPEN:
        outcome = gate.finish()
    return outcome.reasons


def _cited(text: str, language: str, cited: list[int]) -> str:
    """``text`` with the markers of ``cited`` after each of its sentences."""
    splitter = SentenceSplitter(language=language)
    parts = [*splitter.feed(text), splitter.flush() or ""]
    markers = "".join(f"[S{number}]" for number in cited)
    return "".join(f"{part.rstrip()} {markers}" for part in parts if part.strip())


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:5.1f} % of {whole}" if whole else "    - of 0"


def report(tallies: Mapping[tuple[str, str], Tally]) -> str:
    """One line a set and language, and one a reason beneath it."""
    lines = []
    for (name, language), tally in sorted(tallies.items()):
        lines.append(
            f"{name or 'all'} {language}: unsupported stopped {_share(tally.stopped_unsupported, tally.unsupported)}, "
            f"supported stopped {_share(tally.stopped_supported, tally.supported)}"
        )
        lines += [
            f"    {reason.value:18} {tally.reasons_unsupported[reason]:6} unsupported"
            f" {tally.reasons_supported[reason]:6} supported"
            for reason in Reason
            if tally.reasons_unsupported[reason] or tally.reasons_supported[reason]
        ]
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the report of each file; 2 for a wrong call."""
    if not arguments:
        print("usage: python -m gate.evaluation FILE.jsonl[.gz] ...", file=sys.stderr)
        return 2
    for argument in arguments:
        try:
            printed = report(evaluate(read_rows(Path(argument))))
        except RowError as error:
            print(f"gate.evaluation: {error}", file=sys.stderr)
            return 2
        except OSError as error:
            print(f"gate.evaluation: {argument}: {error.strerror}", file=sys.stderr)
            return 2
        print(printed)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
