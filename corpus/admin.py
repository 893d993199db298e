"""Articles and index runs, for the people who keep the site."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from . import synonym_admin  # noqa: F401
from .edits import articles_edited
from .indexing import Change, IndexReport, change_of, index
from .lines import LinesField
from .models import Article, IndexRun, validate_questions
from .runs import break_off_dead, record_edit


class ArticleForm(forms.ModelForm):
    """An article as it is written in the admin."""

    questions = LinesField(
        label=_("questions"),
        required=False,
        validators=[validate_questions],
        help_text=_("Questions that the panel may suggest, one a line."),
    )

    address = forms.URLField(
        label=_("address"),
        required=False,
        max_length=400,
        assume_scheme="https",
        help_text=_("Where the article stands, when it is published elsewhere. Empty: on this site."),
    )

    class Meta:
        model = Article
        fields = (
            "title",
            "slug",
            "language",
            "body",
            "format",
            "summary",
            "questions",
            "status",
            "published_at",
            "excluded",
            "address",
            "translation_group",
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # An article is read in the direction of its own script, whatever the language of the admin.
        for name in {"title", "body", "summary", "questions"} & self.fields.keys():
            self.fields[name].widget.attrs["dir"] = "auto"
        if "slug" in self.fields:
            # So that the admin proposes a slug for titles in any script.
            self.fields["slug"].allow_unicode = True


@admin.register(Article)
class ArticleAdmin(admin.ModelAdmin):
    """Articles with what the index holds of them. Saving one brings the index up to date at once."""

    form = ArticleForm
    list_display = ("title", "language", "status", "excluded", "passage_count", "indexed_at", "published_at")
    list_filter = ("language", "status", "excluded", "published_at")
    search_fields = ("title", "slug", "summary", "body")
    date_hierarchy = "published_at"
    list_per_page = 50
    prepopulated_fields = {"slug": ("title",)}
    readonly_fields = ("origin", "indexed_at", "updated_at", "passage_count")
    actions = ("publish", "withdraw", "exclude_from_search", "include_in_search", "reindex")
    fieldsets = (
        (None, {"fields": ("title", "slug", "language", "body", "format")}),
        (_("On the site"), {"fields": ("status", "published_at", "excluded", "summary", "questions")}),
        (_("Elsewhere"), {"fields": ("address", "translation_group"), "classes": ("collapse",)}),
        (_("Index"), {"fields": ("passage_count", "indexed_at", "updated_at", "origin")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Article]:
        """With the number of passages, in one query."""
        return super().get_queryset(request).annotate(number_of_passages=Count("passages"))

    def save_model(self, request: HttpRequest, obj: Article, form: Any, change: bool) -> None:
        """The index follows in the same transaction; who depends on the articles is told after it."""
        before = obj.content_hash if change else ""
        super().save_model(request, obj, form, change)
        self._record(request, obj, change_of(before, obj.content_hash))
        self._tell(request)

    def delete_model(self, request: HttpRequest, obj: Article) -> None:
        """The same."""
        before = obj.content_hash
        super().delete_model(request, obj)
        self._record(request, obj, change_of(before, ""))
        self._tell(request)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Article]) -> None:
        """The same."""
        deleted = list(queryset)
        super().delete_queryset(request, queryset)
        for article in deleted:
            self._record(request, article, change_of(article.content_hash, ""))
        self._tell(request)

    @admin.display(description=_("passages"), ordering="number_of_passages")
    def passage_count(self, article: Article) -> int:
        """How many passages of the article can be found."""
        return getattr(article, "number_of_passages", 0)

    @admin.action(description=_("Publish"), permissions=["change"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Article]) -> None:
        """Publish, from now on where no time is given, and index."""
        Article.objects.filter(pk__in=_keys(queryset), published_at=None).update(published_at=timezone.now())
        self._set(request, queryset, status=Article.Status.PUBLISHED)

    @admin.action(description=_("Withdraw"), permissions=["change"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Article]) -> None:
        """Back to draft: not searched and not shown from this moment on."""
        self._set(request, queryset, status=Article.Status.DRAFT)

    @admin.action(description=_("Exclude from search"), permissions=["change"])
    def exclude_from_search(self, request: HttpRequest, queryset: QuerySet[Article]) -> None:
        """Shown, but never quoted."""
        self._set(request, queryset, excluded=True)

    @admin.action(description=_("Include in search"), permissions=["change"])
    def include_in_search(self, request: HttpRequest, queryset: QuerySet[Article]) -> None:
        """The opposite of exclude."""
        self._set(request, queryset, excluded=False)

    @admin.action(description=_("Reindex"), permissions=["change"])
    def reindex(self, request: HttpRequest, queryset: QuerySet[Article]) -> None:
        """Bring the index up to date, and say what that changed."""
        self._report(request, index(_keys(queryset), who=request.user))

    def _set(self, request: HttpRequest, queryset: QuerySet[Article], **values: Any) -> None:
        # One statement, so that all are gone from the search in the same moment; then the index follows.
        keys = _keys(queryset)
        Article.objects.filter(pk__in=keys).update(updated_at=timezone.now(), **values)
        self._report(request, index(keys, who=request.user))

    def _report(self, request: HttpRequest, report: IndexReport) -> None:
        text = gettext("Index: %(added)d added, %(changed)d changed, %(removed)d removed, %(unchanged)d unchanged.")
        self.message_user(request, text % vars(report), messages.SUCCESS)
        if report.failed:
            failed = ngettext(
                "%(n)d article could not be indexed. The log of the server says why.",
                "%(n)d articles could not be indexed. The log of the server says why.",
                report.failed,
            )
            self.message_user(request, failed % {"n": report.failed}, messages.ERROR)
        self._tell(request)

    def _record(self, request: HttpRequest, article: Article, change: Change) -> None:
        if change is not Change.UNCHANGED:
            record_edit(request.user, article.title, {change.value: 1})

    def _tell(self, request: HttpRequest) -> None:
        transaction.on_commit(lambda: articles_edited.send(sender=Article, request=request))


def _keys(queryset: QuerySet[Article]) -> list[int]:
    return list(queryset.order_by("pk").values_list("pk", flat=True))


@admin.register(IndexRun)
class IndexRunAdmin(admin.ModelAdmin):
    """What each run over the index did; nothing to change here."""

    list_display = (
        "started_at",
        "kind",
        "source",
        "who_shown",
        "status",
        "progress",
        "added",
        "changed",
        "removed",
        "failed",
        "took",
    )
    list_filter = ("kind", "status")
    list_select_related = ("who",)
    fields = (
        ("kind", "status"),
        "source",
        "who_shown",
        ("started_at", "took"),
        "progress",
        ("added", "changed", "removed", "unchanged", "failed"),
        "problems",
    )
    readonly_fields = ("who_shown", "took", "progress", "problems")

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """What is shown as running does run."""
        break_off_dead()
        return super().changelist_view(request, *args, **kwargs)

    @admin.display(description=_("who"), ordering="who")
    def who_shown(self, run: IndexRun) -> str:
        """By name; a command has none."""
        return str(run.who) if run.who else gettext("a command")

    @admin.display(description=_("done"))
    def progress(self, run: IndexRun) -> str:
        """How many of how many."""
        return f"{run.done} / {run.total}"

    @admin.display(description=_("seconds"))
    def took(self, run: IndexRun) -> str:
        """From beginning to end."""
        return "–" if run.seconds is None else number_format(run.seconds, 1)

    @admin.display(description=_("errors"))
    def problems(self, run: IndexRun) -> str:
        """One a line."""
        return "\n".join(run.errors) or "–"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Runs are recorded, not written."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: IndexRun | None = None) -> bool:
        """Runs are recorded, not written."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: IndexRun | None = None) -> bool:
        """Runs stay."""
        return False
