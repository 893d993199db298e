"""What reads the same is spelled the same (spec 1, §3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.folding import fold, fold_for_search


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("۳٫۱۴", "3.14"),
        ("٣٬١٤٠", "3,140"),
        ("५२", "52"),
        ("１，２００", "1,200"),
        ("٪۵۲", "%52"),
        ("كتابي", "کتابی"),
        ("می‌شود", "می شود"),
        ("مُحَمَّد", "محمد"),
        ("كـتاب", "کتاب"),
        ("\u200f12\u200e", "12"),
        ("ЁЛКА", "елка"),
        ("हज़ार", "हजार"),
        ("Nós", "nós"),
        ("10²", "10^2"),
        ("1½", "1 1/2"),
        ("2019，120人", "2019, 120人"),
        ("−5", "-5"),
    ],
)
def test_forms_of_one_text_fold_alike(written: str, folded: str) -> None:
    assert fold(written) == folded


@pytest.mark.parametrize(
    ("written", "typed"), [("Zürich", "zurich"), ("œuvre", "oeuvre"), ("Straße", "strasse"), ("três", "tres")]
)
def test_search_does_not_ask_for_accents(written: str, typed: str) -> None:
    assert fold_for_search(written) == fold_for_search(typed)


def test_vowel_signs_of_indic_scripts_stay() -> None:
    assert fold_for_search("किताब") == "किताब"


@given(st.text())
def test_folding_a_folded_text_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fold_for_search(fold_for_search(text)) == fold_for_search(text)
