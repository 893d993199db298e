"""A reader asks: sentences appear as they are released, every end of a turn is told apart in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from .conftest import ARTICLE, FIRST, INVENTED, QUESTION, SECOND, TITLE, UNFINISHED, Panel, ScriptedSite

pytestmark = pytest.mark.browser


def test_sentences_appear_one_by_one(panel: Panel, tmp_path: Path) -> None:
    """A sentence is on the page while the next one is still being checked; markers never are."""
    panel.site.script(FIRST, *SECOND)
    panel.open()
    panel.ask()
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    assert panel.turn.get_attribute("data-status") == "streaming"
    expect(panel.turn.locator(".then")).to_have_text("Checking the next sentence")
    panel.wait_for("answered")
    expect(panel.answer).to_have_text((FIRST + SECOND).replace(" [S1]", ""))
    expect(panel.turn.locator("[data-part=cited] a")).to_have_text(TITLE)
    panel.screenshot(tmp_path / "answered.png")


def test_a_source_leads_to_the_passage(panel: Panel) -> None:
    """The link under an answer opens the article, and the transcript is still there afterwards."""
    panel.site.script(FIRST)
    panel.open("/")
    panel.ask()
    panel.wait_for("answered").locator("[data-part=cited] a").click()
    panel.page.wait_for_url(f"**{ARTICLE}*")
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    expect(panel.page.locator(".window")).to_be_visible()


def test_a_withheld_turn_keeps_its_released_text_and_tells_the_next_question(panel: Panel, tmp_path: Path) -> None:
    """Marked in words, with the notice; the posted history carries the released text and no more."""
    panel.site.script(FIRST, INVENTED, SECOND)
    panel.open()
    panel.ask()
    turn = panel.wait_for("withheld")
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    expect(turn.locator("[data-part=word]")).to_have_text("Withheld")
    expect(turn.locator("[data-part=sentence]")).to_contain_text("could not be checked")
    assert "1987" not in panel.page.content()
    panel.screenshot(tmp_path / "withheld.png")
    panel.site.script(SECOND)
    panel.ask("What does electricity cost at Østhavn?")
    panel.wait_for("answered")
    told = {"question": QUESTION, "answer": FIRST.replace(" [S1]", ""), "status": "withheld"}
    assert panel.asked[1]["history"] == [told]
    assert panel.asked[1]["conversation"].startswith("c.")


def test_a_withheld_turn_offers_the_question_back(panel: Panel) -> None:
    """ "Ask it differently" fills the field in; nothing is sent by it."""
    panel.site.script(INVENTED)
    panel.open()
    panel.ask()
    panel.wait_for("withheld").get_by_text("Ask it differently").click()
    expect(panel.field).to_have_value(QUESTION)
    expect(panel.field).to_be_focused()
    assert len(panel.asked) == 1


def test_a_question_without_article_is_refused_in_words(panel: Panel) -> None:
    """ "Not covered", the server's sentence and a way to the owner; no red, no "failed"."""
    panel.open()
    panel.ask("Which quantum chromodynamics lattice should be used?")
    turn = panel.wait_for("refused")
    expect(turn.locator("[data-part=word]")).to_have_text("Not covered")
    expect(turn.get_by_role("link", name="Write to Maren Holt")).to_have_attribute(
        "href", "mailto:post@marenholt.example"
    )


def test_an_answer_that_ran_out_of_room_is_cut_off_not_withheld(panel: Panel) -> None:
    """What was released stays, the torn edge and the word say why there is no more."""
    panel.site.script(FIRST, " Electricity costs", finish="length")
    panel.open()
    panel.ask()
    turn = panel.wait_for("cut_off")
    expect(turn.locator("[data-part=word]")).to_have_text("Cut off")
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))


def test_a_failing_provider_fails_in_words(panel: Panel) -> None:
    """The server's sentence under "Failed", and the question is given back by "Try again" alone."""
    panel.site.script(FIRST, finish="drop")
    panel.open()
    panel.ask()
    turn = panel.wait_for("failed")
    expect(turn.locator("[data-part=word]")).to_have_text("Failed")
    turn.get_by_role("button", name="Try again").click()
    expect(panel.field).to_have_value(QUESTION)
    assert len(panel.asked) == 1


def test_stop_ends_the_answer_and_keeps_what_was_released(panel: Panel) -> None:
    """The Stop button aborts the request; the turn says so, the field is free again."""
    panel.site.script(FIRST, *UNFINISHED)
    panel.open()
    panel.ask()
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    with panel.page.expect_event("requestfailed", lambda request: request.url.endswith("/assistant/ask")):
        panel.button.click()
    turn = panel.wait_for("stopped")
    expect(turn.locator("[data-part=word]")).to_have_text("Stopped")
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    expect(panel.button).to_have_text("Send", use_inner_text=True)


