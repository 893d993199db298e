"""Firefox: ``FIREFOX``, else one on the PATH; it comes with the system or not at all."""

from __future__ import annotations

import os
import shutil

from .missing import Missing


def firefox() -> str:
    """The path of a Firefox. Raises ``Missing``."""
    for name in (os.environ.get("FIREFOX"), "firefox-esr", "firefox"):
        found = name and shutil.which(name)
        if found:
            return found
    raise Missing("there is no Firefox; Debian's package is firefox-esr")
