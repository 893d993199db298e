"""Embeddings of a server that speaks OpenAI's ``/v1/embeddings``: a vendor's, or one of one's own.

Whatever it does, a question waits ``QUESTION_SECONDS`` at most, and no error says more than a status.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import urllib3

from . import MOST_QUESTION_CHARACTERS, EmbeddingError, Unavailable, Vector, cleaned

QUESTION_SECONDS = 2.0
PASSAGES_SECONDS = 60.0
#: After a question has waited in vain, no other one asks for so long.
REST_SECONDS = 30.0
ATTEMPTS = 4
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
MOST_BYTES = 64 * 1024 * 1024
#: Statuses of a server that may do it later, and of one that refuses these texts rather than all.
LATER = (408, 409, 425, 429, 500, 502, 503, 504)
THESE_TEXTS = (400, 413, 422)


class Endpoint:
    """``address`` ends before ``/embeddings``. ``prefixes``, none or two, go before questions and before passages."""

    batch = 32

    def __init__(
        self,
        address: str,
        model: str,
        key: str = "",
        prefixes: tuple[str, ...] = (),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._address = f"{address.rstrip('/')}/embeddings"
        self._model = model
        self._key = key
        self._prefixes = tuple(f"{prefix} " for prefix in prefixes) or ("", "")
        self._sleep = sleep
        self._http = urllib3.PoolManager(maxsize=4, retries=False)
        self._lock = threading.Lock()
        self._resting_until = 0.0
        self.name = "\n".join((address.rstrip("/"), model, *prefixes))[:400]

    def __repr__(self) -> str:
        return "Endpoint()"

    def question(self, text: str) -> Vector:
        with self._lock:
            if time.monotonic() < self._resting_until:
                raise Unavailable("the embedding endpoint did not answer a moment ago")
        try:
            return self._ask([self._prefixes[0] + cleaned(text, MOST_QUESTION_CHARACTERS)], QUESTION_SECONDS)[0]
        except _Later:
            with self._lock:
                self._resting_until = time.monotonic() + REST_SECONDS
            raise

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        wait = FIRST_WAIT
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._ask([self._prefixes[1] + text for text in texts], PASSAGES_SECONDS)
            except _Later as error:
                if attempt == ATTEMPTS:
                    raise
                self._sleep(min(max(wait, error.wait), LONGEST_WAIT))
                wait *= 2
        raise AssertionError("the last attempt returns or raises")

    def _ask(self, texts: list[str], seconds: float) -> list[Vector]:
        deadline = time.monotonic() + seconds
        body = json.dumps({"model": self._model, "input": texts, "encoding_format": "float"}).encode()
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            response = self._http.request(
                "POST", self._address, body=body, headers=headers, redirect=False, preload_content=False,
                timeout=urllib3.Timeout(total=seconds),
            )  # fmt: skip
        except Exception as error:  # its words may hold the address, and that a name
            raise _Later(f"the embedding endpoint is away ({type(error).__name__})") from None
        try:
            if response.status != 200:
                raise _failure(response)
            answer = _read(response, deadline)
        finally:
            response.close()
            response.release_conn()
        return _vectors(answer, len(texts))


class _Later(Unavailable):
    """The same may work after ``wait`` seconds."""

    def __init__(self, message: str, wait: float = 0.0) -> None:
        super().__init__(message)
        self.wait = wait


def _failure(response: urllib3.BaseHTTPResponse) -> EmbeddingError:
    message = f"the embedding endpoint answered {response.status}"
    if response.status in LATER:
        wait = response.headers.get("Retry-After", "")
        return _Later(message, float(wait) if wait.isascii() and wait.isdigit() else 0.0)
    return EmbeddingError(message) if response.status in THESE_TEXTS else Unavailable(message)


def _read(response: urllib3.BaseHTTPResponse, deadline: float) -> bytes:
    """The body, while there is time and it is not too long."""
    body = bytearray()
    try:
        while piece := response.read1(65_536):
            body += piece
            if time.monotonic() > deadline:
                raise _Later("the embedding endpoint was too slow")
            if len(body) > MOST_BYTES:
                raise Unavailable("the embedding endpoint answered too much")
    except EmbeddingError:
        raise
    except Exception as error:
        raise _Later(f"the embedding endpoint broke off ({type(error).__name__})") from None
    return bytes(body)


def _vectors(answer: bytes, number: int) -> list[Vector]:
    """The vectors by their index; anything but ``number`` of them, alike in length, is refused."""
    try:
        rows = json.loads(answer)["data"]
        vectors = {row["index"]: _vector(row["embedding"]) for row in rows}
        found = [vectors[i] for i in range(number)]
        if len(rows) != number or len({len(vector) for vector in found}) != 1:
            raise ValueError
    except (ValueError, TypeError, KeyError, LookupError, RecursionError):
        raise Unavailable("the embedding endpoint answered something else than these vectors") from None
    return found


def _vector(values: Any) -> Vector:
    vector = [float(value) for value in values]
    if not vector or not all(map(math.isfinite, vector)) or not any(vector):
        raise ValueError
    return vector
