"""What a screen reader is given of a turn: the lines of the log in their order, and the turn as a tree."""

from __future__ import annotations

import pytest

from .conftest import Panel
from .reader_log import take

pytestmark = pytest.mark.browser

READING = "The articles are being read."
FIRST = "A berth at Østhavn costs €28 a night for boats up to 12 metres."
SECOND = "Electricity costs €4 a day."
UNCHECKED = "The rest could not be checked against this site’s articles, so it is not shown."

#: What is added to the log, one after the other; nothing of it is ever said twice.
LOGS = {
    "answered": [READING, FIRST, SECOND, "The answer is finished."],
    "withheld": [READING, FIRST, f"Withheld. {UNCHECKED}"],
    "stopped": [READING, FIRST, "Stopped. You stopped this answer."],
}
QUESTION = """
article
  heading “You”
  paragraph
    What does a berth at Østhavn cost for a night?
  heading “Assistant”
"""
TOOLS = """
  button “Why was this said?”, expanded false
  button “Copy the answer with its sources”
  button “This helped”, pressed false
  button “This did not help”, expanded false, pressed false
"""
TURNS = {
    "answered": f"""
  paragraph
    {FIRST}
    {SECOND}
  paragraph
    From
  list
    listitem
      link “Mooring behind the new breakwater”
""",
    "withheld": f"""
  paragraph
    {FIRST}
  paragraph
    Withheld
  paragraph
    {UNCHECKED}
  list
    listitem
      button “Ask it differently”
    listitem
      link “Read: Mooring behind the new breakwater”
    listitem
      link “Read: The breakwater that moved”
    listitem
      link “Read: A book about quiet water”
    listitem
      link “Write to Maren Holt”
""",
    "stopped": f"""
  paragraph
    {FIRST}
  paragraph
    Stopped
  paragraph
    You stopped this answer.
  list
    listitem
      button “Ask it differently”
    listitem
      link “Read: Mooring behind the new breakwater”
""",
}


@pytest.mark.parametrize("status", LOGS)
def test_the_log(panel: Panel, status: str) -> None:
    """It grows by whole sentences, holds text alone, and ends by saying how the answer has ended."""
    heard, log, _turn = take(panel, status)
    assert [line.strip() for line in heard] == LOGS[status]
    assert log == ["log", *(line for text in LOGS[status] for line in ("  paragraph", f"    {text}"))]


@pytest.mark.parametrize("status", TURNS)
def test_the_turn(panel: Panel, status: str) -> None:
    """Who says what, how it has ended, what can be done then; buttons say whether they are open or pressed."""
    _heard, _log, turn = take(panel, status)
    assert turn == [line for part in (QUESTION, TURNS[status], TOOLS) for line in part.strip("\n").split("\n")]
