"""A tab of Chromium that Playwright does not hold: Playwright has every page of its own believe that it is seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser

from .skipping import leave_out
from .tabs import COMPLAINTS, LISTEN

#: Keys with their numbers and the text that they enter.
KEYS = {"Enter": (13, "\r"), "Escape": (27, "")}


class UnwatchedTab:
    """As a ``Tab``, with as much of it as a test needs that looks away; it speaks the DevTools protocol itself."""

    def __init__(self, browser: Browser) -> None:
        """In the browser's own context, so that another tab can stand in front of it."""
        self._page = browser.new_context().new_page()
        self._session = browser.new_browser_cdp_session()
        self._answers: dict[int, dict[str, Any]] = {}
        self._sent = 0
        self._target = self._open()
        attached = self._session.send("Target.attachToTarget", {"targetId": self._target, "flatten": False})
        self._attached = attached["sessionId"]
        self._session.on("Target.receivedMessageFromTarget", self._receive)

    def goto(self, address: str) -> None:
        self._send("Page.navigate", url=address)
        while self.evaluate("() => document.readyState !== 'complete' || location.href === 'about:blank'"):
            self._page.wait_for_timeout(20)
        self.evaluate(LISTEN)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        call = f"({function})(...{json.dumps(arguments)})"
        told = self._send("Runtime.evaluate", expression=call, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def click(self, selector: str) -> None:
        self.evaluate("selector => document.querySelector(selector).click()", selector)

    def type(self, text: str) -> None:
        self._send("Input.insertText", text=text)

    def press(self, key: str) -> None:
        code, text = KEYS[key]
        for kind in ("keyDown", "keyUp"):
            self._send("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, text=text)

    @contextmanager
    def away(self) -> Iterator[None]:
        other = self._open()
        self._session.send("Target.activateTarget", {"targetId": other})
        self._page.wait_for_timeout(100)
        if self.evaluate("() => document.visibilityState") != "hidden":
            leave_out("this Chromium shows every tab")
        yield
        self._session.send("Target.closeTarget", {"targetId": other})
        self._session.send("Target.activateTarget", {"targetId": self._target})

    def complaints(self) -> list[str]:
        found: list[str] = self.evaluate(COMPLAINTS)
        return found

    def close(self) -> None:
        self._session.send("Target.closeTarget", {"targetId": self._target})
        self._session.detach()
        self._page.context.close()

    def _open(self) -> str:
        target: str = self._session.send("Target.createTarget", {"url": "about:blank"})["targetId"]
        return target

    def _send(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._sent += 1
        message = json.dumps({"id": self._sent, "method": method, "params": parameters})
        self._session.send("Target.sendMessageToTarget", {"sessionId": self._attached, "message": message})
        while self._sent not in self._answers:
            self._page.wait_for_timeout(5)
        answer = self._answers.pop(self._sent)
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def _receive(self, told: dict[str, Any]) -> None:
        message = json.loads(told["message"])
        if "id" in message:
            self._answers[message["id"]] = message
