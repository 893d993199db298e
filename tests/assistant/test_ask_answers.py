"""A question that the articles answer: sentence by sentence, with sources, recorded before the end is told."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from assistant.events import Done
from assistant.models import Conversation, Turn

from .asking import ask

# With threads, as it is served.
pytestmark = pytest.mark.django_db(transaction=True)

ANSWER = "Closing takes 38 minutes [S1]. It cost €14.5 million [S2]. It opened in 2019 [S1]."
RELEASED = "Closing takes 38 minutes. It cost €14.5 million. It opened in 2019."


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
def test_answer_arrives_sentence_by_sentence_whatever_the_pieces(script, size):
    """One ``text`` event a sentence; appended as they are they give the answer; no marker reaches the reader."""
    script(ANSWER, size=size)
    reply = ask()
    assert reply.names == ["start", "text", "text", "text", "done"]
    assert reply.text == RELEASED
    assert reply.headers["Content-Type"].startswith("text/event-stream")
    assert reply.headers["Cache-Control"] == "no-cache, no-store, no-transform"
    assert reply.headers["X-Accel-Buffering"] == "no"


def test_first_bytes_are_a_comment(script):
    """daphne holds the headers back until there is a body."""
    script(ANSWER)
    assert ask().body.startswith(b":")


def test_each_source_is_told_with_the_sentence_that_first_cites_it(script):
    """``sources`` of a sentence are those it is the first to cite, with an absolute address; ``done`` has all."""
    script(ANSWER)
    reply = ask()
    texts = [data for name, data in reply.events if name == "text"]
    assert [[source["number"] for source in data["sources"]] for data in texts] == [[1], [2], []]
    assert [data["cited"] for data in texts] == [[1], [2], [1]]
    assert texts[0]["sources"][0]["address"] == "http://testserver/articles/how-the-gate-closes/#part"
    assert [source["title"] for source in reply.the("done")["sources"]] == [
        "How the gate closes",
        "Who paid for the gate",
    ]


def test_start_names_the_turn_and_says_how_its_language_runs(script):
    """Tokens, the transcript's absolute address, the locale and its direction."""
    script(ANSWER)
    start = ask(locale="fa").the("start")
    assert start["conversation"].startswith("c.") and start["turn"].startswith("t.")
    assert start["transcript"] == f"http://testserver/assistant/transcript/{start['conversation']}/"
    assert (start["locale"], start["dir"]) == ("fa", "rtl")


def test_done_says_answered(script):
    """Neither stopped nor truncated."""
    script(ANSWER)
    done = ask().the("done")
    assert (done["status"], done["stopped"], done["truncated"]) == ("answered", False, False)


def test_record_keeps_the_released_sentences_and_the_cited_sources(script):
    """Of an answered turn only the cited sources are kept, as they were offered."""
    script("Closing takes 38 minutes [S1].")
    ask()
    turn = Turn.objects.get()
    assert turn.status == "answered"
    assert turn.sentences == [{"text": "Closing takes 38 minutes.", "cited": [1]}]
    assert [(source.number, source.cited) for source in turn.sources.all()] == [(1, True)]
    assert turn.sources.get().text == "Closing the gate takes 38 minutes. It opened in 2019."
    assert (turn.provider, turn.finish_reason, turn.top_score) == ("scripted", "stop", 0.9)
    assert turn.opened_at <= turn.first_sentence_at <= turn.closed_at


def test_record_is_written_before_done_is_told(script, monkeypatch):
    """A reader who saw the end can rely on the record."""
    seen = []
    built = Done.__init__

    def look(self, *args, **kwargs):
        seen.append(list(Turn.objects.values_list("status", flat=True)))
        built(self, *args, **kwargs)

    script(ANSWER)
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    monkeypatch.setattr(Done, "__init__", look)
    ask()
    assert seen == [["answered"]]


def test_usage_that_the_provider_does_not_report_is_counted_and_marked(script):
    """One token per UTF-8 byte of what was sent and received."""
    provider = script(ANSWER)
    ask()
    turn = Turn.objects.get()
    assert turn.output_tokens == len(ANSWER.encode())
    assert turn.input_tokens >= len(provider.prompts[0].system.encode())
    assert turn.usage_estimated


def test_provider_stream_is_closed(script):
    """Also at a regular end."""
    provider = script(ANSWER)
    ask()
    assert provider.closed


def test_a_deleted_article_does_not_lose_the_record(script, found):
    """Its passages were quoted while it was there; the source stays, without its article."""
    from corpus.models import Article

    script("Closing takes 38 minutes [S1].")
    Article.objects.filter(pk=found.hits[0].article_id).delete()
    assert ask().the("done")["status"] == "answered"
    assert Turn.objects.get().sources.get().article is None


def test_a_very_long_address_does_not_lose_the_record(script, found):
    """A slug in Persian letters takes six characters for each on the wire."""
    long = "/fa/articles/" + "%D9%85" * 200 + "/#part"
    found.hits[0] = replace(found.hits[0], address=long)
    script("Closing takes 38 minutes [S1].")
    reply = ask()
    assert reply.the("done")["status"] == "answered"
    assert reply.the("done")["sources"][0]["address"] == f"http://testserver{long}"
    assert long.startswith(Turn.objects.get().sources.get().address)


def test_characters_that_no_database_holds_are_replaced(script):
    """A provider may send NUL or half a character; the record and the wire stay readable."""
    script("The gate\0 is fine\ud800.")
    reply = ask()
    assert reply.the("done")["status"] == "answered"
    assert "\0" not in reply.text
    assert Turn.objects.get().answer == reply.text


def test_log_has_one_line_a_turn_and_no_text(script, caplog):
    """Ids, status, lengths, times; neither the question nor the answer."""
    script(ANSWER)
    with caplog.at_level(logging.INFO, logger="assistant"):
        ask("How long does closing the wonderful gate take?")
    (line,) = [record.getMessage() for record in caplog.records if record.name == "assistant"]
    assert "status=answered" in line and f"turn={Turn.objects.get().pk} " in line and "sentences=3" in line
    assert "wonderful" not in caplog.text and "minutes" not in caplog.text


def test_page_and_question_before_go_to_the_search(script, found):
    """``page`` is a preference for retrieval; the question before helps a follow-up."""
    script("Closing takes 38 minutes [S1].")
    first = ask(page="https://dahl.example/articles/x/").the("start")
    ask("And opening?", conversation=first["conversation"])
    assert found.searches[0]["page"] == "https://dahl.example/articles/x/"
    assert found.searches[1]["previous"] == "How long does closing take?"
    assert Conversation.objects.count() == 1
