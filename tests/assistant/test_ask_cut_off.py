"""A provider that runs out of room: the fragment is dropped, the reader is told, nothing passes for complete."""

from __future__ import annotations

import pytest

from assistant.models import Turn

from .asking import ask


@pytest.mark.parametrize("finish", ["length", None])
def test_fragment_is_dropped_and_the_cut_is_told(script, finish):
    """By its limit, or without any finish reason, which may be a cut anywhere."""
    script("Closing takes 38 minutes [S1]. It cost €14.5", finish=finish)
    reply = ask()
    assert reply.names == ["start", "text", "cutoff", "done"]
    assert reply.text == "Closing takes 38 minutes."
    done = reply.the("done")
    assert (done["status"], done["stopped"], done["truncated"]) == ("cut_off", False, True)
    turn = Turn.objects.get()
    assert (turn.status, turn.finish_reason, turn.answer) == ("cut_off", finish or "", "Closing takes 38 minutes.")


@pytest.mark.parametrize("finish", ["length", None])
@pytest.mark.parametrize("said", ["", "It cost €14.5"])
def test_cut_off_before_the_first_sentence(script, finish, said):
    """Also when no text came at all: it is no refusal and no answer."""
    script(said, finish=finish)
    reply = ask()
    assert reply.names == ["start", "cutoff", "done"]
    assert reply.the("cutoff")["text"] == "There was no room left for an answer. A narrower question may fit."


def test_a_stop_wins_over_the_cut(script):
    """A sentence that failed before is a violation, whatever came after."""
    script("It cost €99 million [S2]. Then", finish="length")
    assert ask().the("done")["status"] == "withheld"


def test_articles_to_read_instead(script):
    """Those that were cited first."""
    script("It cost €14.5 million [S2]. Then", finish="length")
    articles = ask().the("cutoff")["articles"]
    assert [article["title"] for article in articles] == ["Who paid for the gate", "How the gate closes"]
