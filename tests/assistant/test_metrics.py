"""``/metrics`` (spec 2, §6): figures that Prometheus can read, behind a token, without a word of anybody's."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from assistant import metrics, tallies
from assistant.conf import conf
from assistant.metrics import Family, collect
from assistant.models import Conversation, ModelSpend, MonthlySpend, SiteProfile, Turn
from assistant.probe import Probe
from assistant.spend import month_of
from corpus.models import Article

from .asking import QUESTION, ask
from .rows import turn

TOKEN = "a-token-of-the-tests"


@pytest.fixture(autouse=True)
def _fresh(settings: Any) -> None:
    """A token, and nothing noted by an earlier test."""
    settings.ASSISTANT_METRICS_TOKEN = TOKEN
    tallies._noted.clear()


def samples() -> dict[str, float]:
    """``name{label="value"}`` → value, as Prometheus' own parser reads what is written."""
    text = "\n".join(line for family in collect() for line in family.lines()) + "\n"
    found = {}
    for family in text_string_to_metric_families(text):
        assert family.documentation and family.type in ("counter", "gauge", "histogram")
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            key = f"{sample.name}{f'{{{labels}}}' if labels else ''}"
            assert key not in found
            found[key] = sample.value
    return found


class TestDoor:
    def get(self, monkeypatch: pytest.MonkeyPatch, authorization: str = "", question: Any = list) -> HttpResponse:
        """What a reader gets with this header."""
        monkeypatch.setattr(metrics, "_probe", Probe(question, 5))
        headers = {"authorization": authorization} if authorization else {}
        return async_to_sync(metrics.metrics)(RequestFactory().get("/metrics", headers=headers))

    def test_without_a_token_in_the_settings_there_is_no_such_address(self, settings: Any, monkeypatch: Any) -> None:
        """An empty token is no token that anybody could present."""
        settings.ASSISTANT_METRICS_TOKEN = ""
        for header in ("", "Bearer ", "Bearer x"):
            assert self.get(monkeypatch, header).status_code == 404

    @pytest.mark.parametrize(
        "header", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", "Bearer پ"]
    )
    def test_without_the_token_nothing_is_told(self, monkeypatch: Any, header: str) -> None:
        """Not even what there would be to see."""
        response = self.get(monkeypatch, header)
        assert (response.status_code, response.content) == (401, b"")
        assert response.headers["WWW-Authenticate"] == "Bearer"

    @pytest.mark.parametrize("header", [f"Bearer {TOKEN}", f"bearer {TOKEN}"])
    def test_with_the_token_the_figures_come(self, monkeypatch: Any, header: str) -> None:
        """In the text format that every Prometheus reads."""
        response = self.get(monkeypatch, header)
        assert response.status_code == 200
        assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        (family,) = text_string_to_metric_families(response.content.decode())
        assert (family.name, family.samples[0].value) == ("assistant_process_streams", 0)

    def test_without_the_database_it_says_no_more_than_that(self, monkeypatch: Any) -> None:
        """503: Prometheus marks the site as down."""

        def broken() -> None:
            raise OperationalError("secret")

        response = self.get(monkeypatch, f"Bearer {TOKEN}", broken)
        assert (response.status_code, response.content) == (503, b"")


