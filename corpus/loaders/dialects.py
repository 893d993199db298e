"""Markdown as site generators extend it, made plain: what a visitor would read stays, what steers a program goes.

Shortcodes (Hugo), Liquid (Jekyll), components, imports and expressions (MDX), admonitions and tabs (MkDocs,
Docusaurus, GitHub), lists of attributes (kramdown, MkDocs), footnotes. Code is left as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .components import has_imports, without_components, without_pairs

_FENCE = re.compile(r"^(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})(?P<info>[^`\n]*)$")
#: Code that spans no lines.
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:[^\n]*?[^`\n])?\1(?!`)")

# --- blocks that are told by their indentation (MkDocs) ---
_INDENTED = re.compile(
    r'^(?P<indent>[ \t]*)(?:(?:!!!|\?\?\?\+?)[ ]+[\w-]+(?:[ ]+[\w-]+)*(?:[ ]+"(?P<title>[^"\n]*)")?'
    r'|===[!+]{0,2}[ ]+"(?P<tab>[^"\n]*)")[ \t]*$'
)
# --- blocks between lines of colons (Docusaurus, Starlight, VitePress), and alone on a line ---
_COLONS = re.compile(
    r"^(?P<indent>[ \t]*):{3,}[ \t]*(?:\{?[A-Za-z][\w-]*\}?)?(?:\[(?P<label>[^\n]*)\])?[ \t]*(?:\{[^}\n]*\})?"
    r"[ \t]*(?P<title>[^\n{\[]*)$"
)
_LEAF = re.compile(r"^[ \t]*::[A-Za-z][\w-]*(?:\[[^\]\n]*\])?(?:\{[^}\n]*\})?[ \t]*$")
_ALERT = re.compile(r"^(?P<quote>[ \t]*(?:>[ \t]?)+)\[!\w+\][+-]?[ \t]*(?P<title>[^\n]*)$")
# --- lines that steer a program ---
_STEERS = re.compile(
    r"^[ \t]*(?:\{:[^}\n]*\}|\{::[^}\n]*/?\}|\[\[?_?TOC_?\]?\]|\[\[toc\]\]|--8<--[ \t].*|<!--[^\n]*-->)[ \t]*$",
    re.IGNORECASE,
)
_CONTENTS = re.compile(r"^[ \t]*(?:[*+-]|\d+\.)[ \t]+[^\n]*\n\{:[ ]?toc[^}\n]*\}[ \t]*$", re.MULTILINE | re.IGNORECASE)
_FOOTNOTE = re.compile(r"^[ ]{0,3}\[\^[^\]\n]+\]:[ \t]*", re.MULTILINE)
_REFERENCE = re.compile(r"\[\^[^\]\s]{1,60}\]")
#: Not behind a heading: there it may hold the heading's id. Braces with anything else in them are text.
_ATTRIBUTES = re.compile(
    r"[ ]?\{:?[ ]*(?:[.#][A-Za-z][\w:-]*|[\w-]+=(?:\"[^\"\n}]*\"|'[^'\n}]*'))(?:[ ]+[^{}\n]{0,200})?\}"
    r"|(?<=[)\]])\{:?[ ]*[\w-]+=[^{}\n]{0,200}\}"
)
_HEADING = re.compile(r"^[ ]{0,3}#{1,6}[ \t]")
_ICON = re.compile(r":(?:material|fontawesome|octicons|simple)-[\w-]+:")

# --- tags ---
_CODE_OPENS = re.compile(
    r"[ \t]*(?:\{\{[<%][ \t]*highlight[ \t]+[\"']?(?P<hugo>[\w+#-]*)[^{}\n]*?[>%]\}\}"
    r"|\{%-?[ \t]*highlight[ \t]+(?P<liquid>[\w+#-]*)[^{}\n]*?-?%\})[ \t]*\n?"
)
_CODE_CLOSES = re.compile(r"\n?[ \t]*(?:\{\{[<%][ \t]*/highlight[ \t]*[>%]\}\}|\{%-?[ \t]*endhighlight[ \t]*-?%\})")
_RAW = re.compile(r"\{%-?\s*raw\s*-?%\}"), re.compile(r"\{%-?\s*endraw\s*-?%\}")
_RAW_SIGNS = re.compile(r"\{%-?\s*(?:end)?raw\s*-?%\}")
_COMMENTS = (
    (re.compile(r"\{%-?\s*comment\s*-?%\}"), re.compile(r"\{%-?\s*endcomment\s*-?%\}")),
    (re.compile(r"\{::comment\}"), re.compile(r"\{:/(?:comment)?\}")),
)
_TAGS = re.compile(
    r"\{\{(?P<sign>[<%])(?P<shortcode>(?:[^{}]|\{(?!\{)|\}(?!\}))*?)[%>]\}\}"
    r"|\{%-?(?P<tag>[^{}]*?(?:\{\{[^{}]*\}\}[^{}]*?)*?)-?%\}"
    r"|\{\{-?(?P<output>[^{}]*?)-?\}\}"
)
#: The words that a tag shows to its reader.
_SHOWN = re.compile(
    r"\b(?:title|caption|summary|label|content)[ \t]*=[ \t]*(?:\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|`([^`]*)`)"
)
_LITERAL = re.compile(r"""^\s*(["'])(.*?)\1\s*(?:\||$)""", re.DOTALL)
_VARIABLE = re.compile(r"^\s*(?:page|frontmatter|frontMatter)\.(\w+)\s*(?:\||$)")


def plain_markdown(body: str, values: Mapping[str, Any], *, is_mdx: bool = False) -> str:
    """``body`` without what only its generator understands; ``values`` are the front matter's, for what names them."""
    text = _CODE_CLOSES.sub("\n```", _CODE_OPENS.sub(_opening, body))
    pieces = list(_pieces(_without_blocks(text)))
    has_components = is_mdx or any(has_imports(piece.text) for piece in pieces if not piece.is_code)
    plain = [
        _RAW_SIGNS.sub("", piece.text) if piece.is_code else _plain(piece.text, values, has_components)
        for piece in pieces
    ]
    return "".join(plain)


def _opening(found: re.Match[str]) -> str:
    return f"\n```{found['hugo'] or found['liquid'] or ''}\n"


# --- blocks -----------------------------------------------------------------------------------------------------------


def _without_blocks(text: str) -> str:
    """Admonitions and tabs as what stands in them, their titles as paragraphs in bold; no lines that steer."""
    lines = _CONTENTS.sub("", text).split("\n")
    written: list[str] = []
    inside: list[int] = []  # the indentation of what stands in each open block that is told by it
    fence = ""
    for line in lines:
        line, depth = _dedented(line, inside, fence)
        if fence:
            written.append(line)
            if _closes(line, fence):
                fence = ""
            continue
        if opens := _FENCE.match(line):
            fence = opens["fence"]
            written.append(line)
        elif found := _INDENTED.match(line):
            inside.append(depth + len(found["indent"].expandtabs(4)) + 4)
            written += _titled(found["indent"], found["title"] or found["tab"])
        elif line.lstrip().startswith(":::") and (found := _COLONS.match(line)):
            written += _titled(found["indent"], found["label"] or found["title"])
        elif found := _ALERT.match(line):
            written.append(f"{found['quote']}**{found['title']}**" if found["title"] else found["quote"])
            written += [found["quote"]] if found["title"] else []
        elif not _LEAF.match(line) and not _STEERS.match(line):
            written.append(line)
    return "\n".join(written)


def _dedented(line: str, inside: list[int], fence: str) -> tuple[str, int]:
    """The line without the indentation of the blocks that it stands in, which are closed where it has less."""
    if not line.strip():
        return "", inside[-1] if inside else 0
    indent = len(line) - len(line.lstrip(" \t"))
    width = len(line[:indent].expandtabs(4))
    while inside and width < inside[-1] and not fence:
        inside.pop()
    depth = inside[-1] if inside else 0
    return (" " * max(width - depth, 0) + line[indent:] if depth else line), depth


def _closes(line: str, fence: str) -> bool:
    sign = line.strip()
    return len(sign) >= len(fence) and set(sign) == {fence[0]}


def _titled(indent: str, title: str | None) -> list[str]:
    title = (title or "").strip()
    return ["", f"{indent}**{title}**", ""] if title else [""]


# --- pieces -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Piece:
    text: str
    is_code: bool


def _pieces(text: str) -> Iterator[_Piece]:
    """Text and code in turn: code between fences, in spans, and what Liquid is told to leave as it is."""
    waiting: list[str] = []
    code: list[str] = []
    fence = ""
    for line in text.splitlines(keepends=True):
        if fence:
            code.append(line)
            if _closes(line, fence):
                yield _Piece("".join(code), is_code=True)
                code, fence = [], ""
        elif opens := _FENCE.match(line.rstrip("\n")):
            yield from _spans("".join(waiting))
            waiting, code, fence = [], [line], opens["fence"]
        else:
            waiting.append(line)
    yield from _spans("".join(waiting))
    if code:
        yield _Piece("".join(code), is_code=True)


def _spans(text: str) -> Iterator[_Piece]:
    opens, closes = _RAW
    at = 0
    while (start := opens.search(text, at)) and (end := closes.search(text, start.end())):
        yield from _inline(text[at : start.start()])
        yield _Piece(text[start.end() : end.start()], is_code=True)
        at = end.end()
    yield from _inline(text[at:])


def _inline(text: str) -> Iterator[_Piece]:
    """Code in a line is kept apart unless it stands in a tag, whose quotation marks backticks may be."""
    at = 0
    for span in _SPAN.finditer(text):
        before = text[at : span.start()]
        if before.endswith("{") or before.count("{{") > before.count("}}") or before.count("{%") > before.count("%}"):
            continue
        yield _Piece(before, is_code=False)
        yield _Piece(span.group(), is_code=True)
        at = span.end()
    yield _Piece(text[at:], is_code=False)


# --- text -------------------------------------------------------------------------------------------------------------


def _plain(text: str, values: Mapping[str, Any], has_components: bool) -> str:
    if has_components or "<" in text:
        text = without_components(text, values, is_mdx=has_components)
    if "{" in text:
        for opens, closes in _COMMENTS:
            text = without_pairs(text, opens, closes)
        text = _TAGS.sub(lambda found: _written(found, values), text)
        lines = text.split("\n")
        text = "\n".join(line if _HEADING.match(line) else _ATTRIBUTES.sub("", line) for line in lines)
    text = _ICON.sub("", text)
    return _REFERENCE.sub("", _FOOTNOTE.sub("", text))


def _written(found: re.Match[str], values: Mapping[str, Any]) -> str:
    """What a tag leaves behind. What it leaves is not read again."""
    if found["shortcode"] is not None:
        return _shortcode(found["shortcode"], found["sign"], values)
    return _shown(found["tag"]) if found["tag"] is not None else _output(found["output"], values)


def _shortcode(inside: str, sign: str, values: Mapping[str, Any]) -> str:
    inside = inside.strip()
    if inside.startswith("/*") and inside.endswith("*/"):
        # Written so that it is shown and not followed.
        return "{{" + sign + inside[2:-2] + (">" if sign == "<" else sign) + "}}"
    name, _space, rest = inside.partition(" ")
    return _value(rest.strip().strip("\"'`"), values) if name == "param" else _shown(inside)


def _output(inside: str, values: Mapping[str, Any]) -> str:
    literal = _LITERAL.match(inside)
    if literal:
        return literal.group(2)
    variable = _VARIABLE.match(inside)
    return _value(variable.group(1), values) if variable else ""


def _shown(inside: str) -> str:
    """The words that a tag shows, as a text of its own."""
    found = [next(filter(None, words), "") for words in _SHOWN.findall(inside)]
    return " ".join(text.replace('\\"', '"') for text in found if text)


def _value(name: str, values: Mapping[str, Any]) -> str:
    value = values.get(name.lower(), "")
    return value if isinstance(value, str) else ""
