"""The front matter of a Markdown file: YAML between lines of hyphens, TOML between lines of plus signs, or JSON.

Every value is read as text, names in any case.
"""

from __future__ import annotations

import email.utils
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import MAXYEAR, MINYEAR, date, datetime, time
from typing import Any

import yaml
from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

_FENCE = re.compile(r"\A(?:---|(?P<toml>\+\+\+))[ \t]*\r?\n")
_ENDS = {
    "---": re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE),
    "+++": re.compile(r"^\+\+\+[ \t]*(?:\r?\n|\Z)", re.MULTILINE),
}
_JSON = re.compile(r'\A\{\s*"[^"\n]*"\s*:')
_NOT_STORABLE = re.compile("[\0\ud800-\udfff]")
_YES, _NO = {"true", "yes", "on", "1"}, {"", "false", "no", "off", "0"}
#: Dates as people write them in English, without their commas; other generators than YAML's own read those, too.
_WRITTEN = ("%b %d %Y", "%B %d %Y", "%d %b %Y", "%d %B %Y", "%Y/%m/%d")


class Unreadable(Exception):
    """A file that cannot be an article as it stands; ``line`` counts from 1 in the file."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class FrontMatter:
    """The values by name, and the line on which each stands; names are in lower case."""

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
        if value not in _YES | _NO:
            raise Unreadable(self.line(name), f"{name} should be true or false")
        return value in _YES

    def is_refused(self, name: str) -> bool:
        """Whether the value is a plain no; what is absent, or anything but a yes or a no, is none."""
        value = self.values.get(name, "")
        return isinstance(value, str) and value.strip().lower() in _NO - {""}

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
    found: date | datetime | None = parse_datetime(value) or parse_date(value) or _written(value)
    # The first and the last year do not exist in every time zone.
    if found is None or not MINYEAR < found.year < MAXYEAR:
        raise ValueError("not a date")
    moment = found if isinstance(found, datetime) else datetime.combine(found, time())
    return moment if timezone.is_aware(moment) else timezone.make_aware(moment)


def _written(value: str) -> datetime | None:
    """A date as English writes it (``Jul 8, 2022``), or as e-mail does."""
    words = " ".join(value.replace(",", " ").split())
    for form in _WRITTEN:
        try:
            return datetime.strptime(words, form)
        except ValueError:
            continue
    try:
        return email.utils.parsedate_to_datetime(value)
    except (ValueError, TypeError):
        return None


def storable(text: str) -> bool:
    """Whether UTF-8 can carry it and every database can hold it: no null character, no lone surrogate."""
    return not _NOT_STORABLE.search(text)


def split(text: str) -> tuple[FrontMatter, str, int]:
    """Front matter, body, and the line on which the body begins. A file without front matter is all body."""
    if _JSON.match(text):
        return _split_json(text)
    fence = _FENCE.match(text)
    if not fence:
        return FrontMatter(), text, 1
    kind = text[:3]
    end = _ENDS[kind].search(text, fence.end())
    if not end:
        raise Unreadable(1, f"the front matter is not closed by a line of three {_SIGNS[kind]}")
    block = text[fence.end() : end.start()]
    front = _read_toml(block) if fence["toml"] else _read_yaml(block)
    return front, text[end.end() :], text.count("\n", 0, end.end()) + 1


_SIGNS = {"---": "hyphens", "+++": "plus signs"}


def read_yaml(block: str) -> Any:
    """What a piece of YAML holds, every scalar as text; raises ``ValueError`` where it is none."""
    try:
        return _yaml(block)[0]
    except (yaml.YAMLError, RecursionError, TypeError) as error:
        raise ValueError("no YAML") from error


def _yaml(block: str) -> tuple[Any, Any]:
    # The plainest reader: every scalar is text, so that `no` is Norwegian and 2026-02-30 is ours to judge.
    loader = yaml.BaseLoader(block)
    try:
        node = loader.get_single_node()
        return (loader.construct_document(node) if node is not None else {}), node
    finally:
        loader.dispose()


def _read_yaml(block: str) -> FrontMatter:
    try:
        values, node = _yaml(block)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise Unreadable((mark.line if mark else 0) + 2, f"the front matter is not YAML: {error.problem}") from None
    except (yaml.YAMLError, RecursionError, ValueError, TypeError):
        raise Unreadable(2, "the front matter is not YAML") from None
    if not isinstance(values, dict):
        raise Unreadable(2, "the front matter should be names with values")
    lines = {key.value: key.start_mark.line + 2 for key, _value in node.value} if node is not None else {}
    return _front_matter(values, lines)


def _read_toml(block: str) -> FrontMatter:
    try:
        values = tomllib.loads(block)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"\(at line (\d+)", str(error))
        line = int(at.group(1)) if at else block.count("\n")
        raise Unreadable(line + 1, "the front matter is not TOML") from None
    except (RecursionError, ValueError):
        raise Unreadable(2, "the front matter is not TOML") from None
    return _front_matter(_as_text(values), _lines_of(values, block, r"[\"']?{}[\"']?\s*=", 2))


def _split_json(text: str) -> tuple[FrontMatter, str, int]:
    try:
        values, end = json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as error:
        raise Unreadable(error.lineno, "the front matter is not JSON") from None
    except (RecursionError, ValueError):
        raise Unreadable(1, "the front matter is not JSON") from None
    lines = _lines_of(values, text[:end], r'[{{,]?\s*"{}"\s*:', 1)
    body = text[end:].lstrip(" \t").removeprefix("\n")
    return _front_matter(_as_text(values), lines), body, text.count("\n", 0, len(text) - len(body)) + 1


def _front_matter(values: Mapping[Any, Any], lines: Mapping[Any, int]) -> FrontMatter:
    return FrontMatter(
        {str(name).lower(): value for name, value in values.items()},
        {str(name).lower(): line for name, line in lines.items()},
    )


def _as_text(value: Any) -> Any:
    """The same with every scalar as the text that YAML would hold."""
    match value:
        case dict():
            return {name: _as_text(inner) for name, inner in value.items()}
        case list():
            return [_as_text(inner) for inner in value]
        case None:
            return ""
        case bool():
            return str(value).lower()
        case date() | datetime():
            return value.isoformat()
    return str(value)


def _lines_of(values: Mapping[str, Any], block: str, form: str, first: int) -> dict[str, int]:
    """The line on which each name is given; ``form`` is how a name stands there."""
    found = {}
    for name in values:
        at = re.search(r"^\s*" + form.format(re.escape(name)), block, re.MULTILINE)
        if at:
            found[name] = block.count("\n", 0, at.end()) + first
    return found
