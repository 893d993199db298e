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
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
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

    list_display = ("__str__", "language", "should_be", "result", "found_shown", "score_shown", "checked_at")
    list_filter = (HoldsFilter, "language", "outcome")
    list_select_related = ("article", "found")
    list_per_page = 50
    search_fields = ("question", "note", "article__title")
    autocomplete_fields = ("article",)
    actions = ("check_now",)
    fields = (
        "question",
        "language",
        "outcome",
        "article",
        "note",
        "result",
        "found_shown",
        "score_shown",
        "checked_at",
    )
    readonly_fields = ("result", "found_shown", "score_shown", "checked_at")

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
            self.message_user(request, _t("It does not hold yet: see what was found."), messages.WARNING)

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

    @admin.display(description=_("should be"), ordering="outcome")
    def should_be(self, expectation: Expectation) -> str:
        """In words, with the article."""
        if expectation.outcome != Expectation.Outcome.FROM_ARTICLE:
            return str(expectation.get_outcome_display())
        if expectation.article is None:
            return _t("answered from an article that is gone")
        return _t("answered from “%(title)s”") % {"title": expectation.article.title}

    @admin.display(description=_("result"), ordering="holds")
    def result(self, expectation: Expectation) -> str:
        """A sign and a word, and whether it is new."""
        if expectation.holds is None:
            return _t("– not checked yet")
        if expectation.holds:
            return _t("✓ holds again") if expectation.has_changed else _t("✓ holds")
        return _t("✗ does not hold any more") if expectation.has_changed else _t("✗ does not hold")

    @admin.display(description=_("is"))
    def found_shown(self, expectation: Expectation) -> str:
        """What it leads to now."""
        if expectation.was_refused is None:
            return "–"
        if expectation.was_refused:
            if expectation.found is None:
                return _t("refused")
            return _t("refused; nearest: “%(title)s”") % {"title": expectation.found.title}
        if expectation.found is None:
            return _t("answered from an article that is gone")
        if expectation.place and expectation.place > 1:
            return _t("answered from “%(title)s” first; this article is source %(place)d") % {
                "title": expectation.found.title,
                "place": expectation.place,
            }
        return _t("answered from “%(title)s”") % {"title": expectation.found.title}

    @admin.display(description=_("score"), ordering="score")
    def score_shown(self, expectation: Expectation) -> str:
        """Against the floor it is read in the search page."""
        return "–" if expectation.score is None else number_format(expectation.score, 2)


def tell(request: HttpRequest, report: CheckReport) -> None:
    """What a check has found, as messages of the admin."""
    if not report.checked:
        messages.info(request, _t("There is no test question yet."))
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
