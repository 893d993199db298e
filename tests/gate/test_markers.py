"""Citation markers: which brackets are one, and what is left when they are taken out (spec 1, §4, §6 and §9)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.markers import Marker, break_between, find_markers, strip_markers

from .hostile import cpu_seconds, growth, repeated
from .strategies import texts


@pytest.mark.parametrize(
    ("marker", "numbers"),
    [
        ("[S1]", (1,)),
        ("[s1]", (1,)),
        ("[S01]", (1,)),
        ("[S 1]", (1,)),
        ("[ S1 ]", (1,)),
        ("[S12]", (12,)),
        ("[S0]", (0,)),
        ("[S1, S2]", (1, 2)),
        ("[S1,S2,S4]", (1, 2, 4)),
        ("[S1; S3]", (1, 3)),
        ("[S1، S2]", (1, 2)),
        ("[S1、S2]", (1, 2)),
        ("[S1-S3]", (1, 2, 3)),
        ("[S1–S3]", (1, 2, 3)),
        ("[S1-S2, S5]", (1, 2, 5)),
        ("[S2-S2]", (2,)),
        ("[S۱]", (1,)),
        ("[S१]", (1,)),
        ("[S１]", (1,)),
        ("【S1】", (1,)),
        ("［S1］", (1,)),
        ("[\u200eS1\u200e]", (1,)),
    ],
)
def test_the_forms_that_models_write_are_markers(marker: str, numbers: tuple[int, ...]) -> None:
    """A marker names the sources written in it, ranges spelled out."""
    text = f"It is open {marker}."
    assert find_markers(text) == (Marker(11, 11 + len(marker), numbers, True),)


@pytest.mark.parametrize(
    "marker",
    [
        "[S]",
        "[S1a]",
        "[S1.5]",
        "[S1, p. 4]",
        "[S3-S1]",
        "[S1-S2-S3]",
        "[S1,]",
        "[S1 S2]",
        "[S-1]",
        "[S.1]",
        "[S?]",
        "[^S1]",
    ],
)
def test_a_malformed_marker_is_a_marker_that_names_no_source(marker: str) -> None:
    """It counts as out of range, so it must not pass as text."""
    text = f"It is open {marker}."
    assert find_markers(text) == (Marker(11, 11 + len(marker), (), False),)


@pytest.mark.parametrize("unfinished", ["[S1", "[S", "[S1, S2", "[S1-"])
def test_a_marker_that_never_closes_is_malformed(unfinished: str) -> None:
    """At the end of the answer as well as before the next marker."""
    assert [marker.well_formed for marker in find_markers(f"It is open {unfinished}")] == [False]
    assert [marker.well_formed for marker in find_markers(f"It is open {unfinished} [S1]")] == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        *("[1]", "(S1)", "[Source 1]", "[sic]", "[Smith 2010]", "[Saturday]", "[S. Korea]", "[S-Bahn]", "S1", "{S1}"),
        *("the book[s] here", "[s]he said", "[", "[]", "[ ]", "a[0]", "[note S1]"),
    ],
)
def test_other_brackets_are_text(text: str) -> None:
    """They stay in what the reader sees."""
    assert find_markers(text) == ()
    assert strip_markers(text, "en") == text


def test_a_range_costs_nothing_however_far_it_goes() -> None:
    """The last number is kept, so that the range is out of range; those between are bounded."""
    (marker,) = find_markers("[S1-S999999999]")
    assert marker.well_formed
    assert marker.numbers[:3] == (1, 2, 3)
    assert marker.numbers[-1] == 999999999
    assert len(marker.numbers) < 200


@pytest.mark.parametrize(
    ("text", "language", "left"),
    [
        ("It opens at nine [S1].", "en", "It opens at nine."),
        ("The hall [S1] opens.", "en", "The hall opens."),
        ("It opens at nine. [S1] [S2]", "en", "It opens at nine."),
        ("It opens at nine [S1], [S2].", "en", "It opens at nine."),
        ("It opens  at nine   [S1] !", "en", "It opens at nine!"),
        ("It opens. [S1].", "en", "It opens."),
        ("[S1] It opens.", "en", "It opens."),
        ("- [S1] It opens.", "en", "- It opens."),
        ("nine[S1]and ten", "en", "nine and ten"),
        ("It opens ([S1]).", "en", "It opens."),
        ("It opens ([S1], [S2]) at nine.", "en", "It opens at nine."),
        ("It opens [[S1]] at nine.", "en", "It opens at nine."),
        ("It opens (at nine [S1]).", "en", "It opens (at nine)."),
        ("It says “nine [S1]” here.", "en", "It says “nine” here."),
        ("**It opens [S1]**.", "en", "**It opens**."),
        ("It opens [S1]\nat nine.", "en", "It opens\nat nine."),
        ("It opens\n[S1]\nat nine.", "en", "It opens\nat nine."),
        ("[S1][S2]", "en", ""),
        ("Use .NET or f() here [S1].", "en", "Use .NET or f() here."),
        ("It is open :-) [S1]", "en", "It is open :-)"),
        ("It costs 5\u00a0euros [S1].", "en", "It costs 5\u00a0euros."),
        ("باز است [S1] ؟", "fa", "باز است؟"),
        ("باز است [S1]، بله.", "fa", "باز است، بله."),
        ("开门[S1]，关门[S2]。", "zh", "开门，关门。"),
        ("Est-ce ouvert [S1] ?", "fr", "Est-ce ouvert ?"),
        ("Est-ce ouvert\u202f[S1]\u202f?", "fr", "Est-ce ouvert\u202f?"),
        ("Il dit « oui [S1] » ici [S2] .", "fr", "Il dit « oui » ici."),
        ("Is it open ? Yes , it is .", "en", "Is it open? Yes, it is."),
    ],
)
def test_the_spacing_is_repaired_where_a_marker_was(text: str, language: str, left: str) -> None:
    """No doubled spaces, none before punctuation but the French ones, no emptied brackets (§6, §9 Spacing)."""
    assert strip_markers(text, language) == left


@pytest.mark.parametrize(
    ("white_space", "after_marker", "language", "parted"),
    [
        ("\n\n", False, "en", "\n\n"),
        (" \r\n \r\n\r\n", True, "en", "\n\n"),
        ("\n", False, "en", "\n"),
        (" \n  ", False, "en", "\n  "),
        ("   ", False, "en", " "),
        ("", True, "en", " "),
        ("", True, "zh-hans", ""),
        ("", False, "zh-hans", ""),
    ],
)
def test_sentences_are_parted_as_they_were(white_space: str, after_marker: bool, language: str, parted: str) -> None:
    """A blank line, else a line break with its indentation, else one space, else nothing (§9 Spacing)."""
    assert break_between(white_space, after_marker=after_marker, language=language) == parted


@given(texts, st.sampled_from(["en", "fr", "fa", "zh"]))
def test_no_well_formed_marker_is_left_and_no_letter_is_lost(text: str, language: str) -> None:
    """What is taken out is markers, white space and the punctuation that only they held apart."""
    left = strip_markers(text, language)
    kept = text
    for marker in reversed(find_markers(text)):
        kept = kept[: marker.start] + " " + kept[marker.end :]
    assert [char for char in left if char.isalnum()] == [char for char in kept if char.isalnum()]
    assert left == left.strip()


@pytest.mark.parametrize(
    "fragment", ["[", "[S", "[S1", "[S1] ", "([S1])", "[S1], ", "[S1-S99999] ", " .", "\n ", "[S1[S1]"]
)
def test_hostile_brackets_take_linear_time(fragment: str) -> None:
    """Four times the text takes about four times as long."""

    def cost(text: str) -> float:
        return cpu_seconds(lambda: (find_markers(text), strip_markers(text, "fr")))

    assert growth(cost, repeated(fragment, 20_000), repeated(fragment, 80_000), at_most=7) < 7