def test_a_double_click_on_send_does_not_stop(panel: Panel) -> None:
    """Its second click lands on Stop and is ignored."""
    panel.site.script(FIRST)
    panel.open()
    panel.field.fill(QUESTION)
    panel.button.dblclick()
    panel.wait_for("answered")


def test_a_stream_that_breaks_is_a_lost_connection(
    open_panel: Callable[..., Panel], serve: Callable[..., object], tmp_path: Path
) -> None:
    """The server dies in mid-answer: no ``done`` came, so "Connection lost", with the released text kept."""
    script = tmp_path / "script.json"
    script.write_text("Nothing yet.")
    server = serve(ASSISTANT_PROVIDER="scripted", ASSISTANT_SCRIPT=str(script), ASSISTANT_SCRIPT_DELAY_MS="100")
    panel = open_panel(ScriptedSite(server, script))
    panel.expected = ["ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION", "net::"]
    panel.site.script(FIRST, *UNFINISHED)
    panel.open()
    panel.ask()
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    server.process.kill()
    turn = panel.wait_for("lost")
    expect(turn.locator("[data-part=word]")).to_have_text("Connection lost")
    expect(panel.answer).to_have_text(FIRST.replace(" [S1]", ""))
    turn.get_by_role("button", name="Try again").click()
    expect(panel.field).to_have_value(QUESTION)
    assert len(panel.asked) == 1


def test_an_answer_that_is_not_ours_fails_and_gives_the_question_back(panel: Panel) -> None:
    """A proxy's page of HTML never reaches the page."""
    panel.expected = ["502"]
    panel.open()

    def answer(route: Route) -> None:
        route.fulfill(status=502, content_type="text/html", body="<h1>Bad gateway</h1>")

    panel.page.route("**/assistant/ask", answer)
    panel.ask()
    expect(panel.wait_for("failed").locator("[data-part=word]")).to_have_text("Failed")
    expect(panel.field).to_have_value(QUESTION)
    assert "Bad gateway" not in panel.page.content()


def test_too_many_questions_are_a_neutral_notice_with_the_seconds(
    open_panel: Callable[..., Panel], serve: Callable[..., object], tmp_path: Path
) -> None:
    """The server's sentence names the seconds; the question is given back."""
    script = tmp_path / "script.json"
    script.write_text("Nothing yet.")
    server = serve(ASSISTANT_PROVIDER="scripted", ASSISTANT_SCRIPT=str(script), ASSISTANT_RATE_LIMIT="1/h")
    panel = open_panel(ScriptedSite(server, script))
    panel.expected = ["429"]
    panel.site.script(FIRST)
    panel.open()
    panel.ask()
    panel.wait_for("answered")
    panel.ask("And what does electricity cost?")
    turn = panel.wait_for("too_many")
    expect(turn.locator("[data-part=word]")).to_have_text("Too many questions")
    expect(turn.locator("[data-part=sentence]")).to_contain_text(" s.")
    expect(panel.field).to_have_value("And what does electricity cost?")


def test_the_home_form_asks_in_the_panel(panel: Panel) -> None:
    """With scripts the form opens the panel; a suggested question sends itself."""
    panel.site.script(FIRST)
    panel.visit("/")
    panel.page.locator("#ask-question").fill(QUESTION)
    panel.page.locator("#ask-question").press("Enter")
    panel.wait_for("answered")
    panel.page.locator(".suggestions button").first.click()
    expect(panel.page.locator(".turn")).to_have_count(2)
    panel.page.locator(".turn:last-child:not([data-status=streaming])").wait_for()
    assert [body["question"] for body in panel.asked] == [
        QUESTION,
        panel.page.locator(".suggestions button").first.text_content(),
    ]


def test_without_scripts_the_home_form_leads_to_the_transcript(
    open_panel: Callable[..., Panel], scripted_site: ScriptedSite
) -> None:
    """The same question as a posted form: the answer stands on a page of its own."""
    panel = open_panel(scripted_site, java_script_enabled=False)
    panel.site.script(FIRST)
    panel.page.goto(panel.site.url)
    panel.page.locator("#ask-question").fill(QUESTION)
    panel.page.locator("form.ask button").click()
    panel.page.wait_for_url("**/assistant/transcript/**")
    expect(panel.page.locator("main")).to_contain_text("costs €28 a night")
