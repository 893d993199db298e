"""The site's articles, and the index over them in plain tables (spec 3)."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .languages import languages


def validate_questions(value: Any) -> None:
    """Suggested questions are a list of short texts."""
    if not isinstance(value, list) or not all(isinstance(item, str) and 0 < len(item) <= 300 for item in value):
        raise ValidationError(_("Give a list of questions, each at most 300 characters long."))


#: Letters of any script with their vowel signs, digits, hyphens and underscores (a slug field knows no vowel signs).
validate_slug = RegexValidator(
    r"^[\w\u0900-\u0963\u0970-\u0dff-]+\Z", _("Use letters, digits, hyphens and underscores alone.")
)


def place_of(address: str, language: str, slug: str) -> str:
    """Where links to an article lead: its ``address`` where it has one, else its page on this site."""
    if address:
        return address
    prefix = "" if language == settings.LANGUAGE_CODE else f"{language}/"
    return f"{get_script_prefix()}{prefix}articles/{quote(slug)}/"


def searchable(article: str = "") -> models.Q:
    """The one rule for passages, titles, suggestions and nearest articles: published, not excluded, and due.

    ``article`` is the way to the article in a query over something else, such as ``"article__"``.
    """
    return models.Q(
        **{
            f"{article}status": Article.Status.PUBLISHED,
            f"{article}excluded": False,
            f"{article}published_at__lte": timezone.now(),
        }
    )


class ArticleQuerySet(models.QuerySet["Article"]):
    """Articles by what a visitor may see of them."""

    def searchable(self) -> ArticleQuerySet:
        """What a visitor may find now."""
        return self.filter(searchable())

    def indexable(self) -> ArticleQuerySet:
        """What belongs in the index: ``searchable`` now or once its time has come."""
        return self.filter(status=Article.Status.PUBLISHED, excluded=False)


class Article(models.Model):
    """A page of the site. Saving it brings the index up to date at once."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")

    class Format(models.TextChoices):
        MARKDOWN = "markdown", "Markdown"
        HTML = "html", "HTML"

    title = models.CharField(_("title"), max_length=300)
    slug = models.CharField(_("slug"), max_length=200, validators=[validate_slug])
    language = models.CharField(_("language"), max_length=10, choices=languages, default="en")
    address = models.URLField(
        _("address"),
        max_length=400,
        blank=True,
        help_text=_("Where the article stands, when it is published elsewhere. Empty: on this site."),
    )
    body = models.TextField(_("text"), blank=True)
    format = models.CharField(_("format"), max_length=10, choices=Format, default=Format.MARKDOWN)
    summary = models.TextField(_("summary"), blank=True)
    questions = models.JSONField(
        _("questions"),
        default=list,
        blank=True,
        validators=[validate_questions],
        help_text=_("Questions that the panel may suggest."),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DRAFT)
    published_at = models.DateTimeField(
        _("published at"),
        null=True,
        blank=True,
        help_text=_("A time to come keeps the article back until then. Empty: from now on."),
    )
    excluded = models.BooleanField(
        _("excluded"), default=False, help_text=_("Shown on the site, but never searched and never quoted.")
    )
    translation_group = models.CharField(
        _("translation group"), max_length=100, blank=True, help_text=_("The same word in all translations.")
    )
    indexed_at = models.DateTimeField(_("indexed at"), null=True, editable=False)
    updated_at = models.DateTimeField(_("changed at"), auto_now=True)
    #: Hash of what was indexed; empty while the article is not in the index.
    content_hash = models.CharField(max_length=64, blank=True, editable=False)
    #: The key under which a loader finds the article again; empty for one written in the admin.
    origin = models.CharField(_("loaded from"), max_length=1000, blank=True, editable=False, db_index=True)
    #: Hash of what a loader last read there, so that an unchanged file does not undo what an editor did here.
    loaded_hash = models.CharField(max_length=64, blank=True, editable=False)
    #: What the server of a page that was loaded over the network said about that version of it.
    etag = models.CharField(max_length=300, blank=True, editable=False)
    last_modified = models.CharField(max_length=100, blank=True, editable=False)

    objects = ArticleQuerySet.as_manager()

    class Meta:
        verbose_name = _("article")
        verbose_name_plural = _("articles")
        ordering = ["language", "title", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["language", "slug"],
                name="one_slug_a_language",
                violation_error_message=_("Another article in this language has this slug."),
            )
        ]
        indexes = [models.Index(fields=["translation_group"], name="article_group")]

    def __str__(self) -> str:
        return self.title

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A published article without a time is published from now on."""
        if self.status == self.Status.PUBLISHED and self.published_at is None:
            self.published_at = timezone.now()
            if kwargs.get("update_fields") is not None:
                kwargs["update_fields"] = {*kwargs["update_fields"], "published_at"}
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        """The address elsewhere where there is one, else the article's page here: no prefix in the default language."""
        return place_of(self.address, self.language, self.slug)

    @property
    def is_searchable(self) -> bool:
        """The same rule as ``objects.searchable()``, for one article in hand."""
        return self.is_indexable and self.published_at is not None and self.published_at <= timezone.now()

    @property
    def is_indexable(self) -> bool:
        """The same rule as ``objects.indexable()``, for one article in hand."""
        return self.status == self.Status.PUBLISHED and not self.excluded


