"""Whether a page can be left unasked, because its sitemap says that it has not changed since it was loaded.

A sitemap's ``lastmod`` is believed only as far as it is proved: each load asks for some of the pages that it speaks of,
others each day, and where one of them has changed after all, for all of them. Many sites write a date there that nobody
keeps, and a visitor would be told what stood on a page last year.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from email.utils import parsedate_to_datetime

from django.utils.dateparse import parse_date, parse_datetime

from . import Entry, Known, LoadedArticle, LoadError, Unchanged

#: Of the pages that seem unchanged so many are asked for, at least.
FEWEST_PROVED = 10
PROVED_SHARE = 10
#: A day ends last where the clocks are twelve hours behind.
_DAY = timedelta(days=1, hours=12)


def latest(given: str) -> datetime | None:
    """The last moment that a ``lastmod`` can mean; ``None`` where it says less than a day."""
    try:
        found = parse_datetime(given)
        if found and found.tzinfo:
            return found
        day: date | None = found.date() if found else parse_date(given)
        return datetime.combine(day, time(), UTC) + _DAY if day else None
    except (ValueError, OverflowError):
        return None


def is_older(modified: datetime | None, known: Known) -> bool:
    """Whether the version that is stored was sent, or made, after the page was last changed."""
    if modified is None or not known.validators.last_modified:
        return False
    try:
        stored = parsedate_to_datetime(known.validators.last_modified)
    except (ValueError, TypeError):
        return False
    return modified < (stored if stored.tzinfo else stored.replace(tzinfo=UTC))


def proving(pages: Sequence[str], today: date) -> list[str]:
    """Those of these pages that are asked for nonetheless; others each day, and all where they are few."""
    number = max(FEWEST_PROVED, -(-len(pages) // PROVED_SHARE))
    return sorted(pages, key=lambda page: hashlib.sha256(f"{today} {page}".encode()).digest())[:number]


def disproves(entry: Entry, known: Known) -> bool:
    """Whether what came of a page that seemed unchanged shows that it has changed. A failure shows nothing."""
    if isinstance(entry, LoadedArticle):
        return entry.fingerprint != known.fingerprint
    return not isinstance(entry, Unchanged | LoadError)
