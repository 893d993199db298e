"""What the commands that index do afterwards: give passages their vectors, where search by meaning is on."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from corpus import embedding
from corpus.progress import Progress
from corpus.vectors import fill


def fill_and_report(command: BaseCommand) -> None:
    """Fills with a progress bar and says how it went; nothing while the setting is off. What is left can be redone."""
    if not embedding.is_on():
        return
    command.stdout.write("Embedding passages. They are found by their words already; broken off, it goes on next time.")
    with Progress(command.stderr) as progress:
        report = fill(progress)
    command.stdout.write(f"{report.embedded} embedded, {report.waiting} without a vector.")
    if report.reason:
        command.stderr.write(command.style.ERROR(f"Passages are left without a vector: {report.reason}."))
