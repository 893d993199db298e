"""Reads the figures of a folded text: dates, times, decades, pairs, codes and numbers with what belongs to them.

Reading is the same for an answer and for a source; ``values`` decides what a reading claims or vouches for.
"""

from __future__ import annotations

import re

from .codes import CASED_LETTER, RUN, chain, code_at, code_key, is_ending, telephone
from .dates import dates, decades, han_date, numeric_date, starts_time_or_date, time_at
from .decimals import canonical, readings, shifted, size
from .number_words import ORDINAL, SHARE, Figures
from .quantity import Kind, Quantity, phrase_after
from .vocabulary import WORD, Vocabulary, currency_before

# The first digit apart: a search for a set of characters is faster than one for a repeat.
_FIGURE = re.compile(r"\d\d*(?:[.,']\d+)*")
#: The same, wherever the search starts: never inside a figure.
_NUMERAL = re.compile(r"(?<![\d])(?<!\d[.,'])\d+(?:[.,']\d+)*")
_SPACED = re.compile(r"(?<![\d])(?<!\d[.,'])\d{1,3}(?: \d{3})+(?![\d'])(?:[.,]\d{1,2}(?!\d))?")
_PAIR_SIGN = re.compile(r"\s?(--|[-\u2012-\u2015/:~～比×]|(?<=\d)x(?=\d)|(?<= )x(?= ))\s?(?=[€$£¥]?\d)")
_SHARE = re.compile(rf"(\d+)/(\d+){SHARE}")
_YEAR = re.compile(r"1\d{3}|20\d{2}")
_DASH = re.compile(r"\s?[-\u2012-\u2015]\s?(?=\d)")
# Looked up for every figure: a module's name is found faster than a member of an enum.
_PLAIN_NUMBER = Kind.NUMBER
_ASCII_WORD = re.compile("[a-z]+")
_CURRENCY_SIGNS = frozenset("€$£¥₹₽₩₺")
# What may follow a figure directly and cannot belong to it; the empty string is the end of the text.
_AFTER_FIGURE = frozenset(("", *',;.)!?"'))
_AFTER_FIGURE_AND_SPACE = _AFTER_FIGURE | {" "}
_MEASURE_GAP = re.compile(r"[\s-]?(?:d'|de |of |an )?")


def read(figures: Figures, vocabulary: Vocabulary, capitals: frozenset[str] | None = None) -> list[Quantity]:
    """The quantities of a text, in order, none overlapping. ``capitals``: its capitalised words, where they matter."""
    text = figures.text
    numerals = _with_spaced(figures) if vocabulary.space_groups else list(_FIGURE.finditer(text))
    if not numerals:
        return []
    taken = decades(text, numerals, vocabulary) | dates(figures, vocabulary, capitals)
    quickly = vocabulary.before_triggers.isdisjoint(figures.words)
    found: list[Quantity] = []
    at = 0
    for numeral in numerals:
        start, end = numeral.span()
        if start < at:
            continue
        bare = _bare_number(text, start, end, vocabulary, figures) if quickly and start not in taken else None
        if bare is not None and not (found and found[-1].zeros):
            found.append(bare)
            at = bare.end
            continue
        quantity = taken.get(start) or bare or _read_at(text, start, end, vocabulary, figures)
        if found and found[-1].zeros and (sum_of := _sum(found[-1], quantity, text, vocabulary)) is not None:
            found[-1] = quantity = sum_of
        else:
            found.append(quantity)
        at = max(quantity.end, start + 1)
    return found


def _sum(left: Quantity, right: Quantity, text: str, vocabulary: Vocabulary) -> Quantity | None:
    """``2 million and 300 thousand``, ``1亿2000万``: one number; nothing where the two are two."""
    if left.kind is not Kind.NUMBER or right.kind is not Kind.NUMBER or left.measure:
        return None
    gap = text[left.end : right.start].strip()
    if (gap and gap not in vocabulary.joiners) or right.start - left.end > 5:
        return None
    high, low = size(left.readings[0]), size(right.readings[0]) if right.readings else None
    scaled = right.zeros or (right.in_words and len(right.readings[0]) > 3)
    if high is None or low is None or not scaled or not 0 < low < 10**left.zeros:
        return None
    return right._replace(start=left.start, readings=(canonical(f"{high + low:f}"),), zeros=max(right.zeros, 3))


