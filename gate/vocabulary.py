"""The number words of a language, folded and merged for look-up: one vocabulary for an answer, one for a source.

An answer is read in its own language. A source is read in all ten, because a site quotes freely, except where a word
of another language spells something else in the source's own ("once" in English, "six" in none).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from . import languages, patterns
from .folding import fold_for_search
from .languages.base import Numbers, named

#: A word of any script, after folding.
WORD = re.compile(rf"{patterns.LETTER}+")
_ASCII_WORD = re.compile("[a-z]+")
PHRASE_LIMIT = 4

# What every language writes. ``$`` before a code marks money; ``%`` is the percentage.
_SIGNS = named(
    "%=% ‰=permille $|usd|us$=$dollar €|eur=$eur £|gbp=$gbp ¥=$yen/yuan jpy=$yen cny|rmb=$yuan "
    "₹|inr|rs|rs.=$inr ₽|rub=$rub chf=$chf r$|brl=$brl a$|aud=$aud c$|cad=$cad hk$|hkd=$hkd ₩|krw=$krw ₺=$try "
    "km=km m=m cm=cm mm=mm mi=mi kg=kg g=g mg=mg µg|mcg=ug t=t l=l ml=ml ha=ha km^2|km2|sq_km|кв._км=km2 "
    "m^2|m2|sq_m|кв._м=m2 m^3|m3=m3 gb|gib=gb mb|mib=mb kb|kib=kb tb|tib=tb gbit/s|gbps=gbps mbit/s|mbps=mbps "
    "kwh=kwh mwh=mwh gwh=gwh twh=twh w=w kw=kw mw=mw gw=gw mah=mah hp=hp nm=nm hz=hz khz=khz mhz=mhz ghz=ghz v=v "
    "°c=degc °f=degf °=deg km/h|kmh|kph=kmh m/s=mps h=h min=min ms=ms px=px kn=kn kcal=kcal kj=kj db=db "
    "ppm=ppm dpi=dpi fps=fps "
)
_CURRENCY_BEFORE = re.compile(
    r"(us\$|a\$|c\$|hk\$|nz\$|r\$|[€$£¥₹₽₩₺]|(?<![a-z])(?:usd|eur|gbp|chf|jpy|cny|rmb|rub|inr|brl|aud|cad|rs\.?))\s?\Z"
)
_CURRENCY_CODES = frozenset("usd eur gbp chf jpy cny rmb rub inr brl aud cad rs".split())
_BEFORE_CODES = {"nz$": "$nzd"}
#: What may stand between a figure and what it measures (200 d'euros).
_MEASURE_GAPS = ("d'", "de", "of", "an")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Folded words and the patterns made of them. ``measures`` maps to ``%``, ``$`` and a currency, or a unit."""

    cardinals: Mapping[str, int]
    ordinals: Mapping[str, int]
    decade_words: Mapping[str, int]
    scales: Mapping[str, int]
    scale_signs: Mapping[str, int]
    joiners: frozenset[str]
    joining_prefix: str
    #: The first words of everything that spells a number: a text without any of them need not be read.
    triggers: frozenset[str]
    months: Mapping[str, int]
    month_triggers: frozenset[str]
    months_in_capitals: frozenset[str]
    short_years: frozenset[str]
    #: Words right before, and right after, four digits that show that they are a year.
    year_words: frozenset[str]
    year_words_after: frozenset[str]
    shares: Mapping[str, tuple[str, ...]]
    #: Fractions in words, and what each says in figures (``2/3``).
    fractions: re.Pattern[str] | None
    fraction_values: Mapping[str, str]
    fraction_triggers: frozenset[str]
    measures: Mapping[str, str]
    ordinal_endings: frozenset[str]
    #: What glued to a figure makes no code of the two (16GB, 3rd, 5m).
    figure_endings: frozenset[str]
    oclock: Mapping[str, str]
    day_half: re.Pattern[str] | None
    century: frozenset[str]
    century_triggers: frozenset[str]
    half_after: re.Pattern[str] | None
    #: The first words of scales and of measures.
    scale_triggers: frozenset[str]
    measure_triggers: frozenset[str]
    #: The first words of all that may belong to a figure before it.
    after_triggers: frozenset[str]
    #: Words that say more of a figure than the two characters before it show: a text without any is read quickly.
    before_triggers: frozenset[str]
    #: The first words of months, currencies and shares.
    standing_triggers: frozenset[str]
    roman: re.Pattern[str] | None
    decade_before: re.Pattern[str] | None
    decade_after: re.Pattern[str]
    minus: re.Pattern[str] | None
    #: The last words of what stands for a minus; none where it need not be a word of its own (Chinese).
    minus_triggers: frozenset[str]
    between: re.Pattern[str]
    clock: re.Pattern[str] | None
    about: re.Pattern[str] | None
    about_after: re.Pattern[str] | None
    more: re.Pattern[str] | None
    more_after: re.Pattern[str] | None
    less: re.Pattern[str] | None
    no_numbers: re.Pattern[str] | None
    #: Phrases such as "half past nine": the group that matched, ``n`` and its place, says which result is meant.
    spoken: re.Pattern[str] | None
    spoken_results: tuple[str, ...]
    spoken_triggers: frozenset[str]
    #: Parts of a year in words, and the code that each is (first quarter: q1).
    periods: re.Pattern[str] | None
    period_codes: Mapping[str, str]
    period_triggers: frozenset[str]
    spoken_years: bool
    dot_groups: bool
    space_groups: bool
    comma_decimal: bool
    of_source: bool
    chinese: bool


