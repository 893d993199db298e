"""What nginx and Caddy have in common for a test: a program, its ports, all that it printed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .ports import wait_until_listening


@dataclass
class Proxy:
    """One running proxy."""

    process: subprocess.Popen[bytes]
    http_port: int
    https_port: int
    log_file: Path

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return self.log_file.read_text(errors="replace")


@contextmanager
def running(command: list[str], folder: Path, http: int, https: int, **environment: str) -> Iterator[Proxy]:
    """Start it, wait until it listens, stop it."""
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, env=os.environ | environment, stdout=output, stderr=output)
    try:
        for port in (http, https):
            wait_until_listening(port, process, log)
        yield Proxy(process, http, https, log)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)
