"""Usage (spec 2, §4): what was generated is counted, and whatever is not reported counts high."""

from __future__ import annotations

from assistant.providers.base import Finished, FinishReason, TextDelta, UsageReport
from assistant.usage import Usage, UsageMeter, prompt_bytes

from .rows import prompt


def metered(*deltas: object) -> Usage:
    """The total of one answer to a prompt of ten bytes."""
    meter = UsageMeter()
    meter.begin(prompt("12345", "67890"))
    for delta in deltas:
        meter.add(delta)
    return meter.total()


def test_a_full_report_is_taken_as_it_is() -> None:
    """Nothing is estimated where the provider says all."""
    report = UsageReport(input_tokens=4, output_tokens=7, cached_tokens=2)
    assert metered(TextDelta("a long text"), report, Finished(FinishReason.STOP)) == Usage(4, 7, 2, False)


def test_without_a_report_each_byte_is_a_token() -> None:
    """An early close loses the report; a Persian letter is two bytes."""
    assert metered(TextDelta("سلام")) == Usage(10, 8, 0, True)


def test_only_the_part_that_is_missing_is_filled_in() -> None:
    """A report of the input at the start, and a stream that broke off after it."""
    assert metered(UsageReport(input_tokens=4), TextDelta("abc")) == Usage(4, 3, 0, True)


def test_text_after_the_last_report_is_counted_on_top() -> None:
    """A first report of one token does not hide what came after it."""
    early = UsageReport(input_tokens=4, output_tokens=1)
    assert metered(early, TextDelta("abcdef")) == Usage(4, 7, 0, True)
    assert metered(early, TextDelta("abcdef"), UsageReport(output_tokens=3)) == Usage(4, 3, 0, False)


def test_an_answer_that_was_never_begun_costs_nothing() -> None:
    """A refusal asks nobody."""
    assert UsageMeter().total() == Usage(0, 0, 0, False)


def test_a_prompt_that_never_left_costs_nothing() -> None:
    """No connection, no bill: a provider that is down does not eat the cap."""
    meter = UsageMeter()
    meter.begin(prompt("12345"))
    meter.never_sent()
    assert meter.total() == Usage(0, 0, 0, False)


def test_a_prompt_is_measured_in_bytes_of_everything_sent() -> None:
    """System text and every message."""
    assert prompt_bytes(prompt("é", "日", "a")) == 2 + 3 + 1
