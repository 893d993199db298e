"""Usage (spec 2, §4): what was generated is counted, and whatever is not reported counts high."""

from __future__ import annotations

import pytest

from assistant.providers.base import Finished, FinishReason, Reasoning, Retried, TextDelta, UsageReport
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
    """An early close loses the report; a Persian letter is two bytes. The prompt may have been written to a cache."""
    assert metered(TextDelta("سلام")) == Usage(10, 8, 0, True, cache_written_tokens=10)


def test_only_the_part_that_is_missing_is_filled_in() -> None:
    """A report of the input at the start, and a stream that broke off after it."""
    assert metered(UsageReport(input_tokens=4), TextDelta("abc")) == Usage(4, 3, 0, True)


def test_an_output_that_no_report_mentions_is_an_estimate() -> None:
    """Also where no text came: what was written and not delivered is billed."""
    assert metered(UsageReport(input_tokens=4)) == Usage(4, 0, 0, True)


def test_text_after_the_last_report_is_counted_on_top() -> None:
    """A first report of one token does not hide what came after it."""
    early = UsageReport(input_tokens=4, output_tokens=1)
    assert metered(early, TextDelta("abcdef")) == Usage(4, 7, 0, True)
    assert metered(early, TextDelta("abcdef"), UsageReport(output_tokens=3)) == Usage(4, 3, 0, False)


def test_an_answer_that_was_never_begun_costs_nothing() -> None:
    """A refusal asks nobody."""
    assert UsageMeter().total() == Usage(0, 0, 0, False)


def test_a_prompt_that_was_not_billed_costs_nothing() -> None:
    """No connection, or turned away: a provider that is down does not eat the cap."""
    meter = UsageMeter()
    meter.begin(prompt("12345"))
    meter.not_billed()
    assert meter.total() == Usage(0, 0, 0, False)


@pytest.mark.parametrize("came", [TextDelta("abc"), Reasoning(3), UsageReport(input_tokens=4)])
def test_what_came_is_billed_whatever_the_failure_says(came: object) -> None:
    """A failure that would cost nothing by itself, after something had come."""
    meter = UsageMeter()
    meter.begin(prompt("12345"))
    meter.add(came)
    meter.not_billed()
    assert meter.total().input_tokens > 0


def test_a_report_of_nothing_is_not_believed() -> None:
    """Of a prompt that was sent, or of text that came; of a provider that is not paid it is the truth."""
    nothing = UsageReport(input_tokens=0, output_tokens=0, cached_tokens=0)
    assert metered(TextDelta("abc"), nothing) == Usage(10, 3, 0, True, cache_written_tokens=10)
    assert metered(nothing) == Usage(10, 0, 0, True, cache_written_tokens=10)
    assert metered(UsageReport(4, 0)) == Usage(4, 0, 0, False)
    free = UsageMeter(paid=False)
    free.begin(prompt("12345"))
    free.add(TextDelta("abc"))
    free.add(nothing)
    assert free.total() == Usage()


@pytest.mark.parametrize("count", [-1, 10_000_001, 2**70])
def test_a_report_that_cannot_be_true_is_none(count: int) -> None:
    """It would not fit its column, and the turn could not be settled."""
    assert metered(TextDelta("abc"), UsageReport(count, count)) == Usage(10, 3, 0, True, cache_written_tokens=10)


def test_a_later_report_never_lowers_a_count() -> None:
    """They are cumulative."""
    assert metered(UsageReport(9, 7), TextDelta("abc"), UsageReport(4, 2)) == Usage(9, 7, 0, False)


def test_the_cached_parts_are_parts_of_the_input() -> None:
    """Whatever a provider says of them."""
    assert metered(UsageReport(8, 1, cached_tokens=5, cache_written_tokens=2)) == Usage(8, 1, 5, False, 2)
    assert metered(UsageReport(8, 1, cached_tokens=50, cache_written_tokens=20)) == Usage(8, 1, 8, False, 0)


def test_an_estimate_stays_within_the_room_that_was_given() -> None:
    """More was not asked for, and more is not reserved: here 100 tokens. A report may still say more."""
    assert metered(TextDelta("a" * 300)).output_tokens == 100
    assert metered(UsageReport(4, 90), TextDelta("a" * 300)).output_tokens == 100
    assert metered(TextDelta("a" * 300), UsageReport(4, 130)).output_tokens == 130
    assert metered(UsageReport(4, 130), TextDelta("a" * 300)).output_tokens == 130


def test_whoever_does_not_obey_the_limit_is_not_protected_by_it() -> None:
    """More text than so many tokens can hold: each byte counts."""
    assert metered(TextDelta("a" * 1600)).output_tokens == 100
    assert metered(TextDelta("a" * 1601)).output_tokens == 1601


def test_reasoning_is_billed_like_text_and_only_once() -> None:
    """Its bytes count while nothing is reported; the report has it in its output already."""
    assert metered(Reasoning(5), TextDelta("abc")).output_tokens == 8
    assert metered(Reasoning(5), TextDelta("abc"), UsageReport(4, 6)) == Usage(4, 6, 0, False)


def test_retries_are_counted() -> None:
    """For the log line of the turn; they cost nothing by themselves."""
    assert metered(Retried(), Retried(), UsageReport(4, 6)) == Usage(4, 6, 0, False, retries=2)


def test_a_prompt_is_measured_in_bytes_of_everything_sent() -> None:
    """System text and every message."""
    assert prompt_bytes(prompt("é", "日", "a")) == 2 + 3 + 1
