"""An article is cut along its structure, between sentences, into passages of a size (spec 3, §1)."""

from __future__ import annotations

import pytest

from corpus.passages import MOST_WORDS, count_words, cut

SENTENCE = "The keeper of lamp number {} climbs the stairs every night and writes the hour into a book. "


def prose(sentences: int, start: int = 0) -> str:
    """Sentences of 17 words, each different."""
    return "".join(SENTENCE.format(n) for n in range(start, start + sentences)).strip()


def test_a_short_article_is_one_passage():
    """Nothing is cut that fits."""
    (passage,) = cut("One sentence. And another one.", "markdown", "en")
    assert passage.text == "One sentence. And another one."
    assert (passage.heading, passage.anchor) == ("", "")


def test_an_article_without_text_has_no_passage():
    """Headings alone are no text."""
    assert cut("# Title\n\n## Nothing here\n", "markdown", "en") == []


@pytest.mark.parametrize("sentences", [16, 20, 31, 50, 77])
def test_long_prose_is_cut_into_passages_of_150_to_250_words(sentences):
    """Even parts: no tiny rest at the end."""
    passages = cut(prose(sentences), "markdown", "en")
    assert len(passages) > 1
    assert all(130 <= count_words(passage.text) <= MOST_WORDS for passage in passages)


def test_no_sentence_is_cut():
    """Every sentence of the article stands whole in some passage."""
    passages = cut(prose(60), "markdown", "en")
    for number in range(60):
        assert any(SENTENCE.format(number).strip() in passage.text for passage in passages)
    assert all(passage.text.startswith("The keeper") and passage.text.endswith(".") for passage in passages)


def test_neighbours_share_one_sentence():
    """What a passage begins with is what the one before ended with."""
    first, second, *_rest = cut(prose(40), "markdown", "en")
    shared = second.text.split(". ")[0] + "."
    assert first.text.endswith(shared)
    assert second.text.count("The keeper") > 2


def test_abbreviations_end_no_sentence():
    """The splitter is the gate's own."""
    body = "Dr. Brekke paid approx. 12 crowns to Mr. Lund for the lamp and went home to her house by the sea. " * 30
    for passage in cut(body, "markdown", "en"):
        assert passage.text.startswith("Dr. Brekke")
        assert passage.text.endswith("by the sea.")


def test_sections_keep_apart_and_know_their_heading_and_anchor():
    """The path of headings, and the id that stands on the page."""
    headings = ("## Visits", "### In winter", "## Visits")
    body = prose(8) + "".join(f"\n\n{heading}\n\n{prose(8, 100)}" for heading in headings)
    passages = cut(body, "markdown", "en", "The lighthouse")
    assert [(passage.heading, passage.anchor) for passage in passages] == [
        ("", ""),
        ("Visits", "visits"),
        ("Visits › In winter", "in-winter"),
        ("Visits", "visits-1"),
    ]


def test_a_heading_that_repeats_the_title_is_left_out():
    """The title is known already."""
    (passage,) = cut("# The Lighthouse\n\nIt burns.", "markdown", "en", "The lighthouse")
    assert passage.heading == ""


def test_short_sections_join_their_neighbour():
    """A section of one sentence is no passage; its heading becomes a line of its own."""
    (passage,) = cut("Opening words.\n\n## Visits\n\nOn Saturdays.\n\n## Tickets\n\nTwelve crowns.", "markdown", "en")
    assert passage.text == "Opening words.\n\nVisits\n\nOn Saturdays.\n\nTickets\n\nTwelve crowns."


def test_paragraphs_are_parted_by_a_blank_line_and_wrapped_lines_are_joined():
    """So that sentences can be found again."""
    (passage,) = cut("One line\ngoes on.\n\nA second\nparagraph.", "markdown", "en")
    assert passage.text == "One line goes on.\n\nA second paragraph."


def test_lists_keep_their_markers():
    """Numbers count, and depth is indented."""
    (passage,) = cut("To do:\n\n3. wind\n4. light\n   - the lamp\n   - the stove\n", "markdown", "en")
    assert passage.text == "To do:\n\n3. wind\n4. light\n  - the lamp\n  - the stove"


def test_a_table_repeats_its_header_in_each_passage():
    """A row without its header says nothing."""
    rows = "\n".join(f"| lamp {n} in the northern row | burns paraffin until morning comes |" for n in range(60))
    passages = cut(f"| Lamp | Fuel |\n| --- | --- |\n{rows}", "markdown", "en")
    assert len(passages) > 1
    assert all(passage.text.startswith("| Lamp | Fuel |\n| --- | --- |\n| lamp") for passage in passages)
    assert all(passage.text.count("| Lamp |") == 1 for passage in passages)
    assert sum(passage.text.count("burns paraffin") for passage in passages) == 60


def test_code_stays_whole():
    """However long, and with its line breaks."""
    code = "\n".join(f"lamp_{n} = light(  {n} )" for n in range(300))
    passages = cut(f"{prose(10)}\n\n```python\n{code}\n```\n\n{prose(10, 50)}", "markdown", "en")
    assert any(code in passage.text for passage in passages)


def test_a_list_stays_with_the_sentence_that_introduces_it():
    """A sentence that ends in a colon is no end."""
    items = "\n".join(f"- lamp number {n} burns from dusk until the morning of the next day" for n in range(30))
    passages = cut(f"{prose(9)} These are the lamps of the town:\n\n{items}", "markdown", "en")
    assert not any(passage.text.rstrip().endswith(":") for passage in passages)


