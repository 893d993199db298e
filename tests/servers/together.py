"""Several processes of the site over one database, SQLite or PostgreSQL, that ask one fake vendor for money."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.assistant.upstream import Upstream

from .site import SiteServer, copy_database, manage, prepare_database, start_site

QUESTION = "How much did the Lyngsund gate cost?"
ANSWER = "The Lyngsund gate cost €18.4 million [S1][S2][S3]."
MODEL = "model-a"
#: Only output costs, a micro a token, so the worst case of every question is the same: ``MOST_OUTPUT`` micros.
PRICES = json.dumps({MODEL: [0, 1]})
MOST_OUTPUT = 800


@dataclass(frozen=True)
class Database:
    """One database that several processes share."""

    url: str
    #: What the servers of the tests copy; they do not open it.
    template: Path

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Its rows; nothing where the statement gives none. Committed."""
        if self.url.startswith("sqlite:"):
            with closing(sqlite3.connect(self.url.removeprefix("sqlite:///"), timeout=20)) as connection, connection:
                return connection.execute(sql).fetchall()
        with psycopg.connect(self.url) as connection:
            cursor = connection.execute(sql)
            return cursor.fetchall() if cursor.description else []

    def manage(self, *arguments: str, **environment: str) -> str:
        """What ``manage.py`` prints."""
        return manage(self.template, *arguments, **{"DATABASE_URL": self.url, **environment})


@contextmanager
def sqlite_database(folder: Path, template: Path) -> Iterator[Database]:
    """A copy of the sample site."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{uuid.uuid4().hex}.sqlite3"
    copy_database(template, path)
    yield Database(f"sqlite:///{path}", template)


@contextmanager
def postgres_database(
    server: str, template: Path, like: Database | None = None, *, sample: bool = True
) -> Iterator[Database]:
    """A database of its own in the running ``server``, a copy of ``like`` where it is given, else with the sample site.

    The server may be gone by the end.
    """
    name = f"together_{uuid.uuid4().hex[:12]}"
    source = urlsplit(like.url).path.lstrip("/") if like else "template1"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{source}"')
    database = Database(urlunsplit(urlsplit(server)._replace(path=f"/{name}")), template)
    try:
        if like is None:
            database.manage("migrate", "--verbosity", "0")
            if sample:
                database.manage("prepare_sample", "--articles")
        yield database
    finally:
        with suppress(psycopg.OperationalError), psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def paying(vendor: Upstream) -> dict[str, str]:
    """The settings of a site that pays ``vendor``, and believes one proxy: each question has an address of its own."""
    return {
        "ASSISTANT_PROVIDER": "openai",
        "ASSISTANT_MODEL": MODEL,
        "ASSISTANT_PRICES": PRICES,
        "ASSISTANT_MAX_OUTPUT_TOKENS": str(MOST_OUTPUT),
        "ASSISTANT_TRUSTED_PROXIES": "1",
        "OPENAI_API_KEY": "sk-of-the-tests",
        "OPENAI_BASE_URL": vendor.base_url,
    }


@contextmanager
def processes(count: int, database: Database, folder: Path, **environment: str) -> Iterator[list[SiteServer]]:
    """``count`` real servers over ``database``, started at once."""
    settings = {"DATABASE_URL": database.url, **environment}
    servers: list[SiteServer] = []

    def start(number: int) -> None:
        servers.append(start_site(folder / f"process{number}", database.template, **settings))

    try:
        with ThreadPoolExecutor(count) as threads:
            list(threads.map(start, range(count)))
        yield servers
    finally:
        for server in servers:
            server.process.terminate()  # all of them, before any is waited for
        for server in servers:
            server.stop()


@dataclass(frozen=True)
class Told:
    """What one asker was told: the HTTP status, and ``done``'s status or the refusal's code."""

    http: int
    what: str


def ask_all(servers: Sequence[SiteServer], count: int) -> Counter[Told]:
    """Ask ``count`` questions at once, in turn of each server, each from an address of its own."""

    async def run() -> list[Told]:
        asks = (_ask(servers[number % len(servers)].port, number) for number in range(count))
        return await asyncio.gather(*asks)

    return Counter(asyncio.run(run()))


async def _ask(port: int, number: int) -> Told:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(question(port, number))
        await writer.drain()
        async with asyncio.timeout(120):
            raw = await reader.read(-1)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    return told(raw)


def question(port: int, number: int = 0) -> bytes:
    """One question as bytes; ``number`` decides the visitor's address."""
    body = json.dumps({"question": QUESTION, "locale": "en"}).encode()
    address = f"198.51.{number // 250}.{number % 250 + 1}"
    head = (
        f"POST /assistant/ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        f"X-Forwarded-For: {address}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


def told(raw: bytes) -> Told:
    """From the bytes of a whole response."""
    head, _, body = raw.partition(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1])
    if status != 200:
        return Told(status, json.loads(body[body.index(b"{") : body.rindex(b"}") + 1])["code"])
    _, _, end = body.rpartition(b"event: done\ndata: ")
    return Told(200, json.loads(end.split(b"\n", 1)[0])["status"] if end != body else "lost")


@dataclass(frozen=True)
class Ledger:
    """What the database holds: micros, and numbers of turns."""

    spent: int
    reserved: int
    of_turns: int
    of_models: int
    model_turns: int
    statuses: dict[str, int]

    @property
    def is_right(self) -> bool:
        """Nothing is reserved, and the three sums are one."""
        return self.reserved == 0 and self.spent == self.of_turns == self.of_models


def ledger(database: Database) -> Ledger:
    """As it stands now."""
    ((spent, reserved),) = database.query(
        "select coalesce(sum(spent_micros), 0), coalesce(sum(reserved_micros), 0) from assistant_monthlyspend"
    )
    ((of_turns,),) = database.query("select coalesce(sum(cost_micros), 0) from assistant_turn")
    ((of_models, turns),) = database.query(
        "select coalesce(sum(spent_micros), 0), coalesce(sum(turns), 0) from assistant_modelspend"
    )
    statuses = dict(database.query("select status, count(*) from assistant_turn group by status"))
    return Ledger(int(spent), int(reserved), int(of_turns), int(of_models), int(turns), statuses)


def prepared_template(folder: Path) -> Path:
    """The sample site in a SQLite file, for runs outside pytest."""
    path = folder / "template.sqlite3"
    if not path.exists():
        prepare_database(path)
    return path
