"""Every check, in order: ``script/test [what to hand to pytest …]``. Ends with pytest's own closing line.

Each step runs even when one before it failed; the exit status is that of the worst. With arguments only pytest runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .servers.node import node
from .servers.postgres import postgres

ROOT = Path(__file__).resolve().parent.parent
#: What touches a database runs on PostgreSQL too.
DATABASE_TESTS = ("tests/corpus", "tests/assistant")


def step(name: str, command: list[str], **environment: str) -> bool:
    """Run one check, say how it went and how long it took."""
    print(f"── {name}", flush=True)
    started = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=os.environ | environment)
    took = time.monotonic() - started
    good = done.returncode == 0
    print(f"   {'good' if good else f'FAILED (exit status {done.returncode})'}, {took:.1f} s", flush=True)
    return good


def main(arguments: list[str]) -> int:
    """Run all, or only pytest with ``arguments``; the exit status."""
    python = sys.executable
    # The run decides its own settings: a developer's .env or shell must not change what is tested.
    os.environ.update({"SECRET_KEY": "only-for-tests-" + "x" * 50, "DEBUG": "false", "SECURE_COOKIES": "false"})
    ours = ("ASSISTANT_", "DATABASE_URL", "REDIS_URL", "OPENAI_", "ANTHROPIC_", "EMAIL_", "DEFAULT_FROM_")
    for name in [name for name in os.environ if name.startswith(ours)]:
        del os.environ[name]
    os.environ["ENV_FILE"] = os.devnull
    with tempfile.TemporaryDirectory(prefix="tests-") as folder:
        # Two runs at once must not share a database.
        os.environ["TEST_SQLITE"] = f"{folder}/test.sqlite3"
        if arguments:
            return subprocess.run([python, "-m", "pytest", *arguments], cwd=ROOT).returncode
        return 0 if run_all(python) else 1


def run_all(python: str) -> bool:
    """Run every step; whether all were good."""
    results = {
        "lint": step("ruff check", [python, "-m", "ruff", "check", "."]),
        "format": step("ruff format", [python, "-m", "ruff", "format", "--check", "--quiet", "."]),
        "types": step("mypy, strict for gate", [python, "-m", "mypy"]),
        # As a developer has it: a deployment would be told to collect its static files first.
        "check": step("manage.py check", [python, "manage.py", "check", "--fail-level", "WARNING"], DEBUG="true"),
        "migrations": step("migrations", [python, "manage.py", "makemigrations", "--check", "--dry-run"]),
        "node": step("panel in Node", [node(), "--test", *sorted(map(str, ROOT.glob("tests/js/*.test.js")))]),
    }
    with postgres() as address:
        results["postgres"] = step(
            "pytest on PostgreSQL", [python, "-m", "pytest", "-q", *DATABASE_TESTS], DATABASE_URL=address
        )
    failed = [name for name, good in results.items() if not good]
    print(f"── so far: {'all good' if not failed else 'FAILED: ' + ', '.join(failed)}", flush=True)
    # Last and without a word after it, so that what is printed ends with the closing line of the widest run.
    print("── pytest on SQLite, with real servers and a browser", flush=True)
    results["pytest"] = subprocess.run([python, "-m", "pytest"], cwd=ROOT).returncode == 0
    return all(results.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
