"""A folder of Markdown files with front matter, by the conventions of Hugo, Jekyll, Astro, MkDocs and Docusaurus.

Front matter: ``title``, ``date`` (or the names that generators have for it), ``language`` (or ``lang``), ``slug``,
``url`` (or ``permalink``), ``translation`` (or ``translationKey``), ``summary`` (or ``description``), ``questions``,
``draft``; each may be missing. What is missing is read from the path (``places``) and from the generator's settings
(``projects``); the title is then that of the first heading, the slug the last segment of ``url`` or the file's name.
An absolute ``url`` is where links lead; a relative one or none leads to the article's page here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.utils import timezone

from corpus.blocks import Kind, blocks

from . import Entry, Listed, LoadedArticle, LoadError, Options, Skipped
from .dialects import plain_markdown
from .folders import content_of, look_into, printable
from .front_matter import FrontMatter, Unreadable, moment, split, storable
from .places import Place, is_no_article, language_code, places
from .projects import Generator, Project, is_beside, project_of

SUFFIXES = {".md", ".markdown", ".mdx"}

_FIRST_HEADING = re.compile(r"\A\s*(?:#[ \t]+(?P<atx>[^\n]+?)[ \t]*#*|(?P<setext>[^\n#>|`-][^\n]*)\n=+)[ \t]*(?:\n|\Z)")
_NOT_IN_SLUG = re.compile(r"[^\w\u0900-\u0963\u0970-\u0dff]+")
_LANGUAGE = ("language", "lang", "locale")
_DATE = ("date", "pubdate", "publishdate", "publishedat", "published_at", "date_published")
_URL = ("url", "permalink")
#: Before a name, to bring files into an order; Docusaurus leaves it out of the address.
_NUMBER = re.compile(r"\A\d+\s*[-_.]+\s*(?=[^-_.\s\d])")


class _NoArticle(Exception):
    """A file that is none for this site; the message says why."""


def prefix(source: str) -> str:
    """What every origin in this folder begins with."""
    return f"markdown:{Path(source).resolve()}/"


def read(source: str, options: Options) -> Iterator[Entry]:
    """Every Markdown file below the folder, by path; hidden files and folders are passed over."""
    folder = look_into(source, SUFFIXES, prefix(source))
    project = project_of(folder.path)
    relatives = {path: PurePosixPath(path.relative_to(folder.path).as_posix()) for path in folder.files}
    relatives = {
        path: relative
        for path, relative in relatives.items()
        if not is_no_article(relative) and not is_beside(project, relative)
    }
    yield Listed(len(relatives))
    found = places(relatives.values(), str(folder.path), project.language or settings.LANGUAGE_CODE)
    reader = _Folder(project, found)
    for path, relative in relatives.items():
        origin = f"{prefix(source)}{relative}"
        try:
            yield reader.article(path, relative, origin)
        except _NoArticle as reason:
            yield Skipped(origin, printable(Path(relative)), str(reason), is_gone=True)
        except Unreadable as error:
            yield LoadError(origin, printable(Path(relative)), error.line, str(error))
    yield from folder.errors


@dataclass
class _Folder:
    """What is known of all its files, and which slugs have been taken."""

    project: Project
    places: Mapping[PurePosixPath, Place]
    taken: dict[tuple[str, str], PurePosixPath] = field(default_factory=dict)

    def article(self, path: Path, relative: PurePosixPath, origin: str) -> LoadedArticle:
        place = self.places[relative]
        if place.is_part:
            raise _NoArticle("a part of other pages")
        text = _text_of(path)
        front, body, first_line = split(text)
        language = self._language(front, place)
        _check_front(front)
        body = plain_markdown(body, front.values, is_mdx=relative.suffix == ".mdx")
        title, body = self._title(front, body, relative, place)
        if not body.strip():
            raise Unreadable(first_line, "the article has no text")
        url = _url(front)
        return LoadedArticle(
            origin=origin,
            path=str(relative),
            title=title,
            slug=self._slug(front, url, relative, place, language),
            language=language,
            body=body.strip() + "\n",
            address=url if urlsplit(url).netloc else "",
            summary=front.text("summary", "description"),
            questions=front.texts("questions"),
            is_draft=place.is_draft or _is_draft(front),
            published_at=_date(front) or _date_of(place),
            translation_group=front.text("translation", "translationkey") or place.group,
            line=front.line("slug", "url", "permalink"),
        )

    def _language(self, front: FrontMatter, place: Place) -> str:
        given = front.text(*_LANGUAGE)
        if given:
            code = language_code(given)
            if code is None:
                known = ", ".join(code for code, _name in settings.LANGUAGES)
                raise Unreadable(front.line(*_LANGUAGE), f"the language {given[:20]!r} is none of {known}")
            return code
        if place.unserved:
            raise _NoArticle(f"its language ({place.unserved}) is not served here")
        return place.language or self.project.language or settings.LANGUAGE_CODE

    def _title(self, front: FrontMatter, body: str, relative: PurePosixPath, place: Place) -> tuple[str, str]:
        """The title, and the body without the heading that says the same.

        A heading says more of an article than the one word that a menu has for it.
        """
        given = front.text("title")
        first = _FIRST_HEADING.match(body)
        if first:
            heading = next((block.text for block in blocks(first.group(), "markdown")), "")
            if heading and (not given or heading.casefold() == given.casefold()):
                return heading, body[first.end() :]
        if given or relative in self.project.titles:
            return given or self.project.titles[relative], body
        headings = (block.text for block in blocks(body, "markdown") if block.kind is Kind.HEADING)
        return next(headings, place.name.replace("-", " ").replace("_", " ").capitalize()), body

    def _slug(self, front: FrontMatter, url: str, relative: PurePosixPath, place: Place, language: str) -> str:
        """From the front matter, else from the file's name; from its whole path where another file has that one."""
        slug = _as_slug(_last(front.text("slug")) or _last(urlsplit(url).path, ".") or _last(front.text("id")))
        if slug:
            self.taken.setdefault((language, slug), relative)
            return slug
        name, whole = place.name, place.whole
        if self.project.generator is Generator.DOCUSAURUS and name != place.date:
            name = _NUMBER.sub("", name)
        for slug in (_as_slug(name), _as_slug(whole)):
            if slug and self.taken.setdefault((language, slug), relative) == relative:
                return slug
        if not slug:
            raise Unreadable(front.line("slug", "url"), "no slug can be made; give one in the front matter")
        return slug


