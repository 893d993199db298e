"""Serves the site: ``python -m config.serve --port 8000``. Any option of daphne may be given, and wins.

The one place that says how daphne is run, here, in the tests and in a deployment.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

APPLICATION = "config.asgi:application"
#: How long after its client has left an answer may take to write its record, before daphne cancels it.
CLOSE_SECONDS = 30
#: Beyond the longest stream: what a request may take that hangs for a reason of its own.
SPARE_SECONDS = 30


def options() -> list[str]:
    """What daphne is told, in addition to where it listens."""
    from assistant.conf import conf
    from assistant.views import STREAM_GRACE

    longest = conf.time_limits.whole_answer + STREAM_GRACE
    return [
        # Without an access log: it would hold visitors' addresses, and the tokens of transcripts.
        "--verbosity", "0",
        "--http-timeout", str(round(longest + SPARE_SECONDS)),
        "--application-close-timeout", str(CLOSE_SECONDS),
        # Who serves is nobody's business.
        "--no-server-name",
    ]  # fmt: skip


def main(arguments: Sequence[str]) -> None:
    """Check the settings, then serve until a signal ends it. Daphne itself runs no checks."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from daphne.cli import CommandLineInterface  # type: ignore[import-untyped]
    from django.core.management import call_command
    from django.core.management.base import SystemCheckError

    django.setup()
    try:
        call_command("check")
    except SystemCheckError as error:
        sys.exit(f"The site is not served: {error}")
    CommandLineInterface().run([*options(), *arguments, APPLICATION])


if __name__ == "__main__":
    main(sys.argv[1:])
