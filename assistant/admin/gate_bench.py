"""The gate bench: a person puts in an answer and its sources, and sees what the gate makes of each sentence.

Nothing that is typed here is stored or logged. A turn's sources, or a recording, can be the beginning.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from gate import GateRules, Reason, State

from ..bench import MOST_CHARACTERS, MOST_SOURCES, BenchRun, How, Verdict, run
from ..conf import conf
from ..identity import identity
from ..locales import DEFAULT_LOCALE, direction
from ..models import Recording, WithheldTurn, kept_since
from ..notices import Notice, notice
from .reasons import REASONS, in_words
from .recordings import PERMISSION as SEES_RECORDINGS

#: Who may judge what was withheld may try the gate; its page is below theirs.
PERMISSION = "assistant.view_withheldturn"
#: A blank source is offered after those that are filled in, up to this many at first.
FEWEST_SOURCES = 3

Text = str | Promise

#: The switches in the words of the people who read them, in the order in which they are shown.
SWITCHES: dict[str, Text] = {
    "names": _("Names stand in a source or in the question (English answers)"),
    "names_need_marker": _("A sentence with a name needs a source, however short (English answers)"),
    "per_clause": _("A figure is held by the source that is cited beside it"),
    "question_vouches": _("Names and counts from the question may be repeated"),
    "rounding": _("“About 1,200” is held by 1,187"),
    "bounds": _("“More than 300” is held by 340"),
    "quoted_first_person": _("“I” and “we” may stand in a quotation from a source"),
}

HOWS: dict[How, Text] = {
    How.SAME: _("the same"),
    How.EQUAL: _("the same, written otherwise"),
    How.NUMBER_WORD: _("one is written in words"),
    How.DATE: _("the same date"),
    How.TIME: _("the same time"),
    How.NEAR: _("rounded, or a bound"),
    How.ADDRESS: _("the same address"),
    How.QUESTION: _("stands in the question"),
    How.NOT_CITED: _("a source that is not cited"),
    How.OTHER_UNIT: _("another unit, currency or scale"),
    How.NOWHERE: _("in none of the sources"),
}

VERDICTS: dict[Verdict, Text] = {
    Verdict.RELEASED: _("Released"),
    Verdict.STOPPED: _("Stopped"),
    Verdict.NOT_READ: _("Not read"),
    Verdict.NO_ANSWER: _("No answer"),
}


class BenchForm(forms.Form):
    """What the gate is given. The sources are read apart, since there may be any number."""

    question = forms.CharField(label=_("Question"), required=False, max_length=1_000)
    language = forms.ChoiceField(label=_("Answer in"), choices=lambda: list(settings.LANGUAGES))
    answer = forms.CharField(
        label=_("Answer, as the model wrote it, with its markers"),
        max_length=MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    rules = forms.MultipleChoiceField(
        label=_("Rules"), required=False, choices=list(SWITCHES.items()), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("question", "answer"):
            self.fields[name].widget.attrs["dir"] = "auto"

    @property
    def chosen_rules(self) -> GateRules:
        """The switches as they were ticked."""
        return GateRules(**{name: name in self.cleaned_data["rules"] for name in SWITCHES})


@dataclass(frozen=True)
class Start:
    """What the page begins with."""

    question: str = ""
    language: str = DEFAULT_LOCALE
    answer: str = ""
    sources: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@never_cache
@sensitive_post_parameters()
def gate_bench(request: HttpRequest) -> HttpResponseBase:
    """The form, and below it what the gate made of it; ``?turn=`` and ``?recording=`` say what it begins with."""
    if not request.user.has_perm(PERMISSION):
        raise PermissionDenied
    done = None
    if request.method == "POST":
        form = BenchForm(request.POST)
        sources = [text.strip() for text in request.POST.getlist("source") if text.strip()]
        done = _run(form, sources)
    else:
        start = _start(request)
        form, sources = BenchForm(initial=vars(start)), list(start.sources)
    return TemplateResponse(request, "admin/assistant/gate_bench.html", _page(request, form, sources, done))


def _run(form: BenchForm, sources: list[str]) -> BenchRun | None:
    if not form.is_valid():
        return None
    if len(sources) > MOST_SOURCES or sum(map(len, sources)) > MOST_CHARACTERS:
        text = gettext("Up to %(sources)d sources, and %(characters)d characters in all of them.")
        form.add_error(None, text % {"sources": MOST_SOURCES, "characters": MOST_CHARACTERS})
        return None
    data = form.cleaned_data
    return run(data["answer"], sources, data["language"], data["question"], form.chosen_rules, conf.no_answer_token)


def _page(request: HttpRequest, form: BenchForm, sources: list[str], done: BenchRun | None) -> dict[str, Any]:
    blanks = max(FEWEST_SOURCES - len(sources), 1) if len(sources) < MOST_SOURCES else 0
    language = form.cleaned_data["language"] if done else DEFAULT_LOCALE
    return {
        **admin.site.each_context(request),
        "title": gettext("Gate bench"),
        "opts": WithheldTurn._meta,
        "form": form,
        "sources": [*sources, *[""] * blanks],
        "run": done and _shown(done),
        "answer_language": language,
        "answer_dir": direction(language),
        "notice": done and _notice(done, language),
        "rules_in_words": REASONS.values(),
    }


def _shown(done: BenchRun) -> dict[str, Any]:
    """The run with every code in words."""
    return {
        "sentences": [
            {
                "place": sentence.place,
                "parts": [(part, index % 2 == 1) for index, part in enumerate(sentence.parts)],
                "verdict": sentence.verdict.value,
                "word": VERDICTS[sentence.verdict],
                "reasons": [in_words(reason.value) for reason in sentence.reasons],
                "values": [{"value": value, "how": HOWS[value.how]} for value in sentence.values],
                "beside": _is_beside(sentence.reasons, [value.vouched for value in sentence.values]),
            }
            for sentence in done.sentences
        ],
        "sources": done.sources,
        "released": done.released,
        "counts": [(VERDICTS[each], done.count(each)) for each in Verdict if done.count(each)],
        "stopped": done.state is State.STOPPED,
    }


def _is_beside(reasons: tuple[Reason, ...], vouched: list[bool]) -> bool:
    """A value was missed though a cited source holds each: it stands beside the marker of another one."""
    return Reason.VALUE_UNSUPPORTED in reasons and all(vouched)


def _notice(done: BenchRun, language: str) -> str:
    """What the reader would be told after the released text; nothing where it ended well."""
    if done.state is State.STOPPED:
        return notice(Notice.WITHHELD if done.released else Notice.WITHHELD_WHOLE, language)
    if not done.released:
        return notice(Notice.NO_ANSWER, language)
    return ""


def _start(request: HttpRequest) -> Start:
    """A kept turn's question and sources, a kept recording, or an empty page; what may not be seen is not there."""
    language = get_language() or DEFAULT_LOCALE
    switches = identity(language).gate_rules
    rules = tuple(
        field.name for field in fields(GateRules) if switches.get(field.name, field.default) and field.name in SWITCHES
    )
    recording = _of(request, "recording", Recording.objects.kept()) if request.user.has_perm(SEES_RECORDINGS) else None
    if recording is not None:
        return Start(
            recording.vouching_question, recording.language, recording.raw_answer, tuple(recording.sources), rules
        )
    withheld = _of(request, "turn", WithheldTurn.objects.filter(turn__opened_at__gte=kept_since()))
    if withheld is None:
        return Start(language=language, rules=rules)
    turn = withheld.turn
    answer = "".join(
        sentence["text"] + "".join(f" [S{number}]" for number in sentence.get("cited", ()))
        for sentence in turn.sentences
    )
    # What the gate takes for a part of the source: its title and heading, and what the site is called.
    rows = turn.sources.order_by("number").values_list("title", "heading", "text")
    texts = tuple("\n\n".join(part for part in row if part) for row in rows)
    return Start(turn.question, turn.locale, answer, texts, rules)


def _of(request: HttpRequest, name: str, rows: Any) -> Any:
    key = request.GET.get(name, "")
    return rows.filter(pk=int(key)).first() if key.isdecimal() and len(key) < 16 else None
