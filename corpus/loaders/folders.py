"""The files of a folder, for the loaders that read one."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from . import LoadError, SourceNotFound
from .front_matter import Unreadable, storable

LARGEST_FILE = 5_000_000


@dataclass(frozen=True)
class Folder:
    """The files to read, by path, and an error for each folder that could not be looked into."""

    path: Path
    files: tuple[Path, ...]
    errors: tuple[LoadError, ...]


def look_into(source: str, suffixes: Collection[str], prefix: str) -> Folder:
    """Every file below ``source`` with one of these suffixes; hidden files and folders are passed over."""
    folder = Path(source).resolve()
    if not folder.is_dir():
        raise SourceNotFound(f"{source} is not a folder.")
    unreadable: list[OSError] = []
    below = [Path(where, name) for where, _, names in os.walk(folder, onerror=unreadable.append) for name in names]
    files = [path for path in below if path.suffix.lower() in suffixes and not _is_hidden(path.relative_to(folder))]
    errors = []
    for failed in unreadable:
        relative = Path(failed.filename).relative_to(folder)
        origin = f"{prefix}{relative.as_posix()}"
        message = f"the folder cannot be read: {failed.strerror}"
        errors.append(LoadError(origin, printable(relative), 1, message, unread=f"{origin}/"))
    return Folder(folder, tuple(sorted(path for path in files if not path.is_dir())), tuple(errors))


def _is_hidden(relative: Path) -> bool:
    return any(part.startswith(".") for part in relative.parts)


def printable(path: Path) -> str:
    """The path for a message; a name that is not UTF-8 with its odd bytes as escapes."""
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")


def content_of(path: Path) -> bytes:
    """What the file holds; raises ``Unreadable`` where it cannot be read, is no file or is too large."""
    if not storable(str(path)):
        raise Unreadable(1, "the name of the file is not UTF-8")
    if not path.is_file():
        raise Unreadable(1, "this is no file, or a link that leads nowhere")
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Unreadable(1, f"the file is larger than {LARGEST_FILE // 1_000_000} MB")
        return path.read_bytes()
    except OSError as error:
        raise Unreadable(1, f"the file cannot be read: {error.strerror}") from None
