"""What the reader of one answer is told, in order (spec 6, §2). Each event knows its name and its data on the wire."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar


@dataclass(frozen=True)
class SourceLink:
    """A source that a released sentence cites: its number in this answer, and where it can be read.

    ``quote``: the passage's first words, for a reader whose browser can look for them; may be empty.
    """

    number: int
    title: str
    address: str
    locale: str
    quote: str = ""


@dataclass(frozen=True)
class ArticleLink:
    """An article to read instead."""

    title: str
    address: str
    locale: str


@dataclass(frozen=True)
class Contact:
    """A way to reach the owner."""

    label: str
    address: str


@dataclass(frozen=True)
class Event:
    """One event of the stream."""

    name: ClassVar[str]


@dataclass(frozen=True)
class Start(Event):
    """The turn is open; always first."""

    name: ClassVar[str] = "start"
    conversation: str
    turn: str
    transcript: str
    locale: str
    dir: str


@dataclass(frozen=True)
class Released(Event):
    """A sentence passed the gate; ``sources`` are those it is the first to cite."""

    name: ClassVar[str] = "text"
    text: str
    cited: tuple[int, ...] = ()
    sources: tuple[SourceLink, ...] = ()


@dataclass(frozen=True)
class Refusal(Event):
    """The articles do not cover the question; nothing was, or will be, said."""

    name: ClassVar[str] = "refusal"
    reason: str
    text: str
    articles: tuple[ArticleLink, ...] = ()
    contact: Contact | None = None


@dataclass(frozen=True)
class Guard(Event):
    """The gate stopped: the rest is withheld."""

    name: ClassVar[str] = "guard"
    reasons: tuple[str, ...]
    text: str
    articles: tuple[ArticleLink, ...] = ()
    contact: Contact | None = None


@dataclass(frozen=True)
class CutOff(Event):
    """The provider ran out of room."""

    name: ClassVar[str] = "cutoff"
    text: str
    articles: tuple[ArticleLink, ...] = ()


@dataclass(frozen=True)
class Failure(Event):
    """Something failed after the stream had begun; ``until`` is the ISO date on which an exhausted cap opens again."""

    name: ClassVar[str] = "error"
    code: str
    text: str
    until: str | None = None


@dataclass(frozen=True)
class Done(Event):
    """Always last; what was recorded is recorded."""

    name: ClassVar[str] = "done"
    status: str
    stopped: bool
    truncated: bool
    sources: tuple[SourceLink, ...] = field(default=())


def data(event: Event) -> dict[str, Any]:
    """The event's data as on the wire; fields that are ``None`` are left out."""
    return {key: value for key, value in asdict(event).items() if value is not None}
