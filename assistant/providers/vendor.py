"""One paid call through a vendor's official SDK, whichever: loading it, retrying, reading, closing.

The SDK is imported, and what a connection needs is made, at the first call and in a thread: either would block every
other visitor.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import random
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..conf import conf
from ..usage import BYTES_PER_TOKEN
from .base import (
    Delta,
    Finished,
    FinishReason,
    Message,
    Prompt,
    ProviderError,
    ProviderTimeout,
    Reasoning,
    Retried,
    TextDelta,
)
from .failures import FailedCall, not_billed, read_failure

#: Calls that may be made once more for one answer. It counts as one call: an error is no answer, and is not billed.
RETRIES = 2
#: Seconds before the first and the second retry; half as much is added at random.
PAUSES = (0.2, 0.6)
#: Seconds that an answer whose end is known waits for its bill.
BILL_SECONDS = 5.0

NOTHING_ASKED = Prompt("", (Message("user", "?"),), (), "", "", "en", 16)

logger = logging.getLogger(__name__)

#: Reads one event of a stream; keeps what it must know of earlier ones.
Reader = Callable[[Any], Iterable[Delta | ProviderError]]


class VendorProvider(ABC):
    """A provider on the SDK that is called like it. Raises ``ModuleNotFoundError`` where that is not installed.

    A protocol says how its client is made, how a prompt is sent and what an event means.
    """

    name: str
    paid = True
    #: A short answer as the vendor's server sends it.
    rehearsal: str

    def __init__(self) -> None:
        if not is_installed(self.name):
            raise ModuleNotFoundError(f"No module named {self.name!r}", name=self.name)
        self.model = conf.model
        self.company = conf.company

    @property
    def may_lack_key(self) -> bool:
        """Whether a server may be asked without a key."""
        return False

    @abstractmethod
    def client(self, sdk: Any, http: Any, time_limits: Any) -> Any:
        """The SDK's asynchronous client over this HTTP client, its own retries off."""

    @abstractmethod
    async def send(self, client: Any, prompt: Prompt) -> Any:
        """Send ``prompt``; the SDK's stream of events, once the response has begun."""

    @abstractmethod
    def reader(self) -> Reader:
        """What reads the events of one stream. A ``ProviderError`` that it yields is how the answer ends."""

    async def stream(self, prompt: Prompt) -> AsyncGenerator[Delta, None]:
        """The answer to ``prompt``; closing it closes the connection, wherever it stands."""
        begin, retries = asyncio.get_running_loop().time(), 0
        async with AsyncExitStack() as opened:
            while isinstance(outcome := await self._sent(prompt, opened), FailedCall):
                failure: ProviderError | None = outcome.error
                pause = _pause(outcome, retries, begin)
                if pause is None:
                    break
                logger.warning("call to be made again provider=%s: %s", self.name, failure)
                retries += 1
                yield Retried()
                await asyncio.sleep(pause)
            else:
                reading = _Reading(outcome, self.reader(), prompt.max_output_tokens * BYTES_PER_TOKEN)
                while not reading.ended:
                    for delta in await reading.next():
                        yield delta
                failure = reading.failure
        if failure is not None:
            logger.warning("call failed provider=%s: %s", self.name, failure)
            # Outside of every `except`: nothing that knows the key is its context.
            raise failure

    async def _sent(self, prompt: Prompt, opened: AsyncExitStack) -> Any:
        """The SDK's stream of the response, or the ``FailedCall``; ``opened`` closes what the call opens."""
        if not (is_key(conf.api_key) or (self.may_lack_key and not conf.api_key)):
            return FailedCall(not_billed(ProviderError("there is no key, or none that can be sent")))
        try:
            loaded = await _load(self)
            http = await opened.enter_async_context(loaded.http_client())
        except Exception as error:
            # A broken installation, or nonsense in the environment about certificates or proxies.
            return FailedCall(not_billed(ProviderError(f"no client can be made: {type(error).__name__}")))
        try:
            events = await self.send(self.client(loaded.sdk, http, http.timeout), prompt)
        except Exception as error:
            return read_failure(error)
        opened.push_async_callback(_shut, events)
        kind = events.response.headers.get("content-type", "text/event-stream")
        if not kind.lower().startswith("text/event-stream"):
            return FailedCall(ProviderError("the provider answered with something else than a stream of events"))
        return events


