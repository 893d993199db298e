"""``python -m gate``: a filter in the Unix manner, tried as one, in processes of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = "The hall has 40 seats. سالن ۴۰ صندلی دارد."


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "hall.txt"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "gate", *map(str, arguments)]


def run(text: str | bytes, *arguments: object) -> tuple[int, str, str]:
    """The exit status, standard output and standard error."""
    data = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run(command(*arguments), input=data, capture_output=True, cwd=ROOT, timeout=30)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@contextmanager
def running(*arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command(*arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=ROOT,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def read(process: subprocess.Popen[bytes], length: int) -> bytes:
    """The next ``length`` bytes of the output; fewer only at its end."""
    assert process.stdout is not None
    data = b""
    while len(data) < length and (more := process.stdout.read(length - len(data))):
        data += more
    return data


def test_an_answer_that_passes_is_released_whole(source: Path) -> None:
    assert run("The hall has 40 seats [S1]. It is calm.\n", "--source", source) == (
        0,
        "The hall has 40 seats. It is calm.",
        "",
    )


def test_a_sentence_arrives_before_the_input_ends(source: Path) -> None:
    with running("--source", source) as process:
        assert process.stdin is not None
        process.stdin.write(b"The hall has 40 seats [S1]. It")
        assert read(process, 22) == b"The hall has 40 seats."
        process.stdin.write(b" is calm.")
        process.stdin.close()
        assert read(process, 100) == b" It is calm."
        assert process.wait(30) == 0


def test_a_stop_says_why_and_how_long_and_never_what(source: Path) -> None:
    blocked = "It has 4711 doors, says zyx [S1][S2]."
    status, released, said = run(f"The hall has 40 seats [S1]. {blocked} It is calm.", "--source", source)
    assert (status, released) == (3, "The hall has 40 seats.")
    assert said == f"stopped: citation_range value_unsupported; {len(blocked)} characters withheld\n"


def test_nothing_is_read_after_a_stop(source: Path) -> None:
    """The process ends although its input has not."""
    with running("--source", source) as process:
        assert process.stdin is not None
        process.stdin.write(b"It has 4711 doors [S1]. It")
        assert process.wait(30) == 3


def test_no_answer_has_its_own_status(source: Path) -> None:
    assert run("NO_ANSWER", "--source", source) == (4, "", "no_answer\n")
    assert run("NICHTS", "--source", source, "--no-answer-token", "NICHTS") == (4, "", "no_answer\n")


def test_a_character_may_arrive_in_two_reads(source: Path) -> None:
    """Cut inside a character of the first sentence and of the second."""
    data = "سالن ۴۰ صندلی دارد [S1]. این".encode()
    with running("--source", source, "--language", "fa") as process:
        assert process.stdin is not None
        process.stdin.write(data[:11])
        process.stdin.write(data[11:-1])
        want = "سالن ۴۰ صندلی دارد.".encode()
        assert read(process, len(want)) == want
        process.stdin.write(data[-1:])
        process.stdin.close()
        assert read(process, 100) == " این".encode()


def test_the_unfinished_end_of_a_cut_off_answer_is_dropped(source: Path) -> None:
    """Even where it ends inside a character."""
    data = "The hall has 40 seats [S1]. It cost €".encode()[:-1]
    assert run(data, "--source", source, "--truncated") == (0, "The hall has 40 seats.", "")


def test_the_question_vouches_for_a_count(source: Path) -> None:
    text = "The hall has 40 seats, not 77 [S1]."
    assert run(text, "--source", source)[0] == 3
    assert run(text, "--source", source, "--question", "Has it 77 seats?")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--source", "absent.txt"], "cannot read the source absent.txt: No such file"),
        (["--language", "xx"], "invalid choice"),
        (["--no-answer-token", "two words"], "must be one word"),
    ],
)
def test_a_wrong_call_is_told_so(arguments: list[str], says: str) -> None:
    status, released, said = run("It is calm.", *arguments)
    assert (status, released) == (2, "")
    assert says in said
    assert "Traceback" not in said


def test_a_source_that_is_no_text_is_a_wrong_call(tmp_path: Path) -> None:
    path = tmp_path / "image"
    path.write_bytes(b"\x89PNG\xff")
    status, _, said = run("It is calm.", "--source", path)
    assert status == 2
    assert said.endswith("not UTF-8 text\n")


def test_input_that_is_no_text_ends_with_a_message(source: Path) -> None:
    status, released, said = run(b"It is calm. \xff\xfe secret", "--source", source)
    assert (status, released, said) == (2, "", "gate: standard input is not UTF-8 text\n")


def test_a_reader_that_has_gone_ends_the_filter_quietly(source: Path) -> None:
    """As ``| head -0`` would."""
    ours, theirs = os.pipe()
    os.close(ours)
    process = subprocess.Popen(
        command("--source", source), stdin=subprocess.PIPE, stdout=theirs, stderr=subprocess.PIPE, cwd=ROOT
    )
    os.close(theirs)
    _, said = process.communicate(b"It is calm. Fine! " * 2000, timeout=30)
    assert (process.returncode, said) == (141, b"")


def test_an_interrupt_ends_the_filter_quietly_and_releases_nothing_more(source: Path) -> None:
    """What is pending was not judged."""
    with running("--source", source) as process:
        assert process.stdin is not None and process.stderr is not None
        process.stdin.write(b"The hall has 40 seats [S1]. It is")
        assert read(process, 22) == b"The hall has 40 seats."
        process.send_signal(signal.SIGINT)
        assert read(process, 100) == b""
        assert process.wait(30) == 130
        assert process.stderr.read() == b""


def test_input_that_cannot_be_read_ends_with_a_message(source: Path, tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as unreadable:
        done = subprocess.run(command("--source", source), stdin=unreadable, capture_output=True, cwd=ROOT, timeout=30)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"gate: cannot read standard input: Bad file descriptor\n"


def test_output_that_cannot_be_written_ends_with_a_message(source: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command("--source", source),
            input=b"It is calm. Fine",
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            timeout=30,
        )
    assert (done.returncode, done.stderr) == (1, b"gate: cannot write the output: No space left on device\n")


def test_input_and_output_must_be_open(source: Path) -> None:
    for closed in ("<&-", ">&-"):
        done = subprocess.run(
            ["sh", "-c", f'"$@" {closed}', "sh", *command("--source", source)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd=ROOT,
            timeout=30,
        )
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"standard input and standard output must be open" in done.stderr
        assert b"Traceback" not in done.stderr


def test_a_sentence_is_parted_from_the_next_as_it_was(source: Path) -> None:
    """What comes out in one go and what comes out in several writes is the same text: nothing is added, not even an
    end of line."""
    text = "# Hall\n\nThe hall has 40 seats [S1].\n- It is calm.\n- Fine!\n"
    status, released, _ = run(text, "--source", source)
    assert (status, released) == (0, "# Hall\n\nThe hall has 40 seats.\n- It is calm.\n- Fine!")


def test_an_empty_input_is_a_finished_answer_of_nothing(source: Path) -> None:
    assert run("", "--source", source) == (0, "", "")
