"""Signed, unguessable names for conversations and turns: nobody continues or reads another visitor's conversation.

A token is ``c.`` or ``t.``, the public id, a time and a signature. It is good for as long as the record is kept.
"""

from __future__ import annotations

import base64
import binascii
import uuid

from django.core.signing import BadSignature, TimestampSigner

from .conf import conf
from .models import Conversation, Turn


def conversation_token(conversation: Conversation) -> str:
    """The name under which its visitor continues this conversation."""
    return _sign("c", conversation.public_id)


def read_conversation_token(token: str) -> uuid.UUID | None:
    """The conversation's public id; ``None`` when the token is expired, forged or of another kind."""
    return _read("c", token)


def turn_token(turn: Turn) -> str:
    """The name under which its visitor speaks of this turn."""
    return _sign("t", turn.public_id)


def read_turn_token(token: str) -> uuid.UUID | None:
    """The turn's public id; ``None`` when the token is expired, forged or of another kind."""
    return _read("t", token)


def _signer(kind: str) -> TimestampSigner:
    return TimestampSigner(sep=".", salt=f"assistant.{kind}")


def _sign(kind: str, public_id: uuid.UUID) -> str:
    encoded = base64.urlsafe_b64encode(public_id.bytes).rstrip(b"=").decode()
    return f"{kind}.{_signer(kind).sign(encoded)}"


def _read(kind: str, token: str) -> uuid.UUID | None:
    prefix = f"{kind}."
    if not isinstance(token, str) or len(token) > 200 or not token.startswith(prefix):
        return None
    try:
        encoded = _signer(kind).unsign(token.removeprefix(prefix), max_age=conf.retention)
        return uuid.UUID(bytes=base64.urlsafe_b64decode(encoded + "=="))
    except (BadSignature, binascii.Error, ValueError):
        return None
