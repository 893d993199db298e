"""The shipped configurations are tested with the newest programs, and with those that Debian has."""

from __future__ import annotations

import os
import subprocess

from tests.servers import caddy

from .fronts import DIRECT, names


def test_the_newest_programs_are_there():
    """They come from the package index, so a bare machine has them."""
    assert names()[0] == DIRECT
    assert {"nginx", "Caddy"} <= set(names())


def test_debians_programs_are_there_in_continuous_integration():
    """Nothing is left out silently; elsewhere they may be missing."""
    assert not os.environ.get("CI") or {"system nginx", "system Caddy"} <= set(names())


def test_the_caddyfile_is_written_as_caddy_writes_it():
    """Or Caddy complains of it at every start."""
    done = subprocess.run([caddy.programs()["Caddy"], "fmt", str(caddy.SHIPPED)], capture_output=True, text=True)
    assert done.stdout == caddy.SHIPPED.read_text("utf-8")
