"""The property above all others: any way to cut the text into pieces gives the same sentences (spec 1, S13)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gate.sentences import CAP

from .pieces import every_way, split
from .strategies import language_codes, long_texts, piece_lists, texts


@given(texts, language_codes)
@settings(max_examples=300, deadline=None)
def test_a_short_text_gives_the_same_sentences_cut_anywhere(text: str, language: str) -> None:
    """Every single cut, and pieces of every size."""
    whole = split([text], language)
    for pieces in every_way(text):
        assert split(pieces, language) == whole, pieces


@given(long_texts, language_codes, st.data())
@settings(max_examples=150, deadline=None)
def test_a_long_text_gives_the_same_sentences_in_any_pieces(text: str, language: str, data: st.DataObject) -> None:
    """The cap is no exception, nor are runs that reach it."""
    pieces = data.draw(piece_lists(text))
    whole = split([text], language)
    assert split(pieces, language) == whole
    assert split(list(text), language) == whole


@given(st.text(max_size=60), language_codes, st.data())
@settings(max_examples=200, deadline=None)
def test_any_characters_at_all_give_the_same_sentences(text: str, language: str, data: st.DataObject) -> None:
    """Text that no model would write is no exception."""
    assert split(data.draw(piece_lists(text)), language) == split([text], language)


@given(long_texts, language_codes)
@settings(max_examples=150, deadline=None)
def test_nothing_is_lost_and_nothing_is_longer_than_the_cap(text: str, language: str) -> None:
    """The sentences joined are the text, white space at its end aside; each but a flushed one keeps to the cap."""
    found = split([text], language)
    assert "".join(found) == text.rstrip()
    assert all(len(sentence.strip()) <= CAP for sentence in found[:-1])
