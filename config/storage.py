"""How static files are collected: under hashed names, scripts and styles without their comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.files.base import ContentFile, File

#: A block that begins its line, a comment that is all of its line, and a type before a bracket. No others are taken
#: out, so no string and no pattern is read as one.
_COMMENTS = re.compile(
    r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n|^[ \t]*//[^\n]*\n|/\*\* @type [^*\n]*\*/ ", re.MULTILINE
)
_INDENTS = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)


class ModuleStaticFilesStorage(ManifestStaticFilesStorage):
    """Hashed names that also reach the relative imports inside JavaScript modules.

    A file that was not collected keeps its plain name: a page without it is better than none. A check says which.
    """

    support_js_module_import_aggregation = True

    def stored_name(self, name: str) -> str:
        """The hashed name of a collected file, else ``name`` itself."""
        known: str | None = self.hashed_files.get(self.hash_key(self.clean_name(name)))
        return known or name

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Names and imports of our own files are those of what was collected of them: comments name modules too."""
        collected = {name: (self, name) if is_ours(name) else found for name, found in paths.items()}
        yield from super().post_process(collected, dry_run, **options)

    def _save(self, name: str, content: File[Any]) -> str:
        if is_ours(name):
            content = ContentFile(as_collected(name, content.read()))
        return super()._save(name, content)


def is_ours(name: str) -> bool:
    """Whether the file is one of the project's own, which no library wrote."""
    return any(Path(folder, name).is_file() for folder in settings.STATICFILES_DIRS)


def as_collected(name: str, source: bytes) -> bytes:
    """What is collected of a file of ours: scripts and styles lose comments and indents."""
    if not name.endswith((".js", ".css")):
        return source
    return without_comments(source.decode()).encode()


def without_comments(source: str) -> str:
    """A script or style of ours as browsers need it: a third of what people read is left out.

    No line may begin with a comment inside a string that spans lines, nor depend on its indent; none of ours does.
    """
    return _INDENTS.sub("", _COMMENTS.sub("", source))
