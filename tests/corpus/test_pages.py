"""The site's pages: home and article in ten languages, their dates, directions and ways from one to the other."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from corpus.models import Article

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]


def home_of(language: str) -> str:
    """The address of the home in this language."""
    return "/" if language == "en" else f"/{language}/"


def publish(**fields: Any) -> Article:
    """A published article with what a test does not say filled in."""
    given = {
        "title": "How the gate closes",
        "slug": "gate",
        "language": "en",
        "body": "It closes at night.",
        "status": Article.Status.PUBLISHED,
        "published_at": datetime(2026, 3, 12, 8, tzinfo=UTC),
    } | fields
    return Article.objects.create(**given)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_is_in_its_language_and_direction(client: Client, language: str) -> None:
    """``lang`` and ``dir`` of the document, its articles, the panel's language: all are those of the address."""
    publish(language=language, slug="own", title="Own article")
    publish(language="de" if language == "en" else "en", slug="other", title="Other article")
    page = client.get(home_of(language)).content.decode()
    direction = "rtl" if language in {"fa", "ar"} else "ltr"
    assert f'<html lang="{language}" dir="{direction}">' in page
    assert f'data-locale="{language}" data-dir="{direction}"' in page
    assert "Own article" in page
    assert "Other article" not in page


def test_articles_stand_newest_first_with_date_and_summary(client: Client) -> None:
    """A date is a ``time``; in English the day comes before the month."""
    publish(slug="old", title="Old", published_at=datetime(2024, 1, 5, tzinfo=UTC))
    publish(slug="new", title="New", summary="In short.", published_at=datetime(2026, 3, 12, tzinfo=UTC))
    page = client.get("/").content.decode()
    assert page.index(">New<") < page.index(">Old<")
    assert '<time datetime="2026-03-12">12 March 2026</time>' in page
    assert "In short." in page


@pytest.mark.parametrize(
    ("language", "written"),
    [("fa", "۱۲ مارس ۲۰۲۶"), ("de", "12. März 2026"), ("zh-hans", "2026年3月12日"), ("pt", "12 de Março de 2026")],
)
def test_dates_are_written_as_the_language_writes_them(client: Client, language: str, written: str) -> None:
    """Names of months, order, and in Persian the digits."""
    publish(language=language)
    assert written in client.get(home_of(language)).content.decode()


@pytest.mark.parametrize(
    "hidden",
    [{"status": Article.Status.DRAFT}, {"published_at": timezone.now() + timedelta(days=1)}],
    ids=["a draft", "not due"],
)
def test_what_is_not_published_is_nowhere(client: Client, hidden: dict[str, Any]) -> None:
    """Not in the list, not at its address, not among the next articles or translations."""
    publish(slug="hidden", title="Hidden one", translation_group="gate", **hidden)
    publish(slug="shown", language="de", translation_group="gate")
    publish(slug="other")
    assert "Hidden one" not in client.get("/").content.decode()
    assert client.get("/articles/hidden/").status_code == 404
    assert "Hidden one" not in client.get("/articles/other/").content.decode()
    assert "/articles/hidden/" not in client.get("/de/articles/shown/").content.decode()


def test_what_is_excluded_from_the_assistant_is_still_to_be_read(client: Client) -> None:
    """Excluded means never searched and never quoted; a reader may have it."""
    publish(excluded=True)
    assert "How the gate closes" in client.get("/").content.decode()
    assert client.get("/articles/gate/").status_code == 200


def test_an_article_is_found_in_its_own_language_alone(client: Client) -> None:
    """The same slug in two languages is two addresses."""
    publish(title="English")
    publish(title="Deutsch", language="de")
    assert "<h1>English</h1>" in client.get("/articles/gate/").content.decode()
    assert "<h1>Deutsch</h1>" in client.get("/de/articles/gate/").content.decode()
    assert client.get("/fr/articles/gate/").status_code == 404


def test_the_language_switcher_stays_on_the_article_where_it_is_translated(client: Client) -> None:
    """A translation where there is one, else that language's home; ``hreflang`` names translations alone."""
    publish(translation_group="gate")
    publish(language="fa", slug="daricheh", translation_group="gate")
    publish(language="de", slug="anderes", translation_group="other")
    page = client.get("/articles/gate/").content.decode()
    switcher = page[page.index('<footer class="site-footer">') :]
    assert '<a href="/fa/articles/daricheh/" lang="fa"' in switcher
    assert '<a href="/de/" lang="de"' in switcher
    named = dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"', page))
    assert named == {"en": "http://testserver/articles/gate/", "fa": "http://testserver/fa/articles/daricheh/"}


@pytest.mark.parametrize("name", ["English", "فارسی", "العربيّة", "Русский", "हिंदी", "简体中文", "Deutsch", "Français"])
def test_each_language_is_listed_by_its_own_name(client: Client, name: str) -> None:
    """A reader finds their language without knowing the page's."""
    assert f">{name}</a>" in client.get("/de/").content.decode()


def test_articles_of_no_group_are_no_translations_of_each_other(client: Client) -> None:
    """An empty group is none."""
    publish(slug="one")
    publish(slug="zwei", language="de")
    assert "/de/articles/zwei/" not in client.get("/articles/one/").content.decode()


