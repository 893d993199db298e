"""Cuts an article into passages along its structure. Pure.

Sections are kept apart where they are long enough to stand alone; a long one is cut into even parts of at most
``MOST_WORDS`` words, always between sentences, and each part begins with the last sentence of the one before. A table
repeats its header in each part, on top of these words; code stays whole, and so does a sentence, however long.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from gate.sentences import SentenceSplitter

from .blocks import Block, Kind, blocks
from .terms import fold_line, is_chinese

FEWEST_WORDS = 100
MOST_WORDS = 250
#: What a part has of its own, at most; the sentence repeated from the part before comes on top.
AIM = 200
#: A longer sentence is not repeated in the next passage.
LONGEST_OVERLAP = 60
#: A heading of more characters than the index keeps is a paragraph that was set in large letters.
LONGEST_HEADING = 300

_HAN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_COLONS = (":", "：")
_ENDS = tuple(".!?…؟۔。！？।॥\"'”’»«“)]）」』")


@dataclass(frozen=True)
class CutPassage:
    """A passage as it was cut: the path of its heading, the nearest anchor above it, and its text without the title."""

    heading: str
    anchor: str
    text: str


@dataclass(frozen=True, eq=False)
class _Header:
    """The header of one table, told from that of another by being another."""

    text: str
    words: float

    @classmethod
    def of(cls, text: str) -> _Header:
        return cls(text, count_words(text)) if text else _NO_HEADER


_NO_HEADER = _Header("", 0)


@dataclass(frozen=True)
class _Unit:
    """What is never cut: a sentence, an item, a row, a heading line, code. ``joint`` stands before it."""

    text: str
    joint: str
    words: float
    is_sentence: bool = False
    header: _Header = _NO_HEADER


@dataclass
class _Section:
    heading: str
    anchor: str
    units: list[_Unit] = field(default_factory=list)

    @property
    def words(self) -> float:
        return sum(unit.words for unit in self.units)


def cut(body: str, format: str, language: str, title: str = "", *, with_own_ids: bool = True) -> list[CutPassage]:
    """The passages of an article's ``body`` in order; an article without text has none.

    A passage's paragraphs are parted by a blank line, items and rows by a line break, so that its sentences can be
    found again. A heading that repeats ``title`` is left out of the path. ``with_own_ids`` says that the article stands
    here, where every heading has an id; else only those lead anywhere that ``body`` has itself.
    """
    found: list[CutPassage] = []
    for section in _merged(_sections(blocks(body, format, with_own_ids=with_own_ids), language, title)):
        found += (CutPassage(section.heading, section.anchor, text) for text in _parts(section.units))
    return found


def count_words(text: str) -> float:
    """The length of ``text`` in words, where three Chinese characters count as two."""
    characters = len(_HAN.findall(text))
    return len(_HAN.sub(" ", text).split()) + characters * 2 / 3


def sentences(text: str, language: str) -> list[str]:
    """The sentences of ``text`` as slices of it. One that the splitter had to cut for its length is joined again."""
    splitter = SentenceSplitter(language)
    found = splitter.feed(text)
    tail = splitter.flush()
    joined: list[list[str]] = []
    length = 0
    for sentence in (*found, *([tail] if tail else [])):
        if joined and length > 900 and not joined[-1][-1].rstrip().endswith(_ENDS):
            joined[-1].append(sentence)
            length += len(sentence)
        else:
            joined.append([sentence])
            length = len(sentence.strip())
    return ["".join(pieces) for pieces in joined]


def folded(title: str, passage: CutPassage, language: str) -> str:
    """Title, heading and text as grams are looked for in them: one sentence a line, folded."""
    lines = [title, passage.heading, *sentences(passage.text, language)]
    text = "\n".join(line for line in map(fold_line, lines) if line.strip())
    return text.replace(" ", "") if is_chinese(language) else text


def _sections(found: list[Block], language: str, title: str) -> list[_Section]:
    """One section a heading, in order; those without text are dropped, their heading stays in the path.

    Where a heading has no id of its own, the nearest anchor is that of the heading before it.
    """
    path: list[tuple[int, str]] = []
    sections = [_Section("", "")]
    group = 0
    header = _NO_HEADER
    for block in found:
        if block.kind is Kind.HEADING and len(block.text) <= LONGEST_HEADING:
            path = [step for step in path if step[0] < block.level]
            if block.text.casefold() != title.casefold():
                path.append((block.level, block.text))
            heading = " › ".join(text for _level, text in path)
            sections.append(_Section(heading, block.anchor or sections[-1].anchor))
            continue
        together = block.group != 0 and block.group == group
        if not together:
            header = _Header.of(block.header)
        group = block.group
        sections[-1].units += _units(block, "\n" if together else "\n\n", language, header)
        if header.words > LONGEST_OVERLAP:
            # Too long to be repeated.
            header = _NO_HEADER
    return [section for section in sections if section.units]


def _units(block: Block, joint: str, language: str, header: _Header) -> Iterator[_Unit]:
    words = count_words(block.text)
    if block.kind is Kind.CODE or (block.kind is Kind.ROW and words <= MOST_WORDS):
        yield _Unit(block.text, joint, words, header=header)
        return
    if block.kind is Kind.ITEM and words <= MOST_WORDS / 2:
        yield _Unit(block.text, joint, words)
        return
    if block.kind is Kind.ROW and header.text and joint.strip(" ") == "\n\n":
        yield _Unit(header.text, joint, header.words)
    for sentence in sentences(block.text, language):
        text = sentence.lstrip() if joint.strip(" ") else sentence
        white = len(text) - len(text.lstrip())
        yield _Unit(text[white:], joint or text[:white], count_words(text), is_sentence=True)
        joint = ""


def _merged(sections: list[_Section]) -> list[_Section]:
    """Sections too short to stand alone join their neighbour while both fit; the second's heading becomes a line."""
    merged: list[_Section] = []
    for section in sections:
        last = merged[-1] if merged else None
        is_short = last is not None and min(last.words, section.words) < FEWEST_WORDS
        name = section.heading.rsplit(" › ", 1)[-1]
        heading = [_Unit(name, "\n\n", count_words(name))] if name else []
        if last is None or not is_short or last.words + count_words(name) + section.words > MOST_WORDS:
            merged.append(section)
            continue
        rest = [replace(section.units[0], joint="\n\n"), *section.units[1:]]
        merged[-1] = _Section(last.heading, last.anchor, last.units + heading + rest)
    return merged


