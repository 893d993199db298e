"""A bare Django stream with the same bytes: what ``tests.bench.streams`` compares with.

Served like the site, by the same daphne, with its middlewares (``tests.bench.bare``) or with none (``BARE=none``).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE

ROOT_URLCONF = "tests.bench.bare"
if os.environ.get("BARE") == "none":
    MIDDLEWARE = []
    # The admin misses its own.
    SILENCED_SYSTEM_CHECKS = ["admin.E408", "admin.E409", "admin.E410"]

EVENTS = Path(os.environ.get("BARE_EVENTS", os.devnull)).read_bytes().split(b"\n\n")[:-1]


async def events() -> AsyncIterator[bytes]:
    """What the site sent, event by event."""
    for event in EVENTS:
        yield event + b"\n\n"
        await asyncio.sleep(0)


@csrf_exempt
async def stream(request: HttpRequest) -> HttpResponseBase:
    """The whole view."""
    response = StreamingHttpResponse(events(), content_type="text/event-stream; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache, no-store, no-transform"
    return response


urlpatterns = [path("assistant/ask", stream)]
