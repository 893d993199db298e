"""Checks the owner's test questions against what the rules decide: search, floor, scope. No model is asked."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from .expectations import Expectation
from .identity import identity
from .scope import look_up

logger = logging.getLogger(__name__)

#: After an edit, so many seconds go to it; what is not reached keeps its older date, and comes first the next time.
SECONDS_AFTER_AN_EDIT = 3.0


@dataclass(frozen=True)
class CheckReport:
    """Of the questions that were checked: how many hold, and which do or do not any more."""

    checked: int
    holding: int
    broken: tuple[Expectation, ...]
    mended: tuple[Expectation, ...]

    @property
    def failing(self) -> int:
        """How many do not hold."""
        return self.checked - self.holding


def check(
    expectations: Iterable[Expectation] | None = None,
    *,
    seconds: float | None = None,
    progress: Callable[[Expectation], None] | None = None,
) -> CheckReport:
    """Compare each with what it leads to now, all by default, and write down what was found.

    ``seconds``: begin no further one after so long; the one that was checked longest ago comes first.
    """
    if expectations is None:
        expectations = Expectation.objects.order_by(F("checked_at").asc(nulls_first=True), "pk")
    end = None if seconds is None else time.monotonic() + seconds
    done: list[Expectation] = []
    for expectation in expectations:
        if end is not None and time.monotonic() > end:
            break
        _check(expectation)
        done.append(expectation)
        if progress:
            progress(expectation)
    return CheckReport(
        checked=len(done),
        holding=sum(bool(each.holds) for each in done),
        broken=tuple(each for each in done if each.has_changed and not each.holds),
        mended=tuple(each for each in done if each.has_changed and each.holds),
    )


def after_edit(request: HttpRequest | None, **kwargs: Any) -> str:
    """What an edit of articles has changed: told to the member of staff, or given back as a line for a command.

    Within a request as far as there is time. Never fails: the edit stands anyhow.
    """
    try:
        report = check(seconds=SECONDS_AFTER_AN_EDIT if request else None)
    except Exception:
        logger.exception("the test questions could not be checked")
        return ""
    if request is not None:
        tell_changes(request, report)
    if not report.failing:
        return ""
    broken = f", {len(report.broken)} of them since now" if report.broken else ""
    return f"{report.failing} of {report.checked} test questions do not lead where they should{broken}."


def tell_changes(request: HttpRequest, report: CheckReport) -> None:
    """What has changed since the check before, as messages of the admin; nothing where nothing has."""
    for expectation in report.broken:
        messages.error(request, gettext("Does not hold any more: %(question)s") % {"question": expectation})
    for expectation in report.mended:
        messages.success(request, gettext("Holds again: %(question)s") % {"question": expectation})


def _check(expectation: Expectation) -> None:
    scope = look_up(expectation.question, expectation.language, identity(expectation.language))
    of_article = (number for number, hit in enumerate(scope.hits, 1) if hit.article_id == expectation.article_id)
    first = next(iter(scope.hits or scope.nearest), None)
    expectation.held_before = expectation.holds
    expectation.was_refused = scope.refusal is not None
    expectation.place = next(of_article, None)
    expectation.found_id = first.article_id if first else None
    expectation.score = scope.score
    expectation.holds = _holds(expectation)
    expectation.checked_at = timezone.now()
    found = ("held_before", "was_refused", "place", "found_id", "score", "holds", "checked_at")
    # By its key alone: it may have been edited, or deleted, meanwhile.
    Expectation.objects.filter(pk=expectation.pk).update(**{name: getattr(expectation, name) for name in found})


def _holds(expectation: Expectation) -> bool:
    match Expectation.Outcome(expectation.outcome):
        case Expectation.Outcome.REFUSED:
            return bool(expectation.was_refused)
        case Expectation.Outcome.ANSWERED:
            return not expectation.was_refused
        case Expectation.Outcome.FROM_ARTICLE:
            # An article further down is sent too, but the answer is made of what stands first.
            return expectation.place == 1
