"""The small language model of ``script/serve --local-model``, alone and with the site that asks it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

from script.local_model import KEY_VARIABLE, defaults, settings

from .ports import free_port, wait_until_listening
from .site import ROOT, SiteServer, copy_database, environment

KEY = "key-of-the-local-model"
READY = re.compile(r"ready after [\d.]+ s: (http://\S+), process (\d+)\.")
#: A model that starts on two busy cores.
START_SECONDS = 120
ASK_SECONDS = 1.5


@dataclass
class ModelServer:
    """A running model, seen from outside."""

    address: str
    process_id: int
    key: str = field(default=KEY, repr=False)

    @property
    def settings(self) -> dict[str, str]:
        """The environment of another site that asks it."""
        return defaults() | settings(self.address, self.key)

    @property
    def is_busy(self) -> bool:
        """Whether its one slot reads or writes."""
        slots = json.loads(self._get("/slots"))
        return any(slot["is_processing"] for slot in slots)

    def wait_until_idle(self, seconds: float = 120) -> None:
        """Return once it has nothing to do.

        Asked at long intervals: it looks after clients that have left only when it has not been asked for a second.
        """
        deadline = time.monotonic() + seconds
        while self.is_busy:
            assert time.monotonic() < deadline, "the model is still busy"
            time.sleep(ASK_SECONDS)

    @property
    def tokens_written(self) -> int:
        """Since it started, of requests that have ended."""
        found = re.search(r"^llamacpp:tokens_predicted_total (\d+)", self._get("/metrics"), re.MULTILINE)
        assert found
        return int(found[1])

    @property
    def is_running(self) -> bool:
        """Whether its process is there; a dead one that nobody has waited for is not."""
        try:
            state = Path(f"/proc/{self.process_id}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        return state not in "ZX"

    def chunks(self, **body: Any) -> Iterator[dict[str, Any] | None]:
        """A streamed completion, chunk by chunk, ``None`` for ``[DONE]``; leaving it closes the connection."""
        message = {"stream": True, "stream_options": {"include_usage": True}, **body}
        with closing(HTTPConnection(self.address.removeprefix("http://"), timeout=300)) as connection:
            connection.request("POST", "/v1/chat/completions", json.dumps(message), self._headers())
            with closing(connection.getresponse()) as response:
                yield from read_chunks(response)

    def _get(self, path: str) -> str:
        request = urllib.request.Request(self.address + path, headers=self._headers())
        with urllib.request.urlopen(request, timeout=60) as response:
            return str(response.read().decode())

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}


def read_chunks(response: HTTPResponse) -> Iterator[dict[str, Any] | None]:
    """The data of each event of a stream; ``None`` for ``[DONE]``."""
    assert response.status == 200, response.status
    for line in response:
        data = line.decode().strip().removeprefix("data: ")
        if data:
            yield None if data == "[DONE]" else json.loads(data)


def start_local_site(folder: Path, template: Path, *options: str, **more: str) -> tuple[SiteServer, ModelServer]:
    """The site with a model of its own, as ``script/serve --local-model`` starts both; returns once it answers."""
    folder.mkdir(parents=True, exist_ok=True)
    database, port = folder / "db.sqlite3", free_port()
    copy_database(template, database)
    with (folder / "log").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "script.local_model", "site", str(port), *options],
            cwd=ROOT, env=environment(database, **more) | {KEY_VARIABLE: KEY}, stdout=output, stderr=output,
        )  # fmt: skip
    site = SiteServer(folder, database, process, port, more)
    try:
        wait_until_listening(port, process, folder / "log", START_SECONDS)
    except Exception:
        site.stop()
        raise
    ready = READY.search(site.log)
    assert ready, site.log
    return site, ModelServer(ready[1], int(ready[2]))
