"""However large the index and however common the words, a question reads a bounded part of it (spec 3, §2)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpus import candidates
from corpus.asking import put
from corpus.models import Article, IndexedLanguage, Posting
from corpus.search import search

from .articles import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def mill():
    """Thirty articles about windmills; the more of them one says, the more it weighs. Two name a sail, one a ghost."""
    for number in range(30):
        words = "windmill " * (1 + number % 10) + f"word{number} " * 20
        publish(f"Article {number}", words + ("sail " if number < 2 else "") + ("ghost" if number == 7 else ""))


def asked(question: str):
    return put(question, "", dict(IndexedLanguage.objects.values_list("language", "passages")))[0]


def found(question: str) -> list[str]:
    """The titles of the candidates."""
    passages = [one.passage_id for one in candidates.candidates(asked(question))]
    titles = dict(Article.objects.values_list("passages", "title"))
    return sorted(titles[passage] for passage in passages)


def test_all_that_share_a_term_are_candidates_in_a_small_index(mill):
    """Nothing is cut."""
    assert len(found("windmill")) == 30


def test_of_a_common_term_only_the_passages_are_read_in_which_it_weighs_most(mill, monkeypatch):
    """In the order of an index, so that the others cost nothing."""
    monkeypatch.setattr(candidates, "MOST_POSTINGS", 10)
    monkeypatch.setattr(candidates, "MOST_OF_TERM", 7)
    monkeypatch.setattr(candidates, "CANDIDATES", 3)
    assert found("windmill") == ["Article 19", "Article 29", "Article 9"]


def test_a_rare_term_is_read_whole_and_the_common_ones_beside_it_are_looked_up(mill, monkeypatch):
    """What decides is found, and weighed by everything that it shares with the question."""
    monkeypatch.setattr(candidates, "MOST_POSTINGS", 10)
    monkeypatch.setattr(candidates, "ENOUGH_POSTINGS", 1)
    assert found("sail of the windmill") == ["Article 0", "Article 1"]
    best = candidates.candidates(asked("sail of the windmill"))[0]
    assert set(best.postings) == {"sail", "windmil"}


def test_a_rare_term_that_stands_almost_nowhere_leaves_room_for_the_common_ones(mill, monkeypatch):
    """One strange word must not hide the rest of the site."""
    monkeypatch.setattr(candidates, "MOST_POSTINGS", 10)
    monkeypatch.setattr(candidates, "MOST_OF_TERM", 7)
    monkeypatch.setattr(candidates, "CANDIDATES", 4)
    assert found("ghost of the windmill") == ["Article 19", "Article 29", "Article 7", "Article 9"]


def test_where_all_weigh_the_same_the_order_of_addresses_decides(monkeypatch):
    """Not that of the keys: every database gives the same."""
    monkeypatch.setattr(candidates, "MOST_POSTINGS", 4)
    monkeypatch.setattr(candidates, "MOST_OF_TERM", 4)
    monkeypatch.setattr(candidates, "CANDIDATES", 4)
    for number in (5, 1, 4, 2, 6, 3):
        publish(f"Copy {number}", "The very same words about a windmill.")
    ties = Article.objects.order_by("passages__tie").values_list("title", flat=True)
    assert found("windmill") == sorted(ties[:4])


def test_what_is_hidden_does_not_push_out_what_is_not(mill, monkeypatch):
    """Though it weighs most."""
    monkeypatch.setattr(candidates, "MOST_POSTINGS", 10)
    monkeypatch.setattr(candidates, "MOST_OF_TERM", 7)
    Article.objects.filter(title__in=["Article 9", "Article 19", "Article 29"]).update(status=Article.Status.DRAFT)
    assert "Article 8" in found("windmill")


def test_the_rows_that_a_question_reads_do_not_grow_with_the_index(mill, monkeypatch):
    """Each query over postings names how many it wants, or asks for terms that stand in few places."""
    for name, number in (("MOST_POSTINGS", 10), ("MOST_OF_TERM", 7), ("COMPARED", 5)):
        monkeypatch.setattr(candidates, name, number)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        search("sail ghost windmill", "en")
    over_postings = [query["sql"] for query in queries if Posting._meta.db_table in query["sql"]]
    assert len(over_postings) > 2
    assert all("LIMIT" in sql or "WHERE passage_id IN" in sql for sql in over_postings)
