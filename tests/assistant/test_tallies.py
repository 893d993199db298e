"""Totals (spec 2, §6): exact, the same for every process, and nothing that is deleted makes one go back."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from assistant import retention, tallies
from assistant.conf import conf
from assistant.models import Conversation, Tally, Turn

from .asking import ask
from .rows import turn


@pytest.fixture(autouse=True)
def _nothing_noted() -> None:
    tallies._noted.clear()


def totals(metric: str) -> dict[str, int]:
    """Label → total."""
    return dict(Tally.objects.filter(metric=metric).values_list("label", "total"))


@pytest.mark.django_db
class TestAdd:
    def test_makes_what_is_missing_and_adds_to_what_is_there(self) -> None:
        """One statement for both."""
        tallies.add(Counter({("turns", "answered"): 1, ("turns", "refused"): 2}))
        tallies.add(Counter({("turns", "answered"): 3}))
        assert totals("turns") == {"answered": 4, "refused": 2}

    def test_of_nothing_writes_nothing(self) -> None:
        """Nor does a zero."""
        tallies.add(Counter())
        tallies.add(Counter({("turns", "answered"): 0}))
        assert not Tally.objects.exists()

    def test_a_label_that_is_too_long_is_cut(self) -> None:
        """The name of a model comes from the settings."""
        tallies.add(Counter({("tokens", "m" * 500): 1, ("tokens", "m" * 400): 1}))
        assert totals("tokens") == {"m" * 160: 2}


@pytest.mark.parametrize(
    ("seconds", "bucket"),
    [(-1, "0.1"), (0, "0.1"), (0.1, "0.1"), (0.10001, "0.25"), (13, "13"), (60, "60"), (60.1, "+Inf")],
)
def test_an_observation_falls_into_its_bucket(seconds: float, bucket: str) -> None:
    """A bound belongs to its bucket; a clock that went back counts as no time."""
    counted = tallies.observed(tallies.FIRST_SENTENCE, timedelta(seconds=seconds))
    assert counted["first_sentence", bucket] == 1
    assert counted["first_sentence_ms", ""] == round(max(0, seconds) * 1000)


@pytest.mark.django_db
class TestTurns:
    def test_an_answer_counts_once_it_is_closed(self, script: Any) -> None:
        """Its status, its times, its tokens."""
        script("Closing takes 38 minutes [S1].")
        ask()
        assert totals("turns") == {"answered": 1}
        assert sum(totals("first_sentence").values()) == sum(totals("answer").values()) == 1
        one = Turn.objects.get()
        assert totals("tokens") == {"input scripted": one.input_tokens, "output scripted": one.output_tokens}

    def test_a_stop_counts_by_its_reasons(self, script: Any) -> None:
        """And the turn as withheld, without a first sentence where there was none."""
        script("Work began in 1987 [S1]. And")
        ask()
        assert (totals("turns"), totals("stops")) == ({"withheld": 1}, {"value_unsupported": 1})
        assert totals("first_sentence") == {}

    def test_a_refusal_counts_by_its_reason(self, found: Any, script: Any) -> None:
        """The articles do not cover it."""
        found.score = 0.0
        script("")
        ask()
        assert (totals("turns"), totals("refusals")) == ({"refused": 1}, {"out_of_scope": 1})

    def test_a_failure_counts_by_its_code(self, script: Any) -> None:
        """The stream broke off."""
        script("Closing takes", finish="drop")
        ask()
        assert (totals("turns"), totals("failures")) == ({"failed": 1}, {"broke_off": 1})

    def test_a_refused_request_counts_with_the_next_turn_that_closes(self, script: Any) -> None:
        """Nothing is written for itself: a crowd of refused requests leaves the database alone."""
        script("Closing takes 38 minutes [S1].")
        assert ask("").status == 400
        assert totals("refused_requests") == {}
        ask()
        assert totals("refused_requests") == {"bad_request": 1}

    def test_what_a_killed_process_left_counts_as_abandoned(self) -> None:
        """Once, however often the command runs."""
        turn(at=timezone.now() - conf.stale_after - timedelta(seconds=1))
        retention.close_stale_turns()
        retention.close_stale_turns()
        assert totals("turns") == {"abandoned": 1}

    def test_what_is_pruned_or_deleted_stays_counted(self, script: Any, settings: Any) -> None:
        """A counter that went back would look like a restart."""
        script("Closing takes 38 minutes [S1].")
        ask()
        ask()
        retention.erase(Conversation.objects.first())
        Turn.objects.update(opened_at=timezone.now() - timedelta(days=400))
        Conversation.objects.update(last_turn_at=timezone.now() - timedelta(days=400))
        retention.prune()
        assert not Turn.objects.exists()
        assert totals("turns") == {"answered": 2}


@pytest.mark.django_db
def test_what_was_noted_is_kept_while_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """And counted once it is back; nobody's answer fails for it."""

    def broken(counts: Any) -> None:
        raise OperationalError

    tallies.note(tallies.REFUSED_REQUESTS, "busy")
    monkeypatch.setattr(tallies, "add", broken)
    tallies.add_noted()
    tallies.note(tallies.REFUSED_REQUESTS, "busy")
    monkeypatch.undo()
    tallies.add_noted()
    tallies.add_noted()
    assert totals("refused_requests") == {"busy": 2}


@pytest.mark.django_db(transaction=True)
def test_of_many_that_close_at_once_none_is_lost() -> None:
    """In whatever order each has its figures, nobody waits for ever."""
    connection.close()
    start = threading.Barrier(12, timeout=60)
    failed: list[Exception] = []

    def run(index: int) -> None:
        connection.ensure_connection()
        start.wait()
        keys = [("turns", "answered"), ("turns", "refused"), ("answer", "0.5"), ("tokens", "input m")]
        try:
            for _ in range(5):
                tallies.add(Counter(dict.fromkeys(keys if index % 2 else reversed(keys), 1)))
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert totals("turns") == {"answered": 60, "refused": 60}
