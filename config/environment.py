"""Typed reads of the environment. Nonsense does not stop the import: it is kept, and a system check reports it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import environ

env = environ.Env()


@dataclass(frozen=True)
class Unreadable:
    """One variable that could not be read: its name and what it should look like. Never its value (a secret?)."""

    name: str
    expected: str


#: What could not be read, in the order of reading; reported by ``config.checks``.
errors: list[Unreadable] = []


def read_file(path: Path) -> None:
    """Read a ``.env`` file where there is one; the process's own environment wins."""
    if path.is_file():
        env.read_env(str(path))


def read(name: str, cast: Callable[[str], Any], default: Any, expected: str) -> Any:
    """The variable ``name`` through ``cast``; ``default`` when it is unset, empty or not as ``expected``."""
    raw = env.str(name, default="").strip()
    if not raw:
        return default
    try:
        return cast(raw)
    except Exception:
        errors.append(Unreadable(name, expected))
        return default


def boolean(raw: str) -> bool:
    """``true/false``, ``on/off``, ``yes/no``, ``1/0``; anything else raises ``ValueError``."""
    lowered = raw.lower()
    if lowered in {"true", "on", "yes", "1"}:
        return True
    if lowered in {"false", "off", "no", "0"}:
        return False
    raise ValueError(name_of_choices("true", "false"))


def one_of(*choices: str) -> Callable[[str], str]:
    """A cast that accepts one of ``choices`` and nothing else."""

    def cast(raw: str) -> str:
        if raw.lower() not in choices:
            raise ValueError(name_of_choices(*choices))
        return raw.lower()

    return cast


def number(minimum: float, maximum: float = float("inf"), of: Callable[[str], Any] = int) -> Callable[[str], Any]:
    """A cast that accepts a number between ``minimum`` and ``maximum``, both included."""

    def cast(raw: str) -> Any:
        value = of(raw)
        if not minimum <= value <= maximum:
            raise ValueError("out of range")
        return value

    return cast


def comma_list(raw: str) -> list[str]:
    """``a, b`` as ``["a", "b"]``; empty parts are dropped."""
    return [part.strip() for part in raw.split(",") if part.strip()]


def rate(raw: str) -> tuple[int, int]:
    """``20/m`` as ``(20, 60)``: how many, in how many seconds. Units s, m, h, d."""
    count, _, unit = raw.partition("/")
    return number(1)(count), {"s": 1, "m": 60, "h": 3600, "d": 86400}[unit.strip()]


def money(raw: str) -> Decimal | None:
    """A decimal amount of at least 0; ``none`` means no cap."""
    if raw.lower() == "none":
        return None
    try:
        amount = Decimal(raw)
    except InvalidOperation:
        raise ValueError("not an amount") from None
    if not amount.is_finite() or amount < 0:
        raise ValueError("not an amount")
    return amount


def name_of_choices(*choices: str) -> str:
    """The choices as one phrase, for a message."""
    return ", ".join(choices)


def time_zone(raw: str) -> str:
    """A name of the time-zone database; anything else raises."""
    from zoneinfo import ZoneInfo

    return ZoneInfo(raw).key


def token(raw: str) -> str:
    """Capital ASCII letters and underscores, 4 to 40 of them."""
    if not 4 <= len(raw) <= 40 or not raw.isascii() or not raw.replace("_", "").isupper():
        raise ValueError("not a token")
    return raw
