"""Somebody with one tab on the site, who opens the panel, asks and reads: in whichever engine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.browser.conftest import ARTICLE, QUESTION, ScriptedSite
from tests.servers.wire import Wire

from .tabs import PATIENCE_MS, Tab

TURN = ".turn:last-child"
FIELD = "[data-part=field]"
WINDOW = "[data-part=window]"
SCROLLER = "[data-part=scroller]"

TEXTS = "selector => [...document.querySelectorAll(selector)].map((element) => element.textContent)"
IS_SEEN = "selector => [...document.querySelectorAll(selector)].some((element) => element.checkVisibility())"


@dataclass
class Reader:
    """The panel of a page, as its reader uses it, over a line that may be cut."""

    tab: Tab
    site: ScriptedSite
    wire: Wire
    #: Parts of complaints that this test provokes itself.
    expected: list[str] = field(default_factory=list)

    def visit(self, path: str = ARTICLE) -> None:
        """Go to a page of the site; its panel is there then."""
        self.tab.goto(self.wire.url + path)
        self.until(lambda: self.evaluate("() => Boolean(document.querySelector('assistant-panel:defined'))"))

    def open(self, path: str = ARTICLE) -> None:
        """Go to a page and open the panel; returns when the field has the focus, as a person is no faster."""
        self.visit(path)
        self.tab.click(".launcher")
        self.until(lambda: self.has_focus(FIELD))

    def write(self, question: str) -> None:
        """Type into the field, wherever the focus was."""
        self.evaluate("selector => document.querySelector(selector).focus()", FIELD)
        self.tab.type(question)

    def ask(self, question: str = QUESTION) -> None:
        """Type a question and send it with Enter; returns at once."""
        self.write(question)
        self.tab.press("Enter")

    def push(self, selector: str) -> None:
        """Use the first such button or link by the keyboard alone, once it is there."""
        self.until(lambda: self.is_seen(selector))
        self.evaluate("selector => document.querySelector(selector).focus()", selector)
        self.tab.press("Enter")

    def wait_for(self, status: str) -> None:
        """Wait until the latest turn has this status."""
        self.until(lambda: self.status, status)

    def wait_for_text(self, text: str) -> None:
        """Wait until this is what is released of the latest answer."""
        self.until(lambda: self.answer, text)

    def until(self, look: Callable[[], Any], wanted: Any = True) -> None:
        """Look again and again until ``wanted`` is seen."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while (seen := look()) != wanted:
            assert time.monotonic() < deadline, f"still {seen!r}, not {wanted!r}"
            time.sleep(0.03)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        """What a function of JavaScript returns in the page."""
        return self.tab.evaluate(function, *arguments)

    def texts(self, selector: str) -> list[str]:
        """What all such elements say."""
        return self.evaluate(TEXTS, selector)

    def is_seen(self, selector: str) -> bool:
        """Whether such an element is rendered."""
        return self.evaluate(IS_SEEN, selector)

    def has_focus(self, selector: str) -> bool:
        """Whether such an element has the focus."""
        return self.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector)

    @property
    def draft(self) -> str:
        """What stands in the field."""
        return self.evaluate("selector => document.querySelector(selector).value", FIELD)

    @property
    def status(self) -> str:
        """That of the latest turn, empty where there is none."""
        return self.evaluate("selector => document.querySelector(selector)?.dataset.status ?? ''", TURN)

    @property
    def answer(self) -> str:
        """What is released of the latest answer."""
        return "".join(self.texts(f"{TURN} [data-part=answer]"))

    @property
    def word(self) -> str:
        """The latest turn's end, in the panel's own word."""
        return "".join(self.texts(f"{TURN} [data-part=word]"))

    @property
    def log(self) -> list[str]:
        """What those who listen have been told since the last question."""
        return self.texts("[role=log] p")
