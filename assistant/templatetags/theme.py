"""``{% theme_address %}``: where the owner's colour is, under an address that changes with it."""

from __future__ import annotations

from django import template
from django.urls import reverse

from ..identity import identity
from ..locales import DEFAULT_LOCALE
from ..theme import theme

register = template.Library()


@register.simple_tag
def theme_address(accent: str | None = None) -> str:
    """The stylesheet of ``accent``, else of the profile's; empty where the owner chose none: the look has its own."""
    if accent is None:
        accent = identity(DEFAULT_LOCALE).accent
    return f"{reverse('theme')}?v={theme(accent).version}" if accent else ""
