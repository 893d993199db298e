"""What a vendor reports comes to one meaning in both protocols, and costs what the vendor will bill; never less."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.models import ModelSpend, MonthlySpend, Turn
from assistant.providers.anthropic import AnthropicProvider
from assistant.providers.base import (
    Finished,
    ProviderError,
    Reasoning,
    TextDelta,
    UsageReport,
)
from assistant.providers.openai import OpenAIProvider, read_chunk
from assistant.spend import cost, worst_case
from assistant.usage import Usage, UsageMeter, prompt_bytes

from .asking import ask
from .rows import PaidProvider, prompt
from .upstream import Begin, Counts, Done, Finish, Raw, Reply, Stall, Thought, Upstream, answered, pieces

ANSWER = "Closing takes 38 minutes [S1]."


def test_cached_parts_are_parts_of_the_input_in_both_protocols(vendor: Upstream, settings: Any) -> None:
    """Anthropic counts them beside it. What its cache held costs less, what was written to it a quarter more."""
    settings.ASSISTANT_PRICES = {"model-a": [3, 15, 0.3]}
    vendor.will(answered(ANSWER, counts=Counts(input=100, output=20, cached=40, written=60)))
    ask()
    turn = Turn.objects.get()
    assert (turn.input_tokens, turn.cached_tokens, turn.output_tokens, turn.usage_estimated) == (200, 40, 20, False)
    written = 60 * 3.75 if vendor.dialect.name == "anthropic" else 60 * 3
    assert turn.cost_micros == 100 * 3 + written + 40 * 0.3 + 20 * 15
    assert ModelSpend.objects.get().estimated_micros == 0


def test_without_a_price_for_it_cached_input_costs_as_any_other(vendor: Upstream) -> None:
    """A price that is not known is never lower."""
    vendor.will(answered(ANSWER, counts=Counts(input=100, output=20, cached=40)))
    ask()
    assert Turn.objects.get().cost_micros == 140 * 3 + 20 * 15


@pytest.mark.parametrize("name", ["openai", "anthropic"])
def test_the_worst_case_counts_on_no_cache(settings: Any, name: str) -> None:
    """It covers a prompt that is new to the vendor, a token a byte, all of it written to the cache."""
    settings.ASSISTANT_PRICES = {"model-a": [3, 15, 0.3]}
    provider, asked = PaidProvider(name), prompt("système", "?", max_output_tokens=100)
    sent = prompt_bytes(asked)
    assert worst_case(provider, asked) >= cost(provider, Usage(sent, 100, cache_written_tokens=sent))
    meter = UsageMeter()
    meter.begin(asked)
    meter.add(TextDelta("x" * 1_600))
    assert worst_case(provider, asked) >= cost(provider, meter.total())


def test_the_worst_case_covers_a_cached_price_above_the_input(settings: Any) -> None:
    """Hardly meant, and no way past the cap."""
    settings.ASSISTANT_PRICES = {"model-a": [1, 1, 9]}
    asked = prompt("12345", max_output_tokens=1)
    assert worst_case(PaidProvider(), asked) >= cost(PaidProvider(), Usage(5, 1, cached_tokens=5))


def test_thoughts_that_are_streamed_are_billed_where_nothing_is_reported(vendor: Upstream) -> None:
    """They are never shown, and never added to a report that has them."""
    thought = Thought("x" * 60)
    vendor.will(Reply((Begin(Counts(input=100)), thought, *pieces("NO_ANSWER\n"), Stall())))
    reply = ask()
    assert reply.names == ["start", "refusal", "done"]
    assert Turn.objects.get().output_tokens >= 60
    vendor.will(Reply((Begin(Counts()), thought, *pieces(ANSWER), Finish("stop", Counts(100, 30)), Done())))
    assert ask().text == "Closing takes 38 minutes."
    assert Turn.objects.latest("pk").output_tokens == 30


@pytest.mark.parametrize(
    ("model", "address", "unseen"),
    [
        ("gpt-5", "", True),
        ("o4-mini", "https://eu.api.openai.com/v1", True),
        ("gpt-4o", "", False),
        ("gpt-5", "http://127.0.0.1:8080/v1", False),
    ],
)
def test_thoughts_that_nobody_sees_may_have_taken_all_the_room(
    settings: Any, model: str, address: str, unseen: bool
) -> None:
    """OpenAI's reasoning models: left before the report, they count the whole room; with it, what it says."""
    settings.ASSISTANT_PROVIDER, settings.ASSISTANT_MODEL, settings.OPENAI_BASE_URL = "openai", model, address
    settings.ASSISTANT_MAX_OUTPUT_TOKENS = 100
    read, meter = OpenAIProvider().reader(), UsageMeter()
    meter.begin(prompt("12345"))
    for _ in range(2):
        for delta in read({"choices": [{"delta": {"content": "ab"}}]}):
            assert not isinstance(delta, ProviderError)
            meter.add(delta)
    assert meter.total().output_tokens == (100 if unseen else 4)
    meter.add(UsageReport(5, 40))
    assert (meter.total().output_tokens, meter.total().estimated) == (40, False)


