"""What the settings of a site generator say of a folder of Markdown: its main language, and titles of pages.

Only what is plainly there is read; a file of settings that is a program is searched for the one name that is needed.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import Any

from . import front_matter
from .folders import content_of
from .front_matter import Unreadable
from .places import language_code


class Generator(Enum):
    """The program that makes a site of the folder."""

    HUGO = "hugo"
    JEKYLL = "jekyll"
    MKDOCS = "mkdocs"
    DOCUSAURUS = "docusaurus"
    ASTRO = "astro"


@dataclass(frozen=True)
class Project:
    """``language`` is one that the site serves, or empty; ``titles`` are by path below the folder that is read.

    ``is_root`` says that the settings lie in that folder itself, beside what is no content.
    """

    generator: Generator | None = None
    language: str = ""
    titles: Mapping[PurePosixPath, str] = field(default_factory=dict)
    is_root: bool = False


#: The first of these files that is there says which generator it is. The last names are Hugo's old ones, and others'.
_SETTINGS = {
    "mkdocs.yml": Generator.MKDOCS,
    "mkdocs.yaml": Generator.MKDOCS,
    "_config.yml": Generator.JEKYLL,
    "_config.yaml": Generator.JEKYLL,
    **{f"docusaurus.config.{end}": Generator.DOCUSAURUS for end in ("ts", "js", "mjs", "cjs")},
    **{f"astro.config.{end}": Generator.ASTRO for end in ("mjs", "ts", "js", "mts", "cjs")},
    **{f"hugo.{end}": Generator.HUGO for end in ("toml", "yaml", "yml", "json")},
    **{f"config/_default/hugo.{end}": Generator.HUGO for end in ("toml", "yaml", "yml", "json")},
    **{f"config.{end}": Generator.HUGO for end in ("toml", "yaml", "yml", "json")},
}
#: So many folders above the one that is read are looked into; ``src/content/docs`` is the deepest that is usual.
_ABOVE = 3
_DEFAULT_LOCALE = re.compile(r"""\bdefaultLocale\s*:\s*(["'`])([\w-]{2,20})\1""")
#: Folders beside the content of a generator, at its root.
_BESIDE = {Generator.HUGO: {"archetypes", "themes", "public", "resources"}, Generator.JEKYLL: {"vendor"}}


def project_of(folder: Path) -> Project:
    """What the settings in the folder, or in one above it, say; nothing where there are none that can be read."""
    for place in [folder, *folder.parents[:_ABOVE]]:
        for name, generator in _SETTINGS.items():
            path = place / name
            if path.is_file() and _is_its_own(path, generator):
                return _read(path, generator, place, folder)
        if (place / ".git").exists():
            break
    return Project()


def is_beside(project: Project, relative: PurePosixPath) -> bool:
    """Whether a file lies beside the content of the project."""
    named = _BESIDE.get(project.generator, set()) if project.generator else set()
    return project.is_root and len(relative.parts) > 1 and relative.parts[0] in named


def _is_its_own(path: Path, generator: Generator) -> bool:
    """Whether a file with a common name is this generator's."""
    return not path.name.startswith("config.") or (path.parent / "content").is_dir()


def _read(path: Path, generator: Generator, place: Path, folder: Path) -> Project:
    try:
        text = content_of(path).decode("utf-8-sig")
        if path.suffix in (".ts", ".js", ".mjs", ".cjs", ".mts"):
            found = _DEFAULT_LOCALE.search(text)
            return Project(generator, _served(found[2]) if found else "", is_root=place == folder)
        values = _values(text, path.suffix)
    except (Unreadable, UnicodeDecodeError, ValueError, RecursionError):
        return Project(generator, is_root=place == folder)
    titles = _titles(values, place, folder) if generator is Generator.MKDOCS else {}
    return Project(generator, _language(values, generator), titles, is_root=place == folder)


def _values(text: str, suffix: str) -> Mapping[str, Any]:
    read = {".toml": tomllib.loads, ".json": json.loads}.get(suffix, front_matter.read_yaml)
    values = read(text)
    return {str(name).lower(): value for name, value in values.items()} if isinstance(values, dict) else {}


def _language(values: Mapping[str, Any], generator: Generator) -> str:
    match generator:
        case Generator.HUGO:
            given = values.get("defaultcontentlanguage") or values.get("locale") or values.get("languagecode")
        case Generator.MKDOCS:
            theme = values.get("theme")
            given = _main_of_plugin(values.get("plugins")) or (theme.get("language") if isinstance(theme, dict) else "")
        case _:
            given = values.get("default_lang") or values.get("lang") or values.get("locale")
    return _served(given)


def _main_of_plugin(plugins: Any) -> str:
    """The main language that a plugin for translations names."""
    for plugin in plugins if isinstance(plugins, list) else []:
        settings = plugin.get("i18n") if isinstance(plugin, dict) else None
        languages = settings.get("languages") if isinstance(settings, dict) else None
        for language in languages if isinstance(languages, list) else []:
            if isinstance(language, dict) and str(language.get("default")).lower() == "true":
                return str(language.get("locale") or "")
    return ""


def _served(given: Any) -> str:
    return (language_code(given) or "") if isinstance(given, str) else ""


def _titles(values: Mapping[str, Any], place: Path, folder: Path) -> dict[PurePosixPath, str]:
    """The titles that the navigation gives to files below ``folder``."""
    docs = values.get("docs_dir")
    below = place / (docs if isinstance(docs, str) and docs else "docs")
    found: dict[PurePosixPath, str] = {}
    for title, path in _pages(values.get("nav")):
        try:
            relative = PurePosixPath((below / path).relative_to(folder).as_posix())
        except ValueError:
            continue
        found.setdefault(relative, title)
    return found


def _pages(nav: Any) -> Iterator[tuple[str, str]]:
    """Every title in the navigation with its file; titles of sections have none."""
    waiting = [nav]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, list):
            waiting += reversed(entry)
        elif isinstance(entry, dict):
            for title, inside in entry.items():
                if isinstance(inside, str):
                    yield str(title), inside
                else:
                    waiting.append(inside)
