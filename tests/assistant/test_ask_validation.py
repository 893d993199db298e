"""What is no question gets a JSON error in the visitor's language, before any stream; nothing is stored."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache

from assistant import views
from assistant.forms import MAX_BODY
from assistant.models import Conversation, Turn
from assistant.ratelimit import stream_slots

from .asking import ask, post

GERMAN = {"accept-language": "de-DE,de;q=0.9,en;q=0.5"}


@pytest.fixture(autouse=True)
def nothing_is_stored(db, monkeypatch):
    """The promise behind every case of this file: no answer begins."""
    cache.clear()
    answered = []
    monkeypatch.setattr(views, "answer", lambda *arguments: answered.append(arguments))
    yield
    assert answered == []
    assert not Turn.objects.exists() and not Conversation.objects.exists()
    assert stream_slots.taken == 0


def body(**fields) -> str:
    """A question in JSON, with these fields changed."""
    return json.dumps({"question": "How long?", "locale": "en", **fields})


BAD = {
    "empty": b"",
    "not JSON": b"question=How+long",
    "cut JSON": b'{"question": "How lo',
    "not UTF-8": b'{"question": "caf\xe9"}',
    "UTF-16": '{"question": "a"}'.encode("utf-16"),
    "a list": b'["How long?"]',
    "a text": b'"How long?"',
    "null": b"null",
    "nested without end": b"[" * 30_000,
    "no question": json.dumps({"locale": "en"}),
    "empty question": body(question=""),
    "blank question": body(question=" \n\t\u3000"),
    "invisible question": body(question="\u200b\u200f \u200d"),
    "1,001 characters": body(question="x" * 1001),
    "question is a number": body(question=12),
    "question is a list": body(question=["a"]),
    "NUL": body(question="a\0b"),
    "lone surrogate": '{"question": "a\\ud83d b", "locale": "en"}',
    "NUL in the history": body(history=[{"question": "a", "answer": "\0"}]),
    "lone surrogate in the page": '{"question": "a", "locale": "en", "page": "\\udfff"}',
    "locale outside the ten": body(locale="it"),
    "empty locale": body(locale=""),
    "locale is a number": body(locale=1),
    "locale is a path": body(locale="../../en"),
    "history is a text": body(history="a"),
    "history of texts": body(history=["a"]),
    "history of lists of lists": body(history=[[["a"]]]),
    "answer is a number": body(history=[{"question": "a", "answer": 1}]),
    "conversation is a number": body(conversation=1),
    "page is an object": body(page={}),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_read_is_a_bad_request(case):
    """400, a code and a text."""
    reply = post(BAD[case])
    assert reply.status == 400
    assert reply.json["code"] == "bad_request"
    assert reply.json["text"] and set(reply.json) == {"code", "text"}
    assert reply.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("question", "text"),
    [("", "Please write a question."), ("x" * 1001, "A question can have up to 1,000 characters.")],
)
def test_the_commonest_mistakes_are_named(question, text):
    """The visitor can do something about these."""
    assert ask(question).json["text"] == text


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"])
def test_other_methods(method):
    """405, and what is allowed."""
    reply = post(body(), method=method)
    assert (reply.status, reply.headers["Allow"]) == (405, "POST")
    if method != "HEAD":
        assert reply.json["code"] == "method"


@pytest.mark.parametrize("size", [MAX_BODY + 1, 1_000_000])
def test_too_much(size):
    """413 for a body beyond the limit, whatever is in it."""
    reply = post(b'{"question": "' + b"x" * size + b'"}')
    assert (reply.status, reply.json["code"]) == (413, "too_large")


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "text/json", ""])
def test_other_media_types(media_type):
    """415: a form of another site could send these without asking first."""
    reply = post(body(), media_type=media_type)
    assert (reply.status, reply.json["code"]) == (415, "media_type")


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "https://testserver"},
        {"origin": "http://testserver.evil.example"},
        {"origin": "http://testserver:8000"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://testserver", "sec-fetch-site": "cross-site"},
    ],
)
def test_foreign_origins(headers):
    """403 for a page of another site."""
    reply = post(body(), headers=headers)
    assert (reply.status, reply.json["code"]) == (403, "not_allowed")


def test_the_lab_is_closed():
    """Ungated answers are refused."""
    reply = post(body(mode="raw"))
    assert (reply.status, reply.json["code"]) == (403, "not_allowed")


@pytest.mark.parametrize(
    ("fields", "headers", "language"),
    [
        ({"locale": "fa"}, GERMAN, "fa"),
        ({"locale": "zh"}, {}, "zh-hans"),
        ({"locale": "it"}, GERMAN, "de"),
        ({"locale": "it"}, {"accept-language": "it"}, "en"),
        ({"locale": None}, GERMAN, "de"),
        ({"locale": "it"}, {"accept-language": "zh-CN"}, "zh-hans"),
    ],
)
def test_language_of_a_refusal(fields, headers, language):
    """By a valid locale, else by Accept-Language, else English."""
    reply = post(body(question="", **fields), headers=headers)
    assert (reply.status, reply.headers["Content-Language"]) == (400, language)


def test_language_of_a_foreign_origin_and_of_a_get():
    """The locale of the body counts wherever there is one."""
    foreign = post(body(locale="fr"), headers={"origin": "https://evil.example", **GERMAN})
    assert foreign.headers["Content-Language"] == "fr"
    assert post("", method="GET", headers=GERMAN).headers["Content-Language"] == "de"


def test_too_many_questions_in_a_short_time(settings):
    """429, with the seconds in a header, in the body and in words."""
    settings.ASSISTANT_RATE_LIMIT = (1, 3600)
    post(body(locale="it"))  # what is no question does not count
    settings.ASSISTANT_MAX_STREAMS = 0
    post(body())
    reply = post(body())
    assert (reply.status, reply.json["code"]) == (429, "rate_limited")
    seconds = reply.json["retry_after"]
    assert reply.headers["Retry-After"] == str(seconds) and 0 < seconds <= 3600
    assert f"{seconds} s." in reply.json["text"]


def test_too_many_streams_at_once(settings):
    """429 as well, and another code: it is not this visitor's doing."""
    settings.ASSISTANT_MAX_STREAMS = 0
    reply = post(body())
    assert (reply.status, reply.json["code"]) == (429, "busy")
    assert reply.headers["Retry-After"] == str(reply.json["retry_after"])
