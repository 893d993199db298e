"""A folder of built HTML pages, as a site generator leaves it.

Links lead to a page's canonical address, else to its place below the address at which the folder is published, where
one is given; else to the article's page here. A page that asks not to be indexed, only leads on to another, is a draft
or the page for errors, or says that another page in the folder is the original, is passed over and named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from urllib.parse import quote, urljoin, urlsplit

from . import Entry, Listed, LoadedArticle, LoadError, Options, Skipped
from .folders import content_of, look_into, printable
from .front_matter import Unreadable
from .pages import NoArticle, Page, language_of, read_page, slug_of

SUFFIXES = {".html", ".htm", ".xhtml"}
#: Stands for the site's own address while nobody has given it; never stored.
_NOWHERE = "http://folder.invalid/"
_ERROR_PAGES = {"404", "500"}


def prefix(source: str) -> str:
    """What every origin in this folder begins with."""
    return f"html:{Path(source).resolve()}/"


def read(source: str, options: Options) -> Iterator[Entry]:
    """Every page below the folder, by path; hidden files and folders are passed over."""
    folder = look_into(source, SUFFIXES, prefix(source))
    yield Listed(len(folder.files))
    relatives = [PurePosixPath(path.relative_to(folder.path).as_posix()) for path in folder.files]
    reader = _Folder(options.site.rstrip("/") + "/" if options.site else _NOWHERE, {_key(path) for path in relatives})
    for path, relative in zip(folder.files, relatives, strict=True):
        origin = f"{prefix(source)}{relative}"
        try:
            yield reader.article(path, relative, origin)
        except NoArticle as reason:
            yield Skipped(origin, printable(Path(relative)), str(reason), is_gone=True)
        except Unreadable as error:
            yield LoadError(origin, printable(Path(relative)), 0, str(error))
    yield from folder.errors


@dataclass
class _Folder:
    """The folder's address and pages, and which page has taken which address."""

    site: str
    keys: set[str]
    taken: dict[str, str] = field(default_factory=dict)

    def article(self, path: Path, relative: PurePosixPath, origin: str) -> LoadedArticle:
        if "_drafts" in relative.parts:
            raise NoArticle("a draft")
        if (relative.parent.name if relative.stem == "index" else relative.stem) in _ERROR_PAGES:
            raise NoArticle("the page for errors")
        place = urljoin(self.site, quote(_place(relative), errors="surrogateescape"))
        page = read_page(content_of(path), place)
        address = self._address(page, relative, place)
        if self.taken.setdefault(address or place, str(relative)) != str(relative):
            raise NoArticle(f"the same page as {self.taken[address or place]} (its canonical address says so)")
        language = language_of(page, _place(relative))
        return LoadedArticle(
            origin=origin,
            path=str(relative),
            title=page.title,
            slug=slug_of(_place(relative), language),
            language=language,
            body=page.body,
            format="html",
            address=address,
            summary=page.summary,
            published_at=page.published_at,
            translation_group=page.translation_group,
            line=0,
        )

    def _address(self, page: Page, relative: PurePosixPath, place: str) -> str:
        """Where links to the page lead; raises ``NoArticle`` where another page of the folder is the original."""
        own = "" if self.site == _NOWHERE else place
        canonical = urlsplit(page.canonical)
        if canonical.scheme not in ("http", "https") or not canonical.netloc:
            return own
        mine, said = _key(relative), _key(PurePosixPath(canonical.path.strip("/")))
        if mine != said and not (mine and f"/{said}".endswith(f"/{mine}")):
            # The folder may be published below some path, so what stands in front of it does not count.
            parts = said.split("/") if said else []
            endings = {"/".join(parts[i:]) for i in range(len(parts))} or {""}
            if (endings & self.keys) - {mine}:
                raise NoArticle(f"{canonical.path or '/'} is the original (its canonical address says so)")
        if f"{canonical.scheme}://{canonical.netloc}/" == _NOWHERE:
            return own
        return canonical._replace(fragment="").geturl()


def _place(relative: PurePosixPath) -> str:
    """The page's path below the site's address."""
    return f"{relative.parent}/".removeprefix("./") if relative.name == "index.html" else str(relative)


def _key(relative: PurePosixPath) -> str:
    """The same for ``a/``, ``a.html`` and ``a/index.html``, which servers take for one another."""
    without = relative.with_suffix("") if relative.suffix.lower() in SUFFIXES else relative
    if without.name == "index":
        without = without.parent
    return "" if str(without) == "." else str(without)
