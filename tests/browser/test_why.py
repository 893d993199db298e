"""Why was this said? Each released sentence opens the passage that it rests on, by mouse, keyboard and finger."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from .conftest import FIRST, INVENTED, QUESTION, SECOND, TITLE, UNFINISHED, Panel, ScriptedSite

pytestmark = pytest.mark.browser

SAID = [text.replace(" [S1]", "").strip() for text in (FIRST, SECOND)]
#: States nothing that needs a source.
PLAIN = " More about it is in the article."
HOSTILE = "A <img src=x onerror=alert()> berth at Østhavn costs €28 a night [S1]."


def explained(panel: Panel, *script: str) -> Panel:
    """An answered turn whose Why is open."""
    panel.site.script(*(script or (FIRST, SECOND)))
    panel.open()
    panel.ask()
    panel.wait_for("answered")
    why_button(panel).click()
    panel.page.locator(".why[data-told]").wait_for()
    return panel


def why_button(panel: Panel):
    """Below the latest turn."""
    return panel.turn.get_by_role("button", name="Why was this said?")


def sentence(panel: Panel, number: int):
    """A released sentence of the latest turn, from 0."""
    return panel.answer.locator(f"[data-number='{number}']")


def box(panel: Panel):
    """What is open."""
    return panel.page.locator(".why")


def test_it_shows_the_passage_with_the_values_that_were_checked(panel: Panel, tmp_path: Path) -> None:
    """The first sentence that rests on anything is opened: what speaks for it, and the values on both sides."""
    explained(panel)
    expect(sentence(panel, 0)).to_have_attribute("aria-expanded", "true")
    expect(box(panel).locator(".passage")).to_contain_text("A berth at Østhavn costs €28")
    assert "€28" in "".join(box(panel).locator("mark").all_text_contents())
    values = box(panel).locator("tbody tr")
    assert values.first.locator("bdi").all_text_contents()[0].startswith("€28")
    expect(box(panel).get_by_role("link", name=TITLE)).to_be_visible()
    panel.screenshot(tmp_path / "why.png")


def test_every_sentence_can_be_opened(panel: Panel) -> None:
    """By a click; one at a time, and it stands below its paragraph."""
    explained(panel)
    sentence(panel, 1).click()
    expect(sentence(panel, 1)).to_have_attribute("aria-expanded", "true")
    expect(sentence(panel, 0)).to_have_attribute("aria-expanded", "false")
    expect(box(panel)).to_have_count(1)
    expect(box(panel).locator("tbody bdi").first).to_contain_text("€4")
    assert box(panel).evaluate("box => box.previousElementSibling.tagName") == "P"


def test_it_is_opened_and_closed_by_keyboard(panel: Panel) -> None:
    """Tab reaches button and sentences, Enter and the space bar open, Escape closes this before anything else."""
    explained(panel)
    sentence(panel, 0).focus()
    panel.page.keyboard.press("Tab")
    expect(sentence(panel, 1)).to_be_focused()
    panel.page.keyboard.press("Space")
    expect(sentence(panel, 1)).to_have_attribute("aria-expanded", "true")
    panel.page.keyboard.press("Shift+Tab")
    panel.page.keyboard.press("Enter")
    expect(sentence(panel, 0)).to_have_attribute("aria-expanded", "true")
    panel.page.keyboard.press("Escape")
    expect(box(panel)).to_have_count(0)
    expect(panel.page.locator(".window")).to_be_visible()
    expect(why_button(panel)).to_be_focused()
    assert sentence(panel, 0).get_attribute("role") is None, "the answer is text again"


def test_escape_closes_it_before_it_stops_an_answer(panel: Panel) -> None:
    """Then it stops, then it closes the panel."""
    explained(panel)
    panel.site.script(FIRST, *UNFINISHED)
    panel.ask("And what does electricity cost at Østhavn?")
    expect(panel.answer).to_have_text(SAID[0])
    panel.page.keyboard.press("Escape")
    expect(box(panel)).to_have_count(0)
    assert panel.turn.get_attribute("data-status") == "streaming"
    panel.page.keyboard.press("Escape")
    panel.wait_for("stopped")
    panel.page.keyboard.press("Escape")
    expect(panel.page.locator(".window")).to_be_hidden()


def test_a_finger_opens_it_too(open_panel: Callable[..., Panel], scripted_site: ScriptedSite) -> None:
    """On a phone, where the box fits."""
    panel = open_panel(scripted_site, viewport={"width": 360, "height": 740}, has_touch=True)
    explained(panel)
    sentence(panel, 1).tap()
    expect(box(panel).locator("tbody bdi").first).to_contain_text("€4")
    assert panel.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert panel.page.locator("[data-part=scroller]").evaluate("box => box.scrollWidth <= box.clientWidth")


def test_a_sentence_that_cites_nothing_says_so(panel: Panel) -> None:
    """It states nothing that needs a source, which is said and shown."""
    explained(panel, FIRST, PLAIN)
    sentence(panel, 1).click()
    words = "This sentence states nothing that needs a source."
    expect(box(panel).locator("[data-part=why-words]")).to_have_text(words)
    assert panel.log()[-1] == words
    expect(box(panel).locator("table")).to_be_hidden()


def test_a_withheld_turn_explains_what_was_released(panel: Panel) -> None:
    """And nothing of what was not."""
    panel.site.script(FIRST, INVENTED)
    panel.open()
    panel.ask()
    panel.wait_for("withheld")
    why_button(panel).click()
    expect(box(panel).locator("mark").first).to_be_visible()
    assert "1987" not in panel.page.content()


def test_it_still_works_after_a_source_was_followed(panel: Panel) -> None:
    """The turn's token is kept with the transcript."""
    panel.site.script(FIRST)
    panel.open("/")
    panel.ask()
    panel.wait_for("answered").locator("[data-part=cited] a").click()
    panel.page.wait_for_url("**/articles/**")
    why_button(panel).click()
    expect(box(panel).locator(".passage")).to_contain_text("€28")


