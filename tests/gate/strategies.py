"""What property tests draw from: fragments of answers, chosen for where splitters go wrong."""

from __future__ import annotations

from hypothesis import strategies as st

from gate.languages import LANGUAGES

language_codes = st.sampled_from([language.code for language in LANGUAGES])

words = st.sampled_from(
    [
        "the",
        "The",
        "He",
        "word",
        "Слово",
        "слово",
        "این",
        "好",
        "图书馆",
        "है",
        "यह",
        "J",
        "K",
        "А",
        "L'été",
        "I",
        "a",
        "17",
        "2.5",
        "7.10",
        "iPhone",
        "i",
        "Yahoo!",
        "https://a.org/b",
        "a.org",
        "نَص",
        "किताबें",
        "e\u0301te\u0301",
        "نمی\u200cداند",
    ]
)
abbreviations = st.sampled_from(
    [
        "Mr.",
        "No.",
        "e.g.",
        "etc.",
        "U.S.",
        "z.",
        "B.",
        "p.",
        "ex.",
        "т.",
        "д.",
        "г.",
        "EE.",
        "UU.",
        "д-р.",
        "डॉ.",
        "Fig.",
        "et",
        "al.",
    ]
)
terminators = st.sampled_from([".", "..", "...", "…", "?", "!", "?!", "。", "！", "？", "……", "।", "॥", "؟", "۔"])
closers = st.sampled_from(['"', "'", "”", "’", "“", "»", "«", ")", "]", "）", "」", "**", "_", "`"])
openers = st.sampled_from(['"', "“", "„", "«", "»", "(", "[", "（", "《", "¿", "**", "#"])
joins = st.sampled_from(
    [",", ";", ":", "،", "؛", "、", "-", "--", "—", ":)", "😀", "👩\u200d🚒", "|", ">", ">1", "==", "=", "+"]
)
bracketed = st.sampled_from(["(...)", "[...]", "[…]", "(!)", "(?)", "（……）", "``", "''", ' ". ', "? ».", "《", "》"])
markers = st.sampled_from(
    ["[S1]", "[S2][S3]", "【S1】", "[S1,", "S2]", "[S1-S3]", "[S", "[S1", "[S1,", "[", "[S1a]", "[1]", "[Note]"]
)
list_markers = st.sampled_from(["1. ", "2) ", "a) ", "b. ", "- ", "* ", "• ", "۱. ", "## ", "12. ", "一、"])
white_space = st.sampled_from([" ", " ", " ", "  ", "\n", "\n\n", "\r\n", "\r", "\u00a0", "\t", "\u2028", " \n "])
invisible = st.sampled_from(
    ["\u200e", "\u200f", "\u202b", "\u2067", "\u2069", "\u200c", "\u200d", "\u0301", "\u064e", "\u093f", "\ufeff"]
)
fillers = st.sampled_from(["x" * 990, "w " * 499, " " * 990, "." * 990, "[S1]" * 240, "! " * 300, "\n" * 990])

fragments = st.one_of(
    *(
        words,
        abbreviations,
        terminators,
        white_space,
        closers,
        openers,
        joins,
        bracketed,
        markers,
        list_markers,
        invisible,
    )
)

#: Short texts, small enough to be cut at every place.
texts = st.lists(fragments, max_size=16).map("".join)

#: Texts that reach the cap.
long_texts = st.lists(st.one_of(fragments, fillers), min_size=1, max_size=10).map("".join)


@st.composite
def piece_lists(draw: st.DrawFn, text: str) -> list[str]:
    """``text`` in pieces of any sizes, empty ones included."""
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=20)))
    return [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