@pytest.mark.django_db
class TestFigures:
    def test_of_an_empty_site_are_all_there(self) -> None:
        """A counter that only appears with its first count has no first increase."""
        found = samples()
        for status in ("answered", "refused", "withheld", "cut_off", "failed", "over_cap", "abandoned"):
            assert found[f"assistant_turns_total{{status={status}}}"] == 0
        assert found["assistant_first_sentence_seconds_count"] == 0
        assert found["assistant_index_articles"] == found["assistant_streams"] == 0

    def test_turns_stops_and_times(self, script: Any) -> None:
        """By status and reason; the buckets are cumulative, and their last one is the count."""
        script("Closing takes 38 minutes [S1].")
        ask()
        script("Work began in 1987 [S1].")
        ask()
        found = samples()
        assert found["assistant_turns_total{status=answered}"] == found["assistant_turns_total{status=withheld}"] == 1
        assert found["assistant_stops_total{reason=value_unsupported}"] == 1
        assert found["assistant_first_sentence_seconds_bucket{le=+Inf}"] == 1
        assert found["assistant_answer_seconds_bucket{le=+Inf}"] == found["assistant_answer_seconds_count"] == 2
        buckets = [value for name, value in found.items() if name.startswith("assistant_answer_seconds_bucket")]
        assert buckets == sorted(buckets)

    def test_refused_requests_are_there_at_the_next_reading(self, script: Any) -> None:
        """Those of this process; others add theirs."""
        script("")
        assert ask("").status == 400
        assert samples()["assistant_refused_requests_total{code=bad_request}"] == 1

    def test_tokens_by_model(self) -> None:
        """A model's name may hold what it likes."""
        tallies.add(
            tallies.Counter({("tokens", "input openai some/model of:mine"): 7, ("tokens", "output scripted"): 3})
        )
        found = samples()
        assert found["assistant_tokens_total{kind=input,provider=openai,model=some/model of:mine}"] == 7
        assert found["assistant_tokens_total{kind=output,provider=scripted,model=}"] == 3

    def test_spend_against_the_cap(self, settings: Any) -> None:
        """In the currency of the prices; what was spent since the site began only grows."""
        settings.ASSISTANT_PROVIDER, settings.ASSISTANT_MODEL = "openai", "m"
        settings.ASSISTANT_PRICES = {"m": [1, 1]}
        settings.ASSISTANT_MONTHLY_CAP, settings.ASSISTANT_CURRENCY = Decimal("2.5"), "EUR"
        month = month_of(timezone.now())
        MonthlySpend.objects.create(month=month, spent_micros=2_100_000, reserved_micros=250_000)
        earlier = (month - timedelta(days=1)).replace(day=1)
        for when, estimated in ((month, 400_000), (earlier, 0)):
            ModelSpend.objects.create(
                month=when, provider="openai", model="m", spent_micros=2_100_000, estimated_micros=estimated
            )
        found = samples()
        assert found["assistant_month_spend{kind=spent,currency=EUR}"] == 2.1
        assert found["assistant_month_spend{kind=estimated,currency=EUR}"] == 0.4
        assert found["assistant_month_spend{kind=reserved,currency=EUR}"] == 0.25
        assert found["assistant_month_cap{currency=EUR}"] == 2.5
        assert found["assistant_spent_total{provider=openai,model=m,currency=EUR}"] == 4.2
        assert found["assistant_spent_estimated_total{provider=openai,model=m,currency=EUR}"] == 0.4
        assert [name for name, value in found.items() if name.startswith("assistant_cap_state") and value] == [
            "assistant_cap_state{state=near}"
        ]

    def test_no_cap_is_infinite(self, settings: Any) -> None:
        """A rule that compares still works."""
        settings.ASSISTANT_MONTHLY_CAP = None
        assert samples()["assistant_month_cap"] == float("inf")

    def test_streams_open_and_left_behind(self) -> None:
        """An open turn of a living process, and one that is older than any answer."""
        turn()
        turn(at=timezone.now() - conf.stale_after - timedelta(seconds=1))
        turn(status=Turn.Status.ANSWERED)
        found = samples()
        assert (found["assistant_streams"], found["assistant_stale_turns"]) == (1, 1)

    def test_state_of_the_index_and_of_the_site(self) -> None:
        """What an alert is made of."""
        SiteProfile.objects.create(paused=True)
        turn(at=timezone.now() - timedelta(days=400), status=Turn.Status.ANSWERED)
        Article.objects.create(title="A", slug="a", body="A sentence about the gate.", status="published")
        found = samples()
        assert found["assistant_paused"] == found["assistant_prune_due"] == found["assistant_index_articles"] == 1
        assert found["assistant_index_passages"] >= 1
        changed, indexed = (found[f"assistant_index_last_{what}_timestamp_seconds"] for what in ("changed", "indexed"))
        assert abs(changed - timezone.now().timestamp()) < 60
        assert abs(indexed - timezone.now().timestamp()) < 60

    def test_hold_no_text_and_no_token(self, script: Any) -> None:
        """Only codes, names of models, and numbers."""
        script("Closing takes 38 minutes [S1].")
        ask()
        text = "\n".join(line for family in collect() for line in family.lines())
        for secret in (QUESTION, "38 minutes", TOKEN, str(Conversation.objects.get().public_id)):
            assert secret not in text

    def test_ask_as_many_queries_whatever_was_asked_before(self, script: Any) -> None:
        """None of them reads closed turns."""
        collect()
        with CaptureQueriesContext(connection) as few:
            collect()
        script("Closing takes 38 minutes [S1].")
        for _ in range(3):
            ask()
        with CaptureQueriesContext(connection) as many:
            collect()
        assert len(many) == len(few) <= 16


def test_a_label_is_quoted() -> None:
    """Backslash, quotation mark and line break."""
    line = list(Family("m", "gauge", "x").add(1, name='a"b\\c\nd').lines())[-1]
    assert line == 'm{name="a\\"b\\\\c\\nd"} 1'
    ((family),) = text_string_to_metric_families(line + "\n")
    assert family.samples[0].labels == {"name": 'a"b\\c\nd'}
