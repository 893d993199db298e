"""``load_articles FORMAT SOURCE``: read articles from a source, store and index them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from corpus.loaders import LOADERS, SourceNotFound
from corpus.loading import load
from corpus.progress import Progress


class Command(BaseCommand):
    """Loads articles; ends with an error only when none could be loaded."""

    help = "Load articles from a source and index them. What has gone from the source since is withdrawn."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FORMAT and SOURCE."""
        parser.add_argument("format", choices=sorted(LOADERS), metavar="FORMAT", help=", ".join(sorted(LOADERS)))
        parser.add_argument("source", metavar="SOURCE", help="a folder, or an address")

    def handle(self, *args: Any, format: str, source: str, **options: Any) -> None:
        """Load, report, and name every article that could not be loaded."""
        try:
            with Progress(self.stderr) as progress:
                report = load(format, source, progress)
        except SourceNotFound as error:
            raise CommandError(str(error)) from None
        index = report.index
        self.stdout.write(
            f"{report.loaded} loaded: {index.added} added, {index.changed} changed, {index.removed} removed, "
            f"{index.unchanged} unchanged."
        )
        for error in report.errors:
            self.stderr.write(self.style.ERROR(str(error)))
        if report.errors:
            self.stderr.write(f"{len(report.errors)} could not be loaded.")
        if not report.loaded:
            raise CommandError("Nothing could be loaded.")
