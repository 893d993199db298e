"""What is a question, also at the edges."""

from __future__ import annotations

import json

import pytest

from assistant.models import Turn
from assistant.ratelimit import conversation_key, stream_slots

from .asking import ask, post


@pytest.fixture(autouse=True)
def provider(script):
    """Every question of this file is answered."""
    return script("Closing takes 38 minutes [S1].")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://testserver"},
        {"origin": "http://testserver:80"},
        {"origin": "http://testserver", "sec-fetch-site": "same-origin"},
        {"origin": "null", "sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
    ],
)
def test_own_origin_and_none(headers):
    """A page of ours, and a client that is no browser."""
    assert ask(headers=headers).the("done")["status"] == "answered"


@pytest.mark.parametrize("media_type", ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON"])
def test_media_type_with_parameters(media_type):
    """The type alone decides."""
    assert post('{"question":"How long?","locale":"en"}', media_type=media_type).status == 200


def test_a_thousand_characters_after_trimming():
    """White space around does not count."""
    ask("  " + "ä" * 1000 + "\r\n")
    assert Turn.objects.get().question == "ä" * 1000


def test_unknown_fields_are_ignored():
    """Clients may be newer than the server."""
    assert ask(colour="blue", mode="", page=None, history=None, conversation=None, retry=None).status == 200


def test_astral_characters_and_an_escaped_pair():
    """A whole pair of surrogates in JSON is one character."""
    reply = post('{"question": "How long? \\ud83d\\ude00", "locale": "en"}')
    assert reply.status == 200
    assert Turn.objects.get().question == "How long? 😀"


def test_byte_order_mark():
    """Some clients send one."""
    assert post(b"\xef\xbb\xbf" + json.dumps({"question": "How long?", "locale": "en"}).encode()).status == 200


@pytest.mark.parametrize(("locale", "language"), [("zh", "zh-hans"), ("ZH-Hans", "zh-hans"), ("fa", "fa")])
def test_locale_decides_everything(locale, language, found, provider):
    """Search, prompt, record, start; not the language of the browser."""
    reply = ask(locale=locale, headers={"accept-language": "de"})
    assert reply.the("start")["locale"] == reply.headers["Content-Language"] == language
    assert found.searches[0]["language"] == provider.prompts[0].language == language
    turn = Turn.objects.get()
    assert turn.locale == turn.conversation.locale == language


def test_without_a_locale_the_browser_decides():
    """A locale outside the ten is an error; none at all is not."""
    assert ask(locale=None, headers={"accept-language": "fr"}).the("start")["locale"] == "fr"


def test_place_is_given_back():
    """After each answer."""
    ask()
    assert stream_slots.taken == 0


def test_rate_limit_counts_the_conversation_too(settings, monkeypatch):
    """Whatever addresses its questions come from."""
    from assistant import ratelimit

    counted = []
    monkeypatch.setattr(ratelimit, "allow", lambda key: counted.append(key) or ratelimit.Decision(True))
    token = ask().the("start")["conversation"]
    ask(conversation=token)
    assert len(counted) == 3
    assert counted[2] == conversation_key(Turn.objects.first().conversation.public_id)
