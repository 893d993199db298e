"""In every engine a text is a text: whatever it is made of, and whichever way it runs."""

from __future__ import annotations

import pytest

from tests.browser.conftest import ARTICLE, QUESTION

from .conftest import HOSTILE_TITLE
from .languages import LANGUAGES
from .reader import TURN, WINDOW, Reader

pytestmark = pytest.mark.browser

HOSTILE = "<img src=/taken-in onerror=\"document.title='taken in'\"><script>document.title='taken in'</script>"
#: What markup would have left behind, in the page or in what it asked for.
TAKEN_IN = """selector => [
    document.title === "taken in",
    performance.getEntriesByType("resource").some(({name}) => name.includes("/taken-in")),
    document.querySelector(selector).querySelectorAll("img, script, iframe, b").length > 0,
]"""
#: The left edges of the first and the last letter of a word, its right edge, and that of its block.
EDGES = """(selector, word) => {
    const block = document.querySelector(selector);
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() && !walker.currentNode.data.includes(word));
    const at = walker.currentNode.data.indexOf(word);
    const letter = (index) => {
        const range = document.createRange();
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + 1);
        return range.getBoundingClientRect();
    };
    const [first, last] = [letter(at), letter(at + word.length - 1)];
    return {first: first.left, last: last.left, right: last.right, edge: block.getBoundingClientRect().right};
}"""

SIDEWAYS = """() => [...document.querySelectorAll("html, [data-part=scroller]")]
    .map((box) => box.scrollWidth - box.clientWidth)"""


def test_markup_in_questions_answers_and_titles_is_shown_as_it_is(reader: Reader) -> None:
    """Nothing of it is taken for markup: in the panel, on the transcript, on the article's own page, on a list."""
    sentence = f"The channel at Skarvholm is dredged every 7 years {HOSTILE} [S1]."
    reader.site.script(sentence)
    reader.open("/")
    question = f"How often is the channel at Skarvholm dredged? {HOSTILE}"
    reader.ask(question)
    reader.wait_for("answered")
    assert reader.answer == sentence.replace(" [S1]", "")
    assert reader.texts(f"{TURN} [data-part=question]") == [question]
    assert reader.texts(f"{TURN} [data-part=cited] a") == [HOSTILE_TITLE]
    reader.push(f"{TURN} [data-part=why]")
    reader.until(lambda: reader.is_seen(".why[data-told]"))
    assert HOSTILE_TITLE in reader.texts(".why a")
    assert reader.evaluate(TAKEN_IN, WINDOW) == [False] * 3
    transcript = reader.evaluate("() => document.querySelector('[data-part=after] [data-part=page]').href")
    for address in (transcript, f"{reader.wire.url}/articles/dredging/", f"{reader.wire.url}/"):
        reader.tab.goto(address)
        assert reader.evaluate(TAKEN_IN, "main") == [False] * 3
        assert HOSTILE_TITLE in reader.evaluate("() => document.querySelector('main').textContent")


def test_latin_and_code_stand_in_a_persian_answer_as_they_are_read(reader: Reader) -> None:
    """The answer runs from right to left although it begins with a Latin word, which itself runs from left to right."""
    sentence = "Lyngsund: بسته شدن دریچه ۳۸ دقیقه طول می‌کشد؛ دستور git status --short آن را نشان نمی‌دهد [S1]."
    reader.site.script(sentence)
    reader.open("/fa/")
    reader.ask(LANGUAGES["fa"].question)
    reader.wait_for("answered")
    assert reader.answer == sentence.replace(" [S1]", "")
    answer = f"{TURN} [data-part=answer] p"
    assert reader.evaluate("selector => getComputedStyle(document.querySelector(selector)).direction", answer) == "rtl"
    name = reader.evaluate(EDGES, answer, "Lyngsund")
    assert name["first"] < name["last"], "a Latin word runs from left to right"
    assert name["edge"] - name["right"] <= 1, "and the line begins with it, at the right edge"
    for word in ("git status", "--short"):
        code = reader.evaluate(EDGES, answer, word)
        assert code["first"] < code["last"]


@pytest.mark.parametrize("path", [ARTICLE, "/fa/"])
def test_a_word_without_end_breaks_inside_the_panel(reader: Reader, path: str) -> None:
    """Neither the page nor the panel gets a sideways scroll from an address or a word that is longer than a line."""
    word = "https://example.org/" + "a" * 300
    reader.site.script(f"{word} [S1].")
    reader.tab.resize(320, 640)
    reader.open(path)
    reader.ask(f"{QUESTION} {word}")
    reader.until(lambda: reader.status not in {"", "streaming"})
    assert reader.evaluate(SIDEWAYS) == [0, 0]
