"""The document of the wire shows every event as the code sends it."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest

from assistant import events
from assistant.notices import Notice
from assistant.providers.base import ProviderError
from assistant.scope import RefusalReason
from assistant.why import Why, WhyPassage, WhyValue
from gate import Reason

DOCUMENT = (Path(events.__file__).parent / "wire.md").read_text("utf-8")
EXAMPLES = {name: json.loads(data) for name, data in re.findall(r"```event\nevent: (\w+)\ndata: (.+)\n```", DOCUMENT)}
EVENTS = {event.name: event for event in events.Event.__subclasses__()}


def test_every_event_has_an_example_and_no_other_has():
    """What the code can send is what is shown."""
    assert set(EXAMPLES) == set(EVENTS)


@pytest.mark.parametrize("name", EVENTS)
def test_an_example_has_the_fields_that_are_sent(name):
    """Each field of the event stands in its example, but for those that may be left out."""
    fields = {field.name: field for field in dataclasses.fields(EVENTS[name])}
    optional = {name for name, field in fields.items() if field.default is None}
    assert set(fields) - optional <= set(EXAMPLES[name]) <= set(fields)


@pytest.mark.parametrize("name", ["refusal", "guard", "cutoff"])
def test_the_notices_of_the_examples_are_the_real_ones(name):
    """The words in the document are those that visitors read."""
    assert EXAMPLES[name]["text"] in {notice.value for notice in Notice}


def test_every_code_is_named():
    """Reasons, refusals and errors are all in the document."""
    codes = {reason.value for reason in Reason} | {reason.value for reason in RefusalReason}
    codes |= {error.code for error in (ProviderError, *ProviderError.__subclasses__())} | {"over_cap", "paused"}
    assert not {code for code in codes if f"`{code}`" not in DOCUMENT}


def test_the_explanation_of_a_sentence_has_the_fields_that_are_sent():
    """With those of its passages and its values."""
    (example,) = [json.loads(text) for text in re.findall(r"```json\n(.+?)\n```", DOCUMENT, re.S) if "segments" in text]
    for kind, shown in ((Why, example), (WhyPassage, *example["passages"]), (WhyValue, *example["values"])):
        assert set(shown) == {field.name for field in dataclasses.fields(kind)}
