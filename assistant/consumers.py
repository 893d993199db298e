"""The live feed of withheld turns, to staff, over a WebSocket.

A message says that something was withheld, why, how much and when: ids, reason codes, a length, a time. Never a text.
Across several processes it needs the Redis layer.
"""

from __future__ import annotations

import logging
from typing import Any

from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import get_channel_layer
from django.contrib.auth import get_user_model

from .models import WithheldTurn

logger = logging.getLogger(__name__)

GROUP = "assistant.withheld"
PERMISSION = "assistant.view_withheldturn"


def announce(withheld: WithheldTurn) -> None:
    """Tell the staff who are watching. An answer never fails because nobody could be told."""
    message = {
        "type": "withheld.turn",
        "turn": {
            "id": withheld.pk,
            "reasons": list(withheld.reasons),
            "length": withheld.length,
            "withheld_at": withheld.withheld_at.isoformat(),
        },
    }
    try:
        async_to_sync(get_channel_layer().group_send)(GROUP, message)
    except Exception as error:
        # The class alone: a message may hold the layer's address and password.
        logger.warning("The live feed is away (%s).", type(error).__name__)


class WithheldFeed(AsyncJsonWebsocketConsumer):
    """Sends ``{"id", "reasons", "length", "withheld_at"}`` for each withheld turn; takes nothing."""

    groups: list[str] = []

    async def connect(self) -> None:
        """Accept staff who may see withheld turns; refuse everybody else before the handshake."""
        if not await self._may_watch():
            await self.close()
            return
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        await self.channel_layer.group_discard(GROUP, self.channel_name)

    async def receive(self, text_data: Any = None, bytes_data: Any = None, **kwargs: Any) -> None:
        """What a client sends is not read."""

    async def withheld_turn(self, message: dict[str, Any]) -> None:
        """Pass one on, unless the permission has been taken away since."""
        if not await self._may_watch():
            await self.close()
            return
        await self.send_json(message["turn"])

    @database_sync_to_async
    def _may_watch(self) -> bool:
        user = self.scope.get("user")
        if user is None or not user.pk:
            return False
        # Read again, since the session's user was read when the socket opened.
        current = get_user_model().objects.filter(pk=user.pk, is_active=True, is_staff=True).first()
        return current is not None and current.has_perm(PERMISSION)
