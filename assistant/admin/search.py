"""Search as the assistant does: what a question finds, whether it would be answered, and what would be sent.

Nothing that is typed here is stored or logged, and no answer is asked for: what is shown is what the rules decide. An
endpoint of embeddings, where one is chosen, gets the question as it gets a visitor's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.utils.encoding import uri_to_iri
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from corpus.models import Article
from corpus.search import Hit

from ..answering import prompt_for
from ..conf import conf
from ..forms import MAX_QUESTION, MAX_REFERENCE, Question, Unreadable, read_question
from ..identity import Identity, identity
from ..locales import DEFAULT_LOCALE, direction
from ..notices import notice
from ..providers.base import Prompt
from ..providers.extractive import compose
from ..scope import RefusalReason, Scope, look_up

#: Who may read the articles may look for what is in them; either is enough.
PERMISSIONS = ("corpus.view_article", "corpus.change_article")

Text = str | Promise


class SearchForm(forms.Form):
    """A question as a visitor asks it, read by the rules of the panel itself."""

    question = forms.CharField(
        label=_("Question"),
        max_length=MAX_QUESTION,
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto", "autofocus": True}),
    )
    language = forms.ChoiceField(label=_("Language"), choices=lambda: list(settings.LANGUAGES))
    previous = forms.CharField(
        label=_("The question before, if there was one"),
        max_length=MAX_QUESTION,
        required=False,
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )
    page = forms.CharField(
        label=_("Address of the page that is being read"),
        max_length=MAX_REFERENCE,
        required=False,
        widget=forms.TextInput(attrs={"dir": "ltr", "inputmode": "url"}),
    )

    def clean(self) -> dict[str, Any]:
        """With the question as the panel would read it under ``asked``."""
        data = super().clean() or {}
        if self.errors:
            return data
        fields = {"question": data["question"], "locale": data["language"], "page": data["page"]}
        try:
            data["asked"] = read_question(fields, origin="")
        except Unreadable as unreadable:
            self.add_error("question", notice(unreadable.notice, get_language() or DEFAULT_LOCALE))
        return data


@never_cache
@sensitive_post_parameters()
def search_page(request: HttpRequest) -> HttpResponseBase:
    """The form, and below it what came of it. A question comes by POST alone: addresses are kept in logs."""
    if not any(request.user.has_perm(permission) for permission in PERMISSIONS):
        raise PermissionDenied
    language = get_language() or DEFAULT_LOCALE
    form = SearchForm(request.POST) if request.method == "POST" else SearchForm(initial={"language": language})
    found = _found(form.cleaned_data, language) if form.is_bound and form.is_valid() else None
    context = {
        **admin.site.each_context(request),
        "title": gettext("Search as the assistant does"),
        "opts": Article._meta,
        "form": form,
        "found": found,
    }
    return TemplateResponse(request, "admin/assistant/search.html", context)


@dataclass(frozen=True)
class Bar:
    """Score and floor on a line from 0 to 1, which runs from the right where the reader's language does.

    Percentages of the line's width: where the score's block begins, how long it is, and where the floor stands.
    """

    start: str
    length: str
    floor: str

    @classmethod
    def of(cls, score: float, floor: float, *, is_rtl: bool) -> Bar:
        """The bar of two numbers; what is above 1 ends there."""
        length, mark = (min(max(number, 0.0), 1.0) * 100 for number in (score, floor))
        start, mark = (100 - length, 100 - mark) if is_rtl else (0.0, mark)
        return cls(*(f"{number:.2f}%" for number in (start, length, mark)))


@dataclass(frozen=True)
class ShownHit:
    """A hit as a person reads it: its ``address`` without escapes, its number as a source, 0 where it is none."""

    hit: Hit
    number: int
    address: str
    dir: str

    @classmethod
    def of(cls, hit: Hit, number: int = 0) -> ShownHit:
        """Some escapes stay: what they stand for could not be read."""
        return cls(hit, number, uri_to_iri(hit.address), direction(hit.locale))


@dataclass(frozen=True)
class Sent:
    """A text of the prompt, as a provider gets it."""

    title: Text
    text: str
    length: str
    language: str
    dir: str

    @classmethod
    def of(cls, title: Text, text: str, language: str, dir: str) -> Sent:
        """With its length in words."""
        return cls(
            title, text, ngettext("%(n)d character", "%(n)d characters", len(text)) % {"n": len(text)}, language, dir
        )


@dataclass(frozen=True)
class Found:
    """What is shown of one question: ``hits`` would be sent, ``others`` not."""

    scope: Scope
    floor: float
    bar: Bar
    is_refused: bool
    why: Text
    hits: tuple[ShownHit, ...]
    others: tuple[ShownHit, ...]
    sent: tuple[Sent, ...]
    keyless: str
    language: str
    dir: str


def _found(data: dict[str, Any], language: str) -> Found:
    asked: Question = data["asked"]
    site = identity(asked.language)
    scope = look_up(asked.text, asked.language, site, previous=data["previous"], page=asked.page)
    prompt = None if scope.refusal else prompt_for(asked.text, asked.language, (), scope, site)
    answer = compose(prompt) if prompt else ""
    sent = {hit.passage_id for hit in scope.hits}
    return Found(
        scope=scope,
        floor=site.score_floor,
        bar=Bar.of(scope.score, site.score_floor, is_rtl=direction(language) == "rtl"),
        is_refused=scope.refusal is not None,
        why=_why(scope, site),
        hits=tuple(ShownHit.of(hit, number) for number, hit in enumerate(scope.hits, 1)),
        others=tuple(ShownHit.of(hit) for hit in scope.nearest if hit.passage_id not in sent),
        sent=_sent(prompt) if prompt else (),
        keyless="" if answer == conf.no_answer_token else answer,
        language=asked.language,
        dir=direction(asked.language),
    )


def _sent(prompt: Prompt) -> tuple[Sent, ...]:
    """The whole prompt: the instructions are English for every model, the rest is in whatever language it is in."""
    messages = (Sent.of(_("Sources and question"), each.text, prompt.language, "auto") for each in prompt.messages)
    return (Sent.of(_("Instructions"), prompt.system, "en", "ltr"), *messages)


def _why(scope: Scope, site: Identity) -> Text:
    """Why it would be answered, or refused, in a sentence for people."""
    is_above = bool(scope.nearest) and scope.score >= site.score_floor
    match scope.refusal:
        case None if is_above:
            return _("The score reaches the floor.")
        case None:
            return _(
                "The score is below the floor, but the question is about the owner, and an article about them is set."
            )
        case RefusalReason.NO_ARTICLES:
            return _("No article is published that could be searched.")
        case _ if scope.about_owner:
            return _(
                "The question is about the owner, but the site profile names no article about them that is published."
            )
        case _ if not scope.nearest:
            return _("No passage shares a word with the question.")
        case _:
            return _("The score is below the floor, and the question is not about the owner.")
