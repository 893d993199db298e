"""What the assistant keeps: conversations, turns and their sources, what was withheld, who the site is.

The blocked sentence is nowhere, only its length. No address of a visitor is anywhere. What is counted over all turns,
money among it, stands in ``ledger``.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .conf import conf

# Django looks for models here.
from .ledger import ModelSpend, MonthlySpend, SharedSlot, SpendWarning, Tally  # noqa: F401


def kept_since() -> datetime:
    """What is older has expired: it is not shown any more, whether or not it has been pruned."""
    return timezone.now() - conf.retention


# Addresses become links on public pages: no scheme but these may reach one.
ADDRESS = RegexValidator(r"\A(mailto:|https?://)\S+\Z", _("This begins with mailto:, https:// or http://."))
PAGE = RegexValidator(r"\A(https?://|/(?!/))\S*\Z", _("This begins with https://, http:// or a single slash."))
HOST = RegexValidator(r"\A[^\s/:@]+(:\d+)?\Z", _("This is a host name alone, without https:// and without a path."))
COLOUR = RegexValidator(r"\A#[0-9a-fA-F]{6}\Z", _("This is # and six digits from 0 to f."))


class SiteProfile(models.Model):
    """Who this site belongs to, and what its owner has decided. One row; it wins over the environment."""

    host = models.CharField(
        _("host"),
        max_length=200,
        blank=True,
        validators=[HOST],
        help_text=_("Such as example.org; part of every source."),
    )
    contact_address = models.CharField(
        _("contact address"),
        max_length=200,
        blank=True,
        validators=[ADDRESS],
        help_text=_("mailto:… or https://…, offered where an answer ends."),
    )
    privacy_address = models.CharField(
        _("privacy address"),
        max_length=200,
        blank=True,
        validators=[PAGE],
        help_text=_("https://… or /…, the page that says what is kept."),
    )
    about = models.CharField(
        _("article about the owner"), max_length=100, blank=True, default="about", help_text=_("Its translation group.")
    )
    accent = models.CharField(
        _("accent colour"), max_length=7, blank=True, validators=[COLOUR], help_text=_("Such as #0b5a72.")
    )
    score_floor = models.FloatField(
        _("score floor"),
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text=_("From 0 to 1; a question that scores less is refused. Empty: as calibrated."),
    )
    gate_rules = models.JSONField(_("gate rules"), default=dict, blank=True)
    paused = models.BooleanField(
        _("paused"), default=False, help_text=_("Visitors get a fixed notice, nothing is asked.")
    )

    class Meta:
        verbose_name = _("site profile")
        verbose_name_plural = _("site profile")

    def __str__(self) -> str:
        return self.host or str(_("site profile"))


class ProfileText(models.Model):
    """The site's own words in one language: the owner's name and aliases, the statement, the greeting."""

    profile = models.ForeignKey(SiteProfile, models.CASCADE, related_name="texts")
    language = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES)
    name = models.CharField(_("name"), max_length=100)
    aliases = models.TextField(_("aliases"), blank=True, help_text=_("Other names of the owner, one a line."))
    statement = models.TextField(_("statement"), blank=True, help_text=_("Who the owner is, in two sentences."))
    greeting = models.CharField(
        _("greeting"), max_length=200, blank=True, help_text=_("What the assistant can be asked.")
    )
    contact_label = models.CharField(_("contact label"), max_length=100, blank=True)

    class Meta:
        verbose_name = _("text of the profile")
        verbose_name_plural = _("texts of the profile")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["profile", "language"], name="one_profile_text_a_language")]

    def __str__(self) -> str:
        return f"{self.get_language_display()}: {self.name}"

    @property
    def names(self) -> tuple[str, ...]:
        """The name and every alias."""
        return (self.name, *(line.strip() for line in self.aliases.splitlines() if line.strip()))


class ConversationQuerySet(models.QuerySet["Conversation"]):
    """Conversations in bulk."""

    def kept(self) -> ConversationQuerySet:
        """Those that have not expired."""
        return self.filter(last_turn_at__gte=kept_since())


class Conversation(models.Model):
    """Turns that belong together. Known outside by a signed token alone, never by its key."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    locale = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES)
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True)
    last_turn_at = models.DateTimeField(_("last turn"), auto_now_add=True, db_index=True)

    objects = ConversationQuerySet.as_manager()

    class Meta:
        verbose_name = _("conversation")
        verbose_name_plural = _("conversations")
        ordering = ["-last_turn_at"]

    def __str__(self) -> str:
        return f"{self.opened_at:%Y-%m-%d %H:%M}" if self.opened_at else ""


