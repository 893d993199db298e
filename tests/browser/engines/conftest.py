"""The same tests in three engines: Chromium, Firefox, and WebKitGTK, which stands for Safari.

Firefox and WebKitGTK come with the system. Where one is missing its tests are skipped with the reason; never in CI.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright

from tests.browser.conftest import ScriptedSite, scripted
from tests.servers.display import display, xdotool
from tests.servers.firefox import firefox
from tests.servers.missing import Missing
from tests.servers.site import copy_database, manage
from tests.servers.webkit import webkit
from tests.servers.wire import wire

from .reader import Reader
from .skipping import leave_out
from .tabs import ChromiumTab, FirefoxTab, Tab, WebDriverTab
from .unwatched import UnwatchedTab

#: Markup as a title: whoever takes it for markup asks the site for an image that is not there, and says "taken in".
HOSTILE_TITLE = '<img src=/taken-in onerror="document.title=&#39;taken in&#39;"> & <b>Dredging</b>'
HOSTILE_ARTICLE = f"""---
title: {json.dumps(HOSTILE_TITLE)}
slug: dredging
language: en
---
The channel at Skarvholm is dredged every 7 years. The spoil is taken to sea in barges.
"""

ENGINES = ("chromium", "firefox", "webkit")


@dataclass
class Engine:
    """A browser that runs. ``open(width, height)`` gives a tab that knows nothing of the others."""

    name: str
    open: Callable[..., Tab]


@pytest.fixture(scope="package", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """One browser of each engine for all tests here, one after the other."""
    name = request.param
    with ExitStack() as stack:
        try:
            yield Engine(name, _start(name, request, stack))
        except Missing as missing:
            leave_out(f"{name}: {missing}")


def _start(name: str, request: pytest.FixtureRequest, stack: ExitStack) -> Callable[..., Tab]:
    if name == "chromium":
        browser = request.getfixturevalue("browser")
        return lambda *size, **options: _tab_of_chromium(browser, *size, **options)
    if name == "firefox":
        playwright: Playwright = request.getfixturevalue("playwright")
        # On a display: without one every tab takes itself for seen.
        screen = _screen(stack)
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=firefox(), headless=False, env={**os.environ, "DISPLAY": screen}
        )
        stack.callback(browser.close)
        return lambda *size, unwatched=False, **options: FirefoxTab(browser, screen, *size, **options)
    screen = _screen(stack)
    driver = stack.enter_context(webkit(screen))
    return lambda *size, **options: WebDriverTab(driver, screen, *size)


def _screen(stack: ExitStack) -> str:
    name = stack.enter_context(display())
    xdotool(name, "version")
    return name


def _tab_of_chromium(browser: Browser, *size: int, unwatched: bool = False, **options: Any) -> Tab:
    return UnwatchedTab(browser) if unwatched else ChromiumTab(browser, *size, **options)


@pytest.fixture(scope="package")
def engine_site(tmp_path_factory: pytest.TempPathFactory, sample_database: Path) -> Iterator[ScriptedSite]:
    """One site for all tests here, with a script that every test writes anew, and one article that means harm."""
    folder = tmp_path_factory.mktemp("engines")
    articles, database = folder / "articles", folder / "with-hostile.sqlite3"
    articles.mkdir()
    (articles / "hostile.md").write_text(HOSTILE_ARTICLE, encoding="utf-8")
    copy_database(sample_database, database)
    manage(database, "load_articles", "markdown", str(articles))
    with scripted(folder, database) as site:
        yield site


@pytest.fixture
def open_reader(engine: Engine) -> Iterator[Callable[..., Reader]]:
    """``open_reader(site, width=…, height=…)``: somebody with a tab on a site; looked at for complaints at the end."""
    opened: list[Reader] = []
    with ExitStack() as stack:

        def start(site: ScriptedSite, width: int = 1280, height: int = 800, **options: Any) -> Reader:
            line = stack.enter_context(wire(site.server.port))
            tab = engine.open(width, height, **options)
            stack.callback(tab.close)
            opened.append(Reader(tab, site, line))
            return opened[-1]

        yield start
        for reader in opened:
            found = [text for text in reader.tab.complaints() if not any(part in text for part in reader.expected)]
            assert not found, f"the page complained: {found}"


@pytest.fixture
def reader(open_reader: Callable[..., Reader], engine_site: ScriptedSite) -> Reader:
    """Somebody at a desk, on the site."""
    return open_reader(engine_site)
