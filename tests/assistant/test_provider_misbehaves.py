"""Whatever a vendor's server does, the reader gets the right event, and the books the right amount (spec 2, §3, §4).

Each case goes the whole way: over HTTP to the endpoint, over HTTP to a vendor's server, in both protocols.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from assistant.models import MonthlySpend, Turn
from assistant.providers import vendor as calls

from .asking import QUESTION, ask
from .conftest import KEY
from .upstream import (
    Begin,
    Counts,
    Done,
    Drop,
    ErrorEvent,
    Finish,
    Malformed,
    Pause,
    Raw,
    Refusal,
    Reply,
    Report,
    Stall,
    Step,
    Thought,
    Upstream,
    answered,
    pieces,
    refused,
)

ANSWER = "Closing takes 38 minutes [S1]. It opened in 2019 [S1]."
#: One sentence that is released, and the beginning of another.
SAID = "Closing takes 38 minutes [S1]. It op"
COUNTS = Counts(input=100, output=20)
WELL = answered(ANSWER, counts=COUNTS)
TEXT, ERROR, CUT_OFF = ("start", "text", "done"), ("start", "error", "done"), ("start", "cutoff", "done")
TEXTS, TEXT_ERROR = ("start", "text", "text", "done"), ("start", "text", "error", "done")
REFUSAL, TEXT_CUT_OFF = ("start", "refusal", "done"), ("start", "text", "cutoff", "done")

#: What the books may rest on: the vendor's report; the prompt's and the text's bytes, where one of them is not
#: reported; nothing, where nothing was billed.
REPORT, ESTIMATE, NOTHING = "report", "estimate", "nothing"


@dataclass(frozen=True)
class Case:
    """What the server does to the calls of one question, and what must become of it."""

    name: str
    replies: Sequence[Reply]
    events: tuple[str, ...]
    status: str
    books: str
    error: str = ""
    retried: int = 0
    #: Time limits in seconds that end the case; else they are as on a site.
    first_piece: float = 30
    between_pieces: float = 20


def said(*steps: Step) -> Reply:
    """A sentence and a half, then these steps."""
    return Reply((Begin(COUNTS), *pieces(SAID), *steps))


def case(name: str, replies: Reply | Sequence[Reply], *expected: Any, **more: Any) -> Case:
    return Case(name, (replies,) if isinstance(replies, Reply) else replies, *expected, **more)


def in_a_moment() -> str:
    """``Retry-After`` as a date that has come by the time it is read."""
    return format_datetime(datetime.now(UTC) - timedelta(seconds=1), usegmt=True)


#: The one that can cost more than was reserved: it is cut off, and booked as it is.
UNBOUNDED = case("a limit that is not obeyed", Reply((*pieces("Closing takes 38 minutes [S1]. " * 500, 310), Stall())),
                 None, "cut_off", ESTIMATE)  # fmt: skip
CASES = [
    case("well", WELL, TEXTS, "answered", REPORT),
    case("nobody listens", (), ERROR, "failed", NOTHING, "unreachable", retried=2),
    # Slow and silent
    case("slow first byte", Reply((Pause(0.3), *WELL.steps), silent=True), TEXTS, "answered", REPORT),
    case("no first byte", Reply((Stall(),), silent=True), ERROR, "failed", ESTIMATE, "timeout", first_piece=0.6),
    case("no first text", Reply((Begin(COUNTS), Stall())), ERROR, "failed", ESTIMATE, "timeout", first_piece=0.6),
    case("stall", said(Stall()), TEXT_ERROR, "failed", ESTIMATE, "timeout", between_pieces=0.6),
    # Broken
    case("drop before the first byte", Reply((Drop(),), silent=True), ERROR, "failed", ESTIMATE, "broke_off"),
    case("drop before the first text", Reply((Begin(COUNTS), Drop())), ERROR, "failed", ESTIMATE, "broke_off"),
    case("drop in the middle", said(Drop()), TEXT_ERROR, "failed", ESTIMATE, "broke_off"),
    case("malformed JSON", said(Malformed()), TEXT_ERROR, "failed", ESTIMATE, "broke_off"),
    case("malformed JSON first", Reply((Malformed(),)), ERROR, "failed", ESTIMATE, "broke_off"),
    case("error event", said(ErrorEvent()), TEXT_ERROR, "failed", ESTIMATE, "provider_refused"),
    case("error event first", Reply((ErrorEvent(),)), ERROR, "failed", ESTIMATE, "provider_refused"),
    case("HTML with 200", Reply((Raw(b"<!doctype html><title>Sign in</title>"),), content_type="text/html"),
         ERROR, "failed", ESTIMATE, "provider_refused"),
    case("JSON with 200", Reply((Raw(b"{}"),), content_type="application/json"),
         ERROR, "failed", ESTIMATE, "provider_refused"),
    case("nothing with 200", Reply(), CUT_OFF, "cut_off", ESTIMATE),
    # Turned away
    *[case(f"{status}", refused(status), ERROR, "failed", NOTHING, "provider_refused")
      for status in (400, 401, 403, 404, 413)],
    case("redirection", refused(307, location="/elsewhere"), ERROR, "failed", NOTHING, "provider_refused"),
    case("429, then well", [refused(429, retry_after="0"), WELL], TEXTS, "answered", REPORT, retried=1),
    case("429 until a date, then well", [refused(429, retry_after=in_a_moment()), WELL],
         TEXTS, "answered", REPORT, retried=1),
    case("429 for ever", refused(429), ERROR, "failed", NOTHING, "provider_refused", retried=2),
    case("429 for an hour", refused(429, retry_after="3600"), ERROR, "failed", NOTHING, "provider_refused"),
    case("429 until tomorrow",
         refused(429, retry_after=format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True)),
         ERROR, "failed", NOTHING, "provider_refused"),
    case("429, no retry", refused(429, x_should_retry="false"), ERROR, "failed", NOTHING, "provider_refused"),
    case("500, 529, then well", [refused(500), refused(529), WELL], TEXTS, "answered", REPORT, retried=2),
    case("500 for ever", refused(500), ERROR, "failed", ESTIMATE, "provider_refused", retried=2),
    case("502 for ever", refused(502), ERROR, "failed", ESTIMATE, "provider_refused", retried=2),
    case("503 for ever", refused(503), ERROR, "failed", NOTHING, "provider_refused", retried=2),
    case("504", refused(504), ERROR, "failed", ESTIMATE, "timeout"),
    case("529 for ever", refused(529), ERROR, "failed", NOTHING, "provider_refused", retried=2),
    case("429, then a drop", [refused(429), Reply((Drop(),), silent=True)],
         ERROR, "failed", ESTIMATE, "broke_off", retried=1),
    # How it ends
    case("no finish reason", said(Done()), TEXT_CUT_OFF, "cut_off", ESTIMATE),
    case("no finish reason, whole sentences", Reply((Begin(COUNTS), *pieces(ANSWER), Done())),
         TEXT_CUT_OFF, "cut_off", ESTIMATE),
    case("out of room", said(Finish("length", COUNTS), Done()), TEXT_CUT_OFF, "cut_off", REPORT),
    case("out of room, no text", Reply((Begin(COUNTS), Finish("length", COUNTS), Done())), CUT_OFF, "cut_off", REPORT),
    case("an unknown finish reason", said(Finish("tool_calls", COUNTS), Done()), TEXT_CUT_OFF, "cut_off", REPORT),
    UNBOUNDED,
    case("an empty answer", Reply((Begin(COUNTS), Finish("stop", COUNTS), Done())), REFUSAL, "refused", REPORT),
    case("a refusal", Reply((Begin(COUNTS), Refusal("I will not"), Finish("refusal", COUNTS), Done())),
         ERROR, "failed", REPORT, "provider_refused"),
    case("a filter after text", said(Finish("refusal", COUNTS), Done()),
         TEXT_ERROR, "failed", REPORT, "provider_refused"),
    case("the no-answer token, then silence", Reply((Begin(COUNTS), *pieces("NO_ANSWER\n"), Stall())),
         REFUSAL, "refused", ESTIMATE),
    case("a sentence is stopped, then silence", Reply((Begin(COUNTS), *pieces("It took 99 days [S1]. And"), Stall())),
         ("start", "guard", "done"), "withheld", ESTIMATE),
    # Usage
    case("no usage", answered(ANSWER, counts=None), TEXTS, "answered", ESTIMATE),
    case("usage of zero", answered(ANSWER, counts=Counts(0, 0)), TEXTS, "answered", ESTIMATE),
    case("usage in the middle alone", Reply((Begin(), *pieces(SAID), Report(COUNTS), *pieces(ANSWER[len(SAID):]),
         Finish("stop"), Done())), TEXTS, "answered", ESTIMATE),
    case("usage in the middle and at the end", Reply((Begin(COUNTS), *pieces(SAID), Report(Counts(100, 9)),
         *pieces(ANSWER[len(SAID):]), Finish("stop", COUNTS), Done())), TEXTS, "answered", REPORT),
    case("reasoning", Reply((Begin(COUNTS), Thought("Let me think. " * 9), *pieces(ANSWER),
         Finish("stop", Counts(100, 20, reasoning=12)), Done())), TEXTS, "answered", REPORT),
    case("no usage after the end", Reply((Begin(COUNTS), *pieces(ANSWER), Finish("stop"), Drop())),
         TEXTS, "answered", ESTIMATE),
    case("an error after the end", Reply((Begin(COUNTS), *pieces(ANSWER), Finish("stop", COUNTS), ErrorEvent())),
         TEXTS, "answered", REPORT),
    case("silence after the end", Reply((Begin(COUNTS), *pieces(ANSWER), Finish("stop", COUNTS), Done(), Stall())),
         TEXTS, "answered", REPORT),
    # Bytes
    case("cut between bytes", Reply(WELL.steps, cut=1), TEXTS, "answered", REPORT),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _short_wait_for_the_bill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "BILL_SECONDS", 0.3)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_misbehaviour_has_its_event_its_status_and_its_amount(
    vendor: Upstream, settings: Any, caplog: Any, request: Any, case: Case
) -> None:
    """Event, status, code, log line, money and retries; no key, no question and no word of the vendor's in the log."""
    settings.ASSISTANT_FIRST_PIECE_SECONDS = case.first_piece
    settings.ASSISTANT_BETWEEN_PIECES_SECONDS = case.between_pieces
    if case.replies:
        vendor.will(*case.replies)
    else:
        vendor.stop()
    with caplog.at_level(logging.DEBUG):
        reply = ask()
    turn, month = Turn.objects.get(), MonthlySpend.objects.get()
    request.node.user_properties.append(("row", row(case, vendor.dialect.name, reply.names, turn)))
    if case.events is not None:
        assert tuple(reply.names) == case.events
    assert reply.the("done")["status"] == turn.status == case.status
    assert turn.error_code == case.error
    assert not case.error or reply.the("error")["code"] == case.error
    assert len(vendor.requests) == (case.retried + 1 if case.replies else 0)
    assert all(request.closed.wait(10) for request in vendor.requests)
    # The books
    assert month.reserved_micros == 0
    assert month.spent_micros == turn.cost_micros
    assert turn.cost_micros <= turn.reserved_micros or case is UNBOUNDED
    assert turn.usage_estimated is (case.books is ESTIMATE)
    if case.books is REPORT:
        assert (turn.input_tokens, turn.output_tokens, turn.cost_micros) == (100, 20, 600)
    elif case.books is NOTHING:
        assert turn.cost_micros == 0
    else:
        assert turn.cost_micros > 0
    # The log
    (line,) = [record.getMessage() for record in caplog.records if record.getMessage().startswith("answer turn")]
    assert f" status={case.status} " in line and f" error={case.error} " in line and f" retries={case.retried} " in line
    for secret in (KEY, QUESTION, "38 minutes", "upstream words", "Let me think", "I will not"):
        assert secret not in caplog.text
    for secret in (KEY, "upstream words", "Let me think", "I will not"):
        assert secret not in reply.body.decode()


def row(case: Case, protocol: str, events: list[str], turn: Turn) -> dict[str, Any]:
    """One row of the table that ``python -m tests.bench.misbehaviour`` prints."""
    kinds = [name for name in events if name not in ("start", "text", "done")]
    return {
        "case": case.name,
        "protocol": protocol,
        "event": f"{kinds[0] if kinds else 'done'}{f' {turn.error_code}' if turn.error_code else ''}",
        "status": str(turn.status),
        "reserved": turn.reserved_micros,
        "settled": turn.cost_micros,
        "estimated": "yes" if turn.usage_estimated else "no",
        "retried": case.retried,
    }
