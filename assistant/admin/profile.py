"""The site profile: one row, with its texts below it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget, AdminTextInputWidget
from django.db import models
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _

from ..locales import LOCALES
from ..models import ProfileText, SiteProfile
from .search import search_page


class ProfileTextInline(admin.StackedInline):
    """The site's own words, a language each."""

    model = ProfileText
    extra = 0
    max_num = len(LOCALES)
    formfield_overrides = {
        models.TextField: {"widget": AdminTextareaWidget(attrs={"rows": 4, "dir": "auto"})},
        models.CharField: {"widget": AdminTextInputWidget(attrs={"class": "vLargeTextField", "dir": "auto"})},
    }
    fields = ("language", "name", "aliases", "statement", "greeting", "contact_label")


@admin.register(SiteProfile)
class SiteProfileAdmin(admin.ModelAdmin):
    """The list leads straight to the one profile."""

    inlines = (ProfileTextInline,)
    fieldsets = (
        (None, {"fields": ("paused", "host", "about")}),
        (_("Addresses"), {"fields": ("contact_address", "privacy_address")}),
        (_("Appearance and limits"), {"fields": ("accent", "score_floor")}),
    )

    def get_urls(self) -> list[Any]:
        """Those of the profile, and of the page that searches as the assistant does."""
        search = path("search/", self.admin_site.admin_view(search_page), name="assistant_search")
        return [search, *super().get_urls()]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Only where there is none."""
        return super().has_add_permission(request) and not SiteProfile.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody: a site always has an owner."""
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponseBase:
        """One row is no list."""
        profile = SiteProfile.objects.order_by("pk").first()
        if profile is not None and self.has_view_permission(request):
            return HttpResponseRedirect(reverse("admin:assistant_siteprofile_change", args=[profile.pk]))
        return super().changelist_view(request, extra_context)
