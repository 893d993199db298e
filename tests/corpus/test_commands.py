"""``load_articles``, ``reindex`` and ``search`` say what they did; their exit status tells a script."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from corpus import indexing
from corpus.models import Article, IndexRun, Passage
from tests.servers.pages import Handler, serve_pages

from .articles import publish
from .web import LOCAL, page, sitemap

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[str, str]:
    """What a command wrote to its two outputs."""
    out, err = StringIO(), StringIO()
    call_command(*arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_load_articles_reports_and_ends_with_the_errors(tmp_path):
    """The good ones are loaded; the exit status says that there was a bad one."""
    (tmp_path / "good.md").write_text("# Light\n\nText.")
    (tmp_path / "bad.md").write_text("")
    out, err = StringIO(), StringIO()
    with pytest.raises(CommandError, match="1 could not be loaded") as failed:
        call_command("load_articles", "markdown", str(tmp_path), stdout=out, stderr=err)
    assert failed.value.returncode == 3
    assert out.getvalue() == "1 loaded: 1 added, 0 changed, 0 removed, 0 unchanged.\n"
    assert err.getvalue() == "bad.md:1: the file is empty\n"


def test_load_articles_names_what_it_passes_over(tmp_path):
    """Which is no failure. Links lead to where the folder is published."""
    (tmp_path / "a.html").write_text("<h1>Light</h1><p>It burns paraffin.</p>")
    (tmp_path / "404.html").write_text("<h1>Nothing here</h1>")
    out, err = run("load_articles", "html", str(tmp_path), "--site", "https://tarn.example")
    assert out.endswith("Passed over: 404.html: the page for errors\n")
    assert err == ""
    assert Article.objects.get().address == "https://tarn.example/a.html"


def test_load_articles_takes_a_sitemap_on_a_private_network_that_the_owner_names(settings):
    """By the option, or by the setting for all loads; never without."""
    with serve_pages() as server:
        server.answers.update({"/sitemap.xml": sitemap(f"{server.url}/a"), "/a": page("A")})
        address = f"{server.url}/sitemap.xml"
        with pytest.raises(CommandError, match="private, local or reserved"):
            run("load_articles", "sitemap", address)
        assert run("load_articles", "sitemap", address, "--private-network", "127.0.0.1")[0].startswith("1 loaded")
        settings.CORPUS_PRIVATE_NETWORKS = list(LOCAL)
        assert run("load_articles", "sitemap", address, "--all")[0].startswith("1 loaded")
    with pytest.raises(CommandError, match="is no network"):
        run("load_articles", "sitemap", address, "--private-network", "home")
    with pytest.raises(CommandError, match="only http and https"):
        run("load_articles", "sitemap", "file:///etc/passwd")


def test_load_articles_takes_pages_of_another_host_that_the_owner_names():
    """Others are passed over, and the message says which host it was."""
    with serve_pages() as server, serve_pages({"/b": page("B")}) as other:
        server.answers.update({"/sitemap.xml": sitemap(f"{server.url}/a", f"{other.url}/b"), "/a": page("A")})
        arguments = ("load_articles", "sitemap", f"{server.url}/sitemap.xml", "--private-network", "127.0.0.0/8")
        name = f"127.0.0.1:{other.port}"
        assert f"on a host that was not named: {name}" in run(*arguments)[0]
        assert run(*arguments, "--host", name)[0].startswith("2 loaded")


def test_load_articles_waits_between_two_pages_as_long_as_the_owner_says(monkeypatch):
    """At his own site he may ask as fast as he likes; what is no number of seconds is refused."""
    waited: list[float] = []
    monkeypatch.setattr("corpus.loaders.fetching.time.sleep", waited.append)
    with serve_pages() as server:
        server.answers.update({"/sitemap.xml": sitemap(f"{server.url}/a"), "/a": page("A")})
        arguments = ("load_articles", "sitemap", f"{server.url}/sitemap.xml", "--private-network", "127.0.0.0/8")
        run(*arguments, "--pause", "0")
        assert waited == []
        run(*arguments, "--pause", "7", "--all")
        assert 6 < max(waited) <= 7
    for nonsense in ("-1", "nan", "soon", "999"):
        with pytest.raises(CommandError, match="no number of seconds"):
            run(*arguments, f"--pause={nonsense}")


def test_load_articles_that_is_interrupted_says_what_it_has_stored(sample_database, tmp_path):
    """A real Ctrl-C, to a process of its own, in the middle of a load."""
    database = shutil.copy(sample_database, tmp_path / "db.sqlite3")
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}", "SECRET_KEY": "x" * 50}
    with serve_pages() as server:
        reached = threading.Event()

        def hang(handler: Handler) -> None:
            reached.set()
            handler.pages.stopping.wait(60)

        server.answers.update({"/a": page("A"), "/b": hang})
        server.answers["/sitemap.xml"] = sitemap(f"{server.url}/a", f"{server.url}/b")
        command = [sys.executable, "manage.py", "load_articles", "sitemap", f"{server.url}/sitemap.xml"]
        process = subprocess.Popen(
            [*command, "--private-network", "127.0.0.1"],
            cwd=ROOT,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            assert reached.wait(60)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
            process.wait()
    assert (process.returncode, out) == (130, "1 loaded: 1 added, 0 changed, 0 removed, 0 unchanged.\n")
    assert "Broken off. What had been read is stored." in err
    with closing(sqlite3.connect(database)) as stored:
        assert stored.execute("SELECT title FROM corpus_article WHERE origin LIKE 'sitemap:%'").fetchall() == [("A",)]


def test_load_articles_fails_when_nothing_could_be_loaded(tmp_path):
    """Nor where there is no source, or no such format."""
    with pytest.raises(CommandError, match="Nothing could be loaded"):
        run("load_articles", "markdown", str(tmp_path))
    with pytest.raises(CommandError, match="not a folder"):
        run("load_articles", "markdown", str(tmp_path / "nowhere"))
    with pytest.raises(CommandError, match="FORMAT"):
        run("load_articles", "carrier-pigeon", str(tmp_path))


def test_the_sample_site_loads_whole_and_twice():
    """The second time nothing changes."""
    sample = Path(__file__).parents[2] / "corpus" / "sample"
    _out, err = run("load_articles", "markdown", str(sample))
    assert err == ""
    number = Article.objects.count()
    out, _err = run("load_articles", "markdown", str(sample))
    assert out == f"{number} loaded: 0 added, 0 changed, 0 removed, {number} unchanged.\n"


def test_reindex_reports_what_changed():
    """All by default, one by its key."""
    one, other = publish(), publish("Other", "Other text.")
    Article.objects.filter(pk=one.pk).update(body="New text.")
    assert run("reindex", "--article", str(other.pk))[0] == "0 added, 0 changed, 0 removed, 1 unchanged.\n"
    assert run("reindex")[0] == "0 added, 1 changed, 0 removed, 1 unchanged.\n"
    before = set(Passage.objects.values_list("pk", flat=True))
    assert run("reindex", "--all")[0] == "0 added, 0 changed, 0 removed, 2 unchanged.\n"
    assert not before & set(Passage.objects.values_list("pk", flat=True))
    assert IndexRun.objects.count() == 3
    with pytest.raises(CommandError, match="no article 0"):
        run("reindex", "--article", "0")


def test_reindex_ends_with_what_failed(monkeypatch):
    """A script must not take an index that lacks an article for a whole one."""
    publish(), publish("Other", "Other text.")
    Article.objects.update(content_hash="")

    def cut(body, *rest, **options):
        raise RuntimeError("no")

    monkeypatch.setattr(indexing, "cut", cut)
    with pytest.raises(CommandError, match="2 could not be indexed") as raised:
        run("reindex")
    assert raised.value.returncode == 3


def test_reindex_that_is_broken_off_says_so(monkeypatch):
    """With the status that a shell has for Ctrl-C, and without a traceback."""
    publish()

    def interrupt(*rest, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(indexing, "index_article", interrupt)
    with pytest.raises(CommandError, match="Broken off") as raised:
        run("reindex")
    assert raised.value.returncode == 130
    assert IndexRun.objects.get().status == IndexRun.Status.BROKEN_OFF


def test_reindex_draws_a_bar_on_a_terminal_alone():
    """A log file stays readable."""
    publish()

    class Terminal(StringIO):
        def isatty(self):
            return True

    err = Terminal()
    call_command("reindex", stdout=StringIO(), stderr=err)
    assert "1/1" in err.getvalue()
    assert run("reindex")[1] == ""


def test_search_prints_hits_and_score():
    """With the side of the floor on which the question lies."""
    publish()
    out, _err = run("search", "Who built the lighthouse?")
    assert "above the default floor" in out
    assert "1. The lighthouse [en]" in out
    assert "/articles/the-lighthouse/" in out
    assert "below the default floor" in run("search", "How do I cook rice?", "--language", "zh")[0]
