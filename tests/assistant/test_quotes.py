"""A source link can look for the passage's own words: they stand in the article's page as they are quoted."""

from __future__ import annotations

import re
from html import unescape

import pytest

from assistant.quotes import LENGTH, opening
from corpus.loading import load
from corpus.models import Passage


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        ("Each leaf floats.", "Each leaf floats."),
        ("\n\nOne.\n\nTwo.", "One."),
        ("word " * 30, ("word " * 12).rstrip()),
        ("水" * 100, "水" * LENGTH),
        ("| Boat | Price |\n| --- | --- |", ""),
        ("1. The first.\n2. The second.", ""),
        ("- A thing", ""),
        ("", ""),
    ],
)
def test_it_is_the_beginning_within_a_line_and_no_word_is_cut(passage, expected):
    """Nothing where the line has signs that a page does not show."""
    assert opening(passage) == expected


@pytest.mark.django_db
def test_the_pages_of_the_sample_hold_what_is_quoted_of_them(client):
    """Every passage in every language, as a reader sees its page."""
    load("markdown", "corpus/sample")
    quoted = 0
    for passage in Passage.objects.select_related("article"):
        page = client.get(passage.article.get_absolute_url()).content.decode()
        seen = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", page)))
        if quote := opening(passage.text):
            quoted += 1
            assert re.sub(r"\s+", " ", quote) in seen, passage.article.slug
    assert quoted > 100
