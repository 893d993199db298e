"""Articles were edited, and the index follows: for whoever depends on what the articles say."""

from __future__ import annotations

from django.dispatch import Signal

#: Sent with ``sender=Article`` once an edit is committed and indexed. ``request`` is that of the member of staff, or
#: ``None`` for a command, which prints the line of text that a receiver may return.
articles_edited = Signal()
