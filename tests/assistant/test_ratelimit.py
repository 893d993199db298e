"""Rate limit (spec 2, §1): per client and conversation; the address is hashed, and cannot be made up."""

from __future__ import annotations

import io
import threading
import uuid
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.test import AsyncRequestFactory, RequestFactory

from assistant import ratelimit
from assistant.ratelimit import Decision, StreamSlots, allow, client_key, conversation_key


@pytest.fixture(autouse=True)
def _empty_cache(settings: Any) -> None:
    from django.core.cache import cache

    settings.ASSISTANT_RATE_LIMIT = (3, 60)
    cache.clear()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that the limiter sees, at the beginning of a window."""
    now = [6_000.0]
    monkeypatch.setattr(ratelimit.time, "time", lambda: now[0])
    return now


def key(peer: str = "192.0.2.1", *forwarded: str) -> str:
    """The key of a request from ``peer`` with this X-Forwarded-For."""
    headers = {"HTTP_X_FORWARDED_FOR": ", ".join(forwarded)} if forwarded else {}
    return client_key(RequestFactory().get("/", REMOTE_ADDR=peer, **headers))


class TestAllow:
    def test_lets_so_many_pass_and_then_says_how_long_to_wait(self, clock: list[float]) -> None:
        """The fourth question of a minute waits for its end."""
        clock[0] += 20.5
        assert [allow("a").allowed for _ in range(3)] == [True] * 3
        assert allow("a") == Decision(False, 40)

    def test_counts_each_key_alone(self, clock: list[float]) -> None:
        """One client does not use up another's share."""
        for _ in range(4):
            allow("a")
        assert allow("b").allowed

    def test_begins_again_with_the_next_window(self, clock: list[float]) -> None:
        """After ``retry_after`` the same client passes."""
        for _ in range(3):
            allow("a")
        wait = allow("a").retry_after
        clock[0] += wait
        assert allow("a").allowed

    def test_never_says_to_wait_no_time(self, clock: list[float]) -> None:
        """``Retry-After: 0`` would invite a storm."""
        clock[0] += 59.999
        for _ in range(3):
            allow("a")
        assert allow("a").retry_after == 1

    def test_of_many_at_once_lets_exactly_the_limit_pass(self, clock: list[float]) -> None:
        """Counting is atomic: threads do not share one count."""
        decisions: list[bool] = []
        threads = [threading.Thread(target=lambda: decisions.append(allow("a").allowed)) for _ in range(30)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert decisions.count(True) == 3

    def test_lets_questions_pass_when_the_cache_is_away(self, monkeypatch: Any, caplog: Any) -> None:
        """The cap guards the money; the log names the kind of failure and no address of the cache."""

        def broken(*args: Any, **kwargs: Any) -> None:
            raise ConnectionError("redis://:secret@cache")

        monkeypatch.setattr(ratelimit.cache, "add", broken)
        assert allow("a").allowed
        assert "ConnectionError" in caplog.text
        assert "secret" not in caplog.text


class TestClientKey:
    def test_is_the_same_for_the_same_client_and_holds_no_address(self) -> None:
        """A hash, salted with the site's key."""
        assert key("192.0.2.1") == key("192.0.2.1")
        assert key("192.0.2.1") != key("192.0.2.2")
        assert "192" not in key("192.0.2.1")

    def test_depends_on_the_secret_of_the_site(self, settings: Any) -> None:
        """Without the salt, four thousand million addresses are soon tried."""
        before = key()
        settings.SECRET_KEY = "another"
        assert key() != before

    def test_without_trusted_proxies_ignores_the_header(self, settings: Any) -> None:
        """Anybody can send it."""
        settings.ASSISTANT_TRUSTED_PROXIES = 0
        assert key("192.0.2.1", "203.0.113.9") == key("192.0.2.1")

    def test_behind_one_proxy_is_the_last_entry(self, settings: Any) -> None:
        """The proxy's own address is not limited for all."""
        settings.ASSISTANT_TRUSTED_PROXIES = 1
        assert key("10.0.0.1", "203.0.113.9") == key("203.0.113.9")
        assert key("10.0.0.1", "203.0.113.9") != key("10.0.0.1", "203.0.113.10")

    @pytest.mark.parametrize("invented", [("198.51.100.1",), ("198.51.100.1", "198.51.100.2"), ("nonsense", "")])
    def test_gains_nothing_by_invented_entries(self, settings: Any, invented: tuple[str, ...]) -> None:
        """What a client sends stands to the left of what our proxies add."""
        settings.ASSISTANT_TRUSTED_PROXIES = 1
        assert key("10.0.0.1", *invented, "203.0.113.9") == key("203.0.113.9")

    def test_behind_two_proxies_is_the_last_but_one(self, settings: Any) -> None:
        """One entry for each trusted hop."""
        settings.ASSISTANT_TRUSTED_PROXIES = 2
        assert key("10.0.0.1", "198.51.100.1", "203.0.113.9", "10.0.0.2") == key("203.0.113.9")

    def test_that_came_past_a_proxy_is_the_peer(self, settings: Any) -> None:
        """No header at all: the peer itself asks."""
        settings.ASSISTANT_TRUSTED_PROXIES = 1
        assert key("192.0.2.7") == client_key(RequestFactory().get("/", REMOTE_ADDR="192.0.2.7"))

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"),  # a home has a whole /64
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("192.0.2.1:5123", "192.0.2.1"),
            ("[2001:db8::1]:443", "2001:db8::2"),
        ],
    )
    def test_is_one_for_every_way_to_write_one_client(self, one: str, other: str) -> None:
        """A port, a mapped address or another address of the same network is no new client."""
        assert key(one) == key(other)

    @pytest.mark.parametrize("nonsense", ["unknown", "_gazonk", "", "203.0.113", "a" * 5000, "1.2.3.4.5"])
    def test_of_what_is_no_address_is_one_for_all_of_them(self, settings: Any, nonsense: str) -> None:
        """A proxy that hides its clients hides them from the limit too, together: none escapes by it."""
        settings.ASSISTANT_TRUSTED_PROXIES = 1
        assert key("10.0.0.1", "198.51.100.1", nonsense or "unknown") == key("10.0.0.1", "unknown")

    def test_with_fewer_entries_than_proxies_is_the_first(self, settings: Any) -> None:
        """Somebody came past the outer proxy: the inner one wrote whom it saw."""
        settings.ASSISTANT_TRUSTED_PROXIES = 3
        assert key("10.0.0.1", "203.0.113.9", "10.0.0.2") == key("203.0.113.9")

    def test_is_found_behind_a_thousand_invented_entries(self, settings: Any) -> None:
        """From the right, however much stands to the left."""
        settings.ASSISTANT_TRUSTED_PROXIES = 1
        invented = (f"198.51.100.{number % 250}" for number in range(1000))
        assert key("10.0.0.1", *invented, "203.0.113.9") == key("203.0.113.9")

    def test_spaces_and_empty_entries_change_nothing(self, settings: Any) -> None:
        """Proxies write them as they like."""
        settings.ASSISTANT_TRUSTED_PROXIES = 2
        request = RequestFactory().get(
            "/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR="  ,203.0.113.9 ,,\t10.0.0.2 , "
        )
        assert client_key(request) == key("203.0.113.9")

    def test_several_lines_of_the_header_are_read_as_one(self, settings: Any) -> None:
        """A client that sends a line of its own, and a proxy that adds another below it."""
        settings.ASSISTANT_TRUSTED_PROXIES = 1
        lines = [(b"x-forwarded-for", b"198.51.100.1"), (b"x-forwarded-for", b"203.0.113.9")]
        scope = AsyncRequestFactory()._base_scope(path="/") | {"client": ["10.0.0.1", 1], "headers": lines}
        assert client_key(ASGIRequest(scope, io.BytesIO())) == key("203.0.113.9")

    def test_the_header_of_rfc_7239_is_not_read(self, settings: Any) -> None:
        """Documented: only one of the two headers may decide, or a client chooses which."""
        settings.ASSISTANT_TRUSTED_PROXIES = 1
        forwarded = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_FORWARDED="for=198.51.100.1")
        assert client_key(forwarded) == key("10.0.0.1")

    def test_is_another_for_each_thing_that_is_done(self) -> None:
        """Who judges many answers may ask all the same."""
        request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1")
        assert len({client_key(request), client_key(request, "feedback"), client_key(request, "delete")}) == 3

    def test_tells_networks_apart(self) -> None:
        """The next /64 is another client."""
        assert key("2001:db8:1:2::1") != key("2001:db8:1:3::1")

    def test_of_a_conversation_is_its_own(self) -> None:
        """A conversation is limited whatever addresses its questions come from."""
        one, other = uuid.uuid4(), uuid.uuid4()
        assert conversation_key(one) == conversation_key(one)
        assert conversation_key(one) != conversation_key(other)


