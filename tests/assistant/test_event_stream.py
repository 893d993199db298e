"""The response's body: bytes at once, pings in silence, and an end that reaches the answer from anywhere."""

from __future__ import annotations

import asyncio
import json
import threading

import pytest

from assistant.events import ArticleLink, Contact, CutOff, Done, Failure, Guard, Refusal, Released, SourceLink, Start
from assistant.sse import EventStream, encode

SENTENCE = Released("Closing takes 38 minutes.")


class Answer:
    """Events as an answer gives them, and what became of it."""

    def __init__(self, *events, silent_after=None, cleanup=0.0):
        self.events, self.silent_after, self.cleanup = events, silent_after, cleanup
        self.started = self.ended = self.cleaned = False
        self.given = 0

    async def __call__(self):
        self.started = True
        try:
            for event in self.events:
                if self.given == self.silent_after:
                    await asyncio.sleep(60)
                self.given += 1
                yield event
            if self.given == self.silent_after:
                await asyncio.sleep(60)
        finally:
            self.ended = True
            await asyncio.sleep(self.cleanup)
            self.cleaned = True


async def until(condition):
    """Wait for a state, not for a time."""
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.001)


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (Start("c.x", "t.x", "https://a.example/t/", "en", "ltr"), "start"),
        (Released(" 终 «é»\n\n[x]", (1,), (SourceLink(1, "T", "https://a.example/#b", "en"),)), "text"),
        (
            Refusal("no_answer", "No.", (ArticleLink("T", "https://a.example/", "fa"),), Contact("c", "mailto:x")),
            "refusal",
        ),
        (Guard(("voice",), "No."), "guard"),
        (CutOff("No."), "cutoff"),
        (Failure("over_cap", "No.", "2026-12-01"), "error"),
        (Done("answered", False, False), "done"),
    ],
)
def test_event_is_one_name_and_one_line_of_json(event, name):
    """Line breaks are escaped, so that no text can end the event; UTF-8 as it is."""
    block = encode(event).decode()
    assert block.endswith("\n\n") and block.count("\n") == 3
    first, second = block.rstrip("\n").split("\n")
    assert first == f"event: {name}"
    data = json.loads(second.removeprefix("data: "))
    assert all(value is not None for value in data.values())


def test_fields_without_a_value_are_left_out():
    """``until`` only with the cap, ``contact`` only where there is one."""
    assert b"until" not in encode(Failure("timeout", "No."))
    assert b"contact" not in encode(Guard(("voice",), "No."))


async def test_a_comment_comes_at_once_then_the_events_then_the_end():
    """Asked again after the end, it is still the end."""
    answer = Answer(SENTENCE)
    stream = EventStream(answer())
    assert await anext(stream) == b": ok\n\n"
    assert [chunk async for chunk in stream] == [encode(SENTENCE)]
    assert [chunk async for chunk in stream] == []
    assert answer.cleaned


async def test_nothing_starts_before_the_first_byte_is_asked_for():
    """A stream that nobody reads opens no turn and no provider; what was taken for it is given back."""
    answer, ended = Answer(SENTENCE), []
    stream = EventStream(answer(), on_end=lambda: ended.append(True))
    await asyncio.sleep(0.01)
    assert not answer.started
    stream.close()
    assert ended == [True]
    assert [chunk async for chunk in stream] == []
    assert not answer.started


async def test_silence_is_filled_with_pings_and_does_not_end_the_answer():
    """A ping must not cancel the wait for the provider."""
    answer = Answer(SENTENCE, silent_after=0)
    stream = EventStream(answer(), ping_seconds=0.01)
    await anext(stream)
    assert [await anext(stream) for _ in range(3)] == [b": ping\n\n"] * 3
    assert not answer.ended
    stream.close()
    await until(lambda: answer.cleaned)


async def test_one_event_waits_at_most():
    """A reader that does not read holds the answer up, instead of filling the memory."""
    answer = Answer(*[SENTENCE] * 100)
    stream = EventStream(answer())
    await anext(stream)
    for _ in range(50):
        await asyncio.sleep(0)
    assert answer.given <= 2
    stream.close()
    await until(lambda: answer.cleaned)


@pytest.mark.parametrize("silent_after", [0, 1, None])
async def test_close_ends_the_answer_wherever_it_is(silent_after):
    """Waiting for the provider, or waiting for a reader who does not read."""
    answer, ended = Answer(*[SENTENCE] * 5, silent_after=silent_after), []
    stream = EventStream(answer(), on_end=lambda: ended.append(True))
    await anext(stream)
    await until(lambda: answer.started and (answer.given == silent_after or answer.given >= 2))
    stream.close()
    await until(lambda: answer.cleaned and bool(ended))
    assert ended == [True]


async def test_close_from_another_thread():
    """Django calls it from a worker."""
    answer = Answer(SENTENCE, silent_after=0)
    stream = EventStream(answer())
    await anext(stream)
    await until(lambda: answer.started)
    thread = threading.Thread(target=stream.close)
    thread.start()
    await until(lambda: answer.cleaned)
    thread.join()


async def test_a_worker_that_closes_waits_for_the_record():
    """So a server that is stopped does not leave before the record is written."""
    answer = Answer(SENTENCE, silent_after=0, cleanup=0.05)
    stream = EventStream(answer())
    await anext(stream)
    await until(lambda: answer.started)
    await asyncio.to_thread(stream.close)
    assert answer.cleaned


async def test_closing_twice_does_not_interrupt_the_clean_up():
    """The record is being written when the second close comes."""
    answer = Answer(SENTENCE, silent_after=0, cleanup=0.02)
    stream = EventStream(answer())
    await anext(stream)
    await until(lambda: answer.started)
    stream.close()
    await until(lambda: answer.ended)
    stream.close()
    await until(lambda: answer.cleaned)


async def test_close_before_the_pump_has_run():
    """The client left with the very first byte: the end is told, nothing hangs."""
    answer, ended = Answer(SENTENCE), []
    stream = EventStream(answer(), on_end=lambda: ended.append(True))
    await anext(stream)
    stream.close()
    assert [chunk async for chunk in stream if not chunk.startswith(b":")] in ([], [encode(SENTENCE)])
    await until(lambda: bool(ended))


async def test_a_slow_reader_holds_an_answer_no_longer_than_the_limit():
    """daphne's memory and the provider's time are bounded."""
    answer = Answer(*[SENTENCE] * 100)
    stream = EventStream(answer(), limit=0.05)
    await anext(stream)
    await until(lambda: answer.cleaned)
    assert answer.given < 5


async def test_a_reader_that_is_cancelled_as_an_event_comes_is_cancelled():
    """Or the server would wait for the end of an answer that nobody reads: in a burst of events, most often."""
    stream = EventStream(Answer(*[SENTENCE] * 1000)())
    await anext(stream)
    for turns in range(8):

        async def read():
            async for _ in stream:
                pass

        reading = asyncio.ensure_future(read())
        for _ in range(turns):
            await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait({reading}, timeout=5)
        assert reading.cancelled(), f"after {turns} turns of the loop"
    stream.close()


async def test_an_answer_that_breaks_ends_the_stream(caplog):
    """It should not happen; if it does, the reader does not wait for ever, and the log holds no message."""

    async def broken():
        yield SENTENCE
        raise ValueError("sk-123")

    stream = EventStream(broken())
    assert [chunk async for chunk in stream][0] == b": ok\n\n"
    assert "ValueError" in caplog.text and "sk-123" not in caplog.text
