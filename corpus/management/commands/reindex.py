"""``reindex [--all] [--article ID]``: bring the index up to date.

Exit status 0; 3 where articles could not be indexed; 130 where it was broken off.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from corpus.indexing import index
from corpus.models import Article
from corpus.progress import Progress
from corpus.runs import DatabaseLost

from ._edits import tell_of_edits
from ._status import BROKEN_OFF, SOME_FAILED
from ._vectors import fill_and_report


class Command(BaseCommand):
    """Indexes what has changed; ``--all`` indexes everything anew."""

    help = "Bring the index up to date with the articles."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--all`` and ``--article``."""
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--all", action="store_true", help="index again what has not changed, too")
        which.add_argument("--article", type=int, metavar="ID", help="this article alone")

    def handle(self, *args: Any, all: bool, article: int | None, **options: Any) -> None:
        """Index, and report in one line."""
        if article is not None and not Article.objects.filter(pk=article).exists():
            raise CommandError(f"There is no article {article}.")
        try:
            with Progress(self.stderr) as progress:
                report = index(None if article is None else [article], rebuild=all, progress=progress)
        except KeyboardInterrupt:
            raise CommandError("Broken off. What had been indexed is stored.", returncode=BROKEN_OFF) from None
        except DatabaseLost as error:
            raise CommandError(str(error)) from None
        self.stdout.write(
            f"{report.added} added, {report.changed} changed, {report.removed} removed, {report.unchanged} unchanged."
        )
        fill_and_report(self)
        tell_of_edits(self)
        if report.failed:
            raise CommandError(f"{report.failed} could not be indexed; the log says why.", returncode=SOME_FAILED)
