"""Monthly spend: read-only, for the cap and by model."""

from __future__ import annotations

from django.contrib import admin
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..amounts import amount
from ..conf import conf
from ..models import ModelSpend, MonthlySpend, SpendWarning
from ..spend import NEAR_PERCENT, CapState, Standing, estimated_in, month_of
from .readonly import ReadOnlyAdmin

STATES = {
    CapState.FREE: _("free of charge"),
    CapState.NONE: _("no cap"),
    CapState.OFF: _("paid answers are off"),
    CapState.ROOM: _("room left"),
    CapState.NEAR: SpendWarning.Kind.NEAR.label,
    CapState.REACHED: SpendWarning.Kind.REACHED.label,
}
UNKNOWN = "–"


@admin.register(MonthlySpend)
class MonthlySpendAdmin(ReadOnlyAdmin):
    """The cap's ledger, a month a row; the page of a month shows where it went and when the owner was told."""

    list_display = ("month_shown", "spent", "reserved", "cap", "share", "state")
    ordering = ("-month",)
    fields = ("month_shown", "spent", "estimated", "reserved", "cap", "share", "state", "by_model", "owner_told")

    class Media:
        css = {"all": ("admin_assistant/spend.css",)}

    @admin.display(description=_("month"), ordering="month")
    def month_shown(self, row: MonthlySpend) -> str:
        """Year and month."""
        return f"{row.month:%Y-%m}"

    @admin.display(description=_("spent"), ordering="spent_micros")
    def spent(self, row: MonthlySpend) -> str:
        """What was billed."""
        return amount(row.spent_micros)

    @admin.display(description=_("of it estimated"))
    def estimated(self, row: MonthlySpend) -> str:
        """What no provider reported, filled in high."""
        return amount(estimated_in(row.month))

    @admin.display(description=_("reserved"), ordering="reserved_micros")
    def reserved(self, row: MonthlySpend) -> str:
        """What open answers may still cost."""
        return amount(row.reserved_micros)

    @admin.display(description=_("cap"))
    def cap(self, row: MonthlySpend) -> str:
        """The cap of this month; of an earlier one, the cap that its last question was held against."""
        cap = cap_of(row)
        if cap is None:
            return gettext("no cap") if is_this_month(row) else UNKNOWN
        return amount(cap)

    @admin.display(description=_("share of the cap"))
    def share(self, row: MonthlySpend) -> SafeString | str:
        """Spent against the cap, as a bar and in percent."""
        cap = cap_of(row)
        if not cap:
            return UNKNOWN
        percent = number_format(round(row.spent_micros * 100 / cap), force_grouping=True)
        near = cap * NEAR_PERCENT // 100
        return format_html(
            '<meter class="spend-share" min="0" max="{0}" low="{1}" high="{2}" optimum="0" value="{3}">{4} %</meter> '
            '<bdi dir="ltr">{4} %</bdi>',
            *(cap, near, max(near, cap - 1), min(row.spent_micros, cap), percent),
        )

    @admin.display(description=_("state"))
    def state(self, row: MonthlySpend) -> str:
        """What the cap allows at this moment; of an earlier month it allows nothing any more."""
        if not is_this_month(row):
            return UNKNOWN
        now = Standing(row.month, row.spent_micros, row.reserved_micros, conf.monthly_cap)
        return str(STATES[now.state])

    @admin.display(description=_("by model"))
    def by_model(self, row: MonthlySpend) -> SafeString | str:
        """Where the month went."""
        booked = ModelSpend.objects.filter(month=row.month).order_by("-spent_micros")
        if not booked:
            return UNKNOWN
        heads = (_("provider"), _("model"), _("turns"), _("spent"), _("of it estimated"))
        rows = (
            (one.provider, one.model, number_format(one.turns), amount(one.spent_micros), amount(one.estimated_micros))
            for one in booked
        )
        return format_html(
            '<table class="spend-by-model"><thead><tr>{}</tr></thead><tbody>{}</tbody></table>',
            format_html_join("", '<th scope="col">{}</th>', ((head,) for head in heads)),
            format_html_join("", "<tr><td>{}</td><td><bdi>{}</bdi></td><td>{}</td><td>{}</td><td>{}</td></tr>", rows),
        )

    @admin.display(description=_("owner told"))
    def owner_told(self, row: MonthlySpend) -> SafeString | str:
        """What went out by mail, and when."""
        sent = SpendWarning.objects.filter(month=row.month, sent_at__isnull=False).order_by("sent_at")
        told = (
            (one.get_kind_display(), date_format(timezone.localtime(one.sent_at), "SHORT_DATETIME_FORMAT"))
            for one in sent
        )
        return format_html_join(SafeString("<br>"), "{}: <bdi>{}</bdi>", told) or UNKNOWN


@admin.register(ModelSpend)
class ModelSpendAdmin(ReadOnlyAdmin):
    """The same by provider and model, with the part that is estimated."""

    list_display = ("month_shown", "provider", "model", "turns", "spent", "estimated")
    list_filter = ("provider",)
    ordering = ("-month", "provider", "model")
    fields = ("month_shown", "provider", "model", "turns", "spent", "estimated")

    @admin.display(description=_("month"), ordering="month")
    def month_shown(self, row: ModelSpend) -> str:
        """Year and month."""
        return f"{row.month:%Y-%m}"

    @admin.display(description=_("spent"), ordering="spent_micros")
    def spent(self, row: ModelSpend) -> str:
        """What was billed."""
        return amount(row.spent_micros)

    @admin.display(description=_("of it estimated"), ordering="estimated_micros")
    def estimated(self, row: ModelSpend) -> str:
        """What no provider reported, filled in high."""
        return amount(row.estimated_micros)


def is_this_month(row: MonthlySpend) -> bool:
    """Whether it is this month that ``row`` is about, in the site's time zone."""
    return row.month == month_of(timezone.now())


def cap_of(row: MonthlySpend) -> int | None:
    """Micros; ``None`` where there was no cap, or where nobody wrote it down."""
    return conf.monthly_cap if is_this_month(row) else row.cap_micros
