"""Stores what a loader reads: each article in a transaction of its own, indexed as it is saved.

- An article is found again by its origin; one whose file has moved, by language and slug.
- A source that has not changed since it was last loaded undoes nothing that an editor did here in the meantime.
- What has gone from the source is withdrawn (it becomes a draft), never deleted; nothing is withdrawn when nothing at
  all could be loaded, because then the source is broken rather than empty.
- ``excluded`` is the owner's alone: no load changes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import astuple, dataclass
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from .indexing import Change, IndexReport, index_article
from .loaders import LOADERS, LoadedArticle, LoadError
from .models import Article


@dataclass(frozen=True)
class LoadReport:
    """What a load did to the index, how many articles it read, and what it could not load."""

    index: IndexReport
    loaded: int
    errors: tuple[LoadError, ...]


def load(format: str, source: str, progress: Callable[[int, int], None] | None = None) -> LoadReport:
    """Loads every article of ``source``; a bad one is reported and stops no other.

    Raises ``KeyError`` for an unknown format and ``SourceNotFound`` where there is no source at all.
    """
    loader = LOADERS[format]
    found = list(loader.read(source))
    changes: list[Change] = []
    errors: list[LoadError] = []
    places: dict[tuple[str, str], LoadedArticle] = {}
    for done, entry in enumerate(found, start=1):
        if isinstance(entry, LoadError):
            errors.append(entry)
        else:
            first = places.setdefault((entry.language, entry.slug), entry)
            try:
                if first is not entry:
                    raise _Refused(f"{first.path} has this address already ({entry.language}, {entry.slug})")
                changes.append(_store(entry))
            except _Refused as refused:
                errors.append(LoadError(entry.origin, entry.path, entry.line, str(refused)))
        if progress:
            progress(done, len(found))
    loaded = len(changes)
    if loaded:
        unread = tuple(f"{error.origin}/" for error in errors)
        changes += _withdraw_others(loader.prefix(source), {entry.origin for entry in found}, unread)
    return LoadReport(IndexReport.of(changes), loaded, tuple(errors))


class _Refused(Exception):
    """An article that was read but cannot be stored; the message says why."""


def _store(entry: LoadedArticle) -> Change:
    try:
        return _store_now(entry)
    except (IntegrityError, _Refused):
        # Another load may have stored it between our look and our writing; then it is there to be found now.
        return _store_now(entry)


def _store_now(entry: LoadedArticle) -> Change:
    with transaction.atomic():
        article = _find(entry)
        read_hash = _hash(entry)
        if article.loaded_hash == read_hash and article.origin == entry.origin:
            return index_article(article.pk)
        before = article.content_hash
        _fill(article, entry)
        article.loaded_hash = read_hash
        try:
            article.full_clean()
        except ValidationError as error:
            raise _Refused(_in_words(error)) from None
        article.save()
    return _change(before, article.content_hash)


def _find(entry: LoadedArticle) -> Article:
    """The article that this one replaces, or a new one."""
    article = Article.objects.filter(origin=entry.origin).first()
    if article:
        return article
    article = Article.objects.filter(language=entry.language, slug=entry.slug).first()
    if article is None:
        return Article()
    if not article.origin:
        raise _Refused(f"an article written here has this address already ({entry.language}, {entry.slug})")
    if _is_there(article.origin):
        raise _Refused(f"an article loaded from elsewhere has this address already ({entry.language}, {entry.slug})")
    return article


def _is_there(origin: str) -> bool:
    """Whether the source of an article still exists; an address on the network is taken to."""
    place = origin.partition(":")[2]
    return not place.startswith("/") or Path(place).exists()


def _fill(article: Article, entry: LoadedArticle) -> None:
    article.origin = entry.origin
    article.title = entry.title
    article.slug = entry.slug
    article.language = entry.language
    article.address = entry.address
    article.body = entry.body
    article.format = entry.format
    article.summary = entry.summary
    article.questions = list(entry.questions)
    article.status = Article.Status.DRAFT if entry.is_draft else Article.Status.PUBLISHED
    article.published_at = entry.published_at or article.published_at
    article.translation_group = entry.translation_group


def _withdraw_others(prefix: str, origins: set[str], unread: tuple[str, ...]) -> list[Change]:
    """Withdraws what was loaded from the same source before and is not there any more.

    What lies below a folder that could not be read (``unread``) may well be there.
    """
    changes = []
    for article in Article.objects.filter(origin__startswith=prefix, status=Article.Status.PUBLISHED):
        if article.origin in origins or article.origin.startswith(unread):
            continue
        before = article.content_hash
        article.status = Article.Status.DRAFT
        # So that the article is published again should its file come back as it was.
        article.loaded_hash = ""
        article.save()
        changes.append(_change(before, article.content_hash))
    return changes


def _change(before: str, after: str) -> Change:
    if before == after:
        return Change.UNCHANGED
    if not after:
        return Change.REMOVED
    return Change.CHANGED if before else Change.ADDED


def _hash(entry: LoadedArticle) -> str:
    return hashlib.sha256(repr(astuple(entry)).encode()).hexdigest()


def _in_words(error: ValidationError) -> str:
    return "; ".join(f"{name}: {' '.join(messages)}" for name, messages in error.message_dict.items())
