"""Index runs: each reindex, load and edit is a row that says who, what, how far and how it ended."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone

from corpus import indexing, loading, runs
from corpus.indexing import IndexReport, index
from corpus.loading import load
from corpus.models import Article, IndexRun
from corpus.runs import DatabaseLost, break_off_dead, recorded

from .articles import BAKERY, publish

Status, Kind = IndexRun.Status, IndexRun.Kind
FILE = "---\ntitle: {title}\nlanguage: en\nslug: {slug}\n---\n{body}\n"

pytestmark = pytest.mark.django_db


def counts(run):
    """What it changed."""
    return run.added, run.changed, run.removed, run.unchanged, run.failed


# --- who and what ---


def test_a_reindex_says_who_wanted_it(django_user_model):
    """A member of staff; nobody where it was a command."""
    publish()
    owner = django_user_model.objects.create_user("owner")
    index(who=owner)
    index()
    assert [(run.kind, run.who, run.done, run.total) for run in IndexRun.objects.all()] == [
        (Kind.REINDEX, None, 1, 1),
        (Kind.REINDEX, owner, 1, 1),
    ]


def test_a_load_is_a_run_with_its_source_and_its_errors(site):
    """A bad file is counted and named, the others are loaded."""
    good = FILE.format(title="A", slug="a", body="The lamp burnt paraffin.")
    folder = site({"a.md": good, "b.md": "---\ntitle: [\n---\nBroken."})
    load("markdown", folder)
    run = IndexRun.objects.get()
    assert (run.kind, run.source, run.status, run.total, run.done) == (Kind.LOAD, folder, Status.FINISHED, 2, 2)
    assert counts(run) == (1, 0, 0, 0, 1)
    assert len(run.errors) == 1 and run.errors[0].startswith("b.md")


def test_a_source_is_kept_without_its_password():
    """An address may hold one; the host and the path are enough to know it by."""
    with recorded(Kind.LOAD, source="https://name:secret@site.example/map.xml"):
        pass
    assert IndexRun.objects.get().source == "https://site.example/map.xml"


def test_an_edit_that_changes_the_index_is_a_run(admin_client, admin_user):
    """With the title and the editor; one that changes nothing of it is none."""
    article = publish(body="The lamp burns paraffin.")
    fields = {"title": article.title, "slug": article.slug, "language": "en", "format": article.format}
    fields |= {"status": "published", "summary": "", "questions": "", "address": "", "translation_group": ""}
    fields |= {"published_at_0": "2026-01-01", "published_at_1": "00:00:00"}
    change = reverse("admin:corpus_article_change", args=[article.pk])
    assert admin_client.post(change, {**fields, "body": article.body}).status_code == 302
    assert not IndexRun.objects.exists()
    admin_client.post(change, {**fields, "body": BAKERY})
    run = IndexRun.objects.get()
    assert (run.kind, run.who, run.source, counts(run)) == (Kind.SAVE, admin_user, article.title, (0, 1, 0, 0, 0))
    admin_client.post(reverse("admin:corpus_article_delete", args=[article.pk]), {"post": "yes"})
    assert counts(IndexRun.objects.first()) == (0, 0, 1, 0, 0)


def test_the_list_says_all_of_it(admin_client, admin_user):
    """In words, with a command where there is nobody."""
    publish()
    index(who=admin_user), index()
    page = admin_client.get(reverse("admin:corpus_indexrun_changelist")).content.decode()
    assert "a command" in page and str(admin_user) in page and "1 / 1" in page and "finished" in page
    run = IndexRun.objects.first()
    assert admin_client.get(reverse("admin:corpus_indexrun_change", args=[run.pk])).status_code == 200


# --- what runs, and what was killed ---


def running(process):
    """A row as a run leaves it that has not ended."""
    return IndexRun.objects.create(process=process)


def dead_process():
    """Of a process that was, on this machine."""
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    process = runs._process(child.pid)
    child.communicate(b"\n")
    assert process.startswith(f"{socket.gethostname()}:{child.pid}:")
    return process


def test_a_run_that_goes_on_is_left_alone_by_the_next():
    """Two at once: the second one does not call the first one broken off."""
    publish()
    live = running(runs._process(os.getpid()))
    index()
    live.refresh_from_db()
    assert live.status == Status.RUNNING and live.is_alive


def test_a_run_whose_process_is_gone_is_broken_off():
    """At the beginning of the next one, and where the list is looked at."""
    killed = running(dead_process())
    break_off_dead()
    killed.refresh_from_db()
    assert killed.status == Status.BROKEN_OFF and killed.finished_at == killed.beat_at


def test_a_number_that_another_process_has_now_is_not_the_run():
    """Numbers come again: the time at which it began tells them apart."""
    host, pid, began = runs._process(os.getpid()).split(":")
    assert not running(f"{host}:{pid}:{int(began) - 1}").is_alive


@pytest.mark.parametrize(("minutes", "is_alive"), [(1, True), (30, False)])
def test_a_run_on_another_machine_is_judged_by_its_last_beat(minutes, is_alive):
    """Its processes cannot be seen from here."""
    run = running("elsewhere:1:1")
    IndexRun.objects.filter(pk=run.pk).update(beat_at=timezone.now() - timedelta(minutes=minutes))
    run.refresh_from_db()
    assert run.is_alive is is_alive


def test_a_run_beats_while_it_lasts(monkeypatch):
    """Who looks sees how far it is; written once a second at most."""
    publish(), publish("The bakery", BAKERY)
    seen = []

    def look(done, total):
        run = IndexRun.objects.get()
        seen.append((run.status, run.done, run.total, run.unchanged))

    monkeypatch.setattr(runs, "BEAT", 0)
    index(progress=look)
    assert seen == [(Status.RUNNING, 1, 2, 1), (Status.RUNNING, 2, 2, 2)]


# --- what goes wrong ---


def test_one_article_that_cannot_be_stored_does_not_end_a_load(site, monkeypatch, caplog):
    """Whatever it is that goes wrong with it: it is reported by its place, and the rest is loaded."""
    files = {f"{slug}.md": FILE.format(title=slug, slug=slug, body=f"Text of {slug}.") for slug in "abc"}
    real = loading._store

    def store(entry):
        if entry.slug == "b":
            raise RuntimeError("Text of b.")
        return real(entry)

    monkeypatch.setattr(loading, "_store", store)
    report = load("markdown", site(files))
    assert report.index == IndexReport(added=2) and report.loaded == 2
    (error,) = report.errors
    assert str(error).startswith("b.md") and "RuntimeError" in str(error) and "Text of b" not in str(error)
    assert "could not be stored" in caplog.text
    assert sorted(Article.objects.values_list("slug", flat=True)) == ["a", "c"]
    assert IndexRun.objects.get().failed == 1


def test_what_could_not_be_stored_is_not_withdrawn(site, monkeypatch):
    """What stands of it stays."""
    files = {f"{slug}.md": FILE.format(title=slug, slug=slug, body=f"Text of {slug}.") for slug in "ab"}
    folder = site(files)
    load("markdown", folder)
    site({"b.md": FILE.format(title="b", slug="b", body="New text.")})
    real = loading._store
    monkeypatch.setattr(loading, "_store", lambda entry: 1 / 0 if entry.slug == "b" else real(entry))
    load("markdown", folder)
    assert Article.objects.get(slug="b").status == Article.Status.PUBLISHED


def lose_database(monkeypatch, after):
    """From the article after ``after`` ones on, the database does not answer."""
    real, done = indexing.index_article, []

    def index_article(key, **options):
        if len(done) == after:
            raise OperationalError("server closed the connection unexpectedly")
        done.append(key)
        return real(key, **options)

    monkeypatch.setattr(indexing, "index_article", index_article)
    for module in (indexing, loading):
        monkeypatch.setattr(module, "is_lost", lambda error: isinstance(error, OperationalError))


def test_a_database_that_is_lost_ends_the_run_at_once(monkeypatch):
    """Not one article after another: with how far it came, and what to do."""
    for number in range(5):
        publish(f"Article {number}", f"Text {number}.")
    lose_database(monkeypatch, after=2)
    with pytest.raises(DatabaseLost, match="2 of 5 articles are done and stored; run this again once it is back"):
        index()
    run = IndexRun.objects.get()
    assert (run.status, run.failed) == (Status.RUNNING, 0), "nothing could be written"


def test_the_command_says_so_without_a_traceback(monkeypatch):
    """What to do is all that it says."""
    publish()
    lose_database(monkeypatch, after=0)
    with pytest.raises(CommandError, match="does not answer any more"):
        call_command("reindex")


def test_a_statement_that_fails_is_no_lost_database():
    """The database still answers, so the article is at fault."""
    assert not runs.is_lost(OperationalError("database is locked"))
    assert not runs.is_lost(ValueError())
