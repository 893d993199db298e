"""What a reader can do after an answer: judge it, see the conversation as a page, delete it."""

from __future__ import annotations

import sqlite3

import pytest
from playwright.sync_api import Locator, Route, expect

from .conftest import ARTICLE, FIRST, INVENTED, Panel

pytestmark = pytest.mark.browser


@pytest.fixture
def answered(panel: Panel) -> Panel:
    """A panel with one answered turn."""
    panel.site.script(FIRST)
    panel.open()
    panel.ask()
    panel.wait_for("answered")
    panel.turn.locator(".tools").wait_for()
    return panel


def thumb(panel: Panel, name: str) -> Locator:
    """By what it says to those who listen."""
    return panel.turn.get_by_role("button", name=name, exact=True)


def stored(panel: Panel) -> tuple[str, str, str]:
    """What the site holds of the last judgement: verdict, reasons as JSON, note."""
    with sqlite3.connect(panel.site.server.database) as database:
        rows = database.execute(
            "SELECT feedback, feedback_reasons, feedback_note FROM assistant_turn ORDER BY id DESC LIMIT 1"
        )
        return next(rows)


def conversations(panel: Panel) -> int:
    """How many the site holds."""
    with sqlite3.connect(panel.site.server.database) as database:
        return next(database.execute("SELECT count(*) FROM assistant_conversation"))[0]


def test_a_thumb_up_is_stored_and_thanked_for(answered: Panel) -> None:
    """At once; the button says that it is pressed."""
    thumb(answered, "This helped").click()
    expect(answered.turn.locator("[data-part=said]")).to_have_text("Thank you.")
    expect(thumb(answered, "This helped")).to_have_attribute("aria-pressed", "true")
    assert stored(answered)[0] == "up"
    assert answered.log()[-1] == "Thank you."


def test_a_thumb_down_asks_for_reasons_and_stands_without_them(answered: Panel) -> None:
    """It is stored before any reason is given; Escape leaves it at that."""
    thumb(answered, "This did not help").click()
    expect(answered.page.locator(".reasons input").first).to_be_focused()
    assert stored(answered) == ("down", "[]", "")
    answered.page.keyboard.press("Escape")
    expect(answered.page.locator(".reasons")).to_have_count(0)
    expect(thumb(answered, "This did not help")).to_be_focused()
    expect(answered.page.locator(".window")).to_be_visible()


def test_reasons_and_own_words_are_stored_for_the_owner(answered: Panel) -> None:
    """By keyboard: the space bar ticks, Enter in the last button sends."""
    thumb(answered, "This did not help").click()
    answered.page.get_by_label("Something is missing").press("Space")
    answered.page.get_by_label("It is hard to understand").press("Space")
    answered.page.get_by_label("In your own words").fill("Which <b>boats</b>?")
    answered.page.locator(".reasons").get_by_role("button", name="Send").press("Enter")
    expect(answered.turn.locator("[data-part=said]")).to_have_text("Thank you.")
    assert stored(answered) == ("down", '["incomplete", "unclear"]', "Which <b>boats</b>?")


def test_another_thumb_takes_the_place_of_the_first(answered: Panel) -> None:
    """Reasons of before are gone with it."""
    thumb(answered, "This did not help").click()
    answered.page.get_by_label("Something is missing").wait_for()
    thumb(answered, "This helped").click()
    expect(answered.turn.locator("[data-part=said]")).to_have_text("Thank you.")
    expect(thumb(answered, "This did not help")).to_have_attribute("aria-pressed", "false")
    assert stored(answered)[:2] == ("up", "[]")


def test_a_judgement_that_did_not_arrive_is_not_shown_as_given(answered: Panel) -> None:
    """In words, and the thumb is not pressed."""
    answered.expected = ["ERR_FAILED"]
    answered.page.route("**/assistant/feedback", lambda route: route.abort())
    thumb(answered, "This helped").click()
    expect(answered.turn.locator("[data-part=said]")).to_have_text("This could not be sent. Please try again.")
    expect(thumb(answered, "This helped")).to_have_attribute("aria-pressed", "false")


def test_a_judgement_is_remembered_on_the_next_page(answered: Panel) -> None:
    """With the transcript, in this tab."""
    thumb(answered, "This helped").click()
    expect(thumb(answered, "This helped")).to_have_attribute("aria-pressed", "true")
    answered.page.reload()
    expect(thumb(answered, "This helped")).to_have_attribute("aria-pressed", "true")


