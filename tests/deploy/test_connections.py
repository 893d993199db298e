"""An answer that waits for its provider holds no connection of the database, however many wait."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest

from tests.live.reading import read_until
from tests.servers.postgres import postgres
from tests.servers.site import ROOT, manage, start_site

from .conftest import LIMITS
from .fronts import DIRECT, Front
from .test_routes import get, status

STREAMS = 30
#: The threads that do an answer's work in the database (``assistant.database``): no more are ever busy at once.
THREADS = 8


def opened(front: Front, provider, stack: ExitStack) -> None:
    """So many answers, each waiting for the first byte of its provider."""
    connections = [stack.enter_context(front.asked()) for _ in range(STREAMS)]
    for connection in connections:
        read_until(connection, b"event: start")
    for _ in connections:
        provider.next_call()


@pytest.fixture(scope="module")
def postgres_site(tmp_path_factory, sample_database, provider):
    """A site on PostgreSQL, with one article."""
    folder = tmp_path_factory.mktemp("postgres")
    (folder / "articles" / "en").mkdir(parents=True)
    shutil.copy(ROOT / "corpus" / "sample" / "en" / "who-pays-for-a-tide-gate.md", folder / "articles" / "en")
    with postgres() as server, psycopg.connect(server, autocommit=True) as admin:
        name = f"connections_{os.getpid()}"
        admin.execute(f"create database {name}")
        parts = psycopg.conninfo.conninfo_to_dict(server)
        try:
            environment = {"DATABASE_URL": _address(server, name)}
            database = Path(folder / "unused")
            prepare = (
                "from django.core.management import call_command as run; run('migrate', verbosity=0);"
                f"run('load_articles', 'markdown', {str(folder / 'articles')!r})"
            )
            manage(database, "shell", "--no-imports", "-c", prepare, **environment)
            site = start_site(folder / "site", sample_database, **provider.environment, **LIMITS, **environment)
            with psycopg.connect(**{**parts, "dbname": name}, autocommit=True) as looking:
                yield Front(DIRECT, site), looking
            site.stop()
        finally:
            admin.execute(f"drop database if exists {name} with (force)")


def _address(server: str, name: str) -> str:
    """The same server, another database."""
    from urllib.parse import urlsplit, urlunsplit

    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))


def test_on_postgresql(postgres_site, provider):
    """Nothing is busy or in a transaction, and what is kept for the next one is no more than ever worked at once."""
    front, looking = postgres_site
    with ExitStack() as stack:
        opened(front, provider, stack)
        others = "select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        states = [state for (state,) in looking.execute(others)]
        turns = looking.execute("select status, count(*) from assistant_turn group by 1").fetchall()
        assert turns == [("open", STREAMS)]
        assert set(states) <= {"idle"}
        assert len(states) <= THREADS + 4  # and the threads that serve pages
        head, page = get(front, "/")
        assert status(head) == 200 and page


def test_on_sqlite(every_front, provider):
    """The file is open no more often than threads work with it, and none of them keeps another from writing."""
    front = every_front[DIRECT]
    with ExitStack() as stack:
        opened(front, provider, stack)
        files = [os.readlink(file) for file in Path(f"/proc/{front.site.process.pid}/fd").iterdir()]
        assert files.count(str(front.site.database)) <= THREADS
        with closing(sqlite3.connect(front.site.database, isolation_level=None, timeout=0)) as writing:
            writing.execute("begin exclusive")
            writing.execute("rollback")
