"""The main content of a web page as plain HTML: no navigation, no banner, no footer.

What is content is judged by ``trafilatura``. Headings, paragraphs, lists, tables, code and quotations stay, and every
heading has the id that leads to it on the page. HTML and not Markdown, because nothing that stands in a page's text can
then be mistaken for markup.
"""

from __future__ import annotations

import functools
import html
import logging
import re
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

from lxml import html as lxml_html  # type: ignore[import-untyped]

from .front_matter import Unreadable

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_SECTIONS = ("section", "div", "article", "header")
_WHITE = re.compile(r"\s+")
#: What never holds content; consent dialogues among them.
_NEVER = (
    "//script | //style | //noscript | //template | //dialog | //svg | //nav | /html/body/footer | //*[@hidden]"
    " | //*[@role='dialog' or @role='alertdialog' or @role='navigation' or @role='search' or @role='contentinfo']"
)
#: Banners that ask for consent, by the names that consent tools give them; a page about cookies has none of these.
_CONSENT = re.compile(
    r"cookie[-_]?(?:banner|bar|consent|law|notice|popup|modal|dialog|overlay)|consent[-_]?(?:banner|bar|manager|sdk|popup)"
    r"|gdpr[-_]?(?:banner|bar|notice|popup)|borlabs|cookiebot|cmplz|onetrust|moove[-_]?gdpr|usercentrics|klaro|cc-window",
    re.IGNORECASE,
)
_MARKS = {"#b": "b", "#i": "i", "#sub": "sub", "#sup": "sup"}
#: Where the extractor gives up on structure; lower than its default, because short pages (prices, hours) are asked for.
_LEAST_TEXT = "1"
#: The extractor's time grows faster than the page: from here on it takes its quick way, and further on it is not asked.
MANY_ELEMENTS, MOST_ELEMENTS = 5_000, 40_000
#: A remark beside the text of many documentation sites; other asides lead elsewhere.
_REMARK = re.compile(r"\b(?:note|warning|caution|danger|tip|hint|important|admonition|callout|aside)\b")


def main_content(tree: Any, address: str = "", title: str = "", base: str = "") -> str:
    """The content of the page whose parsed ``tree`` is given, which is spent; empty where there is none.

    Links are resolved against ``base``, else ``address``; those to the same site keep their path alone. A first heading
    that repeats ``title`` is left out. Raises ``Unreadable`` for a page of more than ``MOST_ELEMENTS`` elements.
    """
    import trafilatura

    # What it has to say is said by whoever asked; a page without content is no event for a log.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    elements = sum(1 for _ in tree.iter())
    if elements > MOST_ELEMENTS:
        raise Unreadable(0, f"it has too many elements to be read ({elements})")
    _name_headings(tree)
    _strip(tree)
    _keep(tree)
    tree = _marked(tree)
    anchors = _anchors(tree)
    found: Any = trafilatura.bare_extraction(
        tree,
        config=_config(),
        with_metadata=False,
        include_comments=False,
        include_tables=True,
        include_formatting=True,
        include_links=True,
        include_images=False,
        deduplicate=False,
        fast=elements > MANY_ELEMENTS,
    )
    if found is None or found.body is None:
        return ""
    return _Writer(address, base or address, anchors, title).write(found.body)


@functools.cache
def _config() -> Any:
    from trafilatura.settings import use_config

    config = use_config()
    config["DEFAULT"]["MIN_EXTRACTED_SIZE"] = _LEAST_TEXT
    return config


def plain(text: str) -> str:
    """``text`` with its white space made single spaces."""
    return _WHITE.sub(" ", text).strip()


