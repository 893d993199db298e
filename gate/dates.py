"""Dates, decades and times in a text of figures."""

from __future__ import annotations

import re

from .decimals import canonical
from .number_words import ORDINAL, Figures
from .quantity import Kind, Quantity
from .vocabulary import WORD, Vocabulary

_ISO_DATE = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\d]|[.,]\d)")
_DATE = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d|[-/.,]\d)")
_CJK_DATE = re.compile(
    r"(?:(\d{4}|\d{2}) ?年)? ?(?:(\d{1,2}) ?月(?:份)?)(?: ?(\d{1,2}) ?[日号號])?"
    r"|(\d{4}) ?年|(\d{1,2}) ?[日号號](?=[^\d]|$|\d{1,2}[时時点點:])"
)
_TIME = re.compile(r"(\d{1,2})(?::|\s?[hч]\s?(?=\d))(\d{2})(?::(\d{2}))?(?![\d:])")
_DOT_TIME = re.compile(r"(\d{1,2})[.](\d{2})(?!\d|[.,]\d)")
_HAN_TIME = re.compile(r"(\d{1,2})[点點时時](?!间|代|候|期|段|长)(?:(\d{1,2})分?|(半))?")
_DECADE_FIGURE = re.compile(r"(?:\d{3}0|\d0)(?!\d)")
_GOES_ON = re.compile(r"[.,]\d")
_CENTURY_BEFORE = re.compile(r"(?<!\d)([12]\d)世纪\s?\Z")
_YEAR_AFTER = re.compile(
    r"\.?,?\s*(?:of |de |del |d'|do |des jahres |de l'annee |(?:من )?(?:عام|سنه) |سال )?\s*(\d{4})(?!\d|[.,]\d)"
)
# Of two digits, after a month of the Persian calendar: 58 is 1358.
_SHORT_YEAR_AFTER = re.compile(r"\s*(?:سال )?\s*(\d{2})(?!\d|[.,:/-]\d|\s?%)")
_YEAR_BEFORE = re.compile(r"(?<!\d)(\d{4})(?:,| г\.?| سال| के)?\s\Z")
_DAYS_BEFORE = re.compile(
    rf"(?<![\d.,:/-])(\d{{1,2}})(?:[a-z]{{2}}|[.°]|er|-?го|-?е|o|{ORDINAL})?(?:\s*(?:-|\u2013|\u2014|/|,|to|and|bis|und|et|au|a|y|al|e|по|и|تا|و|से|और)\s*"
    rf"(\d{{1,2}})(?:[a-z]{{2}}|[.°]|-?го|-?е|{ORDINAL})?)?\s*(?:of|de|del|day of|-|,)?\s?\Z"
)
_DAYS_AFTER = re.compile(
    rf"\.?\s+(?:the\s+)?(\d{{1,2}})(?:st|nd|rd|th|{ORDINAL})?(?!\d|[.,:]\d|\s?%|[a-z])(?:\s?(?:-|\u2013|\u2014|/|to|and|through)\s?(\d{{1,2}})(?:st|nd|rd|th)?(?!\d|[.,:]\d|\s?%))?"
)
_TO_ANOTHER_YEAR = re.compile(r"\s?(?:--|[-\u2013\u2014/])\s?\d{2}(?:\d{2})?(?!\d)")
_PERSIAN_MONTHS = (101, 112)
#: Seasons are numbered from here among the months.
SEASONS = 301


def decades(text: str, numerals: list[re.Match[str]], vocabulary: Vocabulary) -> dict[int, Quantity]:
    """Decades by the place of their figure, one of ``numerals``."""
    found: dict[int, Quantity] = {}
    for numeral in numerals:
        if "0" not in numeral[0]:
            continue
        start = numeral.start()
        match = _DECADE_FIGURE.match(text, start)
        if match is None or text[start - 1 : start] in (".", ","):
            continue
        end, figure = match.end(), match[0]
        after = vocabulary.decade_after.match(text, end)
        if after is None and (
            vocabulary.decade_before is None
            or not vocabulary.decade_before.search(text, max(0, start - 20), start)
            or _GOES_ON.match(text, end)
        ):
            continue
        century = _CENTURY_BEFORE.search(text, max(0, start - 6), start) if len(figure) == 2 else None
        if century is not None:
            # 20世纪90年代
            start, figure = century.start(), f"{int(century[1]) - 1}{figure}"
        found[start] = Quantity(Kind.DECADE, start, after.end() if after else end, (figure,))
    return found


