"""Databases that several processes share, and a vendor that they pay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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
