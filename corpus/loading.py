"""Stores what a loader reads: each article in a transaction of its own, indexed as it is saved, as soon as it is read.

- An article is found again by its origin; one whose file has moved, by language and slug.
- A source that has not changed since it was last loaded undoes nothing that an editor did here in the meantime.
- What has gone from the source is withdrawn (it becomes a draft), never deleted, and only when that is certain: not
  what could not be looked for, and nothing at all when nothing could be loaded, because then the source is broken
  rather than empty, or when the load was broken off.
- ``excluded`` is the owner's alone: no load changes it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction

from .indexing import Change, IndexReport, change_of, index_article
from .loaders import (
    LOADERS,
    Entry,
    Known,
    Listed,
    LoadedArticle,
    Loader,
    LoadError,
    Options,
    Skipped,
    Unchanged,
    Validators,
)
from .models import Article, IndexRun
from .runs import DatabaseLost, Record, is_lost, recorded

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class LoadReport:
    """What a load did to the index, how many articles it has read, what it passed over, what it could not load."""

    index: IndexReport
    loaded: int
    errors: tuple[LoadError, ...]
    skipped: tuple[Skipped, ...] = ()
    #: Whether it was broken off by Ctrl-C: what it had read by then is stored.
    is_broken_off: bool = False


def load(
    format: str,
    source: str,
    progress: Callable[[int, int], None] | None = None,
    options: Options | None = None,
    *,
    again: bool = False,
    who: Any = None,
) -> LoadReport:
    """Loads every article of ``source`` and records the run; a bad article is reported and stops no other.

    ``options.networks`` come on top of the setting's. ``again`` asks for every page whole, also for those that have not
    changed since. ``who`` is the member of staff who wants it, nobody for a command. Raises ``KeyError`` for an unknown
    format, ``SourceNotFound`` where there is no source at all, and ``DatabaseLost``.
    """
    loader = LOADERS[format]
    options = options or Options()
    networks = (*settings.CORPUS_PRIVATE_NETWORKS, *options.networks)
    options = replace(options, networks=networks, known=known_pages(again))
    run = _Run()
    try:
        with recorded(IndexRun.Kind.LOAD, who=who, source=source) as record:
            _take_all(loader, source, options, run, record, progress)
    except KeyboardInterrupt:
        return run.report(is_broken_off=True)
    return run.report()


def _take_all(
    loader: Loader,
    source: str,
    options: Options,
    run: _Run,
    record: Record,
    progress: Callable[[int, int], None] | None,
) -> None:
    try:
        with closing(loader.read(source, options)) as entries:  # type: ignore[type-var]
            for entry in entries:
                run.take(entry, record)
                if progress and not isinstance(entry, Listed):
                    progress(run.done, max(run.total, run.done))
        if run.loaded:
            run.withdraw(loader.prefix(source), record)
    except DatabaseError as error:
        if not is_lost(error):
            raise
        raise DatabaseLost(
            f"The database does not answer any more. {run.loaded} articles are loaded and stored; load again once it "
            "is back."
        ) from error


def known_pages(again: bool = False) -> dict[str, Known]:
    """What is stored of the pages that were loaded over the network, by their address there.

    ``again`` leaves out what a server would need to say that a page has not changed.
    """
    rows = Article.objects.filter(origin__startswith="sitemap:").exclude(loaded_hash="")
    known = {}
    for origin, address, etag, last_modified, loaded_hash in rows.values_list(
        "origin", "address", "etag", "last_modified", "loaded_hash"
    ):
        validators = Validators() if again else Validators(etag, last_modified)
        known[origin.partition(" ")[2]] = Known(origin, address, validators, loaded_hash)
    return known


@dataclass
class _Run:
    """What one load has come to so far."""

    total: int = 0
    done: int = 0
    loaded: int = 0
    is_whole: bool = True
    changes: list[Change] = field(default_factory=list)
    errors: list[LoadError] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    #: By language and slug, the path of the article that has them.
    places: dict[tuple[str, str], str] = field(default_factory=dict)

    def take(self, entry: Entry, record: Record) -> None:
        if isinstance(entry, Listed):
            self.total, self.is_whole = entry.total, entry.is_whole
            record.total = entry.total
            return
        self.done += 1
        self.seen.add(entry.origin)
        match entry:
            case LoadError():
                self._fail(entry, record)
            case Skipped():
                self.skipped.append(entry)
                record.beat()
            case Unchanged() | LoadedArticle():
                self._try(entry, record)

    def _try(self, entry: Unchanged | LoadedArticle, record: Record) -> None:
        try:
            changes = self._keep(entry) if isinstance(entry, Unchanged) else [self._store(entry)]
        except _Refused as refused:
            self._fail(_error(entry, str(refused)), record)
        except Exception as error:
            if is_lost(error):
                raise
            # By its place alone: what it says is in the article.
            logger.exception("%s could not be stored", entry.origin)
            self._fail(_error(entry, f"could not be stored ({type(error).__name__}; the log says more)"), record)
        else:
            self.loaded += 1
            self._note(changes, record)

    def _keep(self, entry: Unchanged) -> list[Change]:
        keys = Article.objects.filter(origin=entry.origin).values_list("pk", flat=True)
        return [index_article(key) for key in keys]

    def _store(self, entry: LoadedArticle) -> Change:
        first = self.places.setdefault((entry.language, entry.slug), entry.path)
        if first != entry.path:
            raise _Refused(f"{first} has this address already ({entry.language}, {entry.slug})")
        return _store(entry)

    def _fail(self, error: LoadError, record: Record) -> None:
        self.errors.append(error)
        record.take(Change.FAILED.value, str(error))

    def _note(self, changes: list[Change], record: Record) -> None:
        self.changes += changes
        for change in changes:
            record.take(change.value)

    def withdraw(self, prefix: str, record: Record) -> None:
        """Withdraws what is gone, and where the source lists all there is, what it does not list any more."""
        gone = {entry.origin for entry in self.skipped if entry.is_gone}
        unread = tuple(error.unread for error in self.errors if error.unread)
        published = Article.objects.filter(status=Article.Status.PUBLISHED)
        self._note(_withdraw(article for article in published.filter(origin__in=gone)), record)
        if self.is_whole:
            others = published.filter(origin__startswith=prefix).exclude(origin__in=gone)
            unlisted = (
                article
                for article in others
                if article.origin not in self.seen and not article.origin.startswith(unread)
            )
            self._note(_withdraw(unlisted), record)

    def report(self, *, is_broken_off: bool = False) -> LoadReport:
        index = IndexReport.of(self.changes)
        return LoadReport(index, self.loaded, tuple(self.errors), tuple(self.skipped), is_broken_off)


def _error(entry: Unchanged | LoadedArticle, why: str) -> LoadError:
    if isinstance(entry, Unchanged):
        return LoadError(entry.origin, entry.origin.partition(" ")[2] or entry.origin, 0, why)
    return LoadError(entry.origin, entry.path, entry.line, why)


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
        read_hash = entry.fingerprint
        if article.loaded_hash == read_hash and article.origin == entry.origin:
            _set_validators(article, entry.validators)
            return index_article(article.pk)
        before = article.content_hash
        _fill(article, entry)
        article.loaded_hash = read_hash
        try:
            article.full_clean()
        except ValidationError as error:
            raise _Refused(_in_words(error)) from None
        article.save()
    return change_of(before, article.content_hash)


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
    is_same_page = bool(entry.address) and article.address == entry.address
    if _is_there(article.origin) and not is_same_page:
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
    article.etag = entry.validators.etag
    article.last_modified = entry.validators.last_modified


def _set_validators(article: Article, validators: Validators) -> None:
    if (article.etag, article.last_modified) != (validators.etag, validators.last_modified):
        fields = {"etag": validators.etag, "last_modified": validators.last_modified}
        Article.objects.filter(pk=article.pk).update(**fields)


def _withdraw(articles: Iterator[Article]) -> list[Change]:
    changes = []
    for article in articles:
        before = article.content_hash
        article.status = Article.Status.DRAFT
        # So that the article is published again should its source come back as it was.
        article.loaded_hash = article.etag = article.last_modified = ""
        article.save()
        changes.append(change_of(before, article.content_hash))
    return changes


def _in_words(error: ValidationError) -> str:
    return "; ".join(f"{name}: {' '.join(messages)}" for name, messages in error.message_dict.items())
