"""In every engine a question is answered sentence by sentence, and every end of a turn is told apart in words."""

from __future__ import annotations

import pytest

from tests.browser.conftest import FIRST, INVENTED, QUESTION, SECOND, TITLE, UNFINISHED

from .reader import FIELD, TURN, Reader

pytestmark = pytest.mark.browser

SAID = FIRST.replace(" [S1]", "")
BOTH = (FIRST + SECOND).replace(" [S1]", "")


def test_sentences_appear_one_by_one(reader: Reader) -> None:
    """The first is on the page while the second is still being written; then come the sources."""
    reader.site.script(FIRST, *SECOND)
    reader.open()
    reader.ask()
    reader.wait_for_text(SAID)
    assert reader.status == "streaming"
    assert reader.is_seen(f"{TURN} .then"), "the next sentence is being checked"
    reader.wait_for("answered")
    assert reader.answer == BOTH
    assert reader.texts(f"{TURN} [data-part=cited] a") == [TITLE]
    assert reader.wire.asked == 1


def test_a_withheld_turn_keeps_what_was_released(reader: Reader) -> None:
    """In words; what the gate stopped is nowhere in the page."""
    reader.site.script(FIRST, INVENTED)
    reader.open()
    reader.ask()
    reader.wait_for("withheld")
    assert (reader.answer, reader.word) == (SAID, "Withheld")
    assert "1987" not in reader.evaluate("() => document.documentElement.outerHTML")


def test_stop_keeps_what_was_released(reader: Reader) -> None:
    """The same button; the turn says so, the field is free again and the focus where it was."""
    reader.site.script(FIRST, *UNFINISHED)
    reader.open()
    reader.ask()
    reader.wait_for_text(SAID)
    reader.tab.click("[data-part=send]")
    reader.wait_for("stopped")
    assert (reader.answer, reader.word) == (SAID, "Stopped")
    reader.site.script(SECOND)
    reader.ask("What does electricity cost at Østhavn?")
    reader.wait_for("answered")
    assert reader.wire.asked == 2


def test_a_source_leads_to_its_article_and_the_transcript_is_still_there(reader: Reader) -> None:
    """The conversation survives following a link."""
    reader.site.script(FIRST)
    reader.open("/")
    reader.ask()
    reader.wait_for("answered")
    reader.tab.click(f"{TURN} [data-part=cited] a")
    reader.until(lambda: "/articles/mooring" in reader.evaluate("() => location.pathname"))
    reader.wait_for("answered")
    assert reader.answer == SAID
    assert reader.wire.asked == 1


def test_a_turn_that_failed_gives_the_question_back_and_sends_nothing(reader: Reader) -> None:
    """ "Try again" fills the field in; a question costs money, so the reader sends it."""
    reader.site.script(FIRST, finish="drop")
    reader.open()
    reader.ask()
    reader.wait_for("failed")
    reader.tab.click(f"{TURN} [data-action=again]")
    reader.until(lambda: reader.draft, QUESTION)
    assert reader.has_focus(FIELD)
    assert reader.wire.asked == 1