def _with_spaced(figures: Figures) -> list[re.Match[str]]:
    """The figures of a text in which a space may group thousands, though not after a word (une 907)."""
    text, found, at = figures.text, [], 0
    while (plain := _NUMERAL.search(text, at)) is not None:
        spaced = None if figures.words_at(plain.start()) else _SPACED.match(text, plain.start())
        found.append(spaced or plain)
        at = found[-1].end()
    return found


def plain_numbers(figures: Figures, vocabulary: Vocabulary) -> list[str] | None:
    """The numbers of a text that holds none but bare ones, as ``read`` would read them; ``None`` where it holds more.

    It is there for speed alone: most sentences with figures are such.
    """
    text = figures.text
    if vocabulary.space_groups or figures.edits or not vocabulary.before_triggers.isdisjoint(figures.words):
        return None
    numerals = list(_FIGURE.finditer(text))
    if decades(text, numerals, vocabulary) or not vocabulary.month_triggers.isdisjoint(figures.words):
        return None
    for numeral in numerals:
        if not _bare_end(text, numeral.start(), numeral.end(), vocabulary):
            return None
    return [numeral[0] for numeral in numerals]


def _bare_number(text: str, start: int, end: int, vocabulary: Vocabulary, figures: Figures) -> Quantity | None:
    """The number of plain digits that nothing beside them can belong to, which most are; nothing for any other.

    It reads as ``_number`` would; it is there for speed alone, so whatever is in doubt is left to ``_read_at``.
    """
    stop = _bare_end(text, start, end, vocabulary)
    if not stop:
        return None
    in_words = bool(figures.edits) and figures.words_at(start)
    return Quantity(_PLAIN_NUMBER, start, stop, (text[start:end],), "", in_words, is_bare=True)


def _bare_end(text: str, start: int, end: int, vocabulary: Vocabulary) -> int:
    """The end of the bare number whose digits are ``start:end``; 0 where they are none."""
    written = text[start:end]
    if not written.isdigit() or written[0] == "0" or (vocabulary.short_years and end - start == 2):
        return 0
    if start:
        if text[start - 1] not in " (" or (start > 1 and text[start - 2] in _CURRENCY_SIGNS):
            return 0
        if not text.isascii() and max(text[max(0, start - 3) : start]) >= "\u0900":
            return 0
    stop, after = end, text[end : end + 1]
    if after == "." and "." in vocabulary.ordinal_endings:
        stop += 1
        after = text[stop : stop + 1]
    if after == " ":
        word = (_ASCII_WORD if text.isascii() else WORD).match(text, stop + 1)
        if word is None:
            if text[stop + 1 : stop + 2] not in _AFTER_FIGURE_AND_SPACE:
                return 0
        elif (found := word[0]) in vocabulary.after_triggers or not (found.isascii() or max(found) < "\u3040"):
            return 0
    elif after not in _AFTER_FIGURE:
        return 0
    return stop


def _read_at(text: str, start: int, end: int, vocabulary: Vocabulary, figures: Figures) -> Quantity:
    after = text[end : end + 1]
    return (
        (after == "/" and _share(text, start))
        or ((after in "-/." or "." in text[start:end]) and numeric_date(text, start))
        or (not text.isascii() and han_date(text, start))
        or telephone(text, start, end)
        or (after == "-" and chain(text, start))
        or time_at(text, start, end, vocabulary)
        or code_at(text, start, end, vocabulary, figures)
        or _pair(text, start, end, vocabulary, figures)
        or _number(text, start, end, vocabulary, figures)
    )


def _share(text: str, start: int) -> Quantity | None:
    """A fraction that was written in words."""
    match = _SHARE.match(text, start)
    return Quantity(Kind.SHARE, start, match.end(), (match[1],), other_end=(match[2],)) if match else None


