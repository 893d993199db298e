"""How an answer without a model begins: with the sentence that says it, by what kind of thing is asked."""

from __future__ import annotations

import pytest

from assistant.extraction.asked import asks_for_value, asks_when

from .test_extractive import answer

HALL = (
    "Opening hours of the harbour hall are asked of the keeper, at +47 00 55 01 90.\n\n"
    "From April to October the hall is open from 10:00 to 17:00."
)


def test_the_sentence_that_says_it_stands_before_what_the_article_says_earlier():
    """An answer is in the order of how well its sentences answer, not in the article's."""
    text = "The bell of the tower was cast by Ola Vik. The bell of the tower weighs four tonnes and hangs high."
    first, second = answer("What does the bell of the tower weigh?", text)
    assert first.startswith("The bell of the tower weighs") and second.startswith("The bell of the tower was cast")


def test_what_leans_is_still_led_in_by_the_sentence_before():
    """The best sentence does not begin an answer when a reader could not tell whom it speaks of."""
    text = "Ingrid Vold kept the light. She painted the stairs of the tower green in spring."
    assert answer("Who painted the stairs of the tower green in spring?", text)[0] == "Ingrid Vold kept the light."


def test_when_is_answered_by_times_rather_than_by_an_address_or_a_telephone_number():
    """A figure is no time: what tells from when to when comes first, though others hold more of the words."""
    assert answer("When is the harbour hall open?", HALL)[0].startswith("From April to October")


@pytest.mark.parametrize(
    ("question", "language", "text", "first"),
    [
        (
            "Wann wurde die Mühle gebaut?",
            "de",
            "Die Mühle wurde von Bauern gebaut. Gebaut wurde die Mühle 1871.",
            "1871",
        ),
        ("کتابخانه چه سالی ساخته شد؟", "fa", "کتابخانه را مردم ساخته بودند. کتابخانه در ۱۳۴۵ ساخته شد.", "۱۳۴۵"),
        ("港口的钟楼什么时候建成？", "zh-hans", "港口的钟楼由村里的渔民建成。港口的钟楼在1871年建成。", "1871"),
    ],
)
def test_when_is_answered_by_a_year(question, language, text, first):
    """Of two sentences with the same words the one with a year is first, in each script's digits."""
    assert first in answer(question, text, language=language)[0]


def test_a_question_in_hindi_is_read_with_its_vowel_signs():
    """How many and when are known in Hindi, whose vowel signs are no letters to a regular expression."""
    assert asks_for_value("संग्रहालय में कितने कमरे हैं?", "hi")
    assert asks_when("संग्रहालय किस वर्ष बना?", "hi")


def test_an_answer_has_at_most_three_sentences():
    """However many sentences say something, three are enough."""
    said = ("carries timber and lime", "smells of tar", "belongs to Ola Vik", "burns diesel fuel", "sleeps in winter")
    much = "\n\n".join(f"The green ferry {what}." for what in said)
    assert len(answer("What is the green ferry?", much)) == 3
