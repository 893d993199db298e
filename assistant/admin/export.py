"""CSV that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponse

#: A cell that begins with one of these is read as a formula by some spreadsheet; the wide forms by East Asian ones.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def safe_cell(value: Any) -> str:
    """The value as text; an apostrophe in front where a spreadsheet would take it for a formula."""
    if value is None:
        return ""
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def csv_response(name: str, header: Sequence[Any], rows: Iterable[Sequence[Any]]) -> HttpResponse:
    """A download called ``name``; begins with a byte order mark, by which spreadsheets know UTF-8.

    Written whole: under ASGI a synchronous stream would be collected first all the same.
    """
    text = io.StringIO("\ufeff", newline="")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text)
    for row in (header, *rows):
        writer.writerow([safe_cell(value) for value in row])
    response = HttpResponse(text.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response
