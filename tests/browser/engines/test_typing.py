"""In every engine a question is typed with whatever there is: an input method, the keyboard alone."""

from __future__ import annotations

import pytest

from tests.browser.conftest import FIRST, SECOND, UNFINISHED

from .languages import LANGUAGES
from .reader import FIELD, TURN, WINDOW, Reader

pytestmark = pytest.mark.browser

LAUNCHER = "[data-part=launcher]"
WATCH = """selector => {
    window.seen = [];
    for (const name of ["keydown", "compositionstart", "compositionend"]) {
        document.querySelector(selector).addEventListener(name, ({type, isComposing, keyCode}) =>
            window.seen.push(type === "keydown" ? isComposing || keyCode === 229 : type));
    }
}"""

#: Safari tells of the key that has ended a composition only afterwards.
AS_SAFARI = """selector => document.querySelector(selector).dispatchEvent(
    new KeyboardEvent("keydown", {key: "Enter", keyCode: 229, bubbles: true, cancelable: true}))"""


def tab_to(reader: Reader, selector: str, key: str = "Tab") -> None:
    """Press Tab until such an element has the focus."""
    for _ in range(60):
        if reader.has_focus(selector):
            return
        reader.tab.press(key)
    pytest.fail(f"{selector} is not reached by {key}")


def test_enter_that_ends_a_composition_sends_nothing(reader: Reader) -> None:
    """It belongs to the input method; the next Enter sends what has been composed."""
    reader.site.script(LANGUAGES["zh-hans"].sentence)
    reader.open("/zh-hans/")
    reader.evaluate(WATCH, FIELD)
    reader.tab.compose("潮")
    reader.until(lambda: reader.draft, "潮")
    seen = reader.evaluate("() => seen")
    assert "compositionstart" in seen and "compositionend" in seen and True in seen
    reader.evaluate(AS_SAFARI, FIELD)
    assert (reader.status, reader.wire.asked) == ("", 0)
    reader.tab.press("Enter")
    reader.until(lambda: reader.status not in {"", "streaming"})
    assert reader.wire.asked == 1
    assert reader.texts(f"{TURN} [data-part=question]") == ["潮"]


def test_the_whole_way_by_keyboard(reader: Reader) -> None:
    """Launcher, question of two lines, Stop by Escape, why a sentence was said, closing; the focus is never lost."""
    reader.site.script(FIRST, *UNFINISHED)
    reader.visit()
    tab_to(reader, LAUNCHER)
    reader.tab.press("Enter")
    reader.until(lambda: reader.has_focus(FIELD))
    reader.tab.type("What does a berth")
    reader.tab.press("Shift+Enter")
    reader.tab.type("at Østhavn cost?")
    assert reader.draft == "What does a berth\nat Østhavn cost?"
    reader.tab.press("Enter")
    reader.wait_for_text(FIRST.replace(" [S1]", ""))
    assert reader.has_focus(FIELD)
    reader.tab.press("Escape")
    reader.wait_for("stopped")
    assert reader.is_seen(WINDOW), "Escape has stopped the answer, not closed the panel"

    reader.until(lambda: reader.is_seen("[data-part=why]"))
    tab_to(reader, "[data-part=why]", "Shift+Tab")
    reader.tab.press("Enter")
    reader.until(lambda: reader.is_seen(".why[data-told]"))
    tab_to(reader, "[data-part=released]", "Shift+Tab")
    reader.tab.press("Escape")
    reader.until(lambda: not reader.is_seen(".why"))
    assert reader.has_focus("[data-part=why]")
    reader.tab.press("Escape")
    reader.until(lambda: not reader.is_seen(WINDOW))
    assert reader.has_focus(LAUNCHER)


def test_enter_while_an_answer_runs_keeps_the_text(reader: Reader) -> None:
    """Nothing is sent, nothing is lost, and it says why."""
    reader.site.script(FIRST, *UNFINISHED)
    reader.open()
    reader.ask()
    reader.wait_for_text(FIRST.replace(" [S1]", ""))
    reader.ask("And how long?")
    reader.until(lambda: "Your question is kept" in reader.texts("[data-part=hint]")[0])
    assert (reader.draft, reader.wire.asked) == ("And how long?", 1)
    reader.tab.press("Escape")
    reader.wait_for("stopped")
    reader.site.script(SECOND)
    reader.tab.press("Enter")
    reader.wait_for("answered")
    assert reader.wire.asked == 2
