"""The ten languages, by code."""

from __future__ import annotations

from . import ar, de, en, es, fa, fr, hi, pt, ru, zh_hans
from .base import Language

LANGUAGES: tuple[Language, ...] = (
    en.LANGUAGE,
    fa.LANGUAGE,
    ar.LANGUAGE,
    ru.LANGUAGE,
    hi.LANGUAGE,
    zh_hans.LANGUAGE,
    de.LANGUAGE,
    fr.LANGUAGE,
    es.LANGUAGE,
    pt.LANGUAGE,
)

_BY_CODE = {language.code: language for language in LANGUAGES} | {"zh": zh_hans.LANGUAGE}


def get(code: str) -> Language:
    """The language of ``code`` (``zh`` and ``zh-hans`` alike, regions ignored); English for any other code."""
    code = code.lower().replace("_", "-")
    return _BY_CODE.get(code) or _BY_CODE.get(code.split("-")[0]) or _BY_CODE["en"]
