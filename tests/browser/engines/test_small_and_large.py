"""In every engine the panel fits: a window of 320 pixels, a zoom of 200 %, letters of twice the size."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.conftest import ARTICLE, FIRST, INVENTED, ScriptedSite

from .reader import TURN, Reader

pytestmark = pytest.mark.browser

#: By how many pixels each of these is wider than it shows.
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll("[data-part=scroller], [data-part=window]")]
    .map((box) => box.scrollWidth - box.clientWidth)"""
#: Controls in the window, as far as they can be scrolled to, that stand out of it at a side, or are too small to hit.
AMISS = """() => {
    const box = document.querySelector("[data-part=window]").getBoundingClientRect();
    const amiss = [];
    for (const control of document.querySelectorAll("[data-part=window] :is(button, textarea, a)")) {
        if (!control.checkVisibility()) continue;
        const {left, right, height} = control.getBoundingClientRect();
        const small = control.matches("button, textarea") && height < 43.9;
        if (left < box.left - 1 || right > box.right + 1 || small) amiss.push(control.outerHTML.slice(0, 80));
    }
    return amiss;
}"""
#: How far the window stands out of the page's own: left, top, right, bottom.
OUTSIDE = """() => {
    const {left, top, right, bottom} = document.querySelector("[data-part=window]").getBoundingClientRect();
    return [-left, -top, right - innerWidth, bottom - innerHeight].filter((pixels) => pixels > 0.5);
}"""


def fits(reader: Reader) -> None:
    """Nothing scrolls sideways, nothing stands outside."""
    assert set(reader.evaluate(SIDEWAYS)) == {0}
    assert reader.evaluate(OUTSIDE) == []
    assert reader.evaluate(AMISS) == []


def go_through(reader: Reader, path: str) -> None:
    """The first screen, and a withheld turn with all that it offers, opened."""
    reader.open(path)
    fits(reader)
    reader.site.script(FIRST, INVENTED)
    reader.ask()
    reader.wait_for("withheld")
    reader.push(f"{TURN} [data-part=why]")
    reader.until(lambda: reader.is_seen(".why[data-told]"))
    reader.push(f"{TURN} [data-part=down]")
    reader.until(lambda: reader.is_seen(".reasons"))
    fits(reader)


@pytest.mark.parametrize("path", [ARTICLE, "/fa/"])
def test_in_a_window_of_320_pixels(open_reader: Callable[..., Reader], engine_site: ScriptedSite, path: str) -> None:
    """As on a small phone, and at 400 % on a desk."""
    reader = open_reader(engine_site, 320, 640)
    go_through(reader, path)


def test_at_a_zoom_of_200_percent(open_reader: Callable[..., Reader], engine_site: ScriptedSite) -> None:
    """A desk's window then has half as many CSS pixels each way; in WebKitGTK they are not drawn larger."""
    reader = open_reader(engine_site, 640, 400, device_scale_factor=2)
    go_through(reader, ARTICLE)


def test_with_letters_of_twice_the_size(reader: Reader) -> None:
    """Who sets larger letters gets them, and loses nothing by it."""
    reader.visit()
    size = "() => parseFloat(getComputedStyle(document.querySelector('[data-part=field]')).fontSize)"
    before = reader.evaluate(size)
    reader.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    assert reader.evaluate(size) > 1.8 * before
    reader.tab.click(".launcher")
    reader.until(lambda: reader.has_focus("[data-part=field]"))
    fits(reader)
