"""The owner hears by mail when the month's budget is nearly spent, and when it is used up: once each, in all processes.

Promises
- *Near* is when ``spend.NEAR_PERCENT`` of the cap are spent. *Reached* is when a question was turned away and what is
  not spent would not have paid for it, or when what is not spent pays for no question at all. A crowd whose worst cases
  fill the cap for some seconds is neither: what is only reserved mostly comes back.
- A warning is claimed by one conditional ``UPDATE`` before it is sent, so one process sends it. A higher cap is another
  matter: its 80 % are warned of anew. A lower one is not, nor is the same cap twice in a month.
- No answer waits for it: the look at the ledger and the sending run in a thread of their own, after the answer's end.
- What could not be sent is tried again by whoever looks next, ``RETRY`` later, ``ATTEMPTS`` times; a process that
  dies while it sends leaves a claim that lapses. A mail server that takes a mail and then fails may make it two.
- No question, no address and no text of a visitor is in a mail; failures are logged by their class alone.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import date, timedelta

from django.core.mail import EmailMessage
from django.db import connections
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, override

from .amounts import amount
from .conf import conf
from .identity import identity
from .models import SpendWarning
from .spend import NEAR_PERCENT, CapState, Standing, estimated_in, least_case, next_month, standing

logger = logging.getLogger(__name__)

Kind = SpendWarning.Kind

#: How long a claim holds while a process sends: longer than a mail server is waited for.
LEASE = timedelta(minutes=2)
RETRY = timedelta(minutes=5)
ATTEMPTS = 12


class _Look:
    """At most one look is waiting, however many answers end at once; the one that runs may have seen too little."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="spend-warnings")
        self._lock = threading.Lock()
        self._waiting = False
        self._turned_away = 0

    def soon(self, turned_away: int) -> None:
        """Returns at once."""
        with self._lock:
            self._turned_away = max(self._turned_away, turned_away)
            if self._waiting:
                return
            self._waiting = True
        with suppress(RuntimeError):  # the process is ending
            self._threads.submit(self._run)

    def _run(self) -> None:
        with self._lock:
            self._waiting = False
            turned_away, self._turned_away = self._turned_away, 0
        try:
            warn(turned_away)
        except Exception as error:
            logger.warning("The month's spend could not be looked at (%s).", type(error).__name__)
        finally:
            connections.close_all()


_look = _Look()


def look_soon(turned_away: int = 0) -> None:
    """A paid answer has ended, or was turned away for want of so many micros: warn the owner where it is time."""
    if conf.owner_email and conf.monthly_cap:
        _look.soon(turned_away)


def warn(turned_away: int = 0) -> list[SpendWarning.Kind]:
    """Send what is due and has not been sent; what was sent now. As slow as the mail server is."""
    now = standing()
    if not conf.owner_email or not now.cap or now.state is CapState.FREE:
        return []
    due = _due(now, turned_away)
    return [kind for kind in due if _claim(now.month, kind, now.cap) and _send(now, kind)]


def _due(now: Standing, turned_away: int) -> list[SpendWarning.Kind]:
    """What the owner has to know by now. Once it is used up, that it was nearly used up is no news."""
    unsent = SpendWarning.objects.filter(month=now.month, kind=Kind.REACHED, cap_micros=now.cap, sent_at=None)
    if not now.will_pay(max(turned_away, least_case())) or unsent.exists():
        return [Kind.REACHED]
    return [Kind.NEAR] if now.is_near else []


def _claim(month: date, kind: SpendWarning.Kind, cap: int) -> bool:
    """Whether it is this process that sends."""
    now = timezone.now()
    mine = SpendWarning.objects.filter(month=month, kind=kind)
    if mine.filter(cap_micros__gte=cap, sent_at__isnull=False).exists():
        return False  # the usual case, without a write
    SpendWarning.objects.bulk_create([SpendWarning(month=month, kind=kind)], ignore_conflicts=True)
    higher = mine.filter(cap_micros__lt=cap)
    if higher.update(cap_micros=cap, attempts=1, next_attempt_at=now + LEASE, sent_at=None):
        return True
    again = mine.filter(sent_at=None, attempts__lt=ATTEMPTS, next_attempt_at__lte=now)
    return bool(again.update(cap_micros=cap, attempts=F("attempts") + 1, next_attempt_at=now + LEASE))


def _send(now: Standing, kind: SpendWarning.Kind) -> bool:
    mine = SpendWarning.objects.filter(month=now.month, kind=kind, cap_micros=now.cap)
    try:
        with override(conf.owner_language):
            subject, body = _subject(now, kind), _body(now, kind)
        EmailMessage(subject, body, to=[conf.owner_email]).send()
    except Exception as error:
        # The class alone: a message may hold the server's address and password.
        logger.warning("The owner could not be warned of the month's spend (%s).", type(error).__name__)
        mine.update(next_attempt_at=timezone.now() + RETRY)
        return False
    mine.update(sent_at=timezone.now())
    return True


# --- what is said, in the owner's language --------------------------------------------------------------------------


def _subject(now: Standing, kind: SpendWarning.Kind) -> str:
    site = identity(conf.owner_language).name
    if kind is Kind.REACHED:
        subject = gettext("{site}: this month’s budget for answers is used up").format(site=site)
    else:
        subject = gettext("{site}: {percent} % of this month’s budget for answers is spent").format(
            site=site, percent=NEAR_PERCENT
        )
    return " ".join(subject.split())  # a name may have been typed with a line break, and a subject may not


def _body(now: Standing, kind: SpendWarning.Kind) -> str:
    until = date_format(next_month(now.month))
    if kind is Kind.REACHED:
        means = gettext(
            "What is left, beside the answers that are being written, is too little for another one. Until there is "
            "room again, at the latest on {until}, visitors read that the budget is used up; the articles are there "
            "as always."
        )
    else:
        means = gettext(
            "Answers go on until the cap is reached. From then until {until} visitors read that the budget is used "
            "up; the articles are there as always."
        )
    change = gettext(
        "The cap is the setting ASSISTANT_MONTHLY_CAP. A higher one takes effect when the site is started again."
    )
    once = gettext("For this month and this cap you get this message once.")
    return "\n\n".join([_figures(now), means.format(until=until), change, *_address(), once]) + "\n"


def _figures(now: Standing) -> str:
    lines = [
        (gettext("month"), date_format(now.month, "YEAR_MONTH_FORMAT")),
        (gettext("spent"), amount(now.spent)),
        (gettext("of it estimated"), amount(estimated_in(now.month))),
        (gettext("reserved"), amount(now.reserved)),
        (gettext("cap"), amount(now.cap or 0)),
    ]
    return "\n".join(f"{name}: {value}" for name, value in lines)


def _address() -> list[str]:
    """Where the figures stand in the admin, where the site's address is known."""
    host = identity(conf.owner_language).host
    if not host:
        return []
    page = f"https://{host}{reverse('admin:assistant_monthlyspend_changelist')}"
    return [gettext("The figures, month by month: {address}").format(address=page)]
