"""Values: what an answer claims, what a source vouches for (spec 1, §4 and §9 Values).

A claim is a few alternatives, each a set of keys; a source is a set of keys. A claim is vouched for when all keys of
one alternative are there. Only where none is, and the sentence says "about" or "more than", are sizes compared.

Keys: ``n:12`` any number, ``b:12`` one without unit or currency, ``s:12`` one outside a pair, ``p:12`` a percentage,
``u:kg:12`` with its unit, ``c:eur:12`` with its currency, ``cur:eur`` the currency anywhere, ``md:9:17`` month and day,
``m:9`` a month, ``day:17`` a day without its month (Chinese), ``t:17:30`` a time, ``h:9`` a full hour, ``d:1970`` and
``d2:70`` a decade, ``cy:20`` a year of that century, ``pair:…`` a pair, ``x:gpt4`` a token of letters and digits,
``url:``, ``host:``, ``mail:``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from .addresses import blank_out, find_addresses
from .conversions import converted
from .dates import months_meant
from .decimals import percentages, size
from .folding import fold_for_search
from .languages.base import Language
from .nearness import Range, equal_units, ranges, says
from .number_words import Figures, figures
from .quantities import plain_numbers, read
from .quantity import COUNT, Kind, Quantity
from .rules import GateRules
from .tidying import tidied
from .vocabulary import Vocabulary, answer_vocabulary

Alternatives = tuple[tuple[str, ...], ...]

_RAW_HINT = re.compile(r"[\d@¼-¾⅐-⅞]|://|www\.|[a-z0-9]\.[a-z]{2}", re.IGNORECASE)
_HAS_FIGURE = re.compile(r"[\d¼-¾⅐-⅞]")
_CAPITALISED = re.compile(r"\b[A-Z][a-z]+")
#: Fractions that are as often written as decimals.
FRACTIONS = {("1", "2"): "0.5", ("1", "4"): "0.25", ("3", "4"): "0.75"}
# Number words up to this one are no value of an answer.
_SMALL_WORD = 10


class Value(NamedTuple):
    """One value of a sentence: where it stands in the folded text, and what would vouch for it as it stands.

    What else would do is worked out only when it is asked for, because most values are vouched for as they stand.
    """

    alternatives: Alternatives
    start: int
    end: int
    quantity: Quantity | None = None
    #: The folded text and what it is read with.
    text: str = ""
    vocabulary: Vocabulary | None = None
    rules: GateRules | None = None

    @property
    def is_plain_count(self) -> bool:
        """A number that the visitor's question may vouch for."""
        quantity = self.quantity
        return quantity is not None and quantity.kind is Kind.NUMBER and _is_plain_count(quantity, self.text)

    @property
    def near(self) -> tuple[Range, ...]:
        """The sizes that would do as well, because the sentence says "about" or names a bound."""
        quantity, vocabulary, rules = self.quantity, self.vocabulary, self.rules
        if quantity is None or quantity.kind is not Kind.NUMBER or vocabulary is None or rules is None:
            return ()
        return ranges(quantity, self.text, vocabulary, rules)

    @property
    def hours(self) -> Alternatives:
        """The full hours that small numbers after a clock's word (at, from) may mean."""
        quantity, vocabulary = self.quantity, self.vocabulary
        if quantity is None or vocabulary is None or quantity.measure not in ("", "h"):
            return ()
        before = self.text[max(0, quantity.start - 25) : quantity.start]
        ends = hours_of(quantity)
        # Two ends in hours (de 9 a 17 horas) need no word before them.
        stated = len(ends) > 1 and quantity.measure == "h"
        return (tuple(f"h:{hour}" for hour in ends),) if ends and (stated or says(vocabulary.clock, before)) else ()

    def __repr__(self) -> str:
        return f"<Value at {self.start}:{self.end}>"


def has_value(text: str) -> bool:
    """Whether ``text`` holds any digit, URL or e-mail address (number words need no marker)."""
    if not _RAW_HINT.search(text):
        return False
    return _HAS_FIGURE.search(text) is not None or bool(find_addresses(text))


def find_values(text: str, language: Language, rules: GateRules, vouched: Sequence[Set[str]] = ()) -> Iterator[Value]:
    """The values that ``text``, a clause in ``language``, claims.

    Most are plain numbers that a source holds as they stand: those whose key is in one of ``vouched`` are left out.
    """
    vocabulary = answer_vocabulary(language.code)
    addresses = find_addresses(text)
    for address in addresses:
        yield Value(((address.key,),), address.start, address.end)
    text = blank_out(text, addresses)
    prepared = prepare(text, vocabulary)
    if vouched and (numbers := plain_numbers(prepared, vocabulary)) is not None:
        for number in numbers:
            if not _holds(vouched, f"n:{number}"):
                break
        else:
            return
    names_checked = rules.names and language.names is not None
    quantities = read(prepared, vocabulary, capitals_of(text, vocabulary, prepared.words))
    brackets = "(" in text or "[" in text
    for place, quantity in enumerate(quantities):
        if quantity.is_bare and vouched and _holds(vouched, f"n:{quantity.readings[0]}"):
            continue
        value = _claim(quantity, prepared, vocabulary, rules, names_checked)
        if value is None:
            continue
        if brackets and (other := _other_unit(quantities, place, prepared.text)) is not None:
            twin = _claim(other, prepared, vocabulary, rules, names_checked)
            value = value._replace(alternatives=value.alternatives + (twin.alternatives if twin else ()))
        yield value


