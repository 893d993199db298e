"""What is "about" or "more than" a value measures the same as it does (spec 1, §9 Bounds: of the same kind).

Each case: the language, what the source says, what the answer claims of it, and whether the source supports that.
"""

from __future__ import annotations

import pytest

from .claims import is_supported

CASES = [
    # A year is no number of visitors, however it is written.
    ("en", "The museum opened in 1987.", "About 2,000 people visit it daily", False),
    ("en", "The museum opened in 1987.", "Some 1,990 people visit it daily", False),
    ("en", "It closed on 3 May 2004.", "Nearly 2,010 people live there", False),
    ("en", "It ran from 2007-11.", "About 2,000 people live there", False),
    ("en", "The 1987 film was shown.", "About 2,000 people saw it", False),
    ("de", "Das Museum besteht seit 1987.", "Es hat rund 2.000 Besucher", False),
    ("ru", "Музей открыт в 1987 году.", "В нём около 2000 залов", False),
    ("fa", "موزه در سال ۱۹۸۷ باز شد.", "حدود ۲۰۰۰ نفر آمدند", False),
    ("ar", "افتتح المتحف عام 1987.", "زاره حوالي 2000 شخص", False),
    ("zh", "该馆于2009年开放。", "有超过2000只股票", False),
    # A count of four digits without a separator is one.
    ("en", "The museum has 1187 rooms.", "It has about 1,200 rooms", True),
    ("en", "It is home to 1987 people.", "About 2,000 people live there", True),
    ("zh", "有2100只股票。", "有超过2000只股票", True),
    # Near a year is a year.
    ("en", "The museum opened in 1987.", "It opened around 1990", True),
    ("en", "The museum opened in 1974.", "It opened around 1990", False),
    # Hours, kilometres and money are no rooms.
    ("en", "It is open 24 hours.", "It has nearly 25 rooms", False),
    ("en", "It lies 340 km away.", "It has more than 300 rooms", False),
    ("en", "It costs $340.", "It has more than 300 rooms", False),
    ("en", "It lies 340 km away.", "It lies more than 300 km away", True),
    ("zh", "便利店24小时营业。", "有近30名学生", False),
    ("zh", "有28名学生。", "有近30名学生", True),
    # What has its currency left out is money still.
    ("en", "It raised $340 million.", "It raised more than 300 million", True),
    # A sum of money is near one of its own currency, or a bare figure beside that currency.
    ("en", "It cost €1,187.", "It cost about $1,200", False),
    ("en", "It cost 1,187.", "It cost about $1,200", False),
    ("en", "In dollars, it cost 1,187.", "It cost about $1,200", True),
]


@pytest.mark.parametrize(("language", "source", "claim", "supported"), CASES)
def test_only_what_measures_the_same_is_near(language: str, source: str, claim: str, supported: bool) -> None:
    assert is_supported(language, source, claim) is supported
