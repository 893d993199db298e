"""Deletes what has expired."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from assistant.conf import conf
from assistant.retention import expired_conversations, expired_turns, prune


class Command(BaseCommand):
    """Deletes turns older than the retention, with their sources and reviews, and conversations left without one."""

    help = "Delete the turns and conversations that are older than ASSISTANT_RETENTION_DAYS. Spend is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--dry-run``."""
        parser.add_argument("--dry-run", action="store_true", help="count, and delete nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete, or only count, and say how many."""
        if options["dry_run"]:
            turns, conversations = expired_turns().count(), expired_conversations().count()
            verb = "Would delete"
        else:
            turns, conversations = prune()
            verb = "Deleted"
        self.stdout.write(
            f"{verb} {turns} turns and {conversations} conversations older than {conf.retention_days} days."
        )
