"""The shared vectors, where they are at hand: small cases that every splitter of the project must satisfy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .pieces import every_way, split

VECTORS = Path(__file__).resolve().parents[2].parent / "shared" / "vectors"


def _rows() -> list[object]:
    return [
        pytest.param(row, id=row["id"])
        for path in sorted(VECTORS.glob("sentences*.jsonl"))
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())
        if not row.get("soft")
    ]


@pytest.mark.parametrize("row", _rows())
def test_a_vector_splits_as_given_in_any_pieces(row: dict[str, object]) -> None:
    """Compared without the white space around each sentence."""
    for pieces in every_way(str(row["text"])):
        assert [sentence.strip() for sentence in split(pieces, str(row["language"]))] == row["sentences"], pieces
