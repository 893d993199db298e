"""A call is made again only before its first piece, only where that is safe, and only as far as the time reaches."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from assistant.providers import vendor as calls
from assistant.providers.base import ProviderError, ProviderTimeout
from assistant.providers.failures import FailedCall, retry_after

from .asking import ask
from .upstream import Begin, Counts, Drop, Reply, Upstream, answered, refused

ONCE_MORE = FailedCall(ProviderError("x"), is_retriable=True)


def pause(failure: FailedCall = ONCE_MORE, retries: int = 0, elapsed: float = 0) -> float | None:
    """The pause before the next try, so many seconds after the call began."""

    async def ask_for_it() -> float | None:
        return calls._pause(failure, retries, asyncio.get_running_loop().time() - elapsed)

    return async_to_sync(ask_for_it)()


def test_at_most_two_tries_more() -> None:
    """However safe they would be."""
    assert [pause(retries=retries) is not None for retries in range(3)] == [True, True, False]


def test_what_is_not_safe_is_not_tried_again() -> None:
    """A failure says so itself."""
    assert pause(FailedCall(ProviderError("x"))) is None


def test_pauses_are_small_grow_and_differ() -> None:
    """So that visitors whose calls failed together do not come back together."""
    first, second = ([pause(retries=retries) or 0 for _ in range(50)] for retries in (0, 1))
    assert len(set(first)) > 1
    assert all(0.2 <= one <= 0.3 for one in first)
    assert all(0.6 <= one <= 0.9 for one in second)


def test_the_vendors_wish_is_honoured_where_it_fits(settings: Any) -> None:
    """Never earlier than it says; not at all where the reader would not wait so long."""
    settings.ASSISTANT_FIRST_PIECE_SECONDS = 10
    wish = FailedCall(ProviderError("x"), is_retriable=True, retry_after=3)
    assert all(3 <= (pause(wish) or 0) <= 4.5 for _ in range(20))
    assert pause(wish, elapsed=8) is None
    assert pause(FailedCall(ProviderError("x"), is_retriable=True, retry_after=11)) is None


def test_another_try_must_fit_into_the_time_of_the_first_piece(settings: Any) -> None:
    """After a connection that took too long there must be room for one as long."""
    settings.ASSISTANT_FIRST_PIECE_SECONDS, settings.ASSISTANT_CONNECT_SECONDS = 10, 4
    assert pause(elapsed=9) is not None
    assert pause(elapsed=9.9) is None
    too_long = FailedCall(ProviderTimeout("x"), is_retriable=True)
    assert pause(too_long, elapsed=4) is not None
    assert pause(too_long, elapsed=8) is None


def at(**offset: float) -> str:
    return format_datetime(datetime.now(UTC) + timedelta(**offset), usegmt=True)


@pytest.mark.parametrize(
    ("headers", "least", "most"),
    [
        ({}, 0, 0),
        ({"retry-after": "7"}, 7, 7),
        ({"retry-after": "0.5"}, 0.5, 0.5),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25, 0.25),
        ({"retry-after": at(days=1)}, 80_000, 86_400),
        ({"retry-after": at(days=-1)}, 0, 0),
        ({"retry-after": "-3"}, 0, 0),
        ({"retry-after": "soon"}, 0, 0),
        ({"retry-after": ""}, 0, 0),
        ({"retry-after": "Wed, 99 Foo 2026 99:99:99 GMT"}, 0, 0),
        ({"retry-after": "nan"}, 0, 0),
        ({"retry-after": "inf"}, 1e9, float("inf")),
    ],
)
def test_retry_after_is_seconds_or_a_date(headers: dict[str, str], least: float, most: float) -> None:
    """Nonsense asks for nothing."""
    assert least <= retry_after(headers) <= most


def test_an_empty_purse_is_not_tried_again(vendor: Upstream) -> None:
    """The vendors say 429 for that too, with a code of its own; nothing changes it within seconds."""
    code = {"openai": "insufficient_quota", "anthropic": "enforced_spend_limit_reached"}[vendor.dialect.name]
    vendor.will(Reply((), 429, (), "application/json", code=code), answered("Closing takes 38 minutes [S1]."))
    assert ask().the("error")["code"] == "provider_refused"
    assert len(vendor.requests) == 1


def test_what_has_begun_is_not_begun_again(vendor: Upstream) -> None:
    """Usage has arrived, so the call is billed: a second one would be billed as well."""
    vendor.will(Reply((Begin(Counts()), Drop())), answered("Closing takes 38 minutes [S1]."))
    assert ask().the("error")["code"] == "broke_off"
    assert len(vendor.requests) == 1


def test_every_try_sends_the_same(vendor: Upstream) -> None:
    """Prompt, limit and key."""
    vendor.will(refused(429), refused(529), answered("Closing takes 38 minutes [S1]."))
    assert ask().the("done")["status"] == "answered"
    first, *more = [(request.path, request.body, request.headers["authorization"]) for request in vendor.requests]
    assert more == [first, first]
