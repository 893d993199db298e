"""Fixtures that every test may use: the sample site's database, real servers, a browser."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings

from tests.servers.chromium import chromium
from tests.servers.redis import redis
from tests.servers.site import SiteServer, prepare_database, start_site


@pytest.fixture(autouse=True)
def _fresh_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """Rate limits and other counters of one test are none of the next one's."""
    yield
    if "settings" in request.fixturenames or "db" in request.fixturenames or "client" in request.fixturenames:
        from django.core.cache import cache

        cache.clear()


def pytest_configure() -> None:
    """A run that a script started in the background ignores Ctrl-C, and so would every program that it starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _static_files_without_a_manifest() -> Iterator[None]:
    """Pages are rendered from the sources; only a deployment collects its static files first."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        yield


@pytest.fixture(scope="session")
def sample_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the sample site, made once; copy it, never write to it."""
    database = tmp_path_factory.mktemp("sample") / "db.sqlite3"
    prepare_database(database)
    return database


@pytest.fixture
def serve(tmp_path: Path, sample_database: Path) -> Iterator[Callable[..., SiteServer]]:
    """``serve(ASSISTANT_PROVIDER="scripted", …)`` starts a real site; all are stopped after the test."""
    servers: list[SiteServer] = []

    def start(folder: str = "", **environment: str) -> SiteServer:
        server = start_site(tmp_path / (folder or f"site{len(servers)}"), sample_database, **environment)
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.stop()


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A real Redis, private to this run."""
    with redis() as url:
        yield url


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """A Chromium that starts."""
    return chromium()


@pytest.fixture(scope="session")
def shared_vectors() -> Path:
    """The folder of the shared vectors; tests that need it are skipped where it is not, never in CI."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "vectors"
    if not folder.is_dir():
        if os.environ.get("CI"):
            pytest.fail("the shared vectors are not there")
        pytest.skip("the shared vectors are not there")
    return folder


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In continuous integration nothing may be left out: a skipped test is a failed run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
