"""A site that was started without collecting its static files is no broken site, and is told so."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage

from config.checks import static_files_are_collected
from config.storage import ModuleStaticFilesStorage
from tests.servers.site import SiteServer


def test_without_debug_every_page_has_its_styles(serve: Callable[..., SiteServer]) -> None:
    """Collected or not: no 500, and what the page links to is there."""
    site = serve(DEBUG="false")
    page = urllib.request.urlopen(site.url + "/").read().decode()
    linked = set(re.findall(r'(?:href|src)="(/(?:static|assistant)/[^"]+\.(?:css|js|svg)[^"]*)"', page))
    assert any("site" in address for address in linked)
    for address in linked:
        assert urllib.request.urlopen(site.url + address).status == 200


def test_a_file_that_was_not_collected_keeps_its_plain_name(tmp_path: Path) -> None:
    """One that was has the hash in its name."""
    storage = ModuleStaticFilesStorage(location=tmp_path, base_url="/static/")
    storage.hashed_files = {"site.css": "site.abc.css"}
    assert storage.stored_name("site.css") == "site.abc.css"
    assert storage.stored_name("new.css") == "new.css"
    assert isinstance(storage, StaticFilesStorage)


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> Path:
    """A folder of sources with one file, and one of what was collected, still empty."""
    (tmp_path / "source").mkdir()
    (tmp_path / "collected").mkdir()
    (tmp_path / "source" / "site.css").write_text("a {}")
    settings.DEBUG = False
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATIC_FILES_ARE_COLLECTED = True
    return tmp_path / "collected"


def test_w002_says_that_nothing_was_collected(settings: Any, collected: Path) -> None:
    """Not while somebody develops."""
    settings.STATIC_FILES_ARE_COLLECTED = False
    assert [warning.id for warning in static_files_are_collected()] == ["config.W002"]
    settings.DEBUG = True
    assert static_files_are_collected() == []


def test_w002_names_what_has_changed_since(collected: Path) -> None:
    """A new file, and one that is not what was collected."""
    (warning,) = static_files_are_collected()
    assert "site.css" in warning.msg
    (collected / "site.css").write_text("b {}")
    assert len(static_files_are_collected()) == 1
    (collected / "site.css").write_text("a {}")
    assert static_files_are_collected() == []
