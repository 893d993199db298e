"""Reads what a vendor sent, and believes no type: the SDKs pass on whatever the JSON held."""

from __future__ import annotations

from typing import Any


def part(of: Any, name: str, kind: type = object) -> Any:
    """The field ``name`` of an object or a mapping, where it is there and of this kind; else ``None``."""
    value = of.get(name) if isinstance(of, dict) else getattr(of, name, None)
    return value if value is not None and isinstance(value, kind) else None


def text_of(of: Any, name: str) -> str:
    """The text in the field ``name``; empty where there is none."""
    return part(of, name, str) or ""


def count(of: Any, name: str) -> int | None:
    """The field ``name`` as a count, where it is a whole number of at least 0."""
    value = part(of, name, int)
    return None if value is None or isinstance(value, bool) or value < 0 else value