def test_reasoning_that_only_the_total_names_is_counted() -> None:
    """Some servers leave it out of the completion's count; where it is in, it is not added again."""
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 40}
    assert list(read_chunk({"choices": [], "usage": usage})) == [UsageReport(10, 30)]
    usage["total_tokens"] = 15
    assert list(read_chunk({"choices": [], "usage": usage})) == [UsageReport(10, 5)]
    usage["total_tokens"] = 0
    assert list(read_chunk({"choices": [], "usage": usage})) == [UsageReport(10, 5)]


def test_a_second_answer_beside_the_first_is_passed_over() -> None:
    """Two texts in one would vouch for nothing."""
    choices = [{"index": index, "delta": {"content": text}} for index, text in enumerate("ab")]
    assert list(read_chunk({"choices": choices})) == [TextDelta("a")]


def test_the_later_part_of_a_message_may_correct_the_input() -> None:
    """Anthropic's last event repeats some counts, cumulative; what it leaves out stands."""
    read = AnthropicProvider.reader(None)  # type: ignore[arg-type]
    start = {"input_tokens": 10, "cache_read_input_tokens": 5, "cache_creation_input_tokens": 0, "output_tokens": 1}
    assert list(read({"type": "message_start", "message": {"usage": start}})) == [UsageReport(15, None, 5, 0)]
    later = {"type": "message_delta", "delta": {}, "usage": {"input_tokens": 12, "output_tokens": 7}}
    assert list(read(later)) == [UsageReport(17, 7, 5, 0)]


# --- nonsense -----------------------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["choices", "delta", "content", "refusal", "finish_reason", "usage", "prompt_tokens", "completion_tokens",
             "prompt_tokens_details", "cached_tokens", "total_tokens", "type", "message", "content_block", "text",
             "thinking", "stop_reason", "input_tokens", "output_tokens"]
        ),
        inner | st.sampled_from(["message_start", "content_block_delta", "message_delta", "content_block_start"]),
        max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@given(JSON)
def test_no_event_breaks_the_reader(event: Any) -> None:
    """Whatever the JSON holds: text is text, a count is a whole number of at least 0, the rest is passed over."""
    for read in (read_chunk, AnthropicProvider.reader(None)):  # type: ignore[arg-type]
        for delta in read(event):
            assert isinstance(delta, (TextDelta, Reasoning, UsageReport, Finished, ProviderError))
            if isinstance(delta, UsageReport):
                counts = (delta.input_tokens, delta.output_tokens, delta.cached_tokens, delta.cache_written_tokens)
                assert all(count is None or (type(count) is int and count >= 0) for count in counts)


ODD = [None, 5, [], "text", {}, {"choices": None}, {"choices": [None]}, {"choices": [{"delta": 5}]}, {"usage": "none"},
       {"usage": {"prompt_tokens": "9", "completion_tokens": -4}}, {"type": "message_start", "message": None},
       {"type": "content_block_delta", "delta": [1]}, {"type": "unheard_of"}]  # fmt: skip


@pytest.mark.parametrize("odd", ODD, ids=json.dumps)
def test_an_odd_event_is_passed_over_or_ends_the_answer(vendor: Upstream, odd: Any) -> None:
    """Never an internal error, and the books are right either way."""
    kind = odd.get("type", "message_delta") if isinstance(odd, dict) else "message_delta"
    event = f"event: {kind}\ndata: {json.dumps(odd)}\n\n".encode()
    vendor.will(Reply((Begin(Counts()), Raw(event), *pieces(ANSWER), Finish("stop", Counts(100, 20)), Done())))
    reply = ask()
    turn = Turn.objects.get()
    assert (turn.status, turn.error_code) in [("answered", ""), ("failed", "broke_off")]
    assert reply.names[-1] == "done"
    assert MonthlySpend.objects.get().reserved_micros == 0 < turn.cost_micros
