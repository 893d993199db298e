"""``manage.py replay`` (spec 2, §6; spec 5): recorded answers through the gate, to find false stops."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from assistant.replay import cite_all, foreign_numbers, read_file, replay
from gate import Reason, State

from .asking import ask

SOURCES = ["The gate closes in 38 minutes. It cost €14.5 million.", "The hall opened in nineteen twenty-six."]
ANSWER = "Closing takes 38 minutes [S1]. The gate weighs 7351 tonnes [S1]. It cost €14.5 million [S1]."


def row(**fields: Any) -> dict[str, Any]:
    """One recording in English."""
    return {"language": "en", "question": "", "sources": SOURCES, "text": ANSWER, "truncated": False} | fields


def written(folder: Path, *rows: Any) -> Path:
    """A file of these rows; a string is a line as it stands."""
    path = folder / "recordings.jsonl"
    lines = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def output(*arguments: Any) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("replay", *map(str, arguments), stdout=out)
    return out.getvalue()


def one(folder: Path, **fields: Any) -> Any:
    """The outcome of one row."""
    [answer] = read_file(written(folder, row(**fields)))
    return replay(answer)


class TestReplaying:
    def test_says_where_an_answer_was_stopped_and_why(self, tmp_path: Path) -> None:
        """The offset of the blocked sentence in the raw text, its length as the gate counts it, the reasons."""
        replayed = one(tmp_path)
        assert replayed.state is State.STOPPED
        assert replayed.reasons == (Reason.VALUE_UNSUPPORTED,)
        assert replayed.released == "Closing takes 38 minutes."
        assert replayed.stopped_at == ANSWER.index("The gate weighs")
        assert replayed.withheld == "The gate weighs 7351 tonnes [S1]."

    def test_finds_the_place_after_a_sentence_of_markers_alone(self, tmp_path: Path) -> None:
        """Which releases nothing, and still is a sentence of the text."""
        text = "[S1]\n\nClosing takes 38 minutes [S1].\n\n[S2]\n\nIt weighs 7351 tonnes [S1]."
        replayed = one(tmp_path, text=text)
        assert replayed.withheld == "It weighs 7351 tonnes [S1]."

    def test_ends_as_the_recording_ended(self, tmp_path: Path) -> None:
        """What was cut off is not judged where it stops in the middle."""
        text = "Closing takes 38 minutes [S1]. The gate weighs 7351"
        assert one(tmp_path, text=text, truncated=True).state is State.TRUNCATED
        assert one(tmp_path, text=text).state is State.STOPPED
        assert one(tmp_path, text="Closing takes 38 minutes [S1].").state is State.FINISHED
        assert one(tmp_path, text="NO_ANSWER").state is State.NO_ANSWER

    def test_takes_pieces_in_the_place_of_a_text(self, tmp_path: Path) -> None:
        """As they came; the outcome is that of the text."""
        whole = one(tmp_path)
        raw = row(pieces=list(ANSWER))
        del raw["text"]
        [answer] = read_file(written(tmp_path, raw))
        pieces = replay(answer)
        assert (pieces.released, pieces.reasons, pieces.stopped_at) == (whole.released, whole.reasons, whole.stopped_at)

    def test_ignores_fields_that_it_does_not_know(self, tmp_path: Path) -> None:
        """Other tools write more; most of what is known may be missing."""
        raw = {
            "language": "zh",
            "sources": ["关闭需要 38 分钟。"],
            "text": "关闭需要 38 分钟 [S1]。",
            "answers": ["38"],
        }
        [answer] = read_file(written(tmp_path, raw))
        assert answer.language == "zh-hans"
        assert replay(answer).released == "关闭需要 38 分钟。"

    def test_takes_the_question_rules_and_token_of_the_recording(self, tmp_path: Path) -> None:
        """Each decides."""
        text = "Of the 240 visitors nobody was harmed [S1]."
        assert one(tmp_path, text=text).state is State.STOPPED
        assert one(tmp_path, text=text, question="Were any of the 240 visitors harmed?").state is State.FINISHED
        named = "The gate was built by Ines Dahl [S1]."
        assert one(tmp_path, text=named).reasons == (Reason.NAME_UNSUPPORTED,)
        assert one(tmp_path, text=named, rules={"names": False, "from_the_future": True}).state is State.FINISHED
        assert one(tmp_path, text="SILENCE", no_answer_token="SILENCE").state is State.NO_ANSWER


class TestCitingAll:
    def test_puts_every_marker_after_every_sentence_and_no_other(self, tmp_path: Path) -> None:
        """Also where the answer cited a source that does not exist."""
        text = "The hall opened in 1926 [S7]. Closing takes thirty-eight minutes. It weighs 7351 tonnes [S1]."
        [answer] = read_file(written(tmp_path, row(text=text)))
        cited = cite_all(answer)
        assert cited.text.count("[S1][S2]") == 3
        assert "[S7]" not in cited.text
        replayed = replay(cited)
        assert replayed.released == "The hall opened in 1926. Closing takes thirty-eight minutes."
        assert replayed.reasons == (Reason.VALUE_UNSUPPORTED,)

    @pytest.mark.parametrize("end", ["[", "[S", "[S1"])
    def test_drops_half_a_marker_at_the_end(self, tmp_path: Path, end: str) -> None:
        """Of an answer that was cut off."""
        text = f"Closing takes 38 minutes. The hall is closed for now. {end}"
        [answer] = read_file(written(tmp_path, row(text=text, truncated=True)))
        assert replay(cite_all(answer)).released == "Closing takes 38 minutes."
        assert cite_all(answer).text.endswith("for now. [S1][S2]")


class TestForeignNumbers:
    def test_are_those_that_stand_nowhere(self, tmp_path: Path) -> None:
        """What the gate vouches for in another form is listed: it is there to be read."""
        replayed = one(tmp_path, text="The hall opened in 1926 [S2]. It cost €14.5 million [S1].")
        assert replayed.state is State.FINISHED
        assert foreign_numbers(replayed) == ["1926"]

    def test_are_compared_by_their_digits(self, tmp_path: Path) -> None:
        """Whatever the script and the grouping; two digits are no matter."""
        sources = ["در آن سال ۱۲۰۰ نفر آمدند. ۵۰٬۰۰۰ تومان."]
        text = "در آن سال 1,200 نفر آمدند [S1]. ۵۰۰۰۰ تومان [S1]."
        replayed = one(tmp_path, text=text, sources=sources, language="fa")
        assert replayed.released
        assert foreign_numbers(replayed) == []

    def test_may_stand_in_the_question(self, tmp_path: Path) -> None:
        """Which vouches too."""
        text, question = "Of the 240 visitors nobody was harmed [S1].", "Were any of the 240 visitors harmed?"
        assert foreign_numbers(one(tmp_path, text=text, question=question)) == []


class TestOutput:
    def test_counts_by_language_and_by_reason(self, tmp_path: Path) -> None:
        """An answer that stops for two reasons counts in both."""
        german = "Das Tor schließt in 38 Minuten [S1]."
        path = written(
            tmp_path,
            row(),
            row(),
            row(text=german, language="de"),
            row(text="It has 99 pumps [S9].", language="zh"),
            "",
        )
        lines = output(path).splitlines()
        table = {line.split()[0]: line.split()[1:] for line in lines if line}
        assert table["en"][:5] == ["2", "0", "2", "0", "0"]
        assert table["de"][:5] == ["1", "1", "0", "0", "0"]
        assert table["all"][:6] == ["4", "1", "3", "0", "0", "3"]
        assert table["value_unsupported"] == ["2", "2", "0"]
        assert table["citation_range"] == ["1", "0", "1"]
        assert "withheld sentences: 3, of 21 to 33 characters" in "\n".join(lines)
        assert lines[-1].endswith("not in the question: none")

    def test_prints_no_unchecked_text_unless_asked(self, tmp_path: Path) -> None:
        """The place and the length are enough to find it in the file."""
        path = written(tmp_path, row())
        for arguments in ((), ("--each",), ("--json",), ("--cite-all", "--each")):
            assert "7351" not in output(path, *arguments)
        each = output(path, "--each", "--show-withheld")
        assert "line 1  en  stopped at character 31 (value_unsupported; 33 characters withheld)" in each
        assert "unchecked: The gate weighs 7351 tonnes [S1]." in each

    def test_is_one_json_object_where_that_is_asked_for(self, tmp_path: Path) -> None:
        """Totals, and each answer by its line."""
        told = json.loads(output(written(tmp_path, row(), "", row(text="NO_ANSWER")), "--json"))
        assert told["states"] == {"finished": 0, "stopped": 1, "truncated": 0, "no_answer": 1}
        assert told["reasons"] == {"value_unsupported": 1}
        assert [each["name"] for each in told["each"]] == ["line 1", "line 3"]
        assert told["each"][0]["released"] == "Closing takes 38 minutes."

    def test_of_an_empty_file_is_an_empty_table(self, tmp_path: Path) -> None:
        """And no error."""
        assert "no answer was stopped" in output(written(tmp_path, ""))


class TestErrors:
    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("{secret", "no JSON"),
            ("[1, 2]", "no object"),
            (row(language="tlh"), "“language” is none of en, fa"),
            (row(language=None), "“language” is no text"),
            (row(text=7), "“text” is no text"),
            ({"language": "en", "sources": []}, "“text” is missing"),
            ({"language": "en", "text": ""}, "“sources” is missing"),
            (row(sources="one"), "“sources” is no list of texts"),
            (row(sources=[1]), "“sources” is no list of texts"),
            (row(pieces=["a"]), "“text” and “pieces”: one of them is enough"),
            (row(truncated="no"), "“truncated” is neither true nor false"),
            (row(rules=[]), "“rules” is no object"),
            (row(no_answer_token="no answer"), "“no_answer_token” is not one word"),
            ("[" * 100_000, ""),
        ],
    )
    def test_names_the_line_and_what_is_wrong_with_it(self, tmp_path: Path, line: Any, said: str) -> None:
        """Without quoting it; nothing is replayed."""
        with pytest.raises(CommandError) as error:
            output(written(tmp_path, row(), line))
        assert f"line 2: {said}" in str(error.value)
        assert "line 1" not in str(error.value)
        assert "secret" not in str(error.value)

    def test_names_ten_lines_and_counts_the_rest(self, tmp_path: Path) -> None:
        """A file of another kind fills no screen."""
        with pytest.raises(CommandError, match="line 10: no JSON\n… and 2 more"):
            output(written(tmp_path, *["x"] * 12))

    def test_says_that_a_file_cannot_be_read(self, tmp_path: Path) -> None:
        """Missing, or no text."""
        with pytest.raises(CommandError, match="No such file"):
            output(tmp_path / "nowhere.jsonl")
        (tmp_path / "b").write_bytes(b"\xff\xfe")
        with pytest.raises(CommandError, match="no text in UTF-8"):
            output(tmp_path / "b")

    def test_wants_one_origin(self, tmp_path: Path) -> None:
        """A file or the recordings, not both, not neither."""
        for arguments in ((), (written(tmp_path, row()), "--recordings")):
            with pytest.raises(CommandError, match="Name a file, or give --recordings"):
                output(*arguments)


class TestRecordings:
    pytestmark = pytest.mark.django_db

    def test_come_out_as_they_did(self, script: Any, profile: Any, settings: Any) -> None:
        """The same gate over the same pieces says the same of each; with what became of the turn then."""
        settings.ASSISTANT_RECORD_ANSWERS = True
        script("Closing takes 38 minutes [S1]. It weighs 7351 tonnes [S1].", size=4)
        ask()
        script("Closing takes 38 minutes [S1].")
        ask()
        script("NO_ANSWER")
        ask()
        script("Closing takes 38 minutes [S1]. And", finish="length")
        ask()
        lines = output("--recordings", "--each").splitlines()[:4]
        assert [line.partition("  en  ")[2] for line in lines] == [
            "stopped at character 31 (value_unsupported; 27 characters withheld), 1 sentence released; then withheld",
            "finished, 1 sentence released; then answered",
            "no_answer, 0 sentences released; then refused",
            "truncated, 1 sentence released; then cut_off",
        ]
