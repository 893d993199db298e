"""Synonyms, for the people who keep the site."""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from .lines import LinesField
from .synonyms import SynonymGroup, validate_words


class SynonymGroupForm(forms.ModelForm):  # type: ignore[type-arg]
    """A group as it is written in the admin."""

    words = LinesField(
        label=_("words"),
        max_length=1000,
        validators=[validate_words],
        help_text=_("Words or phrases that mean the same, one a line. Who asks for one finds the others."),
    )

    class Meta:
        model = SynonymGroup
        fields = ("language", "words")


@admin.register(SynonymGroup)
class SynonymGroupAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Groups of words; saving one changes what is found at once."""

    form = SynonymGroupForm
    list_display = ("__str__", "language")
    list_filter = ("language",)
    search_fields = ("entries__key",)
    list_per_page = 100
