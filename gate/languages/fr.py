"""French."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice

SPLITTING = Splitting()

VOICE = Voice(
    words=tuple(
        "je j' me m' moi moi-même mon ma mes mien mienne miens miennes nous nous-mêmes notre nos nôtre nôtres".split()
    ),
    set_aside=(
        # A bear, a mine: after an article, or before what they are made of.
        r"(?:\b(?:un|une|des|les|la|le|cet|cette|ces|deux|chaque|son|sa|ses|leur|leurs|petits?|grande?s?)\s|\b[ld]')(?:ours|mine)\b",
        r"\b(?:ours|mine)(?=\s+(?:de|d'|polaires?|bruns?|noirs?|blancs?|à\s+ciel))",
    ),
)

NUMBERS = Numbers()

LANGUAGE = Language(code="fr", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