class _Reading:
    """Reads one stream to its end: ``next()`` gives the deltas of the next event, until ``ended``.

    ``failure`` is why it ended, where it failed. Once the answer's own end is told, its usage is waited for a little;
    what happens then is no failure, what is said then is no answer. ``Finished`` comes last.
    """

    def __init__(self, events: Any, read: Reader, most_bytes: int) -> None:
        self._events = events
        self._read = read
        self._room = most_bytes
        self._finished: Finished | None = None
        self._deadline: float | None = None
        self.ended = False
        self.failure: ProviderError | None = None

    async def next(self) -> list[Delta]:
        """What the next event says; nothing where it says nothing."""
        deltas: list[Delta] = []
        try:
            async with asyncio.timeout_at(self._deadline):
                event = await anext(self._events)
            for delta in self._read(event):
                self._take(delta, deltas)
        except StopAsyncIteration:
            self.ended = True
        except Exception as error:
            self.ended = True
            if self._deadline is None:
                self.failure = read_failure(error).error
        if self.ended and self._finished:
            deltas.append(self._finished)
        return deltas

    def _take(self, delta: Delta | ProviderError, deltas: list[Delta]) -> None:
        if isinstance(delta, Finished):
            self._finished = None if self.failure else delta
        elif isinstance(delta, ProviderError):
            self._finished, self.failure = None, delta
        elif isinstance(delta, TextDelta):
            size = len(delta.text.encode("utf-8", "replace"))
            deltas.append(delta if self._deadline is None else Reasoning(size))
            self._room -= size
        else:
            deltas.append(delta)
        if self._room < 0:
            self._finished, self.ended = Finished(FinishReason.LENGTH), True
        if self._deadline is None and (self._finished or self.failure):
            # Well within the time between two pieces, so that it does not count as silence.
            patience = min(BILL_SECONDS, conf.time_limits.between_pieces / 2)
            self._deadline = asyncio.get_running_loop().time() + patience


def _pause(failure: FailedCall, retries: int, begin: float) -> float | None:
    """Seconds until the call may be made once more, or ``None`` where it may not."""
    if not failure.is_retriable or retries == RETRIES:
        return None
    limits = conf.time_limits
    pause = max(PAUSES[retries], failure.retry_after) * (1 + random.random() / 2)
    # Where no connection came about in time, the next one needs as long: cut off in the middle, it would count as sent.
    needed = limits.connect if isinstance(failure.error, ProviderTimeout) else 0
    left = begin + limits.first_piece - asyncio.get_running_loop().time()
    return pause if pause + needed < left else None


async def _shut(events: Any) -> None:
    """Close the SDK's stream, and the generator inside, which would else wait for the garbage collector."""
    with suppress(Exception):
        await events.close()
    inside = getattr(events, "_iterator", None)
    if inside is not None:
        with suppress(Exception):
            await inside.aclose()


# --- the SDK and its HTTP client ------------------------------------------------------------------------------------


def is_key(value: str) -> bool:
    """Whether this can be sent as a key."""
    return bool(value) and value.isascii() and value.isprintable()


def is_installed(sdk: str) -> bool:
    """Whether this SDK can be imported, without importing it."""
    return sdk in sys.modules or find_spec(sdk) is not None


@dataclass(frozen=True)
class Loaded:
    """An SDK, and what opens the HTTP client of one call."""

    sdk: Any
    http_client: Callable[[], AbstractAsyncContextManager[Any]]


_loaded: dict[str, Loaded] = {}
_loading = threading.Lock()


async def _load(provider: VendorProvider) -> Loaded:
    if provider.name not in _loaded:
        await asyncio.to_thread(_load_once, provider)
    return _loaded[provider.name]


def _load_once(provider: VendorProvider) -> None:
    with _loading:
        if provider.name not in _loaded:
            _loaded[provider.name] = _import(provider)


def _import(provider: VendorProvider) -> Loaded:
    sdk = import_module(provider.name)
    connection = import_module(".connection", __package__)
    _silence()
    asyncio.run(_rehearse(provider, sdk, connection.rehearsal_client(provider.rehearsal)))
    _silence()  # also what was imported by then
    return Loaded(sdk, functools.partial(connection.http_client, connection.tls_context()))


async def _rehearse(provider: VendorProvider, sdk: Any, http: Any) -> None:
    """One call without a network: an SDK imports and builds much of itself with its first call, for some 50 ms.

    What goes wrong here goes wrong again in earnest.
    """
    async with http:
        with suppress(Exception):
            events = await provider.send(provider.client(sdk, http, None), NOTHING_ASKED)
            async for event in events:
                list(provider.reader()(event))


def _silence() -> None:
    """The lines of the SDKs and their HTTP client hold prompts, addresses and headers: none of them is written."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("anthropic", "openai", "httpx2", "httpcore2"):
            logger = logging.getLogger(name)
            if _nothing not in logger.filters:
                logger.addFilter(_nothing)


def _nothing(record: logging.LogRecord) -> bool:
    return False
