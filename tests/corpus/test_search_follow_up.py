"""A follow-up question is searched with the question before it (spec 3, §2)."""

from __future__ import annotations

import pytest

from corpus.search import DEFAULT_FLOOR, search

from .articles import BAKERY, publish

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def town():
    """Two articles that both know Sundays."""
    publish(body="The lighthouse of Tarn can be visited on Saturdays.\n\nOn Sundays the lighthouse is closed.")
    publish("The bakery", BAKERY)


def test_what_it_leaves_out_is_taken_from_the_question_before():
    """ "And on Sundays?" means the lighthouse here, and the bakery there."""
    assert (
        search("And on Sundays?", "en", previous="When can the lighthouse be visited?").hits[0].title
        == "The lighthouse"
    )
    assert search("And on Sundays?", "en", previous="When does the bakery open?").hits[0].title == "The bakery"


def test_it_passes_the_floor_with_it():
    """It is about the site as long as the talk is."""
    result = search("And on Sundays?", "en", previous="When can the lighthouse be visited?")
    assert result.score >= DEFAULT_FLOOR


def test_a_new_subject_wins_over_the_question_before():
    """The question itself weighs more."""
    result = search("When does the bakery sell buns?", "en", previous="When can the lighthouse be visited?")
    assert result.hits[0].title == "The bakery"


def test_a_question_about_something_else_does_not_pass_on_the_one_before():
    """Otherwise one good question would open the site to all."""
    previous = "When can the lighthouse be visited?"
    assert search("How do I cook rice with saffron?", "en", previous=previous).score < DEFAULT_FLOOR


def test_a_question_that_stands_on_its_own_is_never_refused_for_the_one_before():
    """Whatever was asked before, however long it was."""
    question = "When does the bakery open?"
    before = "Which wines of the southern valleys would go with a roast of venison, chestnuts and red cabbage?"
    for previous in ("", before, "How do I cook rice?"):
        result = search(question, "en", previous=previous)
        assert result.score >= DEFAULT_FLOOR
        assert result.hits[0].title == "The bakery"


@pytest.mark.parametrize(
    ("language", "first", "second", "before", "other", "question", "elsewhere"),
    [
        (
            "fa",
            "فانوس دریایی تارن شنبه‌ها باز است. جمعه‌ها فانوس دریایی بسته است.",
            "نانوایی تارن ساعت شش باز می‌شود. جمعه‌ها نانوایی نان دارچینی می‌فروشد.",
            "فانوس دریایی چه روزی باز است؟",
            "نانوایی کی باز می‌شود؟",
            "و جمعه‌ها؟",
            "چطور برنج را با زعفران بپزم؟",
        ),
        (
            "zh-hans",
            "塔恩灯塔星期六开放。星期五灯塔关闭。",
            "塔恩面包店六点开门。星期五面包店出售肉桂面包。",
            "灯塔什么时候开放？",
            "面包店几点开门？",
            "那星期五呢？",
            "怎么用藏红花煮米饭？",
        ),
    ],
    ids=["fa", "zh-hans"],
)
def test_follow_ups_in_other_scripts(language, first, second, before, other, question, elsewhere):
    """The same in Persian, with its joiners, and in Chinese, without spaces."""
    publish("1", first, language, slug="one")
    publish("2", second, language, slug="two")
    for previous, title in ((before, "1"), (other, "2")):
        result = search(question, language, previous=previous)
        assert result.hits[0].title == title
        assert result.score >= DEFAULT_FLOOR
        assert search(elsewhere, language, previous=previous).score < DEFAULT_FLOOR
