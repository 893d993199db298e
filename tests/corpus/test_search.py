"""Search finds the passage that answers, says how well, and says so when nothing does (spec 3, §2)."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpus.models import Passage
from corpus.search import DEFAULT_FLOOR, SearchResult, passages_of, search

from .articles import BAKERY, LIGHTHOUSE, publish

pytestmark = pytest.mark.django_db

HARBOUR = "The harbour of Tarn has two piers. Ferries leave from the northern pier at noon, and the fare is 40 crowns."


@pytest.fixture
def town():
    """Three articles of one town."""
    return publish(), publish("The bakery", BAKERY), publish("The harbour", HARBOUR)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Who built the lighthouse?", "The lighthouse"),
        ("How many steps does the keeper climb?", "The lighthouse"),
        ("What does a ticket to the lighthouse cost?", "The lighthouse"),
        ("When does the bakery open?", "The bakery"),
        ("what is the fare of the ferrys", "The harbour"),
    ],
)
def test_a_question_finds_its_passage_above_the_floor(town, question, title):
    """Also inflected, also misspelt."""
    result = search(question, "en")
    assert result.hits[0].title == title
    assert result.score >= DEFAULT_FLOOR
    assert result.hits[0].score == result.score


@pytest.mark.parametrize(
    "question", ["How do I cook rice?", "Who won the world cup?", "What is the capital of France?", "?!", ""]
)
def test_a_question_about_something_else_stays_below_the_floor(town, question):
    """Whatever little words it shares."""
    assert search(question, "en").score < DEFAULT_FLOOR


def test_a_hit_says_where_it_stands(town):
    """The article's page with the passage's anchor, without the title in its text."""
    article = publish("Winter", f"{LIGHTHOUSE}\n\n## Ice on the stairs\n\n" + "Salt is strewn on the icy stairs. " * 30)
    hit = next(hit for hit in search("salt on icy stairs", "en").hits if hit.heading)
    assert (hit.title, hit.heading, hit.locale) == ("Winter", "Ice on the stairs", "en")
    assert hit.address == f"{article.get_absolute_url()}#ice-on-the-stairs" == "/articles/winter/#ice-on-the-stairs"
    assert hit.text.startswith("Salt is strewn")
    assert hit.article_id == article.pk


def test_an_absolute_address_leads_elsewhere():
    """The anchor goes with it."""
    publish(address="https://tarn.example/light", body="# Lamp\n\nIt burns paraffin.")
    assert search("paraffin", "en").hits[0].address == "https://tarn.example/light#lamp"


def test_no_more_hits_than_asked_for(town):
    """Best first."""
    assert len(search("Tarn", "en", limit=2).hits) == 2
    scores = [hit.score for hit in search("Tarn lighthouse", "en").hits]
    assert scores == sorted(scores, reverse=True)


def test_the_same_question_gives_the_same_hits_whatever_the_order_of_indexing(town):
    """Equal scores are ordered by address."""
    for number in (3, 1, 2):
        publish(f"Copy {number}", "The very same words about a windmill.")
    titles = [hit.title for hit in search("windmill words", "en").hits[:3]]
    assert titles == ["Copy 1", "Copy 2", "Copy 3"]


def test_a_tie_at_the_cut_is_decided_alike_on_every_database(monkeypatch):
    """Not by keys, which follow the order of indexing: by a number that address and ordinal alone give."""
    monkeypatch.setattr("corpus.candidates.CANDIDATES", 2)
    titles = [f"Copy {number}" for number in (5, 2, 7, 1, 6, 3, 4)]
    for title in titles:
        publish(title, "The very same words about a windmill.")
    ties = sorted((passage.tie, passage.article.title) for passage in Passage.objects.all())
    hits = search("windmill", "en").hits
    assert {hit.title for hit in hits} == {title for _tie, title in ties[:2]}


def test_the_page_that_is_being_read_is_preferred_mildly(town):
    """It decides between equals, and does not beat a better passage."""
    publish("Left", "The same words about a windmill.")
    publish("Right", "The same words about a windmill.")
    read = "https://tarn.example/articles/right/?from=home#top"
    assert search("windmill", "en").hits[0].title == "Left"
    assert search("windmill", "en", page=read).hits[0].title == "Right"
    assert search("When does the bakery open?", "en", page=read).hits[0].title == "The bakery"


@pytest.mark.parametrize("page", ["http://[::1", "//[", "http://exa]mple/", "http://\u2100.example/"])
def test_a_page_that_is_no_address_is_no_preference(town, page):
    """It comes from outside, and is no reason not to answer."""
    question = "When does the bakery open?"
    assert search(question, "en", page=page) == search(question, "en")


def test_the_score_does_not_depend_on_the_page(town):
    """A preference is no evidence."""
    question = "How do I cook rice?"
    assert search(question, "en", page="/articles/the-bakery/").score == search(question, "en").score


def test_a_question_takes_few_queries(town, django_assert_max_num_queries):
    """However many passages there are."""
    with django_assert_max_num_queries(7):
        search("Who built the lighthouse?", "en", limit=1)


def test_a_long_question_is_no_burden(town):
    """A thousand characters of different words."""
    question = " ".join(f"lighthouse{n}" for n in range(90))[:1000]
    assert 0 <= search(question, "en").score <= 1


def test_the_first_passages_of_an_article_are_given_by_its_group():
    """In the visitor's language, else the default one, else any."""
    publish("Who", "Ida Brekke is an engineer.", translation_group="about")
    publish("Wer", "Ida Brekke ist Ingenieurin.", language="de", translation_group="about")
    publish("Qui", "Nils Lund est boulanger.", language="fr", translation_group="baker")
    assert passages_of("about", "de", 3)[0].title == "Wer"
    assert passages_of("about", "pt", 3)[0].title == "Who"
    assert passages_of("baker", "pt", 3)[0].title == "Qui"
    assert passages_of("nobody", "en", 3) == passages_of("", "en", 3) == ()


def test_the_score_is_clamped_and_nothing_without_a_term(town):
    """However often a passage repeats the question; hits have scores in 0..1 as well."""
    publish("Echo", "Who built the lighthouse of Tarn? " * 40)
    for question in ("Who built the lighthouse of Tarn?", "Tarn", "lighthouse " * 60, "Who won the world cup?"):
        result = search(question, "en")
        assert 0 <= result.score <= 1
        assert all(0 <= hit.score <= result.score for hit in result.hits)
    for question in ("", "?!", "…", "\u200c", "  "):
        assert search(question, "en") == SearchResult((), 0.0)


def test_no_query_takes_a_lock(town):
    """Searching only reads."""
    with CaptureQueriesContext(connection) as queries:
        search("Who built the lighthouse?", "en")
    assert all(query["sql"].startswith("SELECT") for query in queries)