def _pair(text: str, start: int, end: int, vocabulary: Vocabulary, figures: Figures) -> Quantity | None:
    sign = _PAIR_SIGN.match(text, end)
    if sign is not None:
        second = _NUMERAL.search(text, sign.end(), sign.end() + 20)
        if second is None or second.start() - sign.end() > 1:
            return None
    else:
        # Only a share of a hundred or a unit that both ends have is worth reading "10 to 12" as a pair.
        sign = vocabulary.between.match(text, end)
        if sign is None or sign.end() == end or text[start - 1 : start] == "-":
            return None
        second = _NUMERAL.match(text, sign.end())
        if second is None:
            return None
    stop = second.end()
    run = RUN.match(text, stop)
    if run is not None and not is_ending(run[0], text, stop, vocabulary):
        return None
    separator = sign[1] if sign.lastindex else "to"
    if separator == ":" and figures.words_at(start) and figures.words_at(second.start()):
        # A colon between two words (in Chinese) is no ratio.
        return None
    first = text[start:end]
    if separator == "to" and (starts_time_or_date(text, second.start())):
        return None
    tail = _number(text, second.start(), stop, vocabulary, figures)
    head = _number(text, start, end, vocabulary, figures, alone=True)
    if separator not in ("to", ":", "比", "x", "×"):
        last = _elided_year(first, second[0], of_two=separator == "/")
        if last and not tail.measure:
            return Quantity(Kind.PAIR, start, stop, (first,), other_end=(last,), separator="years")
        separator = separator if separator == "/" else "-"
    return Quantity(
        Kind.PAIR,
        head.start,
        tail.end,
        tuple(shifted(reading, tail.zeros) for reading in head.readings),
        measure=tail.measure or head.measure,
        separator=separator,
        other_end=tail.readings,
    )


def _elided_year(first: str, second: str, *, of_two: bool) -> str:
    """``2007–11`` and ``1998--02`` in full; nothing where the two are no years.

    ``of_two``: only a year and the next, which ``2019/20`` is, and ``2019/2020``.
    """
    if of_two and len(second) == 4 and second.isdigit() and second[:2] in (first[:2], str(int(first[:2] or 0) + 1)):
        second = second[2:]
    if (
        len(first) != 4
        or not first.isdigit()
        or len(second) != 2
        or not second.isdigit()
        or not "1000" <= first <= "2199"
    ):
        return ""
    year = int(first) // 100 * 100 + int(second)
    if year <= int(first):
        year += 100
    return str(year) if year - int(first) < (2 if of_two else 60) else ""


def _number(
    text: str, start: int, end: int, vocabulary: Vocabulary, figures: Figures, *, alone: bool = False
) -> Quantity:
    written = text[start:end]
    numbers = readings(
        written,
        dot_groups=vocabulary.dot_groups,
        comma_decimal=vocabulary.comma_decimal,
        of_source=vocabulary.of_source,
    )
    if vocabulary.short_years and len(written) == 2 and _follows_short_year(text, start, vocabulary):
        numbers = (*numbers, f"13{written}")
    first, measure = start, ""
    currency = currency_before(text, start)
    if currency is not None:
        measure, first = currency
    first, negative = _sign(text, first, vocabulary, figures)
    if currency is None and (currency := currency_before(text, first)) is not None:
        measure, first = currency
    percent_before = text[first - 1 : first] == "%" and not text[first - 2 : first - 1].isdigit()
    if percent_before:
        measure = "%"
    stop, zeros, glued, ordinal, century = end, 0, None, False, False
    if text[end : end + 1] == ORDINAL:
        stop, ordinal = end + 1, True
    if not alone:
        run = RUN.match(text, end)
        ending = (
            ""
            if ordinal
            else run[0]
            if run
            else text[end : end + 3]
            if text[end : end + 1] == "-"
            else text[end : end + 1]
        )
        if ending and ending in vocabulary.ordinal_endings and ending not in vocabulary.measures:
            stop, ordinal = end + len(ending), ending != "."
        factor = None if ordinal else _scale_after(text, end, vocabulary, bool(measure.startswith("$")))
        if factor is not None:
            zeros, scale_end, sign = factor
            unit = vocabulary.measures.get(sign, "") if sign and text[end : end + 1].isalpha() else ""
            if unit and not measure:
                glued = (unit, numbers[0])
            numbers = tuple(shifted(reading, zeros) for reading in numbers)
            stop = scale_end
        century = not vocabulary.century_triggers.isdisjoint(figures.words) and _is_century(
            text, first, stop, vocabulary
        )
        if not century and (not measure or measure == "$dollar"):
            after = phrase_after(text, stop, vocabulary.measures, vocabulary.measure_triggers, gap=_MEASURE_GAP)
            if after is not None and not (ordinal and len(after[0]) <= 2) and (not measure or after[0].startswith("$")):
                year = after[0] == "g" and text[stop : after[1]].endswith("г") and _YEAR.fullmatch(written)
                measure, stop = ("", stop) if year else after
                if year:
                    # 1990 г. is a year, or grams.
                    glued = ("g", numbers[0])
                if measure == "$gbp" and not ordinal and numbers and currency is None and text[stop - 1] in "ds":
                    # Pounds may be of weight.
                    glued = ("lb", numbers[0])
    if negative:
        numbers = tuple(f"-{reading}" for reading in numbers)
    return Quantity(
        Kind.NUMBER,
        first,
        stop,
        numbers,
        measure=measure,
        in_words=figures.words_at(start),
        ordinal=ordinal,
        zeros=zeros,
        glued=glued,
        code=code_key(text[start:stop]) if CASED_LETTER.match(text, end) and " " not in text[start:stop] else "",
        century=century,
    )


