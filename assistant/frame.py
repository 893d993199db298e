"""The panel on other people's pages: one script, the frame that it opens, and the owner's colour as a stylesheet.

The script adds a launcher to a page of another site; the frame is a page of ours, so the styles of the page around it
cannot reach it, it has our origin, and it needs no cookie. Which origins may frame it, the owner says.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from .identity import identity
from .locales import DEFAULT_LOCALE, LOCALES, normalise
from .origin import frame_ancestors
from .theme import theme

#: The script is the same address for ever, in other people's pages: this long may a change of ours take.
SCRIPT_SECONDS = 300
YEAR = 365 * 86_400
#: Comments of the script: between slash and star, or a line of their own.
_COMMENT = re.compile(r"/\*[\s\S]*?\*/|^\s*//.*$", re.MULTILINE)
_SCRIPT = Path(settings.BASE_DIR, "static", "assistant", "embed.js")


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """``/assistant/embed.js``: what another site's page loads, with our words and colours filled in."""
    colours = theme(identity(DEFAULT_LOCALE).accent)
    known = {"words": _words(), "light": colours.light, "dark": colours.dark}
    filled = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
    body = f"{_code()}({filled});\n"
    response = _cached(request, body, "text/javascript", f"public, max-age={SCRIPT_SECONDS}")
    # A page that isolates itself may load it as well.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@require_safe
@xframe_options_exempt
def frame(request: HttpRequest, language: str) -> HttpResponse:
    """``/assistant/panel/<lang>/``: the panel as a page of its own, to be framed by whom the owner allows."""
    code = normalise(language)
    if code is None:
        raise Http404
    with override(code):
        response = render(request, "assistant/frame.html")
    response.headers["Content-Language"] = code
    response.headers["Cache-Control"] = "no-cache"
    response.headers["X-Robots-Tag"] = "noindex"
    # Read by django-csp, which makes the header: in place of the 'none' of every other page.
    response._csp_replace = {"frame-ancestors": frame_ancestors()}  # type: ignore[attr-defined]
    return response


@require_safe
def stylesheet(request: HttpRequest) -> HttpResponse:
    """``/assistant/theme.css``: the owner's accent. Under the address that holds its version it never changes."""
    colours = theme(identity(DEFAULT_LOCALE).accent)
    is_current = request.GET.get("v") == colours.version
    kept = f"public, max-age={YEAR}, immutable" if is_current else "no-cache"
    return _cached(request, colours.css, "text/css", kept)


def _words() -> dict[str, str]:
    """What the launcher says, by the first part of the language's code."""
    words = {}
    for code in LOCALES:
        with override(code):
            words[code.partition("-")[0]] = gettext("Ask the articles")
    return words


def _code() -> str:
    """The script without its comments and indents: one function, which is called with what is known here."""
    source = _COMMENT.sub("", _SCRIPT.read_text("utf-8"))
    lines = (line.strip() for line in source.splitlines())
    return "\n".join(line for line in lines if line).removesuffix(";")


def _cached(request: HttpRequest, body: str, media_type: str, cache_control: str) -> HttpResponse:
    """The text with a tag of its own; 304 without it for who has it already."""
    tag = f'"{sha256(body.encode()).hexdigest()[:20]}"'
    if tag in request.headers.get("If-None-Match", ""):
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(body, content_type=f"{media_type}; charset=utf-8")
    response.headers["Cache-Control"] = cache_control
    response.headers["ETag"] = tag
    return response
