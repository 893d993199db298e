"""Closes what a killed process left open."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from assistant.retention import close_stale_turns


class Command(BaseCommand):
    """Marks stale turns as abandoned and books each at its reserved amount, since nobody knows what it cost."""

    help = "Close the turns that a killed process left open, and book them at the reserved amount."

    def handle(self, *args: Any, **options: Any) -> None:
        """Close them and say how many."""
        self.stdout.write(f"Closed {close_stale_turns()} stale turns.")
