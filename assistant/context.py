"""What every template of the site knows."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language

from .conf import conf
from .identity import identity
from .locales import DEFAULT_LOCALE, normalise


def site(request: HttpRequest) -> dict[str, Any]:
    """``site`` (the identity in the request's language, read when used), ``retention_days``, ``receivers``.

    ``receivers`` are those to whom the visitor's words are sent, as one text; empty where they stay here.
    ``recording_days``: for how long unchecked drafts of answers are kept; 0 where they are not.
    """
    language = normalise(get_language() or "") or DEFAULT_LOCALE
    return {
        "site": SimpleLazyObject(lambda: identity(language)),
        "retention_days": conf.retention_days,
        "receivers": ", ".join(conf.receivers),
        "recording_days": conf.recording_days if conf.recordings else 0,
    }
