"""Addresses of pages in one form, and which hosts and which of the network's own addresses may be asked. Pure."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

Network = IPv4Network | IPv6Network

LONGEST = 2000
_SAFE = "!$%&'()*+,-./:;=@_~"
_NOT_IN_ADDRESS = re.compile(r"[\x00-\x20\x7f\\]")
_ESCAPE = re.compile(r"%[0-9a-f]{2}", re.IGNORECASE)
_BARE_PERCENT = re.compile(r"%(?![0-9a-fA-F]{2})")
_USUAL_PORTS = (80, 443)

#: Where IPv6 addresses that belong to somebody lie, and what in there does not lead where it says.
_UNICAST = IPv6Network("2000::/3")
_NOT_UNICAST = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
#: IPv4 as networks without it see it.
_TRANSLATED = IPv6Network("64:ff9b::/96")
#: Look like any other address, and answer a cloud's own machines with what they are, or relay elsewhere.
_NOT_PUBLIC = tuple(map(IPv4Network, ("168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24")))


class BadAddress(ValueError):
    """What is no address of a page on the web; the message says why."""


def normalise(address: str, base: str = "") -> str:
    """``address`` as absolute address without a fragment, in the one form in which it is compared and stored.

    ``base`` is what it is relative to. Raises ``BadAddress`` for anything but http and https, for a name and password
    in it, and for what different programs would read differently.
    """
    given = address.strip()
    if len(given) > LONGEST:
        raise BadAddress("the address is too long")
    if _NOT_IN_ADDRESS.search(given):
        raise BadAddress("the address holds a space, a backslash or a control character")
    try:
        parts = urlsplit(urljoin(base, given))
        port = parts.port
    except ValueError:
        raise BadAddress("this is no address") from None
    scheme = parts.scheme.lower()
    if scheme not in ("http", "https"):
        raise BadAddress("only http and https are followed")
    if "@" in parts.netloc:
        raise BadAddress("the address has a name or a password in it")
    host = _host(parts.hostname or "")
    if port is not None and port != (443 if scheme == "https" else 80):
        host += f":{port}"
    return urlunsplit((scheme, host, _without_dots(_quoted(parts.path)), _quoted(parts.query, "?"), ""))


def host_of(address: str) -> str:
    """The host of a normal address, with its port where that is not one of the two usual ones."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition(":")[0] if parts.port is not None else parts.netloc
    return parts.netloc if parts.port not in (None, *_USUAL_PORTS) else host


def named_host(name: str) -> str:
    """A host as its owner names it (``example.org``, ``example.org:8080``, an address) in the form of ``host_of``."""
    return host_of(normalise(name if "://" in name else f"http://{name}"))


def may_connect(address: str, allowed: tuple[Network, ...] = ()) -> bool:
    """Whether a connection to this numeric address may be made: it is public, or in one of the ``allowed`` networks."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    if any(ip in network for network in allowed):
        return True
    if isinstance(ip, IPv6Address):
        if ip in _TRANSLATED:
            return _is_public(IPv4Address(int(ip) & 0xFFFFFFFF))
        return ip in _UNICAST and ip.is_global and not any(ip in network for network in _NOT_UNICAST)
    return _is_public(ip)


def _is_public(ip: IPv4Address) -> bool:
    is_special = ip.is_multicast or ip.is_reserved or any(ip in network for network in _NOT_PUBLIC)
    return ip.is_global and not is_special


def _host(host: str) -> str:
    """The host in lower case and ASCII, IPv6 in brackets."""
    host = host.rstrip(".")
    if ":" in host:
        try:
            ip = IPv6Address(host)
        except ValueError:
            raise BadAddress("this is no address") from None
        if ip.scope_id:
            raise BadAddress("the address names an interface of one machine")
        return f"[{ip}]"
    try:
        ascii_host = host.encode("idna").decode("ascii").lower() if host else ""
    except UnicodeError:
        raise BadAddress("the name of the host is none") from None
    if not re.fullmatch(r"[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?", ascii_host):
        raise BadAddress("the name of the host is none")
    return ascii_host


def _without_dots(path: str) -> str:
    """The path with ``.`` and ``..`` followed, from the root."""
    kept: list[str] = []
    steps = path.split("/")[1:] or [""]
    for step in steps:
        if step == "..":
            kept = kept[:-1]
        elif step != ".":
            kept.append(step)
    if steps[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _quoted(part: str, also_safe: str = "") -> str:
    """Non-ASCII and odd characters as escapes, in capitals; escapes that are there stay."""
    quoted = quote(_BARE_PERCENT.sub("%25", part), safe=_SAFE + also_safe)
    return _ESCAPE.sub(lambda escape: escape.group().upper(), quoted)
