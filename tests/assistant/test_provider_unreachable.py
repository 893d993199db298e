"""A vendor that cannot be reached costs nothing, and is tried again only where nothing was sent."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from assistant.models import MonthlySpend, Turn

from .asking import ask
from .test_provider_closing import deaf
from .upstream import Upstream


def elsewhere(settings: Any, vendor: Upstream, address: str) -> None:
    """The vendor's address is another one."""
    setattr(settings, f"{vendor.dialect.name.upper()}_BASE_URL", address)


def failed(caplog: Any, code: str, retries: int) -> bool:
    """The reader is told ``code``, nothing is booked, and the log line says how often the call was made again."""
    with caplog.at_level("INFO", "assistant"):
        reply = ask()
    month = MonthlySpend.objects.get()
    return (
        reply.names == ["start", "error", "done"]
        and reply.the("error")["code"] == Turn.objects.get().error_code == code
        and (month.spent_micros, month.reserved_micros) == (0, 0)
        and f" retries={retries} " in caplog.text
    )


def test_nobody_listens(vendor: Upstream, settings: Any, caplog: Any) -> None:
    """Connection refused."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    elsewhere(settings, vendor, f"http://127.0.0.1:{port}/v1")
    assert failed(caplog, "unreachable", retries=2)


def test_the_name_is_not_known(vendor: Upstream, settings: Any, caplog: Any) -> None:
    """No such host; ``.invalid`` never is one."""
    elsewhere(settings, vendor, "http://vendor.invalid/v1")
    assert failed(caplog, "unreachable", retries=2)


def test_the_other_end_is_not_who_it_should_be(vendor: Upstream, settings: Any, caplog: Any) -> None:
    """HTTPS is wanted and plain HTTP is spoken: no key is sent."""
    elsewhere(settings, vendor, vendor.base_url.replace("http:", "https:"))
    assert failed(caplog, "unreachable", retries=2)
    assert vendor.requests == []


def test_the_address_does_not_answer(vendor: Upstream, settings: Any, caplog: Any) -> None:
    """The time limit of the connection; nothing was sent, so it may be tried again."""
    settings.ASSISTANT_CONNECT_SECONDS = 0.1
    with deaf(settings, vendor):
        assert failed(caplog, "timeout", retries=2)


def test_the_address_does_not_answer_and_the_time_is_short(vendor: Upstream, settings: Any, caplog: Any) -> None:
    """A second connection would be cut off by the limit of the first piece, and counted as if something were sent."""
    settings.ASSISTANT_CONNECT_SECONDS, settings.ASSISTANT_FIRST_PIECE_SECONDS = 1, 1.9
    with deaf(settings, vendor):
        assert failed(caplog, "timeout", retries=0)


def test_the_connection_may_take_no_longer_than_the_first_piece(vendor: Upstream, settings: Any, caplog: Any) -> None:
    """Whatever its own limit says: a connection that never stood costs nothing."""
    settings.ASSISTANT_CONNECT_SECONDS, settings.ASSISTANT_FIRST_PIECE_SECONDS = 60, 0.8
    with deaf(settings, vendor):
        assert failed(caplog, "timeout", retries=0)


@pytest.mark.parametrize("key", ["sk-secret\nof: tests", "sk-secret-öf-tests", "sk-secret\x00of-tests"])
def test_a_key_that_cannot_be_sent(vendor: Upstream, settings: Any, caplog: Any, key: str) -> None:
    """A line break, or a letter that no header holds: no call, no cost, and no word of the key."""
    setattr(settings, f"{vendor.dialect.name.upper()}_API_KEY", key)
    with caplog.at_level("DEBUG"):
        reply = ask()
    assert reply.the("done")["status"] == "failed"
    assert (MonthlySpend.objects.get().spent_micros, vendor.requests) == (0, [])
    assert "secret" not in caplog.text + reply.body.decode()