def _strip(tree: Any) -> None:
    consent = [
        element
        for element in tree.iter("div", "section", "aside", "form", "p")
        if _CONSENT.search(f"{element.get('id') or ''} {element.get('class') or ''}")
        # The whole page may bear a name that a consent tool has given it.
        and next(element.iter("main", "article", "h1"), None) is None
    ]
    # Signs beside headings that lead to themselves.
    permalinks = [
        link
        for heading in tree.iter(*_HEADINGS)
        for link in heading.iter("a")
        if (link.get("href") or "").startswith("#") and len(plain("".join(link.itertext()))) < 2
    ]
    for element in [*tree.xpath(_NEVER), *permalinks, *consent]:
        if element.getparent() is not None:
            element.drop_tree()


def _marked(tree: Any) -> Any:
    """What the page itself marks as its main content, as a page of its own; all of it where it marks nothing.

    On a short page the extractor may otherwise take what stands around it for the content.
    """
    marked = [element for element in tree.xpath("//main | //*[@role='main']") if plain("".join(element.itertext()))]
    if len(marked) != 1:
        return tree
    page = lxml_html.document_fromstring("<html><body></body></html>")
    page.body.append(marked[0])
    return page


def _keep(tree: Any) -> None:
    """Keeps what the extractor would drop with its element: times, tables and code in figures, remarks."""
    for element in list(tree.iter("time")):
        element.drop_tag()
    for element in tree.iter("figure", "figcaption", "aside"):
        if element.tag != "aside":
            element.tag = "div" if element.tag == "figure" else "p"
        elif _REMARK.search(element.get("class") or ""):
            element.tag = "div" if element.xpath(".//p | .//div | .//ul | .//ol | .//table | .//pre") else "p"
            del element.attrib["class"]


def _name_headings(tree: Any) -> None:
    """Gives each heading itself the id that leads to it, before what may bear that id is stripped."""
    taken: set[str] = set()
    for heading in tree.iter(*_HEADINGS):
        found = _id_of(heading)
        # Of two elements with one id a browser finds the first.
        heading.set("id", "" if found in taken else found)
        taken.add(found)


def _anchors(tree: Any) -> dict[str, deque[str]]:
    """By the words of a heading, the ids that lead to the headings with these words, in order."""
    found: dict[str, deque[str]] = defaultdict(deque)
    for heading in tree.iter(*_HEADINGS):
        found[_words(heading)].append(str(heading.get("id")))
    return found


def _id_of(heading: Any) -> str:
    """The id of a heading, of something in it, of an empty element before it, or of the section that it begins."""
    for element in heading.iter():
        if given := _given(element):
            return given
    before = heading.getprevious()
    if before is not None and not plain("".join(before.itertext())) and not plain(before.tail or ""):
        return next((given for element in before.iter("a", "span", "div", "p") if (given := _given(element))), "")
    section = heading.getparent()
    while section is not None and section.tag in _SECTIONS and heading.getprevious() is None:
        if plain(section.text or ""):
            break
        if section.get("id"):
            return str(section.get("id"))
        heading, section = section, section.getparent()
    return ""


def _given(element: Any) -> str:
    return str(element.get("id") or (element.get("name") if element.tag == "a" else "") or "")


def _words(heading: Any) -> str:
    return plain("".join(heading.itertext()).replace("¶", ""))


