"""One tab of a browser, the same whichever engine is in it: as few movements as a test needs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Request
from selenium.webdriver import ActionChains, Keys, Remote
from selenium.webdriver.common.by import By

from tests.servers.display import xdotool

#: Milliseconds until a page or an element is there.
PATIENCE_MS = 30_000

#: What WebDriver calls the keys that the standard for the web names otherwise.
KEYS = {
    "ArrowDown": Keys.ARROW_DOWN,
    "ArrowUp": Keys.ARROW_UP,
    "End": Keys.END,
    "Enter": Keys.ENTER,
    "Escape": Keys.ESCAPE,
    "Home": Keys.HOME,
    "PageUp": Keys.PAGE_UP,
    "Shift": Keys.SHIFT,
    "Space": " ",
    "Tab": Keys.TAB,
}

#: No console can be read over this WebDriver: a page tells of its own errors, from the moment it is there.
LISTEN = """() => {
    if (window.complaints) return;
    window.complaints = [];
    for (const name of ["error", "unhandledrejection", "securitypolicyviolation"]) {
        window.addEventListener(name, (event) =>
            window.complaints.push(`${name}: ${event.message ?? event.reason ?? event.blockedURI}`));
    }
}"""
COMPLAINTS = """() => [
    ...window.complaints ?? [],
    ...performance.getEntriesByType("resource").map(({ name }) => new URL(name))
        .filter(({ protocol, host }) => protocol !== "data:" && host !== location.host)
        .map((address) => `request to another host: ${address}`),
]"""

COMPOSE = """(character) => {
    const field = document.activeElement;
    const tell = (event) => field.dispatchEvent(event);
    const enter = {key: "Enter", keyCode: 229, bubbles: true, cancelable: true};
    tell(new CompositionEvent("compositionstart", {bubbles: true}));
    tell(new KeyboardEvent("keydown", {...enter, isComposing: true}));
    field.value += character;
    tell(new InputEvent("input", {bubbles: true, isComposing: true}));
    tell(new CompositionEvent("compositionend", {data: character, bubbles: true}));
    tell(new KeyboardEvent("keydown", enter));
}"""


class Tab(Protocol):
    """What every engine can do. Functions are JavaScript, as text; a promise is waited for."""

    def goto(self, address: str) -> None:
        """Go to an address; returns when the page has loaded."""

    def back(self) -> None:
        """One step back in the history; may return before the page is there."""

    def forward(self) -> None:
        """One step forward, likewise."""

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """What the function returns, called in the page."""

    def click(self, selector: str) -> None:
        """Click the first such element, once it is there, with a pointer."""

    def press(self, key: str) -> None:
        """Press a key, as ``Enter`` or ``Shift+Enter``."""

    def type(self, text: str) -> None:
        """Type into what has the focus."""

    def compose(self, character: str) -> None:
        """Put a character into the field that has the focus by an input method; Enter ends the composition."""

    def away(self) -> AbstractContextManager[None]:
        """Meanwhile the reader is elsewhere, and the tab is not seen. Of Chromium an ``UnwatchedTab`` can do that."""

    def resize(self, width: int, height: int) -> None:
        """Give the page this size, in CSS pixels."""

    def screenshot(self) -> bytes:
        """What is seen, as a PNG."""

    def complaints(self) -> list[str]:
        """Errors of the page, blocked resources and requests to other hosts, so far."""

    def close(self) -> None:
        """Close it, with all that it remembered."""


class PlaywrightTab:
    """What the tabs of Chromium and Firefox have in common; each is in a context of its own."""

    def __init__(self, browser: Browser, width: int, height: int, **options: Any) -> None:
        """Further options are those of a context."""
        size = {"width": width, "height": height}
        self.page = browser.new_context(viewport=size, locale="en", service_workers="block", **options).new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self._complaints: list[str] = []
        #: Of the first page; no other is asked for anything.
        self._host = ""
        self.page.on("console", lambda said: said.type in {"error", "warning"} and self._complaints.append(said.text))
        self.page.on("pageerror", lambda error: self._complaints.append(str(error)))
        self.page.on("request", self._note)

    def goto(self, address: str) -> None:
        self.page.goto(address)

    def back(self) -> None:
        self.page.go_back()

    def forward(self) -> None:
        self.page.go_forward()

    def evaluate(self, function: str, *arguments: Any) -> Any:
        return self.page.evaluate(f"all => ({function})(...all)", list(arguments))

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def screenshot(self) -> bytes:
        return self.page.screenshot()

    def complaints(self) -> list[str]:
        return self._complaints

    def close(self) -> None:
        self.page.context.close()

    def _note(self, request: Request) -> None:
        if request.url.startswith("data:"):
            return
        host = urlsplit(request.url).netloc
        self._host = self._host or host
        if host != self._host:
            self._complaints.append(f"request to another host: {request.url}")


class ChromiumTab(PlaywrightTab):
    """Chromium's; it is never away, because Playwright has it believe that it is seen."""

    def compose(self, character: str) -> None:
        session = self.page.context.new_cdp_session(self.page)
        session.send("Input.imeSetComposition", {"text": character, "selectionStart": 1, "selectionEnd": 1})
        enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
        session.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **enter})
        session.send("Input.insertText", {"text": character})
        session.send("Input.dispatchKeyEvent", {"type": "keyUp", **enter})

    def away(self) -> AbstractContextManager[None]:
        raise NotImplementedError("an UnwatchedTab can")


