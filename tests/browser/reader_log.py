"""What a screen reader is given: Chromium's accessibility tree of the log and of a turn, as lines to read.

``python -m tests.browser.reader_log`` prints those of an answered, a withheld and a stopped turn.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.servers.chromium import chromium
from tests.servers.site import prepare_database

from .conftest import FIRST, INVENTED, SECOND, UNFINISHED, Panel, scripted

#: Roles without a meaning of their own: what stands in them is told as if it stood there alone.
PASSED_OVER = {"none", "generic", "InlineTextBox", "LineBreak", "ListMarker"}
#: States that are told with a name.
STATES = ("expanded", "pressed", "focused", "disabled")
#: Every text that is ever added to the log, in order, from the moment that this runs.
LISTEN = """() => {
    window.heard = [];
    new MutationObserver((records) => {
        for (const {addedNodes} of records) for (const node of addedNodes) window.heard.push(node.textContent);
    }).observe(document.querySelector("[role=log]"), {childList: true});
}"""
HEARD = "() => window.heard.splice(0)"

#: How each turn ends, and what the provider says for it.
SCRIPTS = {"answered": (FIRST, *SECOND), "withheld": (FIRST, INVENTED), "stopped": (FIRST, *UNFINISHED)}


def tree(page: Page, selector: str) -> list[str]:
    """The accessibility tree under the last such element, a line a node, indented by two spaces a level."""
    session = page.context.new_cdp_session(page)
    try:
        found = session.send("Runtime.evaluate", {"expression": f"[...document.querySelectorAll({selector!r})].at(-1)"})
        node = session.send("DOM.describeNode", {"objectId": found["result"]["objectId"]})["node"]["backendNodeId"]
        nodes = {each["nodeId"]: each for each in session.send("Accessibility.getFullAXTree")["nodes"]}
        root = next(each for each in nodes.values() if each.get("backendDOMNodeId") == node)
        return list(_lines(root, nodes, 0))
    finally:
        session.detach()


def _lines(node: dict[str, Any], nodes: dict[str, dict[str, Any]], depth: int) -> Iterator[str]:
    role, name = node["role"]["value"], node.get("name", {}).get("value", "")
    if role == "StaticText":
        if name.strip():
            yield "  " * depth + name.strip()
        return
    told = not node["ignored"] and role not in PASSED_OVER
    children = [line for child in node["childIds"] for line in _lines(nodes[child], nodes, depth + told)]
    if not told:
        yield from children
    elif children and " ".join(line.strip() for line in children) == name:
        # A name that is the text itself is said once.
        yield "  " * depth + f"{role} “{name}”{_states(node)}"
    else:
        yield "  " * depth + role + (f" “{name}”" if name else "") + _states(node)
        yield from children


def _states(node: dict[str, Any]) -> str:
    """The states that are set, and whether what can be opened is."""
    found = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
    return "".join(f", {name} {str(found[name]).lower()}" for name in STATES if found.get(name) not in (None, ""))


def take(panel: Panel, status: str) -> tuple[list[str], list[str], list[str]]:
    """Ask until the turn ends so: what was added to the log in order, the log's tree, the turn's tree."""
    panel.site.script(*SCRIPTS[status])
    panel.open()
    panel.page.evaluate(LISTEN)
    panel.ask()
    if status == "stopped":
        panel.page.locator(".turn:last-child [data-part=released]").first.wait_for()
        panel.button.click()
    panel.wait_for(status)
    panel.turn.locator(".tools").wait_for()
    return panel.page.evaluate(HEARD), tree(panel.page, "[role=log]"), tree(panel.page, ".turn")


def main() -> None:
    """Print all three, from a site of its own."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        prepare_database(folder / "db.sqlite3")
        browser = playwright.chromium.launch(executable_path=chromium(), chromium_sandbox=False)
        with scripted(folder, folder / "db.sqlite3") as site:
            for status in SCRIPTS:
                page = browser.new_context(locale="en").new_page()
                heard, log, turn = take(Panel(page, site), status)
                page.context.close()
                print(f"── {status}", "   added to the log, in order:", *heard, "", *log, "", *turn, "", sep="\n")
        browser.close()


if __name__ == "__main__":
    main()
