"""An article is shown as safe HTML, and its headings have the ids that its passages lead to."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from corpus.models import Article
from corpus.passages import cut
from corpus.rendering import render

from .articles import publish


class Page(HTMLParser):
    """The tags, attributes and addresses of a piece of HTML, as a browser would see them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}
        self.addresses += [value for name, value in attrs if name in {"href", "src"}]


def html(body: str, format: str = "markdown") -> str:
    return render(Article(body=body, format=format))


@pytest.mark.parametrize("format", ["markdown", "html"])
@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        '<a href="javascript:alert(1)">x</a>',
        '<iframe src="https://evil.example"></iframe>',
        '<p style="position:fixed" onclick="x()">x</p>',
        "<svg><script>alert(1)</script></svg>",
        '<form action="https://evil.example"><input name=x></form>',
        '<a href="data:text/html,<script>alert(1)</script>">x</a>',
        '<h2 id="x" onmouseover="alert(1)">x</h2>',
        "<h2 id='\"><img src=x onerror=alert(1)>'>x</h2>",
        "<style>*{display:none}</style>",
        "<!-- <script>alert(1)</script> -->",
    ],
)
def test_nothing_that_runs_or_disguises_survives(attack, format):
    """Whoever wrote it."""
    page = Page(html(f"Text.\n\n{attack}\n\nMore.", format))
    assert not page.tags & {"script", "iframe", "svg", "form", "input", "style", "object", "embed", "base", "meta"}
    assert not {name for name in page.attributes if name.startswith("on") or name == "style"}
    assert all(address.startswith(("http://", "https://", "mailto:", "tel:", "/", "x")) for address in page.addresses)


def test_links_in_markdown_cannot_run_either():
    """The same rule by another way in."""
    assert not Page(html("[x](javascript:alert(1)) ![y](data:image/svg+xml,x)")).addresses
    assert 'href="https://tarn.example"' in html("[x](https://tarn.example)")
    assert 'rel="noopener noreferrer"' in html("[x](https://tarn.example)")


def test_markdown_keeps_its_structure():
    """Lists, tables, quotations, code."""
    shown = html("- a\n\n> b\n\n| c |\n| --- |\n| d |\n\n```\ne < f\n```\n")
    for piece in ("<li>a</li>", "<blockquote>", "<th>c</th>", "<td>d</td>", "<code>e &lt; f"):
        assert piece in shown


BODY = """## Opening *hours*

One.

## Öffnung & Zeiten

Two.

## Opening hours

Three.

## दूसरा भाग

Four.

## 开放时间

Five.

## ?!

Six.
"""


def ids_of(shown: str) -> list[str]:
    return re.findall(r' id="([^"]*)"', shown)


def test_headings_have_readable_ids_of_their_own():
    """In any script, as GitHub, Hugo, Docusaurus and Astro make them; numbered when taken."""
    assert ids_of(html(BODY)) == [
        "opening-hours",
        "öffnung--zeiten",
        "opening-hours-1",
        "दूसरा-भाग",
        "开放时间",
        "section",
    ]


@pytest.mark.parametrize(
    ("headings", "ids"),
    [
        (["Hours", "Hours", "Hours"], ["hours", "hours-1", "hours-2"]),
        (["Hours 1", "Hours", "Hours"], ["hours-1", "hours", "hours-2"]),
        (["Hours", "Hours 1", "Hours"], ["hours", "hours-1", "hours-2"]),
        (["ساعات العمل", "ساعات العمل"], ["ساعات-العمل", "ساعات-العمل-1"]),
        (["سَاعَات", "نمونه‌ها"], ["سَاعَات", "نمونهها"]),
        (["开放时间：周末？", "开放时间：周末？"], ["开放时间周末", "开放时间周末-1"]),
        (["What's new?", "C++ & C#", "a_b - c"], ["whats-new", "c--c", "a_b---c"]),
        (["`code` and *more*", "[A link](/x)"], ["code-and-more", "a-link"]),
    ],
)
def test_the_ids_of_headings_are_those_that_generators_make(headings, ids):
    """So that a link to an article that such a generator publishes lands there, too."""
    assert ids_of(html("\n\n".join(f"## {heading}\n\nText." for heading in headings))) == ids


