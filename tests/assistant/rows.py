"""Rows that the tests of the assistant's records begin with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group, User

from assistant.models import Conversation, Turn, TurnSource, WithheldTurn
from assistant.providers.base import Message, Prompt


@dataclass(frozen=True)
class PaidProvider:
    """A provider of which only name, model and ``paid`` matter."""

    name: str = "openai"
    model: str = "model-a"
    paid: bool = True
    company: str = "OpenAI"


def prompt(system: str = "", *messages: str, max_output_tokens: int = 100) -> Prompt:
    """A prompt of these texts."""
    sent = tuple(Message("user", text) for text in messages)
    return Prompt(system, sent, (), "", "", "en", max_output_tokens)


def conversation(locale: str = "en", at: datetime | None = None) -> Conversation:
    """A conversation, as if opened ``at``."""
    row = Conversation.objects.create(locale=locale)
    if at is not None:
        Conversation.objects.filter(pk=row.pk).update(opened_at=at, last_turn_at=at)
        row.refresh_from_db()
    return row


def turn(
    question: str = "How long does closing take?",
    *,
    of: Conversation | None = None,
    at: datetime | None = None,
    **fields: Any,
) -> Turn:
    """A turn, as if opened ``at``; open unless ``status`` is given."""
    fields.setdefault("locale", "en")
    parent = of or conversation(fields["locale"], at)
    row = Turn.objects.create(conversation=parent, question=question, **fields)
    if at is not None:
        Turn.objects.filter(pk=row.pk).update(opened_at=at)
        row.refresh_from_db()
    return row


def withheld(
    question: str = "How much did the Lyngsund gate cost, and who paid?",
    reasons: tuple[str, ...] = ("value_unsupported",),
    length: int = 143,
    *,
    at: datetime | None = None,
    locale: str = "en",
    sentences: tuple[str, ...] = ("The municipality and the coastal authority paid in equal parts.",),
    **fields: Any,
) -> WithheldTurn:
    """A withheld turn with one cited and one uncited source."""
    released = [{"text": text, "cited": [1]} for text in sentences]
    parent = turn(question, at=at, locale=locale, status=Turn.Status.WITHHELD, sentences=released)
    source(parent, 1, "Who pays for a tide gate", "The municipality and the coastal authority carried the cost.", True)
    source(parent, 2, "Why the leaves float", "Each leaf is 24 metres wide.", False)
    row = WithheldTurn.objects.create(
        turn=parent, reasons=list(reasons), length=length, ordinal=len(sentences) + 1, **fields
    )
    if at is not None:
        WithheldTurn.objects.filter(pk=row.pk).update(withheld_at=at)
        row.refresh_from_db()
    return row


def source(of: Turn, number: int, title: str, text: str, cited: bool) -> TurnSource:
    """A source as it was offered."""
    address = f"/articles/a{number}/#x"
    return TurnSource.objects.create(
        turn=of, number=number, title=title, address=address, locale="en", text=text, score=0.8, cited=cited
    )


def staff(group: str = "owner", name: str = "") -> User:
    """A member of staff in one of the groups; in none when ``group`` is empty. No password: hashing one takes long."""
    user = User.objects.create_user(name or group or "nobody", is_staff=True)
    if group:
        user.groups.add(Group.objects.get(name=group))
    return user
