"""``evaluate_search FILE…``: how well the search finds what it should, and refuses what it should."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import astuple, fields
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError

from assistant.answer_figures import AnswerFigures, measure_answers
from assistant.identity import identity
from assistant.locales import LOCALES
from corpus.embedding import EmbeddingError
from corpus.evaluation import Figures, Labelled, evaluate
from corpus.labelled import BadFile, read_file
from corpus.progress import Progress

HEADER = (
    "language  questions  recall@1  recall@6  MRR@10  | at the floor:  false refusals  refused"
    "  | at 95 % refused:  false refusals  floor"
)
ROW = (
    "{name:8}  {questions:9}  {recall_at_1:8.3f}  {recall_at_6:8.3f}  {mrr_at_10:6.3f}  | {floor:12.3f}  "
    "{false_refusals:14.3f}  {refused:7.3f}  | {blank:16}  {false_refusals_at_95:14.3f}  {floor_at_95:5.3f}"
)
ANSWER_HEADER = "language  questions  answer@1  answer@2  answer@3  words  without an answer  stopped by the gate"
ANSWER_ROW = (
    "{name:8}  {questions:9}  {answer_at_1:8.3f}  {answer_at_2:8.3f}  {answer_at_3:8.3f}  {words:5.1f}  "
    "{unanswered:17.3f}  {stopped:>19}"
)


def a_share(text: str) -> float:
    """A number from 0 to 1, from a command line."""
    try:
        share = float(text)
    except ValueError:
        share = -1
    if not 0 <= share <= 1:
        raise ArgumentTypeError(f"{text} is no number from 0 to 1")
    return share


class Command(BaseCommand):
    """Prints recall, MRR and both kinds of refusal for each file, and their means."""

    help = (
        "Measure the search on labelled questions. Out of scope are questions about articles that are left out of the "
        "index, a third of them in turn. Nothing is stored."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files, and the floor to measure at."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="JSON: language, passages, questions")
        parser.add_argument(
            "--answers", action="store_true", help="measure the extractive provider's answers, too, which takes longer"
        )
        parser.add_argument("--floor", type=a_share, help="a score floor from 0 to 1 (default: the site's own)")

    def handle(self, *args: Any, files: list[str], floor: float | None, answers: bool, **options: Any) -> None:
        """Read all files before the first is measured, so that a bad one costs no time."""
        try:
            labelled = [read_file(file, LOCALES) for file in files]
        except BadFile as error:
            raise CommandError(str(error)) from None
        for file, data in zip(files, labelled, strict=True):
            if not data.passages:
                raise CommandError(f"{file}: there are no passages to search")
        self._evaluate(labelled, floor)
        if answers:
            self._measure_answers(labelled)

    def _evaluate(self, labelled: list[Labelled], floor: float | None) -> None:
        self.stdout.write(HEADER)
        found = []
        for data in labelled:
            at = identity(data.language).score_floor if floor is None else floor
            try:
                with Progress(self.stderr) as progress:
                    figures = evaluate(data, at, progress)
            except EmbeddingError as error:
                raise CommandError(str(error)) from None
            found.append((at, figures))
            self._print(data.language, at, figures)
        if len(found) > 1:
            self._print("mean", _mean([at for at, _ in found]), _mean_of([figures for _, figures in found]))

    def _print(self, name: str, floor: float, figures: Figures) -> None:
        self.stdout.write(ROW.format(name=name, floor=floor, blank="", **vars(figures)))
        self.stdout.flush()

    def _measure_answers(self, labelled: list[Labelled]) -> None:
        self.stdout.write(f"\n{ANSWER_HEADER}")
        found = []
        for data in labelled:
            with Progress(self.stderr) as progress:
                found.append(measure_answers(data, identity(data.language), progress))
            self.stdout.write(ANSWER_ROW.format(name=data.language, **vars(found[-1])))
            self.stdout.flush()
        if len(found) > 1:
            self.stdout.write(ANSWER_ROW.format(name="mean", **vars(_mean_of(found))))


_Measured = TypeVar("_Measured", Figures, AnswerFigures)
#: Numbers of questions, which are counted together.
_COUNTS = ("questions", "stopped")


def _mean_of(all_figures: list[_Measured]) -> _Measured:
    """The mean over the files, each as heavy as the others."""
    kind = type(all_figures[0])
    columns = zip(*map(astuple, all_figures), strict=True)
    named = {field.name: list(column) for field, column in zip(fields(kind), columns, strict=True)}
    means: dict[str, Any] = {name: sum(column) if name in _COUNTS else _mean(column) for name, column in named.items()}
    return kind(**means)


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)
