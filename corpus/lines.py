"""A field of a form that holds a list of texts, one a line."""

from __future__ import annotations

from typing import Any

from django import forms


class LinesField(forms.CharField):
    """A list of texts, one a line; each in the direction of its own script."""

    widget = forms.Textarea(attrs={"rows": 4, "dir": "auto"})

    def prepare_value(self, value: Any) -> Any:
        """The list as lines; what was typed stays as it is."""
        return "\n".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> list[str]:
        """The lines that are not empty."""
        return [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the lines differ."""
        return (initial or []) != self.to_python(data)