class TestAProxyThatIsNotTrusted:
    @pytest.fixture(autouse=True)
    def _not_told(self, settings: Any) -> None:
        settings.ASSISTANT_TRUSTED_PROXIES = 0
        ratelimit._told_of_a_proxy.clear()

    @pytest.mark.parametrize("peer", ["127.0.0.1", "10.1.2.3", "fd00::1", ""])
    def test_is_told_of_once(self, caplog: Any, peer: str) -> None:
        """Behind it all visitors share one limit, which nobody notices before many come. No address is in the line."""
        for _ in range(3):
            key(peer, "203.0.113.9")
        (line,) = [record.getMessage() for record in caplog.records]
        assert "ASSISTANT_TRUSTED_PROXIES" in line
        assert "203.0.113.9" not in line

    def test_is_told_of_too_where_it_is_trusted_and_names_nobody(self, settings: Any, caplog: Any) -> None:
        """The same fault from the other side: a proxy that was never told to write the header."""
        settings.ASSISTANT_TRUSTED_PROXIES = 1
        for _ in range(3):
            key("127.0.0.1")
        (line,) = [record.getMessage() for record in caplog.records]
        assert line.startswith("A question came without X-Forwarded-For")

    @pytest.mark.parametrize(("peer", "forwarded"), [("9.9.9.9", ("198.51.100.1",)), ("127.0.0.1", ())])
    def test_is_not_made_up_by_a_visitor(self, caplog: Any, peer: str, forwarded: tuple[str, ...]) -> None:
        """Anybody may send the header from outside; and without it there is no proxy."""
        key(peer, *forwarded)
        assert caplog.records == []


class TestStreamSlots:
    def test_are_as_many_as_allowed(self, settings: Any) -> None:
        """The next answer is told that the site is busy."""
        settings.ASSISTANT_MAX_STREAMS = 2
        slots = StreamSlots()
        first, second = slots.acquire(), slots.acquire()
        assert first and second
        assert slots.acquire() is None
        first.release()
        assert slots.acquire() is not None

    def test_are_given_back_once(self, settings: Any) -> None:
        """Every exit releases; two exits free one place."""
        settings.ASSISTANT_MAX_STREAMS = 2
        slots = StreamSlots()
        first = slots.acquire()
        slots.acquire()
        assert first
        first.release()
        first.release()
        assert slots.taken == 1

    def test_give_back_what_was_held_with_them(self, settings: Any) -> None:
        """Once, on whichever exit."""
        slot = StreamSlots().acquire()
        assert slot
        given: list[str] = []
        slot.hold(lambda: given.append("shared"))
        slot.release()
        slot.release()
        assert given == ["shared"]
