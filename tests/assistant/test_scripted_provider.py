"""The scripted provider replays what a file says, at a pace, and knows whether it was closed."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing

import pytest

from assistant.conf import PROVIDER_NAMES
from assistant.providers import PROVIDERS, ProviderMissing, get_provider
from assistant.providers.base import Finished, FinishReason, ProviderError, TextDelta, UsageReport
from assistant.providers.scripted import Script, ScriptedProvider, read_script

from .rows import prompt


async def replay(provider):
    """All deltas."""
    async with aclosing(provider.stream(prompt())) as stream:
        return [delta async for delta in stream]


async def test_json_script(tmp_path, settings):
    """Pieces as they are, usage, finish reason."""
    path = tmp_path / "script.json"
    path.write_text(json.dumps({"pieces": ["a ", "b"], "finish": "length", "usage": {"input": 5, "output": 2}}))
    settings.ASSISTANT_PROVIDER, settings.ASSISTANT_SCRIPT = "scripted", str(path)
    assert await replay(get_provider()) == [
        TextDelta("a "),
        TextDelta("b"),
        UsageReport(5, 2),
        Finished(FinishReason.LENGTH),
    ]


def test_plain_text_is_cut_into_small_pieces(tmp_path):
    """Nothing is lost, and it finishes with ``stop``."""
    path = tmp_path / "script.txt"
    path.write_text("Closing takes 38 minutes [S1]. " * 3, encoding="utf-8")
    script = read_script(path)
    assert "".join(script.pieces) == path.read_text().strip()
    assert max(map(len, script.pieces)) <= 12 and script.finish == "stop"


@pytest.mark.parametrize(
    "content",
    [
        '{"pieces": "a"}',
        '{"pieces": [1]}',
        '{"pieces": [], "finish": "maybe"}',
        '{"pieces": [], "usage": {"input": -1}}',
        '{"pieces": [], "usage": {"output": true}}',
        '{"pieces": [], "usage": 5}',
        b"\xff\xfe\xff",
        None,
    ],
)
def test_a_script_that_cannot_be_read(tmp_path, content):
    """A provider error that says what a script should be, and nothing of what is in it."""
    path = tmp_path / "script"
    if content is not None:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ProviderError, match="ASSISTANT_SCRIPT"):
        read_script(path)


def test_no_script_at_all():
    """The setting is missing."""
    with pytest.raises(ProviderError, match="names no file"):
        read_script(None)


async def test_it_can_be_cancelled_between_any_two_pieces():
    """Also without a delay it really waits."""
    provider = ScriptedProvider(Script(("x",) * 1_000_000), delay=0)
    task = asyncio.ensure_future(replay(provider))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert provider.closed


async def test_it_records_that_it_was_closed():
    """Left half read, it is open until it is closed."""
    provider = ScriptedProvider(Script(("a", "b")), delay=0)
    stream = provider.stream(prompt())
    await anext(stream)
    assert not provider.closed
    await stream.aclose()
    assert provider.closed


def test_an_unknown_provider_names_the_known_ones():
    """The settings' check says the same earlier."""
    with pytest.raises(ProviderMissing, match=", ".join(PROVIDERS)):
        get_provider("oracle")


def test_every_name_that_the_settings_take_has_a_provider():
    """The check of the settings and the registry name the same."""
    assert set(PROVIDERS) == set(PROVIDER_NAMES)
