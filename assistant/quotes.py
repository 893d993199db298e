"""Words of a passage that find it in its article, for browsers that look for text (URL fragment text directives)."""

from __future__ import annotations

import re

#: So many characters are enough.
LENGTH = 60

_IS_MARKED = re.compile(r"[|>#*`-]|\d+[.)]\s")


def opening(passage: str) -> str:
    """The first words of a passage as its article's page shows them, within one line and whole.

    Nothing where the line is a row of a table or an item of a list, whose signs the page does not show as text.
    """
    line = passage.lstrip().partition("\n")[0].rstrip()
    if _IS_MARKED.match(line):
        return ""
    if len(line) <= LENGTH:
        return line
    return line[: line.rfind(" ", LENGTH // 2, LENGTH)] if " " in line[LENGTH // 2 : LENGTH] else line[:LENGTH]
