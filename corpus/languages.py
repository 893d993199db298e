"""The languages that the site's articles, and what is said about them, can have."""

from __future__ import annotations

from typing import Any

from django.conf import settings


def languages() -> list[tuple[str, Any]]:
    """Code and name of each; a function, so that no migration depends on the setting."""
    return list(settings.LANGUAGES)
