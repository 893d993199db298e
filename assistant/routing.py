"""WebSocket addresses; all of them for staff."""

from __future__ import annotations

from django.urls import path

from .consumers import WithheldFeed

websocket_urlpatterns = [path("ws/assistant/withheld/", WithheldFeed.as_asgi())]
