"""First-person words stop an answer; what only looks like one passes (spec 1, §5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate import GateRules, Reason, SentenceGate, State
from gate.languages import LANGUAGES

CASES = Path(__file__).parent / "cases" / "voice"


def read_cases(code: str) -> list[tuple[str, bool]]:
    cases, stops = [], False
    for line in (CASES / f"{code.replace('-', '_')}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            stops = line == "# stops"
        elif line.strip():
            cases.append((line.strip(), stops))
    return cases


ALL = [(language.code, text, stops) for language in LANGUAGES for text, stops in read_cases(language.code)]


def reasons(text: str, language: str = "en", source: str = "", rules: GateRules | None = None) -> set[Reason]:
    """The reasons for which a sentence is stopped; the source holds it, so that only the voice is at stake."""
    gate = SentenceGate([source or text], language, rules=rules)
    outcome = gate.feed(f"{text.rstrip('.。।')} [S1]{text[-1] if text[-1] in '.。।؟' else '.'}")
    return {*outcome.reasons, *gate.finish().reasons} if gate.state is State.OPEN else set(outcome.reasons)


@pytest.mark.parametrize(("language", "text", "stops"), ALL)
def test_a_first_person_word_stops_and_its_look_alike_passes(language: str, text: str, stops: bool) -> None:
    assert (Reason.VOICE in reasons(text, language)) is stops


@pytest.mark.parametrize("language", [language.code for language in LANGUAGES])
@pytest.mark.parametrize("text", ["I built it.", "Это моя лодка.", "यह मेरी नाव है।", "我建了水闸。", "مهندس هستم."])
def test_the_lists_without_short_words_apply_to_every_answer(language: str, text: str) -> None:
    assert reasons(text, language) == {Reason.VOICE}


def test_a_german_word_is_no_first_person_in_an_english_answer() -> None:
    assert reasons("The Mein Bach flows by.") == set()


def test_quoted_first_person_passes_when_a_cited_source_holds_the_words() -> None:
    source = "On the plaque she wrote: “I built this for the harbour.”"
    assert reasons("The plaque reads “I built this for the harbour.”", source=source) == set()
    assert reasons("The plaque reads “I built this for my town.”", source=source) == {Reason.VOICE}


def test_quoted_first_person_stops_where_a_site_switches_that_off() -> None:
    source = "On the plaque she wrote: “I built this.”"
    rules = GateRules(quoted_first_person=False)
    assert reasons("The plaque reads “I built this.”", source=source, rules=rules) == {Reason.VOICE}


def test_a_numeral_after_a_name_passes_only_where_the_source_has_the_pair() -> None:
    assert reasons("Elizabeth I opened it.", source="Elizabeth I opened it.") == set()
    assert reasons("Elizabeth I opened it.", source="Elizabeth opened it.") == {Reason.VOICE}


def test_the_first_person_stops_a_sentence_that_cites_nothing() -> None:
    gate = SentenceGate(["It is open."])
    gate.feed("We agree.")
    assert gate.finish().reasons == (Reason.VOICE,)
