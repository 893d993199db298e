"""How near every passage of a language is to a question. Imported only where search by meaning is on: it needs numpy.

Vectors are signed bytes, and their products are summed without rounding, so that both databases, and any order of
rows, give the same numbers. All vectors are compared: 100,000 of 384 numbers are 38 MB.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .embedding import Vector
from .vectors import PassageVector, VectorIndex

#: Rows that are multiplied at once: as floats they still fit the processor's cache, which makes it five times faster.
BLOCK = 1024
#: Rows that are read from the database, or named in a statement, at once.
ROWS = 500
#: Likeness is counted in millionths, and standing out in thousandths.
FINE, UNIT = 1_000_000, 1_000


def quantised(vector: Vector) -> bytes:
    """The direction of ``vector`` in signed bytes, the greatest of which is 127."""
    numbers = np.asarray(vector, dtype=np.float64)
    return bytes(np.rint(numbers * (127 / np.abs(numbers).max())).astype(np.int8))


@dataclass(frozen=True)
class Likeness:
    """How far each passage of one language stands out by its likeness to a question.

    In thousandths of the standard deviation above the mean of them all: so said, it means the same for every model, and
    for a question in another language, which is less like all of them.
    """

    _keys: NDArray[np.int64]
    _standing: NDArray[np.int64]

    @property
    def total(self) -> int:
        """How many passages were compared."""
        return len(self._keys)

    def best(self, number: int) -> list[int]:
        """The keys of the ``number`` that stand out most, in that order; equal ones by key."""
        number = min(number, self.total)
        if not number:
            return []
        least = np.partition(self._standing, self.total - number)[self.total - number]
        rows = np.flatnonzero(self._standing >= least)
        return [int(key) for key in self._keys[rows[np.argsort(-self._standing[rows], kind="stable")]][:number]]

    def of(self, keys: Iterable[int]) -> dict[int, int]:
        """How far these passages stand out; without those that have no vector."""
        wanted = list(keys)
        if not self.total:
            return {}
        rows = np.minimum(np.searchsorted(self._keys, wanted), self.total - 1)
        return {key: int(self._standing[row]) for key, row in zip(wanted, rows, strict=True) if self._keys[row] == key}


class Matrix:
    """The vectors of one language, in the order of their passages' ``keys``. ``rows`` says where each was read."""

    def __init__(self, keys: NDArray[np.int64], vectors: NDArray[np.int8], rows: NDArray[np.int64]) -> None:
        order = np.argsort(keys, kind="stable")
        self.keys, self.vectors, self.rows = keys[order], vectors[order], rows[order]
        self._lengths = np.empty(len(keys))
        for start in range(0, len(keys), BLOCK):
            block = self.vectors[start : start + BLOCK].astype(np.float64)
            self._lengths[start : start + BLOCK] = np.sqrt((block * block).sum(axis=1))

    @classmethod
    def of(cls, vectors: Mapping[int, bytes]) -> Matrix:
        """The matrix of quantised ``vectors`` by key, all of one length; at least one."""
        keys = np.array(list(vectors), dtype=np.int64)
        return cls(keys, np.frombuffer(b"".join(vectors.values()), dtype=np.int8).reshape(len(vectors), -1), keys)

    def only(self, rows: NDArray[np.int64]) -> Matrix:
        """The part of it that was read from these rows; itself where that is all of it."""
        stays = np.isin(self.rows, rows)
        return self if stays.all() else Matrix(self.keys[stays], self.vectors[stays], self.rows[stays])

    def with_others(self, other: Matrix) -> Matrix:
        """Both together."""
        return Matrix(
            np.concatenate((self.keys, other.keys)),
            np.concatenate((self.vectors, other.vectors)),
            np.concatenate((self.rows, other.rows)),
        )

    def likeness(self, question: bytes) -> Likeness:
        """How near all of them are to the quantised vector of a question."""
        asked = np.frombuffer(question, dtype=np.int8)
        # Sums of products of bytes are exact in 24 bits for a thousand numbers, whichever way they are added.
        exact = np.dtype(np.float32 if len(asked) * 127 * 127 < 1 << 24 else np.float64)
        factor = asked.astype(exact)
        products = np.empty(len(self.keys))
        for start in range(0, len(self.keys), BLOCK):
            products[start : start + BLOCK] = self.vectors[start : start + BLOCK].astype(exact) @ factor
        length = float(np.sqrt((asked.astype(np.float64) ** 2).sum()))
        fine = np.rint(FINE * products / (self._lengths * length)).astype(np.int64)
        return Likeness(self.keys, _standing(fine))


def _standing(fine: NDArray[np.int64]) -> NDArray[np.int64]:
    """Whole numbers are summed, so that their order does not matter."""
    total, whole = len(fine), int(fine.sum())
    deviation = max(total * int((fine * fine).sum()) - whole * whole, 0) ** 0.5
    return np.rint(UNIT * (fine * total - whole) / deviation).astype(np.int64) if deviation else np.zeros_like(fine)


@dataclass(frozen=True)
class _Held:
    """The vectors of one index at one generation, by language."""

    index: int
    generation: int
    languages: dict[str, Matrix]


class Cache:
    """Every vector of the embedder in use, once a process; brought up to date when their generation has changed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held = _Held(0, 0, {})

    def languages(self, embedder: str) -> Mapping[str, Matrix]:
        """The vectors by language, as they stand now; empty where there are none."""
        index = VectorIndex.objects.filter(embedder=embedder).first()
        if index is None or not index.dimensions:
            return {}
        with self._lock:
            if (self._held.index, self._held.generation) != (index.pk, index.generation):
                before = self._held.languages if self._held.index == index.pk else {}
                self._held = _Held(index.pk, index.generation, _read(index, before))
            return self._held.languages

    def forget(self) -> None:
        """Read everything anew the next time."""
        with self._lock:
            self._held = _Held(0, 0, {})


def _read(index: VectorIndex, before: Mapping[str, Matrix]) -> dict[str, Matrix]:
    """What is in the database now. A vector never changes, so only rows that are not in ``before`` are read whole."""
    found = PassageVector.objects.filter(index=index).order_by().values_list("pk", flat=True)
    rows = np.fromiter(found.iterator(chunk_size=10_000), dtype=np.int64)
    kept = {language: matrix.only(rows) for language, matrix in before.items()}
    known = np.concatenate([np.empty(0, dtype=np.int64), *(matrix.rows for matrix in kept.values())])
    for language, new in _new(np.setdiff1d(rows, known).tolist(), index.dimensions).items():
        kept[language] = kept[language].with_others(new) if language in kept else new
    return {language: matrix for language, matrix in kept.items() if len(matrix.keys)}


def _new(rows: Sequence[int], dimensions: int) -> dict[str, Matrix]:
    """The vectors in these rows, by language."""
    places: dict[str, tuple[list[int], list[int], bytearray]] = {}
    for start in range(0, len(rows), ROWS):
        found = PassageVector.objects.filter(pk__in=rows[start : start + ROWS])
        for row, key, language, values in found.values_list("pk", "passage_id", "passage__language", "values"):
            if len(values) == dimensions:
                keys, at, vectors = places.setdefault(language, ([], [], bytearray()))
                keys.append(key)
                at.append(row)
                vectors += values
    return {
        language: Matrix(
            np.array(keys, dtype=np.int64),
            np.frombuffer(vectors, dtype=np.int8).reshape(-1, dimensions),
            np.array(at, dtype=np.int64),
        )
        for language, (keys, at, vectors) in places.items()
    }


cache = Cache()
