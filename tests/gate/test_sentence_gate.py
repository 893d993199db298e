"""The gate's own promises: what passed is released, what failed is nowhere, misuse raises (spec 1, §1, §6)."""

from __future__ import annotations

import pytest

from gate import Outcome, Reason, SentenceGate, Source, State, explain

SOURCES = ["The hall has 40 seats.", "The tower has 60 steps."]


def test_a_sentence_is_released_when_the_next_one_begins() -> None:
    gate = SentenceGate(SOURCES)
    assert gate.feed("The hall has 40 seats [S1]. ").text == ""
    assert gate.feed("The").text == "The hall has 40 seats."


def test_the_texts_join_to_what_the_reader_sees() -> None:
    gate = SentenceGate(SOURCES)
    outcome = gate.feed("The hall has 40 seats [S1].\n\nThe tower has 60 steps [S2]. ")
    last = gate.finish()
    assert outcome.text + last.text == "The hall has 40 seats.\n\nThe tower has 60 steps."
    assert [sentence.text for sentence in (*outcome.sentences, *last.sentences)] == [
        "The hall has 40 seats.",
        "\n\nThe tower has 60 steps.",
    ]
    assert (*outcome.cited, *last.cited) == (1, 2)


def test_what_passed_before_a_failure_in_the_same_piece_is_released() -> None:
    gate = SentenceGate(SOURCES)
    outcome = gate.feed("The hall has 40 seats [S1]. It has 41 doors [S1]. It is calm.")
    assert outcome.text == "The hall has 40 seats."
    assert outcome.state is State.STOPPED
    assert outcome.reasons == (Reason.VALUE_UNSUPPORTED,)
    assert outcome.withheld_length == len("It has 41 doors [S1].")


def test_a_stopped_gate_swallows_what_follows_for_good() -> None:
    gate = SentenceGate(SOURCES)
    gate.feed("It has 41 doors [S1]. Then")
    assert gate.stopped
    assert gate.feed("The hall has 40 seats [S1]. ") == Outcome("", State.STOPPED, True)
    assert gate.finish() == Outcome("", State.STOPPED, True)
    assert gate.truncate().state is State.STOPPED


def test_all_reasons_of_a_sentence_are_reported_in_order() -> None:
    gate = SentenceGate(SOURCES)
    gate.feed("My hall has 41 doors [S1][S9].")
    assert gate.finish().reasons == (Reason.CITATION_RANGE, Reason.VALUE_UNSUPPORTED, Reason.VOICE)


def test_the_blocked_sentence_is_in_no_outcome_and_no_repr() -> None:
    gate = SentenceGate(SOURCES)
    outcome = gate.feed("Zyxwv 987 [S1]. Then")
    assert gate.stopped
    assert "Zyxwv" not in repr(outcome)
    assert "Zyxwv" not in repr(gate) + repr(vars(gate).get("_context"))


@pytest.mark.parametrize("piece", [None, b"text", 7])
def test_anything_but_text_raises_and_leaves_the_gate_stopped(piece: object) -> None:
    gate = SentenceGate(SOURCES)
    with pytest.raises(TypeError):
        gate.feed(piece)  # type: ignore[arg-type]
    assert gate.stopped


@pytest.mark.parametrize("end", [SentenceGate.finish, SentenceGate.truncate])
def test_feeding_after_the_end_raises(end: object) -> None:
    gate = SentenceGate(SOURCES)
    end(gate)  # type: ignore[operator]
    with pytest.raises(RuntimeError):
        gate.feed("More.")


def test_finishing_twice_changes_nothing() -> None:
    gate = SentenceGate(SOURCES)
    gate.feed("It is calm.")
    assert gate.finish().text == "It is calm."
    assert gate.finish() == Outcome("", State.FINISHED, False)


def test_a_source_may_be_plain_text_or_a_source() -> None:
    gate = SentenceGate([Source("The hall has 40 seats.")])
    gate.feed("The hall has 40 seats [S1].")
    assert gate.finish().text == "The hall has 40 seats."
    with pytest.raises(TypeError):
        SentenceGate([b"bytes"])  # type: ignore[list-item]


def test_a_gate_whose_check_breaks_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("gate.sentence_gate.CHECKS", (broken,))
    gate = SentenceGate(SOURCES)
    with pytest.raises(ZeroDivisionError):
        gate.feed("It is calm. Then")
    assert gate.stopped


def test_explain_points_into_the_texts_as_given() -> None:
    source = "Café: closing takes thirty-eight minutes. See https://example.org/x."
    sentence = "Closing takes 38 minutes, says example.org."
    first, second = explain(sentence, [1], [source], "en")
    assert (sentence[first.start : first.end], first.how) == ("38 minutes", "number word")
    assert [(s.number, source[s.start : s.end]) for s in first.supports] == [(1, "thirty-eight minutes")]
    assert (second.text, second.supports[0].text) == ("example.org", "https://example.org/x")


@pytest.mark.parametrize(
    ("sentence", "source", "values", "supports"),
    [
        ("It takes 1½ hours and 24 staff.", "It takes 1.5 hours; 24 work.", ["1½ hours", "24"], ["1.5 hours", "24"]),
        ("It holds 1,200 books, 52 desks.", "It has 1 , 200 books, 52 desks.", ["1,200", "52"], ["1 , 200", "52"]),
        ("It opens at half past nine.", "It opens at 9:30.", ["half past nine"], ["9:30"]),
    ],
)
def test_an_explanation_points_into_the_texts_as_they_were_given(
    sentence: str, source: str, values: list[str], supports: list[str]
) -> None:
    """Also behind a figure that is longer or shorter as it was written (§1)."""
    explained = explain(sentence, [1], [source], "en")
    assert [sentence[value.start : value.end] for value in explained] == values
    assert [source[value.supports[0].start : value.supports[0].end] for value in explained] == supports


def test_a_blank_line_before_a_marker_parts_what_the_marker_parts() -> None:
    """The break of a marker that stands alone passes to the sentence after it (§9, Spacing)."""
    gate = SentenceGate(SOURCES)
    released = gate.feed("It is calm\n\n[S1]The hall has 40 seats [S1].").text + gate.finish().text
    assert released == "It is calm\n\nThe hall has 40 seats."
