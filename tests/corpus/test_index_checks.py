"""``check --database default`` says when the assistant could find nothing, or something old."""

from __future__ import annotations

import pytest
from django.core.checks import Tags, run_checks
from django.db import OperationalError

from corpus.models import Article

from .articles import publish

pytestmark = pytest.mark.django_db


def found(databases=("default",)) -> list[str]:
    """The ids of the corpus's warnings."""
    issues = run_checks(tags=[Tags.database], databases=databases)
    return [issue.id for issue in issues if issue.id.startswith("corpus.")]


def test_an_empty_index_is_warned_of():
    """With the commands that fill it."""
    assert found() == ["corpus.W001"]
    publish()
    assert found() == []


def test_a_stale_index_is_warned_of():
    """An article that changed behind the index's back."""
    publish()
    publish("Other", "Other text.", status="draft")
    Article.objects.update(body="Changed.")
    assert found() == ["corpus.W002"]


def test_nothing_is_read_where_no_database_is_named(django_assert_num_queries):
    """A plain check needs none."""
    with django_assert_num_queries(0):
        assert found(None) == []


def test_an_older_database_can_be_migrated(monkeypatch):
    """``migrate`` runs the checks first, while a column that it will add is missing: that stops nothing."""
    publish()

    def read():
        raise OperationalError("no such column")
        yield

    monkeypatch.setattr("corpus.indexing.stale_articles", read)
    assert found() == []
