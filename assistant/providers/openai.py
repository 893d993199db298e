"""OpenAI's Chat Completions, and every server that speaks them at an address of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from ..conf import conf
from .base import Delta, Finished, FinishReason, Prompt, ProviderError, Reasoning, TextDelta, UsageReport
from .reading import count, part, text_of
from .vendor import Reader, VendorProvider

ADDRESS = "https://api.openai.com/v1"
#: Hosts that know ``max_completion_tokens`` and may refuse ``max_tokens``.
OWN_HOSTS = (".openai.com", ".openai.azure.com")
#: Models that write all that they are billed for; any other name of OpenAI's may be that of one that reasons.
NOT_REASONING = ("gpt-3.5", "gpt-4", "chatgpt-4", "ft:gpt-3.5", "ft:gpt-4")
#: The SDK wants a key; a server of one's own may have none.
NO_KEY = "none"

#: Any other reason is none: the answer counts as cut off, and its last sentence as unfinished.
FINISH_REASONS = {"stop": FinishReason.STOP, "length": FinishReason.LENGTH}


class OpenAIProvider(VendorProvider):
    """Answers through the ``openai`` SDK."""

    name = "openai"
    rehearsal = (
        'data: {"choices": [{"index": 0, "delta": {"content": "."}, "finish_reason": "stop"}]}\n\n'
        'data: {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}\n\n'
        "data: [DONE]\n\n"
    )

    @property
    def may_lack_key(self) -> bool:
        """A server of one's own may want none."""
        return bool(conf.base_url)

    def client(self, sdk: Any, http: Any, time_limits: Any) -> Any:
        return sdk.AsyncOpenAI(
            api_key=conf.api_key or NO_KEY,
            base_url=conf.base_url or ADDRESS,
            http_client=http,
            timeout=time_limits,
            max_retries=0,
        )

    async def send(self, client: Any, prompt: Prompt) -> Any:
        system = [{"role": "system", "content": prompt.system}]
        messages = [{"role": message.role, "content": message.text} for message in prompt.messages]
        return await client.chat.completions.create(
            model=self.model,
            messages=system + messages,
            stream=True,
            stream_options={"include_usage": True},
            **{_room_parameter(): prompt.max_output_tokens},
        )

    def reader(self) -> Reader:
        if not _thinks_in_secret(self.model):
            return read_chunk
        # Until a report says how much it was, all the room may have gone into thoughts that nobody sees.
        unseen: list[Delta] = [Reasoning(conf.max_output_tokens)]
        return lambda chunk: [*(unseen.pop() for _ in tuple(unseen)), *read_chunk(chunk)]


def _is_openai() -> bool:
    host = urlsplit(conf.base_url or ADDRESS).hostname or ""
    return f".{host}".endswith(OWN_HOSTS)


def _thinks_in_secret(model: str) -> bool:
    """Whether the model may reason, and be billed for it, without a word in the stream; told by OpenAI's names."""
    return _is_openai() and not model.startswith(NOT_REASONING)


def _room_parameter() -> str:
    """What the limit of the answer is called: it must be obeyed, since its cost is what was reserved.

    OpenAI's newer models refuse the old name; most other servers know the old name alone, and ignore the new one.
    """
    return "max_completion_tokens" if _is_openai() else "max_tokens"


def read_chunk(chunk: Any) -> Iterable[Delta | ProviderError]:
    """What one chunk says; an error where the model, or a filter, refuses."""
    for choice in part(chunk, "choices", list) or []:
        if count(choice, "index"):
            continue  # another answer beside the first: none was asked for
        delta = part(choice, "delta")
        if refusal := text_of(delta, "refusal"):
            yield Reasoning(len(refusal.encode("utf-8", "replace")))
            yield ProviderError("the model refused")
        if text := text_of(delta, "content"):
            yield TextDelta(text)
        for name in ("reasoning_content", "reasoning"):
            if thought := text_of(delta, name):
                yield Reasoning(len(thought.encode("utf-8", "replace")))
        reason = part(choice, "finish_reason", str)
        if reason == "content_filter":
            yield ProviderError("the provider's filter stopped the answer")
        if reason in FINISH_REASONS:
            yield Finished(FINISH_REASONS[reason])
    if usage := part(chunk, "usage"):
        yield _usage(usage)


def _usage(usage: Any) -> UsageReport:
    sent, written, both = (count(usage, name) for name in ("prompt_tokens", "completion_tokens", "total_tokens"))
    # Reasoning is part of what was written, but some servers name it in the total alone.
    if written is not None and sent is not None and both is not None:
        written = max(written, both - sent)
    return UsageReport(sent, written, count(part(usage, "prompt_tokens_details"), "cached_tokens"))
