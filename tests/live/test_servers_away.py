"""What the site does while one of its servers is away: real programs, silent, dead and back again."""

from __future__ import annotations

import os
import re
import signal
import socket
import urllib.error
import urllib.request
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

from prometheus_client.parser import text_string_to_metric_families

from tests.servers.redis import redis
from tests.servers.together import processes, sqlite_database

from .reading import asked, read_all, wait_for

TOKEN = "a-token-of-the-tests"
#: A probe of a load balancer gives up after about as long; the site's own pool would wait for twice as long.
PATIENCE = 10


def get(url: str, token: str = "") -> tuple[int, bytes]:
    """Status and body, whatever the status; raises where none comes within ``PATIENCE``."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def family(pid: int) -> list[int]:
    """A process and those that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def signal_all(pids: list[int], what: signal.Signals) -> None:
    """Those that are gone are left out."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, what)


def test_readiness_answers_while_postgresql_is_silent_or_dead(own_postgres, tmp_path):
    """503 long before the pool gives up, also asked several times; 200 again once it is back. Alive all the while."""
    database, pid = own_postgres
    with processes(1, database, tmp_path) as (site,):
        assert get(f"{site.url}/readyz")[0] == 200
        stopped = family(pid)
        signal_all(stopped, signal.SIGSTOP)
        try:
            assert [get(f"{site.url}/readyz")[0] for _ in range(2)] == [503, 503]
            assert get(f"{site.url}/healthz")[0] == 200
        finally:
            signal_all(stopped, signal.SIGCONT)
        wait_for(lambda: get(f"{site.url}/readyz")[0] == 200)
        # As a restart of the server would: every connection that the pool holds is dead, and it does not know.
        others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        assert database.query(f"select pg_terminate_backend(pid) {others}")
        with asked(site, "When is the museum open?") as connection:
            assert b'"status":"refused"' in read_all(connection)  # there is no article, and no failure
        os.kill(pid, signal.SIGQUIT)  # at once, as if it had crashed
        wait_for(lambda: get(f"{site.url}/readyz")[0] == 503)
        assert get(f"{site.url}/readyz")[1] == b'{"status": "not_ready", "database": "unreachable"}'
        assert get(f"{site.url}/healthz")[0] == 200


def test_questions_pass_while_redis_is_silent_or_dead(serve):
    """One question a day, and each is answered while nobody can count them; counted again once it is back."""
    question = "When is the museum open?"

    def status() -> bytes:
        with asked(site, question) as connection:
            return read_all(connection).split(b" ", 2)[1]

    with redis() as url:
        pid = process_of_redis(url)
        site = serve(REDIS_URL=url, ASSISTANT_RATE_LIMIT="1/d")
        os.kill(pid, signal.SIGSTOP)
        try:
            assert [status(), status()] == [b"200", b"200"]
        finally:
            os.kill(pid, signal.SIGCONT)
        assert "questions are not counted" in site.log
        wait_for(lambda: status() == b"429")
        os.kill(pid, signal.SIGKILL)
        assert [status(), status()] == [b"200", b"200"]
        assert urlsplit(url).netloc not in site.log


def process_of_redis(url: str) -> int:
    """The number of the server's process, as it says itself."""
    parts = urlsplit(url)
    with closing(socket.create_connection((parts.hostname, parts.port), timeout=10)) as connection:
        connection.sendall(b"INFO server\r\n")
        said = b""
        while not (found := re.search(rb"process_id:(\d+)\r\n", said)):
            said += connection.recv(65536)
    return int(found[1])


def test_every_process_tells_the_same_figures(sample_database, tmp_path):
    """Behind one proxy each reading may meet another process: a counter that differed would seem to start again."""
    with (
        sqlite_database(tmp_path, sample_database) as database,
        processes(2, database, tmp_path, ASSISTANT_METRICS_TOKEN=TOKEN) as sites,
    ):
        for site in (*sites, sites[0]):
            with asked(site, "When is the museum open?") as connection:
                assert b"event: done" in read_all(connection)
        told = [figures(get(f"{site.url}/metrics", TOKEN)[1].decode()) for site in sites]
    assert told[0] == told[1]
    assert sum(value for (name, _), value in told[0].items() if name == "assistant_turns_total") == 3


def figures(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every sample but that of the process that answered."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for one in text_string_to_metric_families(text)
        for sample in one.samples
        if sample.name != "assistant_process_streams"
    }
