"""``/metrics``: figures for Prometheus (text exposition 0.0.4), behind a token. No text, no address, no token in them.

All but the streams of the answering process come from the database, so every process behind one proxy gives the same
answer. Counters and histograms are ``tallies``, which only grow; gauges say how things stand now. A scrape asks a
dozen short queries, none of which reads turns that are closed: it takes as long after a million turns as after ten.

Written here rather than with a library: such a library counts per process, and what it adds to the text is quoting.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from django.db import DatabaseError
from django.db.models import Max, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from corpus.models import Article, Passage

from . import tallies
from .conf import MICROS, conf
from .health import is_prune_due
from .models import ModelSpend, SiteProfile, Tally, Turn
from .probe import Probe
from .ratelimit import stream_slots
from .spend import CapState, estimated_in, standing

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
#: Less than Prometheus waits.
SECONDS = 6.0

Labels = Mapping[str, str]


@dataclass
class Family:
    """One metric: its samples by suffix and labels."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    meaning: str
    samples: list[tuple[str, Labels, float]] = field(default_factory=list)

    def add(self, value: float, suffix: str = "", **labels: str) -> Family:
        """One sample more."""
        self.samples.append((suffix, labels, value))
        return self

    def lines(self) -> Iterable[str]:
        """As in the exposition."""
        yield f"# HELP {self.name} {self.meaning}"
        yield f"# TYPE {self.name} {self.kind}"
        for suffix, labels, value in self.samples:
            shown = ",".join(f'{name}="{_quoted(text)}"' for name, text in labels.items())
            yield f"{self.name}{suffix}{f'{{{shown}}}' if shown else ''} {_number(value)}"


@never_cache
@require_safe
async def metrics(request: HttpRequest) -> HttpResponse:
    """The figures: 404 where no token is set, 401 without it, 503 while the database is away."""
    if not conf.metrics_token:
        return HttpResponseNotFound()
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not constant_time_compare(given.strip(), conf.metrics_token):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    try:
        families = await _probe.answer()
    except (DatabaseError, TimeoutError):
        return HttpResponse(status=503)
    # Another process would say another number here, so it says which one it is.
    here = _gauge("assistant_process_streams", "Answers that this process streams now.")
    here.add(stream_slots.taken, process=f"{os.uname().nodename}:{os.getpid()}")
    text = "\n".join(line for family in [*families, here] for line in family.lines())
    return HttpResponse(f"{text}\n", content_type=CONTENT_TYPE)


def collect() -> list[Family]:
    """Everything that the database knows. Adds what this process has noted first."""
    tallies.add_noted()
    return [*_counted(), *_streams(), *_spend(), *_state()]


_probe = Probe(collect, SECONDS)


# --- what has happened ----------------------------------------------------------------------------------------------


def _counted() -> Iterable[Family]:
    totals: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for metric, label, total in Tally.objects.values_list("metric", "label", "total").order_by("metric", "label"):
        totals[metric][label] = total
    statuses = dict.fromkeys((status.value for status in Turn.Status if status is not Turn.Status.OPEN), 0)
    totals[tallies.TURNS] = statuses | totals[tallies.TURNS]
    for metric, name, label, meaning in (
        (tallies.TURNS, "assistant_turns_total", "status", "Turns that have ended, by what became of them."),
        (tallies.STOPS, "assistant_stops_total", "reason", "Stops of the gate, by reason; one stop may have several."),
        (tallies.REFUSALS, "assistant_refusals_total", "reason", "Questions that the articles do not cover."),
        (tallies.FAILURES, "assistant_failures_total", "code", "Answers that ended in an error."),
        (tallies.REFUSED_REQUESTS, "assistant_refused_requests_total", "code", "Requests refused before any stream."),
    ):
        family = Family(name, "counter", meaning)
        for value, total in totals[metric].items():
            family.add(total, **{label: value})
        yield family
    yield _histogram(totals, tallies.FIRST_SENTENCE, "From a question to the first sentence released.")
    yield _histogram(totals, tallies.ANSWER, "From a question to the end of its turn, whatever became of it.")
    tokens = Family("assistant_tokens_total", "counter", "Tokens, estimates included; cached ones are input as well.")
    for label, total in totals[tallies.TOKENS].items():
        kind, provider, model = [*label.split(" ", 2), ""][:3]
        tokens.add(total, kind=kind, provider=provider, model=model)
    yield tokens
    retries = Family("assistant_retries_total", "counter", "Calls of a provider that were made again.")
    for label, total in totals[tallies.RETRIES].items():
        provider, model = [*label.split(" ", 1), ""][:2]
        retries.add(total, provider=provider, model=model)
    yield retries


