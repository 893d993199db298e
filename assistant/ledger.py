"""What all processes count together: a month's money and what the owner was told of it, streams, totals.

No row here belongs to a visitor, and none is pruned. Money is integer micro-units.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class MonthlySpend(models.Model):
    """The cap's ledger for one month; written by ``assistant.spend`` alone."""

    month = models.DateField(_("month"), unique=True)
    spent_micros = models.BigIntegerField(_("spent"), default=0)
    reserved_micros = models.BigIntegerField(_("reserved"), default=0)
    #: The cap that the month's last reservation was held against; ``None`` where there was no cap.
    cap_micros = models.BigIntegerField(_("cap"), null=True, blank=True)

    class Meta:
        verbose_name = _("monthly spend")
        verbose_name_plural = _("monthly spend")
        ordering = ["-month"]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"


class ModelSpend(models.Model):
    """What one model cost in one month, for people to read; written in the same transaction as the ledger."""

    month = models.DateField(_("month"))
    provider = models.CharField(_("provider"), max_length=20)
    model = models.CharField(_("model"), max_length=100, blank=True)
    spent_micros = models.BigIntegerField(_("spent"), default=0)
    estimated_micros = models.BigIntegerField(_("of it estimated"), default=0)
    turns = models.PositiveIntegerField(_("turns"), default=0)

    class Meta:
        verbose_name = _("spend of a model")
        verbose_name_plural = _("spend by model")
        ordering = ["-month", "provider", "model"]
        constraints = [
            models.UniqueConstraint(fields=["month", "provider", "model"], name="one_spend_a_model_and_month")
        ]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} {self.provider} {self.model}"


class SpendWarning(models.Model):
    """That the owner is told of a month's spend: once for each kind, and again only for a higher cap."""

    class Kind(models.TextChoices):
        """What the owner is told of."""

        NEAR = "near", _("near the cap")
        REACHED = "reached", _("cap reached")

    month = models.DateField(_("month"))
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    #: The cap that the warning is about.
    cap_micros = models.BigIntegerField(_("cap"), default=0)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    #: Nobody else tries before; a process that dies while it sends gives its claim back by this.
    next_attempt_at = models.DateTimeField(null=True, editable=False)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("spend warning")
        verbose_name_plural = _("spend warnings")
        ordering = ["-month", "kind"]
        constraints = [models.UniqueConstraint(fields=["month", "kind"], name="one_warning_a_kind_and_month")]

    def __str__(self) -> str:
        return f"{self.month:%Y-%m} {self.get_kind_display()}"


class SharedSlot(models.Model):
    """One of the answers that all processes together stream at once; free once ``lapses_at`` has passed."""

    number = models.PositiveIntegerField(primary_key=True)
    holder = models.UUIDField(null=True, editable=False)
    lapses_at = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.number)


class Tally(models.Model):
    """How often something has happened since the site began: only ever grows, whatever is pruned or deleted."""

    metric = models.CharField(max_length=40)
    label = models.CharField(max_length=160, blank=True)
    total = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["metric", "label"], name="one_tally_a_metric_and_label")]

    def __str__(self) -> str:
        return f"{self.metric} {self.label}"
