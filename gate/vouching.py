"""What a source vouches for: its keys, each with its place (see ``values`` for what the keys mean)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from decimal import Decimal

from .addresses import Address, blank_out, find_addresses
from .codes import code_key
from .dates import months_meant
from .decimals import percentages, size
from .folding import fold_for_search
from .nearness import Range, says
from .number_words import figures
from .quantities import read
from .quantity import Kind, Quantity
from .tidying import tidied
from .values import FRACTIONS, Value, are_years, ascends, capitals_of, hours_of, pair_key
from .vocabulary import WORD, Vocabulary, language_of, source_vocabulary

_YEAR = re.compile(r"1\d{3}|2[01]\d{2}")
_PARTED_GROUPS = re.compile(r"(?<![\d.,])([1-9]\d{0,2}), (\d{3})(?![\d]|[.,]\d)")
_FROM_JANUARY = re.compile(r"(?<!\d)1月?\s?[至到~\u2013\u2014-]\s?\Z")
_AFTER_YEAR = frozenset("),;-\u2013")


class SourceValues:
    """What a source vouches for. Built once a source."""

    __slots__ = ("_keys", "_sizes")

    def __init__(self, text: str, language: str = "en") -> None:
        self._keys: set[str] = set()
        self._sizes: dict[str, list[Decimal]] | None = None
        for keys, _, _ in vouching(text, language):
            self._keys.update(keys)

    @property
    def keys(self) -> Set[str]:
        """All keys that the source holds."""
        return self._keys

    def vouches(self, value: Value) -> bool:
        """Whether the source holds ``value``, in this form or an equal one."""
        keys = self._keys
        for alternative in value.alternatives:
            if keys.issuperset(alternative):
                return True
        if any(keys.issuperset(hours) for hours in value.hours):
            return True
        near = value.near
        return bool(near) and self._is_near(near)

    def _is_near(self, near: tuple[Range, ...]) -> bool:
        if self._sizes is None:
            # Filled before it is seen: a source may serve several threads.
            sizes: dict[str, list[Decimal]] = {}
            for key in self._keys:
                prefix, _, reading = key.rpartition(":")
                if prefix.partition(":")[0] in ("b", "y", "p", "u", "c"):
                    number = size(reading)
                    if number is not None:
                        sizes.setdefault(f"{prefix}:", []).append(number)
                        if prefix.startswith("c:"):
                            sizes.setdefault("c:", []).append(number)
            self._sizes = sizes
        known = self._sizes
        return any(
            low <= number <= high
            for prefix, low, high, needs in near
            if not needs or needs in self._keys
            for number in known.get(prefix, ())
        )


def vouching(text: str, language: str = "en") -> Iterator[tuple[set[str], int, int]]:
    """The keys that ``text``, a source, holds, each set with its place in the folded text (addresses: in the given).

    ``language``: what it is read as where it is too short to tell.
    """
    addresses = find_addresses(text)
    for address in addresses:
        yield _address_keys(address), address.start, address.end
    text = tidied(blank_out(text, addresses), of_source=True)
    folded = fold_for_search(text)
    vocabulary = source_vocabulary(language_of(folded, language))
    prepared = figures(folded, vocabulary)
    capitals = capitals_of(text, vocabulary, prepared.words)
    for quantity in read(prepared, vocabulary, capitals):
        keys = set(_source_keys(quantity, prepared.text, vocabulary))
        yield keys, prepared.old_offset(quantity.start), prepared.old_offset(quantity.end, end=True)
    yield from _word_keys(folded, vocabulary, capitals)
    for match in _PARTED_GROUPS.finditer(folded):
        # Tokenised data parts a comma from the figures that it groups: 3, 800 is two numbers, or one.
        yield set(_number_keys((match[1] + match[2],), "", standalone=True)), match.start(), match.end()


def _address_keys(address: Address) -> set[str]:
    return {address.key, f"host:{address.host}"} if address.host else {address.key}


def _word_keys(
    folded: str, vocabulary: Vocabulary, capitals: frozenset[str] | None
) -> Iterator[tuple[set[str], int, int]]:
    """Months, currencies and shares that stand as words, wherever they stand."""
    words = [(match.start(), match.end()) for match in WORD.finditer(folded)]
    for place, (start, end) in enumerate(words):
        word = folded[start:end]
        if word not in vocabulary.standing_triggers:
            continue
        for size_ in (1, 2, 3):
            if place + size_ > len(words):
                break
            last = words[place + size_ - 1][1]
            phrase = word if size_ == 1 else folded[start:last]
            if phrase in vocabulary.months and (
                capitals is None or phrase not in vocabulary.months_in_capitals or phrase in capitals
            ):
                yield {f"m:{vocabulary.months[phrase]}"}, start, last
            if vocabulary.measures.get(phrase, "").startswith("$"):
                yield {f"cur:{code}" for code in vocabulary.measures[phrase][1:].split("/")}, start, last
            if phrase in vocabulary.shares:
                yield {f"p:{percentage}" for percentage in vocabulary.shares[phrase]}, start, last
    for sign in re.finditer(r"[$€£¥₹₽₩]", folded):
        yield {f"cur:{code}" for code in vocabulary.measures.get(sign[0], "$")[1:].split("/")}, sign.start(), sign.end()
    if vocabulary.chinese:
        for match in re.finditer(r"一半|半数|[三四五]分之[一二三四]|[美欧日]元|人民币|英镑", folded):
            if match[0] in vocabulary.shares:
                yield {f"p:{percentage}" for percentage in vocabulary.shares[match[0]]}, match.start(), match.end()
            elif match[0] in vocabulary.measures:
                yield {f"cur:{vocabulary.measures[match[0]][1:]}"}, match.start(), match.end()


def _source_keys(quantity: Quantity, text: str, vocabulary: Vocabulary) -> Iterator[str]:
    if quantity.kind in (Kind.TIME, Kind.DECADE):
        # To an answer in a language that does not write so, 5pm and 1970s are tokens.
        written = text[quantity.start : quantity.end]
        if " " not in written and not written.replace(":", "").isdecimal():
            yield f"x:{code_key(written)}"
    match quantity.kind:
        case Kind.NUMBER:
            if _is_year(quantity, text, vocabulary):
                yield from _year_keys(quantity.readings)
            elif quantity.ordinal and not quantity.measure:
                # The 37th vouches for a number 37, not for 37 km.
                yield from (f"{prefix}:{reading}" for reading in quantity.readings for prefix in "ns")
            else:
                yield from _number_keys(quantity.readings, quantity.measure, standalone=True)
            if quantity.glued is not None:
                unit, reading = quantity.glued
                yield from _number_keys((reading,), unit, standalone=True)
            if quantity.code:
                yield f"x:{quantity.code}"
            if not quantity.readings:
                yield f"v:{text[quantity.start : quantity.end]}"
        case Kind.DATE:
            if quantity.month:
                yield f"m:{quantity.month}"
                if not quantity.days and _FROM_JANUARY.search(text, max(0, quantity.start - 5), quantity.start):
                    # 1至9月 are nine months.
                    yield f"u:mo:{quantity.month}"
            for day in quantity.days:
                yield f"day:{day}"
                for month in months_meant(quantity):
                    yield from (f"md:{month}:{day}", f"m:{month}")
                if quantity.swapped:
                    yield f"md:{day}:{quantity.month}"
            yield from _number_keys(quantity.readings, "", standalone=True)
            if quantity.year:
                yield from _year_keys((quantity.year, *quantity.other_end))
        case Kind.TIME:
            time, face = quantity.readings
            yield from (f"t:{time}", f"face:{face}")
            if time.endswith(":00"):
                yield f"h:{time[:-3]}"
            if face.endswith(":00"):
                yield f"h:{face[:-3]}"
                if quantity.measure == "oclock":
                    yield from _number_keys((face[:-3],), "h", standalone=True)
        case Kind.DECADE:
            figure = quantity.readings[0]
            if len(figure) == 4:
                yield from (f"d:{figure}", f"d2:{figure[2:]}")
            else:
                yield from (f"d2:{figure}", f"d2:{figure}!")
        case Kind.PAIR:
            yield from _pair_keys(quantity)
            before = text[max(0, quantity.start - 25) : quantity.start]
            if quantity.separator == "to" and quantity.measure in ("", "h") and says(vocabulary.clock, before):
                yield from (f"h:{hour}" for hour in hours_of(quantity))
        case Kind.SHARE:
            upper, lower = quantity.readings[0], quantity.other_end[0]
            yield from (f"p:{percentage}" for percentage in percentages(upper, lower))
            yield from (pair_key("-", upper, lower), pair_key("*", upper, lower))
            yield from _number_keys((upper,), "", standalone=True)
            if (part := FRACTIONS.get((upper, lower))) is not None:
                yield from _number_keys((part,), "", standalone=True)
        case Kind.CODE:
            yield f"x:{quantity.code}"
            if quantity.measure == "tel":
                # As it is dialled at home as well, without the country's code of one to three digits.
                cuts = (0, 1, 2, 3) if quantity.separator == "+" else (0,)
                for national in (quantity.code[cut:].lstrip("0") for cut in cuts):
                    if len(national) > 6:
                        yield from (f"x:{national}", f"n:{national}")


def _year_keys(years: Iterable[str]) -> Iterator[str]:
    """A year vouches for a number as well, but no size is near to it."""
    for year in years:
        yield from (f"n:{year}", f"s:{year}", f"y:{year}")
        if _YEAR.fullmatch(year):
            yield f"cy:{(int(year) - 1) // 100 + 1}"


def _is_year(quantity: Quantity, text: str, vocabulary: Vocabulary) -> bool:
    """Whether a number is a year by what stands beside it (in 1987, 1987年, the 1987 film), not by its size alone."""
    start = quantity.start
    end = start + 4
    # A full stop after it may have been read as the ending of an ordinal.
    if quantity.measure or quantity.end > end + 1 or not _YEAR.fullmatch(text, start, end):
        return False
    after = text[end : end + 1]
    if after == "年":
        return True
    if text[start - 1 : start] == "(" and after in _AFTER_YEAR:
        return True
    before = WORD.findall(text[max(0, start - 14) : start])
    if before and before[-1] in vocabulary.year_words and not text[start - 1 : start].isdigit():
        return True
    following = WORD.match(text, end + (after == " "))
    return following is not None and following[0] in vocabulary.year_words_after


def _number_keys(readings: Iterable[str], measure: str, *, standalone: bool) -> Iterator[str]:
    for reading in readings:
        if measure == "%":
            yield f"p:{reading}"
            continue
        yield f"n:{reading}"
        if standalone:
            yield f"s:{reading}"
        if not measure and _YEAR.fullmatch(reading):
            yield f"cy:{(int(reading) - 1) // 100 + 1}"
        if measure.startswith("$"):
            for code in measure[1:].split("/"):
                yield f"c:{code}:{reading}"
                yield f"cur:{code}"
            if measure[1:] in ("aud", "cad", "hkd", "nzd", "twd"):
                yield f"c:dollar:{reading}"
        elif measure:
            yield f"u:{measure}:{reading}"
        else:
            yield f"b:{reading}"


def _pair_keys(quantity: Quantity) -> Iterator[str]:
    measure, separator = quantity.measure, quantity.separator
    for first in quantity.readings:
        for second in quantity.other_end:
            yield pair_key(measure or "-", first, second)
            yield pair_key("*", first, second)
            if separator == "/" and (part := FRACTIONS.get((first, second))):
                yield from _number_keys((part,), measure, standalone=True)
            if separator == "/" and len(first + second) == 2 and "0" < first < second:
                # 3/4 is 75 %.
                yield from (f"p:{percentage}" for percentage in percentages(first, second))
            if separator == "years" or are_years(first, second):
                yield from _year_keys((first, second))
            elif separator == "to":
                yield from _number_keys((first, second), measure, standalone=True)
                if measure == "%":
                    yield from _number_keys((first,), "", standalone=True)
            elif separator in ("x", "×") or (separator == "-" and ascends(first, second)):
                yield from _number_keys((first, second), measure, standalone=False)
                if measure:
                    yield f"b:{first}"
