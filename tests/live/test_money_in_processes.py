"""Money in several real processes (spec 2, §4), on SQLite and PostgreSQL: the cap holds, the ledger is exact."""

from __future__ import annotations

import signal
import socket
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from tests.assistant.upstream import Begin, Counts, Done, Finish, Pause, Reply, Stall, Text, Upstream, pieces
from tests.servers.together import ANSWER, MOST_OUTPUT, Told, ask_all, ledger, paying, processes, question, told

from .reading import read_all, read_until, wait_for

#: So many micros of the currency.
MICRO = 0.000001


def says(output: int, seconds: float = 0.0) -> Reply:
    """The answer, billed as ``output`` tokens (of a micro each), after so many seconds."""
    counts = Counts(input=50, output=output)
    return Reply((Begin(), Pause(seconds), *pieces(ANSWER), Finish("stop", counts), Done()))


def site(vendor: Upstream, micros: int) -> dict[str, str]:
    """The settings of a site with this cap, where nothing else stands in the way."""
    return paying(vendor) | {
        "ASSISTANT_MONTHLY_CAP": f"{micros * MICRO:.6f}",
        "ASSISTANT_RATE_LIMIT": "100000/m",
        "ASSISTANT_MAX_STREAMS": "1000",
    }


def test_of_sixty_at_once_with_room_for_fifteen_exactly_fifteen_are_answered(database, vendor, tmp_path):
    """Three processes, one cap. What is billed is what was reserved, so the room is 15 whoever comes first."""
    vendor.will(says(MOST_OUTPUT, 0.1))
    with processes(3, database, tmp_path, **site(vendor, 15 * MOST_OUTPUT)) as sites:
        outcomes = ask_all(sites, 60)
    assert outcomes == {Told(200, "answered"): 15, Told(200, "over_cap"): 45}
    assert len(vendor.requests) == 15
    found = ledger(database)
    assert found.is_right
    assert (found.spent, found.model_turns) == (15 * MOST_OUTPUT, 15)
    assert found.statuses == {"answered": 15, "over_cap": 45}


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_what_is_not_used_goes_back_and_the_cap_is_never_passed(database, vendor, tmp_path):
    """Billed at half of what is reserved: more are answered than had room at first, and never too many."""
    vendor.will(says(MOST_OUTPUT // 2))
    with processes(2, database, tmp_path, **site(vendor, 10 * MOST_OUTPUT)) as sites:
        for _ in range(2):
            ask_all(sites, 20)
    found = ledger(database)
    assert found.is_right
    assert found.spent == found.statuses["answered"] * MOST_OUTPUT // 2
    # The last one still needed the room of a whole worst case.
    assert 10 <= found.statuses["answered"] <= 19


def test_a_killed_process_is_booked_at_what_it_had_reserved(database, vendor, tmp_path):
    """SIGKILL in the middle of a paid answer: the room stays taken, until the command books the reserved amount."""
    vendor.will(Reply((Begin(), *pieces(ANSWER + " More"), Stall())), says(1))
    with processes(2, database, tmp_path, **site(vendor, 2 * MOST_OUTPUT - 1)) as sites:
        with closing(socket.create_connection(("127.0.0.1", sites[0].port), timeout=30)) as connection:
            connection.sendall(question(sites[0].port))
            read_until(connection, b"event: text")
            sites[0].stop(signal.SIGKILL)
        assert ask_all(sites[1:], 1) == {Told(200, "over_cap"): 1}
        assert ledger(database).reserved == MOST_OUTPUT
        # A minute past the longest answer; nobody waits for it here.
        assert "Closed 0 stale" in database.manage("close_stale_turns")
        long_ago = (datetime.now(UTC) - timedelta(hours=1)).strftime("%Y-%m-%d %H:%M:%S+00:00")
        database.query(f"update assistant_turn set opened_at = '{long_ago}' where status = 'open'")
        assert "Closed 1 stale" in database.manage("close_stale_turns")
    found = ledger(database)
    assert found.is_right
    assert (found.spent, found.statuses["abandoned"]) == (MOST_OUTPUT, 1)
    assert database.query("select estimated_micros from assistant_modelspend") == [(MOST_OUTPUT,)]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_the_owner_hears_once_at_eighty_percent_and_once_at_the_cap(database, vendor, mails, tmp_path):
    """Two processes, ten answers with room for ten at once; then everybody is turned away. Two mails, whoever sent."""
    owner = {
        "EMAIL_URL": mails.url,
        "ASSISTANT_OWNER_EMAIL": "owner@site.example",
        "ASSISTANT_OWNER_LANGUAGE": "de",
        "ASSISTANT_CURRENCY": "EUR",
    }
    vendor.will(says(MOST_OUTPUT))
    with processes(2, database, tmp_path, **site(vendor, 10 * MOST_OUTPUT), **owner) as sites:
        assert ask_all(sites, 7) == {Told(200, "answered"): 7}
        assert ask_all(sites, 2) == {Told(200, "answered"): 2}
        wait_for(lambda: len(mails.messages) == 1)
        assert ask_all(sites, 12) == {Told(200, "answered"): 1, Told(200, "over_cap"): 11}
        wait_for(lambda: len(mails.messages) == 2)
        assert ask_all(sites, 8) == {Told(200, "over_cap"): 8}
    # Both have stopped, and what they had begun has ended with them.
    near, reached = mails.messages
    assert "80 % des Budgets" in near["subject"] and "aufgebraucht" in reached["subject"]
    assert near["to"] == "owner@site.example"
    assert "Lyngsund gate cost" not in f"{near.get_content()}{reached.get_content()}"
    assert len(database.query("select 1 from assistant_spendwarning where sent_at is not null")) == 2


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_mail_server_that_refuses_costs_the_visitor_nothing(database, vendor, mails, tmp_path):
    """The answer stands; the claim goes back, and the command, run by the clock, sends what is due."""
    mails.refusing = True
    owner = {"EMAIL_URL": mails.url, "ASSISTANT_OWNER_EMAIL": "owner@site.example"}
    settings = site(vendor, 10 * MOST_OUTPUT) | owner
    vendor.will(says(9 * MOST_OUTPUT))
    with processes(1, database, tmp_path, **settings) as sites:
        assert ask_all(sites, 1) == {Told(200, "answered"): 1}
        wait_for(lambda: mails.refused == 1)
        wait_for(lambda: "could not be warned" in sites[0].log)
        assert str(mails.server_address[1]) not in sites[0].log
    mails.refusing = False
    assert "Warned" not in database.manage("close_stale_turns", **settings), "it was tried again at once"
    database.query("update assistant_spendwarning set next_attempt_at = '2026-01-01 00:00:00+00:00'")
    assert "Warned the owner by mail: near" in database.manage("close_stale_turns", **settings)
    assert "Warned" not in database.manage("close_stale_turns", **settings)
    assert len(mails.messages) == 1


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_no_more_are_streamed_than_all_processes_may(database, vendor, tmp_path):
    """Three processes, each with room for many, and four slots for all: of fifteen at once exactly four get in."""
    vendor.will(Reply((Begin(), Text("The "), Stall())))
    settings = site(vendor, 1000 * MOST_OUTPUT) | {"ASSISTANT_MAX_STREAMS_TOTAL": "4"}
    with processes(3, database, tmp_path, **settings) as sites:
        open_ones, connections, refused = [], [], 0
        try:
            for number in range(15):
                port = sites[number % 3].port
                connection = socket.create_connection(("127.0.0.1", port), timeout=30)
                connection.sendall(question(port, number))
                connections.append(connection)
            for connection in connections:
                head = read_until(connection, b"\r\n\r\n")
                if b" 200 " in head.split(b"\r\n", 1)[0]:
                    open_ones.append(connection)
                else:
                    assert told(head + read_all(connection)) == Told(429, "busy")
                    assert b"retry-after:" in head.lower()
                    refused += 1
            assert (len(open_ones), refused) == (4, 11)
            # Who leaves gives the slot back, whatever process it was in.
            open_ones[0].close()
            taken = "select count(*) from assistant_sharedslot where holder is not null"
            wait_for(lambda: database.query(taken) == [(3,)])
            # So does a process that is told to stop, before it ends: the next one starts with all of them.
            for one in sites:
                one.stop()
            assert database.query(taken) == [(0,)]
            assert ledger(database).reserved == 0
        finally:
            for connection in connections:
                connection.close()
