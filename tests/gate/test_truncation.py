"""Running out of room is no violation: the fragment is dropped unjudged (spec 1, §6 and §9 Truncation)."""

from __future__ import annotations

import pytest

from gate import SentenceGate, State

SOURCES = ["The hall has 40 seats. It costs 24.50."]


def run(text: str) -> tuple[str, SentenceGate]:
    gate = SentenceGate(SOURCES)
    return gate.feed(text).text + gate.truncate().text, gate


@pytest.mark.parametrize(
    "fragment", ["It has 99", "I am a very long claim without any marker at all", "It costs 24.", "NO_AN"]
)
def test_the_fragment_is_dropped_whatever_it_says(fragment: str) -> None:
    released, gate = run(f"The hall has 40 seats [S1]. {fragment}")
    assert released == "The hall has 40 seats."
    assert gate.state is State.TRUNCATED


def test_a_stop_wins_over_truncation() -> None:
    released, gate = run("It has 41 doors [S1]. The hall")
    assert released == ""
    assert gate.state is State.STOPPED


def test_a_whole_token_that_is_pending_is_no_answer() -> None:
    assert run("NO_ANSWER")[1].state is State.NO_ANSWER
    assert run("The hall has 40 seats [S1]. NO_ANSWER")[1].state is State.NO_ANSWER
