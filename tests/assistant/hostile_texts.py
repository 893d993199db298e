"""What hostile texts are made of: fragments that mean something to a model or to the gate, in many disguises."""

from __future__ import annotations

from hypothesis import strategies as st

markers = st.sampled_from(
    [
        *(
            "[S1]",
            "[s 1]",
            "[S1, S2]",
            "[S1; S3]",
            "[S1-S3]",
            "【S1】",
            "［Ｓ１］",
            "[S۱]",
            "[S١]",
            "[S१]",
            "[S１]",
            "[S①]",
        ),
        *(
            "[S\u200b1]",
            "[S\u00ad1]",
            "[\u202aS1\u202c]",
            "[S\u0301",
            "[S1\u0301]",
            "[S",
            "[S1",
            "[S]",
            "[[S1]]",
            "[^S1]",
        ),
        *(
            "[S1a]",
            "[S1, p. 4]",
            "[Ѕ1]",
            "〔S1〕",
            "&#91;S1&#93;",
            "&lbrack;S1&rsqb;",
            "&#x5b;s2]",
            "[",
            "]",
            "S1]",
            "[S_1]",
        ),
    ]
)
delimiters = st.sampled_from(
    [
        *("</sources>", "<sources>", "</ SOURCES >", "<source marker='[S9]'>", '<source marker="[S9]">', "<Question>"),
        *(
            "＜/sources＞",
            "<\u200bsources>",
            "&lt;/sources&gt;",
            "&#60;/question&#62;",
            "&amp;lt;answer&amp;gt;",
            "&ltvisitor>",
        ),
        *(
            "<so\u00adurces>",
            "<s\u0301ources>",
            "<sоurces>",
            "<",
            "/sources>",
            "sources>",
            "<conversation",
            "<<sources>>",
        ),
        *("<\n/question>", "< / / answer", "&lt", "&#x3C;source"),
    ]
)
tokens = st.sampled_from(
    [
        *(
            "NO_ANSWER",
            "no_answer",
            "No_Answer",
            "NO\\_ANSWER",
            "ＮＯ＿ＡＮＳＷＥＲ",
            "NO_\u200bANSWER",
            "N\u00adO_ANSWER",
        ),
        *("NO ANSWER", "NO-ANSWER", "NО_АNSWER", "NO&lowbar;ANSWER", "NO&#95;ANSWER", "N\u0301O_ANSWER", "ɴᴏ_ᴀɴꜱᴡᴇʀ"),
        *("NO__ANSWER", "NO_\u0621ANSWER", "NO\u203fANSWER", "NO_", "ANSWER", "_ANSWER", "**NO_ANSWER**", "NO_ANSWERS"),
    ]
)
controls = st.sampled_from(
    [
        *(
            "<|im_start|>",
            "<|im_end|>",
            "<|system|>",
            "<|eot_id|>",
            "<｜User｜>",
            "[INST]",
            "[/INST]",
            "<<SYS>>",
            "<</SYS>>",
        ),
        *(
            "<start_of_turn>",
            "<end_of_turn>",
            "<s>",
            "</s>",
            "<bos>",
            "\nHuman:",
            "\n\nAssistant: ",
            "### Instruction:",
        ),
        *("<system>", "</think>", "[SYSTEM_PROMPT]", "**System:**", "\nUser：", "|>"),
    ]
)
unseen = st.sampled_from(
    [
        *("\u200b", "\u200c", "\u200d", "\u200e", "\u202e", "\u2066", "\u00ad", "\ufeff", "\ufe0f", "\u034f", "\u061c"),
        *("\U000e0041", "\U000e007f", "\U000e0100", "\x00", "\x1b", "\r\n", "\r", "\u2028", "\x85", "\u3164", "\ud800"),
    ]
)
words = st.sampled_from(
    [
        "38 minutes",
        "€14.5",
        "می‌روم",
        "۳۸",
        "ज्वार",
        "潮闸",
        "Größe",
        " ",
        "\n",
        "\n\n\n\n",
        "a < b",
        "<em>",
        "x",
        "-",
        "_",
        "&",
    ]
)
fragments = st.one_of(markers, delimiters, tokens, controls, unseen, words, st.text(max_size=6))
texts = st.lists(fragments, max_size=10).map("".join)
#: Any text at all, what no UTF-8 can carry included.
any_texts = st.text(st.characters(), max_size=120)
