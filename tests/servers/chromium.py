"""Chromium: ``CHROMIUM``, one on the PATH, else a headless one from the npm registry, kept in ``var/chromium``."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from pathlib import Path

from .node import install, node

PACKAGE = "@sparticuz/chromium@^153"
FOLDER = Path(__file__).resolve().parents[2] / "var" / "chromium"
DECOMPRESS = (
    "const [from, to] = process.argv.slice(1), fs = require('fs'), zlib = require('zlib');"
    "require('stream').pipeline(fs.createReadStream(from), zlib.createBrotliDecompress(), fs.createWriteStream(to),"
    "error => { if (error) throw error })"
)


def chromium() -> str:
    """The path of a Chromium that starts; fetched where the machine has none."""
    for name in (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        found = name and shutil.which(name)
        if found:
            return found
    starter = FOLDER / "start"
    if not starter.exists():
        fetch(starter)
    return str(starter)


def fetch(starter: Path) -> None:
    """Download and unpack; the starter is written last, so that half a download is never taken for a whole one."""
    packed = install(PACKAGE, FOLDER) / "bin"
    decompress(packed / "chromium.br", FOLDER / "chromium")
    (FOLDER / "chromium").chmod(0o755)
    for name in ("al2023", "swiftshader", "fonts"):
        archive = FOLDER / f"{name}.tar"
        decompress(packed / f"{name}.tar.br", archive)
        with tarfile.open(archive) as tar:
            # Debian 12's Python 3.11.2 knows no filter yet.
            tar.extractall(FOLDER, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
        archive.unlink()
    # The libraries come last on the path: the system's own are preferred.
    starter.write_text(
        f'#!/bin/sh\nLD_LIBRARY_PATH="$LD_LIBRARY_PATH:{FOLDER}/lib:{FOLDER}" exec "{FOLDER}/chromium" "$@"\n'
    )
    starter.chmod(0o755)


def decompress(packed: Path, target: Path) -> None:
    """Unpack one Brotli file with Node."""
    subprocess.run([node(), "-e", DECOMPRESS, str(packed), str(target)], check=True)
