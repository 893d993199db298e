"""Addresses. The default language has no prefix; the assistant's own endpoints never have one."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("assistant.urls")),
    *i18n_patterns(
        path("admin/", admin.site.urls),
        path("", include("assistant.localised_urls")),
        path("", include("corpus.urls")),
        prefix_default_language=False,
    ),
]