def dates(figures: Figures, vocabulary: Vocabulary, capitals: frozenset[str] | None) -> dict[int, Quantity]:
    """Dates with a month in words, by the place of their first figure."""
    if vocabulary.month_triggers.isdisjoint(figures.words):
        return {}
    text = figures.text
    words = [(m.start(), m.end(), m[0]) for m in WORD.finditer(text)]
    found: dict[int, Quantity] = {}
    for place, (start, end, word) in enumerate(words):
        if word not in vocabulary.month_triggers:
            continue
        month = vocabulary.months.get(word, 0)
        if place + 1 < len(words):
            month2 = vocabulary.months.get(text[start : words[place + 1][1]])
            if month2:
                month, end = month2, words[place + 1][1]
        if not month or (capitals is not None and word in vocabulary.months_in_capitals and word not in capitals):
            continue
        quantity = _season(text, start, end, month) if month >= SEASONS else _date_around(text, start, end, month, word)
        if quantity is not None:
            found[quantity.start] = quantity
    return found


def _date_around(text: str, start: int, end: int, month: int, word: str) -> Quantity | None:
    low = max(0, start - 30)
    before = _DAYS_BEFORE.search(text[low:start])
    if before is not None and 1 <= int(before[2] or before[1]) <= 31 and 1 <= int(before[1]) <= 31:
        days = tuple(int(day) for day in before.groups() if day)
        first = low + before.start(1)
        year = _YEAR_AFTER.match(text, end)
        if text.startswith(".", end) and len(word) > 4 and year and text[end] == ".":
            year = None
        if year is None and (short := _short_year(text, first, end, month)) is not None:
            return short._replace(days=days)
        return Quantity(
            Kind.DATE, first, year.end() if year else end, days=days, month=month, year=year[1] if year else ""
        )
    after = _DAYS_AFTER.match(text, end)
    if after is not None and 1 <= int(after[1]) <= 31 and not (text.startswith(".", end) and len(word) > 4):
        days = tuple(int(day) for day in after.groups() if day and 1 <= int(day) <= 31)
        year = _YEAR_AFTER.match(text, after.end())
        year_before = _YEAR_BEFORE.search(text[low:start]) if year is None else None
        first = low + year_before.start(1) if year_before else after.start(1)
        loose = text[low:start].endswith("in ") and year is None
        return Quantity(
            Kind.DATE,
            first,
            year.end() if year else after.end(),
            days=days,
            month=month,
            year=year[1] if year else year_before[1] if year_before else "",
            readings=(after[1],) if loose else (),
        )
    short = _short_year(text, None, end, month)
    return short if short is not None else _month_and_year(text, start, end, month)


def _month_and_year(text: str, start: int, end: int, month: int) -> Quantity | None:
    year = _YEAR_AFTER.match(text, end)
    if year is not None and _TO_ANOTHER_YEAR.match(text, year.end()):
        # The winter of 2019/20: the two years are read together.
        return None
    if year is not None and not text.startswith(".", end):
        return Quantity(Kind.DATE, year.start(1), year.end(), month=month, year=year[1])
    low = max(0, start - 30)
    year = _YEAR_BEFORE.search(text[low:start])
    if year is not None:
        return Quantity(Kind.DATE, low + year.start(1), end, month=month, year=year[1])
    return None


# A season has years and no days (12 spring rolls are no date).
_season = _month_and_year


def _short_year(text: str, first: int | None, end: int, month: int) -> Quantity | None:
    """A month of the Persian calendar and a year of two digits, which may stand in full in a source as well."""
    if not _PERSIAN_MONTHS[0] <= month <= _PERSIAN_MONTHS[1]:
        return None
    match = _SHORT_YEAR_AFTER.match(text, end)
    if match is None or text.startswith(".", end):
        return None
    start = match.start(1) if first is None else first
    return Quantity(Kind.DATE, start, match.end(), month=month, year=f"13{match[1]}", other_end=(match[1],))


