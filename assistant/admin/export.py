"""CSV that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.http import StreamingHttpResponse

#: A cell that begins with one of these is read as a formula by some spreadsheet; the wide forms by East Asian ones.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def safe_cell(value: Any) -> str:
    """The value as text; an apostrophe in front where a spreadsheet would take it for a formula."""
    if value is None:
        return ""
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def csv_response(name: str, header: Sequence[Any], rows: Iterable[Sequence[Any]]) -> StreamingHttpResponse:
    """A download called ``name``, row by row; begins with a byte order mark, by which spreadsheets know UTF-8."""
    response = StreamingHttpResponse(_lines([header], rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, line: str) -> str:
        return line


def _lines(*parts: Iterable[Sequence[Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield "\ufeff"
    for rows in parts:
        for row in rows:
            yield writer.writerow([safe_cell(value) for value in row])
