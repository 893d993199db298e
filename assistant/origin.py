"""Which origin this site has for its visitors, and which requests may change something here.

Questions come without a token in the page: pages stay cacheable, and the embedded panel, a frame of ours on another
site, works without cookies. A browser says instead where a request comes from; one that is no browser says nothing,
acts for nobody but itself, and is served under the same limits.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

from .conf import conf

_DEFAULT_PORTS = {"http": 80, "https": 443}


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
