"""What the commands that load and index exit with, beside 0 and Django's 1."""

from __future__ import annotations

#: Some articles could not be loaded, or indexed; the others are.
SOME_FAILED = 3
#: Ctrl-C: what was done by then is stored.
BROKEN_OFF = 130
