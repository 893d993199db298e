"""Whatever fails after the first byte becomes an ``error`` event and then ``done``; what was released stands."""

from __future__ import annotations

import asyncio
import logging

import pytest
from django.db import DatabaseError

from assistant import answering, turns, views
from assistant.models import ModelSpend, MonthlySpend, Turn
from assistant.providers import ProviderMissing
from assistant.providers.base import (
    Finished,
    FinishReason,
    ProviderBrokeOff,
    ProviderError,
    ProviderTimeout,
    ProviderUnreachable,
    Reasoning,
    Retried,
    TextDelta,
    UsageReport,
)

from .asking import ask


class Failing:
    """Says one sentence, then fails."""

    name, model, company, paid = "failing", "model-a", "", False

    def __init__(self, error: Exception, said: str = "Closing takes 38 minutes [S1]. It") -> None:
        self.error = error
        self.said = said

    async def stream(self, prompt):
        await asyncio.sleep(0)
        if self.said:
            yield TextDelta(self.said)
        raise self.error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ProviderUnreachable("x"), "unreachable"),
        (ProviderTimeout("x"), "timeout"),
        (ProviderBrokeOff("x"), "broke_off"),
        (ProviderError("x"), "provider_refused"),
        (TimeoutError(), "timeout"),
        (ValueError("a secret: sk-123"), "internal"),
        (KeyError("1987"), "internal"),
    ],
)
def test_each_failure_has_its_code_and_its_words(found, monkeypatch, caplog, error, code):
    """Any exception at all; its message, which may hold anything, is neither shown nor logged."""
    monkeypatch.setattr(views, "get_provider", lambda: Failing(error))
    with caplog.at_level(logging.DEBUG):
        reply = ask()
    assert reply.names == ["start", "text", "error", "done"]
    assert reply.the("error")["code"] == code
    assert reply.the("error")["text"]
    assert reply.the("done")["status"] == "failed"
    turn = Turn.objects.get()
    assert (turn.status, turn.error_code, turn.answer) == ("failed", code, "Closing takes 38 minutes.")
    assert [source.number for source in turn.sources.all()] == [1]
    assert "sk-123" not in caplog.text + reply.body.decode()


@pytest.mark.parametrize(("finish", "code"), [("error", "provider_refused"), ("drop", "broke_off")])
def test_scripted_failures(script, finish, code):
    """The scripted provider can fail both ways."""
    script("Closing takes 38 minutes [S1]. It", finish=finish)
    reply = ask()
    assert reply.names == ["start", "text", "error", "done"]
    assert reply.the("error")["code"] == code


@pytest.mark.parametrize("limit", ["first_piece", "whole_answer"])
def test_a_provider_that_keeps_silent_is_timed_out(script, monkeypatch, limit):
    """By the time limit of a piece, and by that of a whole answer; its stream is closed."""
    from assistant.conf import Conf, TimeLimits

    monkeypatch.setattr(Conf, "time_limits", TimeLimits(**{limit: 0.05}))
    provider = script("Closing takes 38 minutes [S1].", delay=30)
    reply = ask()
    assert reply.names == ["start", "error", "done"]
    assert reply.the("error")["code"] == "timeout"
    assert provider.closed


@pytest.mark.parametrize("delta", [UsageReport(input_tokens=4), Retried(), Reasoning(9)])
async def test_only_text_is_a_first_piece(settings, delta):
    """What the reader does not see gives a provider that writes nothing no more time."""
    settings.ASSISTANT_FIRST_PIECE_SECONDS = 0.05
    settings.ASSISTANT_BETWEEN_PIECES_SECONDS = settings.ASSISTANT_WHOLE_ANSWER_SECONDS = 3600

    async def stream():
        yield delta
        await asyncio.Event().wait()

    timed = answering._Timed(stream())
    assert await anext(timed) is delta
    async with asyncio.timeout(30) as guard:
        with pytest.raises(TimeoutError):
            await anext(timed)
    assert not guard.expired()


def test_a_missing_provider_is_a_failure_in_the_stream(found, monkeypatch):
    """A site whose provider is not installed still refuses, and fails as the wire says."""

    def missing():
        raise ProviderMissing("not installed")

    monkeypatch.setattr(views, "get_provider", missing)
    assert ask().the("error")["code"] == "provider_refused"
    found.score = 0.1
    assert ask().names == ["start", "refusal", "done"]


