"""The owner's own test questions: what a question should lead to, so that an edit cannot silently break an answer.

Rows alone; ``assistant.expecting`` compares them with what the rules decide. No model is asked for any of it.
"""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from corpus.models import Article

#: As long as a visitor's question may be.
MAX_QUESTION = 1_000


class Expectation(models.Model):
    """One question, what it should lead to, and what it led to when it was last checked."""

    class Outcome(models.TextChoices):
        """What should become of the question."""

        FROM_ARTICLE = "from_article", _("answered from this article")
        ANSWERED = "answered", _("answered, from whichever article")
        REFUSED = "refused", _("refused")

    question = models.TextField(_("question"), max_length=MAX_QUESTION)
    language = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES, default="en")
    outcome = models.CharField(_("should be"), max_length=12, choices=Outcome, default=Outcome.FROM_ARTICLE)
    article = models.ForeignKey(
        Article, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("article")
    )
    note = models.TextField(_("note"), blank=True)

    #: Of the last check: empty before the first.
    holds = models.BooleanField(_("holds"), null=True, editable=False)
    held_before = models.BooleanField(null=True, editable=False)
    score = models.FloatField(_("score"), null=True, editable=False)
    was_refused = models.BooleanField(null=True, editable=False)
    #: Which of the sources comes from the article, from 1; nothing where none does.
    place = models.PositiveSmallIntegerField(null=True, editable=False)
    #: What stands first.
    found = models.ForeignKey(Article, models.SET_NULL, null=True, editable=False, related_name="+")
    checked_at = models.DateTimeField(_("checked"), null=True, editable=False)

    class Meta:
        verbose_name = _("test question")
        verbose_name_plural = _("test questions")
        ordering = ["holds", "language", "question"]

    def __str__(self) -> str:
        return self.question[:80]

    def clean(self) -> None:
        """An answer from an article names the article; other outcomes name none."""
        if self.outcome == self.Outcome.FROM_ARTICLE and self.article is None:
            raise ValidationError({"article": _("Choose the article that it should be answered from.")})
        if self.outcome != self.Outcome.FROM_ARTICLE:
            self.article = None

    @property
    def has_changed(self) -> bool:
        """Whether the last check found otherwise than the one before."""
        return self.held_before is not None and self.held_before != self.holds
