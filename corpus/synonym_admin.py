"""Synonyms, for the people who keep the site."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from .synonyms import SynonymGroup, validate_words


class WordsField(forms.CharField):
    """A list of words or phrases, one a line."""

    widget = forms.Textarea(attrs={"rows": 6, "dir": "auto"})

    def prepare_value(self, value: Any) -> Any:
        """The list as lines; what was typed stays as it is."""
        return "\n".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> list[str]:
        """The lines that are not empty."""
        return [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the lines differ."""
        return (initial or []) != self.to_python(data)


class SynonymGroupForm(forms.ModelForm):  # type: ignore[type-arg]
    """A group as it is written in the admin."""

    words = WordsField(
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
