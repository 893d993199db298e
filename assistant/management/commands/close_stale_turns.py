"""Closes what a killed process left open."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from assistant.retention import close_stale_turns
from assistant.spend_warnings import warn


class Command(BaseCommand):
    """Marks stale turns as abandoned and books each at its reserved amount, since nobody knows what it cost."""

    help = "Close the turns that a killed process left open, and book them at the reserved amount."

    def handle(self, *args: Any, **options: Any) -> None:
        """Close them and say how many; warn the owner of the month's spend where that is due and not done yet."""
        self.stdout.write(f"Closed {close_stale_turns()} stale turns.")
        for kind in warn():
            self.stdout.write(f"Warned the owner by mail: {kind.value}.")
