"""Hindi."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice

SPLITTING = Splitting()

VOICE = Voice(
    everywhere=True,
    words=tuple(
        "मैं मैंने मुझे मुझको मुझसे मुझमें मुझपर मेरा मेरी मेरे मेरेलिए हम हमें हमने हमको हमसे हममें हमारा हमारी हमारे हूँ हूं "
        "करूँगा करूंगा करूँगी करूंगी सकूँ सकूं रहूँगा रहूंगा चाहूँगा चाहूंगा चाहूँगी हूँगा होऊँगा करूँ बताऊँगा बताऊंगा दूँगा दूंगा".split()
    ),
)

NUMBERS = Numbers()

LANGUAGE = Language(code="hi", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
