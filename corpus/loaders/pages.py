"""A web page as an article: what its head says about it, and its main content."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from django.conf import settings
from lxml import html as lxml_html  # type: ignore[import-untyped]
from lxml.etree import LxmlError  # type: ignore[import-untyped]

from . import front_matter
from .content import main_content, plain
from .encodings import decode
from .front_matter import Unreadable
from .places import language_code

#: The name under which pages and robots.txt may address this loader.
AGENT = "SiteAssistant"

_DATES = ("article:published_time", "datepublished", "date", "dc.date", "dc.date.issued", "dcterms.created", "pubdate")
_REFRESH = re.compile(r"\s*(\d+)?\s*[;,]?\s*url\s*=\s*['\"]?\s*([^'\"\s>]+)", re.IGNORECASE)
_SEPARATORS = " \t|–—-·•:«»‹›/"
_NOT_IN_SLUG = re.compile(r"[^\w\u0900-\u0963\u0970-\u0dff]+")
_LARGEST_JSON = 200_000
_LONGEST_TITLE, _LONGEST_SUMMARY = 300, 1000


class NoArticle(Exception):
    """A page that can be read and should not be: it says so itself, or leads elsewhere. The message says why."""


@dataclass(frozen=True)
class Page:
    """What a page says of itself, as it stands there: ``language`` as a code of any kind, ``canonical`` absolute."""

    title: str
    language: str
    canonical: str
    summary: str
    published_at: datetime | None
    body: str
    translation_group: str


def read_page(data: bytes, address: str, content_type: str = "", robots: str = "") -> Page:
    """The page of these bytes, which stands at ``address``; ``robots`` is its X-Robots-Tag.

    Raises ``NoArticle`` where it is not to be indexed, is a draft or only leads elsewhere, and ``Unreadable`` where it
    holds no text.
    """
    if is_noindex(robots):
        raise NoArticle("noindex (X-Robots-Tag)")
    text = decode(data, content_type)
    if not text.strip():
        raise Unreadable(0, "the page is empty")
    try:
        # As bytes, because a declaration inside the text must not be believed any more.
        parser = lxml_html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
        tree = lxml_html.document_fromstring(text.encode(), parser=parser)
    except (LxmlError, ValueError):
        raise Unreadable(0, "the page is no HTML") from None
    return _Reader(tree, address).read()


def is_noindex(directives: str) -> bool:
    """Whether robots directives, also those of a header with the names of agents in it, keep us from indexing."""
    agent = ""
    for part in directives.lower().split(","):
        name, colon, rest = part.partition(":")
        if colon and name.strip() not in ("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"):
            agent, part = name.strip(), rest
        if part.strip() in ("noindex", "none") and agent in ("", "robots", "*", AGENT.lower()):
            return True
    return False


def slug_of(path: str, language: str) -> str:
    """A slug from the whole of an address's path, so that ``/a/prices`` and ``/b/prices`` are two articles.

    The language's own folder is left out; the front page is ``index``.
    """
    parts = [part for part in unquote(path).split("/") if part]
    if parts and re.fullmatch(r"index\.\w+", parts[-1]):
        parts.pop()
    elif parts:
        parts[-1] = re.sub(r"\.(?:x?html?|php|aspx?|jsp)\Z", "", parts[-1], flags=re.IGNORECASE)
    codes = {language, language.split("-")[0]}
    if len(parts) > 1 and parts[0].lower().split("-")[0] in codes:
        parts.pop(0)
    words = _NOT_IN_SLUG.sub("-", "-".join(parts).lower()).strip("-")
    if len(words) <= 200:
        return words or "index"
    return f"{words[:187]}-{hashlib.sha256(words.encode()).hexdigest()[:12]}"


class _Reader:
    """Reads one parsed page; its tree is spent afterwards."""

    def __init__(self, tree: Any, address: str) -> None:
        self._tree = tree
        self._address = address
        self._base = _base(tree, address)
        self._metas: dict[str, str] = {}
        for meta in tree.iter("meta"):
            name = (meta.get("name") or meta.get("property") or meta.get("itemprop") or "").strip().lower()
            self._metas.setdefault(name, plain(meta.get("content") or ""))

    def read(self) -> Page:
        self._refuse()
        title = self._title()
        head = {
            "language": self._language(),
            "canonical": self._canonical(),
            "summary": (self._metas.get("description") or self._metas.get("og:description", ""))[:_LONGEST_SUMMARY],
            "published_at": self._published_at(),
            "translation_group": self._translations(),
        }
        body = main_content(self._tree, self._address, title, self._base)
        if not plain(re.sub(r"<[^>]*>", " ", body)):
            raise Unreadable(0, "no text was found in it; it may be built by JavaScript in the browser")
        return Page(title=title, body=body, **head)  # type: ignore[arg-type]

    def _refuse(self) -> None:
        for name in ("robots", AGENT.lower()):
            if is_noindex(self._metas.get(name, "")):
                raise NoArticle(f"noindex (meta {name})")
        for meta in self._tree.iter("meta"):
            refresh = _REFRESH.match(meta.get("content") or "")
            if (meta.get("http-equiv") or "").strip().lower() == "refresh" and refresh:
                target = self._absolute(refresh.group(2))
                if target and target.partition("#")[0] != self._address:
                    raise NoArticle("it only leads on to another page (meta refresh)")
        if self._metas.get("draft", "").lower() in ("true", "yes", "1") or self._metas.get("status") == "draft":
            raise NoArticle("a draft")

    def _title(self) -> str:
        """The first heading where the page's own title or its social one agrees; else one of those."""
        element = self._tree.find(".//head/title")
        given = plain("".join(element.itertext())) if element is not None else ""
        social = self._metas.get("og:title", "")
        headings = [plain("".join(h1.itertext())).rstrip("¶# ") for h1 in self._tree.iter("h1")]
        headings = [heading for heading in headings if heading]
        agreed = next((h1 for h1 in headings if h1.casefold() in f"{given}\n{social}".casefold()), "")
        title = agreed or (headings[0] if len(headings) == 1 else "") or social or self._without_site(given)
        return (title or (headings or [""])[0] or slug_of(urlsplit(self._address).path, ""))[:_LONGEST_TITLE]

    def _without_site(self, title: str) -> str:
        site = self._metas.get("og:site_name", "")
        if site and title.casefold().endswith(site.casefold()):
            return title[: -len(site)].rstrip(_SEPARATORS) or title
        return title

    def _language(self) -> str:
        return plain(self._tree.get("lang") or self._tree.get("{http://www.w3.org/XML/1998/namespace}lang") or "")

    def _canonical(self) -> str:
        links = (link for link in self._tree.iter("link") if "canonical" in (link.get("rel") or "").lower().split())
        found = next((link.get("href") for link in links if link.get("href")), "")
        return self._absolute(found) if found else ""

    def _translations(self) -> str:
        """A name for the group of pages that are translations of one another: all of them list the same addresses."""
        links = [link for link in self._tree.iter("link") if link.get("hreflang") and link.get("href")]
        named = [link for link in links if (link.get("hreflang") or "").lower() != "x-default"]
        places = sorted({self._absolute(link.get("href")) for link in named})
        return hashlib.sha256("\n".join(places).encode()).hexdigest()[:32] if len(places) > 1 else ""

    def _published_at(self) -> datetime | None:
        for given in self._dates():
            try:
                return front_matter.moment(given.strip())
            except (ValueError, OverflowError):
                continue
        return None

    def _dates(self) -> Iterator[str]:
        yield from (self._metas[name] for name in _DATES if self._metas.get(name))
        for time in self._tree.iter("time"):
            if time.get("datetime") and (time.get("itemprop") == "datePublished" or time.get("pubdate") is not None):
                yield time.get("datetime")
        for script in self._tree.xpath("//script[@type='application/ld+json']"):
            yield from _dates_in(script.text or "")

    def _absolute(self, target: str) -> str:
        try:
            return urljoin(self._base, plain(target))
        except ValueError:
            return ""


