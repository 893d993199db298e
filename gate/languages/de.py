"""German."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice

SPLITTING = Splitting()

VOICE = Voice(
    words=tuple(
        "ich mich mir meiner mein meine meinem meinen meines meins wir uns unser unsere unserem unseren unserer unseres unsre "
        "unsren unsrem unsrer unsers meinerseits unsererseits meinetwegen unseretwegen ich's wir's".split()
    ),
    set_aside=(
        # The verb meinen, where a subject or what is meant stands beside it.
        r"\b(?:sie|die|viele|manche|einige|experten|kritiker|forscher|was|damit|zu|leute|beide)\s+meinen\b",
        r"\bmeinen(?=,|\s+(?:sie|damit|manche|viele|einige|experten|kritiker)\b)",
        # The space station, the village community.
        r"\b(?:raumstation|station|der|die)\s+mir\b(?=\s+(?:wurde|war|ist|kreiste|umkreiste|umrundete)\b)",
    ),
)

NUMBERS = Numbers()

LANGUAGE = Language(code="de", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
