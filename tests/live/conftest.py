"""Databases that several processes share, and a vendor that they pay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.assistant.upstream import OpenAI, Upstream, upstream
from tests.servers.postgres import postgres
from tests.servers.smtp import MailServer, mail_server
from tests.servers.together import Database, postgres_database, sqlite_database


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A running PostgreSQL."""
    with postgres() as url:
        yield url


@pytest.fixture(scope="session")
def sample_on_postgres(postgres_url: str, sample_database: Path) -> Iterator[Database]:
    """The sample site on PostgreSQL, made once; copy it, never write to it."""
    with postgres_database(postgres_url, sample_database) as database:
        yield database


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path, sample_database: Path) -> Iterator[Database]:
    """A database with the sample site, of each kind."""
    if request.param == "sqlite":
        with sqlite_database(tmp_path, sample_database) as found:
            yield found
        return
    like = request.getfixturevalue("sample_on_postgres")
    server = request.getfixturevalue("postgres_url")
    with postgres_database(server, sample_database, like) as found:
        yield found


@pytest.fixture
def vendor() -> Iterator[Upstream]:
    """A vendor of chat completions."""
    with upstream(OpenAI()) as server:
        yield server


@pytest.fixture
def mails() -> Iterator[MailServer]:
    """A mail server."""
    with mail_server() as server:
        yield server


@pytest.fixture
def own_postgres(monkeypatch: pytest.MonkeyPatch, sample_database: Path) -> Iterator[tuple[Database, int]]:
    """A PostgreSQL that may be stopped, and the number of its process."""
    monkeypatch.delenv("TEST_DATABASE_URL", raising=False)
    with postgres() as url:
        (folder,) = parse_qs(urlsplit(url).query)["host"]
        pid = int(Path(folder, "postmaster.pid").read_text().split()[0])
        with postgres_database(url, sample_database, sample=False) as database:
            yield database, pid
