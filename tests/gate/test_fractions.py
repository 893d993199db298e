"""Two thirds are a value, in words as in figures; so are two figures of one measurement (spec 1, §9 More equal forms).

Each case: the language, what the source says, what the answer claims of it, and whether the source supports that.
"""

from __future__ import annotations

import pytest

from gate.decimals import percentages

from .claims import is_supported

FRACTIONS = [
    ("en", "A third of users agree.", "One-third of users agree", True),
    ("en", "66% of users agree.", "Two-thirds of users agree", True),
    ("en", "Two thirds of users agree.", "Two-thirds of users agree", True),
    ("en", "2/3 of users agree.", "Two-thirds of users agree", True),
    ("en", "Two thirds of users agree.", "67% of users agree", True),
    ("en", "Two thirds of users agree.", "Three-quarters of users agree", False),
    ("en", "Some users agree.", "A third of the users agree", False),
    ("en", "It is a third-party app.", "It is a third-party app", True),
    ("en", "The third museum opened.", "A third museum opened", True),
    ("en", "It grew for three quarters.", "It grew for 3 quarters", True),
    ("en", "There are 250,000 books.", "It has a quarter of a million books", True),
    ("en", "There are 500,000 books.", "It has half a million books", True),
    ("en", "There are 400,000 books.", "It has half a million books", False),
    ("ru", "В музее и в архиве 500 000 книг.", "Там полмиллиона книг", True),
    ("de", "Ein Drittel stimmt zu.", "Zwei Drittel stimmen zu", False),
    ("fr", "Un tiers vote.", "Deux tiers votent", False),
    ("es", "Votan dos tercios.", "Votan tres cuartas partes", False),
    ("pt", "Votam dois terços.", "Vota um terço", False),
    ("ru", "Две трети голосовали.", "Голосовали три четверти", False),
    ("ru", "Голосовали 75 %.", "Голосовали три четверти", True),
    ("fa", "دو سوم نمایندگان رأی دادند.", "سه چهارم نمایندگان رأی دادند", False),
    ("fa", "دو سوم نمایندگان رأی دادند.", "دو‌سوم نمایندگان رأی دادند", True),
    ("fa", "به یک چهارم نهایی رسید.", "به یک چهارم نهایی رسید", True),
    ("ar", "صوت ثلثا الأعضاء.", "صوت ثلاثة أرباع الأعضاء", False),
    ("hi", "दो तिहाई लोग सहमत हैं।", "तीन चौथाई लोग सहमत हैं", False),
    ("zh", "三分之二的人同意。", "四分之三的人同意", False),
    ("zh", "67%的人同意。", "三分之二的人同意", True),
    ("zh", "球队进入八强。", "球队进入四分之一决赛", True),
]
MEASUREMENTS = [
    ("The shell weighs 23 pounds.", "The shell weighs 10 kg (23 lb)", True),
    ("The shell weighs 23 pounds.", "The shell weighs 15 kg (23 lb)", False),
    ("The shell weighs 23 pounds.", "The shell weighs 12 kg (26 lb)", False),
    ("The shell weighs 10 kg.", "The shell weighs 10 kg (22 lb)", True),
    # 10 kg come to 22 lb, and the source knows nothing of 23.
    ("The shell weighs 10 kg.", "The shell weighs 10 kg (23 lb)", False),
    ("The shell is 18 inches long.", "The shell is 18 in (460 mm) long", True),
    ("It was 25 °C.", "It was 77 °F (25 °C)", True),
    ("It was 25 °C.", "It was 70 °F (25 °C)", False),
    ("The road is 5 miles long.", "The road is 8 km (5 mi) long", True),
    # Without brackets two known units never match.
    ("The road is 5 miles long.", "The road is 8 km long", False),
    # Pounds are money or weight.
    ("A 23-pound shell.", "It weighs 23 lb", True),
    ("It costs 23 pounds.", "It costs £23", True),
    ("It costs £23.", "It weighs 23 lb", False),
]


@pytest.mark.parametrize(("language", "source", "claim", "supported"), FRACTIONS)
def test_a_fraction_in_words_is_a_value(language: str, source: str, claim: str, supported: bool) -> None:
    assert is_supported(language, source, claim) is supported


@pytest.mark.parametrize(("source", "claim", "supported"), MEASUREMENTS)
def test_a_figure_in_brackets_may_say_the_same_in_another_unit(source: str, claim: str, supported: bool) -> None:
    assert is_supported("en", source, claim) is supported


@pytest.mark.parametrize(
    ("upper", "lower", "written"),
    [("2", "3", ("66.67", "66.7", "67", "66")), ("3", "4", ("75",)), ("1", "8", ("12.5", "12")), ("1", "0", ("0",))],
)
def test_a_fraction_is_the_percentages_that_are_written_for_it(upper: str, lower: str, written: tuple[str]) -> None:
    assert percentages(upper, lower) == written
