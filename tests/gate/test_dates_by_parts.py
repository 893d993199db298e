"""A date is vouched for by its parts: day and month together, month or season, and year (spec 1, §9 Values).

Each case: the language, what the source says, what the answer claims of it, and whether the source supports that.
"""

from __future__ import annotations

import pytest

from .claims import is_supported

CASES = [
    # A season is a part of a date like a month.
    ("en", "It opened in summer 2015.", "It opened in winter 2015", False),
    ("en", "It opened in November 2015.", "It opened in the winter of 2015", False),
    ("en", "It opened in the winter of 2015.", "It opened in winter 2015", True),
    ("en", "In autumn 2015 it opened.", "It opened in the fall of 2015", True),
    ("en", "There are 12 spring rolls.", "There are 12 rolls", True),
    ("en", "There are 12 spring rolls.", "There are 13 spring rolls", False),
    ("en", "The busiest winter was 2019/20.", "Winter 2019/20 was the busiest", True),
    ("en", "The winter of 2019/20 was busy.", "It was busy in winter 2018/19", False),
    # A quarter of the year is one too, in words as in Q1.
    ("en", "It grew in the third quarter of 2020.", "It grew in the first quarter of 2020", False),
    ("en", "It grew in Q3 2020.", "It grew in the third quarter of 2020", True),
    ("en", "It grew in Q3 2020.", "It grew in the fourth-quarter of 2020", False),
    ("en", "Third-quarter sales grew in 2020.", "It grew in Q3 2020", True),
    ("en", "It grew in the first and second quarters.", "It grew in the second quarter", True),
    ("en", "It grew in the first and second quarters.", "It grew in the fourth quarter", False),
    ("en", "They won the first match.", "They won the first quarter-final", True),
    # Persian years of two digits, after the month or after سال.
    ("fa", "در ۲۴ اسفند ۱۳۵۸ برگزار شد.", "در مردادماه ۵۸ برگزار شد", False),
    ("fa", "در ۲۴ اسفند ۱۳۵۸ برگزار شد.", "در اسفند ۵۸ برگزار شد", True),
    ("fa", "در ۲۴ اسفند ۵۸ برگزار شد.", "در ۲۴ اسفند ۱۳۵۸ برگزار شد", True),
    ("fa", "در اسفند ۵۸ برگزار شد.", "در ۲۴ اسفند ۵۸ برگزار شد", False),
    ("fa", "در مهر سال ۱۳۵۹ آغاز شد.", "در آبان سال ۱۳۵۹ آغاز شد", False),
    # Its months in figures.
    ("fa", "در تاریخ ۱۰/۲/۱۳۶۱ آغاز شد.", "در اردیبهشت سال ۶۱ آغاز شد", True),
    ("fa", "در تاریخ ۱۰/۲/۱۳۶۱ آغاز شد.", "در ۱۰ اردیبهشت ۱۳۶۱ آغاز شد", True),
    ("fa", "در تاریخ ۱۰/۲/۱۳۶۱ آغاز شد.", "در ۱۰ خرداد ۱۳۶۱ آغاز شد", False),
    ("fa", "در ۱۰ اردیبهشت ۱۳۶۱ آغاز شد.", "در تاریخ ۱۳۶۱/۰۲/۱۰ آغاز شد", True),
    ("ar", "افتتح في سبتمبر من عام 2015.", "افتتح في أكتوبر عام 2015", False),
    ("ar", "افتتح في سبتمبر من عام 2015.", "افتتح في سبتمبر عام 2015", True),
    ("de", "Es öffnete im Mai des Jahres 2015.", "Es öffnete im Mai 2015", True),
    # What happened in a century may have its year there; what is called by its century is called so there.
    ("en", "It opened in 1874.", "It opened in the 19th century", True),
    ("en", "It was built in 1617.", "It has a 17th-century fresco", False),
    ("en", "The fresco is of the 17th century.", "It has a 17th-century fresco", True),
    # A page that lost the space before a date.
    ("en", "U.S. SoccerMay 1 2019", "It was announced on May 1, 2019", True),
    ("en", "U.S. SoccerMay 1 2019", "It was announced on June 1, 2019", False),
]


@pytest.mark.parametrize(("language", "source", "claim", "supported"), CASES)
def test_every_part_of_a_date_stands_in_the_source(language: str, source: str, claim: str, supported: bool) -> None:
    assert is_supported(language, source, claim) is supported
