"""``evaluate_search`` and ``calibrate_floor`` print figures for labelled questions, and change nothing."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from corpus.evaluation import evaluate, read
from tests.corpus.articles import publish
from tests.corpus.test_evaluation import DATA

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture
def write(tmp_path):
    """``write("a.json", data)`` gives the path of a file that holds it."""

    def file(name: str, data) -> str:
        (tmp_path / name).write_text(json.dumps(data))
        return str(tmp_path / name)

    return file


def test_evaluate_search_prints_the_figures_of_each_file_and_their_mean(write):
    """The same that the evaluation itself gives, at the site's own floor."""
    figures = evaluate(read(DATA))
    _header, row, other, mean = run("evaluate_search", write("a.json", DATA), write("b.json", DATA)).splitlines()
    assert row == other
    assert row.split() == [
        "en", "3", "1.000", "1.000", "1.000", "|", "0.500", f"{figures.false_refusals:.3f}", f"{figures.refused:.3f}",
        "|", f"{figures.false_refusals_at_95:.3f}", f"{figures.floor_at_95:.3f}",
    ]  # fmt: skip
    assert mean.split()[:2] == ["mean", "6"]
    assert mean.split()[2:] == row.split()[2:]


def test_evaluate_search_measures_at_the_sites_floor_or_at_another(write, settings):
    """The floor is read where the assistant reads it."""
    path = write("a.json", DATA)
    settings.ASSISTANT_SCORE_FLOOR = 0.25
    assert run("evaluate_search", path).splitlines()[1].split()[6] == "0.250"
    assert run("evaluate_search", path, "--floor", "0").splitlines()[1].split()[6:9] == ["0.000", "0.000", "0.000"]


def test_a_bad_file_is_named_before_anything_is_measured(write):
    """As the command's error."""
    good, bad = write("a.json", DATA), write("b.json", {**DATA, "questions": [{"question": "?"}]})
    out = StringIO()
    with pytest.raises(CommandError, match=r"b.json:1: questions\[0\]: answerable is missing"):
        call_command("evaluate_search", good, bad, stdout=out)
    assert out.getvalue() == ""
    with pytest.raises(CommandError, match="no passages"):
        run("evaluate_search", write("c.json", {"language": "en", "questions": DATA["questions"]}))
    with pytest.raises(CommandError, match="from 0 to 1"):
        run("evaluate_search", good, "--floor", "2")


def test_evaluate_search_measures_the_answers_where_that_is_asked_for(write):
    """Where the annotated answer stands, how long the answers are, and that the gate stops none."""
    answers = [["Ida Brekke", "nobody"], ["at  SIX,"], ["the southern one"]]
    questions = [{**row, "answers": given} for row, given in zip(DATA["questions"], answers, strict=True)]
    out = run("evaluate_search", write("a.json", {**DATA, "questions": questions}), "--answers")
    language, asked, first, second, third, words, without, stopped = out.splitlines()[-1].split()
    assert (language, asked, without, stopped) == ("en", "3", "0.000", "0")
    assert (first, second, third) == ("0.667", "0.667", "0.667")
    assert 10 < float(words) < 40
    assert "answer@1" not in run("evaluate_search", write("a.json", DATA))


def test_calibrate_floor_finds_the_floor_that_refuses_what_is_out_of_scope(write):
    """And says what else it would refuse, and how to use it."""
    figures = evaluate(read(DATA))
    out = run("calibrate_floor", write("a.json", DATA))
    row = out.splitlines()[2].split()
    assert row[:3] == ["en", "3", "6"]
    assert row[4:6] == [f"{figures.floor_at_95:.3f}", f"{figures.false_refusals_at_95:.3f}"]
    assert "In use now: 0.500." in out
    assert f"ASSISTANT_SCORE_FLOOR={figures.floor_at_95:.3f}" in out


def test_calibrate_floor_asks_the_site_itself_where_a_file_has_no_passages(write):
    """The owner's own questions, about the owner's own articles."""
    publish()
    questions = [
        {"question": "Who built the lighthouse of Tarn?", "answerable": True},
        {"question": "Who keeps bees on the northern lighthouse?", "answerable": False},
    ]
    out = run("calibrate_floor", write("a.json", {"language": "en", "questions": questions}))
    language, outside, inside, _bar, own, refusals, *_ = out.splitlines()[2].split()
    assert (language, outside, inside, refusals) == ("en", "1", "1", "0.000")
    assert 0 < float(own) < 1


def test_calibrate_floor_needs_questions_out_of_scope(write):
    """Without one there is nothing to refuse."""
    questions = [{"question": "Who?", "answerable": True}]
    with pytest.raises(CommandError, match="None of these questions is out of scope"):
        run("calibrate_floor", write("a.json", {"language": "en", "questions": questions}))