#: A reservation that nobody has settled yet.
RESERVED = models.Q(month__isnull=False, settled_at__isnull=True)


class FeedbackReason(models.TextChoices):
    """Why an answer did not help, in the visitor's words; the values are the wire's."""

    WRONG = "wrong", _("What it says is wrong")
    INCOMPLETE = "incomplete", _("Something is missing")
    OFF_TOPIC = "off_topic", _("It is about something else")
    UNCLEAR = "unclear", _("It is hard to understand")


class TurnQuerySet(models.QuerySet["Turn"]):
    """Turns in bulk."""

    def kept(self) -> TurnQuerySet:
        """Those that have not expired."""
        return self.filter(opened_at__gte=kept_since())

    def unfinished(self) -> TurnQuerySet:
        """Those that are open, or whose reservation is not settled."""
        return self.filter(models.Q(status=Turn.Status.OPEN) | RESERVED)

    def stale(self) -> TurnQuerySet:
        """Those that a process left unfinished when it died."""
        return self.unfinished().filter(opened_at__lt=timezone.now() - conf.stale_after)


class Turn(models.Model):
    """One question and what became of it."""

    class Status(models.TextChoices):
        """Where a turn stands; the values of a closed turn are the wire's."""

        OPEN = "open", _("open")
        ANSWERED = "answered", _("answered")
        REFUSED = "refused", _("refused")
        WITHHELD = "withheld", _("withheld")
        CUT_OFF = "cut_off", _("cut off")
        FAILED = "failed", _("failed")
        OVER_CAP = "over_cap", _("over the cap")
        ABANDONED = "abandoned", _("abandoned")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    conversation = models.ForeignKey(Conversation, models.CASCADE, related_name="turns", verbose_name=_("conversation"))
    locale = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES)
    question = models.TextField(_("question"))
    #: Released text, sentence by sentence: ``[{"text": "…", "cited": [1, 2]}]``; the texts joined are the answer.
    sentences = models.JSONField(_("released sentences"), default=list)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    refusal_reason = models.CharField(_("refusal reason"), max_length=20, blank=True)
    error_code = models.CharField(_("error code"), max_length=20, blank=True)
    provider = models.CharField(_("provider"), max_length=20, blank=True)
    model = models.CharField(_("model"), max_length=100, blank=True)
    finish_reason = models.CharField(_("finish reason"), max_length=10, blank=True)
    input_tokens = models.PositiveIntegerField(_("input tokens"), default=0)
    output_tokens = models.PositiveIntegerField(_("output tokens"), default=0)
    cached_tokens = models.PositiveIntegerField(_("cached tokens"), default=0)
    usage_estimated = models.BooleanField(_("usage estimated"), default=False)
    reserved_micros = models.BigIntegerField(_("reserved"), default=0)
    cost_micros = models.BigIntegerField(_("cost"), default=0)
    month = models.DateField(_("month"), null=True, blank=True, help_text=_("First day of the month that pays."))
    top_score = models.FloatField(_("top score"), null=True, blank=True)
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True, db_index=True)
    first_sentence_at = models.DateTimeField(_("first sentence"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    #: Once set, nothing is booked for this turn any more; ``assistant.spend`` alone writes it.
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True, editable=False)
    feedback = models.CharField(_("feedback"), max_length=4, blank=True, choices=[("up", _("up")), ("down", _("down"))])
    feedback_reasons = models.JSONField(_("feedback reasons"), default=list, blank=True)
    feedback_note = models.TextField(_("feedback note"), blank=True)

    objects = TurnQuerySet.as_manager()

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        ordering = ["opened_at", "pk"]
        indexes = [
            models.Index(fields=["status", "opened_at"], name="turns_by_status_and_time"),
            models.Index(fields=["opened_at"], condition=RESERVED, name="turns_not_settled"),
        ]

    def __str__(self) -> str:
        return self.question[:80]

    @property
    def answer(self) -> str:
        """The released text, as the visitor saw it."""
        return "".join(sentence["text"] for sentence in self.sentences)


class TurnSource(models.Model):
    """A source as it was offered in one turn. An answered turn keeps the cited ones, a withheld turn all of them."""

    turn = models.ForeignKey(Turn, models.CASCADE, related_name="sources")
    number = models.PositiveSmallIntegerField(_("number"))
    article = models.ForeignKey(
        "corpus.Article", models.SET_NULL, null=True, related_name="+", verbose_name=_("article")
    )
    title = models.CharField(_("title"), max_length=300)
    heading = models.CharField(_("heading"), max_length=300, blank=True)
    address = models.CharField(_("address"), max_length=600)
    locale = models.CharField(_("language"), max_length=10)
    text = models.TextField(_("text"))
    score = models.FloatField(_("score"))
    cited = models.BooleanField(_("cited"), default=False)

    class Meta:
        verbose_name = _("source")
        verbose_name_plural = _("sources")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["turn", "number"], name="one_source_a_number")]

    def __str__(self) -> str:
        return f"S{self.number} {self.title}"


