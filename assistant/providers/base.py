"""What a provider is: one asynchronous stream of deltas for one prompt.

A provider is an object with ``name``, ``model`` and ``stream(prompt)``. The stream yields any number of
``TextDelta``, ``UsageReport`` at any time or never, and ``Finished`` at its end; a stream that ends without
``Finished`` counts as cut off. ``Reasoning`` and ``Retried`` are for the books alone. Closing the stream cancels the
upstream request. Failures raise ``ProviderError``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from enum import Enum
from typing import Literal, Protocol

from corpus.search import Hit
from gate import GateRules


class FinishReason(Enum):
    """Why a provider's stream ended."""

    #: The model said all it wanted to say.
    STOP = "stop"
    #: It ran out of output room.
    LENGTH = "length"


@dataclass(frozen=True)
class Message:
    """One message of a conversation as the model sees it."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True)
class PromptSource:
    """One numbered source of a prompt: marker ``[S{number}]``, the hit, and the text that the gate checks against."""

    number: int
    hit: Hit
    #: The site's names and host: what a reader counts as part of each of its passages.
    site: tuple[str, ...] = ()

    @property
    def checked_text(self) -> str:
        """The passage as it is, with its article's title and heading and the site's names and host.

        Put together when it is asked for: an answer that waits for its provider would hold every passage twice.
        """
        hit = self.hit
        return "\n\n".join(part for part in (hit.title, hit.heading, hit.text, *self.site) if part)


@dataclass(frozen=True)
class Prompt:
    """Everything that one call needs; ``system`` and ``messages`` are sent, the rest is for providers of ours."""

    system: str
    messages: tuple[Message, ...]
    sources: tuple[PromptSource, ...]
    question: str
    #: What may vouch besides the sources; empty when the question is about the owner.
    vouching_question: str
    language: str
    max_output_tokens: int
    #: What the owner is called: words that tell no sentence of this site from another.
    owner_names: tuple[str, ...] = ()
    #: What the gate will check the answer by.
    rules: GateRules = GateRules()


@dataclass(frozen=True)
class TextDelta:
    """A piece of text, of any size."""

    text: str


@dataclass(frozen=True)
class UsageReport:
    """Token counts so far, cumulative; ``None`` where the provider does not say.

    ``cached_tokens`` were read from the provider's prompt cache, ``cache_written_tokens`` written to it; both are part
    of ``input_tokens``, whatever the protocol says. Reasoning is part of ``output_tokens``.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    cache_written_tokens: int | None = None


@dataclass(frozen=True)
class Reasoning:
    """The model has thought aloud: so many bytes, billed like text, never shown."""

    bytes: int


@dataclass(frozen=True)
class Retried:
    """The call failed before its first piece, and is made once more."""


@dataclass(frozen=True)
class Finished:
    """The stream's regular end."""

    reason: FinishReason


Delta = TextDelta | Reasoning | UsageReport | Retried | Finished


class ProviderError(Exception):
    """The provider failed. ``code`` is the wire's error code; the message never holds a key or a text.

    ``billed`` is false only where the prompt certainly costs nothing: it reached nobody, or was turned away.
    """

    code = "provider_refused"
    billed = True


class ProviderUnreachable(ProviderError):
    """No connection could be made."""

    code = "unreachable"
    billed = False


class ProviderTimeout(ProviderError):
    """A time limit passed: connect, first piece, between pieces, or the whole answer."""

    code = "timeout"


class ProviderBrokeOff(ProviderError):
    """The connection ended in the middle."""

    code = "broke_off"


class Provider(Protocol):
    """A source of answers. ``paid`` providers need a price and a reservation; ``company`` is who receives the words."""

    name: str
    model: str
    paid: bool
    #: The company that receives the visitor's words; empty where nothing leaves this server.
    company: str

    def stream(self, prompt: Prompt) -> AsyncGenerator[Delta, None]:
        """The answer to ``prompt``, piece by piece."""
        ...
