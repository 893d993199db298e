"""Where static files get their hashed names."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class ModuleStaticFilesStorage(ManifestStaticFilesStorage):
    """Hashed names that also reach the relative imports inside JavaScript modules."""

    support_js_module_import_aggregation = True
