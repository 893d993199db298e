"""``python -m gate.evaluation``: both kinds of error over labelled rows (spec 1, §8)."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from gate.checks import Reason
from gate.evaluation import evaluate, report

ROOT = Path(__file__).parents[2]
SOURCE = "The hall has 40 seats."


def row(sentence: str, *, supported: bool, **more: object) -> dict[str, object]:
    plain = {"set": "halls", "language": "en", "sources": [SOURCE], "sentence": sentence, "cited": [1]}
    return plain | {"supported": supported} | more


ROWS = [
    row("The hall has 40 seats.", supported=True),
    row("The hall has forty seats.", supported=True),
    row("The hall has 41 seats.", supported=False),
    row("The hall has 41 seats.", supported=False, question="Does the hall have 41 seats?"),
    row("The hall has 42 seats.", supported=True),
    row("سالن ۴۱ صندلی دارد.", supported=False, language="fa"),
]


def run(*arguments: object) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "gate.evaluation", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)
    return done.returncode, done.stdout, done.stderr


def written(path: Path, rows: list[dict[str, object]]) -> Path:
    text = "".join(json.dumps(each) + "\n" for each in rows)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path


def test_what_was_stopped_is_counted_for_each_set_language_and_reason() -> None:
    """The question vouches for a plain count; every sentence is put to the gate with the markers of what it cites."""
    tallies = evaluate(iter(ROWS))
    english = tallies["halls", "en"]
    assert (english.supported, english.stopped_supported) == (3, 1)
    assert (english.unsupported, english.stopped_unsupported) == (2, 1)
    assert english.reasons_unsupported == {Reason.VALUE_UNSUPPORTED: 1}
    assert english.reasons_supported == {Reason.VALUE_UNSUPPORTED: 1}
    assert tallies["halls", "fa"].stopped_unsupported == 1


def test_a_sentence_in_several_is_cited_after_each() -> None:
    tallies = evaluate(iter([row("The hall has 40 seats. It has 40 of them.", supported=True)]))
    assert tallies["halls", "en"].stopped_supported == 0


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz"])
def test_the_report_is_printed_and_no_sentence_with_it(tmp_path: Path, name: str) -> None:
    status, printed, said = run(written(tmp_path / name, ROWS))
    assert (status, said) == (0, "")
    assert printed == report(evaluate(iter(ROWS))) + "\n"
    assert "halls en: unsupported stopped  50.0 % of 2, supported stopped  33.3 % of 3" in printed
    assert "hall has" not in printed


def test_a_wrong_call_is_told_so(tmp_path: Path) -> None:
    """No file, a file that is not there, one that is no such data: a message and 2, and no traceback."""
    bad = tmp_path / "bad.jsonl"
    bad.write_text(json.dumps(ROWS[0]) + "\nsecret words\n", encoding="utf-8")
    short = written(tmp_path / "short.jsonl", [{"language": "en"}])
    image = tmp_path / "image.jsonl.gz"
    image.write_bytes(b"\x89PNG secret")
    for arguments, says in [
        ([], "usage"),
        ([tmp_path / "absent.jsonl"], "absent.jsonl: No such file or directory"),
        ([bad], "bad.jsonl, line 2: no JSON"),
        ([short], "short.jsonl, line 1: without sources"),
        ([image], "image.jsonl.gz: "),
    ]:
        status, printed, said = run(*arguments)
        assert (status, printed) == (2, ""), arguments
        assert says in said
        assert "Traceback" not in said
        assert "secret" not in said
