"""How a line of the log is written."""

from __future__ import annotations

import logging
import re

#: A conversation's or a turn's token, whole or cut short: the key to what a visitor wrote.
_TOKEN = re.compile(r"\b[ct]\.[A-Za-z0-9_-]{20,}[A-Za-z0-9_.-]*|(?<=/transcript/)[^/\s'\"]+")


class LineFormatter(logging.Formatter):
    """Leaves tokens out: Django writes the path of a refused request, and a transcript's path holds one."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, its traceback included, with ``(token)`` in the place of each."""
        return _TOKEN.sub("(token)", super().format(record))
