"""A token of letters and digits stands whole in a source, unless it is a number with its unit (spec 1, §9 Values).

Such a token is judged as a name, whichever of the two comes first; nothing that looks like one is judged by no rule.
"""

from __future__ import annotations

import pytest

from gate import Reason
from gate.languages import get
from gate.names import find_names
from gate.vocabulary import answer_vocabulary

from .claims import reasons

CASES = [
    ("It has a 1080p screen.", "It has a 720p screen", False),
    ("It has a 1080p screen.", "It has a 1080p screen", True),
    ("it has a 1080p screen.", "it has a 720p screen", False),
    ("It uses 2FA.", "It uses 3FA", False),
    ("The hall is in 3D.", "The hall is in 4D", False),
    ("The hall was 3D printed.", "The hall was 3D-printed", True),
    ("The hall was printed.", "The hall was 3D-printed", False),
    ("Bus 14A stops here.", "Bus 14E stops here", False),
    ("It runs GPT-5.", "It runs GPT-4", False),
    # In lower case as well, unless the word before the hyphen only places the figure.
    ("It is rich in omega-3 acids.", "It is rich in omega-6 acids", False),
    ("It is rich in omega 3 acids.", "It is rich in omega-3 acids", True),
    ("It is a grade 30 site.", "It is a grade-3 site", False),
    ("A covid-19 ward.", "A covid-20 ward", False),
    ("It runs GPT 4.", "It runs GPT-4", True),
    # Two sides of a thing are a pair of values.
    ("The screen has 1920×1080 dots.", "The screen has 1920x1080 dots", True),
]
NUMBERS = [
    *(
        "16GB",
        "3rd",
        "5pm",
        "9am",
        "10kg",
        "250mg",
        "5m",
        "1.5bn",
        "2x",
        "30s",
        "1990s",
        "20-year",
        "mid-2019",
        "top-10",
        "4K",
    ),
    *("1920x1080", "10am-5pm", "5-inch", "12h", "60fps", "500hp"),
]
ENDINGS = sorted(word for word in answer_vocabulary("en").figure_endings if word.isascii() and word.isalpha())


@pytest.mark.parametrize(("source", "claim", "supported"), CASES)
def test_a_code_stands_whole_in_a_source(source: str, claim: str, supported: bool) -> None:
    assert (reasons(source, claim) & {Reason.NAME_UNSUPPORTED} == set()) is supported


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_with_its_unit_is_no_code(number: str) -> None:
    assert find_names(f"It is {number} there", get("en")) == []


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_the_names_leave_to_the_values_is_a_value(ending: str) -> None:
    """Else a figure with these letters would be judged by neither."""
    assert reasons("It is calm.", f"It is 37{ending} there") != set()


SHAPES = (
    "A7 a7 A-7 a-7 7a 7-a 7A #7 @7 №7 §7 7° 7' 7/9 7:9 7.9.9 v7.9 7+9 C++7 $7 7€ (7) 7) 7th 7_000 0x7F 17-34-56 7,9 "
    "7;9 17th-century 7-fold T-7000 H7O km7 7² 7½ 7mm² ７７ 7% 7‰ 7bn 7-year-old 7am 7:30 7.30pm 07/09/2020 2017-09 "
    "1970s '70s 7s 7'000 7.000 7,000 7k 7MB 7Mbit/s 7x 7× 7x9 7-9 7~9 ±7 -7 −7 <7 7+ *7* **7** `7` ‘7’ 7's catch77 "
    "7up B7B 7B7 i7-9900K"
).split()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "here it says {} in the hall"),
        ("en", "It says {} in the hall"),
        ("fr", "Le musée dit {} dans la salle"),
        ("ru", "В музее {} в зале"),
        ("fa", "موزه {} در سالن دارد"),
    ],
)
def test_whatever_stands_around_a_digit_another_digit_stops(language: str, sentence: str, shape: str) -> None:
    """As it stands in the source a token passes, with another digit it does not: no digit is judged by no rule."""
    source = f"{sentence.format(shape)}."
    assert reasons(source, sentence.format(shape), language) == set()
    assert reasons(source, sentence.format(shape.replace("7", "8").replace("７", "８")), language) != set()
