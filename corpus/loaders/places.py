"""What the path of a Markdown file says of its article, by the conventions of site generators. Pure.

- Language: a suffix (``about.fa.md``), else the nearest folder that is named for one (``content/fa``, ``i18n/fa``).
- Date and slug: ``_posts/2026-03-12-lamp.md``, ``blog/2026/03/12/lamp.md``, ``lamp/index.md``.
- Translations: files whose paths differ in their language alone.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from django.conf import settings
from django.conf.locale import LANG_INFO

#: Folders that hold what is no article: packages, parts of pages, what was built, versions of the past.
NO_ARTICLES = frozenset(
    {"node_modules", "_includes", "_layouts", "_data", "_sass", "_site", "_partials", "versioned_docs"}
)
_INDEX = {"index", "_index", "readme"}
_CODE = re.compile(r"[A-Za-z]{2}(?:[-_]\w{2,4})?")
_DATED = re.compile(r"(?:^|/)(?P<year>\d{4})[-/](?P<month>\d{1,2})[-/](?P<day>\d{1,2})(?:[-/](?P<rest>[^/]*))?(?=/|$)")
_PLUGIN = re.compile(r"docusaurus-plugin-content-(docs|blog|pages)(?:-(.+))?")
#: Folders that a generator names, and that say nothing about an article.
_WRAPPERS = {"content", "docs", "src", "pages", "_posts", "_drafts", "i18n"}
_NUMBERS = re.compile(r"\d{1,4}(?:-\d{1,2})*")


@dataclass(frozen=True)
class Place:
    """``language`` is one that the site serves, or empty; ``unserved`` one that it does not. ``key`` is the same in all
    translations, ``group`` is empty where there are none. ``name`` is what a slug is made of, ``whole`` what it is made
    of where another article has that one; ``date`` is a day, or empty.
    """

    language: str
    unserved: str
    key: str
    name: str
    whole: str
    date: str = ""
    group: str = ""
    is_draft: bool = False
    is_part: bool = False


def language_code(name: str) -> str | None:
    """The site's language that ``name`` means (``zh``, ``pt-BR``, ``en_GB``), or ``None``."""
    known = [code for code, _name in settings.LANGUAGES]
    code = name.strip().lower().replace("_", "-")
    if code in known:
        return code
    main = code.split("-")[0]
    return next((language for language in known if language.split("-")[0] == main), None) if code else None


def is_no_article(relative: PurePosixPath) -> bool:
    """Whether a file lies where no generator looks for articles."""
    folders = relative.parts[:-1]
    return any(part in NO_ARTICLES or (part.startswith("version-") and "i18n" in folders) for part in folders)


def places(relatives: Iterable[PurePosixPath], root: str, main_language: str) -> Mapping[PurePosixPath, Place]:
    """The place of each of these files of one folder; ``root`` keeps the groups of two folders apart."""
    relatives = list(relatives)
    inside: dict[PurePosixPath, set[str]] = defaultdict(set)
    for relative in relatives:
        for folder in list(relative.parents)[:-1]:
            inside[folder.parent].add(folder.name)
    with_languages = {folder for folder, names in inside.items() if any(map(_served, names))}
    keys = {_plain_key(relative) for relative in relatives}
    found = {relative: _place(relative, with_languages, keys) for relative in relatives}
    languages: dict[str, set[str]] = defaultdict(set)
    for place in found.values():
        languages[place.key].add(place.language or main_language)
    mark = hashlib.sha256(root.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return {
        relative: _grouped(place, mark) if len(languages[place.key]) > 1 and not place.unserved else place
        for relative, place in found.items()
    }


def _grouped(place: Place, mark: str) -> Place:
    name = place.key.encode("utf-8", "surrogateescape")
    key = place.key if len(place.key) <= 80 else hashlib.sha256(name).hexdigest()
    return Place(**{**vars(place), "group": f"{key} {mark}"})


def _served(name: str) -> str:
    return (language_code(name) or "") if _CODE.fullmatch(name) else ""


def _unserved(name: str) -> str:
    is_known = _CODE.fullmatch(name) and name.lower().replace("_", "-").split("-")[0] in LANG_INFO
    return name if is_known and not _served(name) else ""


def _plain_key(relative: PurePosixPath) -> str:
    return relative.with_suffix("").as_posix()


def _place(relative: PurePosixPath, with_languages: set[PurePosixPath], keys: set[str]) -> Place:
    folders = list(relative.parts[:-1])
    stem, *endings = relative.stem.split(".")
    language = unserved = ""
    if endings:
        beside = "/".join([*folders, ".".join([stem, *endings[:-1]])])
        language = _served(endings[-1])
        # `notes.it.md` may be about machines, `about.it.md` beside `about.md` is Italian.
        unserved = _unserved(endings[-1]) if beside in keys else ""
        if language or unserved:
            endings.pop()
    stem = ".".join([stem, *endings])
    if not language and not unserved:
        language, unserved, folders = _of_folders(folders, with_languages)
    steps = _without_plugin(folders)
    key = "/".join([*steps, stem])
    date, name = _dated(key)
    is_number = _NUMBERS.fullmatch if date else lambda step: None
    meant = [step for step in steps if step not in _WRAPPERS and not _DATED.search(step) and not is_number(step)]
    if name.lower() in _INDEX:
        name = (meant or ["index"])[-1]
        meant = meant[:-1]
    return Place(
        language=language,
        unserved=unserved,
        key=key,
        name=name,
        whole="-".join([*meant, *([date] if date and date != name else []), name]),
        date=date,
        is_draft="_drafts" in folders,
        is_part=(relative.name.startswith("_") and stem != "_index")
        # What a folder is about is said by one of the two.
        or (stem.lower() == "readme" and "/".join([*relative.parts[:-1], "index"]) in keys),
    )


def _of_folders(folders: list[str], with_languages: set[PurePosixPath]) -> tuple[str, str, list[str]]:
    """The language of the nearest folder that is named for one, and the folders without it."""
    for i in range(len(folders) - 1, -1, -1):
        name, rest = folders[i], folders[:i] + folders[i + 1 :]
        if _served(name):
            return _served(name), "", rest
        # A folder named `it` is Italian among languages alone.
        is_among = i > 0 and folders[i - 1] == "i18n" or PurePosixPath(*folders[:i]) in with_languages
        if is_among and _unserved(name):
            return "", name, rest
    return "", "", folders


def _without_plugin(folders: list[str]) -> list[str]:
    """``i18n/docusaurus-plugin-content-docs/current/a`` as the ``docs/a`` that it translates."""
    for i, name in enumerate(folders):
        plugin = _PLUGIN.fullmatch(name)
        if plugin and "i18n" in folders[:i]:
            kind, other = plugin.groups()
            rest = folders[i + 1 :]
            if rest[:1] == ["current"]:
                rest = rest[1:]
            return [*([other] if other else ["src", "pages"] if kind == "pages" else [kind]), *rest]
    return folders


def _dated(key: str) -> tuple[str, str]:
    """The day that a path names, or nothing, and the name of the article without it."""
    last = key.rsplit("/", 1)[-1]
    for found in reversed(list(_DATED.finditer(key))):
        month, day = int(found["month"]), int(found["day"])
        if not (1 <= month <= 12 and 1 <= day <= 31):
            continue
        rest = found["rest"] or ""
        is_last = found.end() == len(key)
        name = rest if rest and (is_last or last.lower() in _INDEX) else last
        return f"{found['year']}-{month:02}-{day:02}", name
    return "", last
