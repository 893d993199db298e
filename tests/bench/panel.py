"""What the panel costs a reader: ``python -m tests.bench.panel``.

The parser beside ``eventsource-parser`` on the same stream in one process; bytes of scripts and styles; script time in
Chromium with the processor slowed down four times; the layout of a long Persian answer beside one text node that
grows, and of many turns with and without ``content-visibility``. Everything in one run.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from config.storage import as_collected
from tests.servers.chromium import chromium
from tests.servers.node import install, node
from tests.servers.site import ROOT, SiteServer, prepare_database, start_site

PEER = "eventsource-parser@^4"
THROTTLE = 4
ROUNDS = 7
SENTENCE = "بسته شدن دریچهٔ لینگسوند ۳۸ دقیقه طول می‌کشد و در این مدت چراغ سرخ روشن است."
SENTENCES = 500
TURNS = 200
STAGES = {
    "every page": ("define", "session"),
    "the first opening": ("conversation", "composer", "scroller", "templates"),
    "the first question": ("answer", "ask", "sse", "turn", "turn_view", "links"),
    "the first answer's end": ("tools", "why", "feedback", "forget"),
}

#: What is done and when it is; through the protocol alone, since a driver's own scripts in the page would be counted.
STEPS = {
    "page": ("0", "!!customElements.get('assistant-panel')"),
    "first opening": (
        "document.querySelector('.launcher').click()",
        "document.activeElement === document.querySelector('[data-part=field]')",
    ),
    "first question to the end of its answer": (
        "document.querySelector('assistant-panel').ask('What does a berth at Østhavn cost for a night?'); 0",
        "!!document.querySelector('.turn .tools')",
    ),
}

#: One answer in the page's own panel: its turn grows by a sentence a frame, laid out each time.
GROW = """async ([base, sentence, count, naive]) => {
  const { TurnView } = await import(base + 'turn_view.js');
  const { Templates } = await import(base + 'templates.js');
  const { openTurn } = await import(base + 'turn.js');
  const root = document.querySelector('assistant-panel');
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: root.dataset.styles });
  await new Promise((resolve) => { link.onload = resolve; root.append(link); });
  const turn = openTurn('?', 'fa', 'rtl');
  const view = new TurnView(turn, new Templates(root));
  root.part('transcript').append(view.element);
  root.toggleAttribute('data-asked', true);
  const text = document.createTextNode('');
  if (naive) view.part('answer').append(text);
  for (let n = 0; n < count; n++) {
    const words = (n % 5 ? ' ' : '\\n\\n') + sentence;
    if (naive) text.data += words;
    else { turn.sentences.push({ text: words, cited: [] }); view.update(); }
    root.part('scroller').scrollTop = root.part('scroller').scrollHeight;
    await new Promise(requestAnimationFrame);
  }
}"""
#: Many turns, then the panel changes its width.
RESIZE = """async ([base, sentence, count, contained]) => {
  const { TurnView } = await import(base + 'turn_view.js');
  const { Templates } = await import(base + 'templates.js');
  const { openTurn } = await import(base + 'turn.js');
  const root = document.querySelector('assistant-panel');
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: root.dataset.styles });
  await new Promise((resolve) => { link.onload = resolve; root.append(link); });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(contained ? '' : 'assistant-panel .turn { content-visibility: visible !important }');
  document.adoptedStyleSheets = [sheet];
  for (let n = 0; n < count; n++) {
    const turn = openTurn(sentence, 'fa', 'rtl');
    turn.sentences = Array.from({length: 12}, () => ({ text: ' ' + sentence, cited: [] }));
    turn.status = 'answered';
    root.part('transcript').append(new TurnView(turn, new Templates(root)).element);
  }
  root.toggleAttribute('data-asked', true);
  root.part('scroller').scrollTop = 1e9;
  for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
}"""
WIDEN = """async () => {
  const window_ = document.querySelector('assistant-panel').part('window');
  for (let n = 0; n < 10; n++) {
    window_.style.inlineSize = `${400 + n}px`;
    void window_.offsetHeight;
    await new Promise(requestAnimationFrame);
  }
}"""


def parsers() -> None:
    """Speed of the two parsers."""
    with tempfile.TemporaryDirectory() as folder:
        package = install(PEER, Path(folder))
        version = json.loads((package / "package.json").read_text())["version"]
        command = [
            node(),
            ROOT / "tests/bench/parsers.mjs",
            ROOT / "static/assistant/sse.js",
            package / "dist/index.js",
        ]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print(f"| pieces | ours, MB/s | eventsource-parser {version}, MB/s | ratio |\n| --- | --- | --- | --- |")
    for size, rate in found["rates"].items():
        print(f"| {size} | {rate['ours']:.1f} | {rate['theirs']:.1f} | {rate['ours'] / rate['theirs']:.2f} |")
    for who in ("ours", "theirs"):
        short, long = (found["line"][size][who] for size in ("1.25", "5"))
        print(f"One line of 5 MB in reads of 1 KB, {who}: {long:.3f} s, {long / short:.1f} times that of 1.25 MB")


def weights() -> None:
    """Bytes by when they are loaded, of what is collected."""
    print("\n| loaded with | scripts, gzip | styles, gzip |\n| --- | --- | --- |")
    styles = {"every page": ("tokens.css", "assistant/panel.css"), "the first question": ("assistant/turns.css",)}
    for stage, modules in STAGES.items():
        scripts = _weight([f"assistant/{module}.js" for module in modules])
        print(f"| {stage} | {scripts} | {_weight(styles.get(stage, ()))} |")


def script_time(site: SiteServer) -> None:
    """Milliseconds of script until the panel can be used, and for one answer."""
    stages: dict[str, list[float]] = {name: [] for name in STEPS}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), chromium_sandbox=False, args=["--disable-gpu"])
        for _round in range(ROUNDS):
            context = browser.new_context()
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
            session.send("Performance.enable")
            page.goto(f"{site.url}/healthz")
            spent = _spent(session)["ScriptDuration"]
            page.goto(f"{site.url}/articles/mooring-behind-the-new-breakwater/")
            for name, (action, done) in STEPS.items():
                _evaluate(session, action)
                # Seldom: each look is a script too.
                while not _evaluate(session, done):
                    time.sleep(0.5)
                now = _spent(session)["ScriptDuration"]
                stages[name].append(now - spent)
                spent = now
            context.close()
        browser.close()
    print(f"\nScript time at {THROTTLE}× throttle, ms, median of {ROUNDS} (worst): ", end="")
    print("; ".join(f"{name} {_median(times):.1f} ({max(times) * 1000:.1f})" for name, times in stages.items()))


def layout(site: SiteServer) -> None:
    """What a long answer costs, and many turns."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), chromium_sandbox=False, args=["--disable-gpu"])
        costs = {}
        for naive in (True, False):
            page = _opened(browser.new_page(), site)
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable")
            before = _spent(session)
            page.evaluate(GROW, [f"{site.url}/static/assistant/", SENTENCE, SENTENCES, naive])
            costs[naive] = _spent(session)["LayoutDuration"] - before["LayoutDuration"]
            page.close()
        print(f"\nLayout of a Persian answer of {SENTENCES} sentences that grows: ", end="")
        print(f"one text node {costs[True]:.2f} s, ours {costs[False]:.2f} s", end="")
        print(f" ({costs[True] / costs[False]:.0f} times less)")
        for contained in (False, True):
            page = _opened(browser.new_page(), site)
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable")
            page.evaluate(RESIZE, [f"{site.url}/static/assistant/", SENTENCE, TURNS, contained])
            before = _spent(session)
            page.evaluate(WIDEN)
            costs[contained] = _spent(session)["LayoutDuration"] - before["LayoutDuration"]
            page.close()
        print(f"Layout of {TURNS} turns at ten widths: without content-visibility {costs[False]:.3f} s, ", end="")
        print(f"with it {costs[True]:.3f} s ({costs[False] / costs[True]:.0f} times less)")
        browser.close()


def _opened(page: Page, site: SiteServer) -> Page:
    page.goto(f"{site.url}/fa/")
    page.locator(".launcher").click()
    page.wait_for_load_state("networkidle")
    return page


def _evaluate(session: CDPSession, expression: str) -> Any:
    return session.send("Runtime.evaluate", {"expression": expression})["result"].get("value")


def _spent(session: CDPSession) -> dict[str, Any]:
    return {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}


def _median(seconds: list[float]) -> float:
    return sorted(seconds)[len(seconds) // 2] * 1000


def _weight(names: Iterable[str]) -> int:
    sources = ((name, (ROOT / "static" / name).read_bytes()) for name in names)
    return sum(len(gzip.compress(as_collected(name, source), 9)) for name, source in sources)


def main() -> None:
    """Run everything."""
    parsers()
    weights()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "site.sqlite3")
        prepare_database(database)
        site = start_site(Path(folder, "site"), database, ASSISTANT_PROVIDER="extractive")
        try:
            script_time(site)
            layout(site)
        finally:
            site.stop()


if __name__ == "__main__":
    main()
