"""What holds for every answer, however it is cut (spec 1, §8)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gate import Outcome, Reason, SentenceGate, State
from tests.gate.hostile import cpu_seconds, growth
from tests.gate.pieces import every_way, sized
from tests.gate.strategies import language_codes, long_texts, piece_lists, texts

SOURCES = ["The hall has 17 seats. It opened in 2.5 years.", "好图书馆 opened at 7.10, says J. K. Word of the U.S."]
parts = st.sampled_from(
    [
        "NO_ANSWER",
        "no_answer",
        "NO_AN",
        "NO ANSWER",
        "The hall has 17 seats [S1].",
        "It has 18 seats [S1].",
        "I am here.",
    ]
)
answers = st.lists(st.one_of(texts, parts, st.just(" "), st.just("\n")), max_size=6).map("".join)


def run(pieces: list[str], language: str, *, truncated: bool = False) -> tuple[str, State, list[Reason], int]:
    gate = SentenceGate(SOURCES, language)
    outcomes: list[Outcome] = [gate.feed(piece) for piece in pieces]
    outcomes.append(gate.truncate() if truncated else gate.finish())
    reasons = [reason for outcome in outcomes for reason in outcome.reasons]
    return (
        "".join(outcome.text for outcome in outcomes),
        gate.state,
        reasons,
        sum(outcome.withheld_length for outcome in outcomes),
    )


@settings(deadline=None, max_examples=60)
@given(answers.filter(lambda text: len(text) < 90), language_codes, st.booleans())
def test_any_chunking_gives_the_same_outcome(text: str, language: str, truncated: bool) -> None:
    outcomes = {str(run(pieces, language, truncated=truncated)) for pieces in every_way(text)}
    assert len(outcomes) == 1


@settings(deadline=None, max_examples=60)
@given(st.data(), st.one_of(answers, long_texts), language_codes)
def test_any_chunking_of_a_long_answer_gives_the_same_outcome(data: st.DataObject, text: str, language: str) -> None:
    assert run(data.draw(piece_lists(text)), language) == run([text], language)


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=300), language_codes, st.lists(st.text(max_size=100), max_size=3), st.text(max_size=50))
def test_no_text_raises(text: str, language: str, sources: list[str], question: str) -> None:
    gate = SentenceGate(sources, language, question=question)
    for piece in sized(text, 7):
        gate.feed(piece)
    gate.finish()


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from(["The hall has 17 seats [S1].", "It is calm.", "Fine!", "It opened [S2]."]), max_size=6)
)
def test_released_text_is_a_prefix_of_what_passing_everything_releases(sentences: list[str]) -> None:
    good = " ".join(sentences)
    blocked = "Zebras number 987654 zyx [S1]."
    whole = run([f"{good} The end."], "en")[0]
    stopped, state, _, _ = run([f"{good} {blocked} The end."], "en")
    assert state is State.STOPPED
    assert whole.startswith(stopped)
    assert "987654" not in stopped
    assert "zyx" not in stopped


def test_the_time_is_linear_in_the_text() -> None:
    """A ratio, not a time: an answer that passes, whole, four times as long."""

    def cost(text: str) -> float:
        gate = SentenceGate(SOURCES, "en")
        pieces = sized(text, 4)
        seconds = cpu_seconds(lambda: [gate.feed(piece) for piece in pieces])
        assert gate.state is State.OPEN
        return seconds

    sentence = "The hall has 17 seats and room for more [S1]. "
    assert growth(cost, sentence * 100, sentence * 400, at_most=7) < 7
