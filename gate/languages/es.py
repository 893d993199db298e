"""Spanish."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice

SPLITTING = Splitting()

VOICE = Voice(
    words=tuple(
        "yo me mí mi mis mío mía míos mías conmigo nosotros nosotras nos nuestro nuestra nuestros nuestras "
        # Verbs that say "I" or "we" alone. Left out: trabajo (work), vivo (live), cuento (tale), paso (step).
        "soy estoy tengo creo puedo quiero hago voy hice estuve tuve pude quise he_sido sé_que digo dije pienso opino "
        "espero_que conozco recomiendo ofrezco nací viví trabajé fundé escribí construí estudié "
        "somos estamos tenemos creemos podemos queremos hacemos vamos fuimos hicimos estuvimos tuvimos pudimos hemos "
        "ofrecemos recomendamos sabemos vivimos trabajamos fundamos construimos esperamos".split()
    ),
    set_aside=(
        # The note E, where a key or mode follows or an article stands before.
        r"\bmi\s+(?:mayor|menor|bemol|sostenido)\b",
        r"\b(?:do|re|fa|nota|cuerda)[,\s]+mi\b",
    ),
)

NUMBERS = Numbers()

LANGUAGE = Language(code="es", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