def _text_of(path: Path) -> str:
    data = content_of(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(data.count(b"\n", 0, error.start) + 1, "the file is not UTF-8") from None
    if "\0" in text:
        raise Unreadable(text.count("\n", 0, text.index("\0")) + 1, "the file holds a null character")
    if not text.strip():
        raise Unreadable(1, "the file is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _check_front(front: FrontMatter) -> None:
    """Raises ``_NoArticle`` for what a generator makes no page of, or none that is to be found."""
    if _is_yes(front, "headless"):
        raise _NoArticle("no page of its own (headless)")
    if _is_yes(front, "noindex") or _is_yes(front, "robotsnoindex") or "noindex" in str(front.values.get("robots")):
        raise _NoArticle("noindex (front matter)")
    found = front.values.get("search")
    if front.is_refused("pagefind") or isinstance(found, Mapping) and str(found.get("exclude")).lower() == "true":
        raise _NoArticle("left out of the site's own search (front matter)")
    ends = front.moment("expirydate")
    if ends and ends <= timezone.now():
        raise _NoArticle("its time is over (expiryDate)")


def _is_yes(front: FrontMatter, name: str) -> bool:
    value = front.values.get(name, "")
    return isinstance(value, str) and value.strip().lower() in ("true", "yes")


def _is_draft(front: FrontMatter) -> bool:
    # Docusaurus's unlisted pages are for those alone who have been given the address.
    return front.is_set("draft") or front.is_refused("published") or _is_yes(front, "unlisted")


def _date(front: FrontMatter) -> datetime | None:
    date = front.values.get("date")
    if isinstance(date, Mapping):
        created = date.get("created")
        front = FrontMatter({"date": created if isinstance(created, str) else ""}, front.lines)
    names: tuple[str, ...] = _DATE
    # A yes or a no in `published` says whether; a date says since when.
    if not front.is_refused("published") and not _is_yes(front, "published"):
        names = (*_DATE, "published")
    return front.moment(*names)


def _date_of(place: Place) -> datetime | None:
    try:
        return moment(place.date) if place.date else None
    except (ValueError, OverflowError):
        return None


def _url(front: FrontMatter) -> str:
    url = front.text(*_URL)
    try:
        urlsplit(url)
    except ValueError:
        raise Unreadable(front.line(*_URL), "url should be an address") from None
    return url


def _last(path: str, ending: str = "") -> str:
    """The last segment of a path, without its ``ending``; nothing where it stands for what a generator fills in."""
    last = unquote(path).rstrip("/").rsplit("/", 1)[-1]
    return "" if last.startswith(":") else last.rsplit(ending, 1)[0] if ending else last


def _as_slug(text: str) -> str:
    return _NOT_IN_SLUG.sub("-", text.lower()).strip("-")[:200] if storable(text) else ""
