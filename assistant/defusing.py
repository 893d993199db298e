"""Takes the force out of the material that goes to a model, and leaves it readable (spec 2, §3).

Articles, histories, questions and the owner's names may hold what means something to the gate or to a model: markers,
our delimiters, the no-answer token, the control tokens of chat templates, text that nobody sees. Each is recognised
through its disguises (full-width and look-alike letters, other digits, combining marks, HTML entities, signs of no
width) in a twin of the text, and changed by a sign or two where it stands:

=====================  ====================
``[S1]``, ``【s ۱】``    ``(S1)``, ``(s ۱)``
``</sources>``         ``‹/sources>``
``<|im_end|>``         ``‹|im_end|›``
``[INST]``             ``(INST)``
``Human:`` on a line   ``‹Human›:``
``NO_ANSWER``          ``no answer``
=====================  ====================

Characters that nobody sees are dropped: what a reader does not see is not sent. The gate checks an answer against the
passage as it is, not against what was sent. Not recognised: text that a model would have to decode or translate first
(base64, percent signs, an order in plain words): that is what the gate is for.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator

from gate.folding import fold
from gate.markers import find_markers

#: The delimiters that prompts are written with.
TAGS = ("conversation", "visitor", "answer", "sources", "source", "question")

# --- what nobody sees ---------------------------------------------------------------------------------------------

_LINE_BREAK = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
# Controls, default ignorables (soft hyphen, signs of direction, fillers, variation selectors, tag characters: whole
# instructions have been written in those), and what no UTF-8 can carry.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
# A joiner after a letter of a script that is spelled with it is part of the word; a second one is not.
_STRAY_JOINER = re.compile(
    "(?<![\u0600-\u08ff\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\ufb50-\ufdff\ufe70-\ufefc])[\u200c\u200d]+"
    "|(?<=[\u200c\u200d])[\u200c\u200d]+"
)
_BLANK_LINES = re.compile(r"\n(?:[ \t]*+\n){2,}")


def without_unseen(text: str) -> str:
    """``text`` without the characters that nobody sees, lines parted by ``\\n``, and by no more than one blank one."""
    text = _LINE_BREAK.sub("\n", text)
    if not text.isascii():
        text = _STRAY_JOINER.sub("", _LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text))
    return _BLANK_LINES.sub("\n\n", _UNSEEN.sub("", text))


# --- the twin: what the text looks like ---------------------------------------------------------------------------

# Letters that look like Latin ones, after folding; small capitals; brackets that look like square ones.
_LOOKS_LIKE = dict(
    zip(
        "авеіјкмнорстухѕһԁԛԝӏαβεζηικμνορτυχøłđħıᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ〔〘〚⟦❲⦗⁅〕〙〛⟧❳⦘⁆",
        "abeijkmhopctyxshdqwlabezhikmnoptyxoldhiabcdefghijklmnoprstuvwyz[[[[[[[]]]]]]]",
        strict=True,
    )
)


class _Looks(dict[int, str]):
    """A table for ``str.translate``: what each character looks like, in plain small letters: none, one or several."""

    #: A site's articles use a few hundred characters; hostile texts could use them all.
    LIMIT = 8_192

    def __missing__(self, codepoint: int) -> str:
        if len(self) >= self.LIMIT:
            self.clear()
        char = chr(codepoint)
        kind = unicodedata.category(char)
        if kind in ("Pc", "Pd"):
            plain = "_" if kind == "Pc" else "-"
        elif char in "\u200c\u200d" or _UNSEEN.match(char):
            plain = ""
        else:
            parts = unicodedata.normalize("NFKD", char)
            plain = fold("".join(part for part in parts if unicodedata.category(part) not in ("Mn", "Me")))
            plain = "".join(_LOOKS_LIKE.get(part, part) for part in plain)
        self[codepoint] = plain
        return plain


_LOOKS = _Looks()
# An entity that spells a sign which matters here, escaped once or more often.
_ENTITY = re.compile(
    r"&(?:(?:amp|#38|#x26);)*+(?:(lt|gt);?"
    r"|(#x[0-9a-f]{1,8}|#[0-9]{1,8});?"
    r"|(lbrack|lsqb|rbrack|rsqb|lowbar|underbar|vert|verbar|sol|colon|shy|zwj|zwnj|nbsp|hyphen|dash);)",
    re.IGNORECASE,
)


def _looks(text: str) -> str:
    if "&" in text:
        text = _ENTITY.sub(_spelled, text)
    return text.lower() if text.isascii() else text.translate(_LOOKS)


def _places(text: str) -> tuple[list[int], list[int]]:
    """Where in ``text`` each character of ``_looks(text)`` begins and ends."""
    starts: list[int] = []
    ends: list[int] = []
    for start, end, chars in _characters(text):
        length = len(chars.translate(_LOOKS))
        starts.extend([start] * length)
        ends.extend([end] * length)
    return starts, ends


def _characters(text: str) -> Iterator[tuple[int, int, str]]:
    """Each character of ``text`` with its place; an entity is the character that it spells."""
    at = 0
    for entity in _ENTITY.finditer(text):
        yield from ((index, index + 1, text[index]) for index in range(at, entity.start()))
        yield entity.start(), entity.end(), _spelled(entity)
        at = entity.end()
    yield from ((index, index + 1, text[index]) for index in range(at, len(text)))


def _spelled(entity: re.Match[str]) -> str:
    name = next(filter(None, entity.groups()))
    return html.unescape("&UnderBar;" if name.lower() == "underbar" else f"&{name.lower()};")


# --- what has force -----------------------------------------------------------------------------------------------

# Who speaks in a chat, and what such prompts are divided into: the words that pretended delimiters are made of.
_ROLES = "system|user|assistant|human|developer"
_PRETENDED = f"{_ROLES}|sys|instructions?|prompt|rules?|messages?|think|thinking|inst|tools?|context|documents?"
_CONTROLS = "bos|eos|pad|unk|mask|cls|sep|sop|eop|eod"
_TAG = re.compile(
    # Not inside a run, so that a run is looked at once.
    rf"(?<!<)<++(?=[\s/!?]*+(?:(?:{'|'.join(TAGS)}|{_PRETENDED})\b|(?:s|{_CONTROLS})\s*+>|[a-z0-9]++_\w*+\s*+>|\|))"
)
_BAR = re.compile(r"(?<=[^\s|]\|)>")
_BRACKET = re.compile(
    rf"\[(?=\s*+/?\s*+(?:inst|{_ROLES}|sys|think|gmask|{_CONTROLS}|[a-z]++_(?:prompt|tools|calls|results|content))\s*+"
    r"(\]))"
)
_SPEAKER = re.compile(
    rf"^[ \t>*_~-]*+(?:#++[ \t*_]*+(instructions?|response|input|{_ROLES})|({_ROLES}))(?=[ \t*_]*+:)", re.MULTILINE
)

# As the gate reads the token: beside these it is part of a longer word.
_WORD = re.compile("[0-9a-z\u00df-\u024f\u0370-\u052f]")
_BETWEEN_WORDS = r"[\s_\\-]++"

#: From where to where, and what to write there: ``{}`` stands for what is there.
Edit = tuple[int, int, str]


class Defuser:
    """``defuse(text)``: the text as it may be sent. Linear in the text; the same text gives the same result.

    Promise: no marker that the gate would read, no delimiter of ours and no ``token`` (of capitals and underscores) is
    in what comes out, however it was disguised; all else that can be seen is there, in order.
    """

    def __init__(self, token: str) -> None:
        words = [word for word in token.lower().split("_") if word]
        # The gate takes a backslash for Markdown's, wherever it stands.
        self._token = re.compile(_BETWEEN_WORDS.join(r"\\*+".join(word) for word in words))
        half = len(words[0]) // 2
        self._harmless = " ".join(words) if len(words) > 1 else f"{words[0][:half]}-{words[0][half:]}"
        self._may_be_part_of_a_word = len(words) == 1

    def __call__(self, text: str) -> str:
        text = without_unseen(text)
        if edits := set(self._edits(_looks(text))):
            starts, ends = _places(text)
            there = [(starts[start], ends[end - 1], form) for start, end, form in edits]
            text = _edited(text, [edit for edit in there if not self._leaves(edit, text)])
        # What only the text itself shows: a sign that the twin leaves out may make a marker of what is a word there.
        return without_markers(text)

    def line(self, text: str) -> str:
        """The same on one line."""
        return " ".join(self(text).split())

    def _leaves(self, edit: Edit, text: str) -> bool:
        """Whether this is no token: a token of one word may be a part of a longer one (``NONE`` in *nonetheless*)."""
        start, end, form = edit
        if form != self._harmless or not self._may_be_part_of_a_word:
            return False
        return bool(_WORD.match(fold(text[max(start - 1, 0) : start])[-1:]) or _WORD.match(fold(text[end : end + 1])))

    def _edits(self, looks: str) -> Iterator[Edit]:
        yield from ((*token.span(), self._harmless) for token in self._token.finditer(looks))
        yield from _of_markers(looks)
        for tag in _TAG.finditer(looks):
            yield from ((at, at + 1, "‹") for at in range(*tag.span()))
        yield from ((*bar.span(), "›") for bar in _BAR.finditer(looks))
        for bracket in _BRACKET.finditer(looks):
            yield bracket.start(), bracket.start() + 1, "("
            yield bracket.start(1), bracket.end(1), ")"
        yield from ((*speaker.span(speaker.lastindex or 0), "‹{}›") for speaker in _SPEAKER.finditer(looks))


def without_markers(text: str) -> str:
    """``text`` with parentheses for the brackets of its markers, as the gate reads them."""
    return _edited(text, _of_markers(text))


def _of_markers(text: str) -> Iterator[Edit]:
    """A parenthesis for each bracket of a marker, whether or not it is well formed."""
    for marker in find_markers(text):
        yield marker.start, marker.start + 1, "("
        if marker.end - marker.start > 1 and text[marker.end - 1] in "]】］":
            yield marker.end - 1, marker.end, ")"


def _edited(text: str, edits: Iterable[Edit]) -> str:
    done, at = [], 0
    for start, end, form in sorted(edits):
        if start >= at:
            done += [text[at:start], form.replace("{}", text[start:end])]
            at = end
    return "".join([*done, text[at:]])
