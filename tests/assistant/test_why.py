"""Why was this said? Each released sentence can be opened: its passage, cut to what matters, and the values checked."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from assistant import why
from assistant.models import Turn, TurnSource
from assistant.tokens import conversation_token, turn_token
from assistant.why import Level, Stretch
from corpus.models import Article

from . import rows

PASSAGE = (
    "The gate was drawn in one winter. Each leaf is 24 metres wide and floats as it swings. Nobody was paid twice. "
    "Closing the gate takes thirty-eight minutes, and for all of them the red light is on. Boats wait outside."
)
SENTENCE = " Closing takes 38 minutes, and each leaf is 24 metres wide."


@pytest.fixture
def turn(db):
    """An answered turn of three sentences: one with values, one that cites two sources, one that cites nothing."""
    sentences = [
        {"text": SENTENCE, "cited": [1]},
        {"text": " It was drawn in one winter.", "cited": [1, 3]},
        {"text": " More is in the articles.", "cited": []},
    ]
    turn = rows.turn(status="answered", sentences=sentences)
    for number, text in ((1, PASSAGE), (3, "The drawings were made in the winter of 2011.")):
        source = rows.source(turn, number, f"Article {number}", text, True)
        fields = {"title": source.title, "slug": f"a{number}", "status": Article.Status.PUBLISHED}
        source.article = Article.objects.create(published_at=timezone.now(), **fields)
        source.save()
    return turn


def address(turn, ordinal=1, token=None):
    """Of the explanation of one sentence."""
    return f"/assistant/why/{token or turn_token(turn)}/{ordinal}"


def text_at(level, passage):
    """The stretches of a passage that have this level."""
    return [text for text, of in passage["segments"] if of == level]


def test_it_shows_the_passage_with_the_values_that_were_checked(client, turn):
    """Absolute address, the supporting sentences apart from what stands around them, the values within them."""
    told = client.get(address(turn)).json()
    assert told["sentence"] == SENTENCE.strip()
    (passage,) = told["passages"]
    assert passage["number"] == 1 and passage["title"] == "Article 1"
    assert passage["address"] == "http://testserver/articles/a1/#x"
    assert (passage["locale"], passage["dir"]) == ("en", "ltr")
    assert text_at(2, passage) == ["24 metres", "thirty-eight minutes"]
    assert "Each leaf is " in text_at(1, passage)
    assert "".join(text for text, _ in passage["segments"]) == PASSAGE


def test_it_says_how_each_value_is_written_there(client, turn):
    """In the order of the answer: a number word is one of the ways."""
    assert client.get(address(turn)).json()["values"] == [
        {"answer": "38 minutes", "source": "thirty-eight minutes", "number": 1, "how": "number word"},
        {"answer": "24 metres", "source": "24 metres", "number": 1, "how": "same form"},
    ]


def test_a_sentence_that_cites_two_sources_shows_both(client, turn):
    """By their numbers in the answer, which have gaps."""
    assert [passage["number"] for passage in client.get(address(turn, 2)).json()["passages"]] == [1, 3]


def test_a_sentence_that_cites_nothing_has_nothing_to_show(client, turn):
    """It states nothing that needs a source; the panel says so."""
    told = client.get(address(turn, 3)).json()
    assert told == {"sentence": "More is in the articles.", "passages": [], "values": []}


def test_a_value_of_the_question_alone_has_no_source(client, turn):
    """The number is 0, and no passage is blamed for it."""
    Turn.objects.filter(pk=turn.pk).update(sentences=[{"text": "Of 90 visitors nobody waits.", "cited": [1]}])
    (value,) = client.get(address(turn)).json()["values"]
    assert (value["answer"].split()[0], value["source"], value["number"], value["how"]) == ("90", "", 0, "question")


def test_a_value_that_the_title_vouches_for_is_told(client, turn):
    """The gate counts title and heading as part of the passage; they are not marked in its text."""
    TurnSource.objects.filter(turn=turn, number=1).update(title="The gate of 2014")
    Turn.objects.filter(pk=turn.pk).update(sentences=[{"text": "The gate is of 2014.", "cited": [1]}])
    told = client.get(address(turn)).json()
    assert told["values"] == [{"answer": "2014", "source": "2014", "number": 1, "how": "same form"}]
    assert text_at(2, told["passages"][0]) == []


def test_an_article_that_was_withdrawn_is_shown_no_more(client, turn):
    """Of two sources the other one is left; of one, only the words that say so."""
    Article.objects.filter(slug="a1").update(status=Article.Status.DRAFT)
    assert [passage["number"] for passage in client.get(address(turn, 2)).json()["passages"]] == [3]
    response = client.get(address(turn))
    assert response.status_code == 404
    assert response.json() == {
        "code": "gone",
        "text": "The article that this sentence rests on is no longer published.",
    }


@pytest.mark.parametrize("ordinal", [0, 4, 10**30])
def test_a_sentence_that_was_not_released_has_no_page(client, turn, ordinal):
    """404, as for all that is not there."""
    assert client.get(address(turn, ordinal)).status_code == 404


@pytest.mark.parametrize("kind", ["forged", "conversation", "expired"])
def test_no_other_token_opens_it(client, turn, kind, settings):
    """Only the visitor's own, as long as the turn is kept."""
    token = turn_token(turn)
    if kind == "forged":
        token = f"{token[:-1]}{'A' if token[-1] != 'A' else 'B'}"
    if kind == "conversation":
        token = conversation_token(turn.conversation)
    if kind == "expired":
        Turn.objects.filter(pk=turn.pk).update(opened_at=timezone.now() - timedelta(days=400))
    response = client.get(address(turn, token=token))
    assert response.status_code == 404 and response.json()["code"] == "gone"


