"""Real programs that index: killed, two at once, and without their database from one moment to the next."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.servers.site import ROOT, environment
from tests.servers.together import Database

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
    """Of the runs after the one that loaded the sample, the first one first."""
    return database.query("select kind, status from corpus_indexrun order by id")[1:]


def small_articles(folder: Path) -> Path:
    """A folder of thirty, each of one passage."""
    folder.mkdir()
    for number in range(30):
        text = f"---\ntitle: Buoy {number}\nlanguage: en\n---\nBuoy {number} lies {number * 7} metres from the pier.\n"
        (folder / f"buoy-{number}.md").write_text(text)
    return folder


def test_a_load_that_is_killed_is_finished_by_the_next(database: Database, tmp_path: Path) -> None:
    """Rows as if nothing had happened, and the row of the killed run says so."""
    folder = small_articles(tmp_path / "articles")
    before = rows(database)
    with slowly(database, "load_articles", "markdown", str(folder)) as process:
        wait_for_article(process, 12)
        process.send_signal(signal.SIGKILL)
        process.wait()
    begun = rows(database)[0] - before[0]
    assert 12 <= begun < 30 and not wrong_counts(database)
    printed = database.manage("load_articles", "markdown", str(folder))
    assert f"30 loaded: {30 - begun} added, 0 changed, 0 removed, {begun} unchanged." in printed
    after = rows(database)
    assert [after[0] - before[0], after[1] - before[1]] == [30, 30] and not wrong_counts(database)
    database.manage("load_articles", "markdown", str(folder), "--all")
    assert rows(database) == after
    assert statuses(database) == [("load", "broken_off"), ("load", "finished"), ("load", "finished")]


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


@pytest.mark.parametrize("command", ["reindex", "load_articles"])
def test_a_database_that_dies_ends_the_run_with_words(
    own_postgres: tuple[Database, int], command: str, tmp_path: Path
) -> None:
    """At once, and not after every other article has failed too."""
    database, pid = own_postgres
    folder = str(small_articles(tmp_path / "articles"))
    if command == "reindex":
        database.manage("load_articles", "markdown", folder)
    rest = ("--all",) if command == "reindex" else ("markdown", folder)
    with slowly(database, command, *rest) as process:
        wait_for_article(process, 10)
        os.kill(pid, signal.SIGQUIT)  # at once, as if it had crashed
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "The database does not answer any more" in errors and "once it is back" in errors
    assert len(output.split()) < 10
