"""The assistant's app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AssistantConfig(AppConfig):
    """Registers the system checks."""

    name = "assistant"
    verbose_name = _("Assistant")

    def ready(self) -> None:
        """Import the checks, which register themselves."""
        from . import checks  # noqa: F401
