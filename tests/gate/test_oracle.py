"""The streaming gate and the oracle say the same, and every cut of every vector gives the same (spec 1, S13, §8)."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from chunk_invariance import assert_chunk_invariant
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import Source
from gate.sentences import SentenceSplitter
from gate.sources import Sources
from tests.gate.oracle import expected, streamed
from tests.gate.pieces import split
from tests.gate.strategies import language_codes, long_texts, piece_lists, texts

VECTORS = Path(__file__).parents[2].parent / "shared" / "vectors"
SOURCES = ["The hall has 17 seats. It opened in 2.5 years.", "好图书馆 opened at 7.10, says J. K. Word of the U.S."]

sentences = st.sampled_from(
    [
        "The hall has 17 seats [S1].",
        "The hall has 17 seats. [S1][S2]",
        "It has 18 seats [S1].",
        "It opened at 7.10 [S2] and has 17 seats [S1].",
        "It is calm.",
        "Fine!",
        "我们 are here.",
        "- 17 seats [S1]",
        "[S1]",
        "[S9]",
        "NO_ANSWER",
        "NO_AN",
        "No",
    ]
)
gaps = st.sampled_from([" ", "\n", "\n\n", "\n  ", "", "\r\n\r\n", "\n\n\n", " \n"])
answers = st.lists(st.one_of(sentences, gaps, gaps, texts), max_size=12).map("".join)

# Past this length the three-part cuts are too many to try them all.
SHORT = 120
# Three-part cuts of each answer that the whole gate is tried with.
SAMPLE = 100


@settings(derandomize=True, deadline=None, max_examples=250)
@given(st.data(), answers, language_codes, st.booleans())
def test_the_gate_agrees_with_the_oracle_in_any_pieces(
    data: st.DataObject, text: str, language: str, truncated: bool
) -> None:
    pieces = data.draw(piece_lists(text))
    assert streamed(pieces, SOURCES, language, truncated=truncated) == expected(
        text, SOURCES, language, truncated=truncated
    )


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.data(), long_texts, language_codes)
def test_the_gate_agrees_with_the_oracle_past_the_cap(data: st.DataObject, text: str, language: str) -> None:
    assert streamed(data.draw(piece_lists(text)), SOURCES, language) == expected(text, SOURCES, language)


def rows(pattern: str) -> list[Any]:
    return [
        pytest.param(row, id=row["id"])
        for path in sorted(VECTORS.glob(pattern))
        for line in path.read_text(encoding="utf-8").splitlines()
        if (row := json.loads(line))
    ]


def answer_rows() -> list[Any]:
    return rows("gate.jsonl") + rows("values.jsonl")


def check_every_cut(text: str, language: str, parts: int) -> None:
    """That the splitter gives the same however ``text`` is cut into up to ``parts``."""

    def stream(pieces: Sequence[str]) -> Iterator[str]:
        splitter = SentenceSplitter(language)
        for piece in pieces:
            yield from (sentence + "\0" for sentence in splitter.feed(piece))
        yield splitter.flush() or ""

    def whole(text: str) -> str:
        return "".join(stream([text]))

    assert_chunk_invariant(stream, whole, text, splits=parts)


@pytest.mark.skipif(not VECTORS.exists(), reason="the vectors are not beside the project")
@pytest.mark.parametrize("row", rows("sentences*.jsonl") + answer_rows())
def test_every_cut_of_a_vector_gives_the_same_sentences(row: dict[str, Any]) -> None:
    """In two parts, and in three but for the one text that is long."""
    text = row.get("text") or row["claim"]
    check_every_cut(text, row.get("language", "en"), 3 if len(text) < SHORT else 2)


@pytest.mark.skipif(not VECTORS.exists(), reason="the vectors are not beside the project")
@pytest.mark.parametrize("row", answer_rows())
def test_every_cut_of_an_answer_gives_what_the_oracle_says(
    row: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All cuts in two; of those in three a sample that is the same in every run."""
    shared = functools.cache(lambda texts, question, language: Sources(texts, question, language))
    # Thousands of gates over the same sources, which keep nothing of an answer: index them once.
    monkeypatch.setattr(
        "gate.sentence_gate.Sources",
        lambda given, question="", language="en": shared(_texts(given), question, language),
    )
    text = row.get("text") or row["claim"]
    sources = row.get("sources") or [row["source"]]
    options = {"question": row.get("question", ""), "truncated": row.get("truncated", False)}
    language = row.get("language", "en")
    want = expected(text, sources, language, **options)
    pick = random.Random(row["id"])
    ways = [[text[:at], text[at:]] for at in range(1, len(text))]
    for _ in range(SAMPLE):
        first, second = sorted(pick.choices(range(len(text) + 1), k=2))
        ways.append([text[:first], text[first:second], text[second:]])
    for pieces in ways:
        assert streamed(pieces, sources, language, **options) == want, pieces


def _texts(sources: Sequence[str | Source]) -> tuple[str, ...]:
    return tuple(source.text if isinstance(source, Source) else source for source in sources)


def test_the_check_of_every_cut_finds_a_filter_that_looks_at_one_piece_alone() -> None:
    """What the check is worth: a splitter that is begun anew at each piece does not pass it."""
    with pytest.raises(AssertionError):
        assert_chunk_invariant(
            lambda pieces: ("|".join(split([piece])) for piece in pieces), lambda text: "|".join(split([text])), "A. B"
        )
