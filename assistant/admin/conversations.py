"""Conversations: the list, and the transcript of one."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ..models import Conversation, Turn
from .readonly import DateFilter, ReadOnlyAdmin, visitor_text
from .reasons import in_words


class OutcomeFilter(admin.SimpleListFilter):
    """Conversations in which a turn ended like this."""

    title = _("outcome")
    parameter_name = "outcome"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Every status."""
        return Turn.Status.choices

    def queryset(self, request: HttpRequest, queryset: QuerySet[Conversation]) -> QuerySet[Conversation]:
        """Each conversation once, however many of its turns ended so."""
        if not self.value():
            return queryset
        return queryset.filter(Exists(Turn.objects.filter(conversation=OuterRef("pk"), status=self.value())))


@admin.register(Conversation)
class ConversationAdmin(ReadOnlyAdmin):
    """Read-only: a transcript is what was said."""

    list_display = ("first_question", "last_turn_at", "turns", "locale")
    list_filter = (OutcomeFilter, "locale", ("last_turn_at", DateFilter))
    search_fields = ("turns__question",)
    search_help_text = _("Words of a question.")
    ordering = ("-last_turn_at", "-pk")

    class Media:
        css = {"all": ("admin_assistant/records.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Conversation]:
        """What has not expired, with the first question and the number of turns."""
        kept = Turn.objects.kept().filter(conversation=OuterRef("pk"))
        counted = kept.order_by().values("conversation").annotate(n=Count("pk")).values("n")
        return (
            super()
            .get_queryset(request)
            .kept()
            .annotate(asked=Subquery(kept.order_by("opened_at", "pk").values("question")[:1]), turn_count=counted)
        )

    @admin.display(description=_("first question"))
    def first_question(self, row: Any) -> SafeString:
        """What the visitor asked first."""
        return visitor_text(row.asked or gettext("(nothing asked)"))

    @admin.display(description=_("turns"))
    def turns(self, row: Any) -> str:
        """How many questions, in words."""
        count = row.turn_count or 0
        return ngettext("%(n)d turn", "%(n)d turns", count) % {"n": count}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponseBase:
        """The transcript, in order, with what became of each question."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        conversation = self.get_object(request, unquote(object_id))
        if conversation is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)
        turns = conversation.turns.kept().select_related("withheld").prefetch_related("sources")
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Conversation"),
            "opts": self.opts,
            "media": self.media,
            "conversation": conversation,
            "entries": [_entry(turn) for turn in turns],
        }
        return TemplateResponse(request, "admin/assistant/conversation/change_form.html", context)


def _entry(turn: Turn) -> dict[str, Any]:
    withheld = getattr(turn, "withheld", None)
    return {
        "turn": turn,
        "withheld": withheld,
        "reasons": [in_words(code) for code in withheld.reasons] if withheld else [],
        "sources": [source for source in turn.sources.all() if source.cited],
    }
