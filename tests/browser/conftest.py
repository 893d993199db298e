"""A real browser on a real site: the page fails its test on any error, blocked resource or request elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, Request, sync_playwright

from tests.servers.site import SiteServer, start_site

#: Milliseconds before each piece of a script: long enough to see what stands between two of them.
PIECE_DELAY_MS = 100

ARTICLE = "/articles/mooring-behind-the-new-breakwater/"
TITLE = "Mooring behind the new breakwater"
QUESTION = "What does a berth at Østhavn cost for a night?"
FIRST = "A berth at Østhavn costs €28 a night for boats up to 12 metres [S1]."
SECOND = " Electricity costs €4 a day [S1]."
#: A sentence that does not end while a test looks on: what stands before it is released.
UNFINISHED = (" The", *[" very"] * 200)
#: No source holds the year: the gate stops here.
INVENTED = " The pontoon was rebuilt in 1987 [S1]."


@dataclass
class ScriptedSite:
    """A site whose provider replays what the test has written last."""

    server: SiteServer
    script_file: Path

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return self.server.url

    def script(self, *pieces: str, finish: str | None = "stop") -> None:
        """What the provider will say at the next question."""
        self.script_file.write_text(json.dumps({"pieces": pieces, "finish": finish}), encoding="utf-8")


@dataclass
class Panel:
    """The panel of a page, as its reader uses it."""

    page: Page
    site: ScriptedSite
    #: Parts of console messages that this test provokes itself.
    expected: list[str] = field(default_factory=list)
    #: The bodies of the questions that were posted, in order.
    asked: list[dict[str, Any]] = field(default_factory=list)

    def visit(self, path: str = ARTICLE) -> None:
        """Go to a page of the site."""
        self.page.goto(self.site.url + path)
        self.page.locator("assistant-panel:defined").wait_for(state="attached")

    def open(self, path: str = ARTICLE) -> None:
        """Go to a page and open the panel."""
        self.visit(path)
        self.page.locator(".launcher").click()

    def ask(self, question: str = QUESTION) -> None:
        """Type a question and send it with Enter; returns at once."""
        self.field.fill(question)
        self.field.press("Enter")

    @property
    def field(self) -> Locator:
        """Where the question is typed."""
        return self.page.locator("[data-part=field]")

    @property
    def button(self) -> Locator:
        """Send, or Stop."""
        return self.page.locator("[data-part=send]")

    @property
    def turn(self) -> Locator:
        """The latest turn."""
        return self.page.locator(".turn").last

    @property
    def answer(self) -> Locator:
        """What is released of the latest answer."""
        return self.turn.locator("[data-part=answer]")

    def wait_for(self, status: str) -> Locator:
        """Wait until the latest turn has this status."""
        self.page.locator(f".turn:last-child[data-status={status}]").wait_for()
        return self.turn

    def log(self) -> list[str]:
        """What those who listen have been told since the last question."""
        return self.page.locator("[role=log] p").all_text_contents()

    def screenshot(self, path: Path) -> None:
        """For people to look at; never inside the tree."""
        self.page.screenshot(path=path)


@contextmanager
def scripted(folder: Path, database: Path, **environment: str) -> Iterator[ScriptedSite]:
    """A site in ``folder`` on a copy of ``database``, with further variables of its environment."""
    script = folder / "script.json"
    script.write_text("Nothing yet.")
    server = start_site(
        folder / "site",
        database,
        ASSISTANT_PROVIDER="scripted",
        ASSISTANT_SCRIPT=str(script),
        ASSISTANT_SCRIPT_DELAY_MS=str(PIECE_DELAY_MS),
        ASSISTANT_RATE_LIMIT="10000/m",
        **environment,
    )
    site = ScriptedSite(server, script)
    try:
        yield site
    finally:
        # The one that runs now: a test may have killed the first and started another.
        site.server.stop()


# No longer than these tests: its loop runs in this thread until its end, and no other can beside it.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """What drives Chromium and Firefox."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright, chromium_path: str) -> Iterator[Browser]:
    """One Chromium for all tests here."""
    browser = playwright.chromium.launch(
        executable_path=chromium_path,
        chromium_sandbox=False,
        args=["--disable-gpu", "--disable-background-networking", "--no-first-run"],
    )
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def scripted_site(tmp_path_factory: pytest.TempPathFactory, sample_database: Path) -> Iterator[ScriptedSite]:
    """One site for all tests here, with a script that every test writes anew."""
    with scripted(tmp_path_factory.mktemp("scripted"), sample_database) as site:
        yield site


@pytest.fixture
def open_panel(browser: Browser) -> Iterator[Callable[..., Panel]]:
    """``open_panel(site, **context)``: a fresh browser context on a site; checked for complaints after the test."""
    opened: list[tuple[Panel, list[str]]] = []

    def start(site: ScriptedSite, **options: Any) -> Panel:
        settings = {"viewport": {"width": 1280, "height": 800}, "locale": "en", "service_workers": "block"} | options
        page = browser.new_context(**settings).new_page()
        page.set_default_timeout(10_000)
        panel, complaints = Panel(page, site), []
        page.on("console", lambda message: message.type in {"error", "warning"} and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: _note(request, panel, complaints))
        opened.append((panel, complaints))
        return panel

    yield start
    for panel, complaints in opened:
        panel.page.context.close()
        unexpected = [text for text in complaints if not any(part in text for part in panel.expected)]
        assert not unexpected, f"the page complained: {unexpected}"


@pytest.fixture
def panel(open_panel: Callable[..., Panel], scripted_site: ScriptedSite) -> Panel:
    """A desktop browser on the scripted site."""
    return open_panel(scripted_site)


def _note(request: Request, panel: Panel, complaints: list[str]) -> None:
    if urlsplit(request.url).netloc != urlsplit(panel.site.url).netloc and not request.url.startswith("data:"):
        complaints.append(f"request to another host: {request.url}")
    if request.url.endswith("/assistant/ask"):
        panel.asked.append(request.post_data_json)
