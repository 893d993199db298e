"""The contrast of two colours, by WCAG 2.2's own definition; nothing of it is the product's."""

from __future__ import annotations


def contrast(one: str, other: str) -> float:
    """Of two colours such as ``#0b5a72``: 1 for the same, 21 for black and white."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
