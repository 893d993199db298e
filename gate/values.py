"""Values: numbers, URLs and e-mail addresses (a first form: digits as they stand)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .folding import fold_for_search
from .languages.base import Language
from .rules import GateRules

_VALUE = re.compile(r"https?://[^\s<>\"]+|www\.[^\s<>\"]+|[^\s@<>()]+@[^\s@<>()]+\.\w+|\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a sentence."""

    key: str
    is_plain_count: bool = False


def has_value(text: str) -> bool:
    """Whether ``text`` holds any digit, URL or e-mail address."""
    return _VALUE.search(fold_for_search(text)) is not None


def find_values(text: str, language: Language, rules: GateRules) -> list[Value]:
    """The values of ``text``."""
    return [Value(key) for key in _keys(text)]


def _keys(text: str) -> list[str]:
    keys = []
    for match in _VALUE.finditer(fold_for_search(text)):
        key = match[0].rstrip(".,;:!?)/")
        if key[0].isdigit():
            key = re.sub(r",(?=\d{3}(?!\d))", "", key).replace(",", ".")
            if "." in key:
                key = key.rstrip("0").rstrip(".")
        keys.append(key)
    return keys


class SourceValues:
    """The values of a source."""

    def __init__(self, text: str) -> None:
        self._keys = frozenset(_keys(text))

    def vouches(self, value: Value) -> bool:
        """Whether the source holds ``value``."""
        return value.key in self._keys
