"""In every engine the panel follows the text while the reader is at its end, and only then; also through a book."""

from __future__ import annotations

import pytest

from tests.browser.conftest import FIRST, SECOND, UNFINISHED

from .reader import FIELD, SCROLLER, TURN, Reader

pytestmark = pytest.mark.browser

NEW_TEXT = "[data-part=new-text]"
#: CSS pixels between what is seen last and the end, rounded up.
LEFT = """selector => {
    const box = document.querySelector(selector);
    return Math.ceil(box.scrollHeight - box.scrollTop - box.clientHeight);
}"""
TOP = "selector => document.querySelector(selector).scrollTop"
SCROLL = "(selector, top) => { document.querySelector(selector).scrollTop = top }"
#: Where a turn begins below the upper edge of what scrolls, and how much room there is.
PLACE = """(selector, scroller) => {
    const box = document.querySelector(scroller).getBoundingClientRect();
    return [document.querySelector(selector).getBoundingClientRect().top - box.top, box.height];
}"""
SENTENCES = 2000


def released(reader: Reader) -> int:
    """Sentences of the latest answer."""
    return len(reader.texts(f"{TURN} [data-part=released]"))


def test_the_text_is_followed_at_its_end(reader: Reader) -> None:
    """No gap, sentence by sentence, and no offer of new text."""
    reader.site.script(FIRST, *[SECOND] * 40, *UNFINISHED)
    reader.tab.resize(390, 400)
    reader.open()
    reader.ask()
    for count in (10, 20, 41):
        reader.until(lambda count=count: released(reader) >= count)
        reader.until(lambda: reader.evaluate(LEFT, SCROLLER) <= 1)
        assert not reader.is_seen(NEW_TEXT)


def test_a_reader_who_has_scrolled_up_stays_there(reader: Reader) -> None:
    """While the text grows below; the way to it is offered and leads to the end."""
    reader.site.script(FIRST, *[SECOND] * 200, *UNFINISHED)
    reader.tab.resize(390, 400)
    reader.open()
    reader.ask()
    reader.until(lambda: released(reader) >= 12)
    reader.evaluate(SCROLL, SCROLLER, 10)
    reader.until(lambda: reader.is_seen(NEW_TEXT))
    count = released(reader)
    reader.until(lambda: released(reader) >= count + 5)
    assert reader.evaluate(TOP, SCROLLER) == 10
    reader.tab.click(NEW_TEXT)
    reader.until(lambda: reader.evaluate(LEFT, SCROLLER) <= 1)
    assert not reader.is_seen(NEW_TEXT)


def test_the_next_question_is_gone_to(reader: Reader) -> None:
    """Whoever asks again sees that, whatever has been added below the last answer meanwhile."""
    reader.site.script(FIRST, SECOND)
    reader.open()
    reader.ask()
    reader.wait_for("answered")
    reader.until(lambda: reader.is_seen("[data-part=after] [data-part=page]"))
    reader.site.script(FIRST, *UNFINISHED)
    reader.ask("And what does electricity cost at Østhavn?")
    reader.until(lambda: released(reader), 1)
    reader.until(lambda: reader.evaluate(LEFT, SCROLLER) <= 1)
    top, height = reader.evaluate(PLACE, TURN, SCROLLER)
    assert 0 <= top < height
    assert not reader.is_seen(NEW_TEXT)


def test_an_answer_of_two_thousand_sentences_stays_usable(reader: Reader) -> None:
    """Typing is taken while it comes, the reader is not carried off, and the end is whole."""
    reader.site.script(FIRST, *[SECOND * 50] * (SENTENCES // 50))
    reader.open()
    reader.ask()
    reader.until(lambda: released(reader) > 200)
    reader.evaluate(SCROLL, SCROLLER, 0)
    reader.write("And for a week?")
    assert reader.draft == "And for a week?"
    reader.wait_for("answered")
    assert released(reader) == SENTENCES + 1
    assert reader.evaluate(TOP, SCROLLER) == 0
    assert reader.is_seen(NEW_TEXT)
    assert reader.has_focus(FIELD)
    assert reader.draft == "And for a week?"
    reader.tab.click(NEW_TEXT)
    reader.until(lambda: reader.evaluate(LEFT, SCROLLER) <= 1)
    assert len(reader.log) == SENTENCES + 3, "said aloud: that it is read, each sentence, the end"
