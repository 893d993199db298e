"""Of any article every sentence stands whole in a passage, no passage is too long, and time stays linear."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.blocks import Kind, blocks
from corpus.passages import LONGEST_OVERLAP, MOST_WORDS, count_words, cut, sentences
from corpus.rendering import render_text
from tests.gate.hostile import cpu_seconds, growth

WORDS = "the lamp burns at night and Ida climbs 214 stairs چراغ می‌سوزد Лампа горит 灯塔 दीपक".split()


@st.composite
def sentence(draw: st.DrawFn) -> str:
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=draw(st.sampled_from([6, 30, 90]))))
    return " ".join(words).capitalize() + draw(st.sampled_from([".", "?", "!", ":", "。", "؟", "।", ""]))


paragraph = st.lists(sentence(), min_size=1, max_size=12).map(" ".join)
cells = st.lists(sentence().map(lambda text: text.replace("|", "")), min_size=2, max_size=2)


@st.composite
def table(draw: st.DrawFn) -> str:
    rows = draw(st.lists(cells, min_size=1, max_size=12))
    header = draw(st.sampled_from(["| Day | Hour |", "| Who | " + "price " * 80 + "|"]))
    return "\n".join([header, "| --- | --- |", *(f"| {' | '.join(row)} |" for row in rows)])


block = st.one_of(
    paragraph,
    paragraph,
    st.tuples(st.sampled_from(["#", "##", "###"]), st.sampled_from(WORDS)).map(" ".join),
    st.lists(sentence(), min_size=1, max_size=8).map(lambda items: "\n".join(f"- {item}" for item in items)),
    table(),
    st.lists(sentence(), min_size=1, max_size=4).map(lambda lines: "\n".join(["```", *lines, "```"])),
)
articles = st.lists(block, min_size=1, max_size=14).map("\n\n".join)
languages = st.sampled_from(["en", "fa", "zh-hans", "hi"])


def pieces(body: str, language: str) -> list[str]:
    """What must stand whole: the sentences of paragraphs, items and long rows, each short row, all code."""
    found = []
    for block in blocks(body, "markdown"):
        match block.kind:
            case Kind.HEADING:
                continue
            case Kind.CODE:
                found.append(block.text)
            case Kind.ROW if count_words(block.text) <= MOST_WORDS:
                found.append(block.text)
            case _:
                found += [text.strip() for text in sentences(block.text, language)]
    return found


@settings(deadline=None, max_examples=150)
@given(articles, languages)
def test_every_sentence_stands_whole_in_a_passage_and_none_is_out_of_order(body: str, language: str) -> None:
    passages = [passage.text for passage in cut(body, "markdown", language)]
    at = 0
    for piece in pieces(body, language):
        at = next((n for n in range(at, len(passages)) if piece in passages[n]), -1)
        assert at >= 0, piece


@settings(deadline=None, max_examples=150)
@given(articles, languages)
def test_a_passage_is_too_long_only_for_one_thing_that_is_never_cut(body: str, language: str) -> None:
    """A sentence, a row, code. The header of a table comes on top."""
    longest = max(map(count_words, pieces(body, language)), default=0)
    for passage in cut(body, "markdown", language):
        headers = sum(count_words(line) for line in re.findall(r"(.*\n\| --- .*)\n", passage.text))
        assert count_words(passage.text) - headers <= max(MOST_WORDS, longest + LONGEST_OVERLAP) + 1


@settings(deadline=None, max_examples=100)
@given(articles, languages)
def test_every_anchor_is_an_id_on_the_page(body: str, language: str) -> None:
    ids = set(re.findall(r' id="([^"]*)"', render_text(body, "markdown")))
    assert {passage.anchor for passage in cut(body, "markdown", language)} <= ids | {""}


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize(
    ("before", "fragment", "format"),
    [
        ("", "word ", "markdown"),
        ("", "x", "markdown"),
        ("", "字", "markdown"),
        ("", "A sentence. ", "markdown"),
        ("", "Of this: ", "markdown"),
        ("", "Of this:\n\n", "markdown"),
        ("", "# Heading\n\n", "markdown"),
        ("", "# Heading\n\nText.\n\n", "markdown"),
        ("", "<h2>A</h2>", "html"),
        ("", '<h2 id="a">A</h2><p>Text.</p>', "html"),
        ("| A | B |\n| --- | --- |\n", "| one | two |\n", "markdown"),
        ("| " + "word " * 2000 + "|\n| --- |\n", "| one |\n", "markdown"),
        ("<table>", "<tr><td>a</td></tr>", "html"),
        ("", "- item\n", "markdown"),
        ("", "```\ncode\n```\n", "markdown"),
        ("```\n", "code\n", "markdown"),
    ],
)
def test_four_times_a_hostile_article_takes_about_four_times_as_long(before, fragment, format, language):
    """A line of a megabyte, headings without end, all of one name, rows without end under a long header."""
    small, large = (before + fragment * (size // len(fragment)) for size in (30_000, 120_000))
    assert growth(lambda body: cpu_seconds(lambda: cut(body, format, language)), small, large, at_most=8) < 8
