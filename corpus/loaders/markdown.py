"""A folder of Markdown files with front matter.

Front matter: ``title``, ``date`` (or ``published``), ``language`` (or ``lang``), ``slug``, ``url``, ``translation``,
``summary`` (or ``description``), ``questions``, ``draft``; each may be missing. The language is then that of the
nearest folder named for one, the title that of the first heading, the slug the last segment of ``url`` or the file's
name. An absolute ``url`` is where links lead; a relative one or none leads to the article's page here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.conf import settings

from corpus.blocks import Kind, blocks

from . import Entry, Listed, LoadedArticle, LoadError, Options
from .folders import content_of, look_into, printable
from .front_matter import FrontMatter, Unreadable, split

SUFFIXES = {".md", ".markdown"}

_FIRST_HEADING = re.compile(r"\A\s*(?:#[ \t]+(?P<atx>[^\n]+?)[ \t]*#*|(?P<setext>[^\n#>|`-][^\n]*)\n=+)[ \t]*(?:\n|\Z)")
_NOT_IN_SLUG = re.compile(r"[^\w\u0900-\u0963\u0970-\u0dff]+")


def prefix(source: str) -> str:
    """What every origin in this folder begins with."""
    return f"markdown:{Path(source).resolve()}/"


def read(source: str, options: Options) -> Iterator[Entry]:
    """Every Markdown file below the folder, by path; hidden files and folders are passed over."""
    folder = look_into(source, SUFFIXES, prefix(source))
    yield Listed(len(folder.files))
    for path in folder.files:
        relative = path.relative_to(folder.path)
        origin = f"{prefix(source)}{relative.as_posix()}"
        try:
            yield _read_file(path, relative, origin)
        except Unreadable as error:
            yield LoadError(origin, printable(relative), error.line, str(error))
    yield from folder.errors


def language_code(name: str) -> str | None:
    """The site's language that ``name`` means (``zh``, ``pt-BR``, ``en_GB``), or ``None``."""
    known = [code for code, _name in settings.LANGUAGES]
    code = name.strip().lower().replace("_", "-")
    if code in known:
        return code
    main = code.split("-")[0]
    return next((language for language in known if language.split("-")[0] == main), None) if code else None


def _read_file(path: Path, relative: Path, origin: str) -> LoadedArticle:
    front, body, first_line = split(_text_of(path))
    title, body = _title(front, body, path)
    if not body.strip():
        raise Unreadable(first_line, "the article has no text")
    url = _url(front)
    return LoadedArticle(
        origin=origin,
        path=relative.as_posix(),
        title=title,
        slug=_slug(front, url, path),
        language=_language(front, relative),
        body=body.strip() + "\n",
        address=url if urlsplit(url).netloc else "",
        summary=front.text("summary", "description"),
        questions=front.texts("questions"),
        is_draft=front.is_set("draft"),
        published_at=front.moment("date", "published"),
        translation_group=front.text("translation"),
        line=front.line("slug", "url", "permalink"),
    )


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


def _title(front: FrontMatter, body: str, path: Path) -> tuple[str, str]:
    """The title, and the body without the heading that says the same."""
    given = front.text("title")
    first = _FIRST_HEADING.match(body)
    if first:
        heading = next((block.text for block in blocks(first.group(), "markdown")), "")
        if heading and (not given or heading.casefold() == given.casefold()):
            return heading, body[first.end() :]
    if given:
        return given, body
    headings = (block.text for block in blocks(body, "markdown") if block.kind is Kind.HEADING)
    return next(headings, path.stem.replace("-", " ").replace("_", " ").capitalize()), body


def _language(front: FrontMatter, relative: Path) -> str:
    given = front.text("language", "lang")
    if given:
        code = language_code(given)
        if code is None:
            known = ", ".join(code for code, _name in settings.LANGUAGES)
            raise Unreadable(front.line("language", "lang"), f"the language {given[:20]!r} is none of {known}")
        return code
    # about.fa.md, else the nearest folder; a folder is named for a language only when it is nothing but its code.
    names = [*relative.stem.split(".")[1:], *reversed(relative.parts[:-1])]
    codes = (language_code(name) for name in names if re.fullmatch(r"[A-Za-z]{2}(?:[-_]\w+)?", name))
    return next((code for code in codes if code), settings.LANGUAGE_CODE)


def _url(front: FrontMatter) -> str:
    url = front.text("url", "permalink")
    try:
        urlsplit(url)
    except ValueError:
        raise Unreadable(front.line("url", "permalink"), "url should be an address") from None
    return url


def _slug(front: FrontMatter, url: str, path: Path) -> str:
    given = front.text("slug")
    last = unquote(urlsplit(url).path).rstrip("/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
    stem = path.stem.split(".")[0]
    name = path.parent.name if stem in {"index", "_index"} else stem
    slug = _NOT_IN_SLUG.sub("-", (given or last or name).lower()).strip("-")[:200]
    if not slug:
        raise Unreadable(front.line("slug", "url"), "no slug can be made; give one in the front matter")
    return slug