def _parts(units: list[_Unit]) -> Iterator[str]:
    """The texts of one section: as few as fit, and as even as its units allow."""
    words = sum(unit.words for unit in units)
    aim = words / math.ceil(words / AIM) if words > MOST_WORDS else MOST_WORDS
    part = _Part()
    passed = 0.0
    number = 1
    for unit in units:
        # A unit goes where most of it fits; one that ends in a colon introduces the next.
        is_full = passed + unit.words / 2 > aim * number and not part.introduces
        if part.units and (is_full or part.words + unit.words > MOST_WORDS):
            text, part = part.cut_before(unit)
            yield text
            number += 1
        part.add(unit)
        passed += unit.words
    if part.units:
        yield _text(part.units)


@dataclass
class _Part:
    """One passage in the making; the first ``repeated`` units are those that the one before ends with, too."""

    units: list[_Unit] = field(default_factory=list)
    words: float = 0
    repeated: int = 0

    @property
    def introduces(self) -> bool:
        return bool(self.units) and self.units[-1].text.endswith(_COLONS)

    def add(self, unit: _Unit) -> None:
        self.units.append(unit)
        self.words += unit.words

    def cut_before(self, unit: _Unit) -> tuple[str, _Part]:
        """The part's text, and the part that ``unit`` belongs to: it repeats a sentence, and has what introduces it."""
        moved = self.units[-1:] if self.introduces and len(self.units) > self.repeated + 1 else []
        kept = self.units[: len(self.units) - len(moved)]
        again = kept[-1:] if kept[-1].is_sentence and kept[-1].words <= LONGEST_OVERLAP else []
        for begun in (again, []):
            part = _Part()
            for first in (*begun, *moved):
                part.add(first)
            part.repeated = len(begun)
            if part.words + unit.words <= MOST_WORDS:
                break
        return _text(kept), part


def _text(units: list[_Unit]) -> str:
    """The units joined; a table that begins here, or goes on here, begins with its header."""
    pieces: list[str] = []
    header: _Header | None = None
    for unit in units:
        joint = unit.joint if pieces else ""
        if unit.header.text and unit.header is not header:
            joint += f"{unit.header.text}\n"
        header = unit.header
        pieces.append(joint + unit.text)
    return "".join(pieces)
