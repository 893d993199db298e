"""In ten languages and three engines nothing keeps anybody out: no violation of any rule that axe knows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import INVENTED
from tests.servers.axe import axe

from .languages import LANGUAGES, home
from .reader import TURN, Reader

pytestmark = pytest.mark.browser

RUN = """() => axe.run(document, {resultTypes: ["violations"], preload: false}).then(({violations, passes}) => ({
    checked: passes.length,
    found: violations.flatMap(({id, nodes}) => nodes.map(({target, any}) =>
        `${id}: ${target.join(" ")} (${any.map(({message}) => message).join("; ")})`)),
}))"""
#: What every page of the site has passed; fewer would mean that little was looked at.
RULES_AT_LEAST = 20


@pytest.fixture(scope="module")
def script() -> str:
    """axe-core itself, as an expression that a page evaluates."""
    return f"() => {{ if (!window.axe) {{ {axe()} }} }}"


def look(reader: Reader, script: str) -> list[str]:
    """What axe finds on the page as it is now."""
    reader.evaluate(script)
    told: dict[str, Any] = reader.evaluate(RUN)
    assert told["checked"] >= RULES_AT_LEAST
    return told["found"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(reader: Reader, script: str, language: str) -> None:
    """On the home page and the first screen, an article and two turns, all opened, a transcript."""
    words, found = LANGUAGES[language], {}
    reader.open(home(language))
    found["home page and first screen"] = look(reader, script)

    reader.visit(reader.evaluate("() => document.querySelector('main a[href*=\"/articles/\"]').pathname"))
    reader.site.script(words.sentence, INVENTED)
    reader.ask(words.question)
    reader.wait_for("withheld")
    reader.site.script(words.sentence)
    reader.ask(words.question)
    reader.wait_for("answered")
    reader.push(f"{TURN} [data-part=why]")
    reader.until(lambda: reader.is_seen(".why[data-told]"))
    reader.push(f"{TURN} [data-part=down]")
    reader.until(lambda: reader.is_seen(".reasons"))
    found["article and turns"] = look(reader, script)

    reader.tab.goto(reader.evaluate("() => document.querySelector('[data-part=after] [data-part=page]').href"))
    assert len(reader.texts(".turn")) == 2
    found["transcript"] = look(reader, script)
    assert not {state: violations for state, violations in found.items() if violations}