def test_it_is_stored_nowhere_and_changes_nothing(client, turn):
    """No cache keeps it, only GET reads it."""
    response = client.get(address(turn))
    assert response.headers["Cache-Control"] == "no-store"
    assert client.post(address(turn)).status_code == 405


def test_it_has_a_rate_of_its_own(client, turn, settings):
    """Whoever opens many sentences may still ask."""
    settings.ASSISTANT_RATE_LIMIT = (2, 60)
    assert [client.get(address(turn)).status_code for _ in range(3)] == [200, 200, 429]


# --- what is shown of a passage ---


def shown_of(passage, sentence, language="en"):
    """The supporting sentences, as text."""
    return [passage[s.start : s.end] for s in why.supporting(passage, sentence, language, {})]


def test_the_sentence_with_the_rarest_shared_words_speaks_for_it():
    """Not the one that shares "the" and "gate" with everything."""
    passage = "The gate is grey. The gate is paid for by the town. The gate is loved by the children."
    assert shown_of(passage, "The children love the gate.") == ["The gate is loved by the children."]


def test_a_sentence_drawn_from_two_shows_both_in_order():
    """However the answer has turned them round."""
    passage = "Winches draw the leaves together. Rain falls often. Divers clean the sill in spring."
    said = "Divers clean the sill, and winches draw the leaves together."
    assert shown_of(passage, said) == ["Winches draw the leaves together.", "Divers clean the sill in spring."]


@pytest.mark.parametrize(
    ("language", "passage", "sentence", "expected"),
    [
        (
            "zh-hans",
            "闸门是灰色的。关闭需要三十八分钟。船在外面等。",
            "关闭闸门需要三十八分钟。",
            "关闭需要三十八分钟。",
        ),
        (
            "fa",
            "دریچه خاکستری است. قایق‌ها بیرون می‌مانند. نور سرخ روشن است.",
            "نور سرخ روشن می‌شود.",
            "نور سرخ روشن است.",
        ),
        ("ru", "Ворота серые. Лодки ждут снаружи. Горит красный свет.", "Снаружи ждут лодки.", "Лодки ждут снаружи."),
        ("hi", "द्वार धूसर है। नावें बाहर रुकती हैं। लाल बत्ती जलती है।", "नावें बाहर रुकती हैं।", "नावें बाहर रुकती हैं।"),
    ],
)
def test_it_is_found_in_every_script(language, passage, sentence, expected):
    """By the same terms that the search compares."""
    assert shown_of(passage, sentence, language) == [expected]


def test_between_two_languages_the_beginning_is_shown():
    """Nothing is claimed to be a support that no word and no value ties to the answer."""
    assert shown_of(PASSAGE, "水闸的门是灰色的。") == []
    ((text, level),) = why.segments(PASSAGE * 3, (), ())
    assert level == Level.CONTEXT and PASSAGE.startswith(text[:100]) and text.endswith("…")


def test_what_is_left_out_is_marked_and_no_word_is_cut():
    """Before, between and after; in the order of the passage."""
    words = " ".join(f"word{number}" for number in range(100))
    passage = f"{words}. One. {words}. Two. {words}."
    one, two = passage.index("One."), passage.index("Two.")
    found = why.segments(passage, (Stretch(one, one + 4), Stretch(two, two + 4)), (Stretch(one, one + 3),))
    text = "".join(text for text, _ in found)
    assert text.startswith("… word") and text.endswith(" …") and " … " in text[10:-10]
    assert {word.strip(".") for word in text.split()} <= {*words.split(), "One", "Two", "…"}
    assert [text for text, level in found if level == Level.VALUE] == ["One"]


def test_what_stands_around_ends_with_its_paragraph():
    """A table or a list that follows is no context."""
    passage = "The tide turns.\n\nA berth costs €28. Showers are included.\n\n| Boat | Price |\n| --- | --- |"
    start = passage.index("A berth")
    found = why.segments(passage, (Stretch(start, start + 18),), ())
    assert "".join(text for text, _ in found) == "… A berth costs €28. Showers are included. …"


def test_a_long_passage_takes_time_in_proportion():
    """Eight times the text, no more than some eight times the time; twice that is allowed for noise."""

    def seconds(times):
        passage = " ".join(f"Sentence {n} says that {n * 7} boats came." for n in range(times))
        best = []
        for _ in range(3):
            started = time.process_time()
            why.segments(passage, why.supporting(passage, "Then 70 boats came.", "en", {}), ())
            best.append(time.process_time() - started)
        return min(best)

    assert seconds(1600) < 16 * seconds(200)