def _histogram(totals: Mapping[str, Mapping[str, int]], metric: str, meaning: str) -> Family:
    family = Family(f"assistant_{metric}_seconds", "histogram", meaning)
    counted, below = totals.get(metric, {}), 0
    for bound in [*(f"{bound:g}" for bound in tallies.BUCKETS[metric]), tallies.INFINITY]:
        below += counted.get(bound, 0)
        family.add(below, "_bucket", le=bound)
    family.add(totals.get(f"{metric}_ms", {}).get("", 0) / 1000, "_sum")
    return family.add(below, "_count")


# --- how things stand -----------------------------------------------------------------------------------------------


def _streams() -> Iterable[Family]:
    begun = timezone.now() - conf.stale_after
    open_turns = Turn.objects.filter(status=Turn.Status.OPEN, opened_at__gte=begun).count()
    yield _gauge("assistant_streams", "Answers that all processes write now.").add(open_turns)
    stale = Turn.objects.stale().count()
    yield _gauge("assistant_stale_turns", "Turns that a killed process left, for close_stale_turns.").add(stale)


def _spend() -> Iterable[Family]:
    now = standing()
    by_model = list(
        ModelSpend.objects.values_list("provider", "model").annotate(Sum("spent_micros"), Sum("estimated_micros"))
    )
    labels = {"currency": conf.currency} if conf.currency else {}
    spent = Family("assistant_spent_total", "counter", "What answers have cost since the site began, by model.")
    guessed = Family("assistant_spent_estimated_total", "counter", "The part of it that is estimated.")
    for provider, model, micros, part in by_model:
        spent.add(micros / MICROS, provider=provider, model=model, **labels)
        guessed.add(part / MICROS, provider=provider, model=model, **labels)
    yield spent
    yield guessed
    month = _gauge("assistant_month_spend", "This month in the site's time zone: spent, of it estimated, reserved.")
    for kind, micros in (("spent", now.spent), ("estimated", estimated_in(now.month)), ("reserved", now.reserved)):
        month.add(micros / MICROS, kind=kind, **labels)
    yield month
    cap = _gauge("assistant_month_cap", "The cap of this month; +Inf where there is none.")
    yield cap.add(float("inf") if now.cap is None else now.cap / MICROS, **labels)
    state = _gauge("assistant_cap_state", "1 for the state in which the cap is.")
    for one in CapState:
        state.add(one is now.state, state=one.value)
    yield state


def _state() -> Iterable[Family]:
    articles = Article.objects.aggregate(indexed=Max("indexed_at"), changed=Max("updated_at"))
    index = _gauge("assistant_index_articles", "Articles that can be found.")
    yield index.add(Article.objects.searchable().count())
    yield _gauge("assistant_index_passages", "Passages that can be found.").add(Passage.objects.count())
    for what, meaning in (
        ("indexed", "When an article was last indexed; 0 for never."),
        ("changed", "When an article was last changed; 0 for never. Later than the index for long: reindex."),
    ):
        moment = articles[what]
        family = _gauge(f"assistant_index_last_{what}_timestamp_seconds", meaning)
        yield family.add(moment.timestamp() if moment else 0)
    yield _gauge("assistant_prune_due", "1 when expired turns have not been deleted.").add(is_prune_due())
    paused = SiteProfile.objects.filter(paused=True).exists()
    yield _gauge("assistant_paused", "1 while the owner has paused the assistant.").add(paused)


def _gauge(name: str, meaning: str) -> Family:
    return Family(name, "gauge", meaning)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')


def _number(value: float) -> str:
    if value == float("inf"):
        return "+Inf"
    return str(int(value)) if value == int(value) else repr(float(value))