def test_what_cannot_be_loaded_is_said_and_can_be_tried_again(panel: Panel) -> None:
    """A proxy's page of HTML is none of ours; the next click asks anew."""
    panel.expected = ["502"]
    panel.site.script(FIRST)
    panel.open()
    panel.ask()
    panel.wait_for("answered")

    def answer(route: Route) -> None:
        route.fulfill(status=502, content_type="text/html", body="<h1>Bad gateway</h1>")

    panel.page.route("**/assistant/why/**", answer)
    why_button(panel).click()
    expect(box(panel)).to_contain_text("This could not be loaded. Please try again.")
    panel.page.unroute("**/assistant/why/**")
    sentence(panel, 0).click()
    expect(box(panel).locator("mark").first).to_be_visible()


def test_markup_in_an_answer_stays_text(panel: Panel) -> None:
    """In the sentence, in the passage and in the values."""
    explained(panel, HOSTILE)
    expect(sentence(panel, 0)).to_contain_text("<img src=x onerror=")
    assert panel.page.locator("assistant-panel img").count() == 0


def test_its_link_looks_for_the_words(panel: Panel) -> None:
    """To the anchor, and to the words themselves where the browser can look for them."""
    explained(panel)
    link = box(panel).get_by_role("link", name=TITLE)
    address = link.get_attribute("href") or ""
    assert ":~:text=" in address
    link.click()
    panel.page.wait_for_url("**/articles/**")
    assert ":~:" not in panel.page.url


def test_it_reads_from_right_to_left(panel: Panel, tmp_path: Path) -> None:
    """A Persian answer, its Persian passage; the rule stands at the right edge."""
    panel.site.script("بسته شدن دریچهٔ لینگسوند ۳۸ دقیقه طول می‌کشد [S1].")
    panel.open("/fa/")
    panel.ask("بسته شدن دریچهٔ لینگسوند چقدر طول می‌کشد؟")
    panel.page.locator(".turn:not([data-status=streaming])").wait_for()
    panel.turn.locator("[data-part=why]").click()
    panel.page.locator(".why[data-told]").wait_for()
    style = "box => getComputedStyle(box).borderRightWidth"
    assert box(panel).evaluate(style) == "2px"
    panel.screenshot(tmp_path / "why-fa.png")
    assert QUESTION not in panel.page.content()
