"""Where static files get their hashed names."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class ModuleStaticFilesStorage(ManifestStaticFilesStorage):
    """Hashed names that also reach the relative imports inside JavaScript modules.

    A file that was not collected keeps its plain name: a page without it is better than none. A check says which.
    """

    support_js_module_import_aggregation = True

    def stored_name(self, name: str) -> str:
        """The hashed name of a collected file, else ``name`` itself."""
        known: str | None = self.hashed_files.get(self.hash_key(self.clean_name(name)))
        return known or name
