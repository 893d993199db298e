"""One question, start to finish: read it from top to bottom.

Whatever happens, the turn is closed and the spend is settled in one ``finally``: at the end, at a refusal, when the
gate stops, when the provider fails, when the reader leaves.
"""

from __future__ import annotations

import asyncio
import logging
import re
import traceback
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from dataclasses import fields

from asgiref.sync import sync_to_async

from gate import GateRules, SentenceGate, State

from . import spend, spend_warnings
from .conf import conf
from .consumers import announce
from .database import in_database
from .events import Event
from .forms import Question
from .identity import Identity
from .models import WithheldTurn
from .prompts import PastTurn, Prompt, build_prompt
from .providers.base import Delta, Finished, FinishReason, Provider, ProviderError, TextDelta
from .scope import Scope, look_up
from .turns import OpenTurn, Paused, RecordLost
from .usage import UsageMeter

logger = logging.getLogger("assistant")

ANNOUNCE_SECONDS = 2.0


async def answer(question: Question, provider: Provider) -> AsyncGenerator[Event, None]:
    """Answer ``question``: what the reader is told, event by event, ``Start`` first and ``Done`` last.

    ``Done`` comes once the record is written. Closing the generator, or cancelling the task that reads it, closes the
    provider's stream and records what was released.
    """
    turn, meter = OpenTurn(question, provider), UsageMeter(provider.paid)
    try:
        await in_database(turn.open)
        yield turn.start()
        if turn.identity.paused:
            raise Paused
        scope = await in_database(
            look_up, question.text, question.language, turn.identity, previous=turn.previous, page=question.page
        )
        turn.found(scope)
        if scope.refusal:
            yield turn.refuse(scope.refusal)
        else:
            prompt = prompt_for(turn.question.text, turn.language, turn.history, scope, turn.identity)
            turn.offer(prompt.sources)
            if provider.paid:
                await in_database(spend.reserve, turn.pk, spend.worst_case(provider, prompt))
            gate = _gate(prompt)
            meter.begin(prompt)
            turn.recorder.begin(prompt)
            async with aclosing(provider.stream(prompt)) as stream:
                async for delta in _Timed(stream):
                    delta = _storable(delta)
                    meter.add(delta)
                    if isinstance(delta, Finished):
                        turn.finish_reason = delta.reason
                    elif isinstance(delta, TextDelta):
                        turn.recorder.add(delta.text)
                        outcome = gate.feed(delta.text)
                        for sentence in outcome.sentences:
                            yield turn.release(sentence)
                        if gate.state is not State.OPEN:
                            break
            if gate.state is State.OPEN:
                # A stream that ended without a reason may have been cut anywhere.
                outcome = gate.finish() if turn.finish_reason is FinishReason.STOP else gate.truncate()
                for sentence in outcome.sentences:
                    yield turn.release(sentence)
            if ending := turn.conclude(outcome):
                yield ending
    except Exception as error:
        if isinstance(error, ProviderError) and not error.billed:
            meter.not_billed()
        _log_failure(error)
        yield turn.fail(error)
    finally:
        await _close(turn, meter)
    if turn.record_lost:
        yield turn.fail(RecordLost())
    yield turn.done()


def prompt_for(question: str, language: str, history: Sequence[PastTurn], scope: Scope, identity: Identity) -> Prompt:
    """The prompt that a provider gets for a question of this scope, by the settings as they are."""
    return build_prompt(
        question,
        language,
        history,
        scope.hits,
        identity,
        about_owner=scope.about_owner,
        no_answer_token=conf.no_answer_token,
        max_output_tokens=conf.max_output_tokens,
        rules=_rules(identity),
    )


def _rules(identity: Identity) -> GateRules:
    """The owner's switches; what is no switch, or neither on nor off, changes nothing."""
    switches = {field.name for field in fields(GateRules)}
    chosen = {name: value for name, value in identity.gate_rules.items() if name in switches and value in (True, False)}
    return GateRules(**chosen)


def _gate(prompt: Prompt) -> SentenceGate:
    return SentenceGate(
        [source.checked_text for source in prompt.sources],
        prompt.language,
        question=prompt.vouching_question,
        rules=prompt.rules,
        no_answer_token=conf.no_answer_token,
    )


class _Timed:
    """The deltas of a provider's stream, each within its time limit, all within that of a whole answer.

    The first piece is the first text: no report, thought or other try gives a silent provider more time.
    Raises ``TimeoutError``. No generator, so that leaving the loop leaves nothing behind but the stream itself, which
    ``aclosing`` closes.
    """

    def __init__(self, stream: AsyncGenerator[Delta, None]) -> None:
        self._stream = stream
        self._limits = conf.time_limits
        self._begin = asyncio.get_running_loop().time()
        self._has_begun = False

    def __aiter__(self) -> _Timed:
        return self

    async def __anext__(self) -> Delta:
        piece = self._begin + self._limits.first_piece
        if self._has_begun:
            piece = asyncio.get_running_loop().time() + self._limits.between_pieces
        async with asyncio.timeout_at(min(piece, self._begin + self._limits.whole_answer)):
            delta = await anext(self._stream)
        self._has_begun = self._has_begun or isinstance(delta, TextDelta)
        return delta


_NOT_STORABLE = re.compile("[\0\ud800-\udfff]")


def _storable(delta: Delta) -> Delta:
    """What neither UTF-8 nor every database can carry becomes a replacement character."""
    if isinstance(delta, TextDelta) and _NOT_STORABLE.search(delta.text):
        return TextDelta(_NOT_STORABLE.sub("\N{REPLACEMENT CHARACTER}", delta.text))
    return delta


async def _close(turn: OpenTurn, meter: UsageMeter) -> None:
    """Write the record and settle; tell the staff who are watching of what was withheld."""
    usage = meter.total()
    try:
        withheld = await in_database(turn.close, usage)
    except Exception as error:
        _log_failure(error)
        turn.lose_record()
    else:
        if withheld is not None:
            await _announce(withheld)
    logger.info("answer %s", turn.figures(usage).line())
    if turn.is_paid:
        spend_warnings.look_soon(turned_away=turn.turned_away)


async def _announce(withheld: WithheldTurn) -> None:
    # The reader does not wait longer for a layer that is away.
    with suppress(TimeoutError):
        async with asyncio.timeout(ANNOUNCE_SECONDS):
            await sync_to_async(announce, thread_sensitive=False)(withheld)


def _log_failure(error: BaseException) -> None:
    """The class and the place alone: a message may hold a text, an address or a key."""
    if isinstance(error, (Paused, spend.SpendCapReached)):
        return
    last = traceback.extract_tb(error.__traceback__)[-1:]
    place = f"{last[0].filename.rpartition('/')[2]}:{last[0].lineno}" if last else "?"
    logger.warning("answer failed error=%s place=%s", type(error).__name__, place)
