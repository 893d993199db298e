"""Vectors of passages, beside the index: written after it, carried along with it, and gone with their passage.

A passage is searchable by its words at once. Its vector follows when ``fill`` comes to it, and no transaction waits for
a model. A vector is never changed, only deleted or made; whoever does either raises the ``generation``.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import connection, models, transaction
from django.db.models import F

from . import embedding
from .embedding import Embedder, EmbeddingError, Unavailable, hash_of, text_of

if TYPE_CHECKING:
    from .models import Article, Passage

logger = logging.getLogger(__name__)
#: Rows named in one statement; SQLite has a limit.
CHUNK = 500


class VectorIndex(models.Model):
    """The vectors of one embedder. ``generation`` goes up with every change of them."""

    embedder = models.CharField(max_length=400, unique=True)
    #: Numbers in a vector; 0 before the first.
    dimensions = models.PositiveIntegerField(default=0)
    generation = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return self.embedder


class PassageVector(models.Model):
    """One passage's vector: signed bytes, as many as the index has dimensions, of which the direction counts."""

    passage = models.OneToOneField("corpus.Passage", models.CASCADE, related_name="vector")
    index = models.ForeignKey(VectorIndex, models.CASCADE, related_name="vectors")
    #: Of the text that was embedded.
    text_hash = models.CharField(max_length=64)
    values = models.BinaryField()

    def __str__(self) -> str:
        return f"vector of {self.passage_id}"


@dataclass(frozen=True)
class FillReport:
    """How many passages got a vector, how many the embedder refused, and how many still wait; why, where any do."""

    embedded: int = 0
    refused: int = 0
    waiting: int = 0
    reason: str = ""


def current(embedder: Embedder) -> VectorIndex | None:
    """The vectors of this embedder, where there are any yet."""
    return VectorIndex.objects.filter(embedder=embedder.name).first()


def waiting() -> int:
    """How many passages have no vector of the chosen embedder; 0 while it is off or cannot be asked."""
    try:
        embedder = embedding.embedder()
    except EmbeddingError:
        return 0
    return 0 if embedder is None else _without_vector(embedder).count()


def _without_vector(embedder: Embedder) -> models.QuerySet[Passage]:
    from .models import Passage

    return Passage.objects.exclude(vector__index__embedder=embedder.name)


# --- Together with the index ------------------------------------------------------------------------------------------


def carried(passages: Iterable[int]) -> list[PassageVector]:
    """The vectors of passages that are about to be deleted, for ``carry``; none while the setting is off."""
    keys = list(passages)
    return list(PassageVector.objects.filter(passage__in=keys)) if keys and embedding.is_on() else []


def carry(vectors: list[PassageVector], article: Article) -> None:
    """Gives those of the article's new passages that say what one did before its vector, in the same transaction."""
    if not vectors:
        return
    known = {vector.text_hash: vector for vector in vectors}
    hashes = {
        passage.pk: hash_of(text_of(article.title, passage.heading, passage.text)) for passage in article.passages.all()
    }
    PassageVector.objects.bulk_create(
        (
            PassageVector(passage_id=key, index_id=known[one].index_id, text_hash=one, values=bytes(known[one].values))
            for key, one in hashes.items()
            if one in known
        ),
        batch_size=CHUNK,
    )
    for index in sorted({vector.index_id for vector in vectors}):
        VectorIndex.objects.filter(pk=index).update(generation=F("generation") + 1)


# --- After the index --------------------------------------------------------------------------------------------------

_filling = threading.Lock()


def fill(progress: Callable[[int, int], None] | None = None) -> FillReport:
    """Embeds every passage that has no vector of the chosen embedder yet; those of any other one are deleted.

    A batch is embedded outside of any transaction and then stored in one, so that being killed loses one batch, and
    the next call goes on from there. ``progress`` hears how many of how many are done. Never raises for the embedder.
    """
    try:
        embedder = embedding.embedder()
    except EmbeddingError as error:
        logger.error("no passage can be embedded: %s", error)
        return FillReport(reason=str(error))
    if embedder is None:
        return FillReport()
    with _filling:
        return _fill(embedder, progress)


