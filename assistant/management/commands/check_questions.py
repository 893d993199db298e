"""``manage.py check_questions``: do the owner's test questions still lead where they should?"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from assistant.expectations import Expectation
from assistant.expecting import check

#: Exit status when one does not hold.
DOES_NOT_HOLD = 3


class Command(BaseCommand):
    """No model is asked."""

    help = f"Checks the test questions of the admin. Exits with {DOES_NOT_HOLD} when one does not lead where it should."

    def handle(self, *args: Any, **options: Any) -> None:
        """One line for each that does not hold, then how many do."""
        report = check(progress=self._tell)
        self.stdout.write(
            f"{report.checked} checked: {report.holding} hold, {report.failing} do not; "
            f"since the last check {len(report.broken)} broke, {len(report.mended)} mended."
        )
        if report.failing:
            sys.exit(DOES_NOT_HOLD)

    def _tell(self, expectation: Expectation) -> None:
        if expectation.holds:
            return
        should = expectation.get_outcome_display()
        wanted = f" “{expectation.article}”" if expectation.article else ""
        found = "refused" if expectation.was_refused else f"answered from “{expectation.found}”"
        since = " (held before)" if expectation.has_changed else ""
        self.stdout.write(
            f"✗ [{expectation.language}] {expectation.question}\n  should be {should}{wanted}; is {found}{since}"
        )
