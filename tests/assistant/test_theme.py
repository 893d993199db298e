"""The owner's colour: two shades that can be read, whatever was chosen, in a stylesheet that changes with it."""

from __future__ import annotations

import colorsys
import re
from typing import Any

import pytest
from django.forms import modelform_factory
from django.test import Client

from assistant.models import SiteProfile
from assistant.theme import theme
from tests.contrast import contrast

#: Every tenth of a turn of the hue, dull and strong, from nearly black to nearly white.
ACCENTS = sorted(
    "#" + "".join(f"{round(255 * channel):02x}" for channel in colorsys.hls_to_rgb(hue / 10, light, strong))
    for hue in range(10)
    for light in (0.02, 0.25, 0.5, 0.75, 0.98)
    for strong in (0, 0.5, 1)
)
BLACK, WHITE = "#121415", "#ffffff"
#: The surfaces of ``tokens.css`` and of the admin on which the accent stands as text.
LIGHT_GROUNDS = ("#fbfbfa", "#ffffff", "#eff1f2", "#f8f8f8")
DARK_GROUNDS = ("#121415", "#1a1d1f", "#272b2e", "#212121")


@pytest.mark.parametrize("accent", sorted({*ACCENTS, "#ffff00", "#00ff00", "#e8f0ff", "#ffffff", "#000000"}))
def test_text_in_it_and_on_it_can_be_read(accent: str) -> None:
    """At least 4.5 to 1: links on every surface of the page, and the words on a button, in both schemes."""
    shades = theme(accent)
    assert all(contrast(shades.light, ground) >= 4.5 for ground in LIGHT_GROUNDS)
    assert all(contrast(shades.dark, ground) >= 4.5 for ground in DARK_GROUNDS)
    assert contrast(WHITE, shades.light) >= 4.5
    assert contrast(BLACK, shades.dark) >= 4.5
    assert contrast(WHITE, shades.deep) >= 7


def test_a_colour_that_can_be_read_stays_as_it_was_chosen() -> None:
    """Nothing is moved without need."""
    assert theme("#0b5a72").light == "#0b5a72"
    assert theme("#7a1f5c").light == "#7a1f5c"


def test_what_is_no_colour_is_the_look_s_own() -> None:
    """A row from elsewhere takes no page down and enters no stylesheet."""
    for nonsense in ("", "red", "#12345", "#1234567", "#0b5a7g", "#000000;}body{display:none}"):
        assert theme(nonsense) == theme("#0b5a72")


def test_contrast_is_wcag_s() -> None:
    """Against figures that others publish."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("value", ["red", "#fff", "#12345g", "0b5a72", "#0b5a72;", "url(x)", "#0b5a72\n"])
def test_the_form_refuses_what_is_no_colour(value: str) -> None:
    """With a sentence at the field."""
    form = modelform_factory(SiteProfile, fields=["accent"])({"accent": value})
    assert form.is_valid() is (value.strip() == "#0b5a72")


@pytest.mark.django_db
def test_without_a_colour_there_is_no_stylesheet_to_load(client: Client) -> None:
    """The look has its own."""
    assert "theme.css" not in client.get("/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/fa/", "/nowhere/", "/assistant/panel/en/", "/admin/login/"])
def test_site_panel_and_admin_have_the_owner_s_colour(client: Client, path: str) -> None:
    """One stylesheet for all of them, and no inline style."""
    SiteProfile.objects.create(accent="#7a1f5c")
    page = client.get(path).content.decode()
    assert f'<link rel="stylesheet" href="/assistant/theme.css?v={theme("#7a1f5c").version}">' in page
    assert "style=" not in page and "<style" not in page


@pytest.mark.django_db
def test_under_its_address_it_never_changes_and_a_change_is_seen_at_once(client: Client) -> None:
    """A year, immutable; another colour is another address; an address of before is asked for anew."""
    profile = SiteProfile.objects.create(accent="#7a1f5c")
    address = _address(client)
    response = client.get(address)
    assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert response.headers["Content-Type"] == "text/css; charset=utf-8"
    assert "--owner-accent:#7a1f5c" in response.content.decode()
    profile.accent = "#225522"
    profile.save()
    assert _address(client) != address
    before: Any = client.get(address)
    assert before.headers["Cache-Control"] == "no-cache"
    assert "--owner-accent:#225522" in before.content.decode()


def _address(client: Client) -> str:
    found = re.search(r'href="(/assistant/theme\.css[^"]*)"', client.get("/").content.decode())
    assert found
    return found[1]
