"""A misspelt word is read as the nearest one that the index knows, with less weight; nothing else is (spec 3, §2)."""

from __future__ import annotations

import pytest

from corpus.search import DEFAULT_FLOOR, search
from corpus.spelling import MOST_UNKNOWN, corrections, near, unknown_words

from .articles import BAKERY, publish


def corrected(word: str, language: str = "en", **passages: int) -> dict[str, str]:
    return corrections([near(word, language)], passages)


@pytest.mark.parametrize("typed", ["lighthuose", "lighthose", "lighthoouse", "lighthiuse", "ligthouse", "ilghthouse"])
def test_one_letter_wrong_in_any_way_is_corrected(typed):
    """Swapped, dropped, doubled, replaced, and the first two swapped."""
    assert corrected(typed, lighthous=3) == {typed: "lighthouse"}


def test_an_ending_is_corrected_before_it_is_stemmed():
    """The word is near, though its stem is not."""
    assert corrected("buildign", build=1) == {"buildign": "building"}


def test_the_most_common_of_several_is_taken_and_one_with_the_same_first_letter_before_it():
    """And one order where all else is equal, so that every database gives the same."""
    assert corrected("lampp", lamp=1, lamps=5) == {"lampp": "lamp"}
    assert corrected("grein", grain=2, green=5) == {"grein": "green"}
    assert corrected("hometownn", hometown=1, sometownn=9) == {"hometownn": "hometown"}
    assert corrected("xxaaxx", xxbaxx=2, xxabxx=2) == corrected("xxaaxx", xxabxx=2, xxbaxx=2)


def test_two_letters_wrong_are_too_many():
    """It would be another word too often."""
    assert corrected("lihgthuose", lighthous=3) == {}


def test_a_missing_space_is_put_in():
    """Also the one that Persian leaves out before its endings, and between the parts of a German word."""
    assert corrected("کتابها", "fa", **{"کتاب": 3, "ها": 9}) == {"کتابها": "کتاب ها"}
    assert corrected("hafenmeister", "de", haf=2, meist=1) == {"hafenmeister": "hafen meister"}
    assert corrected("hafenmeister", "de", haf=2) == {}


@pytest.mark.parametrize("question", ["When does the lamp burn in 18870?", "Is a gate?", "灯塔什么时候开放"])
def test_short_words_numbers_and_chinese_are_left_as_they_are(question):
    """A number with another digit is another number."""
    language = "zh-hans" if "灯" in question else "en"
    assert unknown_words(question, language, {"lamp", "burn"}) == []


def test_a_question_full_of_unknown_words_is_not_misspelt():
    """It is about something else, or in another language; so the cost is bounded, too."""
    words = [f"quibble{letter}" for letter in "abcdefgh"]
    assert unknown_words(" ".join(words[:MOST_UNKNOWN]), "en", ()) == words[:MOST_UNKNOWN]
    assert unknown_words(" ".join(words), "en", ()) == []


@pytest.fixture
def town(db):
    """Two articles."""
    return publish(), publish("The bakery", BAKERY)


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("lighthuose", "The lighthouse"),
        ("the parafin", "The lighthouse"),
        ("clockwrok", "The lighthouse"),
        ("cinnamin", "The bakery"),
        ("brakery", "The bakery"),
    ],
)
def test_a_misspelt_word_alone_finds_its_article(town, typed, title):
    """No other word of the question helps."""
    assert search(typed, "en").hits[0].title == title


def test_a_misspelt_question_still_passes_the_floor(town):
    """With a lower score than the same question without the typo."""
    right = search("Are the famous clockwork engineers proud?", "en")
    wrong = search("Are the famous clockwrok engineers proud?", "en")
    assert wrong.hits[0].title == "The lighthouse"
    assert DEFAULT_FLOOR <= wrong.score < right.score


def test_what_is_not_misspelt_is_read_as_it_is(town):
    """A word that the index knows is never taken for another, however much more common that one is."""
    publish("Lamps", "A lamb and a lamp. " * 3 + "The lambs graze.")
    publish("Camps", "Tents, camps and camping, and a camper in the camps.")
    assert search("lambs graze", "en").hits[0].title == "Lamps"


@pytest.mark.parametrize(
    ("language", "body", "typed", "question"),
    [
        ("fa", "فانوس دریایی تارن در سال ۱۸۸۷ ساخته شد.", "دریاییی", "فانوس دریاییی کی ساخته شد؟"),
        ("ru", "Маяк Тарна был построен в 1887 году инженером.", "инжнером", "Каким инжнером построен маяк?"),
        ("ar", "بُنيت منارة المدينة في عام ١٨٨٧ من الحجارة.", "الحجاره", "متى بنيت مناره المدينه من الحجاره؟"),
        ("hi", "तार्न का प्रकाशस्तंभ १८८७ में बना था।", "प्रकाशस्तभ", "प्रकाशस्तभ कब बना?"),
        ("de", "Der Leuchtturm von Tarn wurde 1887 gebaut.", "Leuchturm", "Wann wurde der Leuchturm gebaut?"),
    ],
)
def test_other_scripts_are_corrected_in_their_own_letters(db, language, body, typed, question):
    """Each language has its alphabet."""
    publish("1", body, language, slug="one")
    publish("2", "12345 67890", language, slug="two")
    result = search(question, language)
    assert result.hits[0].title == "1"
    assert result.score >= DEFAULT_FLOOR


@pytest.mark.parametrize(
    "question", ["How do I cook ricce?", "Who won the wrold cup?", "Which stteps lead to the moon?"]
)
def test_a_misspelt_question_about_something_else_stays_below_the_floor(town, question):
    """A typo opens nothing."""
    assert search(question, "en").score < DEFAULT_FLOOR
