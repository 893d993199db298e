"""``load_articles FORMAT SOURCE``: read articles from a source, store and index them."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from ipaddress import ip_network
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from corpus.loaders import LOADERS, Limits, Options, SourceNotFound
from corpus.loaders.addresses import BadAddress, Network, normalise
from corpus.loading import LoadReport, load
from corpus.progress import Progress
from corpus.runs import DatabaseLost

from ._edits import tell_of_edits
from ._status import BROKEN_OFF, SOME_FAILED
from ._vectors import fill_and_report


class Command(BaseCommand):
    """Loads articles; its exit status says whether all could be loaded (0), some (3) or none (1)."""

    help = "Load articles from a source and index them. What has gone from the source since is withdrawn."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FORMAT, SOURCE, and what may be asked for beyond it."""
        parser.add_argument("format", choices=sorted(LOADERS), metavar="FORMAT", help=", ".join(sorted(LOADERS)))
        parser.add_argument("source", metavar="SOURCE", help="a folder, or the address of a sitemap or feed")
        parser.add_argument("--all", action="store_true", help="sitemap: ask for pages that have not changed, too")
        parser.add_argument(
            "--host",
            action="append",
            default=[],
            metavar="NAME",
            help="sitemap: another host whose pages may be loaded, such as www.example.org; may be repeated",
        )
        parser.add_argument(
            "--private-network",
            action="append",
            default=[],
            type=_network,
            metavar="NETWORK",
            help="sitemap: a private network that may be connected to, such as 127.0.0.1 or 10.0.0.0/8",
        )
        parser.add_argument(
            "--pause",
            type=_seconds,
            default=Limits().pause,
            metavar="SECONDS",
            help=f"sitemap: between two requests, at least ({Limits().pause:g}); robots.txt may ask for more",
        )
        parser.add_argument("--site", type=_site, metavar="ADDRESS", help="html: where the folder is published")

    def handle(self, *args: Any, format: str, source: str, **options: Any) -> None:
        """Load, report, and name every article that could not be loaded or is none."""
        chosen = Options(
            tuple(options["host"]),
            tuple(options["private_network"]),
            limits=Limits(pause=options["pause"]),
            site=options["site"] or "",
        )
        try:
            with Progress(self.stderr) as progress:
                report = load(format, source, progress, chosen, again=options["all"])
        except (SourceNotFound, DatabaseLost) as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            raise CommandError("Broken off before the first article.", returncode=BROKEN_OFF) from None
        self._print(report)
        if report.loaded and not report.is_broken_off:
            fill_and_report(self)
            tell_of_edits(self)
        if report.is_broken_off:
            raise CommandError("Broken off. What had been read is stored.", returncode=BROKEN_OFF)
        if not report.loaded:
            raise CommandError("Nothing could be loaded.")
        if report.errors:
            raise CommandError(f"{len(report.errors)} could not be loaded.", returncode=SOME_FAILED)

    def _print(self, report: LoadReport) -> None:
        index = report.index
        self.stdout.write(
            f"{report.loaded} loaded: {index.added} added, {index.changed} changed, {index.removed} removed, "
            f"{index.unchanged} unchanged."
        )
        for skipped in report.skipped:
            self.stdout.write(f"Passed over: {skipped}")
        for error in report.errors:
            self.stderr.write(self.style.ERROR(str(error)))


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError:
        raise ArgumentTypeError(f"{text} is no network") from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= 60:
        raise ArgumentTypeError(f"{text} is no number of seconds from 0 to 60")
    return seconds


def _site(text: str) -> str:
    try:
        return normalise(text)
    except BadAddress as error:
        raise ArgumentTypeError(str(error)) from None
