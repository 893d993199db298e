"""Splitting takes time linear in the text, whatever it holds and however it arrives (spec 1, S14)."""

from __future__ import annotations

import pytest

from .hostile import HOSTILE, growth, repeated, splitting

SMALL, LARGE = 10_000, 40_000


@pytest.mark.parametrize("size", [1, LARGE], ids=["in single characters", "whole"])
@pytest.mark.parametrize("fragment", [pytest.param(text, id=name) for name, text in HOSTILE.items()])
def test_four_times_a_hostile_text_takes_about_four_times_as_long(fragment: str, size: int) -> None:
    """A quadratic splitter would take sixteen times as long."""
    texts = repeated(fragment, SMALL), repeated(fragment, LARGE)
    assert growth(lambda text: splitting(text, size), *texts, at_most=7) < 7