def _follows_short_year(text: str, start: int, vocabulary: Vocabulary) -> bool:
    before = text[max(0, start - 16) : start].split()
    return bool(before) and (before[-1] in vocabulary.short_years or " ".join(before[-2:]) in vocabulary.short_years)


def _is_century(text: str, start: int, stop: int, vocabulary: Vocabulary) -> bool:
    after = WORD.match(text, stop + (text[stop : stop + 1] in (" ", "-", ".")) + (text[stop : stop + 2] == ". "))
    if after is not None and (after[0] in vocabulary.century or after[0][:2] in vocabulary.century):
        return True
    joined = _DASH.match(text, stop) or vocabulary.between.match(text, stop)
    if joined is not None and (second := _NUMERAL.match(text, joined.end())) is not None:
        # The 18th and 19th centuries.
        ending = RUN.match(text, second.end())
        second_end = (
            ending.end() if ending else second.end() + (text[second.end() : second.end() + 1] in (".", ORDINAL))
        )
        return _is_century(text, second.start(), second_end, vocabulary)
    before = WORD.findall(text[max(0, start - 14) : start])
    return bool(before) and len(before[-1]) > 1 and before[-1] in vocabulary.century and text[start - 1 : start] == " "


def _sign(text: str, start: int, vocabulary: Vocabulary, figures: Figures) -> tuple[int, bool]:
    before = text[start - 1 : start]
    if before in ("-", "\u2013") and before:
        previous = text[start - 2 : start - 1]
        if not previous or previous in " ([\n\t:=~,;\"'" or (previous and "\u3400" <= previous <= "\u9fff"):
            earlier = text[: start - 1].rstrip()[-1:]
            if not (previous == " " and earlier.isdigit()):
                return start - 1, True
    may_be = not text.isascii() or not vocabulary.minus_triggers.isdisjoint(figures.words)
    if may_be and vocabulary.minus is not None and (match := vocabulary.minus.search(text, max(0, start - 14), start)):
        return match.start(), True
    return start, False


def _scale_after(text: str, end: int, vocabulary: Vocabulary, money: bool) -> tuple[int, int, str] | None:
    """How many zeros the scale word or sign after a figure adds, where it ends, and the sign where it is one."""
    word = phrase_after(text, end, vocabulary.scales, vocabulary.scale_triggers, gap=_SCALE_GAP)
    if word is not None:
        # Two may stand together (mil millones, هزار میلیارد, लाख करोड़).
        more = phrase_after(text, word[1], vocabulary.scales, vocabulary.scale_triggers)
        zeros = len(str(word[0])) - 1 + (len(str(more[0])) - 1 if more is not None else 0)
        return zeros, more[1] if more is not None else word[1], ""
    run = RUN.match(text, end)
    glued = run is not None
    if run is None and text[end : end + 1] == " ":
        run = RUN.match(text, end + 1)
    if run is None or run[0] not in vocabulary.scale_signs:
        return None
    # "4.2 m" is metres, "4.2m" may be either; "5 k" and "5 m" are sums of money only after a currency.
    if not glued and not money and (len(run[0]) == 1 or run[0] in vocabulary.measures):
        return None
    stop = run.end() + (text[run.end() : run.end() + 1] == "." and len(run[0]) > 1)
    return len(str(vocabulary.scale_signs[run[0]])) - 1, stop, run[0]


_SCALE_GAP = re.compile(r"[\s-]?[多余餘]?")
