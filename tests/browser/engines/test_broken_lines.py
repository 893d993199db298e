"""In every engine what breaks off is said to be lost, keeps what was released, and sends nothing by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.conftest import ARTICLE, FIRST, QUESTION, SECOND, UNFINISHED, ScriptedSite, scripted
from tests.servers.site import start_site

from .reader import TURN, Reader

pytestmark = pytest.mark.browser

SAID = FIRST.replace(" [S1]", "")
BOTH = (FIRST + SECOND).replace(" [S1]", "")
#: How the engines complain of a line that breaks.
BROKEN = ["ERR_", "NetworkError", "net::", "network connection", "cancelled", "error: ", "Failed to load resource"]


@pytest.fixture(scope="module")
def mortal_site(tmp_path_factory: pytest.TempPathFactory, sample_database: Path) -> Iterator[ScriptedSite]:
    """A site that may be killed; whoever kills it starts it again."""
    with scripted(tmp_path_factory.mktemp("mortal"), sample_database) as site:
        yield site


@contextmanager
def killed(site: ScriptedSite) -> Iterator[None]:
    """Its server dies at once, and is started again on the same port with the same database."""
    site.server.process.kill()
    site.server.process.wait(10)
    yield
    old = site.server
    site.server = start_site(old.folder, old.database, port=old.port, **old.more)


def ask_for_more(reader: Reader) -> None:
    """A question whose answer has one sentence and does not end."""
    reader.site.script(FIRST, *UNFINISHED)
    reader.open()
    reader.ask()
    reader.wait_for_text(SAID)


def is_lost(reader: Reader) -> None:
    """It says so, keeps the sentence, and offers the question back; nothing has been sent."""
    reader.wait_for("lost")
    assert (reader.answer, reader.word) == (SAID, "Connection lost")
    assert any("Connection lost" in line for line in reader.log)
    reader.push(f"{TURN} [data-action=again]")
    reader.until(lambda: reader.draft, QUESTION)
    assert reader.wire.asked == 1


def test_a_network_that_is_cut_loses_the_turn(reader: Reader) -> None:
    """Once it is mended the reader sends the question again, and not before."""
    reader.expected = BROKEN
    ask_for_more(reader)
    reader.wire.cut()
    is_lost(reader)
    reader.wire.mend()
    reader.site.script(FIRST, SECOND)
    reader.tab.press("Enter")
    reader.wait_for("answered")
    assert (reader.answer, reader.wire.asked) == (BOTH, 2)


def test_a_network_that_has_gone_silent_leaves_stop(reader: Reader) -> None:
    """Nobody says that it is gone; Stop ends the turn all the same."""
    reader.expected = BROKEN
    ask_for_more(reader)
    reader.wire.silence()
    reader.tab.press("Escape")
    reader.wait_for("stopped")
    assert (reader.answer, reader.wire.asked) == (SAID, 1)
    reader.wire.mend()


def test_a_server_that_is_restarted_loses_the_turn(
    open_reader: Callable[..., Reader], mortal_site: ScriptedSite
) -> None:
    """The conversation goes on with the new one: it is in the database."""
    reader = open_reader(mortal_site)
    reader.expected = BROKEN
    ask_for_more(reader)
    with killed(mortal_site):
        is_lost(reader)
    reader.site.script(FIRST, SECOND)
    reader.tab.press("Enter")
    reader.wait_for("answered")
    assert (reader.answer, reader.wire.asked) == (BOTH, 2)
    assert len(reader.texts(".turn")) == 2


def test_a_tab_that_is_not_seen_goes_on_reading(open_reader: Callable[..., Reader], engine_site: ScriptedSite) -> None:
    """The answer is whole when the reader comes back; it was asked for once."""
    reader = open_reader(engine_site, unwatched=True)
    reader.site.script(FIRST, *SECOND)
    reader.open()
    reader.ask()
    reader.wait_for_text(SAID)
    with reader.tab.away():
        reader.until(lambda: reader.evaluate("() => document.visibilityState"), "hidden")
        reader.until(lambda: reader.wire.ended, 1)
        reader.wait_for("answered")
        assert (reader.answer, reader.log[-1]) == (BOTH, "The answer is finished.")
    assert (reader.answer, reader.wire.asked) == (BOTH, 1)


def test_leaving_the_page_stops_the_answer_and_back_and_forward_show_that(reader: Reader) -> None:
    """On every page of the way; nothing is asked again."""
    ask_for_more(reader)
    reader.expected = BROKEN
    reader.tab.goto(reader.wire.url + "/")
    reader.wait_for("stopped")
    for move, path in ((reader.tab.back, ARTICLE), (reader.tab.forward, "/"), (reader.tab.back, ARTICLE)):
        move()
        reader.until(lambda: reader.evaluate("() => location.pathname"), path)
        reader.wait_for("stopped")
        assert (reader.answer, reader.word) == (SAID, "Stopped")
    assert len(reader.texts(".turn")) == 1
    assert reader.wire.asked == 1
