"""The gate's reasons in the words of the people who read them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise


@dataclass(frozen=True)
class ReasonInWords:
    """One reason: its code on the wire, its short name in lists, its title and what it means."""

    code: str
    short: Text
    title: Text
    meaning: Text


REASONS = {
    reason.code: reason
    for reason in (
        ReasonInWords(
            "value_unsupported",
            _("figure or address not in the source"),
            _("A figure or address that its source does not hold"),
            _(
                "The sentence gave a number, a web address or an e-mail address that does not stand in the source it "
                "cited."
            ),
        ),
        ReasonInWords(
            "name_unsupported",
            _("name in no source"),
            _("A name that no source holds"),
            _("It named someone or something that occurs in none of the sources offered and not in the question."),
        ),
        ReasonInWords(
            "citation_missing",
            _("claim without a source"),
            _("A claim without a source"),
            _("The sentence stated something and cited no source for it."),
        ),
        ReasonInWords(
            "citation_range",
            _("source that does not exist"),
            _("A source that does not exist"),
            _("It cited a source that was not among those offered."),
        ),
        ReasonInWords(
            "voice",
            _("first person"),
            _("First person"),
            _("It spoke as “I” or “we”. The assistant speaks of the owner in the third person alone."),
        ),
    )
}


def in_words(code: str) -> ReasonInWords:
    """The reason with this code; a code without words of its own stands for itself."""
    return REASONS.get(code) or ReasonInWords(code, code, code, "")
