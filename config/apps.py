"""The project's own app: no models, only its system checks."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Registers the checks of the environment."""

    name = "config"

    def ready(self) -> None:
        """Import the checks, which register themselves."""
        from . import checks  # noqa: F401
