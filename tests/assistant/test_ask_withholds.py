"""A sentence that fails the gate never leaves the server; what passed before it stays."""

from __future__ import annotations

import logging

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection

from assistant import answering
from assistant.models import Turn, WithheldTurn

from .asking import ask

# The third sentence invents a year.
ANSWER = (
    "Closing takes 38 minutes [S1]. It opened in 2019 [S1]. Work on it began in 1987 [S2]. It cost €14.5 million [S2]."
)
BLOCKED = "Work on it began in 1987 [S2]."


def everything_stored() -> str:
    """All text of the database, in one string."""
    kept = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            kept.append(str(cursor.fetchall()))
    return "\n".join(kept)


@pytest.mark.parametrize("size", [1, 3, 7])
def test_an_invented_year_is_in_no_byte_no_log_and_no_row(script, caplog, size):
    """Whatever the pieces: the two sentences before it are released, nothing of it or after it is anywhere."""
    script(ANSWER, size=size)
    with caplog.at_level(logging.DEBUG):
        reply = ask()
    assert reply.names == ["start", "text", "text", "guard", "done"]
    assert reply.text == "Closing takes 38 minutes. It opened in 2019."
    everywhere = reply.body.decode() + caplog.text + everything_stored()
    for blocked in ("in 1987", "1987 [", "Work on it", "began"):
        assert blocked not in everywhere
    assert LogEntry.objects.count() == 0


def test_guard_says_why_and_what_to_do_instead(script, profile):
    """Reasons by their codes, the fixed copy, the articles that were cited first, a way to the owner."""
    script(ANSWER)
    guard = ask().the("guard")
    assert guard["reasons"] == ["value_unsupported"]
    assert guard["text"] == "The rest could not be checked against this site’s articles, so it is not shown."
    assert [article["title"] for article in guard["articles"]] == ["How the gate closes", "Who paid for the gate"]
    assert guard["articles"][0]["address"] == "http://testserver/articles/how-the-gate-closes/"
    assert guard["contact"] == {"label": "Write to Ines Dahl", "address": "mailto:post@dahl.example"}


def test_done_says_stopped(script):
    """Withheld, not cut off; the sources of what was released are there."""
    script(ANSWER)
    done = ask().the("done")
    assert (done["status"], done["stopped"], done["truncated"]) == ("withheld", True, False)
    assert [source["number"] for source in done["sources"]] == [1]


def test_notice_differs_where_nothing_was_released(script):
    """ "The rest" would be a lie when the first sentence fails."""
    script("Work on it began in 1987 [S2].")
    reply = ask()
    assert reply.names == ["start", "guard", "done"]
    assert reply.the("guard")["text"].startswith("The answer could not be checked")


def test_provider_stream_is_closed_at_once(script):
    """What comes after the stop is neither read nor paid for."""
    provider = script(ANSWER + " More and more [S1]." * 100)
    ask()
    assert provider.closed
    assert Turn.objects.get().output_tokens < len(ANSWER.encode())


def test_record_keeps_all_sources_the_reasons_the_place_and_the_length(script):
    """A person who judges the stop sees every source that was offered; the sentence itself is nowhere."""
    script(ANSWER)
    ask()
    turn, row = Turn.objects.get(), WithheldTurn.objects.get()
    assert row.turn == turn and turn.status == "withheld"
    assert (row.reasons, row.length, row.ordinal) == (["value_unsupported"], len(BLOCKED), 3)
    assert [(source.number, source.cited) for source in turn.sources.all()] == [(1, True), (2, False)]
    assert turn.answer == "Closing takes 38 minutes. It opened in 2019."


def test_first_person_stops_in_the_language_of_the_answer(script):
    """``locale`` decides which lists apply: German only for answers in German."""
    script("Ich baue Tore [S1].")
    assert ask(locale="de").the("guard")["reasons"] == ["voice"]


def test_staff_who_are_watching_are_told(script, monkeypatch):
    """Once, after the record is written."""
    told = []
    monkeypatch.setattr(answering, "announce", lambda row: told.append((row.pk, row.turn.status)))
    script(ANSWER)
    ask()
    assert [pk for pk, _ in told] == [WithheldTurn.objects.get().pk]


def test_a_feed_that_fails_harms_no_answer(script, monkeypatch):
    """A layer that is away is waited for a moment and no longer."""
    monkeypatch.setattr(answering, "ANNOUNCE_SECONDS", 0.01)

    async def never(*args):
        import asyncio

        await asyncio.sleep(60)

    monkeypatch.setattr(answering, "sync_to_async", lambda call, **options: never)
    script(ANSWER)
    assert ask().the("done")["status"] == "withheld"


def test_the_gate_rules_of_the_profile_hold(script, profile, found):
    """What the owner switched off is off; names that are no switch do nothing."""
    script("Closing takes 38 minutes, says Peter Nordvik [S1].")
    profile.gate_rules = {"names": False, "unknown": True}
    profile.save()
    assert ask().the("done")["status"] == "answered"
