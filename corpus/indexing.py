"""Keeps the index equal to the articles: only what changed, one transaction an article.

Being killed at any point leaves each article either as it was indexed before or as it is now. Changes to the index of
one language wait for one another, because the counts of its terms are shared.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models import Count, F
from django.utils import timezone

from . import vectors
from .models import Article, IndexedLanguage, IndexRun, Passage, Posting, Term
from .passages import CutPassage, cut, folded
from .ranking import usual_terms, weight
from .runs import DatabaseLost, Record, is_lost, recorded
from .terms import terms

logger = logging.getLogger(__name__)

#: Goes up whenever the same text would be indexed otherwise, so that a reindex rebuilds it.
VERSION = 2
#: Rows named in one statement; SQLite has a limit.
CHUNK = 500


class Change(Enum):
    """What indexing an article did."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"
    UNCHANGED = "unchanged"
    #: It could not be indexed; what the index held of it stands.
    FAILED = "failed"


@dataclass(frozen=True)
class IndexReport:
    """How many articles a run added to the index, changed, removed, left as they were, and could not index."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    failed: int = 0

    @classmethod
    def of(cls, changes: Iterable[Change]) -> IndexReport:
        """The report over ``changes``, one an article."""
        return cls(**Counter(change.value for change in changes))


def index(
    articles: Sequence[int] | None = None,
    *,
    rebuild: bool = False,
    progress: Callable[[int, int], None] | None = None,
    who: Any = None,
) -> IndexReport:
    """Brings the index up to date for the articles with these keys, all of them by default, and records the run.

    ``rebuild`` also indexes again what has not changed, and counts every term anew. ``progress`` hears how many
    articles of how many are done; ``who`` is the member of staff who wants it, nobody for a command. An article that
    cannot be indexed is logged by its key, counts as failed, and stops nothing; a database that does not answer ends
    the run with ``DatabaseLost``. What was indexed by then is stored.
    """
    keys = list(articles if articles is not None else Article.objects.order_by("pk").values_list("pk", flat=True))
    changes: list[Change] = []
    with recorded(IndexRun.Kind.REINDEX, who=who, total=len(keys)) as record:
        try:
            for key in keys:
                changes.append(_tried(key, rebuild, record))
                if progress:
                    progress(len(changes), len(keys))
            if rebuild and articles is None:
                recount()
        except DatabaseError as error:
            if not is_lost(error):
                raise
            raise DatabaseLost(
                f"The database does not answer any more. {len(changes)} of {len(keys)} articles are done and stored; "
                "run this again once it is back."
            ) from error
    return IndexReport.of(changes)


def _tried(key: int, rebuild: bool, record: Record) -> Change:
    try:
        change, error = index_article(key, rebuild=rebuild), ""
    except Exception as raised:
        if is_lost(raised):
            raise
        logger.exception("article %s could not be indexed", key)
        change, error = Change.FAILED, f"Article {key}: {type(raised).__name__}"
    record.take(change.value, error)
    return change


def index_article(key: int, *, rebuild: bool = False) -> Change:
    """Makes the index hold the article as it stands in the database, and says what that changed.

    ``rebuild`` writes it anew even where nothing changed; that still counts as unchanged.
    """
    with transaction.atomic():
        article = Article.objects.select_for_update().filter(pk=key).first()
        if article is None:
            return Change.UNCHANGED
        was_indexed = bool(article.content_hash)
        if not article.is_indexable:
            if not was_indexed:
                return Change.UNCHANGED
            _replace(article, [])
            Article.objects.filter(pk=key).update(content_hash="", indexed_at=None)
            return Change.REMOVED
        content_hash = hash_of(article)
        is_same = content_hash == article.content_hash
        if is_same and not rebuild:
            return Change.UNCHANGED
        # A heading has an id of ours where the article stands here, and in Markdown, where generators make the same.
        with_own_ids = not article.address or article.format == Article.Format.MARKDOWN
        found = cut(article.body, article.format, article.language, article.title, with_own_ids=with_own_ids)
        _replace(article, found)
        Article.objects.filter(pk=key).update(content_hash=content_hash, indexed_at=timezone.now())
    if is_same:
        return Change.UNCHANGED
    return Change.CHANGED if was_indexed else Change.ADDED


def change_of(before: str, after: str) -> Change:
    """What saving an article did, by its content hash before and after; empty is not in the index."""
    if before == after:
        return Change.UNCHANGED
    if not after:
        return Change.REMOVED
    return Change.CHANGED if before else Change.ADDED


def remove_article(article: Article) -> None:
    """Takes an article that is about to be deleted out of the index, in the caller's transaction where there is one."""
    with transaction.atomic():
        _replace(article, [])


def hash_of(article: Article) -> str:
    """What the index of an article depends on, as one hash."""
    parts = (str(VERSION), article.language, article.format, article.get_absolute_url(), article.title, article.body)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def stale_articles() -> Iterator[int]:
    """The keys of articles whose index differs from what they hold now."""
    for article in Article.objects.order_by("pk").iterator(chunk_size=CHUNK):
        expected = hash_of(article) if article.is_indexable else ""
        if article.content_hash != expected:
            yield article.pk


