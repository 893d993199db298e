"""Two addresses for machines: alive, and ready. Neither shows an amount, a key or a question."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from corpus.models import Article, Passage

from .conf import PAID_PROVIDERS, conf
from .models import MonthlySpend, SiteProfile, Turn, kept_since
from .spend import month_of


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers; asks no database."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """503 only without the database. The rest is reported with 200: the site itself still serves."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return JsonResponse({"status": "ready", "database": "ok", **_report()})
    except DatabaseError:
        return JsonResponse({"status": "not_ready", "database": "unreachable"}, status=503)


def is_prune_due() -> bool:
    """Something lies here a day longer than it is kept."""
    return Turn.objects.filter(opened_at__lt=kept_since() - timedelta(days=1)).exists()


def _report() -> dict[str, Any]:
    return {
        "index": _index(),
        "provider": {"name": conf.provider, "state": _provider_state()},
        "cap": _cap_state(),
        "prune": "due" if is_prune_due() else "ok",
    }


def _index() -> dict[str, Any]:
    articles = Article.objects.searchable().count()
    passages = Passage.objects.count()
    return {"state": "ok" if articles and passages else "empty", "articles": articles, "passages": passages}


def _provider_state() -> str:
    if SiteProfile.objects.filter(paused=True).exists():
        return "paused"
    if conf.provider in PAID_PROVIDERS and conf.model not in conf.prices:
        return "no_price"
    return "configured"


def _cap_state() -> str:
    """``free``, ``none``, ``off`` (a cap of 0), ``room`` or ``reached``."""
    if conf.provider not in PAID_PROVIDERS:
        return "free"
    cap = conf.monthly_cap
    if cap is None:
        return "none"
    if cap == 0:
        return "off"
    row = MonthlySpend.objects.filter(month=month_of(timezone.now())).first()
    return "reached" if row and row.spent_micros + row.reserved_micros >= cap else "room"
