"""Deletes what has expired."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from assistant.conf import conf
from assistant.models import Recording
from assistant.retention import expired_conversations, expired_turns, prune, prune_recordings


class Command(BaseCommand):
    """Deletes turns older than the retention, with their sources and reviews, and conversations left without one.

    Recordings have a shorter retention of their own.
    """

    help = (
        "Delete the turns and conversations that are older than ASSISTANT_RETENTION_DAYS, and the recordings older "
        "than ASSISTANT_RECORDING_DAYS. Spend is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """``--dry-run``."""
        parser.add_argument("--dry-run", action="store_true", help="count, and delete nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete, or only count, and say how many."""
        if options["dry_run"]:
            recordings = Recording.objects.expired().count()
            turns, conversations = expired_turns().count(), expired_conversations().count()
            verb = "Would delete"
        else:
            recordings = prune_recordings()
            turns, conversations = prune()
            verb = "Deleted"
        self.stdout.write(
            f"{verb} {turns} turns and {conversations} conversations older than {conf.retention_days} days."
        )
        if recordings:
            self.stdout.write(f"{verb} {recordings} recordings older than {conf.recording_days} days.")
