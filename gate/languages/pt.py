"""Portuguese."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice

SPLITTING = Splitting()

VOICE = Voice(
    words=tuple(
        # Never nos: it is "in the". nós is "we" (and knots, after an article or a number).
        "eu me mim meu meus minha minhas comigo nós nosso nossa nossos nossas conosco connosco "
        "sou estou tenho posso quero faço vou fiz fui estive tive pude quis digo acho creio penso sei_que moro "
        "recomendo ofereço nasci vivi trabalhei fundei escrevi construí estudei "
        "somos estamos temos podemos queremos fazemos vamos fomos fizemos estivemos tivemos pudemos oferecemos recomendamos "
        "sabemos vivemos trabalhamos fundamos construímos esperamos acreditamos".split()
    ),
    set_aside=(
        # Knots.
        r"\b(?:os|dos|aos|nos|uns|de|a|\d+|vários|muitos|quantos|dois|três|quatro|cinco|dez|vinte)\s+nós\b",
        # The union, in lower-case addresses.
        r"\.eu\b",
    ),
)

NUMBERS = Numbers()

LANGUAGE = Language(code="pt", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
