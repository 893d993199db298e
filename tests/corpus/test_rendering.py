"""An article is shown as safe HTML, and its headings have the ids that its passages lead to."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from corpus.models import Article
from corpus.passages import cut
from corpus.rendering import render


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


def test_headings_have_readable_ids_of_their_own():
    """In any script; numbered when taken."""
    ids = re.findall(r'<h2 id="([^"]*)"', html(BODY))
    assert ids == ["opening-hours", "öffnung-zeiten", "opening-hours-2", "दूसरा-भाग", "开放时间", "section"]


@pytest.mark.parametrize(
    ("body", "format"),
    [
        (BODY.replace(".\n", ". " + "Word " * 120 + ".\n"), "markdown"),
        ("".join(f"<h2>Part</h2><p>{'word ' * 120}</p>" for _ in range(3)), "html"),
        ("".join(f'<h3 id="p{n}">Part</h3><p>{"word " * 120}</p>' for n in range(3)), "html"),
    ],
)
def test_every_anchor_of_a_passage_is_an_id_on_the_page(body, format):
    """A source's link lands where its passage stands."""
    anchors = {passage.anchor for passage in cut(body, format, "en")}
    assert len(anchors) >= 3
    assert anchors <= set(re.findall(r'id="([^"]*)"', html(body, format)))
