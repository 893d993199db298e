"""What a language can set. One module a language; each part has a home of its own."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Splitting:
    """Where sentences end: abbreviations by class, ordinals, words that start a sentence (spec 1, S4–S6, S11)."""


@dataclass(frozen=True)
class Voice:
    """First-person words, and the homographs that are none (spec 1, §5)."""


@dataclass(frozen=True)
class Numbers:
    """Number words, scales, ordinals, months, percent and minus words, grouping (spec 1, §4 and §9 Values)."""


@dataclass(frozen=True)
class Language:
    """One language: its code as Django writes it (``zh-hans``), and what each step needs to know of it."""

    code: str
    splitting: Splitting = field(default_factory=Splitting)
    voice: Voice = field(default_factory=Voice)
    numbers: Numbers = field(default_factory=Numbers)
