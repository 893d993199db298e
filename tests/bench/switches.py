"""What each rule of values and names catches and costs: ``python -m tests.bench.switches GROUNDING.jsonl[.gz]``.

The file holds labelled sentences in the format of ``gate.evaluation``. The first row of the table is the gate as it
is; each other row has one thing switched off, a field of ``GateRules`` or a fixed rule that is taken out for the
measurement alone, and says by how much the counts change. A rule that only makes the gate stricter loses catches when
it is off; one that knows an equal form gains false stops.

Per language: unsupported sentences with a figure that were stopped, unsupported sentences of all kinds that were
stopped, and supported sentences with a figure that were stopped, counting stops for a value or a name alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import gate.decimals
import gate.names
import gate.nearness
import gate.quantities
import gate.values
import gate.vocabulary
import gate.vouching
from gate import GateRules, Reason
from gate.evaluation import judge, read_rows
from gate.values import has_value
from gate.vocabulary import Vocabulary

Row = Mapping[str, Any]
#: Stopped unsupported sentences with a figure, of all kinds, and stopped supported sentences with a figure.
Counts = tuple[int, int, int]

_NO_WORDS: dict[str, Any] = {}
_NOTHING: frozenset[str] = frozenset()

#: Fixed rules that are a part of the vocabulary: what is emptied to be without them.
WORDS: dict[str, Callable[[Vocabulary], Vocabulary]] = {
    "number words": lambda v: replace(v, cardinals=_NO_WORDS, ordinals=_NO_WORDS, triggers=_NOTHING),
    "spoken numbers and times": lambda v: replace(v, spoken_triggers=_NOTHING),
    "scale words and signs": lambda v: replace(v, scales=_NO_WORDS, scale_signs=_NO_WORDS, scale_triggers=_NOTHING),
    "units, currencies, percent words": lambda v: replace(v, measures=_NO_WORDS, measure_triggers=_NOTHING),
    "shares as percentages": lambda v: replace(v, shares=_NO_WORDS),
    "fractions in words as values": lambda v: replace(v, fraction_triggers=_NOTHING),
    "quarters of a year": lambda v: replace(v, period_triggers=_NOTHING),
    "dates with a month in words": lambda v: replace(v, months=_NO_WORDS, month_triggers=_NOTHING),
    "seasons": lambda v: replace(v, months={word: month for word, month in v.months.items() if month < 301}),
    "short Persian years": lambda v: replace(v, short_years=_NOTHING),
    "centuries": lambda v: replace(v, century=_NOTHING, century_triggers=_NOTHING),
    "halves of the day": lambda v: replace(v, day_half=None, half_after=None),
    "minus words": lambda v: replace(v, minus=None, minus_triggers=_NOTHING),
}


def _no(*_: Any) -> bool:
    return False


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _any_number(quantity: Any, text: str) -> list[tuple[str, str]]:
    """The keys among which a near value was looked for before kinds were told apart."""
    return gate.nearness._prefixes(quantity, text) if quantity.measure else [("n:", "")]


#: Fixed rules that are code: what stands in their place.
CODE: dict[str, list[tuple[object, str, Any]]] = {
    "a figure in brackets in another unit": [(gate.values, "converted", _no)],
    "years are near no count": [(gate.vouching, "_is_year", _no)],
    "pairs (ranges, scores, ratios)": [(gate.quantities, "_pair", _nothing)],
    "telephone numbers": [(gate.quantities, "_telephone", _nothing)],
    "times": [(gate.quantities, "time_at", _nothing)],
    "dates in figures": [(gate.quantities, "numeric_date", _nothing)],
    "names: inflection": [(gate.names.NameIndex, "_holds_inflected", _no)],
    "names: initials": [(gate.names.NameIndex, "holds_initials", _no)],
    "names: equal names (US, United States)": [(gate.names, "_known_otherwise", _no)],
    "names: acronyms explained in brackets": [(gate.names, "_explained", _no)],
}


@contextmanager
def without_words(change: Callable[[Vocabulary], Vocabulary]) -> Iterator[None]:
    """Every vocabulary, of answers and of sources, changed."""
    merged = gate.vocabulary._merged

    def changed(*arguments: Any, **options: Any) -> Vocabulary:
        return change(merged(*arguments, **options))

    with patch.object(gate.vocabulary, "_merged", changed):
        _forget()
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    gate.vocabulary.answer_vocabulary.cache_clear()
    gate.vocabulary.source_vocabulary.cache_clear()


@contextmanager
def without_code(places: Sequence[tuple[object, str, Any]]) -> Iterator[None]:
    """Functions of the gate replaced."""
    with ExitStack() as stack:
        for owner, name, stand_in in places:
            stack.enter_context(patch.object(owner, name, stand_in))
        yield


def measure(rows: Sequence[Row], rules: GateRules | None = None) -> dict[str, Counts]:
    """The counts per language."""
    counts: dict[str, Counts] = {}
    for row in rows:
        caught, caught_all, false = counts.get(row["language"], (0, 0, 0))
        if {Reason.VALUE_UNSUPPORTED, Reason.NAME_UNSUPPORTED}.intersection(judge(row, rules)):
            figure = has_value(row["sentence"])
            if row["supported"]:
                false += figure
            else:
                caught, caught_all = caught + figure, caught_all + 1
        counts[row["language"]] = (caught, caught_all, false)
    return counts


def variants(rows: Sequence[Row]) -> Iterator[tuple[str, dict[str, Counts]]]:
    """Each switch and fixed rule by name, with the counts without it."""
    for field in fields(GateRules):
        yield f"GateRules.{field.name}", measure(rows, GateRules(**{field.name: False}))
    for name, change in WORDS.items():
        with without_words(change):
            yield name, measure(rows)
    for name, places in CODE.items():
        with without_code(places):
            yield name, measure(rows)


def _line(name: str, languages: Sequence[str], cells: Callable[[str], Sequence[str]]) -> str:
    return f"{name:42}" + "".join(" | " + " ".join(f"{cell:>9}" for cell in cells(code)) for code in languages)


def main(arguments: list[str]) -> int:
    """Print the table; 2 for a wrong call."""
    if len(arguments) != 1:
        print("usage: python -m tests.bench.switches GROUNDING.jsonl[.gz]", file=sys.stderr)
        return 2
    rows = list(read_rows(Path(arguments[0])))
    base = measure(rows)
    languages = sorted(base)
    totals = {
        code: (
            sum(1 for row in rows if row["language"] == code and not row["supported"] and has_value(row["sentence"])),
            sum(1 for row in rows if row["language"] == code and not row["supported"]),
            sum(1 for row in rows if row["language"] == code and row["supported"] and has_value(row["sentence"])),
        )
        for code in languages
    }
    print(_line("", languages, lambda code: (f"{code}: value", "all", "false")))
    print(_line("of", languages, lambda code: [str(total) for total in totals[code]]))
    print(_line("as it is", languages, lambda code: [str(count) for count in base[code]]))
    print("\nwithout:")
    for name, counts in variants(rows):
        changes = {
            code: [
                f"{now - then:+d}" if now != then else "." for now, then in zip(counts[code], base[code], strict=True)
            ]
            for code in languages
        }
        print(_line(name, languages, changes.__getitem__), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
