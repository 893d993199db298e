"""A name passes when a supplied source gives it, or another name of the same thing (spec 1, §9 Names). English."""

from __future__ import annotations

import pytest

from gate import Reason

from .claims import reasons

CASES = [
    # What a run of words is together.
    ("A museum about WWII.", "It is about World War II", True),
    ("A museum about World War II.", "It is about WWII", True),
    ("A museum about World War I.", "It is about WWII", False),
    ("A Master of Science is offered.", "An MSc is offered", True),
    ("Chief executive Ann Ray spoke.", "CEO Ann Ray spoke", True),
    ("Managed by Ann Ray.", "Managed by CEO Ann Ray", False),
    ("A Member of Parliament spoke.", "An MP spoke", True),
    ("He was elected in 1584.", "He was elected (MP) in 1584", False),
    ("Mount Rosa is high.", "It is on Mt Rosa", True),
    # A word that begins a sentence is no name because an acronym or a code follows it, nor before what to click.
    ("Revenue in the second quarter was up.", "Company's Q2 revenue was up", True),
    ("Free wifi is there.", "Free WiFi is there", True),
    ("Use the save button.", "Click Save to keep it", True),
    ("Use the save button.", "Click Delete to keep it", False),
    ("Lowe is the curator.", "Peter Lowe is the curator", False),
    # Words that begin sentences make no name of two by a hyphen.
    ("The node is open.", "It is called the Stop-There node", False),
    ("Anna Maria Lowe runs it.", "It is run by Anna-Maria Lowe", True),
]


@pytest.mark.parametrize(("source", "claim", "supported"), CASES)
def test_a_name_stands_in_a_source_or_is_another_name_of_what_does(source: str, claim: str, supported: bool) -> None:
    assert (Reason.NAME_UNSUPPORTED not in reasons(source, claim)) is supported
