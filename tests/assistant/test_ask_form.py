"""The same question from a page without scripts: answered whole, then on to the transcript."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.utils.html import escape

from assistant.models import Conversation, Turn
from assistant.ratelimit import stream_slots

from .asking import post


def send(path="/ask/", headers=None, media_type="application/x-www-form-urlencoded", **fields):
    """Post the form."""
    body = urlencode({"question": "How long does closing take?", **fields})
    return post(body, path=path, media_type=media_type, headers=headers)


def test_answer_stands_in_the_transcript(script, client):
    """303, to an address of this site; the place is given back."""
    provider = script("Closing takes 38 minutes [S1].")
    reply = send(locale="en")
    assert reply.status == 303
    target = reply.headers["Location"]
    assert target.startswith("/assistant/transcript/c.") and target.endswith("#latest")
    assert "Closing takes 38 minutes." in client.get(target).content.decode()
    assert provider.closed
    assert stream_slots.taken == 0


@pytest.mark.parametrize(("path", "locale", "language"), [("/fa/ask/", None, "fa"), ("/fa/ask/", "de", "de")])
def test_language_is_the_field_s_else_the_page_s(script, path, locale, language):
    """The prefix only helps where the form has no locale."""
    script("NO_ANSWER")
    send(path, **({"locale": locale} if locale else {}))
    assert Turn.objects.get().locale == language


def test_conversation_goes_on(script):
    """The transcript's form holds the token."""
    script("Closing takes 38 minutes [S1].")
    token = send().headers["Location"].split("/")[3]
    send(conversation=token)
    assert Conversation.objects.count() == 1 and Turn.objects.count() == 2


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ({"question": ""}, 400),
        ({"question": "a\0"}, 400),
        ({"locale": "it"}, 400),
        ({"headers": {"origin": "https://evil.example"}}, 403),
        ({"media_type": "text/plain"}, 415),
        ({"question": "x" * 70_000}, 413),
    ],
)
def test_what_is_no_question(script, options, status):
    """JSON for a program, a page for a person; nothing is stored."""
    script()
    headers = options.pop("headers", {})
    assert send(headers=headers, **options).json["text"]
    page = send(headers={**headers, "accept": "text/html,*/*"}, **options)
    assert page.status == status
    assert page.headers["Content-Type"].startswith("text/html") and b"<h1>" in page.body
    assert not Turn.objects.exists()


def test_other_methods(script):
    """405."""
    script()
    assert post("", method="GET", path="/ask/").status == 405


def test_an_answer_that_could_not_begin(script, monkeypatch):
    """500 and the fixed words, since there is no transcript to go to."""
    from assistant import turns

    def broken(self):
        raise ValueError("no")

    script()
    monkeypatch.setattr(turns.OpenTurn, "open", broken)
    reply = send()
    assert reply.status == 500 and "Something went wrong" in reply.body.decode()
    assert stream_slots.taken == 0


@pytest.mark.parametrize(
    ("question", "fields", "headers", "status"),
    [
        ("q" * 1001, {}, {}, 400),
        ("How wide is a leaf?", {"locale": "tlh"}, {}, 400),
        ("</textarea><b>How</b>", {}, {"Origin": "https://elsewhere.example"}, 403),
    ],
)
def test_what_is_refused_gives_the_question_back(script, question, fields, headers, status):
    """The page with the notice has it in its field, as text."""
    reply = send(headers={"Accept": "text/html", **headers}, question=question, **fields)
    page = reply.body.decode()
    assert reply.status == status
    assert 'role="alert"' in page
    assert f">{escape(question)}</textarea>" in page
