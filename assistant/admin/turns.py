"""Turns: a read-only list with what each one took."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ..conf import PROVIDER_NAMES
from ..models import Turn, TurnSource
from .readonly import DateFilter, ReadOnlyAdmin, visitor_text
from .spend import amount


class SourceInline(admin.TabularInline):
    """The sources of a turn, as they were offered."""

    model = TurnSource
    fields = readonly_fields = ("number", "title", "heading", "text", "score", "cited")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Nobody."""
        return False


class ProviderFilter(admin.SimpleListFilter):
    """Turns that one provider answered. From a list of names: Django's own filter reads the whole table for them."""

    title = _("provider")
    parameter_name = "provider"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Every provider there is."""
        return [(name, name) for name in PROVIDER_NAMES]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Turn]) -> QuerySet[Turn]:
        """One of them."""
        return queryset.filter(provider=self.value()) if self.value() else queryset


@admin.register(Turn)
class TurnAdmin(ReadOnlyAdmin):
    """What became of each question."""

    list_display = ("question_shown", "opened_at", "status", "locale", "first_sentence_after", "cost")
    list_filter = ("status", "locale", ProviderFilter, "feedback", ("opened_at", DateFilter))
    search_fields = ("question",)
    search_help_text = _("Words of the question.")
    ordering = ("-opened_at", "-pk")
    inlines = (SourceInline,)
    fieldsets = (
        (None, {"fields": ("question_whole", "answer_shown", "status", "refusal_reason", "error_code")}),
        (_("Times"), {"fields": ("opened_at", "first_sentence_after", "closed_at")}),
        (_("Provider"), {"fields": ("provider", "model", "finish_reason", "top_score")}),
        (
            _("Usage"),
            {"fields": ("input_tokens", "output_tokens", "cached_tokens", "usage_estimated", "reserved", "cost")},
        ),
        (_("Feedback"), {"fields": ("feedback", "feedback_reasons", "feedback_note")}),
    )

    class Media:
        css = {"all": ("admin_assistant/records.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        """What has not expired."""
        return super().get_queryset(request).kept()

    @admin.display(description=_("question"), ordering="question")
    def question_shown(self, turn: Turn) -> SafeString:
        """The beginning of the question."""
        return visitor_text(turn.question)

    @admin.display(description=_("question"))
    def question_whole(self, turn: Turn) -> SafeString:
        """The whole question."""
        return visitor_text(turn.question, len(turn.question))

    @admin.display(description=_("released text"))
    def answer_shown(self, turn: Turn) -> SafeString:
        """What the visitor saw."""
        return format_html(
            '<div dir="auto" class="released-text">{}</div>', turn.answer or self.get_empty_value_display()
        )

    @admin.display(description=_("seconds to the first sentence"))
    def first_sentence_after(self, turn: Turn) -> float | str:
        """How long the visitor waited."""
        if turn.first_sentence_at is None:
            return self.get_empty_value_display()
        return round((turn.first_sentence_at - turn.opened_at).total_seconds(), 1)

    @admin.display(description=_("cost"), ordering="cost_micros")
    def cost(self, turn: Turn) -> str:
        """In the currency of the prices."""
        return amount(turn.cost_micros)

    @admin.display(description=_("reserved"))
    def reserved(self, turn: Turn) -> str:
        """In the currency of the prices."""
        return amount(turn.reserved_micros)