class _Writer:
    """Writes the extractor's tree as HTML."""

    def __init__(self, address: str, base: str, anchors: dict[str, deque[str]], title: str) -> None:
        self._address = address
        self._base = base
        self._anchors = anchors
        self._title = title.casefold()

    def write(self, body: Any) -> str:
        blocks = [block for element in body for block in self._block(element)]
        return "\n".join(block for block in blocks if block) + "\n" if any(blocks) else ""

    def _block(self, element: Any) -> Iterator[str]:
        match element.tag:
            case "head":
                yield self._heading(element)
            case "list":
                yield self._list(element)
            case "table":
                yield self._table(element)
            case "quote":
                yield f"<blockquote>{self._inside(element)}</blockquote>"
            case "code":
                yield self._code(element)
            case _:
                text = self._inside(element) if isinstance(element.tag, str) else ""
                if text.strip():
                    yield f"<p>{text}</p>"
        if element.tail and element.tail.strip():
            yield f"<p>{html.escape(plain(element.tail), quote=False)}</p>"

    def _heading(self, element: Any) -> str:
        words = _words(element)
        if not words:
            return ""
        level = element.get("rend", "")
        ids = self._anchors.get(words)
        anchor = ids.popleft() if ids else ""
        if self._title and words.casefold() == self._title:
            self._title = ""
            return ""
        if level not in _HEADINGS:
            return f"<p><b>{html.escape(words, quote=False)}</b></p>"
        given = f' id="{html.escape(anchor)}"' if anchor else ""
        return f"<{level}{given}>{html.escape(words, quote=False)}</{level}>"

    def _list(self, element: Any) -> str:
        kind = element.get("rend", "ul")
        if kind.startswith("dl"):
            pairs = (("dt" if item.get("rend", "").startswith("dt") else "dd", item) for item in element)
            return f"<dl>{''.join(f'<{tag}>{self._inside(item)}</{tag}>' for tag, item in pairs)}</dl>"
        tag = "ol" if kind == "ol" else "ul"
        items = [self._inside(item) for item in element]
        return f"<{tag}>{''.join(f'<li>{item}</li>' for item in items if item.strip())}</{tag}>"

    def _table(self, element: Any) -> str:
        rows = []
        for row in element.iter("row"):
            cells = [("th" if cell.get("role") == "head" else "td", self._inside(cell)) for cell in row.iter("cell")]
            rows.append(f"<tr>{''.join(f'<{tag}>{text}</{tag}>' for tag, text in cells)}</tr>")
        return f"<table>{''.join(rows)}</table>"

    def _code(self, element: Any) -> str:
        text = html.escape("".join(element.itertext()).strip("\n"), quote=False)
        return f"<pre><code>{text}</code></pre>" if text.strip() else ""

    def _inside(self, element: Any) -> str:
        """What stands in an element: its text, with blocks and inline marks in it."""
        parts = [_escaped(element.text)]
        for child in element:
            if isinstance(child.tag, str):
                parts.append(self._child(child))
            parts.append(_escaped(child.tail))
        return "".join(parts).strip()

    def _child(self, child: Any) -> str:
        match child.tag:
            case "lb":
                return "<br>"
            case "hi":
                return self._emphasised(child)
            case "ref":
                return self._link(child)
            case "code" if len(child) == 0 and "\n" not in (child.text or ""):
                return f"<code>{_escaped(child.text)}</code>"
            case "p":
                return f"<p>{self._inside(child)}</p>"
            case "del" | "cell" | "row":
                return self._inside(child)
            case "graphic":
                return ""
            case _:
                tail, child.tail = child.tail, None
                written = "".join(self._block(child))
                child.tail = tail
                return written

    def _emphasised(self, child: Any) -> str:
        text = self._inside(child)
        tag = _MARKS.get(child.get("rend", ""))
        return f"<{tag}>{text}</{tag}>" if text and tag else text

    def _link(self, child: Any) -> str:
        text = self._inside(child)
        target = self._target(child.get("target") or "")
        return f'<a href="{html.escape(target)}">{text}</a>' if text and target else text

    def _target(self, target: str) -> str:
        """Where a link leads: a path on the same site, an absolute address elsewhere, nothing within the page."""
        try:
            resolved = urljoin(self._base, target.strip())
            here, there = urlsplit(self._address), urlsplit(resolved)
        except ValueError:
            return ""
        if target.startswith("#") or there.scheme not in ("http", "https", "mailto", "tel", ""):
            return ""
        if here.netloc and here.netloc == there.netloc:
            return there._replace(scheme="", netloc="").geturl() or "/"
        return resolved


def _escaped(text: str | None) -> str:
    return html.escape(_WHITE.sub(" ", text), quote=False) if text else ""
