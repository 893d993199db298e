"""Arabic."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice

SPLITTING = Splitting()

VOICE = Voice(
    everywhere=True,
    # Possessives are endings that other words share, so only whole words stand here. لدى ("at") is not لدي ("I have").
    words=tuple(
        "أنا انا نحن إنني انني إننا اننا أنني أننا لدي لديّ لدينا عندي عندنا إني لنا منا معنا معي مني عني بنا لي "
        "فينا علينا إلينا إليّ عليّ بنفسي بأنفسنا لنفسي كتابنا رأيي رأينا برأيي موقعنا مكتبتي مكتبتنا شركتي شركتنا "
        "فريقي فريقنا عملنا بيتنا ولنا ولدي ولدينا وأنا ونحن فأنا فنحن لأنني لأننا لكنني لكننا كنت كنا "
        "أعتقد نعتقد أظن أريد نريد أستطيع نستطيع يمكنني يمكننا أعمل أعيش أسست أسسنا بنيت بنينا سأقوم سنقوم نقدم "
        "أعرف نعرف نحب أرى نرى يسعدني يسعدنا".split()
    ),
    # In Persian answers these spell other words (a bill is بنا, a doctrine رأی, Lee لی, a wick فتیله).
    unread_in={"fa": frozenset({"بنا", "لي", "منا", "كنا", "كنت", "مني", "عني", "معنا", "لنا"})},
    set_aside=(
        r"بروس\s+لي",
        # You, or she, was: the form is shared, the pronoun or the noun beside it decides.
        r"(?:أنت|إنك|أنك)\s+كنت",
    ),
)

NUMBERS = Numbers()

LANGUAGE = Language(code="ar", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