def test_a_turn_that_cannot_be_opened_still_ends_in_done(script, monkeypatch):
    """No start, since there is no turn; an error, then the end."""

    def broken(self):
        raise DatabaseError("no")

    script()
    monkeypatch.setattr(turns.OpenTurn, "open", broken)
    reply = ask()
    assert reply.names == ["error", "done"]
    assert reply.the("done")["status"] == "failed"


def test_an_answer_whose_record_is_lost_does_not_count_as_answered(script, monkeypatch):
    """Done would promise a record that there is not."""

    def broken(self, usage):
        raise DatabaseError("no")

    script("Closing takes 38 minutes [S1].")
    monkeypatch.setattr(turns.OpenTurn, "close", broken)
    reply = ask()
    assert reply.names == ["start", "text", "error", "done"]
    assert (reply.the("error")["code"], reply.the("done")["status"]) == ("internal", "failed")


# --- money --------------------------------------------------------------------------------------------------------


@pytest.fixture
def paid(script, settings):
    """A provider that costs 1 a million tokens, under a cap of 1."""
    settings.ASSISTANT_PRICES = {"model-a": [1, 1]}
    settings.ASSISTANT_MONTHLY_CAP = 1

    def choose(text, **options):
        provider = script(text, **options)
        provider.paid, provider.model = True, "model-a"
        return provider

    return choose


@pytest.mark.parametrize("finish", ["stop", "length", "error", "drop", None])
def test_spend_is_settled_however_it_ends(paid, finish):
    """Nothing stays reserved; what was generated is billed, and marked where it was estimated."""
    paid("Closing takes 38 minutes [S1]. It", finish=finish)
    ask()
    month, turn = MonthlySpend.objects.get(), Turn.objects.get()
    assert month.reserved_micros == 0
    assert month.spent_micros == turn.cost_micros == turn.input_tokens + turn.output_tokens > 0
    assert ModelSpend.objects.get().estimated_micros == month.spent_micros


def test_a_withheld_answer_is_paid_for(paid):
    """What was generated counts, not what was shown."""
    paid("Work began in 1987 [S1]. And")
    ask()
    assert MonthlySpend.objects.get().reserved_micros == 0
    assert Turn.objects.get().cost_micros > 0


def test_nobody_reached_costs_nothing(found, settings, monkeypatch):
    """Without a connection the prompt reached nobody."""
    settings.ASSISTANT_PRICES = {"model-a": [1, 1]}
    settings.ASSISTANT_MONTHLY_CAP = None
    provider = Failing(ProviderUnreachable("x"), said="")
    provider.paid = True
    monkeypatch.setattr(views, "get_provider", lambda: provider)
    ask()
    month = MonthlySpend.objects.get()
    assert (month.spent_micros, month.reserved_micros) == (0, 0)


def test_over_the_cap_says_until_when(paid, settings):
    """The stream opens, the provider is not asked, the date is on the wire and in the words."""
    settings.ASSISTANT_MONTHLY_CAP = "0.000001"
    provider = paid("Closing takes 38 minutes [S1].")
    reply = ask()
    assert reply.names == ["start", "error", "done"]
    error = reply.the("error")
    assert error["code"] == "over_cap" and error["until"].endswith("-01")
    assert error["until"][:4] in error["text"]
    assert reply.the("done")["status"] == "over_cap"
    assert provider.prompts == []
    assert Turn.objects.get().status == "over_cap"


def test_a_paid_model_without_a_price_is_not_asked(paid, settings):
    """An unknown price is not a price of zero."""
    settings.ASSISTANT_PRICES = {}
    provider = paid("Closing takes 38 minutes [S1].")
    assert ask().the("error")["code"] == "internal"
    assert provider.prompts == []


def test_time_limits_are_per_piece(found, monkeypatch):
    """A slow provider that keeps on speaking is not cut: only silence and the whole have limits."""
    from assistant.conf import Conf, TimeLimits

    class Slow(Failing):
        async def stream(self, prompt):
            for piece in ("Closing takes ", "38 minutes ", "[S1]."):
                await asyncio.sleep(0.06)
                yield TextDelta(piece)
            yield Finished(FinishReason.STOP)

    monkeypatch.setattr(Conf, "time_limits", TimeLimits(first_piece=0.15, between_pieces=0.15))
    monkeypatch.setattr(views, "get_provider", lambda: Slow(ValueError()))
    assert ask().the("done")["status"] == "answered"
