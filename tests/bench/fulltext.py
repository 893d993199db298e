"""The full-text search that each database brings, bare: what ``tests.bench.index`` is beside.

One table of texts and one index over it, nothing else: SQLite's FTS5 with its Porter stemmer and BM25, PostgreSQL's
``tsvector`` under GIN with ``ts_rank``. A question is its words joined by OR, and the best six are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.db import connection

#: PostgreSQL's name for a language that it stems; ``simple`` for others.
CONFIGURATIONS = {"en": "english", "de": "german", "fr": "french", "es": "spanish", "pt": "portuguese", "ru": "russian"}
_ROWS = 1_000


class FullText:
    """The bare search in the database of this process, in tables of its own."""

    def __init__(self, language: str) -> None:
        self._is_sqlite = connection.vendor == "sqlite"
        self._configuration = CONFIGURATIONS.get(language, "simple")

    def fill(self, texts: Iterable[str]) -> None:
        """Make the index of these texts, anew."""
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS bare")
            if self._is_sqlite:
                cursor.execute("CREATE VIRTUAL TABLE bare USING fts5(text, tokenize = 'porter unicode61')")
                insert = "INSERT INTO bare (text) VALUES (%s)"
            else:
                generated = f"GENERATED ALWAYS AS (to_tsvector('{self._configuration}', text)) STORED"
                cursor.execute(f"CREATE TABLE bare (id serial PRIMARY KEY, text text, vector tsvector {generated})")
                cursor.execute("CREATE INDEX bare_vector ON bare USING gin (vector)")
                insert = "INSERT INTO bare (text) VALUES (%s)"
            rows: list[tuple[str]] = []
            for text in texts:
                rows.append((text,))
                if len(rows) == _ROWS:
                    cursor.executemany(insert, rows)
                    rows.clear()
            cursor.executemany(insert, rows)
            if not self._is_sqlite:
                cursor.execute("VACUUM ANALYZE bare")

    def ask(self, question: str) -> list[int]:
        """The keys of the best six."""
        words = dict.fromkeys(re.findall(r"\w+", question.lower()))
        with connection.cursor() as cursor:
            if self._is_sqlite:
                query = " OR ".join(f'"{word}"' for word in words)
                cursor.execute("SELECT rowid FROM bare WHERE bare MATCH %s ORDER BY rank LIMIT 6", [query])
            else:
                query = " | ".join(words)
                cursor.execute(
                    "SELECT id FROM bare, to_tsquery(%s::regconfig, %s) AS query WHERE vector @@ query "
                    "ORDER BY ts_rank(vector, query) DESC, id LIMIT 6",
                    [self._configuration, query],
                )
            return [key for (key,) in cursor.fetchall()]

    def drop(self) -> None:
        """Leave nothing behind."""
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS bare")