def recount() -> None:
    """Counts every term and passage anew: repairs what rows deleted behind the index's back have left."""
    with transaction.atomic():
        _lock(set(Passage.objects.values_list("language", flat=True).distinct()))
        wrong = Term.objects.annotate(counted=Count("postings")).exclude(passages=F("counted"))
        for term in list(wrong):
            Term.objects.filter(pk=term.pk).update(passages=term.counted)
        Term.objects.filter(passages=0).delete()
        for row in IndexedLanguage.objects.all():
            row.passages = Passage.objects.filter(language=row.language).count()
            row.save()


def _replace(article: Article, found: list[CutPassage]) -> None:
    """The article's passages and postings are those of ``found`` from now on; the counts follow."""
    indexed = Passage.objects.filter(article=article)
    languages = set(indexed.values_list("language", flat=True))
    _lock({*languages, article.language} if found else languages)
    # Only now: who waited for the lock finds what the one before has written.
    old = dict(indexed.values_list("pk", "language"))
    before = Counter(old.values())
    kept = vectors.carried(old)
    deltas = _remove(list(old))
    if found:
        deltas.update(_insert(article, found))
    vectors.carry(kept, article)
    transaction.on_commit(vectors.follower.wake)
    _add_to_counts(deltas)
    change = Counter({article.language: len(found)})
    change.subtract(before)
    for language, number in change.items():
        IndexedLanguage.objects.filter(language=language).update(passages=F("passages") + number)


def _remove(passages: list[int]) -> Counter[int]:
    """Deletes passages and their postings; gives by how many passages, below zero, each term has grown.

    By their keys: a database that has not counted its rows yet reads a condition on the article as a reason to go
    through all postings, once for each passage.
    """
    gone = Posting.objects.filter(passage__in=passages)
    deltas = Counter({row["term"]: -row["n"] for row in gone.values("term").annotate(n=Count("pk")).order_by()})
    gone.delete()
    Passage.objects.filter(pk__in=passages).delete()
    return deltas


def _lock(languages: set[str]) -> None:
    """Holds the index of these languages until the transaction ends; in one order, so that no two wait in a ring."""
    for language in sorted(languages):
        IndexedLanguage.objects.get_or_create(language=language)
        IndexedLanguage.objects.select_for_update().get(language=language)


def _insert(article: Article, found: list[CutPassage]) -> Counter[int]:
    """Writes passages and postings; gives by how many passages each term has grown."""
    language, address = article.language, article.get_absolute_url()
    passages = Passage.objects.bulk_create(
        Passage(
            article=article,
            language=language,
            ordinal=ordinal,
            heading=passage.heading[:300],
            anchor=passage.anchor[:100],
            text=passage.text,
            folded=folded(article.title, passage, language),
            tie=tie(address, ordinal),
        )
        for ordinal, passage in enumerate(found)
    )
    counts = [Counter(terms(f"{article.title}\n{cut.heading}\n{cut.text}", language)) for cut in found]
    keys = _term_keys(set().union(*counts), language)
    usual = usual_terms(language)
    _write_postings(
        (keys[term], passage.pk, weight(times, count.total(), usual))
        for passage, count in zip(passages, counts, strict=True)
        for term, times in count.items()
    )
    return Counter(keys[term] for count in counts for term in count)


def _write_postings(rows: Iterable[tuple[int, int, int]]) -> None:
    """Writes postings: term, passage, weight.

    As text, which is safe because they are numbers: an article has thousands, and making a model of each took longer
    than all else together.
    """
    into = f"INSERT INTO {Posting._meta.db_table} (term_id, passage_id, weight) VALUES "
    with connection.cursor() as cursor:
        for some in _chunks([f"({term:d},{passage:d},{number:d})" for term, passage, number in rows]):
            cursor.execute(into + ",".join(some))


def tie(address: str, ordinal: int) -> int:
    """A positive number of 62 bits that depends on ``address`` and ``ordinal`` alone."""
    return int.from_bytes(hashlib.sha256(f"{address}\0{ordinal}".encode()).digest()[:8]) >> 2


def _term_keys(texts: set[str], language: str) -> dict[str, int]:
    """The keys of these terms; those not seen before are made."""
    keys = _known_terms(texts, language)
    missing = sorted(texts - keys.keys())
    if missing:
        Term.objects.bulk_create(
            (Term(language=language, text=text) for text in missing), ignore_conflicts=True, batch_size=CHUNK
        )
        keys |= _known_terms(set(missing), language)
    return keys


def _known_terms(texts: set[str], language: str) -> dict[str, int]:
    known: dict[str, int] = {}
    for some in _chunks(sorted(texts)):
        known.update(Term.objects.filter(language=language, text__in=some).values_list("text", "pk"))
    return known


def _add_to_counts(deltas: Counter[int]) -> None:
    """Adds each number to its term, in one statement for all terms with the same number."""
    by_number: dict[int, list[int]] = {}
    for key, number in sorted(deltas.items()):
        if number:
            by_number.setdefault(number, []).append(key)
    for number, keys in by_number.items():
        for some in _chunks(keys):
            Term.objects.filter(pk__in=some).update(passages=F("passages") + number)


def _chunks(items: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(items), CHUNK):
        yield items[start : start + CHUNK]
