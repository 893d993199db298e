"""What the page of a withheld turn shows beside its fields: its place among those to review, bars, who cites what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from ..models import WithheldTurn

#: A bar stands for so many characters, and a page holds so many bars; the length stands below them in words.
CHARACTERS_A_BAR = 5
MOST_BARS = 80


@dataclass(frozen=True)
class ReviewQueue:
    """The turns that nobody has judged, newest first, seen from one of them."""

    count: int
    #: From 1; ``None`` when this turn is judged already.
    position: int | None
    previous: WithheldTurn | None
    next: WithheldTurn | None
    newest: WithheldTurn | None

    @property
    def following(self) -> WithheldTurn | None:
        """Where to go on: the next older one, else the newest one that is left."""
        return self.next or self.newest

    @classmethod
    def around(cls, withheld: WithheldTurn, visible: QuerySet[WithheldTurn]) -> ReviewQueue:
        """The queue of those ``visible``, around this one."""
        waiting = visible.filter(verdict="").order_by("-withheld_at", "-pk")
        same_moment = Q(withheld_at=withheld.withheld_at)
        newer = waiting.filter(Q(withheld_at__gt=withheld.withheld_at) | same_moment & Q(pk__gt=withheld.pk))
        older = waiting.filter(Q(withheld_at__lt=withheld.withheld_at) | same_moment & Q(pk__lt=withheld.pk))
        return cls(
            count=waiting.count(),
            position=None if withheld.verdict else newer.count() + 1,
            previous=newer.order_by("withheld_at", "pk").first(),
            next=older.first(),
            newest=waiting.exclude(pk=withheld.pk).first(),
        )


def redacted_segments(length: int) -> range:
    """One bar for each five characters, at least one."""
    return range(max(1, min(MOST_BARS, -(-length // CHARACTERS_A_BAR))))


def cited_by(sentences: Iterable[dict[str, Any]]) -> dict[int, list[int]]:
    """Source number → the places, from 1, of the released sentences that cite it."""
    places: dict[int, list[int]] = {}
    for place, sentence in enumerate(sentences, start=1):
        for number in sentence.get("cited", ()):
            places.setdefault(number, []).append(place)
    return places
