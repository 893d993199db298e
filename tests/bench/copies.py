"""Makes a filled database several times as large within minutes, for ``tests.bench.index``; no text is read for it.

Its articles, passages and postings are copied by statements of the database. In each copy seven in ten of the terms
that stand in less than a fiftieth of the passages stand for others, made of their name and the copy's number, so that
common words grow common and rare ones become more, as they do in text. The texts themselves stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from corpus.models import Article, IndexedLanguage, Passage, Posting, Term

#: A term of less than this share of the passages may stand for another one in a copy.
COMMON = 0.02
_IS_OTHER = "(base.is_rare = 1 AND (base.id * 7919 + {copy} * 104729) % 10 < 7)"


def multiply(times: int) -> None:
    """The database holds ``times`` as many passages, and as many of each table that belongs to them."""
    with _without_indexes(), connection.cursor() as cursor, _without_checks(cursor):
        last = {}
        for model in (Article, Passage, Term):
            cursor.execute(f"SELECT max(id) FROM {model._meta.db_table}")
            last[model] = cursor.fetchone()[0]
        passages = Passage.objects.count()
        cursor.execute("CREATE TEMPORARY TABLE base (id bigint PRIMARY KEY, passages integer, is_rare integer)")
        cursor.execute(
            "INSERT INTO base SELECT id, passages, CASE WHEN passages < %s THEN 1 ELSE 0 END FROM corpus_term",
            [COMMON * passages],
        )
        for copy in range(1, times):
            articles, others, terms = (copy * last[model] for model in (Article, Passage, Term))
            is_other, suffix = _IS_OTHER.format(copy=copy), f"~{passages}.{copy}"
            _copy(cursor, Article, {"id": f"id + {articles}", "slug": f"slug || '{suffix}'"}, last[Article])
            changed = {"id": f"id + {others}", "article_id": f"article_id + {articles}", "tie": f"tie + {copy}"}
            _copy(cursor, Passage, changed, last[Passage])
            cursor.execute(
                f"INSERT INTO corpus_term (id, language, text, passages) SELECT term.id + {terms}, language, "
                f"text || '{suffix}', base.passages FROM corpus_term AS term JOIN base ON base.id = term.id "
                f"WHERE {is_other}"
            )
            cursor.execute(
                f"UPDATE corpus_term SET passages = passages + (SELECT passages FROM base WHERE id = corpus_term.id) "
                f"WHERE id IN (SELECT id FROM base WHERE NOT {is_other})"
            )
            cursor.execute(
                f"INSERT INTO corpus_posting (term_id, passage_id, weight) SELECT term_id + CASE WHEN {is_other} "
                f"THEN {terms} ELSE 0 END, passage_id + {others}, weight FROM corpus_posting "
                f"LEFT JOIN base ON base.id = term_id WHERE passage_id <= {last[Passage]}"
            )
        cursor.execute("DROP TABLE base")
        for row in IndexedLanguage.objects.all():
            IndexedLanguage.objects.filter(pk=row.pk).update(passages=row.passages * times)
        if connection.vendor == "postgresql":
            for model in (Article, Passage, Term, Posting):
                table = model._meta.db_table
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")


def _copy(cursor, model, changed: dict[str, str], last: int) -> None:
    table = model._meta.db_table
    columns = [field.column for field in model._meta.concrete_fields]
    values = ", ".join(changed.get(column, column) for column in columns)
    cursor.execute(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE id <= {last}")


@contextmanager
def _without_checks(cursor) -> Iterator[None]:
    """No row is looked up for another, and SQLite keeps no journal meanwhile."""
    if connection.vendor == "postgresql":
        during, after = ["SET session_replication_role = replica"], ["SET session_replication_role = DEFAULT"]
    else:
        during = [
            "PRAGMA foreign_keys = OFF",
            "PRAGMA journal_mode = OFF",
            "PRAGMA synchronous = OFF",
            "PRAGMA cache_size = -400000",
        ]
        after = ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON"]
    for statement in during:
        cursor.execute(statement)
    try:
        yield
    finally:
        for statement in after:
            cursor.execute(statement)


@contextmanager
def _without_indexes() -> Iterator[None]:
    """The indexes of the postings are made when all of them are there."""
    with connection.schema_editor(atomic=False) as editor:
        for index in Posting._meta.indexes:
            editor.remove_index(Posting, index)
    try:
        yield
    finally:
        with connection.schema_editor(atomic=False) as editor:
            for index in Posting._meta.indexes:
                editor.add_index(Posting, index)
