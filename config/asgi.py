"""ASGI: HTTP to Django, WebSockets to the staff's consumers; a server stop reaches open answers as a disconnect."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402

from assistant.routing import websocket_urlpatterns  # noqa: E402
from corpus.vectors import follower  # noqa: E402

from .server_stop import disconnect_on_stop  # noqa: E402

# Articles that are saved here get their vectors here; commands see to theirs themselves.
follower.start()

application = ProtocolTypeRouter(
    {
        "http": disconnect_on_stop(django_application),
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
