"""How many answers all processes together stream at once: ``ASSISTANT_MAX_STREAMS_TOTAL``.

The slots are rows of the database, numbered from 1, so the limit holds exactly, without a race, on any number of
processes: a slot is taken by locking its row. A process that is killed keeps its slots until they lapse, as late as
its turns count as stale. Without the setting nothing is read or written.
"""

from __future__ import annotations

import atexit
import logging
import threading
import uuid
from datetime import UTC, datetime
from queue import SimpleQueue

from django.db import DatabaseError, connections, transaction
from django.utils import timezone

from .conf import conf
from .database import in_database
from .models import SharedSlot
from .ratelimit import Slot

logger = logging.getLogger(__name__)

FREE = datetime(2000, 1, 1, tzinfo=UTC)
#: How long a process that stops waits for its slots to be given back; after that they lapse.
EXIT_SECONDS = 5.0


async def admit(slot: Slot) -> bool:
    """Whether all processes together have room; if so, the shared slot is given back when ``slot`` is released.

    With the database away the question passes: its answer will say so itself.
    """
    if conf.max_streams_total is None:
        return True
    _returned.start()
    holder = uuid.uuid4()
    held = [holder]
    # Before it is taken: a client that leaves meanwhile releases ``slot``, and this with it.
    slot.hold(lambda: give_back(*held))
    try:
        if await in_database(take, holder):
            return True
    except DatabaseError as error:
        logger.warning("Slots cannot be taken (%s); the question passes.", type(error).__name__)
        return True
    held.clear()  # there is nothing to give back
    return False


def take(holder: uuid.UUID) -> bool:
    """Take a slot for ``holder``; whether there was one."""
    limit = conf.max_streams_total or 0
    with transaction.atomic():
        number = _free(limit)
        if number is None and SharedSlot.objects.filter(number__lte=limit).count() < limit:
            missing = [SharedSlot(number=number, lapses_at=FREE) for number in range(1, limit + 1)]
            SharedSlot.objects.bulk_create(missing, batch_size=500, ignore_conflicts=True)
            number = _free(limit)
        if number is None:
            return False
        SharedSlot.objects.filter(number=number).update(holder=holder, lapses_at=timezone.now() + conf.stale_after)
    return True


def give_back(*holders: uuid.UUID) -> None:
    """Free the slots of ``holders``, where they have one; returns at once. What cannot be freed lapses."""
    for holder in holders:
        _returned.put(holder)


def release(holder: uuid.UUID) -> None:
    """Free the slot of ``holder``, where it has one. Synchronous."""
    SharedSlot.objects.filter(holder=holder).update(holder=None, lapses_at=FREE)


class _Returned:
    """Slots on their way back, freed by a thread: the event loop and the garbage collector wait for no database."""

    def __init__(self) -> None:
        # The one queue that may be put into from within the garbage collector.
        self._queue: SimpleQueue[uuid.UUID | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Before a slot is taken. The thread is waited for when the process ends, for ``EXIT_SECONDS``."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="slots", daemon=True)
                self._thread.start()
                atexit.register(self._stop)

    def put(self, holder: uuid.UUID) -> None:
        """From any thread, at any moment."""
        self._queue.put(holder)

    def _run(self) -> None:
        while holder := self._queue.get():
            try:
                release(holder)
            except Exception as error:
                logger.warning("A slot lapses, since it cannot be given back (%s).", type(error).__name__)
            finally:
                connections.close_all()

    def _stop(self) -> None:
        self._queue.put(None)
        if self._thread is not None:
            self._thread.join(EXIT_SECONDS)


_returned = _Returned()


def _free(limit: int) -> int | None:
    # On SQLite nothing is locked, and nothing needs to be: the transaction began by taking the database's one lock.
    free = SharedSlot.objects.select_for_update(skip_locked=True).filter(number__lte=limit)
    return free.filter(lapses_at__lte=timezone.now()).order_by("number").values_list("number", flat=True).first()
