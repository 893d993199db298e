"""The no-answer token is never released, whatever it is wrapped in (spec 1, §7 and §9 Token)."""

from __future__ import annotations

import pytest

from gate import SentenceGate, State
from tests.gate.pieces import every_way

SOURCES = ["The hall has 40 seats."]


def run(pieces: list[str], token: str = "NO_ANSWER") -> tuple[str, State]:
    gate = SentenceGate(SOURCES, no_answer_token=token)
    released = "".join(gate.feed(piece).text for piece in pieces)
    return released + gate.finish().text, gate.state


@pytest.mark.parametrize(
    "text",
    [
        "NO_ANSWER",
        "  NO_ANSWER. Sorry about that.",
        "**NO_ANSWER**",
        "“NO_ANSWER”",
        "`no_answer`.",
        "NO\\_ANSWER",
        "- NO_ANSWER",
        "1. NO_ANSWER",
        "> NO_ANSWER",
        "NO ANSWER",
        "NO-ANSWER.",
        "NO_ANSWER [S1]",
        "NO_AN",
        "The answer is NO_ANSWER here.",
        "ＮＯ＿ＡＮＳＷＥＲ",
    ],
)
def test_an_answer_with_the_token_releases_nothing(text: str) -> None:
    for pieces in every_way(text):
        assert run(pieces) == ("", State.NO_ANSWER)


@pytest.mark.parametrize(
    "text", ["No, it is closed.", "No", "Nobody knows.", "No answer was found.", "no_answers is text."]
)
def test_what_only_begins_like_the_token_is_text(text: str) -> None:
    for pieces in every_way(text):
        assert run(pieces) == (text, State.FINISHED)


def test_the_token_after_released_sentences_ends_the_answer_without_a_violation() -> None:
    for pieces in every_way("It is calm. I say NO_ANSWER [S9]. It is big."):
        assert run(pieces) == ("It is calm.", State.NO_ANSWER)


def test_the_token_at_the_opening_is_known_before_the_sentence_ends() -> None:
    gate = SentenceGate(SOURCES)
    assert gate.feed("NO_ANSWER").state is State.OPEN
    assert gate.feed(" because").state is State.NO_ANSWER


def test_a_gate_that_gave_no_answer_swallows_what_follows() -> None:
    gate = SentenceGate(SOURCES)
    gate.feed("NO_ANSWER, ")
    assert gate.feed("It is calm. It is big.").text == ""
    assert not gate.stopped


def test_another_token_can_be_set() -> None:
    assert run(["<KEINE_ANTWORT>"], "KEINE_ANTWORT") == ("", State.NO_ANSWER)
    assert run(["no_answer is text."], "KEINE_ANTWORT") == ("no_answer is text.", State.FINISHED)


@pytest.mark.parametrize("token", ["", "NO ANSWER", "NO. ANSWER"])
def test_a_token_that_is_not_one_word_is_refused(token: str) -> None:
    with pytest.raises(ValueError, match="one word"):
        SentenceGate(SOURCES, no_answer_token=token)
