"""Where sentences end, case by case, in ten languages (spec 1, §2)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gate.languages import LANGUAGES
from gate.sentences import CAP, SentenceSplitter

from .pieces import every_way, split

CASES = Path(__file__).parent / "cases" / "sentences"


def _plain(text: str) -> str:
    """Case files write what cannot be seen as an escape: ``\\n`` in a sentence, ``\\r``, direction marks."""
    for escape, char in (("\\n", "\n"), ("\\r", "\r"), ("\\u200e", "\u200e"), ("\\u200f", "\u200f")):
        text = text.replace(escape, char)
    return text


def _cases() -> Iterator[object]:
    for path in sorted(CASES.glob("*.txt")):
        for number, case in enumerate(path.read_text(encoding="utf-8").split("\n===\n"), 1):
            text, expected = case.strip("\n").split("\n---\n")
            sentences = [_plain(line) for line in expected.split("\n")]
            # A CRLF is written as an escape at the end of a line that the file breaks anyway.
            text = _plain(text.replace("\\r\n", "\\r\\n"))
            yield pytest.param(path.stem, text, sentences, id=f"{path.stem}-{number}")


@pytest.mark.parametrize(("language", "text", "sentences"), list(_cases()))
def test_a_case_splits_as_its_file_says_in_any_pieces(language: str, text: str, sentences: list[str]) -> None:
    """The sentences are those of the case file, whichever way the text arrives (S1–S13)."""
    for pieces in every_way(text):
        found = split(pieces, language)
        assert [sentence.strip() for sentence in found] == sentences, pieces
        assert "".join(found) == text.rstrip()


def test_every_language_has_a_case_file() -> None:
    """A language without cases would be a language nobody has read."""
    assert {path.stem for path in CASES.glob("*.txt")} == {language.code for language in LANGUAGES}


def test_a_sentence_keeps_the_white_space_before_it() -> None:
    """Sentences are lossless slices: joined they are the text, white space at its end aside (§1)."""
    splitter = SentenceSplitter()
    assert list(splitter.feed("  One.\n\n  Two.  Three ")) == ["  One.", "\n\n  Two."]
    assert splitter.flush() == "  Three"
    assert splitter.flush() is None


def test_a_boundary_waits_for_the_next_character() -> None:
    """Neither white space nor a marker decides, nor a marker that has half arrived (S7)."""
    splitter = SentenceSplitter()
    for piece in ("It is open.", " ", "[S", "1]", " ", "[S2]", "\n"):
        assert list(splitter.feed(piece)) == []
    assert list(splitter.feed("I")) == ["It is open. [S1] [S2]"]


def test_a_plain_boundary_waits_for_no_more_than_that() -> None:
    """One character of the next sentence releases the one before."""
    splitter = SentenceSplitter()
    assert list(splitter.feed("It is open. I")) == ["It is open."]


def test_an_undecided_boundary_at_the_end_of_the_stream_is_none() -> None:
    """``flush`` gives what remains as one sentence (§9)."""
    assert split(["She moved to the U.S. Lat"]) == ["She moved to the U.S. Lat"]
    assert split(["It is open. "]) == ["It is open."]
    assert split([" \n "]) == []


def test_a_quotation_that_never_closes_holds_nothing_back() -> None:
    """The quotation mark belongs to the sentence it opened in (§9)."""
    assert split(['He said "it is open. Then he left. It closed.']) == [
        'He said "it is open.',
        " Then he left.",
        " It closed.",
    ]


@pytest.mark.parametrize("piece", [None, b"It is open.", 3, ["It"]])
def test_anything_but_text_is_refused(piece: object) -> None:
    """A piece is ``str``."""
    with pytest.raises(TypeError):
        SentenceSplitter().feed(piece)  # type: ignore[arg-type]


def test_an_unknown_language_is_split_as_english() -> None:
    """The language is optional, and one that is not known is no error."""
    assert split(["Ask Mr. Lee. Go."], "tlh") == split(["Ask Mr. Lee. Go."], None) == ["Ask Mr. Lee.", " Go."]
    assert split(["开门。关门。"], "zh") == split(["开门。关门。"], "zh-hans")


class TestCap:
    """Past 1,000 characters without a boundary the buffer is cut and given out anyway (S9)."""

    def test_it_cuts_at_the_last_white_space(self) -> None:
        text = "word " * 300
        for size in (1, 7, len(text)):
            first = split([text[at : at + size] for at in range(0, len(text), size)])[0]
            assert first == ("word " * 200).rstrip()

    def test_it_cuts_at_the_cap_where_there_is_no_white_space(self) -> None:
        assert [len(part) for part in split(["x" * 2500])] == [CAP, CAP, 500]

    def test_it_counts_from_the_first_character_that_is_not_white_space(self) -> None:
        assert [len(part) for part in split([" " * 50 + "x" * 1001])] == [50 + CAP, 1]

    def test_a_boundary_within_it_wins_however_late_it_is_decided(self) -> None:
        text = "x" * (CAP - 1) + "." + " " * 40
        assert split([text, "Next one"]) == ["x" * (CAP - 1) + ".", " " * 40 + "Next one"]

    def test_it_never_cuts_inside_a_marker(self) -> None:
        for before in range(CAP - 8, CAP + 1):
            text = "x" * before + "[S1, S2]" + "y" * 40
            for pieces in ([text], list(text)):
                assert all("[S1, S2]" in part or "[" not in part for part in split(pieces))

    def test_it_never_parts_a_letter_from_its_marks(self) -> None:
        text = "x" * (CAP - 1) + "e\u0301\u0323" + "y" * 40
        for pieces in ([text], list(text)):
            assert split(pieces)[0] == "x" * (CAP - 1)

    @pytest.mark.parametrize("run", [".", "!", "。", "…", '."', "[S1]", "- ", "\u0301"])
    def test_it_cuts_runs_as_well(self, run: str) -> None:
        for text in (run * 3000, "x" * 990 + run * 3000):
            assert max(len(part.strip()) for part in split([text])) <= CAP
            assert split([text]) == split(list(text))
