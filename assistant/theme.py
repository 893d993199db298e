"""The owner's one colour, and what is derived from it so that every text on it and in it can be read.

Two shades: one for light surfaces, one for dark. Each keeps the hue of what the owner chose; its lightness, and where
it must the strength of its colour, are bounded so that the contrast is right. Computed here and not in the browser, so
that every browser gets the same and a test can say that it is enough.
"""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import dataclass
from functools import lru_cache

#: The look's own, in ``tokens.css`` as well.
DEFAULT_ACCENT = "#0b5a72"
#: Lightness from 0 to 1: the most on light surfaces, that on dark ones, the most under white text. Every hue, however
#: strong, can be read at these on all surfaces of ``tokens.css`` and the admin (6 to 1 or more, over all colours), so
#: nothing need be measured when a page is made.
LIGHT, DARK, DEEP = 0.45, 0.78, 0.34
#: On dark ground a strong colour glares.
DARK_CHROMA = 0.08

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

Channels = tuple[float, float, float]


@dataclass(frozen=True)
class Theme:
    """The accent as ``#rrggbb``: ``light`` on light surfaces, under white; ``dark`` on dark ones, under black.

    ``deep`` is darker still, under white text in either scheme: a bar of the admin.
    """

    light: str
    dark: str
    deep: str

    @property
    def css(self) -> str:
        """The stylesheet: custom properties alone, which ``tokens.css`` and the admin's ``site.css`` read."""
        return f":root{{--owner-accent:{self.light};--owner-accent-dark:{self.dark};--owner-deep:{self.deep}}}\n"

    @property
    def version(self) -> str:
        """Changes with the stylesheet, and only with it: what its address ends in."""
        return hashlib.sha256(self.css.encode()).hexdigest()[:12]


@lru_cache(maxsize=16)
def theme(accent: str) -> Theme:
    """The theme of an accent such as ``#0b5a72``; an empty one, and what is no colour, is the look's own."""
    lightness, chroma, hue = _to_oklch(_read(accent if _COLOUR.fullmatch(accent) else DEFAULT_ACCENT))
    return Theme(
        light=_in_gamut(min(lightness, LIGHT), chroma, hue),
        dark=_in_gamut(DARK, min(chroma, DARK_CHROMA), hue),
        deep=_in_gamut(min(lightness, DEEP), chroma, hue),
    )


def _in_gamut(lightness: float, chroma: float, hue: float) -> str:
    """The colour as a screen can show it: paler, where it cannot be as strong."""
    while True:
        channels = _to_linear(lightness, chroma, hue)
        if chroma <= 0 or all(-1e-6 <= channel <= 1 + 1e-6 for channel in channels):
            return "#" + "".join(f"{round(255 * _encode(min(1.0, max(0.0, channel)))):02x}" for channel in channels)
        chroma = max(0.0, chroma - 0.002)


def _read(colour: str) -> Channels:
    """``#rrggbb`` as linear light."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _decode(red), _decode(green), _decode(blue)


def _decode(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _encode(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


# Björn Ottosson's Oklab: equal steps of lightness look equal, whatever the hue.


def _to_oklch(channels: Channels) -> Channels:
    red, green, blue = channels
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return lightness, math.hypot(a, b), math.atan2(b, a)


def _to_linear(lightness: float, chroma: float, hue: float) -> Channels:
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