class Passage(models.Model):
    """A piece of an article that can be found and quoted. Replaced whenever its article's text changes."""

    article = models.ForeignKey(Article, models.CASCADE, related_name="passages", verbose_name=_("article"))
    #: The language under which it is indexed.
    language = models.CharField(_("language"), max_length=10)
    ordinal = models.PositiveIntegerField(_("ordinal"))
    heading = models.CharField(_("heading"), max_length=300, blank=True)
    anchor = models.CharField(_("anchor"), max_length=100, blank=True)
    text = models.TextField(_("text"))
    #: Title, heading and text as they are compared: folded, one sentence a line.
    folded = models.TextField(editable=False)
    #: A number made of address and ordinal: where scores are equal, every database cuts the candidates alike.
    tie = models.BigIntegerField(editable=False)

    class Meta:
        verbose_name = _("passage")
        verbose_name_plural = _("passages")
        ordering = ["article", "ordinal"]
        constraints = [models.UniqueConstraint(fields=["article", "ordinal"], name="one_passage_an_ordinal")]

    def __str__(self) -> str:
        return f"{self.heading or self.article_id}: {self.text[:60]}"


class IndexedLanguage(models.Model):
    """How many passages the index holds in one language. Its row is the lock under which that index changes."""

    language = models.CharField(max_length=10, unique=True)
    passages = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("indexed language")
        verbose_name_plural = _("indexed languages")

    def __str__(self) -> str:
        return self.language


class Term(models.Model):
    """A term of one language, and in how many of its passages it stands."""

    language = models.CharField(max_length=10)
    text = models.CharField(max_length=80)
    passages = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("term")
        verbose_name_plural = _("terms")
        constraints = [models.UniqueConstraint(fields=["language", "text"], name="one_term_a_language")]

    def __str__(self) -> str:
        return self.text


class Posting(models.Model):
    """A term stands in a passage, with this BM25 weight (thousandths, without the term's rarity).

    Both indexes hold all that is asked for: where a term weighs most, and which terms a passage has.
    """

    term = models.ForeignKey(Term, models.CASCADE, related_name="postings", db_index=False)
    passage = models.ForeignKey(Passage, models.CASCADE, related_name="postings", db_index=False)
    weight = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        indexes = [
            models.Index(fields=["term", "-weight", "passage"], name="posting_by_weight"),
            models.Index(fields=["passage", "term", "weight"], name="posting_by_passage"),
        ]

    def __str__(self) -> str:
        return f"{self.term_id} in {self.passage_id}"


def suggested_questions(language: str, limit: int = 3) -> list[str]:
    """Up to ``limit`` questions of searchable articles in ``language``: newest article first, one of each in turn."""
    newest_first = Article.objects.searchable().filter(language=language).order_by("-published_at", "slug")
    lists = [questions for questions in newest_first.values_list("questions", flat=True) if questions]
    depth = max(map(len, lists), default=0)
    in_turn = [questions[i] for i in range(depth) for questions in lists if i < len(questions)]
    return list(dict.fromkeys(in_turn))[:limit]


# Models with a module of their own.
from .runs import IndexRun  # noqa: E402, F401
from .synonyms import SynonymEntry, SynonymGroup  # noqa: E402, F401
from .vectors import PassageVector, VectorIndex  # noqa: E402, F401
