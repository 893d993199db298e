"""An OpenAI-compatible endpoint: asked over real HTTP, believed in nothing, and never quoted in an error."""

from __future__ import annotations

import threading

import pytest

from corpus.embedding import EmbeddingError, Unavailable, endpoint
from corpus.embedding.endpoint import ATTEMPTS, Endpoint

from .embedding_server import KEY, body, embedding_server, rows, vector_of


@pytest.fixture
def server():
    with embedding_server() as server:
        yield server


@pytest.fixture
def waits():
    return []


@pytest.fixture
def embedder(server, waits):
    return Endpoint(server.address, "m", KEY, sleep=waits.append)


def answering(*answers):
    """The n-th request has the n-th answer; all later ones the last: a status, or a status with headers, or rows."""

    def answer(number, request):
        chosen = answers[min(number, len(answers)) - 1]
        if isinstance(chosen, int):
            return chosen, f'{{"error": "{KEY} {request["input"][0]}"}}'.encode(), {}
        return chosen

    return answer


def fine(number, request):
    return 200, body(rows(request["input"])), {}


def test_vectors_come_in_the_order_of_the_texts(server, embedder):
    """By their index, whatever their order in the answer."""
    assert embedder.passages(["a", "b", "c"]) == [vector_of(text) for text in "abc"]
    assert embedder.question("a") == vector_of("a")
    assert server.asked[0] == {"model": "m", "input": ["a", "b", "c"], "encoding_format": "float"}
    assert set(server.keys) == {f"Bearer {KEY}"}


def test_the_models_prefixes_go_in_front(server):
    """Questions have one and passages another; a server without a key is sent none."""
    embedder = Endpoint(server.address, "e5", prefixes=("query:", "passage:"))
    embedder.question("who?")
    embedder.passages(["he"])
    assert server.texts == ["query: who?", "passage: he"]
    assert server.keys == ["", ""]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_passages_are_asked_for_again_where_that_may_help(server, embedder, waits, status):
    """After a while that doubles, or that the server names."""
    server.answer = lambda number, request: (
        fine(number, request) if number > 2 else (status, b"", {"Retry-After": "7"} if number == 2 else {})
    )
    assert embedder.passages(["a"]) == [vector_of("a")]
    assert waits == [0.5, 7.0]


def test_passages_are_given_up_in_the_end(server, embedder, waits):
    """The error says the status, and nothing of what was sent or answered."""
    server.answer = answering(500)
    with pytest.raises(Unavailable) as caught:
        embedder.passages(["secret text"])
    assert len(server.asked) == ATTEMPTS
    assert str(caught.value) == "the embedding endpoint answered 500"
    assert caught.value.__cause__ is None


def test_a_wait_that_a_server_names_has_a_limit(server, embedder, waits):
    """It may not hold an indexer up for a day."""
    server.answer = lambda number, request: (
        fine(number, request) if number > 1 else (429, b"", {"Retry-After": "86400"})
    )
    embedder.passages(["a"])
    assert waits == [endpoint.LONGEST_WAIT]


@pytest.mark.parametrize("status", [401, 403, 404, 302])
def test_what_no_repetition_helps_is_not_repeated(server, embedder, waits, status):
    """A redirect is not followed either: the key would go to another host."""
    server.answer = answering((status, b"", {"Location": f"{server.address}/embeddings"}))
    with pytest.raises(Unavailable, match=str(status)):
        embedder.passages(["a"])
    assert len(server.asked) == 1


def test_a_refused_text_is_told_from_a_server_that_is_away(server, embedder):
    """The indexer then tries the others alone."""
    server.answer = answering(400)
    with pytest.raises(EmbeddingError) as caught:
        embedder.passages(["a"])
    assert not isinstance(caught.value, Unavailable)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>",
        b"[]",
        b'{"data": null}',
        b"[" * 100_000,
        body([]),
        body(rows(["a"])),
        body(rows(["a", "b", "c"])),
        body([{"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [1]}]),
        body([{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]),
        body([{"index": i, "embedding": [0, 0]} for i in range(2)]),
        body([{"index": i, "embedding": []} for i in range(2)]),
        body([{"index": i, "embedding": [float("nan")]} for i in range(2)]),
        body([{"index": i, "embedding": [1e999]} for i in range(2)]),
        body([{"index": i, "embedding": "AAAA"} for i in range(2)]),
        body([{"index": i, "embedding": ["x"]} for i in range(2)]),
    ],
)
def test_an_answer_without_these_vectors_is_refused(server, embedder, content):
    """Too few, too many, of two lengths, not numbers, no direction, or no JSON at all."""
    server.answer = answering((200, content, {}))
    with pytest.raises(Unavailable, match="something else"):
        embedder.passages(["a", "b"])


def test_an_endless_answer_is_cut(server, embedder, monkeypatch):
    """It does not fill the memory."""
    monkeypatch.setattr(endpoint, "MOST_BYTES", 1000)
    server.answer = answering((200, b" " * 10_000, {}))
    with pytest.raises(Unavailable, match="too much"):
        embedder.passages(["a"])


def test_an_answer_that_breaks_off_is_asked_for_again(server, embedder, waits, monkeypatch):
    """The connection closes in the middle."""
    server.answer = lambda number, request: (
        fine(number, request) if number > 1 else (200, b"{", {"Content-Length": "100", "Connection": "close"})
    )
    monkeypatch.setattr(endpoint, "PASSAGES_SECONDS", 0.3)  # the rest never comes
    assert embedder.passages(["a"]) == [vector_of("a")]
    assert len(waits) == 1


def test_a_question_waits_a_short_time_and_the_next_one_not_at_all(server, embedder, monkeypatch):
    """An endpoint that hangs holds up one visitor, not all of them."""
    monkeypatch.setattr(endpoint, "QUESTION_SECONDS", 0.2)
    released = threading.Event()

    def hang(number, request):
        released.wait(30)
        return fine(number, request)

    server.answer = hang
    try:
        with pytest.raises(Unavailable):
            embedder.question("who?")
        with pytest.raises(Unavailable, match="a moment ago"):
            embedder.question("who?")
        assert len(server.asked) == 1
    finally:
        released.set()


def test_nobody_there_is_an_error_without_the_address(waits):
    """An address may hold what its owner calls his own."""
    embedder = Endpoint("http://127.0.0.1:9/secret/v1", "m", KEY, sleep=waits.append)
    with pytest.raises(Unavailable) as caught:
        embedder.question("who?")
    assert "secret" not in str(caught.value) and KEY not in repr(caught.value) + repr(embedder) + embedder.name
    assert caught.value.__cause__ is None and caught.value.__suppress_context__
