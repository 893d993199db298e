"""What the site's pages say about articles and languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, get_language_info, override

from ..models import Article

register = template.Library()

_PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


@dataclass(frozen=True)
class LanguageLink:
    """A language by its own name, and where this page, or else the home, is to be read in it."""

    code: str
    name: str
    address: str
    is_translation: bool


@register.filter
def day(moment: datetime) -> str:
    """The day as the active language writes it: ``12 March 2026`` (not the American order), ``۱۲ مارس ۲۰۲۶``."""
    language = get_language()
    written = date_format(localtime(moment), "j F Y" if language == "en" else "DATE_FORMAT")
    return written.translate(_PERSIAN_DIGITS) if language == "fa" else written


@register.filter
def absolute(address: str, request: HttpRequest) -> str:
    """The address with its origin, as other programs need it."""
    return request.build_absolute_uri(address)


@register.simple_tag
def language_links(translations: Mapping[str, str] | str = "") -> list[LanguageLink]:
    """All languages of the site; ``translations`` are the addresses of this page by language, if it has any."""
    links = []
    for code, _ in settings.LANGUAGES:
        address = translations.get(code) if translations else None
        with override(code):
            home = reverse("corpus:home")
        name = get_language_info(code)["name_local"]
        links.append(LanguageLink(code, name[:1].upper() + name[1:], address or home, address is not None))
    return links


@register.simple_tag
def article_address(translation_group: str) -> str:
    """The address of the article of this group in the active language; empty when there is none to show."""
    found = Article.objects.searchable().filter(translation_group=translation_group, language=get_language())
    article = found.first() if translation_group else None
    return article.get_absolute_url() if article else ""
