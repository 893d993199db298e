"""What becomes of each fault of a vendor's server: ``python -m tests.bench.misbehaviour``.

Runs ``tests/assistant/test_provider_misbehaves.py`` and prints, for both protocols, what each case did: the event, the
turn's status, what was reserved and settled in micros, whether something was estimated, how often the call was made
again. It is the tests' own table: a row is printed only where the test has measured it, and marked where it failed.
"""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Any

import pytest

CASES = "tests/assistant/test_provider_misbehaves.py"
COLUMNS = ("case", "protocol", "event", "status", "reserved", "settled", "estimated", "retried")


class Rows:
    """Collects the rows that the tests leave behind."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has run, well or not."""
        if report.when == "call":
            for name, row in report.user_properties:
                if name == "row" and isinstance(row, dict):
                    self.rows.append({**row, "case": row["case"] + ("" if report.passed else "  (FAILED)")})


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as Markdown, the two protocols of a case beside each other."""
    order = {case: at for at, case in reversed(list(enumerate(row["case"] for row in rows)))}
    lines = [COLUMNS, tuple("---" for _ in COLUMNS)]
    lines += [
        tuple(str(row[column]) for column in COLUMNS)
        for row in sorted(rows, key=lambda row: (order[row["case"]], row["protocol"] != "openai"))
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> int:
    """Run, print; 0 where every case did what it should."""
    collected, output = Rows(), io.StringIO()
    with contextlib.redirect_stdout(output):
        status = pytest.main(["-q", "-p", "no:cacheprovider", CASES], plugins=[collected])
    print(table(collected.rows))
    print(f"\n{output.getvalue().strip().splitlines()[-1]}")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
