"""How many tokens one answer took. What a provider leaves unreported is counted high, and marked as estimated."""

from __future__ import annotations

from dataclasses import dataclass

from .providers.base import Delta, Prompt, Reasoning, Retried, TextDelta, UsageReport

#: No answer takes more tokens than this: a report that says so is no report.
MOST_TOKENS = 10_000_000
#: No token is longer. Whoever sends more text than this in its room does not obey the limit that it was given.
BYTES_PER_TOKEN = 16


@dataclass(frozen=True)
class Usage:
    """Tokens of one answer. ``cached_tokens`` were read from the vendor's prompt cache, ``cache_written_tokens`` were
    written to it; both are part of ``input_tokens``. ``estimated``: something was filled in.
    ``retries``: how often the call was made again.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    estimated: bool = False
    cache_written_tokens: int = 0
    retries: int = 0


def prompt_bytes(prompt: Prompt) -> int:
    """The size of what is sent, in UTF-8 bytes: never fewer than its tokens."""
    return len(prompt.system.encode()) + sum(len(message.text.encode()) for message in prompt.messages)


class UsageMeter:
    """Counts one answer, whether it ends well or not.

    Promise: ``total()`` is right at any time, also after a stream that broke off. Reports are cumulative, so a later
    one never lowers a count. Output that came after the last report of output counts one token per UTF-8 byte, up to
    the room that it had, as long as it can have obeyed that; a prompt that no report mentions counts one token per
    byte, all of it as if it had been written to the vendor's cache, where that costs more. A paid provider's report of
    nothing for something that was sent or received is no report.
    """

    def __init__(self, paid: bool = True) -> None:
        self._paid = paid
        self._sent = 0
        self._room = 0
        self._input: int | None = None
        self._output: int | None = None
        self._cached = 0
        self._written = 0
        self._unreported = 0
        self._retries = 0

    def begin(self, prompt: Prompt) -> None:
        """The prompt is about to be sent."""
        self._sent = prompt_bytes(prompt)
        self._room = prompt.max_output_tokens

    def not_billed(self) -> None:
        """The call failed, and the prompt certainly costs nothing: it reached nobody, or was turned away."""
        if self._input is None and self._output is None and not self._unreported:
            self._sent = 0

    def add(self, delta: Delta) -> None:
        """One delta of the stream, shown to the reader or not."""
        if isinstance(delta, TextDelta):
            self._unreported += len(delta.text.encode())
        elif isinstance(delta, Reasoning):
            self._unreported += delta.bytes
        elif isinstance(delta, UsageReport):
            self._read(delta)
        elif isinstance(delta, Retried):
            self._retries += 1

    def total(self) -> Usage:
        """The tokens so far."""
        unread = self._input is None
        reported = self._output or 0
        return Usage(
            input_tokens=self._sent if self._input is None else self._input,
            output_tokens=max(reported, min(reported + self._unreported, self._limit())),
            cached_tokens=0 if unread else self._cached,
            estimated=self._unreported > 0 or (self._sent > 0 and (unread or self._output is None)),
            cache_written_tokens=self._sent if unread else self._written,
            retries=self._retries,
        )

    def _limit(self) -> int:
        return self._room if self._unreported <= self._room * BYTES_PER_TOKEN else MOST_TOKENS

    def _read(self, report: UsageReport) -> None:
        if self._believable(report.input_tokens, self._sent):
            self._input = max(self._input or 0, report.input_tokens or 0)
            self._cached = min(report.cached_tokens or self._cached, self._input)
            self._written = min(report.cache_written_tokens or self._written, self._input - self._cached)
        if self._believable(report.output_tokens, self._unreported):
            self._output = max(self._output or 0, report.output_tokens or 0)
            self._unreported = 0

    def _believable(self, tokens: int | None, bytes_seen: int) -> bool:
        if tokens is None or not 0 <= tokens <= MOST_TOKENS:
            return False
        return tokens > 0 or not self._paid or not bytes_seen
