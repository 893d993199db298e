"""What the tests of the corpus share: a folder of files to load."""

from __future__ import annotations

import pytest


@pytest.fixture
def site(tmp_path):
    """Writes files below a folder: ``site({"en/a.md": "…"})``."""

    def write(files: dict[str, str | bytes]) -> str:
        for name, content in files.items():
            path = tmp_path / "site" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(tmp_path / "site")

    return write
