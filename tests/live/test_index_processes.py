"""Real programs that index: killed, two at once, and without their database from one moment to the next."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.servers.site import ROOT, environment
from tests.servers.together import Database

SAMPLE = ROOT / "corpus" / "sample"
TABLES = ("corpus_article", "corpus_passage", "corpus_posting")
#: ``work`` is done slowly, and each article that is done is a line.
SLOWLY = """
import os, sys, time
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from django.core.management import call_command
from corpus import indexing, loading, progress

class Told(progress.Progress):
    def __call__(self, done, total):
        print(done, flush=True)
        time.sleep(0.05)

from corpus.management.commands import load_articles, reindex
load_articles.Progress = reindex.Progress = Told
try:
    call_command(*sys.argv[1:])
except Exception as error:
    sys.exit(str(error))
"""


@contextmanager
def slowly(database: Database, *command: str) -> Iterator[subprocess.Popen[str]]:
    """A command of ``manage.py`` that takes its time; killed at the end where it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-c", SLOWLY, *command],
        cwd=ROOT, env=environment(database.template, DATABASE_URL=database.url),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for_article(process: subprocess.Popen[str], number: int) -> None:
    """Until so many are done."""
    assert process.stdout
    for line in process.stdout:
        if line.strip() == str(number):
            return
    raise AssertionError(f"it ended before: {process.stderr.read() if process.stderr else ''}")


def rows(database: Database) -> list[int]:
    """How many rows each table has."""
    return [int(database.query(f"select count(*) from {table}")[0][0]) for table in TABLES]


def wrong_counts(database: Database) -> list[tuple[object, ...]]:
    """Terms whose count is not that of their postings; those that nothing holds any more stay, with none."""
    counted = "(select count(*) from corpus_posting where corpus_posting.term_id = corpus_term.id)"
    return database.query(f"select text, passages from corpus_term where passages <> {counted}")


def statuses(database: Database) -> list[tuple[object, ...]]:
    """Of the runs, the first one first."""
    return database.query("select kind, status from corpus_indexrun order by id")[1:]


def test_a_load_that_is_killed_is_finished_by_the_next(database: Database, tmp_path: Path) -> None:
    """Rows as if nothing had happened, and the row of the killed run says so."""
    whole = rows(database)
    folder = tmp_path / "articles"
    shutil.copytree(SAMPLE, folder)
    database.manage("shell", "--no-imports", "-c", "from corpus.models import Article; Article.objects.all().delete()")
    assert rows(database)[:3] == [0, 0, 0]
    with slowly(database, "load_articles", "markdown", str(folder)) as process:
        wait_for_article(process, 20)
        process.send_signal(signal.SIGKILL)
        process.wait()
    begun = rows(database)
    assert 20 <= begun[0] < whole[0] and not wrong_counts(database)
    printed = database.manage("load_articles", "markdown", str(folder))
    assert f"{whole[0]} loaded: {whole[0] - begun[0]} added, 0 changed, 0 removed, {begun[0]} unchanged." in printed
    assert rows(database) == whole and not wrong_counts(database)
    assert statuses(database) == [("load", "broken_off"), ("load", "finished")]


def test_two_that_index_at_once_leave_one_right_index(database: Database) -> None:
    """Both end well, each article is there once, and neither calls the other broken off."""
    before = rows(database)
    with (
        slowly(database, "reindex", "--all") as one,
        slowly(database, "reindex", "--all") as two,
    ):
        wait_for_article(one, 5)
        wait_for_article(two, 5)
        for process in (one, two):
            _output, errors = process.communicate(timeout=120)
            assert process.returncode == 0, errors
    assert rows(database) == before and not wrong_counts(database)
    assert statuses(database) == [("reindex", "finished"), ("reindex", "finished")]


@pytest.mark.parametrize("command", [("reindex", "--all"), ("load_articles", "markdown", str(SAMPLE), "--all")])
def test_a_database_that_dies_ends_the_run_with_words(own_postgres: tuple[Database, int], command) -> None:
    """At once, and not after every other article has failed too."""
    database, pid = own_postgres
    database.manage("load_articles", "markdown", str(SAMPLE))
    with slowly(database, *command) as process:
        wait_for_article(process, 10)
        os.kill(pid, signal.SIGQUIT)  # at once, as if it had crashed
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "The database does not answer any more" in errors and "once it is back" in errors
    assert "Traceback" not in errors.rpartition("The database does not answer")[2]
    assert len(output.split()) < 20
