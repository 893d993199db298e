"""The app of the site's articles and of the search over them."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CorpusConfig(AppConfig):
    """Keeps the index in step with the articles, and registers the checks."""

    name = "corpus"
    label = "corpus"
    verbose_name = _("Articles")

    def ready(self) -> None:
        """Import what registers itself."""
        from . import checks, receivers  # noqa: F401
