"""System checks of the environment: each names the variable and what it should look like, never its value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, Warning, register

from . import environment
from .storage import as_collected


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


@register(Tags.staticfiles)
def static_files_are_collected(**kwargs: Any) -> list[Warning]:
    """``config.W002``: styles and scripts go out under names that nobody may keep, or as they were before."""
    if settings.DEBUG:
        return []
    hint = "Run `manage.py collectstatic` and start the site again."
    if not settings.STATIC_FILES_ARE_COLLECTED:
        return [Warning("Static files have not been collected.", hint=hint, id="config.W002")]
    changed = [name for name in _own_files() if _is_older(name)]
    if not changed:
        return []
    return [Warning(f"Static files changed since: {', '.join(changed[:3])}.", hint=hint, id="config.W002")]


def _own_files() -> list[str]:
    folders = [Path(folder) for folder in settings.STATICFILES_DIRS]
    return sorted(
        path.relative_to(folder).as_posix() for folder in folders for path in folder.rglob("*") if path.is_file()
    )


def _is_older(name: str) -> bool:
    """Whether what was collected of this file is not what it is now."""
    collected = Path(settings.STATIC_ROOT, name)
    if not collected.is_file():
        return True
    sources = (Path(folder, name) for folder in settings.STATICFILES_DIRS)
    source = next(source for source in sources if source.is_file())
    return as_collected(name, source.read_bytes()) != collected.read_bytes()
