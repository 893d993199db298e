"""``{% assistant_panel %}``: the panel as the server renders it, every word of it in the language of the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import template
from django.template.context import RequestContext
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext_lazy as _

from corpus.models import suggested_questions

from ..models import FeedbackReason, Turn, TurnSource
from ..notices import in_digits_of

register = template.Library()

#: What the panel takes from the page around it (see ``assistant.context.site``).
_FROM_PAGE = ("site", "retention_days", "receivers", "recording_days")


@dataclass(frozen=True)
class State:
    """How a turn ended, as a reader is told: the panel's own word for it, and its icon.

    ``sentence`` is said only where the server said none. ``again`` gives the question back by a button, ``differently``
    by a line that asks for other words.
    """

    name: str
    icon: str
    word: str | Promise
    sentence: str | Promise = ""
    again: bool = False
    differently: str | Promise = ""


STATES = (
    State("withheld", "withheld", _("Withheld"), differently=_("Ask it differently")),
    State("refused", "refused", _("Not covered")),
    State("cut_off", "cut-off", _("Cut off"), differently=_("Ask about the part that is missing")),
    State("failed", "failed", _("Failed"), _("No answer of this site arrived. Nothing was sent again."), again=True),
    State("lost", "failed", _("Connection lost"), _("The answer is not complete. Nothing was sent again."), again=True),
    State("stopped", "stopped", _("Stopped"), _("You stopped this answer."), differently=_("Ask it differently")),
    State("over_cap", "calendar", _("Closed until next month")),
    State("paused", "pause", _("Paused")),
    State("too_many", "clock", _("Too many questions")),
    State("open", "clock", _("Not finished yet")),
)
_STATE_OF = {state.name: state for state in STATES}


@register.inclusion_tag("assistant/panel.html", takes_context=True)
def assistant_panel(context: RequestContext, framed: bool = False) -> dict[str, Any]:
    """The element with its form, its labels and its notices; it works without a script as a form that posts.

    ``framed``: it is all of its page, for a frame on another site.
    """
    language = get_language()
    return {
        **{name: context.get(name) for name in _FROM_PAGE},
        "language": language,
        "is_rtl": get_language_bidi(),
        "suggestions": suggested_questions(language),
        "states": STATES,
        "feedback_reasons": FeedbackReason.choices,
        "ask_url": reverse("ask"),
        "feedback_url": reverse("feedback"),
        # The panel puts its turn and the number of the sentence in place of these two.
        "why_url": reverse("why", args=["-", 0]),
        "form_url": reverse("ask_form"),
        "framed": framed,
    }


@register.simple_tag
def state_of(turn: Turn) -> State | None:
    """How a stored turn ended; nothing where it was answered."""
    name = "stopped" if turn.status == Turn.Status.ABANDONED else turn.status
    return _STATE_OF.get("paused" if turn.error_code == "paused" else name)


@register.filter
def digits(text: str) -> str:
    """The text in the digits that the active language's copy is written in."""
    return in_digits_of(get_language() or "", text)


@register.filter
def each_article_once(sources: Iterable[TurnSource]) -> list[TurnSource]:
    """Two passages of one article differ only in what follows the ``#``."""
    return list({source.address.partition("#")[0]: source for source in reversed(list(sources))}.values())[::-1]
