"""How many answers all processes together stream at once: ``ASSISTANT_MAX_STREAMS_TOTAL``.

The slots are rows of the database, numbered from 1, so the limit holds exactly, without a race, on any number of
processes: a slot is taken by locking its row. A process that is killed keeps its slots until they lapse, as late as
its turns count as stale. Without the setting nothing is read or written.
"""

from __future__ import annotations

import logging
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime

from django.db import DatabaseError, connections, transaction
from django.utils import timezone

from .conf import conf
from .database import in_database
from .models import SharedSlot
from .ratelimit import Slot

logger = logging.getLogger(__name__)

FREE = datetime(2000, 1, 1, tzinfo=UTC)
#: Slots are given back from the event loop and by the garbage collector, and neither may wait for a database.
_threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="slots")


async def admit(slot: Slot) -> bool:
    """Whether all processes together have room; if so, the shared slot is given back when ``slot`` is released.

    With the database away the question passes: its answer will say so itself.
    """
    if conf.max_streams_total is None:
        return True
    holder = uuid.uuid4()
    # Before it is taken: a client that leaves meanwhile releases ``slot``, and this with it.
    slot.hold(lambda: give_back(holder))
    try:
        return await in_database(take, holder)
    except DatabaseError as error:
        logger.warning("Slots cannot be taken (%s); the question passes.", type(error).__name__)
        return True


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


def give_back(holder: uuid.UUID) -> None:
    """Free the slot of ``holder``, where it has one; returns at once. What cannot be freed lapses."""
    with suppress(RuntimeError):  # the process is ending
        _threads.submit(_release, holder)


def release(holder: uuid.UUID) -> None:
    """Free the slot of ``holder``, where it has one. Synchronous."""
    SharedSlot.objects.filter(holder=holder).update(holder=None, lapses_at=FREE)


def _release(holder: uuid.UUID) -> None:
    try:
        release(holder)
    except DatabaseError as error:
        logger.warning("A slot lapses, since it cannot be given back (%s).", type(error).__name__)
    finally:
        connections.close_all()


def _free(limit: int) -> int | None:
    # On SQLite nothing is locked, and nothing needs to be: the transaction began by taking the database's one lock.
    free = SharedSlot.objects.select_for_update(skip_locked=True).filter(number__lte=limit)
    return free.filter(lapses_at__lte=timezone.now()).order_by("number").values_list("number", flat=True).first()
