"""The site's own pages: the home with its articles, and an article."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from .languages import languages
from .models import Article, ArticleQuerySet, suggested_questions
from .rendering import render as render_article

#: On the home: one question stands in the empty field as an example, the others below it.
HOME_QUESTIONS = 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The articles in the language of the page, newest first, and where to ask about them."""
    language = get_language()
    example, *others = suggested_questions(language, HOME_QUESTIONS) or [""]
    context = {
        "articles": _newest_first(language),
        "example": example,
        "questions": others,
        "translations": {code: home_of(code) for code, _name in languages()},
    }
    return render(request, "home.html", context)


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """``/sitemap.xml``: every home and every article that stands here, for search engines."""
    articles = _visible().filter(address="").order_by("pk")
    pages = [(home_of(code), None) for code, _name in languages()]
    pages += [(article.get_absolute_url(), article.updated_at) for article in articles.defer("body").iterator()]
    return render(request, "sitemap.xml", {"pages": pages}, content_type="application/xml; charset=utf-8")


@require_safe
def article(request: HttpRequest, slug: str) -> HttpResponse:
    """One article; the next is the one published before it, and after the oldest the newest."""
    language = get_language()
    shown = get_object_or_404(_visible(), language=language, slug=slug, address="")
    others = list(_newest_first(language).filter(address="").exclude(pk=shown.pk))
    older = [other for other in others if other.published_at <= shown.published_at]
    context = {
        "article": shown,
        "text": render_article(shown),
        "next": next(iter(older or others), None),
        "translations": _translations(shown),
    }
    return render(request, "article.html", context)


def home_of(language: str) -> str:
    """The home's address in this language."""
    with override(language):
        return reverse("corpus:home")


def _visible() -> ArticleQuerySet:
    """What a page may show: published and due. What is excluded is kept from the assistant, not from readers."""
    return Article.objects.filter(status=Article.Status.PUBLISHED, published_at__lte=timezone.now())


def _newest_first(language: str) -> ArticleQuerySet:
    return _visible().filter(language=language).order_by("-published_at", "slug")


def _translations(shown: Article) -> dict[str, str]:
    """The addresses of an article in every language that has it, by language; its own among them."""
    group = _visible().filter(translation_group=shown.translation_group) if shown.translation_group else ()
    return {other.language: other.get_absolute_url() for other in (*group, shown)}
