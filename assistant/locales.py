"""The ten languages by the codes that the wire, the gate and Django share."""

from __future__ import annotations

from typing import Literal

LOCALES = ("en", "fa", "ar", "ru", "hi", "zh-hans", "de", "fr", "es", "pt")
DEFAULT_LOCALE = "en"


def normalise(code: str) -> str | None:
    """One of ``LOCALES`` for ``code``, whatever its case, ``zh`` for ``zh-hans`` too; ``None`` for anything else."""
    lowered = code.strip().lower()
    if lowered == "zh":
        return "zh-hans"
    return lowered if lowered in LOCALES else None


def direction(code: str) -> Literal["rtl", "ltr"]:
    """In which direction text of this language runs."""
    return "rtl" if code in {"fa", "ar"} else "ltr"