def test_an_address_behind_a_link_is_kept():
    """The gate vouches for what stands in the source, so an address must stand there."""
    (passage,) = cut("Write to [the keeper](mailto:ida@tarn.example) or [see](/visits/).", "markdown", "en")
    assert passage.text == "Write to the keeper (ida@tarn.example) or see."


def test_chinese_is_counted_by_characters_and_joined_without_spaces():
    """Three characters count as two words; a wrapped line adds no space."""
    (passage,) = cut("灯塔建于\n一八八七年。", "markdown", "zh-hans")
    assert passage.text == "灯塔建于一八八七年。"
    assert count_words("灯塔建") == 2
    long = "".join(f"第{n}盏灯每天夜里由看守人点亮并且记录在一本厚厚的簿子里面。" for n in range(60))
    passages = cut(long, "markdown", "zh-hans")
    assert all(130 <= count_words(passage.text) <= MOST_WORDS for passage in passages)
    assert all(passage.text.startswith("第") and passage.text.endswith("。") for passage in passages)


def test_html_is_cut_by_the_same_rules():
    """Headings with their own ids, lists, tables; scripts, styles and forms are no text."""
    body = (
        '<script>alert(1)</script><style>p{}</style><form><input value="x"></form>'
        f'<p>{prose(8)}</p><h2 id="hours">Opening <em>hours</em></h2>'
        "<table><tr><th>Day</th><th>Hour</th></tr><tr><td>Saturday</td><td>10</td></tr></table>"
        f"<ul><li>first</li><li>second</li></ul><p>{prose(8, 50)}</p>"
    )
    first, second = cut(body, "html", "en")
    assert (second.heading, second.anchor) == ("Opening hours", "hours")
    assert second.text.startswith("| Day | Hour |\n| --- | --- |\n| Saturday | 10 |\n\n- first\n- second\n\nThe keeper")
    assert "alert" not in first.text + second.text


def test_raw_html_in_markdown_is_no_noise():
    """Tags vanish, their text stays."""
    (passage,) = cut("A <b>bold</b> word.\n\n<div onclick='x()'>A box.</div>", "markdown", "en")
    assert passage.text == "A bold word.\n\nA box."


def test_a_table_has_the_words_of_its_caption_and_of_its_cells_whatever_stands_in_them():
    """Lists, paragraphs and tables in a cell are its text; a caption is a paragraph before the rows."""
    body = (
        "<table><caption>Prices</caption><tr><th>Who</th><th>Price</th></tr>"
        "<tr><td><p>Child</p><p>alone</p></td><td><ul><li>6 crowns</li><li>7 at night</li></ul></td></tr>"
        "<tr><td>Adult</td><td><table><tr><td>12</td><td>crowns</td></tr></table> each</td></tr></table>"
    )
    (passage,) = cut(body, "html", "en")
    assert passage.text == (
        "Prices\n\n| Who | Price |\n| --- | --- |\n| Child alone | 6 crowns 7 at night |\n| Adult | 12 crowns each |"
    )


def test_a_table_of_one_row_of_headings_is_text():
    """There is nothing that it would be the header of."""
    (passage,) = cut("<table><tr><th>Open</th><th>daily</th></tr></table>", "html", "en")
    assert passage.text == "| Open | daily |"


def test_a_header_too_long_to_be_repeated_stands_once():
    """Else a table of many rows would be nothing but its header."""
    header = " ".join(f"word{n}" for n in range(100))
    body = f"| {header} |\n| --- |\n" + "\n".join(f"| row {n} of the table |" for n in range(200))
    passages = cut(body, "markdown", "en")
    assert sum(passage.text.count("word99") for passage in passages) == 1
    assert all(any(f"| row {n} of" in passage.text for passage in passages) for n in range(200))


def test_a_row_longer_than_a_passage_is_cut_between_its_sentences():
    """A page may be one cell of a table."""
    passages = cut(f"<table><tr><th>A</th></tr><tr><td>{prose(40)}</td></tr></table>", "html", "en")
    assert len(passages) > 2
    assert passages[0].text.startswith("| A |\n| --- |\n\n| The keeper")
    assert all(count_words(passage.text) <= MOST_WORDS + 10 for passage in passages)


def test_sentences_that_end_in_colons_make_no_endless_passage():
    """Each introduces the next, and none is lost."""
    body = "\n\n".join(f"This is what the keeper of lamp number {n} says to us:" for n in range(100))
    passages = cut(body, "markdown", "en")
    assert all(count_words(passage.text) <= MOST_WORDS for passage in passages)
    assert all(any(f"number {n} says" in passage.text for passage in passages) for n in range(100))


def test_a_passage_is_never_the_repeated_sentence_alone():
    """Where the next sentence fills a passage by itself, nothing is repeated before it."""
    long = " ".join(f"word{n}" for n in range(240)) + "."
    short = " ".join(f"light{n}" for n in range(40)) + "."
    passages = cut(f"{prose(13)} {short.capitalize()} {long.capitalize()} {prose(3, 90)}", "markdown", "en")
    assert sum(passage.text.count("Light0") for passage in passages) == 1


def test_a_heading_as_long_as_a_paragraph_is_one():
    """Its sentences are text; no path repeats it."""
    passages = cut(f"## {prose(30)}\n\nText.", "markdown", "en")
    assert {passage.heading for passage in passages} == {""}
    assert passages[0].text.startswith("The keeper")
