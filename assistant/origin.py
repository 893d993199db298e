"""Which origin this site has for its visitors, which requests may change something here, who may frame the panel.

Questions come without a token in the page: pages stay cacheable, and the embedded panel, a frame of ours on another
site, works without cookies. A browser says instead where a request comes from; one that is no browser says nothing,
acts for nobody but itself, and is served under the same limits.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

from .conf import conf

_DEFAULT_PORTS = {"http": 80, "https": 443}
#: What one label of a host may hold, as a browser writes it: an international name is in its ASCII form.
_HOST = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*|\[[0-9a-f:.]+\]")


def own_origin(request: HttpRequest) -> str:
    """This site as the visitor's browser names it, such as ``https://example.org``; behind proxies as they say."""
    scheme = _forwarded(request, "HTTP_X_FORWARDED_PROTO").lower()
    host = _forwarded(request, "HTTP_X_FORWARDED_HOST")
    if scheme not in _DEFAULT_PORTS:
        scheme = request.scheme or "http"
    if not host or not validate_host(split_domain_port(host)[0], _allowed_hosts()):
        host = request.get_host()
    return _normal(f"{scheme}://{host}")


def comes_from_here(request: HttpRequest) -> bool:
    """Whether the request comes from a page of ours, or from no page at all.

    ``Sec-Fetch-Site``, where it is sent, must say that it does. ``Origin`` must be ours, or one of Django's
    ``CSRF_TRUSTED_ORIGINS``; an opaque one (``null``, which a page without referrer sends) needs the word of
    ``Sec-Fetch-Site``.
    """
    site = request.headers.get("Sec-Fetch-Site", "").lower()
    origin = request.headers.get("Origin")
    if site and site not in ("same-origin", "none") and not _is_trusted(origin):
        return False
    if origin is None:
        return True
    if origin == "null":
        return site == "same-origin"
    return _normal(origin) == own_origin(request) or _is_trusted(origin)


def is_origin(value: str) -> bool:
    """A scheme, a host and perhaps a port, nothing else; ``https://*.example.org`` means every subdomain of that host.

    What this accepts can stand in a header: no white space, no quote, no comma, no semicolon.
    """
    try:
        parts = urlsplit(value.lower())
        port = parts.port
    except ValueError:
        return False
    host = parts.netloc.removesuffix(f":{port}") if port is not None else parts.netloc
    named = host.removeprefix("*.")
    if parts.scheme not in _DEFAULT_PORTS or not _HOST.fullmatch(named):
        return False
    # All of one top-level domain is nobody's own.
    if named != host and ("." not in named or named.startswith("[") or named.replace(".", "").isdigit()):
        return False
    return value.lower() == f"{parts.scheme}://{parts.netloc}"


def frame_ancestors() -> list[str]:
    """Who may frame the panel, as the Content-Security-Policy names them: this site, and the origins that the owner
    allows. What is no origin allows nobody; a system check names it.
    """
    return ["'self'", *(origin.lower() for origin in conf.embed_origins if is_origin(origin))]


def _is_trusted(origin: str | None) -> bool:
    if not origin:
        return False
    asked = urlsplit(_normal(origin))
    for trusted in settings.CSRF_TRUSTED_ORIGINS:
        scheme, _, host = trusted.partition("://")
        pattern = host.removeprefix("*") if host.startswith("*.") else host
        if asked.scheme == scheme and asked.netloc and is_same_domain(asked.netloc, pattern.lower()):
            return True
    return False


def _forwarded(request: HttpRequest, header: str) -> str:
    """What the outermost trusted proxy wrote. Proxies append or overwrite; further to the left is the client's word."""
    hops = conf.trusted_proxies
    entries = [entry.strip() for entry in request.META.get(header, "").split(",") if entry.strip()]
    if not hops or not entries:
        return ""
    return entries[-min(hops, len(entries))]


def _allowed_hosts() -> list[str]:
    return list(settings.ALLOWED_HOSTS) or [".localhost", "127.0.0.1", "[::1]"]


def _normal(origin: str) -> str:
    """Lower case, without the scheme's own port; the empty string for what is no origin."""
    try:
        parts = urlsplit(origin.strip().lower())
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port and port != _DEFAULT_PORTS[parts.scheme] else "")