def test_the_next_article_is_the_one_before_and_after_the_oldest_the_newest(client: Client) -> None:
    """So reading on reaches every article."""
    for year in (2022, 2023, 2024):
        publish(slug=f"of-{year}", published_at=datetime(year, 1, 1, tzinfo=UTC))

    def next_of(year: int) -> str:
        page = client.get(f"/articles/of-{year}/").content.decode()
        found = re.search(r'<nav class="next".*?href="/articles/of-(\d+)/"', page, re.DOTALL)
        assert found
        return found[1]

    assert [next_of(year) for year in (2024, 2023, 2022)] == ["2023", "2022", "2024"]


def test_an_article_published_elsewhere_is_linked_to_and_has_no_page_here(client: Client) -> None:
    """Its address is the one it has."""
    publish(slug="away", address="https://elsewhere.example/a")
    assert 'href="https://elsewhere.example/a"' in client.get("/").content.decode()
    assert client.get("/articles/away/").status_code == 404


def test_a_missing_page_is_told_in_the_language_of_its_address(client: Client) -> None:
    """With the site's header and a way on."""
    response = client.get("/fa/articles/nothing/")
    assert response.status_code == 404
    assert '<html lang="fa" dir="rtl">' in response.content.decode()
    assert 'href="/fa/#articles"' in response.content.decode()


@pytest.mark.parametrize("address", ["/", "/fa/", "/articles/gate/", "/articles/nothing/"])
def test_no_page_holds_an_inline_script_or_style(client: Client, address: str) -> None:
    """The policy allows none, so one would be broken."""
    publish()
    response = client.get(address)
    page = response.content.decode()
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", page)


def test_a_page_sets_no_cookie_and_is_the_same_for_everybody(client: Client) -> None:
    """So it can be kept by any cache."""
    publish()
    for address in ("/", "/articles/gate/"):
        response = client.get(address)
        assert not response.cookies
        assert "csrf" not in response.content.decode().lower()
        assert response.content == Client().get(address).content


def test_modules_find_each_other_by_their_hashed_names(tmp_path: Path, settings: Any) -> None:
    """What is deployed: every import of a module names a file that is there, under its hash."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.storage.ModuleStaticFilesStorage"}}
    call_command("collectstatic", interactive=False, verbosity=0)
    for name in ("define", "conversation", "answer", "ask", "tools", "turn_view"):
        (module,) = (tmp_path / "assistant").glob(f"{name}.*.js")
        imports = re.findall(r'(?:\bfrom |\bimport\()"(\./[^"]+)"', module.read_text())
        assert imports, name
        for imported in imports:
            assert re.fullmatch(r"\./\w+\.[0-9a-f]{12}\.js", imported), imported
            assert (module.parent / imported).is_file(), imported


def test_what_an_owner_writes_is_text_in_a_page(client: Client) -> None:
    """Titles, summaries and suggested questions are escaped wherever they stand."""
    bold = "<b>bold</b>"
    publish(title=bold, summary=bold, questions=[bold, f"{bold}?", f"{bold}!"])
    for address in ("/", "/articles/gate/"):
        assert bold not in client.get(address).content.decode()


def test_the_panel_says_how_long_words_are_kept_and_who_receives_them(client: Client, settings: Any) -> None:
    """From the settings: nobody but this server for a provider of its own, else the company's name."""
    settings.ASSISTANT_RETENTION_DAYS = 17
    assert "for 17 days" in client.get("/").content.decode()
    settings.ASSISTANT_RETENTION_DAYS = 1
    page = client.get("/").content.decode()
    assert "for 1 day," in page
    assert "your words are sent to" not in page
    settings.ASSISTANT_PROVIDER = "anthropic"
    assert "your words are sent to Anthropic" in client.get("/").content.decode()


def test_the_home_names_itself_and_its_languages_to_search_engines(client: Client) -> None:
    """One canonical address without query, and each language's own."""
    page = client.get("/fa/?ask=x").content.decode()
    assert '<link rel="canonical" href="http://testserver/fa/">' in page
    named = dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"', page))
    assert sorted(named) == sorted(LANGUAGES)
    assert named["en"] == "http://testserver/"


def test_an_article_says_what_it_is_to_those_who_link_to_it(client: Client) -> None:
    """Title, summary and address, escaped."""
    publish(title='Gates & "leaves"', summary="In <short>.")
    page = client.get("/articles/gate/?from=mail").content.decode()
    assert '<meta property="og:title" content="Gates &amp; &quot;leaves&quot;">' in page
    assert '<meta property="og:description" content="In &lt;short&gt;.">' in page
    assert '<meta property="og:url" content="http://testserver/articles/gate/">' in page


def test_the_sitemap_lists_what_stands_here_and_is_published(client: Client) -> None:
    """Homes and articles; no drafts, nothing that is published elsewhere."""
    publish(language="fa", slug="دریچه")
    publish(slug="draft", status=Article.Status.DRAFT)
    publish(slug="away", address="https://elsewhere.example/a")
    response = client.get("/sitemap.xml")
    found = re.findall(r"<loc>([^<]+)</loc>", response.content.decode())
    homes = [f"http://testserver{home_of(language)}" for language in LANGUAGES]
    assert found == [*homes, "http://testserver/fa/articles/%D8%AF%D8%B1%DB%8C%DA%86%D9%87/"]
    assert response.headers["Content-Type"].startswith("application/xml")
