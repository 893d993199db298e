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
        """The question, the language, how many hits, and the question before."""
        parser.add_argument("question")
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", default=settings.LANGUAGE_CODE, choices=[*languages, "zh"], metavar="xx")
        parser.add_argument("--limit", type=int, default=6)
        parser.add_argument("--previous", default="", help="the question before this one")

    def handle(self, *args: Any, question: str, language: str, limit: int, previous: str, **options: Any) -> None:
        """Search, and print."""
        language = "zh-hans" if language == "zh" else language
        result = search(question, language, limit=limit, previous=previous)
        side = "above" if result.score >= DEFAULT_FLOOR else "below"
        self.stdout.write(f"Score {result.score:.3f}, {side} the default floor of {DEFAULT_FLOOR}.")
        for number, hit in enumerate(result.hits, start=1):
            heading = f" › {hit.heading}" if hit.heading else ""
            self.stdout.write(f"\n{number}. {hit.title}{heading} [{hit.locale}] {hit.score:.3f}\n   {hit.address}")
            self.stdout.write(f"   {' '.join(hit.text.split())[:200]}")
