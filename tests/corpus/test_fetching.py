"""Fetching is polite and safe: named hosts, public addresses, robots.txt, and limits that nothing gets past."""

from __future__ import annotations

import gzip
import ipaddress
import socket
import threading
import time
import tracemalloc

import pytest

from corpus.loaders import Limits
from corpus.loaders.addresses import host_of
from corpus.loaders.connecting import Deadline, OutOfTime
from corpus.loaders.fetching import Fetcher, FetchFailed, inflated
from tests.servers.pages import Handler, PageServer, Reply, serve_pages
from tests.servers.tls import make_certificate

from .web import LOCAL

MEGABYTE = 1_000_000


@pytest.fixture
def server():
    with serve_pages({"/a": "A page."}) as running:
        yield running


@pytest.fixture
def fetcher(server):
    """``fetcher(hosts, networks, **limits)``; all are closed after the test."""
    made = []

    def make(*hosts: str, networks=LOCAL, **limits) -> Fetcher:
        named = frozenset({host_of(server.url), *hosts})
        made.append(Fetcher(named, networks, Limits(**{"pause": 0, "page_seconds": 5, **limits})))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def names(monkeypatch):
    """``names({"site.example": ["127.0.0.1"]})``: what hosts resolve to; a list of lists answers in turn."""

    def set_names(addresses: dict[str, list]) -> None:
        def resolve(host: str, port: int):
            found = addresses[host]
            if isinstance(found[0], list):
                found = found.pop(0) if len(found) > 1 else found[0]
            family = {address: socket.AF_INET6 if ":" in address else socket.AF_INET for address in found}
            return [(family[address], socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

        monkeypatch.setattr("corpus.loaders.connecting.resolve", resolve)

    return set_names


@pytest.fixture
def pauses(monkeypatch):
    """What was waited for, in seconds, instead of waiting."""
    found: list[float] = []
    monkeypatch.setattr("corpus.loaders.fetching.time.sleep", found.append)
    return found


def failure(fetcher: Fetcher, address: str) -> str:
    with pytest.raises(FetchFailed) as failed:
        fetcher.page(address)
    return str(failed.value)


def redirects(server: PageServer, path: str, target: str, status: int = 302) -> str:
    server.answers[path] = Reply(status=status, headers={"Location": target})
    return f"{server.url}{path}"


# --- where a connection may lead --------------------------------------------------------------------------------------

FORBIDDEN = "its host has a private, local or reserved address"


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


# --- limits -----------------------------------------------------------------------------------------------------------


def endless(piece: bytes, headers: str = "") -> object:
    """An answer that never ends."""

    def answer(handler: Handler) -> None:
        handler.wfile.write(f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{headers}\r\n".encode())
        while not handler.pages.stopping.is_set():
            handler.wfile.write(piece)

    return answer


def test_a_body_of_a_hundred_megabytes_is_cut_at_the_limit(server, fetcher):
    """Declared or not, and memory stays in proportion to the limit."""
    sent = 0

    def answer(handler: Handler) -> None:
        nonlocal sent
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        for _ in range(100):
            sent += handler.wfile.write(b"x" * MEGABYTE)

    server.answers["/big"] = answer
    asking = fetcher(page_bytes=2 * MEGABYTE)
    tracemalloc.start()
    assert failure(asking, f"{server.url}/big") == "it is larger than 2 MB"
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 12 * MEGABYTE
    assert sent < 50 * MEGABYTE


def test_a_declared_length_beyond_the_limit_is_not_waited_for(server, fetcher):
    """Not a byte of it."""

    def answer(handler: Handler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n")
        handler.pages.stopping.wait(30)

    server.answers["/big"] = answer
    assert failure(fetcher(), f"{server.url}/big") == "it is larger than 5 MB"


def test_a_compressed_bomb_is_cut_at_the_limit(server, fetcher):
    """It is never uncompressed beyond that: 50 MB in 50 kB."""
    bomb = gzip.compress(b"\0" * 50 * MEGABYTE)
    headers = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    server.answers["/bomb"] = Reply(bomb, headers=headers)
    tracemalloc.start()
    assert failure(fetcher(page_bytes=MEGABYTE), f"{server.url}/bomb") == "it is larger than 1 MB"
    with pytest.raises(FetchFailed, match="larger than 1 MB"):
        inflated(bomb, MEGABYTE)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * MEGABYTE


def test_compressed_pages_are_read(server, fetcher):
    """In several members too; what is cut short or compressed in another way is an error."""
    gzipped = {"Content-Encoding": "gzip"}
    server.answers["/zip"] = Reply(gzip.compress(b"A pa") + gzip.compress(b"ge."), headers=gzipped)
    server.answers["/cut"] = Reply(gzip.compress(b"A page." * 99)[:-9], headers=gzipped)
    server.answers["/br"] = Reply(b"x", headers={"Content-Encoding": "br"})
    asking = fetcher()
    assert asking.page(f"{server.url}/zip").body == b"A page."
    assert "broken gzip" in failure(asking, f"{server.url}/cut")
    assert "not asked for" in failure(asking, f"{server.url}/br")


@pytest.mark.parametrize("piece", [b"x", b"1\r\nx\r\n"])
def test_a_page_that_drips_ends_when_its_time_is_up(server, fetcher, piece):
    """A byte now and then keeps no connection, whether in the body or in the headers."""

    def drip(start: bytes):
        def answer(handler: Handler) -> None:
            handler.wfile.write(start)
            while not handler.pages.stopping.wait(0.02):
                handler.wfile.write(piece)

        return answer

    chunked = b"Transfer-Encoding: chunked\r\n" if b"\r" in piece else b""
    server.answers["/body"] = drip(b"HTTP/1.1 200 OK\r\n" + chunked + b"\r\n")
    server.answers["/headers"] = drip(b"HTTP/1.1 200 OK\r\nX-Long: ")
    server.answers["/silence"] = lambda handler: handler.pages.stopping.wait(30) and None
    asking = fetcher(page_seconds=0.25)
    for path in ("/body", "/headers", "/silence"):
        assert failure(asking, f"{server.url}{path}") == "it took longer than 0.25 seconds"


def test_a_page_without_end_is_cut(server, fetcher):
    """Its headers as well."""
    server.answers["/body"] = endless(b"x" * 10_000)
    server.answers["/headers"] = endless(b"X-A: b\r\n", "X-Start: a")
    asking = fetcher(page_bytes=MEGABYTE)
    assert failure(asking, f"{server.url}/body") == "it is larger than 1 MB"
    assert "no HTTP" in failure(asking, f"{server.url}/headers")


def test_the_time_for_the_whole_load_is_limited(server, fetcher):
    """What is left of it is all that a page has."""
    asking = fetcher(seconds=0)
    assert asking.is_out_of_time
    assert "the time for the whole load is up" in failure(asking, f"{server.url}/a")


def test_a_deadline_cuts_what_it_watches_and_nothing_after_it_was_left():
    """Also a socket that is watched too late."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        with Deadline(30) as deadline:
            deadline.watch(ours)
        assert theirs.send(b"x") == 1 and ours.recv(1) == b"x"
        with Deadline(0.01) as deadline:
            deadline.watch(ours)
            assert ours.recv(1) == b""
            with pytest.raises(OutOfTime):
                deadline.watch(ours)
    assert threading.active_count() < 50


@pytest.mark.parametrize("answer", [b"no HTTP at all\r\n\r\n", b"", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"])
def test_what_is_no_whole_answer_is_an_error(server, fetcher, answer):
    """Nothing of it is used."""
    server.answers["/x"] = lambda handler: handler.wfile.write(answer) and None
    assert "no HTTP" in failure(fetcher(), f"{server.url}/x")


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


# --- politeness -------------------------------------------------------------------------------------------------------


def test_what_robots_txt_disallows_is_not_fetched(server, fetcher):
    """For us by name, with wildcards, and also where a redirect leads there."""
    server.answers["/robots.txt"] = Reply(
        "User-agent: *\nDisallow: /\n\n"
        "User-agent: SiteAssistant\nDisallow: /private\nDisallow: /*.php$\nAllow: /private/a\n"
    )
    server.answers["/private/a"] = "Allowed."
    asking = fetcher()
    assert asking.page(f"{server.url}/a").status == 200
    assert asking.page(f"{server.url}/private/a").status == 200
    for path in ("/private/b", "/x.php"):
        assert failure(asking, f"{server.url}{path}") == "robots.txt disallows it"
    assert failure(asking, redirects(server, "/go", "/private/b")) == "robots.txt disallows it"
    assert [path for path, _headers in server.asked].count("/robots.txt") == 1


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_robots_txt_that_cannot_be_had_allows_nothing(server, fetcher, status):
    """It may say anything."""
    server.answers["/robots.txt"] = Reply("", status)
    assert failure(fetcher(), f"{server.url}/a") == f"robots.txt could not be read: the server answers {status}"


@pytest.mark.parametrize(
    "answer", [Reply("", 404), Reply("", 403), "<html>Not found</html>", Reply(b"\xff\0\xfe" * 99)]
)
def test_a_robots_txt_that_says_nothing_allows_everything(server, fetcher, answer):
    """Missing, a page, garbage."""
    server.answers["/robots.txt"] = answer
    assert fetcher().page(f"{server.url}/a").status == 200


def test_a_robots_txt_without_end_is_read_up_to_a_limit(server, fetcher):
    """What stands in front of it holds."""
    server.answers["/robots.txt"] = endless(b"User-agent: *\nDisallow: /private\n" + b"#" * 9999 + b"\n")
    asking = fetcher()
    assert asking.page(f"{server.url}/a").status == 200
    assert failure(asking, f"{server.url}/private") == "robots.txt disallows it"


@pytest.mark.parametrize(("delay", "waited"), [("2", 2), ("3600", 10), ("nonsense", 0.5), ("nan", 0.5)])
def test_a_crawl_delay_is_waited_for_within_reason(server, fetcher, pauses, delay, waited):
    """At most ten seconds, and never less than the pause of our own."""
    server.answers["/robots.txt"] = f"User-agent: *\nCrawl-delay: {delay}\n"
    asking = fetcher(pause=0.5)
    asking.page(f"{server.url}/a")
    asking.page(f"{server.url}/a")
    assert len(pauses) == 2
    assert all(waited - 0.4 < pause <= waited for pause in pauses)


def test_a_busy_server_is_asked_once_more_when_it_says_when(server, fetcher, pauses):
    """Not when that is too long, nor when it does not say."""
    busy = iter([Reply("", 503, {"Retry-After": "2"}), Reply("Now.")])
    server.answers["/a"] = lambda handler: handler.reply(next(busy))
    server.answers["/later"] = Reply("", 429, {"Retry-After": "3600"})
    server.answers["/never"] = Reply("", 503, {"Retry-After": "soon"})
    asking = fetcher()
    assert asking.page(f"{server.url}/a").body == b"Now."
    assert pauses == [2]
    assert asking.page(f"{server.url}/later").status == 429
    assert asking.page(f"{server.url}/never").status == 503
    assert pauses == [2]


def test_a_connection_is_kept_for_the_next_page_and_renewed_when_it_has_ended(server, fetcher):
    """One connection for pages that follow one another."""
    connections = set()

    def answer(handler: Handler) -> None:
        connections.add(handler.client_address)
        handler.close_connection = False
        handler.reply(Reply("A page."))

    server.answers["/a"] = answer
    asking = fetcher()
    for _ in range(3):
        assert asking.page(f"{server.url}/a").status == 200
    assert len(connections) == 1
    for kept in asking._pools.values():
        held = kept.pool.get_nowait()
        held.sock.shutdown(socket.SHUT_RDWR)
        kept.pool.put_nowait(held)
    assert asking.page(f"{server.url}/a").status == 200
    assert len(connections) == 2
    assert time.monotonic() < asking._ends
