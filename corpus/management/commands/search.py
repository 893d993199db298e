"""``search "…" [--language xx]``: what the assistant would find."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from corpus.search import DEFAULT_FLOOR, search


class Command(BaseCommand):
    """Prints the hits for a question, best first, and its score."""

    help = "Search the articles as the assistant does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The question, the language, how many hits, the question before, and the floor."""
        parser.add_argument("question")
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", default=settings.LANGUAGE_CODE, choices=[*languages, "zh"], metavar="xx")
        parser.add_argument("--limit", type=int, default=6)
        parser.add_argument("--previous", default="", help="the question before this one")
        parser.add_argument("--floor", type=float, default=DEFAULT_FLOOR, help="of the site (default: %(default)s)")

    def handle(
        self, *args: Any, question: str, language: str, limit: int, previous: str, floor: float, **options: Any
    ) -> None:
        """Search, and print."""
        language = "zh-hans" if language == "zh" else language
        result = search(question, language, limit=limit, floor=floor, previous=previous)
        name = "the default floor" if floor == DEFAULT_FLOOR else "a floor"
        if result.score >= floor:
            self.stdout.write(f"Score {result.score:.3f}, above {name} of {floor}.")
        else:
            self.stdout.write(f"Score {result.score:.3f}, below {name} of {floor}: refused. The nearest passages:")
        for number, hit in enumerate(result.hits, start=1):
            heading = f" › {hit.heading}" if hit.heading else ""
            self.stdout.write(f"\n{number}. {hit.title}{heading} [{hit.locale}] {hit.score:.3f}\n   {hit.address}")
            self.stdout.write(f"   {' '.join(hit.text.split())[:200]}")
