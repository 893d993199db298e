"""The quick look at the figures of a sentence says what reading them says, or nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gate.quantities import plain_numbers, read
from gate.values import prepare
from gate.vocabulary import answer_vocabulary
from tests.gate.strategies import language_codes

parts = st.sampled_from(
    [
        *"the_hall|seats|in|and|of|halls.|(|)|,|.|-|/|:|%|€|$|12|7|1912|2.5|1,200|007|90|1990|16|05".split("|"),
        *"million|per cent|kg|o'clock|a.m.|May|september|nineties|years|s|th|twelve|half past|minus|-5".split("|"),
        *"th century|XX|USD|سال|۱۲|هزار|درصد|二十|年|月|个|साल|года|г.|euros|Uhr|mil|le 3|GPT-4|x".split("|"),
        *(" ", " ", "\n"),
    ]
)


@settings(deadline=None, max_examples=600)
@given(st.lists(parts, max_size=12).map(" ".join) | st.lists(parts, max_size=12).map("".join), language_codes)
def test_a_quick_look_says_what_reading_says_or_nothing(text: str, language: str) -> None:
    vocabulary = answer_vocabulary(language)
    prepared = prepare(text, vocabulary)
    numbers = plain_numbers(prepared, vocabulary)
    if numbers is not None:
        quantities = read(prepared, vocabulary, frozenset())
        assert all(quantity.is_bare and not quantity.in_words for quantity in quantities)
        assert [quantity.readings for quantity in quantities] == [(number,) for number in numbers]


def test_the_quick_look_is_enough_for_a_plain_sentence() -> None:
    """Else it would be of no use."""
    vocabulary = answer_vocabulary("en")
    prepared = prepare("The hall number 12 holds 40 seats and opened in 1912.", vocabulary)
    assert plain_numbers(prepared, vocabulary) == ["12", "40", "1912"]
