"""The panel in the hand: keyboard, right-to-left, what is said aloud, what is remembered, small screens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import ARTICLE, FIRST, INVENTED, QUESTION, SECOND, TITLE, UNFINISHED, Panel, ScriptedSite

pytestmark = pytest.mark.browser

SIZES = [(320, 640), (360, 740), (390, 844), (768, 1024), (1280, 800), (1280, 400)]
PERSIAN = "NASA این دریچه را نساخته است. بسته شدن دریچهٔ لینگسوند ۳۸ دقیقه طول می‌کشد [S1]."


def test_the_whole_way_by_keyboard(panel: Panel) -> None:
    """Tab to the launcher, Enter, type, Enter; Escape stops first and closes then; the focus comes back."""
    panel.site.script(FIRST, *UNFINISHED)
    panel.visit()
    launcher = panel.page.locator(".launcher")
    for _ in range(60):
        panel.page.keyboard.press("Tab")
        if launcher.evaluate("element => element === document.activeElement"):
            break
    panel.page.keyboard.press("Enter")
    expect(panel.field).to_be_focused()
    expect(launcher).to_have_attribute("aria-expanded", "true")
    panel.page.keyboard.type("What does a berth")
    panel.page.keyboard.press("Shift+Enter")
    panel.page.keyboard.type("at Østhavn cost?")
    expect(panel.field).to_have_value("What does a berth\nat Østhavn cost?")
    panel.page.keyboard.press("Enter")
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    expect(panel.field).to_be_focused()
    panel.page.keyboard.press("Escape")
    panel.wait_for("stopped")
    expect(panel.page.locator(".window")).to_be_visible()
    panel.page.keyboard.press("Escape")
    expect(panel.page.locator(".window")).to_be_hidden()
    expect(launcher).to_be_focused()


def test_enter_while_an_answer_runs_keeps_the_text_and_says_why(panel: Panel) -> None:
    """Nothing is sent, nothing is lost."""
    panel.site.script(FIRST, *UNFINISHED)
    panel.open()
    panel.ask()
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    panel.ask("And how long?")
    expect(panel.page.locator("[data-part=hint]")).to_contain_text("Your question is kept")
    expect(panel.field).to_have_value("And how long?")
    assert len(panel.asked) == 1
    panel.button.click()
    panel.wait_for("stopped")
    expect(panel.field).to_have_value("And how long?")


def test_what_is_sent_before_the_conversation_is_loaded_is_sent_as_it_was(panel: Panel) -> None:
    """On a slow line: the first question is asked once it can be, what is typed meanwhile stays in the field."""
    panel.site.script(FIRST)
    waiting = []
    panel.page.route("**/assistant/conversation*.js", lambda route: waiting.append(route))
    panel.open()
    panel.ask()
    expect(panel.field).to_have_value("")
    panel.field.fill("And how long?")
    expect(panel.page.locator(".turn")).to_have_count(0)
    waiting[0].continue_()
    panel.wait_for("answered")
    assert [body["question"] for body in panel.asked] == [QUESTION]
    expect(panel.field).to_have_value("And how long?")


def test_enter_that_ends_a_composition_sends_nothing(panel: Panel) -> None:
    """A real composition of an input method, as for Chinese: Enter belongs to it."""
    panel.open("/zh-hans/")
    panel.field.focus()
    session = panel.page.context.new_cdp_session(panel.page)
    session.send("Input.imeSetComposition", {"text": "潮闸", "selectionStart": 2, "selectionEnd": 2})
    panel.field.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    panel.field.dispatch_event("keydown", {"key": "Enter", "keyCode": 229})
    session.send("Input.insertText", {"text": "潮闸"})
    expect(panel.field).to_have_value("潮闸")
    expect(panel.page.locator(".turn")).to_have_count(0)
    assert panel.asked == []


def test_a_question_of_more_than_a_thousand_characters_is_not_sent(panel: Panel) -> None:
    """The counter starts at 900; what is too long stays to be shortened."""
    panel.open()
    panel.field.fill("q" * 899)
    expect(panel.page.locator("[data-part=count]")).to_have_text("")
    panel.field.fill("q" * 900)
    expect(panel.page.locator("[data-part=count]")).to_have_text("900 / 1,000")
    panel.field.fill("𠮷" * 1001)
    panel.field.press("Enter")
    expect(panel.page.locator("[data-part=hint]")).to_contain_text("1,000 characters")
    assert panel.asked == []


def test_persian_runs_from_right_to_left(panel: Panel, tmp_path: Path) -> None:
    """The panel, the answer and its notice, although the answer begins with a Latin word."""
    panel.site.script(PERSIAN)
    panel.open("/fa/")
    panel.ask("بسته شدن دریچهٔ لینگسوند چقدر طول می‌کشد؟")
    panel.page.locator(".turn:not([data-status=streaming])").wait_for()
    assert panel.asked[0]["locale"] == "fa"
    assert panel.answer.get_attribute("dir") == "rtl"
    assert panel.answer.get_attribute("lang") == "fa"
    window, width = panel.page.locator(".window").bounding_box(), 1280
    assert window and window["x"] < width / 2, "the panel stands at the inline end, which is the left"
    question, answer = panel.turn.locator(".question").bounding_box(), panel.turn.bounding_box()
    assert question and answer and abs(question["x"] - answer["x"]) <= 1, "the visitor's words stand at the left edge"
    panel.screenshot(tmp_path / "persian.png")


def test_what_is_said_aloud(panel: Panel) -> None:
    """The hidden log gets each sentence as plain text and then the end; it is emptied at the next question."""
    panel.site.script(FIRST, SECOND)
    panel.open()
    assert panel.page.locator("[role=log]").text_content() == ""
    panel.ask()
    panel.wait_for("answered")
    sentences = [FIRST.replace(" [S1]", ""), SECOND.replace(" [S1]", "")]
    assert panel.log() == ["The articles are being read.", *sentences, "The answer is finished."]
    assert panel.page.locator("[role=log] :is(button, a)").count() == 0
    panel.site.script(SECOND)
    panel.ask("What does electricity cost at Østhavn?")
    panel.wait_for("answered")
    assert FIRST.replace(" [S1]", "") not in panel.log()


def test_the_text_is_followed_only_at_its_end(panel: Panel) -> None:
    """A reader who has scrolled up stays where they are and is offered the new text."""
    panel.site.script(FIRST, *[SECOND] * 40)
    panel.page.set_viewport_size({"width": 390, "height": 360})
    panel.open()
    panel.ask()
    scroller = panel.page.locator("[data-part=scroller]")
    at_end = "box => box.scrollHeight > box.clientHeight && box.scrollHeight - box.scrollTop - box.clientHeight <= 1"
    expect(panel.turn.locator("[data-part=released]").nth(9)).to_be_attached()
    assert scroller.evaluate(at_end)
    scroller.evaluate("box => { box.scrollTop = 0 }")
    panel.page.locator("[data-part=new-text]").wait_for()
    assert scroller.evaluate("box => box.scrollTop") == 0
    panel.page.locator("[data-part=new-text]").click()
    assert scroller.evaluate(at_end)


def test_a_second_question_stands_at_the_end_like_the_first(panel: Panel) -> None:
    """Nothing is offered below to a reader who has not scrolled, whatever stands below the answer before."""
    panel.site.script(FIRST, SECOND, INVENTED)
    panel.open()
    for question in (QUESTION, "And what does electricity cost at Østhavn?", "What do boats up to 12 metres pay?") * 2:
        panel.ask(question)
        panel.wait_for("withheld")
        panel.turn.locator(".tools").wait_for()
        expect(panel.page.locator("[data-part=new-text]")).to_be_hidden()
        expect(panel.turn.locator("[data-part=word]")).to_be_in_viewport(ratio=1)


def test_a_deep_link_fills_in_and_never_sends(panel: Panel) -> None:
    """``?ask=`` is taken out of the address once read."""
    panel.visit(f"{ARTICLE}?ask=How+wide+is+a+leaf%3F")
    expect(panel.field).to_have_value("How wide is a leaf?")
    assert panel.page.url == panel.site.url + ARTICLE
    assert panel.asked == []


def test_a_new_conversation_begins_with_nothing(panel: Panel) -> None:
    """Transcript, token and history are gone; the first screen is back."""
    panel.site.script(FIRST)
    panel.open()
    panel.ask()
    panel.wait_for("answered")
    panel.page.get_by_role("button", name="New conversation").click()
    expect(panel.page.locator(".turn")).to_have_count(0)
    expect(panel.page.locator(".first")).to_be_visible()
    panel.ask()
    panel.wait_for("answered")
    assert panel.asked[1]["history"] == []
    assert "conversation" not in panel.asked[1]


def test_leaving_the_page_stops_the_answer(panel: Panel) -> None:
    """Back by history the turn is shown as stopped, with what was released."""
    panel.site.script(FIRST, *UNFINISHED)
    panel.open()
    panel.ask()
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    panel.page.goto(panel.site.url + "/")
    panel.wait_for("stopped")
    panel.page.go_back()
    panel.wait_for("stopped")
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    assert len(panel.asked) == 1


def test_copy_takes_the_answer_with_its_sources(open_panel: Callable[..., Panel], scripted_site: ScriptedSite) -> None:
    """Plain text: the answer, then title and address of what it cites; announced once."""
    panel = open_panel(scripted_site, permissions=["clipboard-read", "clipboard-write"])
    panel.site.script(FIRST)
    panel.open()
    panel.ask()
    panel.wait_for("answered").locator("[data-part=copy]").click()
    expect(panel.page.locator("[data-copied]")).to_be_visible()
    copied = panel.page.evaluate("navigator.clipboard.readText()")
    answer, sources = copied.split("\n\n")
    assert answer == FIRST.replace(" [S1]", "")
    assert sources.startswith(f"{TITLE}: {panel.site.url}{ARTICLE}")
    assert panel.log()[-1] == "Copied."


@pytest.mark.parametrize("path", ["/", "/fa/", ARTICLE])
def test_nothing_is_wider_than_the_window(panel: Panel, path: str) -> None:
    """No sideways scroll; the panel fits, and fills small windows; controls can be hit with a finger."""
    panel.visit(path)
    for width, height in SIZES:
        panel.page.set_viewport_size({"width": width, "height": height})
        assert panel.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{width} px"
        panel.page.locator(".launcher").click()
        window = panel.page.locator(".window").bounding_box()
        assert window and window["x"] >= 0 and window["y"] >= 0
        assert window["x"] + window["width"] <= width and window["y"] + window["height"] <= height
        if width <= 480 or height <= 560:
            assert (window["width"], window["height"]) == (width, height)
        for control in panel.page.locator(".window :is(button, textarea):visible").all():
            box = control.bounding_box()
            assert box and box["height"] >= 44
        panel.page.locator("[data-action=close]").click()


def test_a_source_on_a_phone_shows_the_article(open_panel: Callable[..., Panel], scripted_site: ScriptedSite) -> None:
    """The full-screen panel does not come back over the page that was asked for."""
    panel = open_panel(scripted_site, viewport={"width": 390, "height": 844}, has_touch=True)
    panel.site.script(FIRST)
    panel.open("/")
    panel.ask(QUESTION)
    panel.wait_for("answered").locator("[data-part=cited] a").click()
    panel.page.wait_for_url(f"**{ARTICLE}*")
    panel.page.locator("assistant-panel:defined").wait_for(state="attached")
    expect(panel.page.locator(".window")).to_be_hidden()
    panel.page.locator(".launcher").click()
    expect(panel.page.locator(".turn")).to_have_count(1)


def test_the_end_of_an_answer_does_not_push_the_answer_out_of_sight(panel: Panel) -> None:
    """In a low window the list of ways on is taller than the panel; the notice stays on the screen."""
    panel.site.script(FIRST, INVENTED)
    panel.page.set_viewport_size({"width": 640, "height": 400})
    panel.open()
    panel.ask()
    panel.wait_for("withheld")
    expect(panel.turn.locator("[data-part=word]")).to_be_in_viewport(ratio=1)
