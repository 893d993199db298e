"""Health (spec 5): alive without a database, ready with one, and the rest is reported."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from assistant import health
from assistant.health import healthz, readyz, report
from assistant.models import MonthlySpend, SiteProfile
from assistant.probe import Probe
from assistant.spend import month_of
from corpus.models import Article

from .rows import turn


def test_alive_asks_no_database() -> None:
    """The database is not even allowed in this test."""
    response = healthz(RequestFactory().get("/healthz"))
    assert response.status_code == 200
    assert "no-store" in response.headers["Cache-Control"]


@pytest.fixture
def probing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], dict[str, Any]]], HttpResponse]:
    """``probing(question)``: what ``/readyz`` answers while the database does as ``question``; it waits 0.2 s."""

    def ask(question: Callable[[], dict[str, Any]]) -> HttpResponse:
        monkeypatch.setattr(health, "_probe", Probe(question, 0.2))
        return async_to_sync(readyz)(RequestFactory().get("/readyz"))

    return ask


def test_with_the_database_it_is_ready(probing: Any) -> None:
    """200, and the report."""
    response = probing(lambda: {"cap": "free"})
    assert json.loads(response.content) == {"status": "ready", "database": "ok", "cap": "free"}


def test_without_the_database_it_is_not_ready(probing: Any) -> None:
    """503, and no word of where the database is."""

    def broken() -> dict[str, Any]:
        raise OperationalError("connection to 10.0.0.5 failed for user secret")

    response = probing(broken)
    assert response.status_code == 503
    assert b"secret" not in response.content


def test_of_a_database_that_says_nothing_it_is_not_ready_and_does_not_wait(probing: Any, caplog: Any) -> None:
    """Whoever asks has a time limit of its own. What comes too late goes nowhere, nor into the log."""
    released = threading.Event()

    def hanging() -> dict[str, Any]:
        released.wait(30)
        raise OperationalError("secret")

    try:
        assert probing(hanging).status_code == 503
    finally:
        released.set()
    gc.collect()
    assert "secret" not in caplog.text


def test_many_who_ask_a_silent_database_keep_one_thread() -> None:
    """Each probe of a load balancer would keep another one waiting."""
    asked, released = [], threading.Event()

    def hanging() -> str:
        asked.append(threading.current_thread().name)
        released.wait(30)
        return "late"

    async def ask_twice() -> list[Any]:
        probe = Probe(hanging, 0.05)
        outcomes = await asyncio.gather(probe.answer(), probe.answer(), return_exceptions=True)
        outcomes += await asyncio.gather(probe.answer(), return_exceptions=True)
        released.set()
        return [*outcomes, await Probe(lambda: "at once", 10).answer()]

    *late, good = asyncio.run(ask_twice())
    assert [type(outcome) for outcome in late] == [TimeoutError] * 3
    assert (len(asked), good) == (1, "at once")


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
        [
            (None, 0, "none"),
            (0, 0, "off"),
            (1, 799_999, "room"),
            (1, 800_000, "near"),
            (1, 999_999, "reached"),  # too little for any answer
            (1, 1_000_000, "reached"),
        ],
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