def months_meant(quantity: Quantity) -> tuple[int, ...]:
    """The months that a date may mean: one in figures of the year 1361 is Persian or Islamic."""
    month = quantity.month
    if 1 <= month <= 12 and "1250" <= quantity.year <= "1460":
        return (month, month + 100, month + 200)
    return (month,)


def numeric_date(text: str, start: int) -> Quantity | None:
    match = _ISO_DATE.match(text, start)
    if match is not None and int(match[3]) <= 12 and 1 <= int(match[4]) <= 31 and int(match[3]):
        return Quantity(Kind.DATE, start, match.end(), days=(int(match[4]),), month=int(match[3]), year=match[1])
    match = _DATE.match(text, start)
    if match is None or (len(match[4]) == 2 and match[2] != "/") or text[start - 1 : start] in ("-", "/", "."):
        return None
    first, second = int(match[1]), int(match[3])
    if not (1 <= first <= 31 and 1 <= second <= 31 and min(first, second) <= 12):
        return None
    year = match[4] if len(match[4]) == 4 else ""
    if second > 12:
        first, second = second, first
    return Quantity(
        Kind.DATE, start, match.end(), days=(first,), month=second, year=year, swapped=first <= 12 and first != second
    )


def han_date(text: str, start: int) -> Quantity | None:
    match = _CJK_DATE.match(text, start)
    if match is None:
        return None
    year = match[1] or match[4] or ""
    month = int(match[2] or 0)
    day = int(match[3] or match[5] or 0)
    if month > 12 or day > 31 or (not month and not year and day):
        return Quantity(Kind.DATE, start, match.end(), days=(day,)) if 1 <= day <= 31 and month <= 12 else None
    if not month and year:
        return Quantity(Kind.NUMBER, start, start + len(year), (canonical(year),))
    return Quantity(
        Kind.DATE, start, match.end(), days=(day,) if day else (), month=month, year=year if len(year) == 4 else ""
    )


def time_at(text: str, start: int, end: int, vocabulary: Vocabulary) -> Quantity | None:
    match = _TIME.match(text, start)
    if match is not None and int(match[1]) <= 24 and int(match[2]) < 60:
        half, stop = _half(text, start, match.end(), vocabulary)
        return _time_of(start, stop, int(match[1]), int(match[2]), half)
    match = _HAN_TIME.match(text, start)
    if match is not None and int(match[1]) <= 24:
        half, stop = _half(text, start, match.end(), vocabulary)
        return _time_of(start, match.end(), int(match[1]), 30 if match[3] else int(match[2] or 0), half)
    match = _DOT_TIME.match(text, start)
    if match is not None and int(match[1]) <= 24 and int(match[2]) < 60:
        half, stop = _half(text, start, match.end(), vocabulary)
        if half:
            return _time_of(start, stop, int(match[1]), int(match[2]), half)
        return None
    if end - start <= 2 and int(text[start:end]) <= 24:
        half, stop = _half(text, start, end, vocabulary)
        if half:
            return _time_of(start, stop, int(text[start:end]), 0, half)
    return None


def _half(text: str, start: int, end: int, vocabulary: Vocabulary) -> tuple[str, int]:
    """``am``, ``pm``, ``oclock`` or nothing, for the figures at ``start:end``; and where it ends."""
    match = vocabulary.half_after.match(text, end) if vocabulary.half_after is not None else None
    after = (vocabulary.oclock[match[1]], match.end()) if match is not None else None
    if vocabulary.day_half is not None and (not after or after[0] == "oclock"):
        low = max(0, start - 12)
        for before in vocabulary.day_half.finditer(text, low, start):
            if not re.search(r"[\d,.;]", text[before.end() : start]) and start - before.end() <= 2:
                return vocabulary.oclock[before[0]], after[1] if after else end
    return after or ("", end)


def _time_of(start: int, end: int, hour: int, minute: int, half: str) -> Quantity:
    face = f"{hour}:{minute:02}"
    if half == "pm" and hour < 12:
        hour += 12
    elif half == "am" and hour == 12:
        hour = 0
    return Quantity(Kind.TIME, start, end, (f"{hour % 24}:{minute:02}", face), measure=half)


def starts_time_or_date(text: str, at: int) -> bool:
    """Whether a time or a Chinese date starts here."""
    return _TIME.match(text, at) is not None or _CJK_DATE.match(text, at) is not None
