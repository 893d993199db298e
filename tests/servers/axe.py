"""axe-core, which looks for what keeps people from using a page: from the npm registry, kept in ``var/axe``."""

from __future__ import annotations

from pathlib import Path

from .node import install

PACKAGE = "axe-core@^4.14"
FOLDER = Path(__file__).resolve().parents[2] / "var" / "axe"


def axe() -> str:
    """Its script, for a page to evaluate; fetched where it is not there yet."""
    script = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        install(PACKAGE, FOLDER)
    return script.read_text(encoding="utf-8")
