"""A counted thing is vouched for by what is counted, not by what is measured (spec 1, §9: two known units never match).

Chinese says with a word of its own that something is counted one by one.
"""

from __future__ import annotations

import pytest

from .claims import is_supported

CASES = [
    ("他15岁时进入球队。", "他打入15个进球", False),
    ("他打入15粒进球。", "他打入15个进球", True),
    ("他打入十五个进球。", "他打入15个进球", True),
    ("便利店24小时营业。", "有24名学生", False),
    ("失误7次。", "共7人得分", False),
    ("共七人得分。", "共7名球员得分", True),
    ("共22位馆员。", "共22人", True),
    ("共22人。", "共22位馆员", True),
    # Months and hours are not counted by their 个.
    ("长达8个多小时。", "长达8小时", True),
    ("开放9个月。", "开放9个月", True),
    ("有9条线路。", "开放9个月", False),
    # January to September are nine months.
    ("1至9月份接待游客。", "前9个月接待游客", True),
    ("1—9月接待游客。", "前9个月接待游客", True),
    ("2至9月接待游客。", "前9个月接待游客", False),
]


@pytest.mark.parametrize(("source", "claim", "supported"), CASES)
def test_a_count_is_no_length_of_time(source: str, claim: str, supported: bool) -> None:
    assert is_supported("zh", source, claim) is supported


def test_the_question_vouches_for_what_is_counted() -> None:
    from gate import SentenceGate

    gate = SentenceGate(["馆很大。"], "zh", question="能容纳250人吗？")
    outcome = gate.feed("能容纳250人 [S1]。")
    assert not outcome.reasons and not gate.finish().reasons
