"""What the commands that load and index say of what their edits have changed."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from corpus.edits import articles_edited
from corpus.models import Article


def tell_of_edits(command: BaseCommand) -> None:
    """The line of each part of the site that depends on the articles and has something to say."""
    for _receiver, line in articles_edited.send(sender=Article, request=None):
        if line:
            command.stdout.write(line)
