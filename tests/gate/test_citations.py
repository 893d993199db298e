"""What must be cited, and what a marker may name (spec 1, §4 and §9 Citations, Clauses)."""

from __future__ import annotations

import pytest

from gate import GateRules, Reason, SentenceGate, State
from tests.gate.pieces import every_way

SOURCES = ["Room A has 40 seats and Ada Moreno runs it.", "Room B has 60 seats. There are 100 in all."]


def run(text: str, language: str = "en", question: str = "", rules: GateRules | None = None) -> tuple[str, set[Reason]]:
    gate = SentenceGate(SOURCES, language, question=question, rules=rules)
    outcomes = [gate.feed(text), gate.finish()]
    return "".join(o.text for o in outcomes), {reason for o in outcomes for reason in o.reasons}


@pytest.mark.parametrize(
    "marker",
    ["[S3]", "[S0]", "[S1, S9]", "[S1-S9]", "[S]", "[S1a]", "[S1.5]", "[S1, p. 4]", "[S2-S1]", "[S۹]", "【S7】", "[S1"],
)
def test_a_marker_that_names_no_supplied_source_stops(marker: str) -> None:
    for pieces in every_way(f"It is calm {marker}"):
        gate = SentenceGate(SOURCES)
        reasons = [reason for piece in pieces for reason in gate.feed(piece).reasons]
        reasons += gate.finish().reasons
        assert reasons == [Reason.CITATION_RANGE]


@pytest.mark.parametrize(
    "marker", ["[S1]", "[S1, S2]", "[S1; S2]", "[S1-S2]", "[s1]", "[S۱]", "【S1】", "[S01]", "[S 1]"]
)
def test_the_forms_that_models_write_are_markers_and_never_seen(marker: str) -> None:
    assert run(f"It is a calm room with many good seats in it {marker}.") == (
        "It is a calm room with many good seats in it.",
        set(),
    )


@pytest.mark.parametrize(
    "text",
    [
        "It is a calm room for people who read.",
        "It has 40 seats.",
        "See example.org there.",
        "Write to desk@example.org now.",
        "See Annex 1.",
        "It uses GPT-4.",
        "Ada Moreno runs it.",
        "She holds a Harvard doctorate.",
        "It opens at nine [1], so come by then, please.",
    ],
)
def test_what_states_something_needs_a_marker(text: str) -> None:
    assert run(text) == ("", {Reason.CITATION_MISSING})


@pytest.mark.parametrize(
    "text",
    [
        "Good question.",
        "It is a calm room for people.",
        "Here is how it works:",
        "1. It is calm.",
        "Yes, on Monday.",
    ],
)
def test_a_short_connective_sentence_passes(text: str) -> None:
    assert run(text) == (text, set())


def test_a_name_that_the_question_brought_up_needs_no_marker() -> None:
    assert run("Yes, Bellini is here.", question="Is Bellini here?") == ("Yes, Bellini is here.", set())


def test_chinese_characters_count_two_for_three_words() -> None:
    assert run("图书馆是安静的好地方呢。", "zh")[1] == set()
    assert run("图书馆真是安静的好地方呢。", "zh")[1] == {Reason.CITATION_MISSING}


def test_a_zero_width_non_joiner_does_not_part_words() -> None:
    assert run("کتابخانه آرام می‌شود و کتاب می‌خواند.", "fa")[1] == set()


def test_an_invented_source_is_no_missing_citation_as_well() -> None:
    assert run("It is a calm room for all the people who read [S9].")[1] == {Reason.CITATION_RANGE}


def test_values_are_judged_against_the_sources_in_range() -> None:
    assert run("It has 41 seats [S1][S9].")[1] == {Reason.CITATION_RANGE, Reason.VALUE_UNSUPPORTED}
    assert run("It has 40 seats [S1][S9].")[1] == {Reason.CITATION_RANGE}


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("Room A has 40 seats [S1] and room B has 60 seats [S2].", True),
        ("Room A has 60 seats [S1] and room B has 40 seats [S2].", False),
        ("Room A has 40 seats and room B has 60 seats [S1] [S2].", True),
        ("Room A has 40 seats and room B has 60 seats [S1], [S2].", True),
        ("Room A has 40 seats [S1] and room B has 60 seats [S2], 100 in all.", False),
        ("Room A has 40 seats [S1] (and room B has 60 seats [S2]).", True),
        ("In room A [S1] there are 40 seats.", True),
    ],
)
def test_a_value_is_vouched_for_by_its_own_clause(text: str, passes: bool) -> None:
    assert (run(text)[1] == set()) is passes


def test_a_site_may_let_every_cited_source_vouch() -> None:
    rules = GateRules(per_clause=False)
    assert run("Room A has 60 seats [S1] and room B has 40 seats [S2].", rules=rules)[1] == set()


def test_without_sources_every_marker_is_invented() -> None:
    gate = SentenceGate([])
    gate.feed("It is calm [S1].")
    assert gate.finish().reasons == (Reason.CITATION_RANGE,)
    assert gate.state is State.STOPPED
