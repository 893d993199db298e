"""System checks of the environment: each names the variable and what it should look like, never its value."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, Warning, register

from . import environment


@register()
def environment_is_readable(**kwargs: Any) -> list[Error]:
    """``config.E001``: a variable holds something else than it should."""
    return [
        Error(f"{error.name} cannot be read.", hint=f"It should be {error.expected}.", id="config.E001")
        for error in environment.errors
    ]


@register(Tags.security, deploy=True)
def secret_key_is_set(**kwargs: Any) -> list[Warning]:
    """``config.W001``: without SECRET_KEY every restart signs everybody out and ends every conversation."""
    if not settings.SECRET_KEY_IS_TEMPORARY:
        return []
    return [Warning("SECRET_KEY is not set.", hint="Set it to 50 random characters or more.", id="config.W001")]
