"""``manage.py replay``: recorded answers through the gate, to find false stops."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from assistant import replay
from assistant.locales import LOCALES
from assistant.replay import FileUnreadable, Replayed, foreign_numbers
from gate import State

STATES = (State.FINISHED, State.STOPPED, State.TRUNCATED, State.NO_ANSWER)


class Command(BaseCommand):
    """Says of each recorded answer how far it came, and counts; prints no unchecked text unless it is asked to."""

    help = (
        "Run recorded answers through the gate, and say where it stopped and why. FILE has one JSON object a line: "
        "language, question, sources, text (or pieces), truncated. Without FILE: --recordings."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the answers come from, and what is printed of them."""
        parser.add_argument("file", nargs="?", metavar="FILE", help="recorded answers, one JSON object a line")
        parser.add_argument(
            "--recordings", action="store_true", help="the recordings of this site, where it keeps them"
        )
        parser.add_argument(
            "--cite-all",
            action="store_true",
            help="put the markers of all sources after every sentence, so that the checks of values are seen alone",
        )
        parser.add_argument("--each", action="store_true", help="a line for each answer")
        parser.add_argument(
            "--show-withheld", action="store_true", help="with --each, the blocked sentence too: text that is unchecked"
        )
        parser.add_argument("--json", action="store_true", help="all of it as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay and report; a file that cannot be read is an error."""
        if bool(options["file"]) == options["recordings"]:
            raise CommandError("Name a file, or give --recordings.")
        try:
            answers = replay.recorded() if options["recordings"] else replay.read_file(Path(options["file"]))
        except FileUnreadable as error:
            raise CommandError(str(error)) from None
        cite = replay.cite_all if options["cite_all"] else lambda answer: answer
        replayed = [replay.replay(cite(answer)) for answer in answers]
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(replayed), ensure_ascii=False))
            return
        if options["each"]:
            for one in replayed:
                self._show(one, options["show_withheld"])
            self.stdout.write("")
        for line in (*_totals(replayed), "", *_foreign(replayed)):
            self.stdout.write(line)

    def _show(self, one: Replayed, show_withheld: bool) -> None:
        self.stdout.write(f"{one.answer.name}  {one.answer.language}  {_outcome(one)}")
        if show_withheld and one.withheld:
            self.stdout.write(f"    unchecked: {' '.join(one.withheld.split())}")


def _outcome(one: Replayed) -> str:
    count = len(one.sentences)
    released = f"{count} sentence{'s' * (count != 1)} released"
    if one.state is not State.STOPPED:
        text = f"{one.state.value}, {released}"
    else:
        reasons = ", ".join(reason.value for reason in one.reasons)
        text = (
            f"stopped at character {one.stopped_at} ({reasons}; {one.withheld_length} characters withheld), {released}"
        )
    return f"{text}; then {one.answer.status_then}" if one.answer.status_then else text


def _totals(replayed: Sequence[Replayed]) -> list[str]:
    header = f"{'':9} {'answers':>7} " + " ".join(f"{state.value:>9}" for state in STATES) + " sentences characters"
    lines = [header]
    for language in (*LOCALES, ""):
        some = [one for one in replayed if language in ("", one.answer.language)]
        if some:
            states = Counter(one.state for one in some)
            lines.append(
                f"{language or 'all':9} {len(some):7} "
                + " ".join(f"{states[state]:9}" for state in STATES)
                + f" {sum(len(one.sentences) for one in some):9} {sum(len(one.released) for one in some):10}"
            )
    lines += ["", *_reasons(replayed)]
    lengths = [one.withheld_length for one in replayed if one.state is State.STOPPED]
    if lengths:
        lines += [
            "",
            f"withheld sentences: {len(lengths)}, of {min(lengths)} to {max(lengths)} characters, "
            f"median {median(lengths):g}; {sum(lengths)} in all",
        ]
    return lines


def _reasons(replayed: Sequence[Replayed]) -> list[str]:
    """A line a reason, a column a language. An answer that was stopped for two reasons counts in both."""
    stopped = [one for one in replayed if one.state is State.STOPPED]
    languages = [language for language in LOCALES if any(one.answer.language == language for one in stopped)]
    counts = Counter((reason, one.answer.language) for one in stopped for reason in one.reasons)
    totals = Counter(reason for one in stopped for reason in one.reasons)
    if not totals:
        return ["no answer was stopped"]
    lines = [f"{'stopped for':18} {'all':>5} " + " ".join(f"{language:>7}" for language in languages)]
    for reason, total in totals.most_common():
        row = " ".join(f"{counts[reason, language]:7}" for language in languages)
        lines.append(f"{reason.value:18} {total:5} {row}")
    return lines


def _foreign(replayed: Sequence[Replayed]) -> list[str]:
    """The released numbers that stand nowhere, each with its sentence, which has been checked."""
    found = []
    for one in replayed:
        for number in foreign_numbers(one):
            holding = next((text for text in one.sentences if number in replay.plain_numbers(text)), one.released)
            found.append(f"    {one.answer.name}  {one.answer.language}  {number}: {' '.join(holding.split())}")
    count = f"{len(found)}" if found else "none"
    return [
        f"released numbers of three digits or more that stand in no source and not in the question: {count}",
        *found,
    ]


def _as_json(replayed: Sequence[Replayed]) -> dict[str, Any]:
    return {
        "answers": len(replayed),
        "states": {state.value: sum(one.state is state for one in replayed) for state in STATES},
        "reasons": dict(Counter(reason.value for one in replayed for reason in one.reasons)),
        "each": [
            {
                "name": one.answer.name,
                "language": one.answer.language,
                "state": one.state.value,
                "reasons": [reason.value for reason in one.reasons],
                "stopped_at": one.stopped_at,
                "withheld_length": one.withheld_length,
                "sentences": len(one.sentences),
                "released": one.released,
                "foreign_numbers": foreign_numbers(one),
            }
            for one in replayed
        ],
    }
