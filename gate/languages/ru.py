"""Russian."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice

SPLITTING = Splitting()

VOICE = Voice(
    everywhere=True,
    words=tuple(
        "я меня мне мной мною мы нас нам нами мой моя моё мои моего моей моему моим моём моих моими мою моею "
        "наш наша наше наши нашего нашей нашему нашим нашем наших нашими нашу нашею по-моему по-нашему "
        # Verb forms that say "I" or "we" without a pronoun.
        "думаю думаем считаю считаем полагаю могу можем хочу хотим знаю знаем работаю работаем живу живём умею умеем "
        "люблю любим занимаюсь занимаемся рекомендую рекомендуем предлагаю предлагаем советую надеюсь надеемся "
        "помогаю помогаем пишу пишем делаю делаем вижу видим понимаю понимаем являюсь являемся буду будем создаю создаём "
        "благодарю приглашаю приглашаем сожалею".split()
    ),
    set_aside=(
        # The letter: from A to Я; the letter Я.
        r"(?:от\s+а\s+до|букв[аыуе]|на\s+букву)\s+[«\"]?я\b",
        # Instrumental of "visible, loved, considered" used as adjectives.
        r"(?:был[аио]?|ста[лн]\w*|оста\w+)\s+(?:видим|любим)\b",
    ),
)

NUMBERS = Numbers()

LANGUAGE = Language(code="ru", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
