"""``{% assistant_panel %}``: the panel as the server renders it, every word of it in the language of the page."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.context import RequestContext
from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi

from corpus.models import suggested_questions

register = template.Library()

#: What the panel takes from the page around it (see ``assistant.context.site``).
_FROM_PAGE = ("site", "retention_days", "provider_company")


@register.inclusion_tag("assistant/panel.html", takes_context=True)
def assistant_panel(context: RequestContext) -> dict[str, Any]:
    """The element with its form, its labels and its notices; it works without a script as a form that posts."""
    return {
        **{name: context.get(name) for name in _FROM_PAGE},
        "language": get_language(),
        "LANGUAGE_BIDI": get_language_bidi(),
        "suggestions": suggested_questions(get_language()),
        "ask_url": reverse("ask"),
        "form_url": reverse("ask_form"),
        "again_statuses": ("lost", "failed"),
        "differently_statuses": ("withheld", "stopped"),
    }
