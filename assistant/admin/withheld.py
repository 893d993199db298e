"""Withheld turns: the list, the page on which a person judges one, the export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ..models import WithheldTurn, kept_since
from .export import csv_response
from .gate_bench import gate_bench
from .readonly import DateFilter, ReadOnlyAdmin, visitor_text
from .reasons import REASONS, in_words
from .recordings import recording_of
from .review import ReviewQueue, cited_by, redacted_segments


class ReasonFilter(admin.SimpleListFilter):
    """Turns that were stopped for this reason, alone or with others."""

    title = _("reason")
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Every reason that has words."""
        return [(reason.code, reason.short) for reason in REASONS.values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[WithheldTurn]) -> QuerySet[WithheldTurn]:
        """SQLite knows no ``contains`` for JSON, so the list is compared as text, quotes included."""
        if not self.value():
            return queryset
        as_text = queryset.annotate(reasons_text=Cast("reasons", TextField()))
        return as_text.filter(reasons_text__contains=f'"{self.value()}"')


class VerdictFilter(admin.SimpleListFilter):
    """Turns by what a person made of them, or that nobody has judged yet."""

    title = _("verdict")
    parameter_name = "verdict"
    TO_REVIEW = "none"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Not yet judged, and the verdicts."""
        return [(self.TO_REVIEW, _("to review")), *WithheldTurn.Verdict.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[WithheldTurn]) -> QuerySet[WithheldTurn]:
        """One of them."""
        if not self.value():
            return queryset
        return queryset.filter(verdict="" if self.value() == self.TO_REVIEW else self.value())


class ReviewForm(forms.Form):
    """A verdict, which is the button pressed, and a note."""

    verdict = forms.ChoiceField(choices=WithheldTurn.Verdict.choices)
    note = forms.CharField(max_length=2_000, required=False)


@admin.register(WithheldTurn)
class WithheldTurnAdmin(ReadOnlyAdmin):
    """Nobody writes a withheld turn; a person with the permission to change it gives a verdict."""

    list_display = ("question", "why", "verdict_shown", "withheld_at", "length_shown", "language")
    list_filter = (ReasonFilter, VerdictFilter, "turn__locale", ("withheld_at", DateFilter))
    list_select_related = ("turn",)
    search_fields = ("turn__question",)
    search_help_text = _("Words of the question.")
    ordering = ("-withheld_at", "-pk")
    actions = ("export_csv",)

    class Media:
        css = {"all": ("admin_assistant/records.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[WithheldTurn]:
        """What has not expired."""
        return super().get_queryset(request).filter(turn__opened_at__gte=kept_since())

    @admin.display(description=_("question"), ordering="turn__question")
    def question(self, row: WithheldTurn) -> SafeString:
        """The visitor's question."""
        return visitor_text(row.turn.question)

    @admin.display(description=_("reasons"))
    def why(self, row: WithheldTurn) -> str:
        """The reasons in words."""
        return ", ".join(str(in_words(code).short) for code in row.reasons)

    @admin.display(description=_("length"), ordering="length")
    def length_shown(self, row: WithheldTurn) -> str:
        """The length of the sentence that was stopped, in words."""
        return ngettext("%(n)d character", "%(n)d characters", row.length) % {"n": row.length}

    @admin.display(description=_("language"), ordering="turn__locale")
    def language(self, row: WithheldTurn) -> str:
        """The language of the answer."""
        return row.turn.get_locale_display()

    @admin.display(description=_("verdict"), ordering="verdict")
    def verdict_shown(self, row: WithheldTurn) -> str:
        """The verdict, or that it has none."""
        return row.get_verdict_display() if row.verdict else gettext("to review")

    def get_urls(self) -> list[Any]:
        """Those of the list and of each turn, and the gate bench."""
        bench = path("gate-bench/", self.admin_site.admin_view(gate_bench), name="assistant_gate_bench")
        return [bench, *super().get_urls()]

    def may_review(self, request: HttpRequest) -> bool:
        """Whether this person may give verdicts."""
        return request.user.has_perm("assistant.change_withheldturn")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponseBase:
        """The page of one; a POST is a verdict, which opens the next one to review."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        withheld = self.get_object(request, unquote(object_id))
        if withheld is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        if request.method == "POST":
            return self._review(request, withheld)
        return TemplateResponse(request, "admin/assistant/withheldturn/change_form.html", self._page(request, withheld))

    def _page(self, request: HttpRequest, withheld: WithheldTurn) -> dict[str, Any]:
        turn = withheld.turn
        is_recorded, recording = recording_of(turn.pk, request)
        cited = cited_by(turn.sentences)
        sources = list(turn.sources.select_related("article"))
        for source in sources:
            source.cited_by = cited.get(source.number, [])
            # Passages are long: those that nothing cites are folded, but never all of them.
            source.shown = bool(source.cited_by) or (not cited and source is sources[0])
        return {
            **self.admin_site.each_context(request),
            "title": gettext("Withheld turn"),
            "opts": self.opts,
            "media": self.media,
            "withheld": withheld,
            "turn": turn,
            "is_recorded": is_recorded,
            "recording": recording,
            "reasons": [in_words(code) for code in withheld.reasons],
            "segments": redacted_segments(withheld.length),
            "sources": sources,
            "queue": ReviewQueue.around(withheld, self.get_queryset(request)),
            "may_review": self.may_review(request),
            "verdicts": WithheldTurn.Verdict,
        }

    def _review(self, request: HttpRequest, withheld: WithheldTurn) -> HttpResponse:
        if not self.may_review(request):
            raise PermissionDenied
        form = ReviewForm(request.POST)
        if not form.is_valid():
            messages.error(
                request, gettext("Nothing was saved: choose a verdict, and keep the note under 2,000 characters.")
            )
            return HttpResponseRedirect(request.path)
        withheld.verdict, withheld.note = form.cleaned_data["verdict"], form.cleaned_data["note"]
        withheld.reviewed_by, withheld.reviewed_at = request.user, timezone.now()
        withheld.save(update_fields=["verdict", "note", "reviewed_by", "reviewed_at"])
        self.log_change(request, withheld, [{"changed": {"fields": ["verdict"]}}])
        messages.success(request, gettext("Saved: %(verdict)s.") % {"verdict": withheld.get_verdict_display()})
        following = ReviewQueue.around(withheld, self.get_queryset(request)).following
        return HttpResponseRedirect(self._address(following))

    def _address(self, withheld: WithheldTurn | None) -> str:
        if withheld is None:
            return reverse("admin:assistant_withheldturn_changelist")
        return reverse("admin:assistant_withheldturn_change", args=[withheld.pk])

    @admin.action(description=_("Export as CSV"), permissions=["view"])
    def export_csv(self, request: HttpRequest, queryset: QuerySet[WithheldTurn]) -> HttpResponseBase:
        """The selected turns, one a row, with what was released and what a person made of the stop."""
        header = [
            gettext("withheld"), gettext("language"), gettext("question"), gettext("released text"), gettext("reasons"),
            gettext("length in characters"), gettext("place of the sentence"), gettext("verdict"), gettext("note"),
            gettext("reviewed by"), gettext("reviewed"),
        ]  # fmt: skip
        return csv_response("withheld-turns.csv", header, _rows(queryset.select_related("turn", "reviewed_by")))


def _rows(queryset: QuerySet[WithheldTurn]) -> Iterator[list[Any]]:
    for row in queryset.iterator(chunk_size=500):
        reviewed = timezone.localtime(row.reviewed_at).isoformat(" ", "minutes") if row.reviewed_at else ""
        yield [
            timezone.localtime(row.withheld_at).isoformat(" ", "minutes"), row.turn.locale, row.turn.question,
            row.turn.answer, " ".join(row.reasons), row.length, row.ordinal, row.verdict, row.note,
            row.reviewed_by or "", reviewed,
        ]  # fmt: skip
