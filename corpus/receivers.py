"""Keeps the index in step with the articles, whoever saves or deletes one.

Only ``QuerySet.update`` passes by; the rule of ``searchable`` holds at query time all the same.
"""

from __future__ import annotations

from typing import Any

from django.db.models.signals import post_save, pre_delete
from django.dispatch import receiver

from .indexing import index_article, remove_article
from .models import Article


@receiver(post_save, sender=Article, dispatch_uid="corpus.index_saved")
def index_saved(instance: Article, raw: bool = False, **kwargs: Any) -> None:
    """An article is searchable, or gone, as soon as it is saved: in the same transaction where there is one."""
    if not raw:
        index_article(instance.pk)
        instance.refresh_from_db(fields=["content_hash", "indexed_at"])


@receiver(pre_delete, sender=Article, dispatch_uid="corpus.remove_deleted")
def remove_deleted(instance: Article, **kwargs: Any) -> None:
    """The counts of an article's terms go with it."""
    remove_article(instance)
