"""The gate over all of Unicode and over hostile texts: nothing raises, and the time stays linear (spec 1, S14, §8)."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import SentenceGate, SentenceSplitter, State
from tests.gate.oracle import expected, streamed
from tests.gate.pieces import sized, split
from tests.gate.strategies import language_codes

#: Two sizes of each hostile text, in characters; the larger is four times the smaller.
SMALL, LARGE = 25_000, 100_000

# How often a sentence of the greatest length is judged.
COUNT = 10

# What a text may be made of, for ever. The sources vouch for nothing in it that could stop the gate early.
HOSTILE = {
    "no space": "x",
    "full stops": ".",
    "mixed terminators": "?!.…",
    "Chinese full stops": "。",
    "brackets": "[",
    "half markers": "[S",
    "half markers with a number": "[S1",
    "half markers after full stops": ". [S",
    "empty markers": "[]",
    "lenticular brackets": "【",
    "digits": "7",
    "digits and full stops": "7.",
    "grouped digits": "7,777",
    "Persian digits": "۷",
    "combining marks": "\u0301",
    "vowel signs": "क\u093f",
    "quotes": '"',
    "quotes after full stops": '."',
    "guillemets": "«»",
    "underscores": "_",
    "the token's beginning": "NO_",
    "line breaks": "\n",
    "list markers": "\n- ",
    "numbered list": "\n1. ",
    "initials": "J. ",
    "at signs": "a@",
    "slashes": "a/",
    "hosts": "a.b.",
    "hyphens": "a-",
    "direction marks": "\u200f",
    "joiners": "\u200d",
}

SOURCES = ["The hall has 7 seats, says abc at a.b/a.b."]

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


def seconds(text: str, size: int) -> float:
    """CPU seconds of one gate for ``text`` in pieces of ``size``, as far as the gate lets it come."""
    gate = SentenceGate(SOURCES, "en")
    pieces = sized(text, size)
    started = time.process_time()
    for piece in pieces:
        gate.feed(piece)
    gate.finish()
    return time.process_time() - started


def split_seconds(text: str, size: int) -> float:
    splitter = SentenceSplitter("en")
    pieces = sized(text, size)
    started = time.process_time()
    for piece in pieces:
        splitter.feed(piece)
    splitter.flush()
    return time.process_time() - started


@pytest.mark.parametrize("size", [1, 64])
@pytest.mark.parametrize(
    "fragment",
    [
        *(pytest.param(text, id=name) for name, text in HOSTILE.items()),
    ],
)
def test_four_times_a_hostile_text_takes_about_four_times_as_long(fragment: str, size: int) -> None:
    """A quadratic gate would take sixteen times as long. Where it stops early, the splitter that feeds it is timed."""
    gate = SentenceGate(SOURCES, "en")
    gate.feed(fragment * (SMALL // len(fragment)))
    cost = split_seconds if gate.stopped else seconds
    ratios = []
    for _ in range(3):
        small = cost(fragment * (SMALL // len(fragment)), size)
        large = cost(fragment * (LARGE // len(fragment)), size)
        # Below a hundredth of a second the clock says nothing, and nothing is slow.
        ratios.append(large / max(small, 0.01))
        if ratios[-1] < 8:
            return
    pytest.fail(f"four times the text took {min(ratios):.1f} times as long")


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

    def cost(text: str, times: int) -> float:
        gates = [SentenceGate(SOURCES, "en") for _ in range(times)]
        started = time.process_time()
        for gate in gates:
            gate.feed(text)
            gate.finish()
        return time.process_time() - started

    body, end = sentence.split(" [S1]")[0] if " [S1]" in sentence else sentence[:960], " [S1]."
    quarter = body[: len(body) // 4].rstrip() + end
    ratios = []
    for _ in range(3):
        ratios.append(cost(body.rstrip() + end, COUNT) / max(cost(quarter, 4 * COUNT), 0.01))
        if ratios[-1] < 3:
            return
    pytest.fail(f"the same text in sentences four times as long took {min(ratios):.1f} times as long")


def test_the_hostile_texts_are_not_all_stopped_at_once() -> None:
    """Else the times above would say nothing of the checks."""
    gate = SentenceGate(SOURCES, "en")
    for piece in sized("x" * LARGE, 64):
        gate.feed(piece)
    assert gate.state is State.OPEN
