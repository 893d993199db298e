"""Where articles come from. To add a source: one module with ``read`` and ``prefix``, and its line in ``LOADERS``.

A loader reads and judges; it stores nothing (``corpus.loading`` does).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class LoadedArticle:
    """An article as its source gives it. ``origin`` finds it again; ``path`` and ``line`` are for messages.

    ``slug`` is final, ``address`` absolute or empty, ``published_at`` aware or ``None`` (from now on).
    """

    origin: str
    path: str
    title: str
    slug: str
    language: str
    body: str
    format: str = "markdown"
    address: str = ""
    summary: str = ""
    questions: tuple[str, ...] = ()
    is_draft: bool = False
    published_at: datetime | None = None
    translation_group: str = ""
    line: int = 1


@dataclass(frozen=True)
class LoadError:
    """An article that could not be read: where, and why. ``origin`` keeps its last version from being withdrawn."""

    origin: str
    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class SourceNotFound(Exception):
    """The source as a whole is not there: no such folder, or nothing answers at the address."""


@dataclass(frozen=True)
class Loader:
    """``read(source)`` gives articles and errors in a fixed order; ``prefix(source)`` begins every origin of it."""

    read: Callable[[str], Iterator[LoadedArticle | LoadError]]
    prefix: Callable[[str], str]


from . import markdown  # noqa: E402

LOADERS: dict[str, Loader] = {
    "markdown": Loader(markdown.read, markdown.prefix),
}
