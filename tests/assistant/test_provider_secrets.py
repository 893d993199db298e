"""A key, a prompt and a vendor's words appear in no log, exception, page or ``repr``, whatever is switched on."""

from __future__ import annotations

import gc
import io
import logging
import traceback
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from assistant.providers import get_provider
from assistant.providers import vendor as calls
from assistant.providers.base import ProviderError

from .asking import QUESTION, ask
from .conftest import KEY
from .rows import prompt
from .upstream import Begin, Counts, Drop, ErrorEvent, Malformed, Reply, Stall, Upstream, answered, pieces, refused

SAID = (Begin(Counts()), *pieces("Closing takes 38 minutes [S1]. It op"))
FAULTS = {
    "refused": refused(401),
    "server error": refused(500),
    "drop": Reply((*SAID, Drop())),
    "error event": Reply((*SAID, ErrorEvent())),
    "malformed": Reply((*SAID, Malformed())),
    "silent drop": Reply((Drop(),), silent=True),
}
FAULTY = pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """All that any logger writes, with every one of them at its most talkative."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    root, levels = logging.getLogger(), {}
    names = [None, *logging.root.manager.loggerDict, "openai", "anthropic", "httpx2", "httpcore2"]
    for name in names:
        logger = logging.getLogger(name)
        levels[name] = logger.level
        logger.setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield out
    root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def assert_no_secret(text: str) -> None:
    """None of what only the vendor, or only we, may know."""
    for secret in (KEY, QUESTION, "38 minutes", "upstream words", "You answer"):
        assert secret not in text


@pytest.mark.parametrize("reply", [answered("Closing takes 38 minutes [S1]."), *FAULTS.values()], ids=["well", *FAULTS])
def test_nothing_of_a_call_is_logged_at_any_level(
    vendor: Upstream, written: io.StringIO, monkeypatch: Any, reply: Reply
) -> None:
    """The SDKs log requests with their texts, their HTTP library addresses, where one asks for it: none is written."""
    monkeypatch.setenv("OPENAI_LOG", "debug")
    monkeypatch.setenv("ANTHROPIC_LOG", "debug")
    vendor.will(reply)
    ask()
    assert "answer turn=" in written.getvalue()
    assert_no_secret(written.getvalue())


@FAULTY
def test_an_exception_knows_nothing(vendor: Upstream, fault: Reply) -> None:
    """Neither in its words nor as its cause or context, nor in what its frames hold: tools print all of these."""
    vendor.will(fault)

    async def call() -> None:
        async for _ in get_provider().stream(prompt("", QUESTION)):
            pass

    with pytest.raises(ProviderError) as caught:
        async_to_sync(call)()
    error = caught.value
    assert error.__cause__ is None and error.__context__ is None
    printed = traceback.TracebackException.from_exception(error, capture_locals=True)
    ours = [frame for frame in printed.stack if "providers" in frame.filename]
    held = "".join(f"{frame.line} {frame.locals}" for frame in ours)
    assert ours
    for secret in (KEY, "upstream words", "38 minutes"):
        assert secret not in held + str(error) + repr(error)


def test_a_page_of_the_failure_knows_nothing(vendor: Upstream, settings: Any) -> None:
    """Also where errors are readable for development."""
    settings.DEBUG = True
    for fault in FAULTS.values():
        vendor.will(fault)
        body = ask().body.decode()
        assert KEY not in body and "upstream words" not in body


def test_what_we_hold_does_not_show_the_key(vendor: Upstream) -> None:
    """The provider, what is loaded for it, and the SDK's client while a call runs."""
    vendor.will(Reply((*SAID, Stall())))

    async def call() -> str:
        provider = get_provider()
        stream = provider.stream(prompt("", "?"))
        async for delta in stream:
            if getattr(delta, "text", ""):
                break
        held = [thing for thing in gc.get_objects() if type(thing).__name__ in ("AsyncOpenAI", "AsyncAnthropic")]
        assert held
        shown = f"{provider!r} {vars(provider)!r} {calls._loaded!r} {held!r} {stream!r}"
        await stream.aclose()
        return shown

    assert KEY not in async_to_sync(call)()


def test_the_reader_and_the_record_hold_nothing_of_it(vendor: Upstream) -> None:
    """Not in the events, not in any row."""
    from django.apps import apps

    for fault in FAULTS.values():
        vendor.will(fault)
        assert KEY not in ask().body.decode()
    rows = "".join(str(list(model.objects.values())) for model in apps.get_app_config("assistant").get_models())
    assert QUESTION in rows
    assert KEY not in rows and "upstream words" not in rows
