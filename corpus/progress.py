"""A progress line for commands, on a terminal alone."""

from __future__ import annotations

from typing import Any

WIDTH = 30


class Progress:
    """Called with how many of how many are done, it draws a bar; leaving the context ends its line."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._is_drawn = False

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: int, total: int) -> None:
        """Draw the bar anew; nothing where the output is no terminal."""
        if not self._stream.isatty():
            return
        filled = WIDTH * done // max(total, 1)
        self._stream.write(f"\r[{'#' * filled}{' ' * (WIDTH - filled)}] {done}/{total}", ending="")
        self._stream.flush()
        self._is_drawn = True

    def __exit__(self, *error: object) -> None:
        if self._is_drawn:
            self._stream.write("")
