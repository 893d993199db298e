"""Splitting takes time linear in the text, whatever it holds and however it arrives (spec 1, S14)."""

from __future__ import annotations

import time

import pytest

from .pieces import sized, split

SMALL, LARGE = 30_000, 120_000

HOSTILE = (
    *(
        ". ",
        ".",
        "…",
        "\n",
        " ",
        "。",
        "[",
        "[S",
        "[S1",
        "[S1]",
        ". [S1] ",
        ". . ",
        '."',
        ".)",
        "e.g. ",
        "U.S. ",
        "17. ",
    ),
    *("\n- ", "\n**a", "ab\n[S1]\n", '。"', "\u200f", "\u0301", ". 😀", ". :", "x", "ab "),
)


def _seconds(text: str, size: int) -> float:
    pieces = sized(text, size)
    started = time.process_time()
    split(pieces)
    return time.process_time() - started


@pytest.mark.parametrize("size", [1, LARGE], ids=["in single characters", "whole"])
@pytest.mark.parametrize("fragment", HOSTILE, ids=ascii)
def test_four_times_the_text_takes_about_four_times_as_long(fragment: str, size: int) -> None:
    """The best of a few runs; a quadratic splitter would take sixteen times as long."""
    ratios = []
    for _ in range(3):
        small = _seconds(fragment * (SMALL // len(fragment)), size)
        large = _seconds(fragment * (LARGE // len(fragment)), size)
        # Below a hundredth of a second the clock says nothing, and nothing is slow.
        ratios.append(large / max(small, 0.01))
        if ratios[-1] < 8:
            return
    pytest.fail(f"four times the text took {min(ratios):.1f} times as long")
