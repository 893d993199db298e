"""A real server: who leaves ends the answer, and so does a server that is told to stop."""

from __future__ import annotations

import json
import signal

import pytest

from .reading import asked, query, read_until, wait_for

QUESTION = "How much did the Lyngsund gate cost?"
STATUS = "select status from assistant_turn order by id desc limit 1"


@pytest.fixture
def slow_site(serve, tmp_path):
    """A site whose answers say one sentence and then take very long."""
    path = tmp_path / "slow.json"
    pieces = ["The Lyngsund gate cost €18.4 million [S1][S2][S3]. ", "The "] + ["word "] * 2000
    path.write_text(json.dumps({"pieces": pieces, "finish": "stop", "usage": None}))
    return serve(ASSISTANT_PROVIDER="scripted", ASSISTANT_SCRIPT=str(path), ASSISTANT_SCRIPT_DELAY_MS="200")


def statuses(site) -> list[str]:
    """The status of the last turn, or nothing while there is none."""
    return [status for (status,) in query(site.database, STATUS)]


def test_who_closes_the_connection_ends_the_answer(slow_site):
    """The turn is closed as abandoned, with what was released, long before the script would have ended."""
    with asked(slow_site, QUESTION) as connection:
        read_until(connection, b"event: text")
        assert statuses(slow_site) == ["open"]
    wait_for(lambda: statuses(slow_site) == ["abandoned"])
    [(sentences, settled)] = query(slow_site.database, "select sentences, closed_at from assistant_turn")
    assert "18.4" in sentences and settled


def test_who_leaves_before_the_first_sentence_ends_the_answer(serve, tmp_path):
    """While nothing has been said yet a leaving reader is noticed all the same."""
    path = tmp_path / "silent.json"
    path.write_text(json.dumps({"pieces": ["Wait "] * 2000, "finish": "stop", "usage": None}))
    site = serve(ASSISTANT_PROVIDER="scripted", ASSISTANT_SCRIPT=str(path), ASSISTANT_SCRIPT_DELAY_MS="200")
    with asked(site, QUESTION) as connection:
        read_until(connection, b"event: start")
    wait_for(lambda: statuses(site) == ["abandoned"])


def test_a_server_that_is_told_to_stop_closes_its_turns(slow_site):
    """SIGTERM in the middle of an answer leaves no open turn behind."""
    with asked(slow_site, QUESTION) as connection:
        read_until(connection, b"event: text")
        slow_site.stop(signal.SIGTERM)
    assert statuses(slow_site) == ["abandoned"]


def test_a_killed_server_leaves_an_open_turn_that_the_command_closes(slow_site):
    """SIGKILL runs nothing; close_stale_turns books what was left, once the turn is old enough."""
    from tests.servers.site import manage

    with asked(slow_site, QUESTION) as connection:
        read_until(connection, b"event: text")
        slow_site.stop(signal.SIGKILL)
    assert statuses(slow_site) == ["open"]
    manage(slow_site.database, "close_stale_turns")
    assert statuses(slow_site) == ["open"], "a turn that may still be running was closed"
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(slow_site.database)) as connection, connection:
        connection.execute("update assistant_turn set opened_at = datetime('now', '-1 day')")
    manage(slow_site.database, "close_stale_turns")
    assert statuses(slow_site) == ["abandoned"]