def _fill(embedder: Embedder, progress: Callable[[int, int], None] | None) -> FillReport:
    index, _is_new = VectorIndex.objects.get_or_create(embedder=embedder.name)
    VectorIndex.objects.exclude(pk=index.pk).delete()
    keys = list(_without_vector(embedder).order_by("pk").values_list("pk", flat=True))
    embedded = refused = done = 0
    for start in range(0, len(keys), embedder.batch):
        some = keys[start : start + embedder.batch]
        texts = _texts(some)
        try:
            found, failed = _embed(embedder, texts)
            embedded += _store(index, found, texts)
        except EmbeddingError as error:
            logger.error("passages are left without a vector: %s", error)
            return FillReport(embedded, refused, len(keys) - done, str(error))
        refused += failed
        done += len(some)
        if progress:
            progress(done, len(keys))
    return FillReport(embedded, refused, refused, "the embedder refused their text" if refused else "")


def _texts(keys: list[int]) -> dict[int, str]:
    """What is embedded of these passages, as far as they are still there."""
    from .models import Passage

    rows = Passage.objects.filter(pk__in=keys).values_list("pk", "article__title", "heading", "text")
    return {key: text_of(*parts) for key, *parts in rows}


def _embed(embedder: Embedder, texts: dict[int, str]) -> tuple[dict[int, bytes], int]:
    """The vectors of those texts that the embedder takes, and how many it refuses even alone."""
    from .nearest import quantised

    if not texts:
        return {}, 0
    try:
        vectors = embedder.passages(list(texts.values()))
    except Unavailable:
        raise
    except EmbeddingError:
        if len(texts) == 1:
            return {}, 1
        found: dict[int, bytes] = {}
        refused = 0
        for key, text in texts.items():
            one, failed = _embed(embedder, {key: text})
            found |= one
            refused += failed
        return found, refused
    return {key: quantised(vector) for key, vector in zip(texts, vectors, strict=True)}, 0


def _store(index: VectorIndex, found: dict[int, bytes], texts: dict[int, str]) -> int:
    """Stores the vectors of those passages that are still there and still say the same; says how many."""
    sizes = {len(values) for values in found.values()}
    with transaction.atomic():
        locked = VectorIndex.objects.select_for_update().filter(pk=index.pk).first()
        if locked is None:
            raise Unavailable("another embedder was chosen meanwhile")
        if not found:
            return 0
        if len(sizes | {locked.dimensions or min(sizes)}) > 1:
            raise Unavailable("the embedder's vectors are not all of one length")
        still = _texts(list(found))
        rows = [
            PassageVector(passage_id=key, index=locked, text_hash=hash_of(texts[key]), values=values)
            for key, values in found.items()
            if still.get(key) == texts[key]
        ]
        PassageVector.objects.filter(passage__in=[row.passage_id for row in rows]).delete()
        PassageVector.objects.bulk_create(rows, ignore_conflicts=True)
        locked.dimensions = min(sizes)
        locked.generation += 1
        locked.save()
    return len(rows)


# --- In a server that runs --------------------------------------------------------------------------------------------


class Follower:
    """Fills in the background what articles saved in this process have left without a vector. One thread at most."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_started = self._is_running = self._is_wanted = False

    def start(self) -> None:
        """From now on ``wake`` fills; before, as in a command that fills by itself, it does nothing."""
        self._is_started = True

    def wake(self) -> None:
        """There may be passages without a vector. Returns at once."""
        if not self._is_started or not embedding.is_on():
            return
        with self._lock:
            self._is_wanted = True
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._run, name="vectors", daemon=True).start()

    def _run(self) -> None:
        try:
            while self._is_still_wanted():
                fill()
        except Exception as error:
            logger.error("passages are left without a vector (%s)", type(error).__name__)
            with self._lock:
                self._is_running = False
        finally:
            connection.close()

    def _is_still_wanted(self) -> bool:
        with self._lock:
            wanted, self._is_wanted = self._is_wanted, False
            self._is_running = wanted
            return wanted


follower = Follower()
