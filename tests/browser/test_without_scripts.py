"""A browser without scripts: the form is there, posts, and gets one whole page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import ARTICLE, FIRST, INVENTED, QUESTION, Panel, ScriptedSite

pytestmark = pytest.mark.browser


@pytest.fixture
def panel(open_panel: Callable[..., Panel], scripted_site: ScriptedSite) -> Panel:
    """A browser with scripts switched off."""
    return open_panel(scripted_site, java_script_enabled=False)


@pytest.mark.parametrize("path", ["/", "/fa/", ARTICLE])
@pytest.mark.parametrize("width", [320, 1280])
def test_the_panel_is_a_form_below_the_text(panel: Panel, path: str, width: int) -> None:
    """Beside nothing, over nothing; what is kept is said before the first question; no button that does nothing."""
    panel.page.set_viewport_size({"width": width, "height": 800})
    panel.page.goto(panel.site.url + path)
    window, main, footer = (panel.page.locator(name).bounding_box() for name in (".window", "main", ".site-footer"))
    assert window and main and footer
    assert main["y"] + main["height"] <= window["y"] and window["y"] + window["height"] <= footer["y"]
    assert window["x"] >= 0 and window["x"] + window["width"] <= width
    expect(panel.page.locator(".kept")).to_be_visible()
    expect(panel.page.locator("assistant-panel button:visible")).to_have_count(1)


def test_a_question_is_answered_on_a_page_of_its_own_that_can_be_loaded_again(panel: Panel) -> None:
    """303: a reload shows the same page and asks nothing; the conversation goes on below it."""
    panel.site.script(FIRST, INVENTED)
    panel.page.goto(panel.site.url + ARTICLE)
    panel.field.fill(QUESTION)
    panel.button.click()
    panel.page.wait_for_url("**/assistant/transcript/**")
    turns = panel.page.locator(".turn")
    expect(turns.locator(".answer")).to_have_text(FIRST.replace(" [S1]", ""))
    expect(turns.locator("[data-part=word]")).to_have_text("Withheld")
    panel.page.reload()
    expect(turns).to_have_count(1)
    panel.site.script(FIRST)
    panel.page.locator("#next-question").fill("And for larger boats?")
    panel.page.get_by_role("button", name="Send").click()
    expect(turns).to_have_count(2)


def test_a_question_that_is_too_long_comes_back_with_the_reason(panel: Panel) -> None:
    """Nothing that was typed is lost."""
    panel.expected = ["400"]
    panel.page.goto(panel.site.url + "/")
    panel.page.locator("#ask-question").fill("q" * 1001)
    panel.page.get_by_role("button", name="Ask", exact=True).click()
    expect(panel.page.get_by_role("alert")).to_contain_text("1,000")
    expect(panel.page.locator("#next-question")).to_have_value("q" * 1001)
