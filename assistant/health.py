"""Two addresses for machines: alive, and ready. Neither shows an amount, a key or a question."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from corpus.models import Article, Passage

from .conf import PAID_PROVIDERS, conf
from .models import Recording, SiteProfile, Turn, kept_since
from .probe import Probe
from .spend import standing


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers; asks no database."""
    return JsonResponse({"status": "alive"})


@never_cache
@require_safe
async def readyz(request: HttpRequest) -> JsonResponse:
    """503 only without the database, within ``SECONDS``. The rest comes with 200: the site itself still serves."""
    try:
        return JsonResponse({"status": "ready", "database": "ok", **await _probe.answer()})
    except (DatabaseError, TimeoutError):
        return JsonResponse({"status": "not_ready", "database": "unreachable"}, status=503)


def is_prune_due() -> bool:
    """Something lies here a day longer than it is kept."""
    late = Recording.objects.expired(grace=timedelta(days=1))
    return late.exists() or Turn.objects.filter(opened_at__lt=kept_since() - timedelta(days=1)).exists()


def report() -> dict[str, Any]:
    """What ``/readyz`` says besides: the index, the provider, where the cap stands, whether ``prune`` runs."""
    return {
        "index": _index(),
        "provider": {"name": conf.provider, "state": _provider_state()},
        "cap": standing().state.value,
        "prune": "due" if is_prune_due() else "ok",
    }


#: Less than those who ask are used to wait: a pool would wait for 20 seconds.
SECONDS = 3.0
_probe = Probe(report, SECONDS)


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
