"""An article's text as safe HTML, with the headings' ids that its passages' addresses lead to."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from .models import Article

LONGEST_ANCHOR = 100

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
#: An id that an author gave a heading in Markdown, and what else may stand in these braces.
_NAMED = re.compile(r"\s*\{:?\s*((?:[#.][^\s{}#.]+|[\w-]+=[^\s{}]+)(?:\s+[^{}]*)?)\}\s*\Z")
_NAME = re.compile(r"#([^\s{}#.]+)")

_parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def render(article: Article) -> SafeString:
    """The article's body as HTML that is safe to show: scripts, styles, forms and handlers are gone."""
    # Cleaned by nh3 in either case, so nothing an author wrote can run.
    return mark_safe(render_text(article.body, article.format))


def render_text(body: str, format: str, *, with_own_ids: bool = True) -> str:
    """``body`` as clean HTML whose headings all have an id, unique within it.

    Without ``with_own_ids`` only those that ``body`` itself gives them, each once: what stands elsewhere has no others.
    """
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
        found = _ID.search(attributes)
        given = html.unescape(found.group(1)) if found else ""
        if format != "html":
            content, given = _named(content, given)
        words = html.unescape(_TAG.sub("", content))
        anchor = anchors.next(words, given) if with_own_ids else anchors.once(given)
        written = f' id="{html.escape(anchor)}"' if anchor else ""
        return f"<{tag}{written}{_ID.sub('', attributes)}>{content}</{tag}>"

    return _HEADING.sub(with_id, cleaned)


def _named(content: str, given: str) -> tuple[str, str]:
    """A heading's content without the braces behind it, and the id that stands in them (``## Hours {#hours}``)."""
    found = _NAMED.search(content) if content.rstrip().endswith("}") else None
    if found is None:
        return content, given
    name = _NAME.search(found.group(1))
    return content[: found.start()], name.group(1) if name else given


class Anchors:
    """Gives each heading of one text an anchor of its own, as GitHub, Hugo, Docusaurus and Astro make them."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._repeated: Counter[str] = Counter()

    def next(self, heading: str, given: str = "") -> str:
        """The ``given`` id, else the heading's words joined by hyphens; numbered from 1 where it is taken."""
        words = (given or _joined(heading) or "section")[:LONGEST_ANCHOR]
        anchor = words
        while anchor in self._taken:
            self._repeated[words] += 1
            anchor = f"{words}-{self._repeated[words]}"
        self._taken.add(anchor)
        return anchor

    def once(self, given: str) -> str:
        """The ``given`` id; empty where there is none, where it is too long, and where it leads to another heading."""
        if len(given) > LONGEST_ANCHOR or given in self._taken:
            return ""
        self._taken.add(given)
        return given


def _joined(heading: str) -> str:
    """The letters, marks, digits, hyphens and underscores of a heading, in lower case, its spaces as hyphens."""
    words = " ".join(heading.split()).lower()
    return "".join(_in_anchor(character) for character in words)


def _in_anchor(character: str) -> str:
    if character in " -":
        return "-"
    kind = unicodedata.category(character)
    return character if kind[0] in "LM" or kind in ("Nd", "Nl", "Pc") else ""
