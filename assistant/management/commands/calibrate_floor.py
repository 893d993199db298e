"""``calibrate_floor FILE…``: the score floor that refuses what is out of scope, and what else it would refuse."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from assistant.conf import conf
from assistant.identity import identity
from assistant.locales import LOCALES
from corpus.evaluation import Labelled, floor_for, refusal_scores
from corpus.labelled import BadFile, read_file
from corpus.progress import Progress
from corpus.search import search

from .evaluate_search import a_share

HEADER = "language  out of scope  in scope  | own floor  false refusals  | common floor:  refused  false refusals"
ROW = "{name:8}  {outside:12}  {inside:8}  | {own:>9}  {own_refusals:>14}  | {refused:>22}  {refusals:>14}"


@dataclass(frozen=True)
class Scores:
    """The scores of the questions of one file that should be answered, and of those that should be refused."""

    language: str
    inside: tuple[float, ...]
    outside: tuple[float, ...]


class Command(BaseCommand):
    """Prints, and changes nothing: the floor is set in the site profile or in the environment."""

    help = (
        "Find the score floor for labelled questions. A file with passages is measured as evaluate_search does; one "
        'without is asked of the site\'s own articles: {"language": "en", "questions": [{"question": "…", '
        '"answerable": false}]}, where questions that are not answerable should be refused.'
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files, and how much of what is out of scope should be refused."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="JSON: language, questions, perhaps passages")
        parser.add_argument("--share", type=a_share, default=0.95, help="of the questions out of scope (default: 0.95)")

    def handle(self, *args: Any, files: list[str], share: float, **options: Any) -> None:
        """Measure each file alone, then one floor for all."""
        try:
            labelled = [read_file(file, LOCALES) for file in files]
        except BadFile as error:
            raise CommandError(str(error)) from None
        found = []
        for data in labelled:
            with Progress(self.stderr) as progress:
                found.append(measure(data, progress))
        outside = [score for scores in found for score in scores.outside]
        if not outside:
            raise CommandError("None of these questions is out of scope, so no floor can be found.")
        common = floor_for(outside, share)
        self.stdout.write(
            f"A floor of its own refuses {share:.1%} of what is out of scope; the common one of all files."
        )
        self.stdout.write(HEADER)
        for scores in found:
            self._print(scores, share, common)
        self.stdout.write(f"Common floor: {common:.3f}. In use now: {', '.join(in_use(found))}.")
        self.stdout.write(f"To use it: ASSISTANT_SCORE_FLOOR={common:.3f}, or the score floor of the site profile.")

    def _print(self, scores: Scores, share: float, common: float) -> None:
        own = floor_for(scores.outside, share)
        self.stdout.write(
            ROW.format(
                name=scores.language,
                outside=len(scores.outside),
                inside=len(scores.inside),
                own=f"{own:.3f}" if scores.outside else "none",
                own_refusals=_below(scores.inside, own) if scores.outside else "none",
                refused=_below(scores.outside, common),
                refusals=_below(scores.inside, common),
            )
        )


def measure(data: Labelled, progress: Callable[[int, int], None]) -> Scores:
    """The scores of a file's questions, in its own passages where it has any, else in the site's articles."""
    if data.passages:
        inside, outside = refusal_scores(data, progress)
        return Scores(data.language, tuple(inside), tuple(outside))
    scores: dict[bool, list[float]] = {True: [], False: []}
    for done, question in enumerate(data.questions, start=1):
        result = search(question.text, data.language, limit=conf.source_limit)
        scores[question.is_answerable].append(result.score)
        progress(done, len(data.questions))
    return Scores(data.language, tuple(scores[True]), tuple(scores[False]))


def in_use(found: list[Scores]) -> list[str]:
    """The floors that the site has now, by language where they differ."""
    floors = {scores.language: identity(scores.language).score_floor for scores in found}
    if len(set(floors.values())) == 1:
        return [f"{next(iter(floors.values())):.3f}"]
    return [f"{floor:.3f} ({language})" for language, floor in floors.items()]


def _below(scores: tuple[float, ...], floor: float) -> str:
    return f"{sum(score < floor for score in scores) / len(scores):.3f}" if scores else "none"
