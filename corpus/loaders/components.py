"""What MDX adds to Markdown: imports, exports, components and expressions. Their text stays, they go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_IMPORT = re.compile(r"""^import\s(?:[^\n]*?\sfrom\s)?\s*["'][^"'\n]+["'];?[ \t]*$""", re.MULTILINE)
_PROGRAM = re.compile(
    r"import\s+(?:[^\n]*\sfrom\s+[\"'].*|[\"'].*|(?:\w+\s*,\s*)?\{[^}\n]*)"
    r"|export\s+(?:(?:const|let|var|function|async|class|default)\b|\{|\*).*"
)
_REMARK = re.compile(r"\{\s*/\*"), re.compile(r"\*/\s*\}")
#: A component has a capital and a small letter in its name, or a dot; HTML in capitals is HTML.
_COMPONENT = r"</?(?P<component>[A-Z]\w*(?:\.\w+)+|[A-Z]\w*[a-z]\w*)(?=[\s/>])"
_TAG = re.compile(_COMPONENT)
_MDX_TAG = re.compile(rf"{_COMPONENT}|</?[a-z][\w-]*(?=\s[^<>\n]*\{{)")
_FRAGMENT = re.compile(r"</?>")
_QUOTED = r"\"[^\"]{0,2000}\"|'[^']{0,2000}'"
_NESTED = r"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*+\})*+\})*+\}"
_REST = re.compile(rf"(?:[\s\w:.@/=-]|{_QUOTED}|{_NESTED})*+>")
_EXPRESSION = re.compile(_NESTED)
_SHOWN = re.compile(r"""\b(?:title|label|caption|summary|alt)=(?:"([^"]*)"|'([^']*)'|\{\s*["'`]([^"'`]*)["'`]\s*\})""")
_LITERAL = re.compile(r"""\{\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1\s*\}""", re.DOTALL)
_VARIABLE = re.compile(r"\{\s*(?:frontMatter|frontmatter)\.(\w+)\s*\}")
_HEADING_ID = re.compile(r"\{\s*#[\w-]+\s*\}")
#: Tags that never end cost what stands behind them; where there are many, it is no MDX.
_MOST_BROKEN = 100


def has_imports(text: str) -> bool:
    """Whether a Markdown file imports something, as MDX does."""
    return bool(_IMPORT.search(text))


def without_components(text: str, values: Mapping[str, Any], *, is_mdx: bool) -> str:
    """``text`` with the text inside its components, and without them; expressions are MDX's alone."""
    if is_mdx:
        text = _FRAGMENT.sub("", without_pairs(_without_program(text), *_REMARK))
    text = _without_tags(text, _MDX_TAG if is_mdx else _TAG)
    if is_mdx:
        text = _EXPRESSION.sub(lambda found: _evaluated(found.group(), values), text)
    return text


def without_pairs(text: str, opens: re.Pattern[str], closes: re.Pattern[str]) -> str:
    """``text`` without what stands between two signs, and without the signs; one that is never closed is text."""
    kept, at = [], 0
    while (start := opens.search(text, at)) and (end := closes.search(text, start.end())):
        kept.append(text[at : start.start()])
        at = end.end()
    return "".join([*kept, text[at:]])


def _without_program(text: str) -> str:
    """Without imports and exports, which begin a line and end at the blank line behind their last bracket."""
    kept: list[str] = []
    opened = 0
    is_program = False
    for line in text.split("\n"):
        is_program = is_program or bool(_PROGRAM.fullmatch(line))
        if not is_program:
            kept.append(line)
            continue
        opened += sum(line.count(sign) for sign in "({[") - sum(line.count(sign) for sign in ")}]")
        if not line.strip() and opened <= 0:
            kept.append(line)
            is_program, opened = False, 0
    return "\n".join(kept)


def _without_tags(text: str, tag: re.Pattern[str]) -> str:
    written: list[str] = []
    at = broken = 0
    while broken < _MOST_BROKEN and (found := tag.search(text, at)):
        rest = _REST.match(text, found.end())
        written.append(text[at : found.start()])
        if rest is None:
            broken += 1
            written.append(found.group())
            at = found.end()
            continue
        is_first = not text[text.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
        written.append(_title(rest.group(), is_first) if found["component"] else f"{found.group()}>")
        at = rest.end()
    return "".join([*written, text[at:]])


def _title(attributes: str, is_first: bool) -> str:
    """What a component shows besides what stands in it, as a paragraph where the component begins one."""
    found = [next(filter(None, words), "").strip() for words in _SHOWN.findall(attributes)]
    title = " ".join(text for text in found if text)
    if not title:
        return ""
    return f"\n\n**{title}**\n\n" if is_first else title


def _evaluated(expression: str, values: Mapping[str, Any]) -> str:
    """The text of an expression that is one, or the name of a value of the front matter; else nothing."""
    if _HEADING_ID.fullmatch(expression):
        return expression
    literal = _LITERAL.fullmatch(expression)
    if literal:
        return literal.group(2)
    variable = _VARIABLE.fullmatch(expression)
    value = values.get(variable.group(1).lower(), "") if variable else ""
    return value if isinstance(value, str) else ""
