"""URLs, bare hosts and e-mail addresses. Each is whole: a prefix of a URL is another URL (spec 1, §9 Values)."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Top-level domains in common use. Those that are file endings (md, py, rs, sh) or common words (is, so, to) are left
# out: a bare host that ends in one is read as text.
_TOP = (
    "com|org|net|edu|gov|info|int|mil|biz|museum|online|site|shop|store|xyz|tech|cloud|blog|page|wiki|news|app|dev|io|ai|"
    "eu|uk|us|ca|au|nz|ie|de|at|ch|li|fr|be|lu|nl|es|pt|br|mx|ar|cl|pe|it|gr|pl|cz|sk|hu|ro|bg|hr|si|rs|se|no|dk|fi|ee|lv|lt|"
    "ru|by|ua|kz|ir|af|tj|iq|sa|ae|eg|ma|tn|dz|jo|lb|kw|qa|tr|in|pk|bd|lk|cn|hk|tw|sg|jp|kr|vn|th|id|my|ph|za|ng|ke|tv|me|cc|co"
)
# A URL ends at white space, at quotation marks and at the scripts and signs that follow one without a space.
_STOP = r"\s\[\]<>\"«»“”„‹›「」『』（）【】，。；：！？、।،؛؟۔\u0590-\u08ff\u0900-\u0dff\u3400-\u9fff"
_URL = re.compile(
    rf"(?P<mail>(?<![\w.+%-])[\w.+%-]+@[^\W_](?:[\w-]*[^\W_])?(?:\.[^\W_](?:[\w-]*[^\W_])?)+)"
    rf"|(?P<url>(?i:https?|ftp)://[^{_STOP}]+|(?<![\w@./-])(?i:www)\.[^{_STOP}]+)"
    rf"|(?P<host>(?<![\w@./-])(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?\.)+(?:{_TOP})(?![\w@-]|\.[\w])(?:[:/?#][^{_STOP}]*)?)",
    re.ASCII,
)
_SCHEME = re.compile(r"(?:https?|ftp)://", re.IGNORECASE)
_HINT = re.compile(r"@|://|www\.|[a-z0-9]\.[a-z]{2}", re.IGNORECASE)
_TRAILING = ".,;:!?'\"*_~`]}>…"


@dataclass(frozen=True, slots=True)
class Address:
    """A URL, a bare host or an e-mail address at ``start:end``, with the key that two equal ones share."""

    start: int
    end: int
    key: str
    host: str

    @property
    def is_bare_host(self) -> bool:
        return self.key.startswith("host:")


def find_addresses(text: str) -> list[Address]:
    """The addresses of ``text``, which is read as given: a path is exact."""
    if "@" not in text and "://" not in text and not 0 <= text.find(".") < len(text) - 2:
        return []
    if not _HINT.search(text):
        return []
    return [_address(match) for match in _URL.finditer(text)]


def blank_out(text: str, addresses: list[Address]) -> str:
    """``text`` with spaces, as many, in the place of its addresses: their digits are theirs."""
    if not addresses:
        return text
    parts, at = [], 0
    for address in addresses:
        parts += [text[at : address.start], " " * (address.end - address.start)]
        at = address.end
    return "".join((*parts, text[at:]))


def _address(match: re.Match[str]) -> Address:
    if match["mail"]:
        mail = match["mail"].strip(".").lower()
        return Address(match.start(), match.end(), f"mail:{mail}", "")
    url = _without_trailing(match[0])
    end = match.start() + len(url)
    rest = _SCHEME.sub("", url, count=1).rstrip("/")
    cut = re.search(r"[/?#]", rest)
    host, path = (rest[: cut.start()], rest[cut.start() :]) if cut else (rest, "")
    host = host.lower()
    return Address(match.start(), end, f"url:{host}{path}" if path else f"host:{host}", host)


def _without_trailing(url: str) -> str:
    while url:
        if url[-1] in _TRAILING or (url[-1] == ")" and url.count("(") < url.count(")")):
            url = url[:-1]
        else:
            break
    return url
