"""Test questions: written by those who write articles, checked when they are saved and after each edit."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from ..expectations import Expectation
from ..expecting import CheckReport, check, tell_changes


class HoldsFilter(admin.SimpleListFilter):
    """What needs a look comes first."""

    title = _("result")
    parameter_name = "result"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str | Promise]]:
        """Four answers."""
        return [
            ("no", _("does not hold")),
            ("yes", _("holds")),
            ("changed", _("changed with the last check")),
            ("unchecked", _("not checked yet")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Expectation]) -> QuerySet[Expectation]:
        """By what the last check has found."""
        match self.value():
            case "no":
                return queryset.filter(holds=False)
            case "yes":
                return queryset.filter(holds=True)
            case "unchecked":
                return queryset.filter(holds=None)
            case "changed":
                return queryset.filter(held_before=True, holds=False) | queryset.filter(held_before=False, holds=True)
        return queryset


@admin.register(Expectation)
class ExpectationAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The questions with what they should lead to and what they lead to."""

    list_display = ("__str__", "result", "score_shown", "language", "checked_at")
    list_filter = (HoldsFilter, "language", "outcome")
    list_select_related = ("article", "found")
    list_per_page = 50
    search_fields = ("question", "note", "article__title")
    autocomplete_fields = ("article",)
    actions = ("check_now",)
    fields = ("question", "language", "outcome", "article", "note", "result", "score_shown", "checked_at")
    readonly_fields = ("result", "score_shown", "checked_at")

    class Media:
        css = {"all": ("admin_assistant/expectations.css",)}

    def get_urls(self) -> list[URLPattern]:
        """With the button that checks all."""
        own = path(
            "check/", self.admin_site.admin_view(require_POST(self.check_all)), name="assistant_expectation_check"
        )
        return [own, *super().get_urls()]

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> forms.Field | None:
        """A question is read in the direction of its own script."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None and db_field.name in ("question", "note"):
            field.widget.attrs.update({"rows": 2, "dir": "auto"})
        return field

    def save_model(self, request: HttpRequest, obj: Expectation, form: Any, change: bool) -> None:
        """Checked at once. A question that was changed has no result before."""
        if {"question", "language", "outcome", "article"} & set(form.changed_data):
            obj.holds = None
        super().save_model(request, obj, form, change)
        report = check([obj])
        if report.failing:
            self.message_user(request, gettext("It does not hold yet: see what was found."), messages.WARNING)

    def check_all(self, request: HttpRequest) -> HttpResponseRedirect:
        """Every question, now."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        tell(request, check())
        return HttpResponseRedirect(reverse("admin:assistant_expectation_changelist"))

    @admin.action(description=_("Check now"), permissions=["view"])
    def check_now(self, request: HttpRequest, queryset: QuerySet[Expectation]) -> None:
        """Those that are selected."""
        tell(request, check(queryset.select_related("article")))

    @admin.display(description=_("result"), ordering="holds")
    def result(self, expectation: Expectation) -> str:
        """A sign, what the question leads to, whether that is new, and what it should lead to where it does not."""
        if expectation.holds is None:
            return gettext("not checked yet")
        told = _is(expectation)
        if expectation.has_changed:
            told = (gettext("%(what)s (again)") if expectation.holds else gettext("%(what)s (not before)")) % {
                "what": told
            }
        if expectation.holds:
            return f"✓ {told}"
        return "✗ " + gettext("%(what)s – should be: %(outcome)s") % {"what": told, "outcome": _should_be(expectation)}

    @admin.display(description=_("score"), ordering="score")
    def score_shown(self, expectation: Expectation) -> str:
        """Against the floor it is read in the search page."""
        return "–" if expectation.score is None else number_format(expectation.score, 2)


def tell(request: HttpRequest, report: CheckReport) -> None:
    """What a check has found, as messages of the admin."""
    if not report.checked:
        messages.info(request, gettext("There is no test question yet."))
        return
    if report.failing:
        text = ngettext(
            "%(n)d test question does not lead where it should.",
            "%(n)d test questions do not lead where they should.",
            report.failing,
        )
        messages.warning(request, text % {"n": report.failing})
    else:
        text = ngettext("%(n)d test question holds.", "All %(n)d test questions hold.", report.checked)
        messages.success(request, text % {"n": report.checked})
    tell_changes(request, report)


def _should_be(expectation: Expectation) -> str:
    if expectation.outcome != Expectation.Outcome.FROM_ARTICLE:
        return str(expectation.get_outcome_display())
    if expectation.article is None:
        return gettext("answered from an article that is gone")
    return gettext("answered from “%(title)s”") % {"title": expectation.article.title}


def _is(expectation: Expectation) -> str:
    if expectation.found is None:
        return gettext("refused") if expectation.was_refused else gettext("answered from an article that is gone")
    if expectation.was_refused:
        return gettext("refused; nearest is “%(title)s”") % {"title": expectation.found.title}
    if expectation.place and expectation.place > 1:
        return gettext("answered from “%(title)s” first; this article is source %(place)d") % {
            "title": expectation.found.title,
            "place": expectation.place,
        }
    return gettext("answered from “%(title)s”") % {"title": expectation.found.title}
