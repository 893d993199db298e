"""Recordings: the raw answers, for the owner alone, and said to be unchecked wherever they are shown."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ..models import Recording
from .readonly import DateFilter, ReadOnlyAdmin, visitor_text

PERMISSION = "assistant.view_recording"


def recording_of(turn_pk: int, request: HttpRequest) -> tuple[bool, Recording | None]:
    """Whether a turn's raw answer is kept, and the recording itself for those who may see it."""
    recording = Recording.objects.kept().filter(turn=turn_pk).only("pk").first()
    return recording is not None, recording if request.user.has_perm(PERMISSION) else None


@admin.register(Recording)
class RecordingAdmin(ReadOnlyAdmin):
    """Read-only; found by the question, never by what the provider wrote."""

    list_display = ("question_shown", "recorded_at", "outcome", "length", "language")
    list_filter = ("language", "turn__status", ("recorded_at", DateFilter))
    list_select_related = ("turn",)
    search_fields = ("turn__question",)
    search_help_text = _("Words of the question.")
    ordering = ("-recorded_at", "-pk")
    fieldsets = (
        (None, {"fields": ("question_whole", "outcome", "answer_shown", "recorded_at", "finish_reason")}),
        (
            _("Raw answer, unchecked"),
            {
                "fields": ("raw_answer_shown",),
                "description": _(
                    "What the model wrote, before the check. It may hold inventions, and nothing of it has been "
                    "published beyond the released text. It is kept to find false stops; only the owner sees it."
                ),
            },
        ),
        (_("What it was checked against"), {"fields": ("sources_shown",)}),
    )

    class Media:
        css = {"all": ("admin_assistant/records.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Recording]:
        """What has not expired."""
        return super().get_queryset(request).kept()

    @admin.display(description=_("question"))
    def question_shown(self, recording: Recording) -> SafeString:
        """The beginning of the question."""
        return visitor_text(recording.turn.question)

    @admin.display(description=_("question"))
    def question_whole(self, recording: Recording) -> SafeString:
        """The whole question."""
        return visitor_text(recording.turn.question, len(recording.turn.question))

    @admin.display(description=_("outcome"))
    def outcome(self, recording: Recording) -> str:
        """What became of the turn."""
        return recording.turn.get_status_display()

    @admin.display(description=_("length"))
    def length(self, recording: Recording) -> str:
        """Of the raw answer, in words."""
        count = len(recording.raw_answer)
        return ngettext("%(n)d character", "%(n)d characters", count) % {"n": count}

    @admin.display(description=_("released text"))
    def answer_shown(self, recording: Recording) -> SafeString:
        """What the visitor saw."""
        return _text(recording.turn.answer or self.get_empty_value_display(), recording.language)

    @admin.display(description=_("raw answer, unchecked"))
    def raw_answer_shown(self, recording: Recording) -> SafeString:
        """All that came, with its markers."""
        return _text(recording.raw_answer, recording.language)

    @admin.display(description=_("sources"))
    def sources_shown(self, recording: Recording) -> SafeString:
        """The texts that the gate held, numbered."""
        rows = ((number, _text(text, "")) for number, text in enumerate(recording.sources, start=1))
        numbered: Any = format_html_join("", '<li value="{}">{}</li>', rows)
        return format_html("<ol>{}</ol>", numbered)


def _text(text: str, language: str) -> SafeString:
    if language:
        return format_html('<div dir="auto" lang="{}" class="released-text">{}</div>', language, text)
    return format_html('<div dir="auto" class="released-text">{}</div>', text)
