"""A connection leads only where it may: to named hosts, to public addresses, to whom it is meant for."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from tests.servers.pages import Reply, serve_pages
from tests.servers.tls import make_certificate

from .web import FORBIDDEN, LOCAL, failure, redirects


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00:ec2::254", "fe80::1%lo", "0.0.0.0"],
)
def test_a_name_that_leads_to_a_private_address_is_refused(server, fetcher, names, address):
    """Whatever the name is; nothing is connected to."""
    port = server.port
    names({"site.example": [address]})
    asking = fetcher(f"site.example:{port}", networks=())
    assert FORBIDDEN in failure(asking, f"http://site.example:{port}/a")
    assert server.asked == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::ffff:7f00:1]"])
def test_a_local_address_in_any_spelling_is_refused(server, fetcher, host):
    """As the system's resolver reads it."""
    asking = fetcher(f"{host}:{server.port}", networks=())
    assert FORBIDDEN in failure(asking, f"http://{host}:{server.port}/a") or host.startswith("0x")
    assert server.asked == []


def test_what_the_owner_allows_is_connected_to_and_nothing_beside_it(server, fetcher):
    """Networks are named one by one."""
    assert fetcher(networks=LOCAL).page(f"{server.url}/a").body == b"A page."
    assert FORBIDDEN in failure(fetcher(networks=(ipaddress.ip_network("10.0.0.0/8"),)), f"{server.url}/a")


def test_a_name_cannot_be_swapped_between_the_look_and_the_connection(server, fetcher, names):
    """Each connection resolves once, and connects to what it looked at; the next one looks again."""
    site = f"site.example:{server.port}"
    names({"site.example": [["127.0.0.1"], ["10.0.0.1"]]})
    server.answers["/robots.txt"] = Reply("", headers={"Connection": "close"})
    asking = fetcher(site)
    assert FORBIDDEN in failure(asking, f"http://{site}/a")
    assert [path for path, _headers in server.asked] == ["/robots.txt"]


def test_of_two_addresses_the_permitted_one_that_answers_is_used(server, fetcher, names):
    """A forbidden one is never tried, a dead one is passed by."""
    site = f"site.example:{server.port}"
    names({"site.example": ["10.255.255.1", "127.0.0.99", "127.0.0.1"]})
    assert fetcher(site).page(f"http://{site}/a").body == b"A page."


def test_a_name_without_an_address_and_a_port_without_a_server_are_reasons(server, fetcher, monkeypatch):
    """Named as such."""

    def resolve(host: str, port: int):
        raise socket.gaierror

    nobody = socket.create_server(("127.0.0.1", 0))
    free = f"127.0.0.1:{nobody.getsockname()[1]}"
    nobody.close()
    assert "nothing answers there" in failure(fetcher(free), f"http://{free}/")
    monkeypatch.setattr("corpus.loaders.connecting.resolve", resolve)
    assert "its host has no address" in failure(fetcher("site.example"), "http://site.example/")


def test_a_proxy_of_the_environment_is_not_used(server, fetcher, monkeypatch):
    """It would connect to whatever it likes."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert fetcher().page(f"{server.url}/a").status == 200


# --- redirects --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_on_a_named_host_is_followed(server, fetcher, status):
    """The answer says where it ended."""
    redirects(server, "/two", "a", status)
    answer = fetcher().page(redirects(server, "/one", "/two", status))
    assert (answer.address, answer.body) == (f"{server.url}/a", b"A page.")


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("/loop", "it redirects in a circle"),
        ("http://elsewhere.example/", "it redirects to a host that was not named: elsewhere.example"),
        ("http://169.254.169.254/latest/meta-data/", "not named: 169.254.169.254"),
        ("//127.0.0.1:1/", "not named: 127.0.0.1:1"),
        ("file:///etc/passwd", "only http and https"),
        ("gopher://127.0.0.1/", "only http and https"),
        ("http://user@127.0.0.1/", "name or a password"),
        ("http://[::1", "this is no address"),
    ],
)
def test_a_redirect_to_where_it_may_not_lead_is_refused(server, fetcher, target, words):
    """With its reason."""
    assert words in failure(fetcher(), redirects(server, "/loop", target))


def test_a_redirect_of_a_named_host_to_a_private_address_is_refused(server, fetcher, names):
    """The address is looked at again."""
    names({"site.example": ["127.0.0.1"], "inner.example": ["192.168.0.1"]})
    site, inner = f"site.example:{server.port}", f"inner.example:{server.port}"
    redirects(server, "/go", f"http://{inner}/admin")
    assert FORBIDDEN in failure(fetcher(site, inner), f"http://{site}/go")


def test_redirects_are_limited_in_number(server, fetcher):
    """Each to a new page."""
    for step in range(9):
        redirects(server, f"/{step}", f"/{step + 1}")
    assert "more than 3 times" in failure(fetcher(redirects=3), f"{server.url}/0")


# --- https ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def certificate(tmp_path):
    """One for localhost, which nobody trusts yet."""
    return make_certificate(tmp_path)


def test_a_certificate_must_be_trusted_and_bear_the_hosts_own_name(fetcher, certificate, names, monkeypatch):
    """The name that was asked for, not the address that it resolved to."""
    with serve_pages({"/a": "A page."}, certificate) as secure:
        names({"localhost": ["127.0.0.1"], "other.example": ["127.0.0.1"]})
        hosts = (f"localhost:{secure.port}", f"other.example:{secure.port}")
        assert "cannot be trusted" in failure(fetcher(*hosts), f"{secure.url}/a")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate.certificate))
        asking = fetcher(*hosts)
        assert [asking.page(f"{secure.url}/a").body for _ in range(2)] == [b"A page."] * 2
        assert "cannot be trusted" in failure(asking, f"https://other.example:{secure.port}/a")
        assert FORBIDDEN in failure(fetcher(*hosts, networks=()), f"{secure.url}/a")


def test_a_redirect_from_https_to_http_is_refused(server, fetcher, certificate, names, monkeypatch):
    """What comes over it then could have been written by anybody."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.certificate))
    with serve_pages(certificate=certificate) as secure:
        redirects(secure, "/down", f"{server.url}/a")
        asking = fetcher(f"localhost:{secure.port}")
        assert failure(asking, f"{secure.url}/down") == "it redirects from https to http"


def test_a_handshake_that_never_ends_is_cut(fetcher):
    """The deadline holds before the first byte of HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host = f"127.0.0.1:{silent.getsockname()[1]}"
        assert failure(fetcher(host, page_seconds=0.2), f"https://{host}/").endswith("it took longer than 0.2 seconds")
