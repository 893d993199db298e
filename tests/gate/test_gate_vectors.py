"""The shared vectors, where they lie beside the project: each is fed whole and in pieces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gate import SentenceGate, State
from tests.gate.pieces import sized

VECTORS = Path(__file__).parents[2].parent / "shared" / "vectors"


def rows(name: str) -> list[Any]:
    path = VECTORS / name
    if not path.exists():
        return []
    return [
        pytest.param(row, id=row["id"])
        for line in path.read_text(encoding="utf-8").splitlines()
        if (row := json.loads(line))
    ]


def run(row: dict[str, Any], size: int) -> tuple[str, str, set[str]]:
    gate = SentenceGate(row["sources"], row["language"], question=row.get("question", ""))
    outcomes = []
    for piece in sized(row["text"], size):
        outcomes.append(gate.feed(piece))
        if gate.state is State.STOPPED:
            break
    outcomes.append(gate.truncate() if row["truncated"] else gate.finish())
    released = "".join(outcome.text for outcome in outcomes)
    return released, gate.state.value, {reason.value for outcome in outcomes for reason in outcome.reasons}


@pytest.mark.skipif(not VECTORS.exists(), reason="the vectors are not beside the project")
@pytest.mark.parametrize("row", rows("gate.jsonl"))
@pytest.mark.parametrize("size", [1, 3, 7, 100_000])
def test_an_answer_comes_out_as_its_vector_says(row: dict[str, Any], size: int) -> None:
    assert run(row, size) == (row["released"], row["state"], set(row["reasons"]))


@pytest.mark.skipif(not VECTORS.exists(), reason="the vectors are not beside the project")
@pytest.mark.parametrize("row", [row for row in rows("values.jsonl") if row.values[0]["required"]])
def test_a_claim_passes_if_its_source_supports_it(row: dict[str, Any]) -> None:
    """Rows that are not required are beyond what strings can tell."""
    gate = SentenceGate([row["source"]], "en")
    gate.feed(row["claim"])
    gate.finish()
    assert (gate.state is not State.STOPPED) is row["supported"]
