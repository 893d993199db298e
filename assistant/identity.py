"""Who the site belongs to, in one language: the one reader of the site profile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext, override

from .conf import conf
from .locales import DEFAULT_LOCALE
from .models import ProfileText, SiteProfile


@dataclass(frozen=True)
class Identity:
    """The site and its owner as one language presents them. ``names`` are the name and its aliases in it."""

    name: str
    names: tuple[str, ...]
    statement: str
    greeting: str
    contact_label: str
    contact_address: str
    privacy_address: str
    host: str
    about: str
    paused: bool
    #: The profile's floor, else the environment's, else the calibrated default.
    score_floor: float
    gate_rules: Mapping[str, Any] = field(default_factory=dict)
    #: The owner's colour such as ``#0b5a72``; empty for the look's own.
    accent: str = ""


def identity(language: str) -> Identity:
    """The site's identity in ``language``: missing words come from the English text, a missing name from the host."""
    profile = SiteProfile.objects.order_by("pk").first() or SiteProfile()
    texts = _texts(profile, (language, DEFAULT_LOCALE))
    named = texts[0] if texts else None
    return Identity(
        name=named.name if named else profile.host or _nameless(language),
        names=named.names if named else (),
        statement=_first(text.statement for text in texts),
        greeting=_first(text.greeting for text in texts),
        contact_label=_first(text.contact_label for text in texts) or _label(language),
        contact_address=profile.contact_address,
        privacy_address=profile.privacy_address,
        host=profile.host,
        about=profile.about,
        paused=profile.paused,
        score_floor=conf.score_floor if profile.score_floor is None else profile.score_floor,
        gate_rules=profile.gate_rules,
        accent=profile.accent,
    )


def all_names() -> tuple[str, ...]:
    """Every name and alias of the owner, in every language, each once."""
    texts = ProfileText.objects.order_by("pk")
    return tuple(dict.fromkeys(name for text in texts for name in text.names))


def _texts(profile: SiteProfile, languages: tuple[str, ...]) -> list[ProfileText]:
    if profile.pk is None:
        return []
    found = {text.language: text for text in profile.texts.filter(language__in=languages)}
    return [found[language] for language in dict.fromkeys(languages) if language in found]


def _first(values: Any) -> str:
    return next((value for value in values if value), "")


def _nameless(language: str) -> str:
    with override(language):
        return gettext("This site")


def _label(language: str) -> str:
    with override(language):
        return gettext("Contact")