def _base(tree: Any, address: str) -> str:
    """What the page's links are relative to: the first ``base`` that has an address, else the page's own."""
    given = next((element.get("href") for element in tree.iter("base") if element.get("href")), "")
    try:
        base = urljoin(address, plain(given))
        return base if urlsplit(base).scheme in ("http", "https") else address
    except ValueError:
        return address


def _dates_in(text: str) -> Iterator[str]:
    """Every ``datePublished`` in a piece of JSON-LD; none where it is no JSON."""
    if len(text) > _LARGEST_JSON:
        return
    try:
        waiting = [json.loads(text)]
    except (ValueError, RecursionError):
        return
    while waiting:
        found = waiting.pop(0)
        if isinstance(found, list):
            waiting += found
        elif isinstance(found, dict):
            given = found.get("datePublished")
            if isinstance(given, str):
                yield given
            waiting += found.values()


def language_of(page: Page, path: str) -> str:
    """The site's language of a page: the one it names, else that of a folder in its path, else the default one.

    Raises ``NoArticle`` where it names one that the site does not serve.
    """
    if page.language:
        code = language_code(page.language)
        if code is None:
            raise NoArticle(f"its language ({page.language[:20]}) is not served here")
        return code
    folders = (part for part in path.split("/")[:-1] if re.fullmatch(r"[A-Za-z]{2}(?:[-_]\w+)?", part))
    codes = (language_code(folder) for folder in folders)
    return next((code for code in codes if code), settings.LANGUAGE_CODE)
