"""What is closed and deleted by the clock. Both are safe to run at any time, by any number of processes."""

from __future__ import annotations

from collections import Counter

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from . import tallies
from .models import Conversation, Recording, Turn, TurnQuerySet, kept_since
from .spend import settle_at_reserved

#: Rows that one transaction deletes, so that the database stays free for visitors.
BATCH = 500


def close_stale_turns() -> int:
    """Close what a killed process left open, book it at the reserved amount; how many turns."""
    return sum(abandon(turn) for turn in Turn.objects.stale().only("pk", "provider", "model", "reserved_micros"))


def abandon(turn: Turn) -> bool:
    """Finish one turn whose process is gone, or whose record is about to be deleted; says whether this call did."""
    still_open = Turn.objects.filter(pk=turn.pk, status=Turn.Status.OPEN)
    with transaction.atomic():
        closed = still_open.update(status=Turn.Status.ABANDONED, closed_at=timezone.now())
        if closed:
            # How long it took, nobody knows: it died long before it was found.
            tallies.add(Counter({(tallies.TURNS, Turn.Status.ABANDONED.value): 1}))
    turn.refresh_from_db(fields=["provider", "model", "reserved_micros"])
    return settle_at_reserved(turn) or bool(closed)


def expired_turns() -> TurnQuerySet:
    """Turns past the retention, whatever their state."""
    return Turn.objects.filter(opened_at__lt=kept_since())


def expired_conversations() -> QuerySet[Conversation]:
    """Conversations past the retention that hold no turn which is still kept."""
    kept = Turn.objects.kept().filter(conversation=OuterRef("pk"))
    return Conversation.objects.filter(~Exists(kept), last_turn_at__lt=kept_since())


def prune() -> tuple[int, int]:
    """Delete what has expired; how many turns and conversations. What is unfinished is settled first; spend stays."""
    for turn in list(expired_turns().unfinished()):
        abandon(turn)
    turns = _delete(expired_turns())
    return turns, _delete(expired_conversations())


def prune_recordings() -> int:
    """Delete the recordings past their own retention; how many. Those of a pruned turn have gone with it."""
    return _delete(Recording.objects.expired())


def erase(conversation: Conversation) -> None:
    """Delete a conversation at its visitor's wish; what is unfinished is settled first, so the ledger stays right."""
    for turn in conversation.turns.unfinished():
        abandon(turn)
    conversation.delete()


def _delete(rows: QuerySet) -> int:
    deleted = 0
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        deleted += rows.model.objects.filter(pk__in=keys).delete()[1].get(rows.model._meta.label, 0)
    return deleted
