"""The frame, the script and the stylesheet that other pages load: who may frame what, and for how long it is kept."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from django.test import Client

from assistant.models import ProfileText, SiteProfile

pytestmark = pytest.mark.django_db

EMBED = "/assistant/embed.js"
FRAME = "/assistant/panel/en/"
#: Bytes, as a server with gzip sends it.
MOST_BYTES = 2048


def ancestors(response: Any) -> list[str]:
    """Who may frame this response."""
    found = re.search(r"frame-ancestors ([^;]*)", response.headers["Content-Security-Policy"])
    assert found
    return found[1].split()


def test_the_frame_may_stand_on_our_own_pages_alone_where_nothing_is_set(client: Client) -> None:
    """And there is no second header that says otherwise."""
    response = client.get(FRAME)
    assert ancestors(response) == ["'self'"]
    assert "X-Frame-Options" not in response.headers


def test_the_frame_may_stand_where_the_owner_allows_it(client: Client, settings: Any) -> None:
    """Exactly there; what is no origin allows nobody and breaks no header."""
    settings.ASSISTANT_EMBED_ORIGINS = [
        "https://Example.org", "https://*.example.net:8443", "*", "https://a.example; script-src *", "example.com",
    ]  # fmt: skip
    response = client.get(FRAME)
    assert ancestors(response) == ["'self'", "https://example.org", "https://*.example.net:8443"]
    assert "script-src 'self';" in response.headers["Content-Security-Policy"] + ";"


@pytest.mark.parametrize("path", ["/", "/fa/", "/admin/login/", "/assistant/transcript/c.none/", "/nowhere/", EMBED])
def test_no_other_page_may_be_framed(client: Client, settings: Any, path: str) -> None:
    """Neither by those who may frame the panel."""
    settings.ASSISTANT_EMBED_ORIGINS = ["https://example.org"]
    response = client.get(path)
    assert ancestors(response) == ["'none'"]
    assert response.headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    ("path", "language", "direction"), [("fa", "fa", "rtl"), ("zh", "zh-hans", "ltr"), ("zh-hans", "zh-hans", "ltr")]
)
def test_the_frame_is_in_the_language_of_its_address(client: Client, path: str, language: str, direction: str) -> None:
    """Whatever the browser prefers."""
    response = client.get(f"/assistant/panel/{path}/", headers={"Accept-Language": "de"})
    page = response.content.decode()
    assert f'<html lang="{language}" dir="{direction}">' in page
    assert f'data-locale="{language}" data-dir="{direction}" data-framed' in page
    assert response.headers["Content-Language"] == language


def test_a_language_that_the_site_has_not_is_not_there(client: Client) -> None:
    """No frame in words that are none."""
    assert client.get("/assistant/panel/tlh/").status_code == 404


@pytest.mark.parametrize("path", [EMBED, FRAME, "/assistant/theme.css"])
def test_nothing_of_it_sets_a_cookie(client: Client, path: str) -> None:
    """A browser would refuse a third party's, and a law would ask for consent."""
    response = client.get(path)
    assert response.status_code == 200
    assert not response.cookies


def test_the_frame_is_no_page_to_be_found(client: Client) -> None:
    """It is a part of other pages."""
    assert client.get(FRAME).headers["X-Robots-Tag"] == "noindex"


def test_the_script_knows_the_owner_s_colours_and_every_language(client: Client) -> None:
    """What it is called with; the code itself holds no word for visitors."""
    SiteProfile.objects.create(accent="#7a1f5c")
    body = client.get(EMBED).content.decode()
    known = json.loads(body[body.rindex("})(") + 3 : body.rindex(")")])
    assert sorted(known["words"]) == sorted(["en", "fa", "ar", "ru", "hi", "zh", "de", "fr", "es", "pt"])
    assert len(set(known["words"].values())) == 10
    assert re.fullmatch(r"#[0-9a-f]{6}", known["light"]) and known["light"] != "#0b5a72"


def test_the_script_is_small_and_without_comments(client: Client) -> None:
    """It is on every page of somebody else's site."""
    body = client.get(EMBED).content
    assert len(gzip.compress(body, 9)) <= MOST_BYTES
    assert b"/*" not in body and b"\n//" not in body


def test_the_script_may_change_within_minutes_and_is_not_sent_twice(client: Client) -> None:
    """Its address is in other people's pages and never changes."""
    first = client.get(EMBED)
    assert first.headers["Cache-Control"] == "public, max-age=300"
    assert first.headers["Content-Type"] == "text/javascript; charset=utf-8"
    again = client.get(EMBED, headers={"If-None-Match": f"W/{first.headers['ETag']}"})
    assert (again.status_code, again.content) == (304, b"")
    SiteProfile.objects.create(accent="#7a1f5c")
    assert client.get(EMBED, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


@pytest.mark.parametrize("path", [EMBED, FRAME, "/assistant/theme.css"])
def test_they_are_only_to_be_read(client: Client, path: str) -> None:
    """A POST changes nothing here."""
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 200


def test_a_name_with_markup_stays_text(client: Client) -> None:
    """In the frame's title and header."""
    profile = SiteProfile.objects.create()
    ProfileText.objects.create(profile=profile, language="en", name="</title><script>alert(1)</script>")
    assert "<script>alert" not in client.get(FRAME).content.decode()
