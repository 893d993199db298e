"""Search by words and meaning: across languages, within what a visitor may read, and by words alone when it must."""

from __future__ import annotations

import pytest

from corpus import embedding
from corpus.models import Article
from corpus.nearest import cache
from corpus.search import DEFAULT_FLOOR, search
from corpus.vectors import fill

from .articles import BAKERY, LIGHTHOUSE, publish
from .embedding_server import KEY, embedding_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings):
    with embedding_server() as server:
        settings.CORPUS_EMBEDDINGS, settings.CORPUS_EMBEDDINGS_MODEL = server.address, "m"
        settings.CORPUS_EMBEDDINGS_API_KEY = KEY
        cache.forget()
        yield server
        cache.forget()


def others(number: int, language: str = "en") -> None:
    """Articles about nothing that is asked for."""
    for i in range(number):
        publish(f"Note {i} {language}", f"Record {i} of the council, page {i * 7}.", language)


@pytest.fixture
def site(server):
    """A lighthouse, a bakery, and sixty other articles, in English."""
    publish()
    publish("The bakery", BAKERY)
    others(60)
    fill()


def test_a_question_in_chinese_finds_the_english_passage(site):
    """Where the site has no Chinese article on it, and no word is shared."""
    found = search("灯塔什么时候建成？", "zh-hans")
    assert found.hits[0].title == "The lighthouse"
    assert found.score >= DEFAULT_FLOOR


def test_the_visitors_language_comes_first(site):
    """Even where the article in the other language is as near."""
    publish("灯塔", "灯塔建于1887年。灯塔每晚点灯。", "zh-hans", slug="dengta")
    others(12, "zh-hans")
    fill()
    found = search("灯塔什么时候建成？", "zh-hans")
    assert [hit.locale for hit in found.hits][0] == "zh-hans"


def test_other_languages_stay_away_below_their_floor(site):
    """A question about nothing that the site has finds nothing elsewhere."""
    found = search("今天股票价格是多少？", "zh-hans")
    assert found.score < DEFAULT_FLOOR


def test_a_passage_without_the_questions_words_is_found_by_what_it_means(site):
    """In the visitor's own language: its word is none of the article's."""
    assert search("beacon", "en").hits[0].title == "The lighthouse"
    assert search("lighthouse beacon built", "en").score >= DEFAULT_FLOOR


def test_what_a_visitor_may_not_read_is_not_found(site):
    """At query time, without a reindex, however many such passages are the nearest."""
    for i in range(70):
        publish(f"Lighthouse {i}", f"Lighthouse number {i}.", "en")
    fill()
    Article.objects.filter(title__startswith="Lighthouse ").update(excluded=True)
    titles = [hit.title for hit in search("beacon", "en").hits]
    assert titles[0] == "The lighthouse"
    assert not any(title.startswith("Lighthouse ") for title in titles)


def test_what_a_visitor_may_not_read_lifts_no_score(site):
    """A question that only a hidden article answers is refused, and tells nobody that there is one."""
    assert search("灯塔什么时候建成？", "zh-hans").score >= DEFAULT_FLOOR
    Article.objects.filter(title="The lighthouse").update(excluded=True)
    assert search("灯塔什么时候建成？", "zh-hans").score < DEFAULT_FLOOR


def test_a_passage_without_a_vector_yet_is_found_by_its_words(site):
    """As before, at once."""
    publish("The quarry", "The quarry of Tarn gives grey slate.")
    assert search("Which slate does the quarry give?", "en").hits[0].title == "The quarry"


def test_what_another_process_has_embedded_is_seen_with_the_next_question(site):
    """The generation is read with every question; what is in memory is brought up to date."""
    assert search("码头", "zh-hans").score < DEFAULT_FLOOR
    publish("The pier", "The ferry leaves the harbour at noon.")
    fill()
    assert search("码头", "zh-hans").hits[0].title == "The pier"


def test_an_endpoint_that_is_away_costs_one_line_and_no_error(site, server, caplog):
    """The visitor gets what the words find; the key and the question are in no log."""
    expected = search("When was the lighthouse built?", "en").hits[0].title
    server.answer = lambda number, request: (500, KEY.encode(), {})
    embedding._chosen.clear()
    caplog.clear()
    found = search("When was the lighthouse built?", "en")
    assert found.hits[0].title == expected == "The lighthouse"
    assert len(caplog.records) == 1
    assert "searched by words alone" in caplog.text
    assert KEY not in caplog.text and "lighthouse" not in caplog.text


def test_a_question_is_answered_by_words_while_the_model_has_another_length(site, server, caplog):
    """Vectors that cannot be compared are not."""
    server.answer = lambda number, request: (200, b'{"data": [{"index": 0, "embedding": [1, 2]}]}', {})
    assert search("When was the lighthouse built?", "en").hits[0].title == "The lighthouse"
    assert "another length" in caplog.text


def test_nothing_is_asked_while_it_is_off(site, server, settings):
    """The vectors lie there and cost nothing."""
    settings.CORPUS_EMBEDDINGS = "off"
    asked = len(server.asked)
    assert search("灯塔什么时候建成？", "zh-hans").score < DEFAULT_FLOOR
    assert search("When was the lighthouse built?", "en").hits[0].title == "The lighthouse"
    assert len(server.asked) == asked


def test_a_follow_up_means_what_the_question_before_was_about(site):
    """Its own words hold no subject."""
    found = search("And how high is it?", "en", previous="Where is the lighthouse beacon?")
    assert found.hits[0].title == "The lighthouse"
    assert LIGHTHOUSE.startswith("The lighthouse")