def words_in(folded: str) -> list[str]:
    """The words of a folded text, in order."""
    return (_ASCII_WORD if folded.isascii() else WORD).findall(folded)


def currency_before(text: str, start: int) -> tuple[str, int] | None:
    """The currency whose sign stands right before ``start``, and where the sign starts."""
    sign = _CURRENCY_BEFORE.search(text, max(0, start - 5), start)
    if sign is None:
        return None
    return (_BEFORE_CODES.get(sign[1]) or _SIGNS.get(sign[1]) or "$dollar"), sign.start()


@lru_cache(maxsize=32)
def answer_vocabulary(code: str) -> Vocabulary:
    """The vocabulary of an answer in this language."""
    language = languages.get(code)
    return _merged([language.numbers], frozenset(), language.code == "zh-hans", of_source=False)


@lru_cache(maxsize=32)
def source_vocabulary(code: str) -> Vocabulary:
    """The vocabulary of a source in this language: the words of all ten, its own first."""
    own = languages.get(code)
    others = [language.numbers for language in languages.LANGUAGES if language is not own]
    homographs = frozenset(fold_for_search(word) for word in own.numbers.homographs)
    return _merged([own.numbers, *others], homographs, True, of_source=True)


@lru_cache(maxsize=1)
def _common_words() -> dict[str, frozenset[str]]:
    return {
        language.code: frozenset(fold_for_search(word) for word in language.numbers.common)
        for language in languages.LANGUAGES
    }


def language_of(folded: str, else_: str = "en") -> str:
    """The language that a folded text is most likely written in, by its commonest words; ``else_`` where none."""
    start = folded[:4000]
    times = Counter(words_in(start))
    counts = {code: sum(times[word] for word in common) for code, common in _common_words().items()}
    counts["zh-hans"] = sum(start.count(sign) for sign in "的是在了和有")
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] > counts.get(else_, 0) else else_


def _folded(words: Iterable[str]) -> list[str]:
    return [fold_for_search(word.replace("_", " ")) for word in words]


