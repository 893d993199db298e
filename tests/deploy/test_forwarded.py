"""What a proxy says of a client is believed, and what a client says of itself is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.reading import events, read_all, read_until
from tests.servers.site import SiteServer, start_site

from .fronts import DIRECT, Front, names, proxy

#: Refused before any provider: these questions are about the door alone.
RICE = "How do I cook rice?"
LIMIT = 3
FORGED = ("203.0.113.{}", "203.0.113.{}, 127.0.0.1", "127.0.0.{}", "[2001:db8::{}]:4711")


@pytest.fixture(scope="module")
def strict(tmp_path_factory, sample_database, certificate) -> Iterator[dict[str, Front]]:
    """Sites where a visitor has three questions a day; a proxy each, so that none has another's visitors."""
    from contextlib import ExitStack

    folder = tmp_path_factory.mktemp("strict")
    sites: list[SiteServer] = []
    with ExitStack() as started:
        fronts = {}
        for name in (DIRECT, "proxied"):
            trusted = "0" if name == DIRECT else "1"
            environment = {"ASSISTANT_RATE_LIMIT": f"{LIMIT}/d", "ASSISTANT_TRUSTED_PROXIES": trusted}
            sites.append(start_site(folder / name.replace(" ", "-"), sample_database, **environment))
        for name in names():
            if name == DIRECT:
                fronts[name] = Front(name, sites[0])
            else:
                running = started.enter_context(proxy(name, folder / "fronts", certificate, sites[1].port))
                fronts[name] = Front(name, sites[1], running, certificate)
        yield fronts
    for site in sites:
        site.stop()


@pytest.fixture(params=names())
def visited(request, strict) -> Front:
    """Each way in turn, to a site that counts."""
    return strict[request.param]


def addresses_of(front: Front, count: int) -> list[str]:
    """Loopback addresses that no other way has used: all the proxies of this file share one site."""
    block = names().index(front.name) * 16 + 2
    return [f"127.0.1.{block + number}" for number in range(count)]


def status(front: Front, address: str, **request) -> int:
    """The status of one question from this address."""
    with front.asked(address=address, question=RICE, **request) as connection:
        return int(read_all_of(connection).split(b" ", 2)[1])


def read_all_of(connection) -> bytes:
    """A whole response on a connection that may be kept."""
    got = read_until(connection, b"\r\n\r\n")
    if b"chunked" in got.lower():
        while not got.endswith(b"0\r\n\r\n"):
            got += connection.recv(65536)
    return got


def test_two_visitors_are_not_counted_together(visited):
    """Behind a proxy all come from one address; it is not what is counted."""
    one, other, _ = addresses_of(visited, 3)
    assert [status(visited, one) for _ in range(LIMIT + 1)] == [200] * LIMIT + [429]
    assert status(visited, other) == 200


@pytest.mark.parametrize("version", ["1.1", "1.0"])
def test_a_forged_address_gains_nothing(visited, version):
    """Whatever a client writes into the headers of proxies, it stays one client."""
    address = addresses_of(visited, 8)[3 if version == "1.1" else 4]
    statuses = []
    for number in range(LIMIT + 3):
        forged = FORGED[number % len(FORGED)].format(number + 20)
        headers = {
            "X-Forwarded-For": forged,
            "X-Real-IP": forged,
            "Forwarded": f"for={forged}",
            "X_Forwarded_For": forged,
        }
        statuses.append(status(visited, address, headers=headers, version=version))
    assert statuses == [200] * LIMIT + [429] * 3


def test_a_forged_address_takes_nobody_elses_questions(visited):
    """Nor can it use up the share of the one whose address it claims."""
    villain, victim = addresses_of(visited, 8)[5:7]
    for _ in range(LIMIT):
        assert status(visited, villain, headers={"X-Forwarded-For": victim}) == 200
    assert status(visited, victim) == 200


def test_the_own_origin_is_what_the_browser_sees(front, provider):
    """The proxy speaks TLS and the worker does not; a page of the site may ask all the same, and links are https."""
    headers = {"Origin": front.origin, "Sec-Fetch-Site": "same-origin"}
    with front.asked(question=RICE, version="1.0", headers=headers) as connection:
        told = events(read_all(connection))
    assert [name for name, _ in told] == ["start", "refusal", "done"]
    assert told[0][1]["transcript"].startswith(f"{front.origin}/assistant/transcript/")


@pytest.mark.parametrize(
    "header",
    [
        {"X-Forwarded-Host": "evil.example"},
        {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"},
        {"Forwarded": "host=evil.example;proto=https"},
    ],
)
def test_another_origin_is_not_made_ours_by_a_header(front, header):
    """A page elsewhere cannot set these; another client can, and gains nothing."""
    for scheme in ("http", "https"):
        headers = {"Origin": f"{scheme}://evil.example", **header}
        with front.asked(question=RICE, version="1.0", headers=headers) as connection:
            assert read_all(connection).split(b" ", 2)[1] == b"403"


def test_a_claimed_scheme_does_not_change_the_own_origin(front):
    """Neither does TLS become plain, nor plain TLS."""
    other = front.origin.replace("https", "h").replace("http", "https").replace("h:", "http:")
    headers = {"Origin": other, "X-Forwarded-Proto": other.partition(":")[0]}
    with front.asked(question=RICE, version="1.0", headers=headers) as connection:
        assert read_all(connection).split(b" ", 2)[1] == b"403"
