"""What the articles do not cover is refused in fixed words, before a model is asked."""

from __future__ import annotations

import pytest

from assistant.models import Turn
from corpus.models import Article

from .asking import ask


def test_below_the_floor_nothing_is_asked(script, found, profile):
    """Neither about the owner nor near an article: the refusal, nothing spent."""
    provider = script("Closing takes 38 minutes [S1].")
    found.score = 0.2
    reply = ask("What is the best pizza in Naples?")
    assert reply.names == ["start", "refusal", "done"]
    refusal = reply.the("refusal")
    assert refusal["reason"] == "out_of_scope"
    assert refusal["text"] == "Nothing in this site’s articles is about that."
    assert provider.prompts == []
    turn = Turn.objects.get()
    assert (turn.status, turn.refusal_reason, turn.top_score) == ("refused", "out_of_scope", 0.2)
    assert (turn.input_tokens, turn.output_tokens, turn.sources.count()) == (0, 0, 0)


def test_nearest_articles_and_the_contact_are_offered(script, found, profile):
    """Each article once, without the passage's anchor, with an absolute address."""
    script()
    found.score = 0.2
    found.hits.append(found.hits[0])
    refusal = ask("What is the best pizza in Naples?").the("refusal")
    assert [article["address"] for article in refusal["articles"]] == [
        "http://testserver/articles/how-the-gate-closes/",
        "http://testserver/articles/who-paid/",
    ]
    assert refusal["contact"]["address"] == "mailto:post@dahl.example"


def test_without_a_contact_there_is_none(script, found):
    """The field is left out."""
    script()
    found.score = 0.2
    assert "contact" not in ask("What is the best pizza?").the("refusal")


def test_an_empty_site_says_that_it_has_no_articles(script, found):
    """Also when the question is about the owner."""
    script()
    Article.objects.all().delete()
    found.hits, found.owner_hits, found.score = [], [], 0.0
    assert ask().the("refusal")["reason"] == "no_articles"
    assert ask("Who are you?").the("refusal")["reason"] == "no_articles"


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize("token", ["NO_ANSWER", "**NO_ANSWER**", "no_answer.", "NO_AN"])
def test_no_answer_token_becomes_the_refusal(script, token, size):
    """In whatever dress and pieces it comes, nothing of it reaches the reader."""
    provider = script(token, size=size)
    reply = ask()
    assert reply.names == ["start", "refusal", "done"]
    assert reply.the("refusal")["reason"] == "no_answer"
    assert "NO_A" not in reply.body.decode() and "no_answer." not in reply.body.decode()
    assert provider.closed


def test_no_answer_token_after_released_sentences_ends_an_answer(script):
    """What was released stands; the turn is answered."""
    script("Closing takes 38 minutes [S1]. NO_ANSWER. And more [S1].")
    reply = ask()
    assert reply.names == ["start", "text", "done"]
    assert reply.the("done")["status"] == "answered"


@pytest.mark.parametrize("said", ["", "   \n", "[S1]"])
def test_an_empty_answer_is_a_refusal(script, said):
    """A model that finishes without a word has not answered."""
    script(said)
    reply = ask()
    assert reply.names == ["start", "refusal", "done"]
    assert (reply.the("refusal")["reason"], reply.the("done")["status"]) == ("no_answer", "refused")


def test_the_token_of_the_settings_counts(script, settings):
    """Another token, another word to withhold."""
    settings.ASSISTANT_NO_ANSWER_TOKEN = "NOTHING_FOUND"
    provider = script("NOTHING_FOUND")
    assert ask().the("refusal")["reason"] == "no_answer"
    assert "NOTHING_FOUND" in provider.prompts[0].system


def test_owner_opens_the_article_about_the_owner_and_no_other(script, found, profile):
    """An owner's name in a question about something else is no key to the rest of the site."""
    provider = script("NO_ANSWER")
    found.score = 0.2
    ask("What does Ines Dahl think of pizza?")
    (prompt,) = provider.prompts
    assert [source.hit.title for source in prompt.sources] == ["Who Ines Dahl is"]
    assert prompt.vouching_question == ""


def test_above_the_floor_the_owner_is_among_the_sources(script, found, profile):
    """A question about the owner that is covered gets both."""
    provider = script("NO_ANSWER")
    ask("Did Ines Dahl build the gate?")
    assert [source.hit.title for source in provider.prompts[0].sources] == [
        "How the gate closes",
        "Who paid for the gate",
        "Who Ines Dahl is",
    ]


def test_paused_by_the_owner(script, profile):
    """The fixed notice, at once; the provider is not asked."""
    provider = script("Closing takes 38 minutes [S1].")
    profile.paused = True
    profile.save()
    reply = ask()
    assert reply.names == ["start", "error", "done"]
    assert (reply.the("error")["code"], reply.the("done")["status"]) == ("paused", "failed")
    assert provider.prompts == []
