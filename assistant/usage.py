"""How many tokens one answer took. What a provider leaves unreported is counted high, and marked as estimated."""

from __future__ import annotations

from dataclasses import dataclass

from .providers.base import Delta, Prompt, TextDelta, UsageReport


@dataclass(frozen=True)
class Usage:
    """Tokens of one answer. ``cached_tokens`` are part of ``input_tokens``; ``estimated``: something was filled in."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    estimated: bool = False


def prompt_bytes(prompt: Prompt) -> int:
    """The size of what is sent, in UTF-8 bytes: never fewer than its tokens."""
    return len(prompt.system.encode()) + sum(len(message.text.encode()) for message in prompt.messages)


class UsageMeter:
    """Counts one answer, whether it ends well or not.

    Promise: ``total()`` is right at any time, also after a stream that broke off. Reports are cumulative and the last
    one wins; text that came after the last report of output, and a prompt that no report mentions, count one token per
    UTF-8 byte.
    """

    def __init__(self) -> None:
        self._sent = 0
        self._input: int | None = None
        self._output: int | None = None
        self._cached = 0
        self._unreported = 0

    def begin(self, prompt: Prompt) -> None:
        """The prompt is about to be sent."""
        self._sent = prompt_bytes(prompt)

    def never_sent(self) -> None:
        """No connection came about, so the prompt reached nobody: it costs nothing."""
        self._sent = 0

    def add(self, delta: Delta) -> None:
        """One delta of the stream, shown to the reader or not."""
        if isinstance(delta, TextDelta):
            self._unreported += len(delta.text.encode())
        elif isinstance(delta, UsageReport):
            self._read(delta)

    def total(self) -> Usage:
        """The tokens so far."""
        return Usage(
            input_tokens=self._sent if self._input is None else self._input,
            output_tokens=(self._output or 0) + self._unreported,
            cached_tokens=self._cached,
            estimated=self._unreported > 0 or (self._input is None and self._sent > 0),
        )

    def _read(self, report: UsageReport) -> None:
        if report.input_tokens is not None:
            self._input = report.input_tokens
        if report.cached_tokens is not None:
            self._cached = report.cached_tokens
        if report.output_tokens is not None:
            self._output = report.output_tokens
            self._unreported = 0