def _other_unit(quantities: list[Quantity], place: int, text: str) -> Quantity | None:
    """The same measurement in another unit, in brackets behind the figure, or before it."""
    for neighbour in (place + 1, place - 1):
        if 0 <= neighbour < len(quantities) and converted(quantities[place], quantities[neighbour], text):
            return quantities[neighbour]
    return None


def _holds(vouched: Sequence[Set[str]], key: str) -> bool:
    for keys in vouched:  # noqa: SIM110 - run for every figure: a generator would cost as much again
        if key in keys:
            return True
    return False


def prepare(text: str, vocabulary: Vocabulary) -> Figures:
    """``text`` (its addresses blanked out) folded, with figures for its number words."""
    return figures(fold_for_search(tidied(text, of_source=vocabulary.of_source)), vocabulary)


def capitals_of(text: str, vocabulary: Vocabulary, words: frozenset[str]) -> frozenset[str] | None:
    """The capitalised words of ``text``, lower-cased, where a month in it is told from another word by its capital."""
    if vocabulary.months_in_capitals.isdisjoint(words):
        return None
    return frozenset(word.lower() for word in _CAPITALISED.findall(text))


def _claim(
    quantity: Quantity, prepared: Figures, vocabulary: Vocabulary, rules: GateRules, names_checked: bool
) -> Value | None:
    alternatives: Alternatives
    match quantity.kind:
        case Kind.NUMBER:
            if quantity.in_words and _is_small_word(quantity):
                return None
            if quantity.is_bare:
                alternatives = ((f"n:{quantity.readings[0]}",),)
            else:
                alternatives = tuple(_number_claims(quantity, prepared.text))
        case Kind.DATE:
            alternatives = tuple(_date_claims(quantity))
        case Kind.TIME:
            alternatives = tuple(_time_claims(quantity))
        case Kind.DECADE:
            alternatives = tuple(_decade_claims(quantity.readings[0]))
        case Kind.PAIR:
            alternatives = tuple(_pair_claims(quantity))
        case Kind.SHARE:
            alternatives = tuple(_share_claims(quantity))
        case Kind.CODE:
            if names_checked and not quantity.in_words and any(sign.isalpha() for sign in quantity.code):
                return None
            # Of a code in words (first quarter) no digit was written.
            numbers = () if quantity.in_words else tuple((f"n:{reading}",) for reading in quantity.readings)
            alternatives = ((f"x:{quantity.code}",), *numbers)
    return Value(alternatives, quantity.start, quantity.end, quantity, prepared.text, vocabulary, rules)


def _is_small_word(quantity: Quantity) -> bool:
    if quantity.measure == "%" or quantity.zeros:
        return False
    reading = quantity.readings[0].lstrip("-")
    return len(reading) <= 2 and int(reading) <= _SMALL_WORD


def _is_plain_count(quantity: Quantity, text: str) -> bool:
    """A count: no money, percentage, year or telephone number."""
    if quantity.measure not in ("", COUNT) or quantity.century or not quantity.readings:
        return False
    digits = quantity.readings[0]
    if text[quantity.start - 1 : quantity.start] == "+" or len(digits.replace(".", "")) > 6:
        return False
    return not (len(digits) == 4 and digits.isdigit() and "1000" <= digits <= "2199")


def _number_claims(quantity: Quantity, text: str) -> Iterator[tuple[str, ...]]:
    measure = quantity.measure
    for reading in quantity.readings:
        if measure == "%":
            yield (f"p:{reading}",)
        elif measure.startswith("$"):
            for code in measure[1:].split("/"):
                yield (f"c:{code}:{reading}",)
                yield (f"b:{reading}", f"cur:{code}")
        elif measure:
            for unit in equal_units(measure):
                yield (f"u:{unit}:{reading}",)
            yield (f"b:{reading}",)
        else:
            yield (f"n:{reading}",)
        if quantity.century and text[quantity.end : quantity.end + 1] != "-":
            # What opened in the 19th century may have opened in 1874; a 19th-century fresco is called one.
            yield (f"cy:{reading}",)
    if quantity.glued is not None:
        unit, reading = quantity.glued
        yield (f"u:{unit}:{reading}",)
    signed = measure.startswith("$") or any(reading.startswith("-") for reading in quantity.readings)
    if quantity.code and not signed:
        # The letters as they stand; a sign or a currency is no part of them.
        yield (f"x:{quantity.code}",)
    if not quantity.readings:
        yield (f"v:{text[quantity.start : quantity.end]}",)


