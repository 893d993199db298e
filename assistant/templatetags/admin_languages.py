"""``{% languages_here %}``: the page at hand in every language of the site."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.urls import translate_url
from django.utils.translation import get_language, get_language_info

register = template.Library()


class LanguageLink(NamedTuple):
    """A language by its own name, and where this page stands in it."""

    code: str
    name: str
    address: str
    current: bool


@register.simple_tag(takes_context=True)
def languages_here(context: dict[str, Any]) -> list[LanguageLink]:
    """A link for each language, to this page in it."""
    request = context.get("request")
    if request is None:
        return []
    here = request.get_full_path()
    return [
        LanguageLink(code, _name(code), translate_url(here, code), code == get_language())
        for code, _ in settings.LANGUAGES
    ]


def _name(code: str) -> str:
    own = str(get_language_info(code)["name_local"])
    return own[:1].upper() + own[1:]
