"""``manage.py ask "…"``: the endpoint's path in a terminal."""

from __future__ import annotations

import asyncio
import json
import logging
from argparse import ArgumentParser
from contextlib import aclosing
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from assistant.answering import answer
from assistant.events import CutOff, Done, Event, Failure, Guard, Refusal, Released, data
from assistant.forms import Question, Unreadable, read_question
from assistant.identity import identity
from assistant.locales import LOCALES, normalise
from assistant.notices import notice
from assistant.providers import ProviderMissing, get_provider


class Command(BaseCommand):
    """Asks one question and prints what a reader would be told, as it comes."""

    help = "Ask one question, as a visitor would; the turn is stored like any other."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The question, its language, the form of the output."""
        parser.add_argument("question")
        parser.add_argument("--language", default="en", help=f"one of {', '.join(LOCALES)}")
        parser.add_argument("--json", action="store_true", help="print one event a line, as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the events; a question that cannot be asked is an error."""
        language = normalise(options["language"])
        if language is None:
            raise CommandError(f"There is no language {options['language']!r}; there are {', '.join(LOCALES)}.")
        host = identity(language).host
        origin = f"https://{host}" if host else "http://localhost:8000"
        logger = logging.getLogger("assistant")
        level = logger.level
        # The line of the log would stand in the middle of the answer.
        logger.setLevel(max(level, logging.WARNING))
        try:
            question = read_question({"question": options["question"], "locale": language}, origin=origin)
            asyncio.run(self._ask(question, options["json"]))
        except Unreadable as unreadable:
            raise CommandError(notice(unreadable.notice, language)) from None
        except ProviderMissing as error:
            raise CommandError(str(error)) from None
        finally:
            logger.setLevel(level)

    async def _ask(self, question: Question, as_json: bool) -> None:
        async with aclosing(answer(question, get_provider())) as events:
            async for event in events:
                if as_json:
                    self._line(json.dumps({"event": event.name, "data": data(event)}, ensure_ascii=False))
                else:
                    self._show(event)

    def _show(self, event: Event) -> None:
        match event:
            case Released():
                self.stdout.write(event.text, ending="")
                self.stdout.flush()
            case Refusal() | Guard() | CutOff() | Failure():
                self._line(f"\n[{_kind(event)}] {event.text}")
                for article in getattr(event, "articles", ()):
                    self._line(f"  {article.title}  {article.address}")
            case Done():
                self._line(f"\n[{event.status}]")
                for source in event.sources:
                    self._line(f"  [{source.number}] {source.title}  {source.address}")

    def _line(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _kind(event: Event) -> str:
    match event:
        case Refusal():
            return f"refused: {event.reason}"
        case Guard():
            return f"withheld: {', '.join(event.reasons)}"
        case CutOff():
            return "cut off"
        case Failure():
            return f"failed: {event.code}"
    return event.name
