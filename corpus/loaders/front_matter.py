"""The front matter of a Markdown file: YAML between two lines of hyphens, every value read as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import MAXYEAR, MINYEAR, date, datetime, time
from typing import Any

import yaml
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

_FENCE = re.compile(r"\A---[ \t]*\r?\n")
_NOT_STORABLE = re.compile("[\0\ud800-\udfff]")
_END = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE)


class Unreadable(Exception):
    """A file that cannot be an article as it stands; ``line`` counts from 1 in the file."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class FrontMatter:
    """The values by name, and the line on which each stands."""

    values: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)

    def text(self, *names: str) -> str:
        """The first of these values that is given, as text; raises ``Unreadable`` where it is a list or a mapping."""
        name = self.name_of(*names)
        value = self.values.get(name, "")
        if not isinstance(value, str):
            raise Unreadable(self.line(name), f"{name} should be a text")
        self._check(name, value)
        return value.strip()

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; a single text counts as a list of one."""
        value = self.values.get(name, [])
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
            raise Unreadable(self.line(name), f"{name} should be a list of texts")
        self._check(name, *found)
        return tuple(item.strip() for item in found if item.strip())

    def is_set(self, name: str) -> bool:
        """A yes or a no; absent is no."""
        value = self.text(name).lower()
        if value not in {"", "true", "yes", "on", "1", "false", "no", "off", "0"}:
            raise Unreadable(self.line(name), f"{name} should be true or false")
        return value in {"true", "yes", "on", "1"}

    def moment(self, *names: str) -> datetime | None:
        """A date (its first minute, in the site's time zone) or a time; ``None`` where none is given."""
        value = self.text(*names)
        if not value:
            return None
        try:
            return moment(value)
        except (ValueError, OverflowError):
            name = self.name_of(*names)
            raise Unreadable(self.line(name), f"{name} should be a date such as 2026-03-12") from None

    def _check(self, name: str, *values: str) -> None:
        # YAML's escapes can write what neither UTF-8 nor every database can carry.
        if not all(map(storable, values)):
            raise Unreadable(self.line(name), f"{name} holds a character that cannot be stored")

    def line(self, *names: str) -> int:
        """The line of the first of these names that is given, else the first line."""
        return self.lines.get(self.name_of(*names), 1)

    def name_of(self, *names: str) -> str:
        """The first of these names that is given, else the first."""
        return next((name for name in names if name in self.values), names[0])


def moment(value: str) -> datetime:
    """A date or a time as an aware time; raises ``ValueError`` or ``OverflowError`` where ``value`` is neither."""
    found: date | datetime | None = parse_datetime(value) or parse_date(value)
    # The first and the last year do not exist in every time zone.
    if found is None or not MINYEAR < found.year < MAXYEAR:
        raise ValueError("not a date")
    moment = found if isinstance(found, datetime) else datetime.combine(found, time())
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment)


def storable(text: str) -> bool:
    """Whether UTF-8 can carry it and every database can hold it: no null character, no lone surrogate."""
    return not _NOT_STORABLE.search(text)


def split(text: str) -> tuple[FrontMatter, str, int]:
    """Front matter, body, and the line on which the body begins. A file without front matter is all body."""
    fence = _FENCE.match(text)
    if not fence:
        return FrontMatter(), text, 1
    end = _END.search(text, fence.end())
    if not end:
        raise Unreadable(1, "the front matter is not closed by a line of three hyphens")
    return _read(text[fence.end() : end.start()]), text[end.end() :], text.count("\n", 0, end.end()) + 1


def _read(block: str) -> FrontMatter:
    # The plainest reader: every scalar is text, so that `no` is Norwegian and 2026-02-30 is ours to judge.
    loader = yaml.BaseLoader(block)
    try:
        node = loader.get_single_node()
        values = loader.construct_document(node) if node is not None else {}
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise Unreadable((mark.line if mark else 0) + 2, f"the front matter is not YAML: {error.problem}") from None
    except (yaml.YAMLError, RecursionError, ValueError, TypeError):
        raise Unreadable(2, "the front matter is not YAML") from None
    finally:
        loader.dispose()
    if not isinstance(values, dict):
        raise Unreadable(2, "the front matter should be names with values")
    lines = {key.value: key.start_mark.line + 2 for key, _value in node.value} if node is not None else {}
    return FrontMatter(values, lines)
