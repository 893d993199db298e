"""The sample site under a real server: a visitor asks in any of the ten languages and is answered in it."""

from __future__ import annotations

import pytest

from .reading import asked, events, read_all

#: A question, and the figure that its answer must give.
QUESTIONS = {
    "en": ("How much does admission to the museum cost?", "€9"),
    "fa": ("بلیت موزه چند است؟", "۹"),
    "ar": ("كم سعر تذكرة المتحف؟", "٩"),
    "ru": ("Сколько стоит билет в музей?", "9"),
    "hi": ("संग्रहालय का टिकट कितने का है?", "9"),
    "zh-hans": ("博物馆门票多少钱？", "9"),
    "de": ("Was kostet der Eintritt ins Museum?", "9"),
    "fr": ("Combien coûte l’entrée du musée ?", "9"),
    "es": ("¿Cuánto cuesta la entrada al museo?", "9"),
    "pt": ("Quanto custa a entrada no museu?", "9"),
}


@pytest.fixture(scope="module")
def site(sample_database, tmp_path_factory):
    """One site for all languages: nothing here changes it."""
    from tests.servers.site import start_site

    server = start_site(tmp_path_factory.mktemp("languages"), sample_database, ASSISTANT_RATE_LIMIT="1000/m")
    yield server
    server.stop()


@pytest.mark.parametrize("locale", QUESTIONS)
def test_a_question_is_answered_from_an_article_in_its_language(site, locale):
    """Released sentences, the figure among them, and a source in the visitor's language."""
    question, figure = QUESTIONS[locale]
    with asked(site, question, locale) as connection:
        told = events(read_all(connection))
    assert told[-1][1]["status"] == "answered", told
    assert figure in "".join(data["text"] for name, data in told if name == "text")
    assert {source["locale"] for source in told[-1][1]["sources"]} == {locale}
    assert told[0][1]["dir"] == ("rtl" if locale in ("fa", "ar") else "ltr")


@pytest.mark.parametrize("locale", QUESTIONS)
def test_an_answer_has_two_to_five_sentences(site, locale):
    """Short enough to be read, long enough to be of use."""
    question, _ = QUESTIONS[locale]
    with asked(site, question, locale) as connection:
        told = events(read_all(connection))
    assert 2 <= sum(name == "text" for name, _ in told) <= 5


@pytest.mark.parametrize("locale", QUESTIONS)
def test_a_question_about_something_else_is_refused_before_any_model(site, locale):
    """Out of scope: a fixed refusal, ways on, and nothing said."""
    others = {
        "en": "How do I cook rice?", "fa": "چطور برنج بپزم؟", "ar": "كيف أطبخ الأرز؟", "ru": "Как сварить рис?",
        "hi": "चावल कैसे पकाऊँ?", "zh-hans": "怎么做红烧肉？", "de": "Wie koche ich Reis?", "fr": "Comment cuire du riz ?",
        "es": "¿Cómo se cocina el arroz?", "pt": "Como se cozinha arroz?",
    }  # fmt: skip
    with asked(site, others[locale], locale) as connection:
        told = events(read_all(connection))
    assert [name for name, _ in told] == ["start", "refusal", "done"], told
    assert told[1][1]["reason"] == "out_of_scope"
