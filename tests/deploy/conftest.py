"""Sites whose provider is played by the test, and every way to them, started once for all files of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.servers.site import SiteServer, start_site
from tests.servers.tls import Certificate, make_certificate

from . import fronts
from .fronts import DIRECT, Front
from .upstream import Upstream, upstream

#: Many questions in a short time are no crowd here.
LIMITS = {"ASSISTANT_RATE_LIMIT": "100000/m", "ASSISTANT_MAX_STREAMS": "1000"}


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """What the proxies show."""
    return make_certificate(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="session")
def provider() -> Iterator[Upstream]:
    """The provider's server, played by hand."""
    with upstream() as server:
        yield server


@pytest.fixture(scope="session")
def alone(tmp_path_factory: pytest.TempPathFactory, sample_database: Path, provider: Upstream) -> Iterator[SiteServer]:
    """A site that nothing stands in front of."""
    server = start_site(tmp_path_factory.mktemp("alone"), sample_database, **provider.environment, **LIMITS)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def behind(tmp_path_factory: pytest.TempPathFactory, sample_database: Path, provider: Upstream) -> Iterator[SiteServer]:
    """A site behind one proxy."""
    environment = {**provider.environment, **LIMITS, "ASSISTANT_TRUSTED_PROXIES": "1"}
    server = start_site(tmp_path_factory.mktemp("behind"), sample_database, **environment)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def every_front(
    tmp_path_factory: pytest.TempPathFactory, alone: SiteServer, behind: SiteServer, certificate: Certificate
) -> Iterator[dict[str, Front]]:
    """All ways by their names."""
    folder = tmp_path_factory.mktemp("fronts")
    with ExitStack() as started:
        ways = {DIRECT: Front(DIRECT, alone)}
        for name in fronts.names():
            if name != DIRECT:
                proxy = started.enter_context(fronts.proxy(name, folder, certificate, behind.port))
                ways[name] = Front(name, behind, proxy, certificate)
        yield ways


@pytest.fixture(params=fronts.names())
def front(request: pytest.FixtureRequest, every_front: dict[str, Front]) -> Front:
    """Each way in turn."""
    return every_front[request.param]


@pytest.fixture(params=[name for name in fronts.names() if name != DIRECT])
def proxied(request: pytest.FixtureRequest, every_front: dict[str, Front]) -> Front:
    """Each way with a proxy in turn."""
    return every_front[request.param]
