"""Health (spec 5): alive without a database, ready with one, and the rest is reported."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import RequestFactory
from django.utils import timezone

from assistant.health import healthz, readyz
from assistant.models import MonthlySpend, SiteProfile
from assistant.spend import month_of
from corpus.models import Article

from .rows import turn


def report() -> dict[str, Any]:
    """What ``/readyz`` says, which must be 200."""
    import json

    response = readyz(RequestFactory().get("/readyz"))
    assert response.status_code == 200
    return json.loads(response.content)


def test_alive_asks_no_database() -> None:
    """The database is not even allowed in this test."""
    response = healthz(RequestFactory().get("/healthz"))
    assert response.status_code == 200
    assert "no-store" in response.headers["Cache-Control"]


def test_without_the_database_it_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """503, and no word of where the database is."""

    def broken(*args: Any) -> None:
        raise OperationalError("connection to 10.0.0.5 failed for user secret")

    monkeypatch.setattr(connection, "cursor", broken)
    response = readyz(RequestFactory().get("/readyz"))
    assert response.status_code == 503
    assert b"secret" not in response.content


@pytest.mark.django_db
class TestReport:
    def test_an_empty_index_is_reported_and_still_ready(self) -> None:
        """The site serves; the assistant refuses."""
        assert report()["index"] == {"state": "empty", "articles": 0, "passages": 0}

    def test_counts_what_can_be_searched(self) -> None:
        """Drafts are not."""
        Article.objects.create(title="A", slug="a", body="A sentence about the gate.", status="published")
        Article.objects.create(title="B", slug="b", body="Another.", status="draft")
        assert report()["index"]["articles"] == 1

    @pytest.mark.parametrize(
        ("cap", "spent", "state"),
        [(None, 0, "none"), (0, 0, "off"), (1, 999_999, "room"), (1, 1_000_000, "reached")],
    )
    def test_says_where_the_cap_stands_without_an_amount(self, settings: Any, cap: Any, spent: int, state: str) -> None:
        """Anybody may read this address."""
        settings.ASSISTANT_PROVIDER, settings.ASSISTANT_MODEL = "openai", "m"
        settings.ASSISTANT_PRICES = {"m": [1, 1]}
        settings.ASSISTANT_MONTHLY_CAP = None if cap is None else Decimal(cap)
        MonthlySpend.objects.create(month=month_of(timezone.now()), spent_micros=spent)
        said = report()
        assert said["cap"] == state
        assert str(spent) not in str(said) or spent == 0

    def test_says_who_answers_and_whether_the_owner_has_paused(self, settings: Any) -> None:
        """By name and state."""
        settings.ASSISTANT_PROVIDER = "extractive"
        assert report()["provider"] == {"name": "extractive", "state": "configured"}
        assert report()["cap"] == "free"
        SiteProfile.objects.create(paused=True)
        assert report()["provider"]["state"] == "paused"

    def test_says_when_prune_is_due(self, settings: Any) -> None:
        """Something lies here a day longer than it is kept."""
        settings.ASSISTANT_RETENTION_DAYS = 30
        assert report()["prune"] == "ok"
        turn(at=timezone.now() - timedelta(days=32))
        assert report()["prune"] == "due"
