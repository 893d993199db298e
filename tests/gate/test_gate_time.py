"""The gate over all of Unicode and over hostile texts: nothing raises, and the time stays linear (spec 1, S14, §8)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import SentenceGate, State
from tests.gate.hostile import HOSTILE, SOURCES, cpu_seconds, gating, growth, indexing, repeated
from tests.gate.oracle import expected, streamed
from tests.gate.pieces import sized, split
from tests.gate.strategies import language_codes

#: Two sizes of each hostile text, in characters; the larger is four times the smaller.
SMALL, LARGE = 10_000, 40_000

# How often a sentence of the greatest length is judged.
COUNT = 10

characters = st.characters(exclude_categories=["Cs"])
texts = st.text(characters, max_size=400)


@settings(deadline=None, max_examples=100)
@given(texts, language_codes, st.lists(st.text(characters, max_size=80), max_size=2), st.booleans())
def test_any_text_of_unicode_comes_out_as_the_oracle_says(
    text: str, language: str, sources: list[str], truncated: bool
) -> None:
    want = expected(text, sources, language, truncated=truncated)
    for size in (1, 3, 64):
        assert streamed(sized(text, size), sources, language, truncated=truncated) == want


@settings(deadline=None, max_examples=100)
@given(texts, language_codes)
def test_the_sentences_of_any_text_of_unicode_join_to_it(text: str, language: str) -> None:
    """White space at the end aside (spec 1, §1)."""
    assert "".join(split(sized(text, 5), language)) == text.rstrip()


@pytest.mark.parametrize("size", [1, 64], ids=["in single characters", "in pieces of 64"])
@pytest.mark.parametrize("fragment", [pytest.param(text, id=name) for name, text in HOSTILE.items()])
def test_four_times_a_hostile_text_takes_about_four_times_as_long(fragment: str, size: int) -> None:
    """A quadratic gate would take sixteen times as long. Where it stops early, the splitter's test says the rest."""
    texts = repeated(fragment, SMALL), repeated(fragment, LARGE)
    assert growth(lambda text: gating(text, size), *texts, at_most=7) < 7


@pytest.mark.parametrize("fragment", [pytest.param(text, id=name) for name, text in HOSTILE.items()])
def test_a_source_four_times_as_hostile_takes_about_four_times_as_long(fragment: str) -> None:
    """Every index of it is made: values, names, the folded text for quotations."""
    texts = repeated(fragment, SMALL), repeated(fragment, LARGE)
    assert growth(indexing, *texts, at_most=7) < 7


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param("x" * 990 + " [S1]. ", id="no space"),
        pytest.param("7" * 900 + " [S1]. ", id="digits"),
        pytest.param("seven " * 160 + "[S1]. ", id="number words"),
        pytest.param("Abc " * 240 + "[S1]. ", id="names"),
        pytest.param("a.b/" * 240 + " [S1]. ", id="addresses"),
        pytest.param("a@" * 480 + " [S1]. ", id="at signs"),
        pytest.param("7-" * 480 + " [S1]. ", id="hyphens"),
        pytest.param('"we" ' * 190 + "[S1]. ", id="quotations"),
        pytest.param("क\u093f\u0301" * 320 + " [S1]. ", id="combining marks"),
        pytest.param("[S1]" * 240 + ". ", id="markers"),
    ],
)
def test_judging_a_hostile_sentence_costs_in_proportion_to_it(sentence: str) -> None:
    """A sentence of the greatest length and one of a quarter, each judged as often as comes to the same text."""

    def cost(text: str) -> float:
        gates = [SentenceGate(SOURCES, "en") for _ in range(COUNT * len(body) // len(text))]

        def work() -> None:
            for gate in gates:
                gate.feed(text)
                gate.finish()

        return cpu_seconds(work)

    body, end = sentence.split(" [S1]")[0] if " [S1]" in sentence else sentence[:960], " [S1]."
    quarter = body[: len(body) // 4].rstrip() + end
    assert growth(cost, quarter, body.rstrip() + end, at_most=3) < 3


def test_the_hostile_texts_are_not_all_stopped_at_once() -> None:
    """Else the times above would say nothing of the checks."""
    gate = SentenceGate(SOURCES, "en")
    for piece in sized("x" * LARGE, 64):
        gate.feed(piece)
    assert gate.state is State.OPEN
