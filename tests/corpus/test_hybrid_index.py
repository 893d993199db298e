"""Vectors follow the index: only what is new is embedded, what is gone is gone, and what broke off goes on."""

from __future__ import annotations

import threading

import pytest
from django.core.management import call_command
from django.db import connection

from corpus.indexing import index
from corpus.models import Article, Passage, PassageVector, VectorIndex
from corpus.nearest import cache
from corpus.vectors import FillReport, Follower, fill, waiting

from .articles import BAKERY, LIGHTHOUSE, publish
from .embedding_server import DIMENSIONS, embedding_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings):
    with embedding_server() as server:
        settings.CORPUS_EMBEDDINGS, settings.CORPUS_EMBEDDINGS_MODEL = server.address, "m"
        cache.forget()
        yield server
        cache.forget()


def held() -> set[int]:
    """The passages in this process's memory, once it has looked."""
    from corpus.embedding import embedder

    chosen = embedder()
    assert chosen is not None
    return {int(key) for matrix in cache.languages(chosen.name).values() for key in matrix.keys}


def there() -> set[int]:
    return set(PassageVector.objects.values_list("passage_id", flat=True))


def test_every_passage_gets_a_vector_and_only_once(server):
    """With its title in front, in a language or in another."""
    publish()
    publish("灯塔", "这座灯塔建于1887年。", "zh-hans", slug="dengta")
    seen = []
    assert fill(lambda *done: seen.append(done)) == FillReport(embedded=2)
    assert seen == [(2, 2)]
    assert there() == set(Passage.objects.values_list("pk", flat=True)) == held()
    assert {len(vector.values) for vector in PassageVector.objects.all()} == {DIMENSIONS}
    assert all(text.startswith(("The lighthouse\n", "灯塔\n")) for text in server.texts)
    assert fill() == FillReport()
    assert len(server.asked) == 1


def test_nothing_is_asked_inside_a_transaction_of_ours(server, transactional_db):
    """A model may take minutes; the index must not wait for it."""
    publish()
    inside = []
    from corpus.embedding import embedder

    chosen = embedder()
    ask = chosen.passages
    chosen.passages = lambda texts: inside.append(connection.in_atomic_block) or ask(texts)
    fill()
    assert inside == [False]


def test_a_passage_that_stays_as_it_was_keeps_its_vector(server):
    """Though its article is indexed anew: what it says decides, not its row."""
    article = publish(body=f"{LIGHTHOUSE * 30}\n\n## Bread\n\n{BAKERY * 20}")
    fill()
    before = len(server.texts)
    assert before > 3
    article.body += "\n\n## Later\n\nA new section about the ferry.\n" * 40
    article.save()
    report = fill()
    assert 0 < report.embedded < before
    index(rebuild=True)
    assert waiting() == 0
    assert held() == there() == set(Passage.objects.values_list("pk", flat=True))


def test_a_vector_goes_with_its_passage(server):
    """Withdrawn or deleted, from the database and from the memory of a process that looks again."""
    lighthouse, bakery = publish(), publish("The bakery", BAKERY)
    fill()
    assert len(held()) == 2
    lighthouse.status = Article.Status.DRAFT
    lighthouse.save()
    assert held() == there() == {bakery.passages.get().pk}
    bakery.delete()
    assert there() == held() == set()


def test_a_change_of_model_embeds_everything_again(server, settings):
    """Vectors of two models must not be compared."""
    publish()
    fill()
    settings.CORPUS_EMBEDDINGS_MODEL = "other"
    assert waiting() == 1
    assert held() == set()
    assert fill() == FillReport(embedded=1)
    assert [one.embedder.split("\n")[1] for one in VectorIndex.objects.all()] == ["other"]
    assert held() == there()


def test_what_broke_off_goes_on_where_it_was(server, monkeypatch):
    """What had been embedded is not embedded again."""
    from corpus.embedding import endpoint

    monkeypatch.setattr(endpoint.Endpoint, "batch", 1)
    monkeypatch.setattr(endpoint, "FIRST_WAIT", 0)
    for number in range(3):
        publish(f"Article {number}", f"Text number {number}.")
    server.answer = lambda number, request: (500, b"", {}) if number > 1 else (200, _body(request), {})
    report = fill()
    assert (report.embedded, report.waiting, report.reason) == (1, 2, "the embedding endpoint answered 500")
    server.answer = None
    asked = len(server.asked)
    assert fill() == FillReport(embedded=2)
    assert len(server.asked) == asked + 2


def test_one_text_that_is_refused_keeps_no_other_back(server):
    """The rest of its batch is tried alone."""
    for number in range(3):
        publish(f"Article {number}", f"Text number {number}.")
    server.answer = lambda number, request: (
        (400, b"", {}) if any("number 1" in text for text in request["input"]) else (200, _body(request), {})
    )
    report = fill()
    assert (report.embedded, report.refused, report.waiting) == (2, 1, 1)


def test_vectors_of_another_length_are_refused(server):
    """Behind the same name the server runs another model now."""
    publish()
    fill()
    publish("The bakery", BAKERY)
    server.answer = lambda number, request: (200, b'{"data": [{"index": 0, "embedding": [1, 2, 3]}]}', {})
    report = fill()
    assert (report.embedded, report.reason) == (0, "the embedder's vectors are not all of one length")
    assert len(there()) == 1


def test_a_passage_that_changed_while_it_was_embedded_gets_no_vector_of_before(server):
    """What is stored belongs to what the passage says now."""
    article = publish()

    from corpus.embedding import embedder

    chosen = embedder()
    ask = chosen.passages

    def passages(texts):
        vectors = ask(texts)
        Passage.objects.filter(article=article).update(text="Now it says this.")
        return vectors

    chosen.passages = passages
    assert fill().embedded == 0
    assert there() == set()
    del chosen.passages
    assert fill().embedded == 1


def test_the_commands_embed_what_they_have_indexed(server, capsys):
    """And say how many passages have no vector."""
    publish()
    call_command("reindex")
    assert "1 embedded, 0 without a vector." in capsys.readouterr().out
    assert held() == there() != set()


def _body(request):
    from .embedding_server import body, rows

    return body(rows(request["input"]))


def test_a_running_server_embeds_what_is_saved_in_it(server, transactional_db):
    """In the background, after the transaction; a process that has not begun to follow does nothing."""
    follower = Follower()
    publish()
    follower.wake()
    assert not background()
    follower.start()
    follower.wake()
    publish("The bakery", BAKERY)
    follower.wake()
    while threads := background():
        threads[0].join()
    assert there() == set(Passage.objects.values_list("pk", flat=True))
    assert len(there()) == 2


def background() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "vectors"]
