"""The gate as a filter: ``… | python -m gate --source a.txt --source b.txt --language fa``.

Standard input is an answer as a model streams it (UTF-8, with its markers; the first source named is S1). What passed
goes to standard output as soon as it is decided; why the answer ended, when it did not end well, to standard error:
codes and a length, never text. Reading stops where the answer does.

Exit status: 0 finished, 3 stopped, 4 no answer; 1 when the output cannot be written; 2 for a wrong call or input that
is not UTF-8; 130 when interrupted, 141 when whoever reads the output has gone.
"""

from __future__ import annotations

import argparse
import codecs
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from . import languages
from .no_answer import DEFAULT_TOKEN
from .sentence_gate import Outcome, SentenceGate, State

NO_OUTPUT = 1
WRONG_CALL = 2
INTERRUPTED = 130
READER_GONE = 141
STATUS = {State.FINISHED: 0, State.TRUNCATED: 0, State.STOPPED: 3, State.NO_ANSWER: 4}

# As much as a pipe is asked for at once; less is taken as it comes.
_READ_SIZE = 4096


class WrongInputError(Exception):
    """A source or the input cannot be read; the message is for the caller and quotes nothing of either."""


class OutputError(Exception):
    """The output cannot be written, though its reader has not gone: the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Filter standard input; the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if sys.stdin is None or sys.stdout is None:
        parser.error("standard input and standard output must be open")
    try:
        try:
            gate = _build(options)
        except (WrongInputError, ValueError) as error:
            parser.error(str(error))
        return _filter(gate, truncated=options.truncated)
    except WrongInputError as error:
        print(f"gate: {error}", file=sys.stderr)
        return WRONG_CALL
    except OutputError as error:
        print(f"gate: cannot write the output: {error}", file=sys.stderr)
        _close_output()
        return NO_OUTPUT
    except BrokenPipeError:
        _close_output()
        return READER_GONE
    except KeyboardInterrupt:
        # What is pending was not judged, so it stays here.
        return INTERRUPTED


def _build(options: argparse.Namespace) -> SentenceGate:
    return SentenceGate(
        [_read_source(name) for name in options.source],
        options.language,
        question=options.question,
        no_answer_token=options.no_answer_token,
    )


def _close_output() -> None:
    """Keeps the interpreter from writing once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m gate",
        description="Let through, sentence by sentence, what the sources vouch for of an answer on standard input.",
        epilog="Exit status: 0 finished, 3 stopped, 4 no answer; 1 no output, 2 a wrong call, 130 interrupted.",
    )
    codes = [language.code for language in languages.LANGUAGES]
    parser.add_argument("--source", action="append", default=[], metavar="FILE", help="a source, S1 first; repeatable")
    parser.add_argument("--language", default="en", choices=[*codes, "zh"], help="the answer's language (en)")
    parser.add_argument("--question", default="", help="what was asked: it vouches for names and plain counts")
    parser.add_argument("--no-answer-token", default=DEFAULT_TOKEN, help=f"what means no answer ({DEFAULT_TOKEN})")
    parser.add_argument("--truncated", action="store_true", help="the input was cut off: drop its unfinished end")
    return parser


def _read_source(name: str) -> str:
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise WrongInputError(f"cannot read the source {name}: {error.strerror}") from None
    except ValueError:
        raise WrongInputError(f"cannot read the source {name}: not UTF-8 text") from None


def _filter(gate: SentenceGate, *, truncated: bool) -> int:
    for piece in _pieces(cut_off=truncated):
        _report(gate.feed(piece))
        if gate.state is not State.OPEN:
            break
    else:
        _report(gate.truncate() if truncated else gate.finish())
    return STATUS[gate.state]


def _pieces(*, cut_off: bool) -> Iterator[str]:
    """Standard input as it arrives; a character that is still half on its way is waited for."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while data := os.read(sys.stdin.fileno(), _READ_SIZE):
            if piece := decoder.decode(data):
                yield piece
        decoder.decode(b"", final=not cut_off)
    except UnicodeDecodeError:
        raise WrongInputError("standard input is not UTF-8 text") from None
    except OSError as error:
        raise WrongInputError(f"cannot read standard input: {error.strerror}") from None


def _report(outcome: Outcome) -> None:
    if outcome.text:
        _write(outcome.text)
    if outcome.stopped:
        codes = " ".join(reason.value for reason in outcome.reasons)
        print(f"stopped: {codes}; {outcome.withheld_length} characters withheld", file=sys.stderr, flush=True)
    elif outcome.state is State.NO_ANSWER:
        print("no_answer", file=sys.stderr, flush=True)


def _write(text: str) -> None:
    try:
        sys.stdout.buffer.write(text.encode("utf-8"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror) from None


if __name__ == "__main__":
    sys.exit(main())
