"""English."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice

SPLITTING = Splitting()

VOICE = Voice(
    everywhere=True,
    words=tuple(
        # Contractions with 'm, 've, 'd, 'll, 're hold the pronoun as a word of their own.
        "i me my mine myself we us our ours ourselves ourself let's im ive".split()
    ),
    set_aside=(
        # A mine in the ground: after a determiner or what is dug, before what belongs to a mine.
        r"(?:\b(?:the|a|an|this|that|each|every|any|one|old|new|disused|abandoned|former|open|deep|land|naval|sea|anti-tank"
        r"|gold|coal|silver|copper|iron|tin|lead|salt|diamond|uranium|zinc|lignite|underground|opencast|open-pit|ore)\s)mine\b"
        r"(?!\s+(?:is|was|are|were)\s+(?:better|bigger|the\b))",
        r"\bmine(?=\s+(?:shafts?|workers?|clearance|tunnels?|field|fields|sites?|dumps?|owners?|water|for\s+(?:gold|coal)))",
        r"\bto\s+mine\b",
        # A region of a data centre, a range of the alphabet.
        r"\bus-(?:east|west|central|gov)\b",
        # Names.
        r"\bmy\s+lai\b",
        r"\bhawai'i\b",
    ),
)

NUMBERS = Numbers()

LANGUAGE = Language(code="en", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
