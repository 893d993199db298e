"""System checks of the index. They read the database, so they run only where one is named (``check --database``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import Tags, Warning, register
from django.db import DatabaseError, connections, router


@register(Tags.database)
def index_is_filled(databases: Sequence[str] | None = None, **kwargs: Any) -> list[Warning]:
    """``corpus.W001``: nothing can be found, so the assistant refuses every question."""
    from .models import Passage

    if not _is_ready(databases) or Passage.objects.exists():
        return []
    return [
        Warning(
            "The index is empty.",
            hint="Load articles with `manage.py load_articles`, or publish some, then run `manage.py reindex`.",
            id="corpus.W001",
        )
    ]


@register(Tags.database)
def index_is_fresh(databases: Sequence[str] | None = None, **kwargs: Any) -> list[Warning]:
    """``corpus.W002``: an article differs from what the index holds of it."""
    from .indexing import stale_articles

    if not _is_ready(databases):
        return []
    try:
        number = sum(1 for _key in stale_articles())
    except DatabaseError:  # a column is missing yet: this is the migration that adds it
        return []
    if not number:
        return []
    return [Warning(f"The index is stale for {number} article(s).", hint="Run `manage.py reindex`.", id="corpus.W002")]


def _is_ready(databases: Sequence[str] | None) -> bool:
    """Whether the articles' database is among those to check, and has its tables by now."""
    from .models import Article

    database = router.db_for_read(Article)
    if not databases or database not in databases:
        return False
    return Article._meta.db_table in connections[database].introspection.table_names()
