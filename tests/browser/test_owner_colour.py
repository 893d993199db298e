"""The owner's colour, as a browser shows it: on the site, in the panel and in the admin, light and dark."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.contrast import contrast
from tests.servers.site import copy_database, start_site

from .conftest import ARTICLE, Panel, ScriptedSite

pytestmark = pytest.mark.browser

#: Paler than any text may be, and brighter.
PALE = "#f3e9a0"

#: The colour of the element's text and the first ground below it that is not transparent, as #rrggbb.
COLOURS = """element => {
  const shape = Object.assign(document.createElement("canvas"), {width: 1, height: 1});
  const canvas = shape.getContext("2d", {willReadFrequently: true});
  const hex = (colour, ground) => {
    for (const fill of [ground ?? "#ffffff", colour]) { canvas.fillStyle = fill; canvas.fillRect(0, 0, 1, 1); }
    const channels = [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    return "#" + channels.map(channel => channel.toString(16).padStart(2, "0")).join("");
  };
  let ground = element;
  const isClear = found => getComputedStyle(found).backgroundColor === "rgba(0, 0, 0, 0)";
  while (isClear(ground) && ground.parentElement) ground = ground.parentElement;
  const below = hex(getComputedStyle(ground).backgroundColor);
  return [hex(getComputedStyle(element).color, below), below];
}"""


@pytest.fixture(scope="module")
def pale_site(tmp_path_factory: pytest.TempPathFactory, sample_database: Path) -> Iterator[ScriptedSite]:
    """The sample site of an owner who chose a colour that nobody could read."""
    folder = tmp_path_factory.mktemp("pale")
    database = folder / "template.sqlite3"
    copy_database(sample_database, database)
    with sqlite3.connect(database) as rows:
        rows.execute("UPDATE assistant_siteprofile SET accent = ?", (PALE,))
    server = start_site(folder / "site", database)
    yield ScriptedSite(server, folder / "unused")
    server.stop()


def readable(page: Page, selector: str) -> tuple[float, str]:
    """The contrast of what is shown there, and the colour of its text."""
    text, ground = page.locator(selector).first.evaluate(COLOURS)
    return contrast(text, ground), text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_links_and_buttons_can_be_read(open_panel: Callable[..., Panel], pale_site: ScriptedSite, scheme: Any) -> None:
    """4.5 to 1 for whatever stands in the colour, or on it."""
    panel = open_panel(pale_site, color_scheme=scheme)
    shown = {
        "/": [".ask button", ".suggestions button", ".launcher"],
        ARTICLE: [".next a", ".launcher"],
        "/assistant/panel/en/": [".first .rows button", ".send"],
        "/admin/login/": ["#site-name a", "[type=submit]", ".site-languages a"],
    }
    for path, selectors in shown.items():
        panel.page.goto(pale_site.url + path)
        for selector in selectors:
            found, _colour = readable(panel.page, selector)
            assert found >= 4.5, f"{selector} of {path}: {found:.1f}"


def test_it_is_the_owner_s_colour_that_is_shown(open_panel: Callable[..., Panel], pale_site: ScriptedSite) -> None:
    """Its hue: more red and green than blue, and not the look's own."""
    panel = open_panel(pale_site)
    panel.page.goto(pale_site.url + "/")
    _contrast, colour = readable(panel.page, ".suggestions button")
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    assert red > blue and green > blue
