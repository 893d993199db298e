"""An article's text as safe HTML, with the headings' ids that its passages' addresses lead to."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from .models import Article

LONGEST_ANCHOR = 80

_HEADINGS = {f"h{level}" for level in range(1, 7)}
_TAGS = _HEADINGS | {
    *("p", "div", "section", "article", "br", "hr", "blockquote", "pre", "code", "details", "summary", "a", "img"),
    *("ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption"),
    *("table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"),
    *("abbr", "b", "cite", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strong"),
    *("sub", "sup", "time", "u", "var"),
}
_ATTRIBUTES = {
    "*": {"lang", "dir", "title"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "time": {"datetime"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan", "scope"},
    **{heading: {"id"} for heading in _HEADINGS},
}
_HEADING = re.compile(r"<(h[1-6])((?:\s[^>]*)?)>(.*?)</\1>", re.DOTALL)
_ID = re.compile(r'\sid="([^"]*)"')
_TAG = re.compile(r"<[^>]+>")
# ``\w`` lacks the vowel signs of the Indic scripts.
_NOT_IN_ANCHOR = re.compile(r"[^\w\u0900-\u0963\u0970-\u0dff]+")

_parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def render(article: Article) -> SafeString:
    """The article's body as HTML that is safe to show: scripts, styles, forms and handlers are gone."""
    # Cleaned by nh3 in either case, so nothing an author wrote can run.
    return mark_safe(render_text(article.body, article.format))


def render_text(body: str, format: str) -> str:
    """``body`` as clean HTML whose headings all have an id, unique within it."""
    source = body if format == "html" else _parser.render(body)
    cleaned = nh3.clean(
        source,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        clean_content_tags={"script", "style", "nav", "form", "template", "noscript"},
        url_schemes={"http", "https", "mailto", "tel"},
    )
    anchors = Anchors()

    def with_id(heading: re.Match[str]) -> str:
        tag, attributes, content = heading.groups()
        given = _ID.search(attributes)
        anchor = anchors.next(html.unescape(_TAG.sub("", content)), html.unescape(given.group(1)) if given else "")
        return f'<{tag} id="{html.escape(anchor)}"{_ID.sub("", attributes)}>{content}</{tag}>'

    return _HEADING.sub(with_id, cleaned)


class Anchors:
    """Gives each heading of one text an anchor of its own."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def next(self, heading: str, given: str = "") -> str:
        """The ``given`` id, else the heading's words joined by hyphens; numbered where it is taken."""
        words = given or _NOT_IN_ANCHOR.sub("-", heading.lower()).strip("-")[:LONGEST_ANCHOR] or "section"
        words = words[:LONGEST_ANCHOR]
        anchor, number = words, 1
        while anchor in self._taken:
            number += 1
            anchor = f"{words}-{number}"
        self._taken.add(anchor)
        return anchor
