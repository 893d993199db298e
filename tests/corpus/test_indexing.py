"""The index follows the articles: only what changed, whole or not at all (spec 3, §1)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpus import indexing
from corpus.indexing import IndexReport, index, index_article, recount
from corpus.models import Article, IndexedLanguage, IndexRun, Passage, Posting, Term
from corpus.search import search

from .articles import BAKERY, LIGHTHOUSE, publish

pytestmark = pytest.mark.django_db


def counts() -> tuple[dict[str, int], dict[str, int]]:
    """What the index believes about its terms and languages."""
    terms = {f"{term.language} {term.text}": term.passages for term in Term.objects.filter(passages__gt=0)}
    return terms, dict(IndexedLanguage.objects.filter(passages__gt=0).values_list("language", "passages"))


def assert_counts_are_true() -> None:
    """What it believes is what a count of the rows gives."""
    believed = counts()
    recount()
    assert counts() == believed


def test_a_run_reports_added_changed_removed_and_unchanged():
    """Each article is one of the four; the run is recorded."""
    same, changed, removed, added = (publish(f"Article {n}", f"{LIGHTHOUSE} Number {n}.") for n in range(4))
    Article.objects.filter(pk=added.pk).update(status="draft")
    index()
    Article.objects.filter(pk=added.pk).update(status="published")
    Article.objects.filter(pk=changed.pk).update(body=BAKERY)
    Article.objects.filter(pk=removed.pk).update(excluded=True)
    heard = []
    report = index(progress=lambda done, total: heard.append((done, total)))
    assert report == IndexReport(added=1, changed=1, removed=1, unchanged=1)
    assert heard == [(1, 4), (2, 4), (3, 4), (4, 4)]
    run = IndexRun.objects.first()
    assert (run.status, run.total, run.added, run.changed, run.removed, run.unchanged) == ("finished", 4, 1, 1, 1, 1)
    assert run.finished_at is not None
    assert_counts_are_true()


def test_what_has_not_changed_is_not_written_again():
    """The same rows stay."""
    article = publish()
    before = list(Passage.objects.values_list("pk", flat=True))
    assert index() == IndexReport(unchanged=1)
    assert list(Passage.objects.values_list("pk", flat=True)) == before
    index(rebuild=True)
    assert list(Passage.objects.values_list("pk", flat=True)) != before
    assert article.passages.count() == len(before)


def test_postings_are_deleted_by_the_keys_of_their_passages():
    """Never through a join: PostgreSQL, which counts rows later, has gone through all postings for each passage."""
    article = publish("The lighthouse", LIGHTHOUSE)
    article.body = BAKERY
    with CaptureQueriesContext(connection) as queries:
        article.save()
    deletions = [query["sql"] for query in queries if query["sql"].startswith("DELETE")]
    assert [sql for sql in deletions if "corpus_posting" in sql]
    assert not [sql for sql in deletions if "JOIN" in sql or "article_id" in sql]


def test_a_new_article_deletes_nothing():
    """There is nothing to look for."""
    with CaptureQueriesContext(connection) as queries:
        publish("The lighthouse", LIGHTHOUSE)
    assert not [query["sql"] for query in queries if query["sql"].startswith("DELETE")]


def test_saving_replaces_the_passages_of_the_article_alone():
    """Old words are gone, new ones are found, other articles stay as they were."""
    article, other = publish(), publish("The bakery", BAKERY)
    before = list(other.passages.values_list("pk", flat=True))
    article.body = "Now the lighthouse runs on electricity."
    article.save()
    assert "electricity" in search("electricity", "en").hits[0].text
    assert not search("paraffin clockwork", "en").hits
    assert list(other.passages.values_list("pk", flat=True)) == before
    assert_counts_are_true()


def test_a_change_of_language_moves_the_article_to_the_other_index():
    """The counts of both languages follow."""
    article = publish()
    article.language = "de"
    article.save()
    assert set(IndexedLanguage.objects.filter(passages__gt=0).values_list("language", flat=True)) == {"de"}
    assert_counts_are_true()


def test_deleting_an_article_takes_its_words_along():
    """Also many at once."""
    publish()
    publish("The bakery", BAKERY)
    Article.objects.all().delete()
    assert not Posting.objects.exists()
    assert counts() == ({}, {})


def test_an_article_that_cannot_be_indexed_stops_no_other(monkeypatch, caplog):
    """It is logged by its key, not by its text."""
    bad, good = publish(), publish("The bakery", BAKERY)
    Article.objects.update(content_hash="")
    real = indexing.cut

    def cut(body, *rest, **options):
        if body == bad.body:
            raise RuntimeError("no")
        return real(body, *rest, **options)

    monkeypatch.setattr(indexing, "cut", cut)
    assert index([bad.pk, good.pk]) == IndexReport(added=1, failed=1)
    assert f"article {bad.pk} could not be indexed" in caplog.text
    run = IndexRun.objects.get()
    assert (run.status, run.added, run.unchanged, run.failed) == (IndexRun.Status.FINISHED, 1, 0, 1)


def test_a_run_that_is_interrupted_says_so_and_what_it_had_done():
    """Not only when the next one begins."""
    publish(), publish("The bakery", BAKERY)
    Article.objects.update(content_hash="")

    def interrupt(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index(progress=interrupt)
    run = IndexRun.objects.get()
    assert (run.status, run.total, run.added) == (IndexRun.Status.BROKEN_OFF, 2, 1)
    assert run.finished_at


def test_a_failure_midway_leaves_the_article_as_it_was(monkeypatch):
    """Passages, postings, counts and hash change together."""
    article = publish()
    before = counts(), list(article.passages.values_list("text", flat=True))
    Article.objects.filter(pk=article.pk).update(body=BAKERY)

    def fail(*args):
        raise RuntimeError("power cut")

    monkeypatch.setattr(indexing, "_add_to_counts", fail)
    with pytest.raises(RuntimeError):
        index_article(article.pk)
    assert (counts(), list(article.passages.values_list("text", flat=True))) == before
    monkeypatch.undo()
    assert index() == IndexReport(changed=1)


KILLED = """
import json, os, signal, sys
sys.path.insert(0, os.getcwd())
from django.conf import settings
settings.DATABASES["default"].update(json.loads(os.environ["DATABASE"]))
import django
django.setup()
from corpus import indexing
indexing._add_to_counts = lambda deltas: os.kill(os.getpid(), signal.SIGKILL)
indexing.index()
"""


@pytest.mark.django_db(transaction=True)
def test_a_run_that_is_killed_leaves_a_whole_index_and_the_next_one_finishes_it():
    """A real process, killed while it writes an article."""
    publish("The bakery", BAKERY)
    article = publish()
    before = counts()
    Article.objects.filter(pk=article.pk).update(body="The lamp is electric now.")
    names = ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT")
    database = {name: str(connection.settings_dict[name]) for name in names}
    connection.close()
    killed = subprocess.run(
        [sys.executable, "-c", KILLED],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "DATABASE": json.dumps(database), "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        timeout=60,
    )
    assert killed.returncode == -9, killed.stderr.decode()
    assert counts() == before
    assert "paraffin" in search("paraffin lamp", "en").hits[0].text
    assert index() == IndexReport(changed=1, unchanged=1)
    assert [run.status for run in IndexRun.objects.all()] == ["finished", "broken_off"]
    assert "electric" in search("electric lamp", "en").hits[0].text
    assert_counts_are_true()


def test_a_rebuild_repairs_counts_that_went_wrong():
    """Rows deleted behind the index's back leave counts behind."""
    article = publish()
    publish("The bakery", BAKERY)
    passages = Passage.objects.filter(article=article)
    Posting.objects.filter(passage__in=passages).delete()
    passages._raw_delete(passages.db)
    Article.objects.filter(pk=article.pk)._raw_delete(passages.db)
    index(rebuild=True)
    assert IndexedLanguage.objects.get().passages == Passage.objects.count()
    assert not Term.objects.filter(text="paraffin").exists()
