"""Tokens (spec 6, §2 and §3): signed, unguessable, and good for as long as the record is kept."""

from __future__ import annotations

import time
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing

from assistant.models import Conversation, Turn
from assistant.tokens import conversation_token, read_conversation_token, read_turn_token, turn_token


@pytest.fixture
def conversation() -> Conversation:
    """A conversation that no database needs to hold."""
    return Conversation(public_id=uuid.uuid4())


def test_a_token_leads_back_to_its_record(conversation: Conversation) -> None:
    """What was signed is read."""
    turn = Turn(public_id=uuid.uuid4())
    assert read_conversation_token(conversation_token(conversation)) == conversation.public_id
    assert read_turn_token(turn_token(turn)) == turn.public_id
    assert conversation_token(conversation).startswith("c.")
    assert turn_token(turn).startswith("t.")


def test_a_token_can_stand_in_an_address(conversation: Conversation) -> None:
    """Letters, digits, dots, hyphens and underscores alone."""
    assert set(conversation_token(conversation)) <= set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_"
    )


def test_a_changed_token_is_none(conversation: Conversation) -> None:
    """Whatever letter is changed."""
    token = conversation_token(conversation)
    for place in range(2, len(token)):
        changed = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        assert read_conversation_token(changed) is None


@pytest.mark.parametrize("token", ["", "c.", "c..", "c.x.y.z", "t.x", "c." + "a" * 10_000, "ü", "c.\0", None, 7])
def test_nonsense_is_none(token: Any) -> None:
    """A visitor may send anything."""
    assert read_conversation_token(token) is None


def test_one_kind_is_not_the_other(conversation: Conversation) -> None:
    """A turn's token does not open a conversation, also with its first letter changed."""
    token = turn_token(Turn(public_id=conversation.public_id))
    assert read_conversation_token(token) is None
    assert read_conversation_token("c" + token[1:]) is None


def test_a_token_expires_with_the_retention(
    conversation: Conversation, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Good on the last day, none after it."""
    settings.ASSISTANT_RETENTION_DAYS = 30
    token = conversation_token(conversation)
    now = time.time()
    monkeypatch.setattr(signing.time, "time", lambda: now + timedelta(days=30).total_seconds() - 5)
    assert read_conversation_token(token) == conversation.public_id
    monkeypatch.setattr(signing.time, "time", lambda: now + timedelta(days=30).total_seconds() + 5)
    assert read_conversation_token(token) is None


def test_another_site_key_reads_nothing(conversation: Conversation, settings: Any) -> None:
    """Tokens of one site are none of another."""
    token = conversation_token(conversation)
    settings.SECRET_KEY = "another"
    assert read_conversation_token(token) is None
