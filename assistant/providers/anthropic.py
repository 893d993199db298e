"""Anthropic's Messages, and every server that speaks them at an address of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..conf import conf
from .base import Delta, Finished, FinishReason, Prompt, ProviderError, Reasoning, TextDelta, UsageReport
from .reading import count, part, text_of
from .vendor import Reader, VendorProvider

ADDRESS = "https://api.anthropic.com"

#: Any other reason is none: the answer counts as cut off, and its last sentence as unfinished.
FINISH_REASONS = {
    "end_turn": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
}
#: Input in three parts: at the full price, read from the vendor's cache, written to it.
INPUT_COUNTS = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


class AnthropicProvider(VendorProvider):
    """Answers through the ``anthropic`` SDK."""

    name = "anthropic"
    rehearsal = "".join(
        f'event: {kind}\ndata: {{"type": "{kind}", {rest}}}\n\n'
        for kind, rest in (
            ("message_start", '"message": {"content": [], "usage": {"input_tokens": 1, "output_tokens": 1}}'),
            ("content_block_start", '"index": 0, "content_block": {"type": "text", "text": ""}'),
            ("content_block_delta", '"index": 0, "delta": {"type": "text_delta", "text": "."}'),
            ("message_delta", '"delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}'),
        )
    )

    def client(self, sdk: Any, http: Any, time_limits: Any) -> Any:
        return sdk.AsyncAnthropic(
            api_key=conf.api_key,
            base_url=conf.base_url or ADDRESS,
            http_client=http,
            timeout=time_limits,
            max_retries=0,
            open_telemetry=False,
        )

    async def send(self, client: Any, prompt: Prompt) -> Any:
        # What is the same for every question: the part that the vendor may keep for the next one.
        system = {"type": "text", "text": prompt.system, "cache_control": {"type": "ephemeral"}}
        return await client.messages.create(
            model=self.model,
            system=[system],
            messages=[{"role": message.role, "content": message.text} for message in prompt.messages],
            max_tokens=prompt.max_output_tokens,
            stream=True,
        )

    def reader(self) -> Reader:
        return _MessageReader().read


class _MessageReader:
    """Reads the events of one message; the counts of its usage come in parts, the later ones cumulative."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def read(self, event: Any) -> Iterable[Delta | ProviderError]:
        """What one event says; an error where the model refuses."""
        kind = part(event, "type", str)
        if kind == "message_start":
            # The output's count is only a beginning here: taken for a report, it would say that all is known.
            yield from self._usage(part(part(event, "message"), "usage"), INPUT_COUNTS)
        elif kind == "content_block_start":
            yield from _content(part(event, "content_block"))
        elif kind == "content_block_delta":
            yield from _content(part(event, "delta"))
        elif kind == "message_delta":
            yield from self._usage(part(event, "usage"), (*INPUT_COUNTS, "output_tokens"))
            reason = part(part(event, "delta"), "stop_reason", str)
            if reason == "refusal":
                yield ProviderError("the model refused")
            if reason in FINISH_REASONS:
                yield Finished(FINISH_REASONS[reason])

    def _usage(self, usage: Any, names: tuple[str, ...]) -> Iterator[Delta]:
        told = {name: value for name in names if (value := count(usage, name)) is not None}
        if not told:
            return
        self._counts.update(told)
        plain, read, written = (self._counts.get(name) for name in INPUT_COUNTS)
        # Here the cached parts are not in the input's count; with us they are.
        whole = None if plain is None else plain + (read or 0) + (written or 0)
        yield UsageReport(whole, told.get("output_tokens"), read, written)


def _content(content: Any) -> Iterator[Delta]:
    if text := text_of(content, "text"):
        yield TextDelta(text)
    if thought := text_of(content, "thinking"):
        yield Reasoning(len(thought.encode("utf-8", "replace")))
