"""Nothing is found that a visitor may not read, from the moment on that he may not (spec 3, §1 and §2)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from corpus.models import Article, suggested_questions
from corpus.search import passages_of, search

from .articles import publish

pytestmark = pytest.mark.django_db


def is_found() -> bool:
    """By every way that leads to an article."""
    ways = (
        bool(search("paraffin lamp of the lighthouse", "en").hits),
        bool(passages_of("light", "en", 3)),
        bool(suggested_questions("en")),
        Article.objects.searchable().exists(),
    )
    assert len(set(ways)) == 1, ways
    return ways[0]


@pytest.fixture
def article():
    """One article that can be found in every way."""
    article = publish(translation_group="light", questions=["Who built the lighthouse?"])
    assert is_found()
    return article


HIDDEN = [{"status": "draft"}, {"excluded": True}, {"published_at": timezone.now() + timedelta(days=365)}]


@pytest.mark.parametrize("values", HIDDEN, ids=["withdrawn", "excluded", "scheduled"])
def test_it_is_gone_when_it_is_saved(article, values):
    """And back when that is undone."""
    before = {name: getattr(article, name) for name in values}
    for name, value in values.items():
        setattr(article, name, value)
    article.save()
    assert not is_found()
    assert not article.is_searchable
    for name, value in before.items():
        setattr(article, name, value)
    article.save()
    assert is_found()
    assert article.is_searchable


@pytest.mark.parametrize("values", HIDDEN, ids=["withdrawn", "excluded", "scheduled"])
def test_it_is_gone_at_once_even_where_the_index_still_holds_it(article, values):
    """A statement that passes by the index is obeyed at query time."""
    Article.objects.filter(pk=article.pk).update(**values)
    assert article.passages.exists()
    assert not is_found()


def test_it_is_gone_when_it_is_deleted(article):
    """With everything that was found of it."""
    article.delete()
    assert not is_found()


def test_a_scheduled_article_appears_by_itself_when_its_time_has_come(article):
    """It is indexed ahead, so nothing has to run at that moment."""
    article.published_at = timezone.now() + timedelta(days=1)
    article.save()
    assert not is_found()
    Article.objects.filter(pk=article.pk).update(published_at=timezone.now())
    assert is_found()


def test_the_clock_alone_publishes_it_and_nothing_is_indexed_for_it(article, monkeypatch):
    """A minute before it is not found, at its time it is; no row has changed between."""
    now = timezone.now()
    article.published_at = now + timedelta(hours=1)
    article.save()
    before = Article.objects.filter(pk=article.pk).values().get(), list(article.passages.values_list("pk", flat=True))
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=59))
    assert not is_found()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(hours=1))
    assert is_found()
    assert before == (
        Article.objects.filter(pk=article.pk).values().get(),
        list(article.passages.values_list("pk", flat=True)),
    )


def test_a_draft_is_not_in_the_index_at_all():
    """Not even its words."""
    assert not publish(status="draft").passages.exists()


def test_an_article_published_without_a_time_is_published_now():
    """Also when only some fields are saved."""
    article = publish(status="draft")
    assert article.published_at is None
    article.status = "published"
    article.save(update_fields=["status"])
    article.refresh_from_db()
    assert article.published_at <= timezone.now()


def test_questions_are_suggested_in_turn_from_the_newest_article_on():
    """One of each article before a second of any."""
    now = timezone.now()
    publish("Old", "Old text.", questions=["Old 1?", "Old 2?"], published_at=now - timedelta(days=2))
    publish("New", "New text.", questions=["New 1?", "New 2?"], published_at=now)
    publish("Neu", "Neuer Text.", language="de", questions=["Neu?"])
    assert suggested_questions("en", 3) == ["New 1?", "Old 1?", "New 2?"]
    assert suggested_questions("fr") == []


@pytest.mark.parametrize("values", HIDDEN, ids=["withdrawn", "excluded", "scheduled"])
def test_what_is_hidden_does_not_crowd_out_what_can_be_read(values, monkeypatch):
    """More hidden passages match better than are ever ranked."""
    monkeypatch.setattr("corpus.candidates.CANDIDATES", 2)
    monkeypatch.setattr("corpus.candidates.COMPARED", 4)
    publish("Visible", "A word about the paraffin and many other things that nobody asked for.")
    for number in range(6):
        publish(f"Hidden {number}", "Paraffin, paraffin, paraffin.")
    Article.objects.filter(slug__startswith="hidden").update(**values)
    assert [hit.title for hit in search("paraffin", "en").hits] == ["Visible"]
