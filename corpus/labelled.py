"""Labelled questions read from files, with the line of whatever is wrong in them. Pure but for reading the file.

A file is JSON: ``{"language": "en", "passages": [{"id", "article", "title", "text"}], "questions": [{"question",
"gold": [ids], "answerable", "article", "answers": [texts]}]}``. Without passages the questions are about the site's
own articles, and need neither ``gold`` nor ``article``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from .evaluation import Labelled, LabelledPassage, LabelledQuestion


class BadFile(Exception):
    """A file that cannot be used as it is; the message begins with its path and, where it is known, the line."""

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}" if line else f"{path}: {message}")


def read_file(path: str, languages: Collection[str]) -> Labelled:
    """The labelled questions in the file; raises ``BadFile``. Its language is one of ``languages`` (``zh`` will do)."""
    try:
        text = Path(path).read_text("utf-8-sig")
    except OSError as error:
        raise BadFile(path, 0, f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadFile(path, error.object[: error.start].count(b"\n") + 1, "it is not UTF-8") from None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadFile(path, error.lineno, f"it is not JSON: {error.msg}") from None
    except RecursionError:
        raise BadFile(path, 1, "it is nested too deeply") from None
    if not isinstance(data, dict):
        raise BadFile(path, 1, 'it should be an object with "language", "passages" and "questions"')
    return _Reader(path, text, data).read(languages)


#: What a field must be, in words and as a test.
_Rule = tuple[str, Callable[[Any], bool]]
_TEXT: _Rule = ("a text that is not empty", lambda value: isinstance(value, str) and bool(value.strip()))
_NUMBER: _Rule = ("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool))
_YES_NO: _Rule = ("true or false", lambda value: isinstance(value, bool))
_TEXTS: _Rule = (
    "a list of texts",
    lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
)
_PASSAGE = {"id": _TEXT, "article": _NUMBER, "title": _TEXT, "text": _TEXT}
_QUESTION = {"question": _TEXT, "answerable": _YES_NO}
_ABOUT_PASSAGES = {**_QUESTION, "gold": _TEXTS, "article": _NUMBER}


class _Reader:
    def __init__(self, path: str, text: str, data: Mapping[str, Any]) -> None:
        self._path = path
        self._text = text
        self._data = data

    def read(self, languages: Collection[str]) -> Labelled:
        language = "zh-hans" if self._data.get("language") == "zh" else self._data.get("language")
        if language not in languages:
            raise BadFile(self._path, 1, f'"language" should be one of {", ".join(languages)}')
        passages = self._rows("passages", _PASSAGE) if "passages" in self._data else []
        questions = self._rows("questions", _ABOUT_PASSAGES if passages else _QUESTION)
        if not questions:
            raise BadFile(self._path, 1, 'there are no "questions"')
        known: dict[str, int] = {}
        for i, row in enumerate(passages):
            if known.setdefault(row["id"], i) != i:
                raise self._bad("passages", i, f"the id {row['id']!r} stands on two passages")
        for i, row in enumerate(questions):
            unknown = [key for key in row.get("gold", []) if key not in known] if passages else []
            if unknown:
                raise self._bad("questions", i, f"there is no passage {unknown[0]!r}")
            if passages and row["answerable"] and not row["gold"]:
                raise self._bad("questions", i, "it is answerable, but no passage is named in gold")
            if not _TEXTS[1](row.get("answers", [])):
                raise self._bad("questions", i, f"answers should be {_TEXTS[0]}")
        return Labelled(
            str(language),
            tuple(LabelledPassage(row["id"], row["article"], row["title"], row["text"]) for row in passages),
            tuple(map(_question, questions)),
        )

    def _rows(self, name: str, rules: Mapping[str, _Rule]) -> list[dict[str, Any]]:
        rows = self._data.get(name)
        if not isinstance(rows, list):
            raise BadFile(self._path, 1, f'"{name}" should be a list')
        for i, row in enumerate(rows):
            if not isinstance(row, dict):
                raise self._bad(name, i, "it should be an object")
            for key, (words, is_right) in rules.items():
                if key not in row:
                    raise self._bad(name, i, f"{key} is missing")
                if not is_right(row[key]):
                    raise self._bad(name, i, f"{key} should be {words}")
        return rows

    def _bad(self, name: str, number: int, message: str) -> BadFile:
        return BadFile(self._path, line_of(self._text, name, number), f"{name}[{number}]: {message}")


def _question(row: Mapping[str, Any]) -> LabelledQuestion:
    gold = frozenset(row.get("gold", []))
    return LabelledQuestion(
        row["question"], gold, row.get("article", 0), row["answerable"], tuple(row.get("answers", []))
    )


def line_of(text: str, name: str, number: int) -> int:
    """The line, from 1, on which the element ``number`` of the list ``name`` of a JSON object begins."""
    decode = json.JSONDecoder(strict=False).raw_decode

    def after(place: int, signs: str) -> int:
        while text[place] in f" \t\r\n{signs}":
            place += 1
        return place

    place = after(0, "{\ufeff")
    while True:
        key, place = decode(text, place)
        place = after(place, ":")
        if key == name:
            break
        _value, place = decode(text, place)
        place = after(place, ",")
    place = after(place + 1, "")
    for _ in range(number):
        _value, place = decode(text, place)
        place = after(place, ",")
    return text.count("\n", 0, place) + 1
