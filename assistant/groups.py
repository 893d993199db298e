"""The two groups of people who are not programmers, with just the permissions that they need."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models import Q

#: Group → permissions. The owner judges what was withheld and decides about the site; the editor writes articles and
#: sees what the gate stopped for want of them. Nobody may add, change or delete a turn.
GROUPS: dict[str, tuple[str, ...]] = {
    "owner": (
        "assistant.view_siteprofile",
        "assistant.add_siteprofile",
        "assistant.change_siteprofile",
        "assistant.view_profiletext",
        "assistant.add_profiletext",
        "assistant.change_profiletext",
        "assistant.delete_profiletext",
        "assistant.view_conversation",
        "assistant.view_turn",
        "assistant.view_turnsource",
        "assistant.view_withheldturn",
        "assistant.change_withheldturn",
        "assistant.view_expectation",
        "assistant.add_expectation",
        "assistant.change_expectation",
        "assistant.delete_expectation",
        "assistant.view_recording",
        "assistant.view_monthlyspend",
        "assistant.view_modelspend",
        "corpus.view_article",
        "corpus.add_article",
        "corpus.change_article",
        "corpus.delete_article",
        "corpus.view_passage",
        "corpus.view_indexrun",
    ),
    "editor": (
        "corpus.view_article",
        "corpus.add_article",
        "corpus.change_article",
        "corpus.delete_article",
        "corpus.view_passage",
        "corpus.view_indexrun",
        "assistant.view_withheldturn",
        "assistant.view_expectation",
        "assistant.add_expectation",
        "assistant.change_expectation",
        "assistant.delete_expectation",
    ),
}


def make_groups(sender: AppConfig, using: str = "default", **kwargs: Any) -> None:
    """After every migrate: the groups are there and have at least these permissions. Adds, and never takes away."""
    from django.contrib.auth.models import Group, Permission

    wanted = {name for names in GROUPS.values() for name in names}
    found: dict[str, Permission] = {}
    query = Q(content_type__app_label__in={name.partition(".")[0] for name in wanted})
    for permission in Permission.objects.using(using).filter(query).select_related("content_type"):
        found[f"{permission.content_type.app_label}.{permission.codename}"] = permission
    for group_name, names in GROUPS.items():
        group, _ = Group.objects.using(using).get_or_create(name=group_name)
        group.permissions.add(*(found[name] for name in names if name in found))
