"""The visitor's language comes first; others only when they clear the floor on their own (spec 3, §2)."""

from __future__ import annotations

import pytest

from corpus.search import DEFAULT_FLOOR, search

from .articles import publish

pytestmark = pytest.mark.django_db

LEUCHTTURM = "Der Leuchtturm von Tarn wurde 1887 von Ida Brekke gebaut. Seine Lampe brennt mit Paraffin."
PHARE = "Le phare de Tarn fut construit en 1887 par Ida Brekke. Sa lampe brûle de la paraffine."


def test_the_visitors_language_comes_first():
    """Though the other article matches as well."""
    publish("Leuchtturm", LEUCHTTURM, "de", slug="turm")
    publish("Tower", "Ida Brekke built the tower of Tarn in 1887.", slug="tower")
    hits = search("Wann baute Ida Brekke den Leuchtturm von Tarn?", "de").hits
    assert hits[0].locale == "de"


def test_another_language_answers_when_it_clears_the_floor_on_its_own():
    """A French visitor who asks in English is answered from English articles."""
    publish()
    publish("Le phare", PHARE, "fr", slug="phare")
    result = search("How many steps does the keeper of the lighthouse climb each night?", "fr")
    assert result.hits[0].locale == "en"
    assert result.score >= DEFAULT_FLOOR


def test_another_language_below_the_floor_stays_out():
    """The nearest are then those of the visitor's language."""
    publish("Le phare", PHARE, "fr", slug="phare")
    publish("Lampe", "Die Lampe brennt.", "de", slug="lampe")
    result = search("Quelle lampe acheter pour le salon et la cuisine ?", "fr")
    assert result.score < DEFAULT_FLOOR
    assert {hit.locale for hit in result.hits} <= {"fr"}


def test_a_site_without_the_visitors_language_is_still_searched():
    """Persian articles for a visitor who reads Chinese pages and types Persian."""
    publish("فانوس دریایی", "فانوس دریایی تارن در سال ۱۸۸۷ ساخته شد.", "fa", slug="fanus")
    assert search("فانوس دریایی تارن کی ساخته شد؟", "zh-hans").hits[0].locale == "fa"


def test_the_floor_is_the_callers():
    """A site with a higher floor keeps other languages out."""
    publish()
    question = "What about the paraffin, the salt and the stove of the keeper?"
    score = search(question, "fr", floor=0).score
    assert search(question, "fr", floor=score).hits
    assert not search(question, "fr", floor=score + 0.01).hits


@pytest.mark.parametrize(
    ("language", "body", "question", "other"),
    [
        ("fa", "فانوس دریایی تارن در سال ۱۸۸۷ ساخته شد.", "فانوس دریایی کی ساخته شد؟", "چطور برنج بپزم؟"),
        ("ar", "بُنيت منارة تارن في عام ١٨٨٧.", "متى بنيت منارة تارن؟", "كيف أطبخ الأرز؟"),
        ("ru", "Маяк Тарна был построен в 1887 году.", "Когда построили маяк?", "Как сварить рис?"),
        ("hi", "तार्न का प्रकाशस्तंभ १८८७ में बना था।", "प्रकाशस्तंभ कब बना?", "चावल कैसे पकाएँ?"),
        ("zh-hans", "塔恩灯塔建于一八八七年。", "灯塔是什么时候建的？", "怎么煮米饭？"),
        (
            "de",
            "Der Leuchtturm von Tarn wurde 1887 gebaut.",
            "Wann wurde der Leuchtturm gebaut?",
            "Wie koche ich Reis?",
        ),
        (
            "fr",
            "Le phare de Tarn fut construit en 1887.",
            "Quand le phare fut-il construit ?",
            "Comment cuire du riz ?",
        ),
        ("es", "El faro de Tarn se construyó en 1887.", "¿Cuándo se construyó el faro?", "¿Cómo se cocina el arroz?"),
        ("pt", "O farol de Tarn foi construído em 1887.", "Quando foi construído o farol?", "Como se cozinha arroz?"),
    ],
)
def test_one_floor_serves_every_language(language, body, question, other):
    """One article or a thousand, the default floor parts what it covers from what it does not."""
    publish("1", body, language, slug="one")
    assert search(question, language).score >= DEFAULT_FLOOR
    assert search(other, language).score < DEFAULT_FLOOR
