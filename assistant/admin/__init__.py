"""The admin of the assistant: a module a page. Registered on import."""

from django.contrib import admin
from django.utils.functional import lazystr
from django.utils.translation import get_language

from ..identity import identity
from ..locales import DEFAULT_LOCALE
from . import conversations, expectations, profile, recordings, spend, turns, withheld

__all__ = ["conversations", "expectations", "profile", "recordings", "spend", "turns", "withheld"]


class OwnersName:
    """The site's name in the language of the request, read when a page shows it."""

    def __str__(self) -> str:
        return identity(get_language() or DEFAULT_LOCALE).name


# Not the templates' ``site``: the page to sign in has another variable of that name.
admin.site.site_header = admin.site.site_title = lazystr(OwnersName())
