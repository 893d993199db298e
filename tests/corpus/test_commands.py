"""``load_articles``, ``reindex`` and ``search`` say what they did; their exit status tells a script."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from corpus.models import Article, IndexRun, Passage

from .articles import publish

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[str, str]:
    """What a command wrote to its two outputs."""
    out, err = StringIO(), StringIO()
    call_command(*arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_load_articles_reports_and_ends_with_the_errors(tmp_path):
    """One bad file is no failure."""
    (tmp_path / "good.md").write_text("# Light\n\nText.")
    (tmp_path / "bad.md").write_text("")
    out, err = run("load_articles", "markdown", str(tmp_path))
    assert out == "1 loaded: 1 added, 0 changed, 0 removed, 0 unchanged.\n"
    assert err == "bad.md:1: the file is empty\n1 could not be loaded.\n"


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
