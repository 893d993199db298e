"""A passage is read once, however many answers it is offered to; what is remembered stays small."""

from __future__ import annotations

from gate.sources import Sources, indexed, remembered

PASSAGE = "The hall opened in 1926 and has 300 seats."


def test_a_passage_is_read_once() -> None:
    """The second answer gets what the first one has read; another language, or another text, is another reading."""
    first = indexed(PASSAGE, "en")
    assert indexed(PASSAGE, "en") is first
    assert indexed(PASSAGE, "fa") is not first
    assert indexed(PASSAGE + " It closed.", "en") is not first


def test_a_document_is_not_remembered() -> None:
    """The memory of what was read would be as large as the documents are."""
    document = PASSAGE * 1000
    assert indexed(document, "en") is not indexed(document, "en")


def test_a_question_is_not_remembered() -> None:
    """It is a visitor's, and gone with the answer."""
    before = remembered.cache_info()
    Sources([], "Does the hall of 1926 have 300 seats?")
    after = remembered.cache_info()
    assert (after.hits, after.misses) == (before.hits, before.misses)


def test_no_more_than_so_many_are_remembered() -> None:
    """The oldest gives way."""
    assert remembered.cache_info().maxsize is not None