def test_a_failed_turn_is_judged_by_nobody(panel: Panel) -> None:
    """There is nothing to say about it; of a withheld one there is."""
    panel.site.script(finish="drop")
    panel.open()
    panel.ask()
    panel.wait_for("failed")
    panel.site.script(INVENTED)
    panel.ask()
    panel.wait_for("withheld")
    expect(thumb(panel, "This did not help")).to_be_visible()
    expect(panel.page.locator(".turn").first.locator("[data-part=judge]")).to_be_hidden()
    expect(panel.turn.locator("[data-part=why]")).to_be_hidden()


def test_the_conversation_as_a_page_is_the_visitor_s_own(answered: Panel) -> None:
    """The same question and answer, at an address of its own."""
    answered.page.get_by_role("link", name="This conversation as a page").click()
    answered.page.wait_for_url("**/assistant/transcript/**")
    expect(answered.page.locator("main .answer")).to_have_text(FIRST.replace(" [S1]", ""))


def test_deleting_is_asked_twice(answered: Panel) -> None:
    """The first step is to keep it; Escape keeps it too."""
    before = conversations(answered)
    answered.page.get_by_role("button", name="Delete this conversation").click()
    expect(answered.page.get_by_role("button", name="Keep it")).to_be_focused()
    answered.page.keyboard.press("Escape")
    expect(answered.page.get_by_role("button", name="Delete this conversation")).to_be_focused()
    expect(answered.page.locator(".turn")).to_have_count(1)
    assert conversations(answered) == before


def test_what_is_deleted_is_gone_here_and_on_the_site(answered: Panel) -> None:
    """The first screen is back, nothing of it is kept in the tab, and the next question begins anew."""
    before = conversations(answered)
    answered.page.get_by_role("button", name="Delete this conversation").click()
    answered.page.get_by_role("button", name="Delete", exact=True).click()
    expect(answered.page.locator(".first")).to_be_visible()
    assert answered.log() == ["The conversation is deleted."]
    assert conversations(answered) == before - 1
    kept = answered.page.evaluate("sessionStorage.getItem('assistant')")
    assert "€28" not in kept and '"c.' not in kept
    answered.ask()
    answered.wait_for("answered")
    assert "conversation" not in answered.asked[-1]


def test_a_conversation_that_could_not_be_deleted_is_still_there(answered: Panel) -> None:
    """And the reader is told so."""
    answered.expected = ["500"]

    def fail(route: Route) -> None:
        route.fulfill(status=500, content_type="text/html", body="no")

    answered.page.route("**/delete/", fail)
    answered.page.get_by_role("button", name="Delete this conversation").click()
    answered.page.get_by_role("button", name="Delete", exact=True).click()
    expect(answered.page.locator("[data-part=not-deleted]")).to_have_text("This could not be sent. Please try again.")
    expect(answered.page.locator(".turn")).to_have_count(1)


def test_a_panel_whose_scripts_cannot_be_loaded_is_a_form_that_posts(panel: Panel) -> None:
    """As after a new version took the place of the old one: the question is answered all the same, on its page."""
    panel.expected = ["404", "Failed to fetch", "ERR_FAILED"]
    panel.site.script(FIRST)
    panel.page.route("**/assistant/conversation*.js", lambda route: route.fulfill(status=404, body=""))
    panel.open()
    panel.field.fill("What does a berth at Østhavn cost for a night?")
    panel.button.click()
    panel.page.wait_for_url("**/assistant/transcript/**")
    expect(panel.page.locator("main .answer")).to_have_text(FIRST.replace(" [S1]", ""))


def test_a_question_whose_scripts_cannot_be_loaded_is_given_back(panel: Panel) -> None:
    """In words; nothing was sent."""
    panel.expected = ["404", "Failed to fetch", "ERR_FAILED"]
    panel.page.route("**/assistant/answer*.js", lambda route: route.fulfill(status=404, body=""))
    panel.open(ARTICLE)
    panel.ask("How long?")
    expect(panel.page.locator("[data-part=hint]")).to_have_text("This could not be loaded. Please try again.")
    expect(panel.field).to_have_value("How long?")
    assert panel.asked == []
