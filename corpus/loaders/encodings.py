"""The text of a page whose bytes may say one encoding and be in another."""

from __future__ import annotations

import codecs
import re

from .front_matter import Unreadable

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_META = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,40})""", re.IGNORECASE)
_HEADER = re.compile(r"""charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{2,40})""", re.IGNORECASE)
#: As browsers read them.
_MEANT = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030"}
#: So far into a page its encoding is looked for, and so much of it is looked at when one must be guessed.
_LOOKED_AT = 4096
_GUESSED_FROM = 100_000
_CONTROLS = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def charset_of(content_type: str) -> str:
    """The charset that a Content-Type names; empty where it names none."""
    found = _HEADER.search(content_type)
    return found.group(1) if found else ""


def decode(data: bytes, content_type: str = "") -> str:
    """The text of ``data``: by its byte-order mark, else as UTF-8 where it is that, else as declared, else as guessed.

    UTF-8 comes before what is declared, because no other text looks like it by chance and servers often declare what
    the page is not. Raises ``Unreadable`` where nothing fits. Characters that no text holds are left out.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _clean(data.decode(name, "replace"))
    meta = _META.search(data[:_LOOKED_AT])
    declared = [charset_of(content_type), meta.group(1).decode("ascii") if meta else ""]
    for name in ("utf-8", *declared):
        text = _decoded(data, name)
        if text is not None:
            return _clean(text)
    return _clean(_guessed(data))


def _decoded(data: bytes, name: str) -> str | None:
    try:
        codec = codecs.lookup(name).name if name else ""
        return data.decode(_MEANT.get(codec, codec)) if codec else None
    except (LookupError, UnicodeError, ValueError):
        return None


def _guessed(data: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_GUESSED_FROM]).best()
    if best is None:
        raise Unreadable(1, "its encoding cannot be told")
    return data.decode(best.encoding, "replace")


def _clean(text: str) -> str:
    return _CONTROLS.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
