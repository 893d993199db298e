"""The same tests in three engines: Chromium, Firefox, and WebKitGTK, which stands for Safari.

Firefox and WebKitGTK come with the system. Where one is missing its tests are skipped with the reason; never in CI.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Playwright

from tests.browser.conftest import ScriptedSite, scripted
from tests.servers.display import display
from tests.servers.firefox import firefox
from tests.servers.missing import Missing
from tests.servers.webkit import webkit
from tests.servers.wire import wire

from .reader import Reader
from .tabs import PlaywrightTab, Tab, WebDriverTab

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
            _leave_out(f"{name}: {missing}")


def _start(name: str, request: pytest.FixtureRequest, stack: ExitStack) -> Callable[..., Tab]:
    if name == "chromium":
        browser = request.getfixturevalue("browser")
        return lambda *size, **options: PlaywrightTab(browser, *size, **options)
    if name == "firefox":
        playwright: Playwright = request.getfixturevalue("playwright")
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=firefox())
        stack.callback(browser.close)
        return lambda *size, **options: PlaywrightTab(browser, *size, **options)
    driver = stack.enter_context(webkit(stack.enter_context(display())))
    return lambda *size: WebDriverTab(driver, *size)


def _leave_out(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="package")
def engine_site(tmp_path_factory: pytest.TempPathFactory, sample_database: Path) -> Iterator[ScriptedSite]:
    """One site for all tests here, with a script that every test writes anew."""
    with scripted(tmp_path_factory.mktemp("engines"), sample_database) as site:
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