@pytest.mark.parametrize(
    ("heading", "words", "id"),
    [
        ("Hours {#open}", "Hours", "open"),
        ("Hours { #open .wide }", "Hours", "open"),
        ("Hours {: #open }", "Hours", "open"),
        ("Hours {: .wide }", "Hours", "hours"),
        ("ساعات {#ساعت}", "ساعات", "ساعت"),
        ("The set {1, 2}", "The set {1, 2}", "the-set-1-2"),
        ("Braces {}", "Braces {}", "braces-"),
    ],
)
def test_an_id_that_the_author_gives_is_the_headings_own(heading, words, id):
    """In Markdown, as Hugo, Docusaurus, Jekyll and MkDocs write it; it is no part of the heading."""
    assert html(f"## {heading}\n") == f'<h2 id="{id}">{words}</h2>\n'
    assert html("<h2>Hours {#open}</h2>", "html") == '<h2 id="hours-open">Hours {#open}</h2>'


LONG = "Word " * 120
BODIES = [
    (BODY.replace(".\n", f". {LONG}.\n"), "markdown"),
    ("".join(f"<h2>Part</h2><p>{LONG}</p>" for _ in range(3)), "html"),
    ("".join(f'<h3 id="p{n}">Part</h3><p>{LONG}</p>' for n in range(3)), "html"),
    ("".join(f'<h3 id="same">Part {n}</h3><p>{LONG}</p>' for n in range(3)), "html"),
    ("".join(f'<h3 id="{"x" * 150}">Part {n}</h3><p>{LONG}</p>' for n in range(3)), "html"),
    (f"<h2>مرحبا</h2><p>{LONG}</p><h2 id='开放'>开放</h2><p>{LONG}</p><h2 id='a\"&amp;b'>A</h2><p>{LONG}</p>", "html"),
]


@pytest.mark.parametrize(("body", "format"), BODIES)
def test_every_anchor_of_a_passage_is_an_id_on_the_page(body, format):
    """A source's link lands where its passage stands, and every heading has one."""
    anchors = {passage.anchor for passage in cut(body, format, "en")}
    assert len(anchors) >= 3
    assert anchors <= set(map(unescape, ids_of(html(body, format))))


@pytest.mark.parametrize(("body", "format"), BODIES[1:])
def test_every_anchor_of_a_page_that_stands_elsewhere_is_an_id_of_its_own(body, format):
    """We give it none. What no heading's id leads to has the nearest one before it, or none."""
    given = set(map(unescape, re.findall(r"""<h\d id=(?:"([^"]*)"|'[^']*')""", body)))
    given |= set(map(unescape, re.findall(r"""<h\d id='([^']*)'""", body)))
    passages = cut(body, format, "en", with_own_ids=False)
    assert {passage.anchor for passage in passages} <= given | {""}


def test_a_passage_elsewhere_has_the_nearest_anchor_before_it():
    """Where its own heading has none, or one that leads to another heading."""
    body = f'<p>{LONG}</p><h2 id="a">A</h2><p>{LONG}</p><h3>B</h3><p>{LONG}</p><h3 id="a">C</h3><p>{LONG}</p>'
    assert [passage.anchor for passage in cut(body, "html", "en", with_own_ids=False)] == ["", "a", "a", "a"]


@pytest.mark.django_db
def test_the_index_keeps_the_anchors_of_the_place_where_an_article_stands():
    """Ours on our own page, the page's own elsewhere."""
    body = f'<h2 id="a">A</h2><p>{LONG}</p><h2>B</h2><p>{LONG}</p>'
    here = publish("Here", body, format="html")
    elsewhere = publish("Elsewhere", body, format="html", address="https://tarn.example/a")
    assert [passage.anchor for passage in here.passages.all()] == ["a", "b"]
    assert [passage.anchor for passage in elsewhere.passages.all()] == ["a", "a"]