def hours_of(quantity: Quantity) -> tuple[str, ...]:
    """The full hours that a number, or both ends of a range, may be; nothing where one is none."""
    if quantity.kind is Kind.PAIR and quantity.separator in ("to", "-"):
        ends = (*quantity.readings[:1], *quantity.other_end[:1])
    elif quantity.kind is Kind.NUMBER:
        ends = quantity.readings[:1]
    else:
        return ()
    return ends if all(end.isdigit() and len(end) <= 2 and int(end) <= 24 for end in ends) else ()


def _date_claims(quantity: Quantity) -> Iterator[tuple[str, ...]]:
    year = (f"n:{quantity.year}",) if quantity.year else ()
    if quantity.other_end:
        # The year as it is written, of two digits.
        parts = [f"md:{quantity.month}:{day}" for day in quantity.days] or [f"m:{quantity.month}"]
        yield (*parts, *year)
        yield (*parts, f"n:{quantity.other_end[0]}")
        return
    if not quantity.days:
        yield (f"m:{quantity.month}", *year)
        return
    if not quantity.month:
        yield (f"day:{quantity.days[0]}",)
        return
    for month in months_meant(quantity):
        yield (*(f"md:{month}:{day}" for day in quantity.days), *year)
    if quantity.swapped:
        yield (f"md:{quantity.days[0]}:{quantity.month}", *year)
    for reading in quantity.readings:
        yield (f"n:{reading}",)


def _time_claims(quantity: Quantity) -> Iterator[tuple[str, ...]]:
    time, face = quantity.readings
    yield (f"t:{time}",)
    hour, _, minute = time.partition(":")
    if not quantity.measure:
        yield (f"face:{face}",)
        if minute == "00":
            yield (f"h:{hour}",)
    if minute == "00":
        yield (f"b:{hour}",)
        if quantity.measure == "oclock":
            yield (f"u:h:{hour}",)


def _decade_claims(figure: str) -> Iterator[tuple[str, ...]]:
    if len(figure) == 2:
        yield (f"d2:{figure}",)
        starts = [f"19{figure}", f"18{figure}", f"20{figure}", f"13{figure}"]
    else:
        yield (f"d:{figure}",)
        yield (f"d2:{figure[2:]}!",)
        starts = [figure]
    for start in starts:
        for year in range(int(start), int(start) + 10):
            yield (f"n:{year}",)


def _pair_claims(quantity: Quantity) -> Iterator[tuple[str, ...]]:
    measure, separator = quantity.measure, quantity.separator
    for first in quantity.readings:
        for second in quantity.other_end:
            if separator != "years":
                yield (pair_key(measure or "*", first, second),)
                if measure:
                    yield (pair_key("-", first, second),)
            if separator == "/" and (part := FRACTIONS.get((first, second))):
                yield from _end_keys(measure, part)
            if separator in ("/", ":", "比", "x", "×"):
                continue
            if separator == "years" or are_years(first, second):
                yield (f"n:{first}", f"n:{second}")
            elif separator == "to" or ascends(first, second):
                for end in _end_keys(measure, first):
                    for other in _end_keys(measure, second):
                        yield (*end, *other)


def _share_claims(quantity: Quantity) -> Iterator[tuple[str, ...]]:
    upper, lower = quantity.readings[0], quantity.other_end[0]
    for percentage in percentages(upper, lower):
        yield (f"p:{percentage}",)
    yield (pair_key("*", upper, lower),)
    if (part := FRACTIONS.get((upper, lower))) is not None:
        yield (f"n:{part}",)


def _end_keys(measure: str, reading: str) -> Iterator[tuple[str, ...]]:
    """What vouches for one end of a range."""
    if measure == "%":
        yield (f"p:{reading}",)
    elif measure.startswith("$"):
        for code in measure[1:].split("/"):
            yield (f"c:{code}:{reading}",)
            yield (f"b:{reading}", f"cur:{code}")
    elif measure:
        yield (f"u:{measure}:{reading}",)
        yield (f"b:{reading}",)
    else:
        yield (f"s:{reading}",)


def pair_key(measure: str, first: str, second: str) -> str:
    """The key of a pair, with what it measures: ``*`` anything, ``-`` nothing."""
    return f"pair:{measure}:{first}:{second}"


def are_years(first: str, second: str) -> bool:
    """Whether both ends of a pair read as years."""
    return all(len(year) == 4 and "1000" <= year <= "2199" for year in (first, second))


def ascends(first: str, second: str) -> bool:
    """Whether a pair can be a range: its first end is the lower one."""
    low, high = size(first), size(second)
    return low is not None and high is not None and low < high
