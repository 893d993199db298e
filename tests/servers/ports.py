"""Free ports, and waiting until somebody listens."""

from __future__ import annotations

import random
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

#: Below those that the system gives to clients: a port that was free a moment ago must not be somebody's by now.
PORTS = range(20_000, 32_000)
_given: set[int] = set()


def free_port() -> int:
    """A port on which nobody listens now; no port twice in one run."""
    while True:
        port = random.choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("", port))
            if port not in _given:
                _given.add(port)
                return port


def wait_until_listening(port: int, process: subprocess.Popen[bytes], log: Path, seconds: float = 60) -> None:
    """Return once ``port`` accepts; raise with the log's end when the process ends or the time is up."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"nobody listens on port {port}: {log.read_text(errors='replace')[-2000:]}")
