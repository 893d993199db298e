"""What the lists of records have in common: nobody writes them here, and a million rows do not slow them down."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

#: So many rows a list pages through; older ones are found by filter and search.
LISTED_ROWS = 10_000


class CappedPaginator(Paginator):
    """Counts no further than ``LISTED_ROWS``: counting a whole table takes longer than the list itself."""

    @cached_property
    def count(self) -> int:
        """How many rows are paged through."""
        return self.object_list.order_by().values("pk")[:LISTED_ROWS].count()


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows to look at: nobody adds, changes or deletes one, whatever their permissions."""

    paginator = CappedPaginator
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody; ``prune`` deletes."""
        return False


class DateFilter(admin.DateFieldListFilter):
    """By a moment, and called what it is: a date."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = gettext_lazy("date")


def visitor_text(text: str, length: int = 120) -> SafeString:
    """A visitor's words in the direction of their script, cut to ``length`` characters."""
    shown = text if len(text) <= length else text[: length - 1].rstrip() + "…"
    return format_html('<bdi dir="auto" class="visitor-text">{}</bdi>', shown)
