"""One default floor parts what the sample site covers from what it does not, in all ten languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.loading import load
from corpus.models import Article
from corpus.search import DEFAULT_FLOOR, search

pytestmark = pytest.mark.django_db

SAMPLE = Path(__file__).parents[2] / "corpus" / "sample"
ELSEWHERE = {
    "en": [
        "How do I cook rice?",
        "Who won the world cup?",
        "What is the capital of France?",
        "How old is the universe?",
    ],
    "de": ["Wie koche ich Reis?", "Wer hat die Weltmeisterschaft gewonnen?", "Wie setze ich mein Passwort zurück?"],
    "fr": ["Comment cuire du riz ?", "Qui a gagné la coupe du monde ?", "Comment réinitialiser mon mot de passe ?"],
    "es": ["¿Cómo se cocina el arroz?", "¿Quién ganó el mundial de fútbol?", "¿Cómo cambio mi contraseña?"],
    "pt": ["Como se cozinha arroz?", "Quem ganhou a copa do mundo?", "Como altero a minha senha?"],
    "ru": ["Как сварить рис?", "Кто выиграл чемпионат мира по футболу?", "Как сменить пароль?"],
    "fa": ["چطور برنج بپزم؟", "چه کسی جام جهانی را برد؟", "چطور رمز عبورم را عوض کنم؟"],
    "ar": ["كيف أطبخ الأرز؟", "من فاز بكأس العالم؟", "كيف أغير كلمة المرور؟"],
    "hi": ["चावल कैसे पकाएँ?", "विश्व कप किसने जीता?", "पासवर्ड कैसे बदलें?"],
    "zh-hans": ["怎么煮米饭？", "谁赢得了世界杯？", "怎样修改密码？"],
}


@pytest.fixture(autouse=True)
def sample():
    """The whole sample site."""
    load("markdown", str(SAMPLE))


def test_every_suggested_question_passes():
    """A question that the panel suggests must not be refused."""
    refused = [
        question
        for language, questions in Article.objects.searchable().values_list("language", "questions")
        for question in questions
        if search(question, language).score < DEFAULT_FLOOR
    ]
    assert refused == []


def test_questions_about_anything_else_do_not():
    """Also with the articles of nine other languages beside."""
    passed = [
        question
        for language, questions in ELSEWHERE.items()
        for question in questions
        if search(question, language).score >= DEFAULT_FLOOR
    ]
    assert passed == []


def test_an_english_question_is_answered_on_pages_of_any_language():
    """From the English articles, where the others have nothing."""
    for language in ELSEWHERE:
        result = search("How often are the anodes of the gate replaced?", language)
        assert result.score >= DEFAULT_FLOOR
        assert result.hits[0].locale == "en"