class FirefoxTab(PlaywrightTab):
    """Firefox's, in a window of its own on a display."""

    def __init__(self, browser: Browser, display: str, width: int, height: int, **options: Any) -> None:
        super().__init__(browser, width, height, **options)
        self._display = display

    def evaluate(self, function: str, *arguments: Any) -> Any:
        # While a step in the history is under way the page that was asked goes: the one that comes is asked then.
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while True:
            try:
                return super().evaluate(function, *arguments)
            except Error as error:
                if "context was destroyed" not in str(error) or time.monotonic() > deadline:
                    raise
                self.page.wait_for_timeout(50)

    def back(self) -> None:
        # Of a page that Firefox has kept as it was Playwright hears nothing: whoever goes back waits for the page.
        self.page.evaluate("setTimeout(() => history.back())")

    def forward(self) -> None:
        self.page.evaluate("setTimeout(() => history.forward())")

    def compose(self, character: str) -> None:
        # This Firefox lets no input method be driven: events alike, so that at least the panel's side is seen.
        self.evaluate(COMPOSE, character)

    @contextmanager
    def away(self) -> Iterator[None]:
        title = self.evaluate("() => document.title")
        window = xdotool(self._display, "search", "--onlyvisible", "--name", title).split()[-1]
        xdotool(self._display, "windowunmap", window)
        yield
        xdotool(self._display, "windowmap", window)


class WebDriverTab:
    """A window of WebKitGTK; what it remembers ends with it."""

    def __init__(self, driver: Remote, display: str, width: int, height: int) -> None:
        """The windows of a driver are used one at a time."""
        self.driver = driver
        self._display = display
        self._first = driver.current_window_handle
        driver.switch_to.new_window("window")
        self._complaints: list[str] = []
        self.resize(width, height)

    def goto(self, address: str) -> None:
        with self._leaving():
            self.driver.get(address)

    def back(self) -> None:
        with self._leaving():
            self.driver.back()

    def forward(self) -> None:
        with self._leaving():
            self.driver.forward()

    def evaluate(self, function: str, *arguments: Any) -> Any:
        return self.driver.execute_script(f"return ({function})(...arguments)", *arguments)

    def click(self, selector: str) -> None:
        self.driver.implicitly_wait(PATIENCE_MS / 1000)
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def press(self, key: str) -> None:
        *modifiers, last = key.split("+")
        chain = ActionChains(self.driver)
        for modifier in modifiers:
            chain.key_down(KEYS[modifier])
        chain.send_keys(KEYS.get(last, last))
        for modifier in modifiers:
            chain.key_up(KEYS[modifier])
        chain.perform()

    def type(self, text: str) -> None:
        self.driver.switch_to.active_element.send_keys(text)

    def resize(self, width: int, height: int) -> None:
        # The window has a bar above the page, whose height nobody tells.
        self.driver.set_window_size(width, height)
        bar = height - self.evaluate("() => innerHeight")
        self.driver.set_window_size(width, height + bar)

    def screenshot(self) -> bytes:
        return self.driver.get_screenshot_as_png()

    def complaints(self) -> list[str]:
        return self._complaints + self.evaluate(COMPLAINTS)

    def close(self) -> None:
        self.driver.close()
        self.driver.switch_to.window(self._first)

    def compose(self, character: str) -> None:
        # The toolkit's own input method takes the character's number, in hexadecimal digits.
        digits = f"{ord(character):x}"
        xdotool(self._display, "key", "--clearmodifiers", "ctrl+shift+u", *digits)
        xdotool(self._display, "key", "Return")

    @contextmanager
    def away(self) -> Iterator[None]:
        size = self.driver.get_window_size()
        self.driver.minimize_window()
        yield
        self.driver.set_window_size(size["width"], size["height"])

    @contextmanager
    def _leaving(self) -> Iterator[None]:
        """What a page complained of goes with it, unless it is kept."""
        self._complaints = self.complaints()
        yield
        self.evaluate(LISTEN)
