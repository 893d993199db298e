"""The keyless default: no model, no network. The answer is made of the sources' own sentences, each with its marker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from asgiref.sync import sync_to_async

from corpus.terms import is_chinese

from ..conf import conf
from ..extraction import choose
from ..extraction.choosing import marked
from .base import Delta, Finished, FinishReason, Prompt, TextDelta, UsageReport

#: Characters a piece: small, so that the stream behaves like that of a model.
PIECE = 16


class ExtractiveProvider:
    """Streams chosen sentences of the sources (``assistant.extraction``), or the no-answer token when none fits."""

    name = "extractive"
    model = ""
    paid = False
    company = ""

    async def stream(self, prompt: Prompt) -> AsyncGenerator[Delta, None]:
        """The answer in small pieces; costs nothing, and always finishes."""
        text = await sync_to_async(compose, thread_sensitive=False)(prompt)
        for start in range(0, len(text), PIECE):
            yield TextDelta(text[start : start + PIECE])
            await asyncio.sleep(0)
        yield UsageReport(input_tokens=0, output_tokens=0)
        yield Finished(FinishReason.STOP)


def compose(prompt: Prompt) -> str:
    """The whole answer with its markers, or the no-answer token."""
    chosen = choose(prompt, conf.no_answer_token)
    if not chosen:
        return conf.no_answer_token
    between = "" if is_chinese(prompt.language) else " "
    return between.join(marked(sentence) for sentence in chosen)
