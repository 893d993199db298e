"""The structure of an article's text: headings, paragraphs, list items, table rows, code. Pure.

Markdown and HTML both become clean HTML first (``rendering``), so a passage holds what a visitor can read, and its
anchor is the id that stands on the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from html.parser import HTMLParser

from .rendering import render_text

_HAN = r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]"
# A line break between two Chinese characters is no space.
_CHINESE_BREAK = re.compile(rf"(?<={_HAN})\s*\n\s*(?={_HAN})")
_WHITE = re.compile(r"[ \t\r\n\f]+")
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_PARAGRAPHS = {"p", "div", "blockquote", "figure", "figcaption", "dt", "dd", "caption", "summary", "section", "article"}

_CELLS = {"tr", "td", "th", "caption"}
#: What loses its own meaning inside a table.
_PARTS = _CELLS | _PARAGRAPHS | {"ul", "ol", "li"}


class Kind(Enum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    CODE = "code"


@dataclass(frozen=True)
class Block:
    """One block of text. ``group`` is shared by the items of one list, or the rows of one table.

    ``level`` and ``anchor`` are a heading's; ``header`` is the header of a row's table, as Markdown, or empty.
    """

    kind: Kind
    text: str
    level: int = 0
    anchor: str = ""
    group: int = 0
    header: str = ""


def blocks(body: str, format: str, *, with_own_ids: bool = True) -> list[Block]:
    """The blocks of an article's body in reading order; no empty ones. ``with_own_ids`` is ``rendering``'s."""
    reader = _Reader()
    reader.feed(render_text(body, format, with_own_ids=with_own_ids))
    reader.close()
    return reader.finish()


@dataclass
class _Table:
    group: int
    rows: list[tuple[bool, list[str]]] = field(default_factory=list)


class _Reader(HTMLParser):
    """Reads clean HTML, whose tags nh3 has balanced."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._blocks: list[Block] = []
        self._text: list[str] = []
        self._group = 0
        self._lists: list[list[int | None]] = []  # group, and the next number of an ordered list
        self._item_open: list[bool] = []  # whether the innermost items have had their marker
        self._table: _Table | None = None
        self._tables = 0  # how many tables are open, one inside the other
        self._heading: tuple[int, str] | None = None
        self._code = False
        self._links: list[tuple[str, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _HEADINGS:
            self._end_block()
            self._heading = (_HEADINGS[tag], given.get("id", ""))
        elif tag == "pre":
            self._end_block()
            self._code = True
        elif tag == "table":
            self._start_table()
        elif self._table and tag in _PARTS:
            self._start_part(tag)
        elif tag in ("ul", "ol"):
            self._end_block()
            if not self._lists:
                self._group += 1
            start = given.get("start", "1")
            number = int(start) if start.isdecimal() and len(start) < 10 else 1
            self._lists.append([self._group, number if tag == "ol" else None])
        elif tag == "li":
            self._end_block()
            self._item_open.append(False)
        elif tag in _PARAGRAPHS:
            self._end_block()
        elif tag == "br":
            self._text.append("\n" if self._code else " ")
        elif tag == "img" and given.get("alt"):
            self._text.append(given["alt"])
        elif tag == "a":
            self._links.append((given.get("href", ""), len(self._text)))

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._end_table()
        elif self._table and tag in _PARTS:
            self._end_part(tag)
        elif tag in ("ul", "ol"):
            self._end_block()
            if self._lists:
                self._lists.pop()
        elif tag == "li":
            self._end_block()
            if self._item_open:
                self._item_open.pop()
        elif tag in _HEADINGS or tag == "pre" or tag in _PARAGRAPHS:
            self._end_block()
        elif tag == "a" and self._links:
            self._end_link(*self._links.pop())

    def handle_data(self, data: str) -> None:
        self._text.append(data)

    def finish(self) -> list[Block]:
        """What was read, once the text has ended."""
        self._tables = min(self._tables, 1)
        self._end_table()
        self._end_block()
        return self._blocks

    def _take_text(self) -> str:
        text = "".join(self._text)
        self._text.clear()
        if self._code:
            return text.strip("\n")
        return _WHITE.sub(" ", _CHINESE_BREAK.sub("", text)).strip()

    def _end_link(self, href: str, start: int) -> None:
        """An address that the link's words do not show is worth quoting: it follows them in brackets."""
        words = "".join(self._text[start:])
        shown = href.removeprefix("mailto:").removeprefix("tel:")
        if href.startswith(("http://", "https://", "mailto:", "tel:")) and words.strip() and shown not in words:
            self._text.append(f" ({shown})")

    def _end_block(self) -> None:
        text = self._take_text()
        heading, self._heading = self._heading, None
        code, self._code = self._code, False
        if not text:
            return
        if heading:
            self._blocks.append(Block(Kind.HEADING, text, level=heading[0], anchor=heading[1]))
        elif code:
            self._blocks.append(Block(Kind.CODE, f"```\n{text}\n```"))
        elif self._lists and self._item_open:
            self._blocks.append(Block(Kind.ITEM, self._marker() + text, group=self._lists[-1][0] or 0))
        else:
            self._blocks.append(Block(Kind.PARAGRAPH, text))

    def _marker(self) -> str:
        """The marker of a list item, indented by its depth; white space for an item's second paragraph."""
        indent = "  " * (len(self._lists) - 1)
        if self._item_open[-1]:
            return indent + "  "
        self._item_open[-1] = True
        number = self._lists[-1][1]
        if number is None:
            return f"{indent}- "
        self._lists[-1][1] = number + 1
        return f"{indent}{number}. "

    # --- tables; what stands in a cell, also another table, is the text of that cell ---

    def _start_table(self) -> None:
        self._tables += 1
        if self._table:
            self._text.append(" ")
            return
        self._end_block()
        self._group += 1
        self._table = _Table(self._group)

    def _start_part(self, tag: str) -> None:
        if tag not in _CELLS or self._tables > 1:
            self._text.append(" ")
        elif tag == "tr" and self._table:
            self._table.rows.append((True, []))
        else:
            # A caption, or what a heading in a cell has left.
            self._end_block()

    def _end_part(self, tag: str) -> None:
        if tag not in _CELLS or self._tables > 1:
            self._text.append(" ")
        elif tag == "caption":
            self._end_block()
        elif tag != "tr" and self._table and self._table.rows:
            is_header, cells = self._table.rows[-1]
            cells.append(self._take_text().replace("|", "\\|"))
            self._table.rows[-1] = (is_header and tag == "th", cells)

    def _end_table(self) -> None:
        self._tables -= 1
        if self._tables > 0:
            self._text.append(" ")
            return
        table, self._table, self._tables = self._table, None, 0
        if not table:
            return
        self._end_block()
        rows = [(is_header, cells) for is_header, cells in table.rows if any(cells)]
        header = ""
        if len(rows) > 1 and rows[0][0]:
            cells = rows.pop(0)[1]
            header = f"{_row(cells)}\n{_row(['---'] * len(cells))}"
        for _is_header, cells in rows:
            self._blocks.append(Block(Kind.ROW, _row(cells), group=table.group, header=header))


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