class WithheldTurn(models.Model):
    """That, why and where the gate stopped a turn. Never what it stopped: only the length."""

    class Verdict(models.TextChoices):
        """What a person made of the stop."""

        RIGHT = "right", _("right stop")
        FALSE = "false", _("false stop")
        CANNOT_TELL = "cannot_tell", _("cannot tell")

    turn = models.OneToOneField(Turn, models.CASCADE, related_name="withheld", verbose_name=_("turn"))
    reasons = models.JSONField(_("reasons"), default=list)
    length = models.PositiveIntegerField(_("length in characters"))
    ordinal = models.PositiveIntegerField(
        _("place of the sentence"), help_text=_("1 is the first sentence of the answer.")
    )
    withheld_at = models.DateTimeField(_("withheld"), auto_now_add=True, db_index=True)
    verdict = models.CharField(_("verdict"), max_length=12, choices=Verdict, blank=True, db_index=True)
    note = models.TextField(_("note"), blank=True)
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("reviewed by"),
    )
    reviewed_at = models.DateTimeField(_("reviewed"), null=True, blank=True)

    class Meta:
        verbose_name = _("withheld turn")
        verbose_name_plural = _("withheld turns")
        ordering = ["-withheld_at"]

    def __str__(self) -> str:
        # Not the question: the admin's history keeps this for ever, and the question has its day of deletion.
        return f"{self.withheld_at:%Y-%m-%d %H:%M}" if self.withheld_at else ""


class RecordingQuerySet(models.QuerySet["Recording"]):
    """Recordings in bulk."""

    def kept(self) -> RecordingQuerySet:
        """Those that have not expired, by themselves or with their turn."""
        since = timezone.now() - timedelta(days=conf.recording_days)
        return self.filter(recorded_at__gte=since, turn__opened_at__gte=kept_since())

    def expired(self, *, grace: timedelta = timedelta(0)) -> RecordingQuerySet:
        """Those that are due to be deleted, or have been for longer than ``grace``."""
        return self.filter(recorded_at__lt=timezone.now() - timedelta(days=conf.recording_days) - grace)


class Recording(models.Model):
    """What the provider wrote for one turn, unchecked, and what the gate checked it by: all that a replay needs.

    Written by ``assistant.recordings`` alone, and only where the settings say so.
    """

    turn = models.OneToOneField(Turn, models.CASCADE, related_name="recording", verbose_name=_("turn"))
    #: As they came; joined they are the raw answer, or its beginning where the gate stopped it.
    pieces = models.JSONField(default=list)
    finish_reason = models.CharField(_("finish reason"), max_length=10, blank=True)
    #: The texts that the gate held for the sources, S1 first.
    sources = models.JSONField(default=list)
    language = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES)
    vouching_question = models.TextField(blank=True)
    rules = models.JSONField(default=dict)
    no_answer_token = models.CharField(max_length=40)
    recorded_at = models.DateTimeField(_("recorded"), auto_now_add=True, db_index=True)

    objects = RecordingQuerySet.as_manager()

    class Meta:
        verbose_name = _("recording")
        verbose_name_plural = _("recordings")
        ordering = ["-recorded_at"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.recorded_at:%Y-%m-%d %H:%M}" if self.recorded_at else ""

    @property
    def raw_answer(self) -> str:
        """The unchecked text."""
        return "".join(self.pieces)


# Models with a module of their own.
from .expectations import Expectation  # noqa: E402, F401
