"""A display without a screen, for browsers that need one: Xvfb, and what moves things on it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from .missing import Missing

SCREEN = "1400x1000x24"


@contextmanager
def display() -> Iterator[str]:
    """The name of a display of one's own, as ``DISPLAY`` takes it. Raises ``Missing``."""
    program = shutil.which("Xvfb")
    if not program:
        raise Missing("there is no Xvfb; Debian's package is xvfb")
    read, write = os.pipe()
    with open(read, "rb", buffering=0) as numbers:
        try:
            process = subprocess.Popen(
                # Without -noreset it would begin anew when its last client leaves.
                [program, "-displayfd", str(write), "-noreset", "-screen", "0", SCREEN, "-nolisten", "tcp"],
                pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        finally:
            os.close(write)
        # It writes a line once it accepts clients, and closes its end when it cannot start.
        number = numbers.readline().decode().strip()
    try:
        if not number:
            raise RuntimeError(f"Xvfb ended with {process.wait(10)}")
        yield f":{number}"
    finally:
        process.terminate()
        process.wait(10)


def xdotool(display: str, *arguments: str) -> str:
    """What xdotool says: keys and windows as the display knows them, beneath any browser. Raises ``Missing``."""
    program = shutil.which("xdotool")
    if not program:
        raise Missing("there is no xdotool, which presses keys and hides windows; Debian's package is xdotool")
    surroundings = os.environ | {"DISPLAY": display}
    return subprocess.run([program, *arguments], env=surroundings, check=True, capture_output=True, text=True).stdout
