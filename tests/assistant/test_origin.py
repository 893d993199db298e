"""Which origin is ours: by the request, by what trusted proxies say, by nobody else's word."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from assistant.origin import comes_from_here, own_origin


def request(host="example.org", **headers):
    """A POST over plain HTTP, as it arrives behind a proxy."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return RequestFactory().post("/assistant/ask", headers={"host": host, **named})


@pytest.fixture(autouse=True)
def hosts(settings):
    """One site, two names."""
    settings.ALLOWED_HOSTS = ["example.org", ".example.net", "inner", "[::1]"]


@pytest.mark.parametrize(
    ("proxies", "headers", "origin"),
    [
        (0, {}, "http://example.org"),
        (0, {"x_forwarded_proto": "https"}, "http://example.org"),
        (1, {"x_forwarded_proto": "https"}, "https://example.org"),
        (1, {"x_forwarded_proto": "HTTPS"}, "https://example.org"),
        (1, {"x_forwarded_proto": "gopher"}, "http://example.org"),
        (1, {"host": "inner", "x_forwarded_host": "Example.org", "x_forwarded_proto": "https"}, "https://example.org"),
        (1, {"x_forwarded_host": "evil.example"}, "http://example.org"),
        (1, {"x_forwarded_host": "evil.example, www.example.net"}, "http://www.example.net"),
        (2, {"x_forwarded_proto": "http, https, http"}, "https://example.org"),
        (2, {"x_forwarded_proto": "https"}, "https://example.org"),
        (1, {"host": "example.org:443", "x_forwarded_proto": "https"}, "https://example.org"),
        (1, {"x_forwarded_host": "example.org.evil.example"}, "http://example.org"),
        (1, {"x_forwarded_host": "evil.example/example.org"}, "http://example.org"),
        (1, {"x_forwarded_host": "example.org@evil.example"}, "http://example.org"),
        (1, {"x_forwarded_host": " , www.example.net , "}, "http://www.example.net"),
        (1, {"x_forwarded_proto": "https, javascript"}, "http://example.org"),
        (1, {"x_forwarded_proto": "https, " * 1000 + "http"}, "http://example.org"),
        (1, {"forwarded": "proto=https;host=www.example.net"}, "http://example.org"),
        (0, {"host": "example.org:8000"}, "http://example.org:8000"),
        (0, {"host": "[::1]:8000"}, "http://[::1]:8000"),
    ],
)
def test_own_origin(settings, proxies, headers, origin):
    """So many entries are believed, from the right, as there are proxies of ours; a host that is not ours never."""
    settings.ASSISTANT_TRUSTED_PROXIES = proxies
    assert own_origin(request(**headers)) == origin


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({}, True),
        ({"origin": "https://example.org"}, True),
        ({"origin": "https://EXAMPLE.org:443"}, True),
        ({"origin": "http://example.org"}, False),
        ({"origin": "https://example.org.evil.example"}, False),
        ({"origin": "https://evil.example/https://example.org"}, False),
        ({"origin": "https://www.example.org"}, False),
        ({"origin": ""}, False),
        ({"origin": "null"}, False),
        ({"origin": "null", "sec_fetch_site": "same-origin"}, True),
        ({"origin": "null", "sec_fetch_site": "none"}, False),
        ({"origin": "https://example.org:x"}, False),
        ({"origin": "https://example.org", "sec_fetch_site": "same-site"}, False),
        ({"origin": "https://evil.example", "sec_fetch_site": "same-origin"}, False),
        ({"sec_fetch_site": "cross-site"}, False),
    ],
)
def test_comes_from_here(settings, headers, ours):
    """Behind a proxy that ends TLS."""
    settings.ASSISTANT_TRUSTED_PROXIES = 1
    assert comes_from_here(request(x_forwarded_proto="https", **headers)) is ours


@pytest.mark.parametrize(
    ("origin", "ours"),
    [
        ("https://app.example.com", True),
        ("https://a.b.example.net", True),
        ("http://app.example.com", False),
        ("https://example.net.evil.example", False),
    ],
)
def test_origins_that_django_trusts_are_trusted_here(settings, origin, ours):
    """One setting for both, wildcards included; the browser rightly calls them another site."""
    settings.CSRF_TRUSTED_ORIGINS = ["https://app.example.com", "https://*.example.net"]
    assert comes_from_here(request(origin=origin, sec_fetch_site="cross-site")) is ours