def _merged(parts: list[Numbers], homographs: frozenset[str], chinese: bool, *, of_source: bool) -> Vocabulary:
    own = parts[0]

    def table(field: str) -> dict[str, int]:
        merged: dict[str, int] = {}
        for part in reversed(parts):
            for word, value in getattr(part, field).items():
                word = fold_for_search(word.replace("_", " "))
                if part is own or word not in homographs:
                    merged[word] = value
        return merged

    def words(field: str) -> list[str]:
        return sorted({word for part in parts for word in _folded(getattr(part, field))}, key=len, reverse=True)

    cardinals, ordinals, scales = table("cardinals"), table("ordinals"), table("scales")
    decade_words, months = table("decade_words"), table("months")
    prefix = "و" if of_source else own.joining_prefix
    triggers = {WORD.findall(word)[0] for word in (*cardinals, *ordinals, *decade_words, *scales) if WORD.search(word)}
    if prefix:
        triggers |= {prefix + word for word in triggers}
    century = frozenset(word.rstrip(".") for word in words("century"))
    halves = {fold_for_search(word.replace("_", " ")): "am" for part in parts for word in part.morning}
    halves |= {fold_for_search(word.replace("_", " ")): "pm" for part in parts for word in part.afternoon}
    shares = {
        fold_for_search(word.replace("_", " ")): tuple(percentages.split())
        for part in parts
        for word, percentages in part.shares.items()
    }
    fractions = {
        fold_for_search(phrase.replace("_", " ").replace("-", " ")): figures
        for part in parts
        for phrase, figures in part.fractions.items()
    }
    periods = {fold_for_search(words.replace("_", " ")): code for part in parts for words, code in part.periods.items()}
    measures = _measures(parts)
    scale_signs = {
        # Of another language only the longer ones: its short signs are units here (mm, mi).
        sign: factor
        for sign, factor in table("scale_signs").items()
        if len(sign) > 2 or sign in own.scale_signs or sign in ("k", "m", "bn", "mn", "tn")
    }
    century_triggers, minus_triggers = (
        _first_words(century),
        frozenset(WORD.findall(word)[-1] for word in words("minus")),
    )
    return Vocabulary(
        cardinals=cardinals,
        ordinals=ordinals,
        decade_words=decade_words,
        scales=scales,
        scale_signs=scale_signs,
        joiners=frozenset(words("joiners")),
        joining_prefix=prefix,
        triggers=frozenset(triggers),
        months=months,
        month_triggers=frozenset(word.split()[0] for word in months),
        months_in_capitals=frozenset(_folded(own.months_in_capitals)),
        short_years=frozenset(words("short_years")) | {word for word, month in months.items() if 101 <= month <= 112}
        if own.short_years
        else frozenset(),
        fractions=patterns.fractions([phrase for part in parts for phrase in part.fractions]),
        fraction_values=fractions,
        fraction_triggers=_first_words(fractions),
        year_words=frozenset(word[:-2] for word in words("years") if word.endswith(" #")),
        year_words_after=frozenset(word[2:] for word in words("years") if word.startswith("# ")),
        shares=shares,
        measures=measures,
        ordinal_endings=frozenset(words("ordinal_endings")),
        figure_endings=frozenset(
            (*words("ordinal_endings"), *scale_signs, *scales, *measures, *words("oclock"), *halves, "x")
        )
        | frozenset(
            # A plural, where decades are one (747s, as 1990s).
            ("s",) if any("#s" in part.decades for part in parts) else ()
        ),
        oclock=dict.fromkeys(words("oclock"), "oclock") | halves,
        day_half=patterns.any_of([word for word in halves if patterns.BEFORE_A_TIME.match(word)], before="", after=""),
        century=century,
        century_triggers=century_triggers,
        half_after=patterns.halves([*words("oclock"), *halves]),
        scale_triggers=_first_words(scales),
        measure_triggers=_first_words(measures),
        after_triggers=_first_words(
            (
                *scales,
                *scale_signs,
                *measures,
                *halves,
                *words("oclock"),
                *words("between"),
                *_MEASURE_GAPS,
                "h",
                "ч",
                "x",
            )
        ),
        before_triggers=century_triggers | minus_triggers | _CURRENCY_CODES,
        standing_triggers=_first_words(
            (*months, *shares, *(word for word, measure in measures.items() if measure[:1] == "$"))
        ),
        roman=patterns.roman(century),
        decade_before=patterns.decade_before(words("decades")),
        decade_after=patterns.decade_after(words("decades")),
        minus=patterns.any_of(
            words("minus"),
            before=r"(?<!\bal )(?<!\bau )(?<!\bpor lo )(?<!\bpelo )(?:^|(?<=[^\w])|(?<=[\u3400-\u9fff]))",
            after=r"\s?\Z",
        ),
        minus_triggers=minus_triggers,
        between=patterns.required(words("between")),
        clock=patterns.left(words("clock")),
        about=patterns.left(words("about")),
        about_after=patterns.right(words("about_after")),
        more=patterns.left(words("more")),
        more_after=patterns.right(words("more_after")),
        less=patterns.left(words("less")),
        no_numbers=patterns.no_numbers(
            [pattern for part in parts for pattern in part.no_numbers], [*months, *words("percent")]
        ),
        spoken=_spoken(parts),
        spoken_results=tuple(result for part in parts for _, result in part.spoken),
        spoken_triggers=frozenset(_last_word(phrase) for part in parts for phrase, _ in part.spoken),
        spoken_years=own.spoken_years,
        periods=patterns.periods(periods),
        period_codes=periods,
        period_triggers=frozenset(_last_word(phrase) for phrase in periods),
        dot_groups=own.dot_groups,
        space_groups=own.space_groups,
        comma_decimal=own.space_groups or own.dot_groups,
        of_source=of_source,
        chinese=chinese,
    )


def _first_words(phrases: Iterable[str]) -> frozenset[str]:
    return frozenset(word[0] for phrase in phrases if (word := WORD.search(phrase)))


def _last_word(phrase: str) -> str:
    *_, last = WORD.finditer(fold_for_search(phrase))
    return last[0]


def _spoken(parts: list[Numbers]) -> re.Pattern[str] | None:
    """The spoken phrases of all parts; ``#`` is a number up to twelve in the words of its language, or in figures."""
    choices: list[str] = []
    for part in parts:
        words = sorted(
            {fold_for_search(word.replace("_", " ")) for word, value in part.cardinals.items() if 1 <= value <= 12},
            key=len,
            reverse=True,
        )
        number = "|".join([r"1[0-2]|0?[1-9]", *map(re.escape, words)])
        for phrase, _ in part.spoken:
            head, hash_, tail = (re.escape(half) for half in fold_for_search(phrase).partition("#"))
            name = f"n{len(choices)}"
            choices.append(f"{head}(?P<{name}>{number}){tail}" if hash_ else f"(?P<{name}>{head})")
    return re.compile(rf"(?<![^\W_])(?<!\d[.,:])(?:{'|'.join(choices)})(?![^\W_])") if choices else None


def _measures(parts: list[Numbers]) -> dict[str, str]:
    measures: dict[str, str] = {}
    for part in reversed(parts):
        measures |= {fold_for_search(word): f"${code}" for word, code in part.currencies.items()}
        # A short unit of another language is more often a word of this one (French Go, Mo, To).
        measures |= {
            word: unit
            for written, unit in part.units.items()
            if len(word := fold_for_search(written)) > 3 or not word.isascii() or part is parts[0]
        }
        measures |= dict.fromkeys(_folded(part.percent), "%")
    return measures | {fold_for_search(word): measure for word, measure in _SIGNS.items()}
