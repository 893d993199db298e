"""What each rule of values and names catches and costs: ``python -m tests.bench.switches GROUNDING.jsonl[.gz]``.

The file holds labelled sentences in the format of ``gate.evaluation``. The first row of the table is the gate as it
is; each other row has one thing switched off, a field of ``GateRules`` or a fixed rule that is taken out for the
measurement alone, and says by how much the counts change. A rule that only makes the gate stricter loses catches when
it is off; one that knows an equal form gains false stops.

Per language: how many unsupported sentences with a figure were stopped, and of all kinds; how many supported ones with
a figure, and of all kinds. Stops for a value or a name alone count. What the data does not hold (no row has a question,
or markers inside its sentence) shows no effect here: such rules have cases of their own in ``tests/gate``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import gate.names
import gate.nearness
import gate.quantities
import gate.sources
import gate.values
import gate.vocabulary
import gate.vouching
from gate import GateRules, Reason
from gate.evaluation import judge, read_rows
from gate.values import has_value
from gate.vocabulary import Vocabulary

Row = Mapping[str, Any]
#: Unsupported sentences stopped, with a figure and of all kinds; then supported ones, with a figure and of all kinds.
Counts = tuple[int, int, int, int]

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


def _decade_alone(figure: str) -> Iterator[tuple[str, ...]]:
    yield (f"d2:{figure}",) if len(figure) == 2 else (f"d:{figure}",)


#: Fixed rules that are code: what stands in their place.
CODE: dict[str, list[tuple[object, str, Any]]] = {
    "a figure in brackets in another unit": [(gate.values, "converted", _no)],
    "years are near no count": [(gate.vouching, "_is_year", _no)],
    "pairs (ranges, scores, ratios)": [(gate.quantities, "_pair", _nothing)],
    "telephone numbers": [(gate.quantities, "telephone", _nothing)],
    "times": [(gate.quantities, "time_at", _nothing)],
    "dates in figures": [(gate.quantities, "numeric_date", _nothing)],
    "names: inflection": [(gate.names.NameIndex, "_holds_inflected", _no)],
    "names: initials": [(gate.names.NameIndex, "holds_initials", _no)],
    "names: equal names (US, United States)": [(gate.names, "_known_otherwise", _no)],
    "names: acronyms explained in brackets": [(gate.names, "_explained", _no)],
}
#: Stricter rules that were tried and not adopted.
STRICTER: dict[str, list[tuple[object, str, Any]]] = {
    "number words up to ten are values": [(gate.values, "_SMALL_WORD", -1)],
    "no year vouches for its decade": [(gate.values, "_decade_claims", _decade_alone)],
    "a single first word is a name": [(gate.names, "_OPENS", re.compile(r"(?!)"))],
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
    # Passages that were read by other rules.
    gate.sources.remembered.cache_clear()


@contextmanager
def without_code(places: Sequence[tuple[object, str, Any]]) -> Iterator[None]:
    """Functions of the gate replaced."""
    with ExitStack() as stack:
        for owner, name, stand_in in places:
            stack.enter_context(patch.object(owner, name, stand_in))
        _forget()
        yield
    _forget()


def measure(rows: Sequence[Row], rules: GateRules | None = None) -> dict[str, Counts]:
    """The counts per language."""
    counts: dict[str, Counts] = {}
    for row in rows:
        caught, caught_all, false, false_all = counts.get(row["language"], (0, 0, 0, 0))
        if {Reason.VALUE_UNSUPPORTED, Reason.NAME_UNSUPPORTED}.intersection(judge(row, rules)):
            figure = has_value(row["sentence"])
            if row["supported"]:
                false, false_all = false + figure, false_all + 1
            else:
                caught, caught_all = caught + figure, caught_all + 1
        counts[row["language"]] = (caught, caught_all, false, false_all)
    return counts


def totals(rows: Sequence[Row]) -> dict[str, Counts]:
    """Of how many, per language."""
    sums: dict[str, list[int]] = {}
    for row in rows:
        figure, first = has_value(row["sentence"]), 2 if row["supported"] else 0
        sums.setdefault(row["language"], [0, 0, 0, 0])[first] += figure
        sums[row["language"]][first + 1] += 1
    return {code: (counts[0], counts[1], counts[2], counts[3]) for code, counts in sums.items()}


def variants(rows: Sequence[Row]) -> Iterator[tuple[str, dict[str, Counts]]]:
    """Each switch, fixed rule and stricter rule by name, with the counts without it, or with the stricter one."""
    for field in fields(GateRules):
        yield f"without GateRules.{field.name}", measure(rows, GateRules(**{field.name: False}))
    for name, change in WORDS.items():
        with without_words(change):
            yield f"without {name}", measure(rows)
    for prefix, table in (("without", CODE), ("stricter:", STRICTER)):
        for name, places in table.items():
            with without_code(places):
                yield f"{prefix} {name}", measure(rows)


def _line(name: str, languages: Sequence[str], cells: Callable[[str], Sequence[str]]) -> str:
    return f"{name:47}" + "".join(" | " + " ".join(f"{cell:>6}" for cell in cells(code)) for code in languages)


def main(arguments: list[str]) -> int:
    """Print the table; 2 for a wrong call."""
    if len(arguments) != 1:
        print("usage: python -m tests.bench.switches GROUNDING.jsonl[.gz]", file=sys.stderr)
        return 2
    rows = list(read_rows(Path(arguments[0])))
    base = measure(rows)
    languages = sorted(base)
    of = totals(rows)
    print(_line("unsupported stopped, supported stopped", languages, lambda code: (code, "all", "value", "all")))
    print(_line("of", languages, lambda code: [str(total) for total in of[code]]))
    print(_line("as it is", languages, lambda code: [str(count) for count in base[code]]))
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
