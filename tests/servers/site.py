"""The site itself, served as it is shipped (``config.serve``), with a database of its own: the sample site."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from .ports import free_port, wait_until_listening

ROOT = Path(__file__).resolve().parents[2]
#: What the environment of a test run must not decide for the site under test.
OURS = ("ASSISTANT_", "DATABASE_URL", "REDIS_URL", "ANTHROPIC_", "OPENAI_", "DJANGO_", "EMAIL_", "DEFAULT_FROM_")


def environment(database: Path, **more: str) -> dict[str, str]:
    """The environment of a site: only what the system needs, a database, and ``more``."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return kept | {
        "DATABASE_URL": f"sqlite:///{database}",
        "SECRET_KEY": "only-for-tests-" + "x" * 50,
        "DEBUG": "true",
        "ENV_FILE": os.devnull,
        "PYTHONUNBUFFERED": "1",
        **more,
    }


def manage(database: Path, *arguments: str, **more: str) -> str:
    """Run ``manage.py`` against ``database``; its output, or an error that shows it."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=environment(database, **more), capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"manage.py {arguments[0]} failed: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout + done.stderr


def prepare_database(database: Path) -> None:
    """A migrated database with the sample site, its index and the account owner/``owner-of-tests``."""
    manage(database, "migrate", "--verbosity", "0")
    manage(database, "prepare_sample")
    manage(database, "load_articles", "markdown", "corpus/sample")
    code = (
        "from django.contrib.auth import get_user_model as g; u = g().objects.get(username='owner');"
        "u.set_password('owner-of-tests'); u.save()"
    )
    manage(database, "shell", "--no-imports", "-c", code)


def copy_database(source: Path, target: Path) -> None:
    """Copy a SQLite database, what its write-ahead log holds included."""
    with sqlite3.connect(source) as one, sqlite3.connect(target) as other:
        one.backup(other)


@dataclass
class SiteServer:
    """One running site. ``log`` is all that it ever printed."""

    folder: Path
    database: Path
    process: subprocess.Popen[bytes]
    port: int
    more: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return (self.folder / "log").read_text(errors="replace")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stop it and wait for its end; the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait(20)


def start_site(folder: Path, template: Path, *, port: int = 0, **more: str) -> SiteServer:
    """Start a site in ``folder`` with a copy of the database ``template``; returns once it answers.

    On a free port, unless one is given.
    """
    folder.mkdir(parents=True, exist_ok=True)
    database = folder / "db.sqlite3"
    if not database.exists():
        copy_database(template, database)
    port = port or free_port()
    with (folder / "log").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.serve", "--bind", "127.0.0.1", "--port", str(port)],
            cwd=ROOT, env=environment(database, **more), stdout=output, stderr=output,
        )  # fmt: skip
    server = SiteServer(folder, database, process, port, more)
    try:
        wait_until_listening(port, process, folder / "log")
    except Exception:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return server
