"""The assistant's app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AssistantConfig(AppConfig):
    """Registers the system checks, and keeps the groups of staff in step with the permissions."""

    name = "assistant"
    verbose_name = _("Assistant")

    def ready(self) -> None:
        """Import the checks, which register themselves."""
        from corpus.edits import articles_edited

        from . import checks  # noqa: F401
        from .expecting import after_edit
        from .groups import make_groups

        articles_edited.connect(after_edit, dispatch_uid="assistant.expectations")
        post_migrate.connect(make_groups, sender=self, dispatch_uid="assistant.groups")
