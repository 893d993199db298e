"""Portuguese."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice

SPLITTING = Splitting()

VOICE = Voice()

NUMBERS = Numbers()

LANGUAGE = Language(code="pt", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
