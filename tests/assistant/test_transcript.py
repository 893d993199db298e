"""The visitor's own transcript: by its token alone, kept by nobody else, deleted at the visitor's wish."""

from __future__ import annotations

import io
import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from assistant.models import Conversation, Turn, TurnSource, WithheldTurn
from assistant.tokens import conversation_token, turn_token
from config.logs import LineFormatter
from corpus.models import Article

from . import rows

PAGE = {"accept": "text/html"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def conversation(found):
    """An answered, a withheld and a refused turn."""
    conversation = rows.conversation()
    kept = {"of": conversation, "status": "answered"}
    rows.turn("How long <b>does</b> it take?", sentences=[{"text": "38 minutes.", "cited": [1]}], **kept)
    withheld = rows.withheld()
    Turn.objects.filter(pk=withheld.turn_id).update(conversation=conversation)
    Conversation.objects.exclude(pk=conversation.pk).delete()
    for source in TurnSource.objects.all():
        fields = {"title": source.title, "slug": f"source-{source.number}", "status": Article.Status.PUBLISHED}
        source.article = Article.objects.create(**fields)
        source.save()
    rows.turn("Pizza?", of=conversation, status="refused", refusal_reason="out_of_scope")
    return conversation


def address(conversation, more=""):
    """Of its transcript."""
    return f"/assistant/transcript/{conversation_token(conversation)}/{more}"


def test_page_shows_questions_answers_and_notices(client, conversation):
    """Released text and the fixed copy; the visitor's words are text, not markup."""
    page = client.get(address(conversation)).content.decode()
    assert "38 minutes." in page and "Nothing in this site’s articles is about that." in page
    assert "The rest could not be checked" in page
    assert "How long &lt;b&gt;does&lt;/b&gt; it take?" in page


def test_page_of_a_withheld_turn_keeps_all_sources(client, conversation):
    """Cited or not: the visitor may read them all."""
    page = client.get(address(conversation)).content.decode()
    assert "Who pays for a tide gate" in page and "Why the leaves float" in page


def test_page_is_neither_stored_nor_indexed_nor_named(client, conversation):
    """Its address is the key to it."""
    response = client.get(address(conversation))
    assert response.headers["Cache-Control"] == "no-store"
    assert "noindex" in response.headers["X-Robots-Tag"]
    assert response.headers["Referrer-Policy"] == "no-referrer"


def test_page_is_in_the_language_of_the_conversation(client, found):
    """Whatever the address says, which has no prefix."""
    conversation = rows.conversation("fa")
    response = client.get(address(conversation))
    assert response.headers["Content-Language"] == "fa"
    assert '<html lang="fa" dir="rtl">' in response.content.decode()


@pytest.mark.parametrize("kind", ["forged", "turn", "deleted", "expired"])
def test_no_other_token_opens_it(client, conversation, kind, caplog):
    """404, without saying why; and no token in the log."""
    token = conversation_token(conversation)
    if kind == "forged":
        token = token[:-1] + ("A" if token[-1] != "A" else "B")
    elif kind == "turn":
        token = turn_token(conversation.turns.first())
    elif kind == "deleted":
        conversation.delete()
    else:
        Conversation.objects.update(last_turn_at=timezone.now() - timedelta(days=31))
    with caplog.at_level(logging.DEBUG):
        for path in ("", "delete/"):
            target = f"/assistant/transcript/{token}/{path}"
            response = client.post(target) if path else client.get(target)
            assert response.status_code == 404
            assert response.json()["code"] == "gone"
        assert client.get(f"/assistant/transcript/{token}/", headers=PAGE).status_code == 404
    assert token not in caplog.text


def test_a_source_withdrawn_since_is_not_named(client, conversation):
    """Titles obey the rule of passages; what was said stays, it is the visitor's own."""
    Article.objects.filter(title="Who pays for a tide gate").update(status=Article.Status.DRAFT)
    page = client.get(address(conversation)).content.decode()
    assert "Who pays for a tide gate" not in page and "Why the leaves float" in page


@pytest.mark.parametrize("method", ["get", "head", "post", "put"])
def test_no_token_reaches_the_log_whatever_is_asked(client, conversation, method):
    """Django writes the path of what it refuses."""
    lines = io.StringIO()
    (handler,) = [found for found in logging.getLogger().handlers if isinstance(found.formatter, LineFormatter)]
    before = handler.setStream(lines)
    try:
        for path in (address(conversation), f"/fa{address(conversation)}", address(conversation, "delete")):
            getattr(client, method)(path)
    finally:
        handler.setStream(before)
    assert conversation_token(conversation)[:30] not in lines.getvalue()
    assert "/transcript/(token)/" in lines.getvalue()


def test_deleting_deletes_everything(client, conversation):
    """Turns, sources, what was withheld."""
    assert client.post(address(conversation, "delete/")).status_code == 204
    assert not Conversation.objects.exists() and not Turn.objects.exists() and not WithheldTurn.objects.exists()


def test_a_form_goes_on_to_the_site(client, found):
    """In the conversation's language."""
    response = client.post(address(rows.conversation("fa"), "delete/"), headers=PAGE)
    assert (response.status_code, response.headers["Location"]) == (303, "/fa/")


def test_deleting_needs_a_post_from_here(client, conversation):
    """A link, or a page of another site, deletes nothing."""
    assert client.get(address(conversation, "delete/")).status_code == 405
    foreign = client.post(address(conversation, "delete/"), headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    # The page sends no referrer, so its form has an opaque origin; the browser vouches for it.
    own = {"origin": "null", "sec-fetch-site": "same-origin"}
    assert client.post(address(conversation, "delete/"), headers=own).status_code == 204


# --- feedback -----------------------------------------------------------------------------------------------------


def send(client, on, **fields):
    """Feedback on a turn."""
    data = {"turn": turn_token(on), "verdict": "down", "reasons": ["wrong"], "note": " It is 40. ", **fields}
    return client.post("/assistant/feedback", data, content_type="application/json")


def test_feedback_is_kept_with_its_turn(client, conversation):
    """A later word replaces an earlier one."""
    turn = conversation.turns.first()
    assert send(client, turn, verdict="up", reasons=[], note="").status_code == 204
    assert send(client, turn).status_code == 204
    turn.refresh_from_db()
    assert (turn.feedback, turn.feedback_reasons, turn.feedback_note) == ("down", ["wrong"], "It is 40.")


@pytest.mark.parametrize(
    "fields",
    [
        {"turn": "t.forged"},
        {"turn": 1},
        {"verdict": "sideways"},
        {"verdict": None},
        {"reasons": "wrong"},
        {"reasons": ["rude"]},
        {"reasons": [{}]},
        {"note": "x" * 1001},
        {"note": "a\0"},
        {"note": 5},
    ],
)
def test_feedback_that_cannot_be_read(client, conversation, fields):
    """400, and nothing is kept."""
    response = send(client, conversation.turns.first(), **fields)
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")
    assert not Turn.objects.exclude(feedback="").exists()


def test_feedback_from_elsewhere(client, conversation):
    """403."""
    response = client.post(
        "/assistant/feedback", {}, content_type="application/json", headers={"origin": "https://evil.example"}
    )
    assert response.status_code == 403
