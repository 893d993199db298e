"""Runs over the articles: reindexing, loading, saving. Each is a row that says who, what, when and how far.

A run beats while it lasts, so that one that was killed is told from one that goes on: by its process where that was on
this machine, by its last beat where it was on another.
"""

from __future__ import annotations

import os
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

#: A run on another machine that has not beaten for so long is taken to be dead. A page may take minutes to be loaded.
SILENCE = timedelta(minutes=10)
#: Seconds for a database that may be gone.
PATIENCE = 5
#: Seconds between two beats.
BEAT = 1.0
#: So many errors are kept, and so long ones.
MOST_ERRORS = 100
ERROR_LENGTH = 500


class IndexRun(models.Model):
    """One run over articles, and what it changed."""

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        BROKEN_OFF = "broken_off", _("broken off")

    class Kind(models.TextChoices):
        REINDEX = "reindex", _("reindex")
        LOAD = "load", _("load")
        SAVE = "save", _("edit")

    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.RUNNING)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.REINDEX)
    #: Nobody: a command.
    who = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("who")
    )
    #: What was loaded, or the title of the one article that was edited.
    source = models.CharField(_("source"), max_length=400, blank=True)
    started_at = models.DateTimeField(_("started at"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished at"), null=True)
    beat_at = models.DateTimeField(default=timezone.now, editable=False)
    #: Host and process, such as ``web1:4711:88123``: the last number is when the process began.
    process = models.CharField(max_length=300, blank=True, editable=False)
    done = models.PositiveIntegerField(_("done"), default=0)
    total = models.PositiveIntegerField(_("articles"), default=0)
    added = models.PositiveIntegerField(_("added"), default=0)
    changed = models.PositiveIntegerField(_("changed"), default=0)
    removed = models.PositiveIntegerField(_("removed"), default=0)
    unchanged = models.PositiveIntegerField(_("unchanged"), default=0)
    failed = models.PositiveIntegerField(_("failed"), default=0)
    #: In words, the first of them.
    errors = models.JSONField(_("errors"), default=list, blank=True)

    class Meta:
        verbose_name = _("index run")
        verbose_name_plural = _("index runs")
        ordering = ["-started_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d %H:%M}"

    @property
    def seconds(self) -> float | None:
        """How long it took; nothing while it runs."""
        return (self.finished_at - self.started_at).total_seconds() if self.finished_at else None

    @property
    def is_alive(self) -> bool:
        """Whether it still runs, as far as can be told from here."""
        if self.status != self.Status.RUNNING:
            return False
        host, _separator, rest = self.process.rpartition(":")[0].rpartition(":")
        if host == socket.gethostname() and rest.isdecimal():
            return _process(int(rest)) == self.process
        return self.beat_at > timezone.now() - SILENCE


class DatabaseLost(Exception):
    """The database is gone in the middle of a run; the message says how far it came and what to do."""


class Record:
    """The row of a run while it lasts."""

    def __init__(self, key: int, total: int) -> None:
        self.total = total
        self._key = key
        self._beaten = time.monotonic()
        self._counts: Counter[str] = Counter()
        self._errors: list[str] = []

    def take(self, change: str, error: str = "") -> None:
        """An article is done, and this is what it came to: the name of one of the row's counts, and what went wrong."""
        self._counts[change] += 1
        if error and len(self._errors) < MOST_ERRORS:
            self._errors.append(error[:ERROR_LENGTH])
        self.beat()

    def beat(self) -> None:
        """It goes on. Written down once a second at most."""
        now = time.monotonic()
        if now - self._beaten >= BEAT:
            self._beaten = now
            self.write()

    def write(self, **values: Any) -> None:
        """Writes down how far it is, and ``values``."""
        done = sum(self._counts.values())
        IndexRun.objects.filter(pk=self._key).update(
            beat_at=timezone.now(),
            done=done,
            total=max(self.total, done),
            errors=self._errors,
            **self._counts,
            **values,
        )


@contextmanager
def recorded(kind: IndexRun.Kind, *, who: Any = None, source: str = "", total: int = 0) -> Iterator[Record]:
    """A row for what happens inside: finished where it ends, broken off where it raises.

    ``who`` is the member of staff, nobody for a command. Of ``source`` neither name nor password in an address is kept.
    After ``DatabaseLost`` nothing can be written: the row says "running" until ``break_off_dead`` has a look.
    """
    break_off_dead()
    process = _process(os.getpid())
    run = IndexRun.objects.create(
        kind=kind, who=who if who and who.pk else None, source=_told(source), total=total, process=process
    )
    record = Record(run.pk, total)
    status = IndexRun.Status.BROKEN_OFF
    try:
        yield record
        status = IndexRun.Status.FINISHED
    except DatabaseLost:
        status = IndexRun.Status.RUNNING
        raise
    finally:
        if status is not IndexRun.Status.RUNNING:
            record.write(status=status, finished_at=timezone.now())


def record_edit(who: Any, title: str, counts: dict[str, int]) -> None:
    """One article was edited or deleted in the admin, and that changed the index."""
    IndexRun.objects.create(
        kind=IndexRun.Kind.SAVE, who=who, source=title[:400], status=IndexRun.Status.FINISHED,
        finished_at=timezone.now(), total=1, done=1, **counts,
    )  # fmt: skip


def break_off_dead() -> None:
    """Says of each run that was killed that it is broken off."""
    for run in IndexRun.objects.filter(status=IndexRun.Status.RUNNING):
        if not run.is_alive:
            IndexRun.objects.filter(pk=run.pk, status=IndexRun.Status.RUNNING).update(
                status=IndexRun.Status.BROKEN_OFF, finished_at=run.beat_at
            )


def is_lost(error: Exception) -> bool:
    """Whether ``error`` is not about the article at hand: the database does not answer, also when it is asked anew."""
    if not isinstance(error, OperationalError | InterfaceError) or connection.vendor == "sqlite":
        return False
    if connection.connection is not None and connection.is_usable():
        return False
    # By a connection of its own: the pool waits for half a minute, and each statement after this one would too.
    probe = connection.copy()
    probe.settings_dict["OPTIONS"].pop("pool", None)
    probe.settings_dict["OPTIONS"]["connect_timeout"] = PATIENCE
    try:
        probe.ensure_connection()
        return not probe.is_usable()
    except DatabaseError:
        return True
    finally:
        probe.close()


def _process(number: int) -> str:
    """As ``IndexRun.process`` writes it; empty where there is none. A number is used again, with another time."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return ""
    except PermissionError:
        pass
    try:
        with open(f"/proc/{number}/stat", encoding="ascii", errors="replace") as stat:
            began = stat.read().rpartition(")")[2].split()[19]
    except OSError:
        began = "0"
    return f"{socket.gethostname()}:{number}:{began}"


def _told(source: str) -> str:
    """``source`` without a name and password that an address may hold."""
    if "://" not in source:
        return source[:400]
    parts = urlsplit(source)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))[:400]
