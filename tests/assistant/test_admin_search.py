"""Search as the assistant does (spec 2, §1): what a question finds, why, and what would be sent; nothing is kept."""

from __future__ import annotations

import html
import logging
import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from assistant.admin.search import Bar
from assistant.locales import LOCALES
from assistant.models import ProfileText, SiteProfile, Turn
from assistant.providers.extractive import ExtractiveProvider
from assistant.providers.scripted import ScriptedProvider
from corpus.models import Article
from corpus.search import search

from .asking import ask
from .rows import staff

PAGE = "/admin/assistant/siteprofile/search/"
LIGHT = "The lighthouse of Tarn was built in 1887 by the engineer Ida Brekke. Its lamp burns paraffin every night."
BREAD = "The bakery of Tarn opens at six in the morning. Its rye bread is baked in a stone oven on Fridays."
#: Names the owner, and asks what no article says.
OF_OWNER = "What did Ines Dahl pay for her first boat in winter?"
OWNER = "Ines Dahl builds harbour gates. She lives in Tarn and works alone since 2009."
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def articles() -> None:
    """Three articles, one of them about the owner, and one that nobody may read."""
    for title, slug, text, values in (
        ("The lighthouse", "light", LIGHT, {}),
        ("The bakery", "bakery", BREAD, {}),
        ("Ines Dahl", "ines", OWNER, {"translation_group": "ines"}),
        ("The cellar", "cellar", "The cellar of Tarn holds a secret crate of lamps.", {"status": "draft"}),
    ):
        values = {"status": Article.Status.PUBLISHED, **values}
        Article.objects.create(title=title, slug=slug, body=text, **values)
    profile = SiteProfile.objects.create(host="dahl.example", about="ines")
    ProfileText.objects.create(profile=profile, language="en", name="Ines Dahl")


@pytest.fixture
def editor(client: Client) -> Client:
    """Somebody who writes articles, signed in."""
    client.force_login(staff("editor"))
    return client


def tried(client: Client, question: str, **fields: str) -> Any:
    """What came of a question."""
    response = client.post(PAGE, {"question": question, "language": "en", **fields})
    assert response.status_code == 200
    return response.context["found"]


def text_of(response: Any) -> str:
    """The words of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", response.content.decode())).split())


class TestAQuestionThatWouldBeAnswered:
    def test_shows_its_score_against_the_floor_and_why(self, editor: Client) -> None:
        """As numbers that are those of the search."""
        response = editor.post(PAGE, {"question": "Who built the lighthouse?", "language": "en"})
        found = response.context["found"]
        result = search("Who built the lighthouse?", "en")
        assert (found.scope.score, found.is_refused) == (result.score, False)
        text = text_of(response)
        assert "Would be answered The score reaches the floor." in text
        assert f"Score {result.score:.3f} Floor {found.floor:.3f}" in text

    def test_shows_each_source_with_its_number_title_address_score_and_text(self, editor: Client) -> None:
        """In the order in which they would be sent."""
        response = editor.post(PAGE, {"question": "Who built the lighthouse?", "language": "en"})
        hits = search("Who built the lighthouse?", "en").hits
        text = text_of(response)
        for number, hit in enumerate(hits, 1):
            beginning = hit.text if len(hit.text) <= 140 else f"{hit.text[:139]}…"
            assert f"S{number} {hit.title} {hit.address} Score {hit.score:.3f} {beginning} {hit.text}" in text
        assert f'href="{hits[0].address}"' in response.content.decode()

    @pytest.mark.django_db(transaction=True)
    def test_shows_the_very_prompt_that_a_provider_gets_and_what_the_keyless_one_says(
        self, editor: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """To the letter: the instructions, the sources, the question; and the answer, with its markers."""
        given: list[Any] = []
        stream = ExtractiveProvider.stream

        def noting(self: ExtractiveProvider, prompt: Any) -> Any:
            given.append(prompt)
            return stream(self, prompt)

        monkeypatch.setattr(ExtractiveProvider, "stream", noting)
        question = "Who built the <b>lighthouse</b> [S1]?"
        reply = ask(question)
        (prompt,) = given
        response = editor.post(PAGE, {"question": question, "language": "en"})
        shown = re.findall(r"<pre[^>]*>(.*?)</pre>", response.content.decode(), re.DOTALL)
        assert [html.unescape(each) for each in shown] == [prompt.system, *(each.text for each in prompt.messages)]
        keyless = response.context["found"].keyless
        assert "[S1]" in keyless and "1887" in reply.text
        assert re.sub(r"\s*\[S\d\]", "", keyless) == reply.text

    def test_says_where_no_sentence_answers(self, editor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        """The token is no answer."""
        monkeypatch.setattr("assistant.admin.search.compose", lambda prompt: "NO_ANSWER")
        response = editor.post(PAGE, {"question": "Who built the lighthouse?", "language": "en"})
        assert "No sentence of these sources answers the question" in text_of(response)

    def test_reads_a_follow_up_with_the_question_before_it(self, editor: Client) -> None:
        """As in a conversation; alone it finds little."""
        follow_up = "And when was it built?"
        alone, after = tried(editor, follow_up), tried(editor, follow_up, previous="Who built the lighthouse of Tarn?")
        assert after.scope.score > alone.scope.score
        assert after.scope.nearest[0].title == "The lighthouse"

    def test_prefers_the_page_that_is_read(self, editor: Client) -> None:
        """Mildly, as the panel does."""
        question = "What is there in Tarn?"
        ines, bakery = (tried(editor, question, page=f"/articles/{slug}/") for slug in ("ines", "bakery"))
        assert (ines.scope.nearest[0].title, bakery.scope.nearest[0].title) == ("Ines Dahl", "The bakery")

    def test_about_the_owner_says_so(self, editor: Client) -> None:
        """The article about the owner opens, whatever the score."""
        SiteProfile.objects.update(score_floor=0.99)
        response = editor.post(PAGE, {"question": OF_OWNER, "language": "en"})
        found = response.context["found"]
        assert "The score is below the floor, but the question is about the owner" in text_of(response)
        assert [(shown.number, shown.hit.title) for shown in found.hits][0] == (1, "Ines Dahl")
        assert {shown.number for shown in found.others} <= {0}

    def test_shows_addresses_as_people_read_them_and_links_them_as_they_are(self, editor: Client) -> None:
        """A Persian address is no row of escapes."""
        text = "فانوس دریایی تارن در سال ۱۸۸۷ ساخته شد و هر شب نفت می‌سوزاند."
        Article.objects.create(title="فانوس", slug="فانوس", language="fa", body=text, status="published")
        response = editor.post(PAGE, {"question": "فانوس دریایی کی ساخته شد؟", "language": "fa"})
        assert "/fa/articles/فانوس/" in text_of(response)
        assert 'href="/fa/articles/%D9%81' in response.content.decode()


class TestAQuestionThatWouldBeRefused:
    def test_says_why_and_shows_the_nearest_passages(self, editor: Client) -> None:
        """None of which would be sent."""
        SiteProfile.objects.update(score_floor=0.99)
        response = editor.post(PAGE, {"question": "How many windows has the lighthouse?", "language": "en"})
        text = text_of(response)
        assert "Would be refused The score is below the floor, and the question is not about the owner." in text
        assert "Nearest passages, none of which would be sent The lighthouse" in text
        assert "Sources that would be sent" not in text
        assert "Nothing: the visitor gets the refusal, and nothing is spent." in text
        assert "<pre" not in response.content.decode()

    def test_that_shares_no_word_with_the_site_says_so(self, editor: Client) -> None:
        """There is nothing near."""
        text = text_of(editor.post(PAGE, {"question": "Zxqv wmpk?", "language": "en"}))
        assert "No passage shares a word with the question." in text
        assert "Score 0.000" in text

    def test_about_an_owner_without_an_article_says_so(self, editor: Client) -> None:
        """What to do about it stands in the sentence."""
        SiteProfile.objects.update(about="", score_floor=0.99)
        text = text_of(editor.post(PAGE, {"question": OF_OWNER, "language": "en"}))
        assert "the site profile names no article about them that is published" in text

    def test_on_a_site_without_articles_says_so(self, editor: Client) -> None:
        """Nothing could be found."""
        Article.objects.update(status="draft")
        assert "No article is published that could be searched." in text_of(
            editor.post(PAGE, {"question": "Who built the lighthouse?", "language": "en"})
        )


class TestThePage:
    def test_is_for_people_who_may_read_the_articles(self, client: Client) -> None:
        """Other members of the staff are refused, visitors are asked to sign in."""
        assert client.get(PAGE).status_code == 302
        other = User.objects.create_user("other", is_staff=True)
        client.force_login(other)
        assert client.get(PAGE).status_code == 403
        assert client.post(PAGE, {"question": "Who?", "language": "en"}).status_code == 403
        other.user_permissions.add(Permission.objects.get(codename="view_article"))
        assert client.get(PAGE).status_code == 200

    def test_takes_a_question_by_post_with_a_token_alone(self, editor: Client) -> None:
        """An address is kept in logs; what stands in one is not read."""
        assert editor.get(f"{PAGE}?question=Who+built+the+lighthouse%3F&language=en").context["found"] is None
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(staff("owner"))
        assert strict.post(PAGE, {"question": "Who?", "language": "en"}).status_code == 403

    def test_stores_and_logs_nothing_and_asks_no_model(
        self, editor: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        """Whatever provider the site has."""

        def never(*arguments: Any) -> None:
            raise AssertionError("asked")

        monkeypatch.setattr(ExtractiveProvider, "stream", never)
        monkeypatch.setattr(ScriptedProvider, "stream", never)
        with (
            caplog.at_level(logging.DEBUG),
            CaptureQueriesContext(
                connection,
            ) as queries,
        ):
            response = editor.post(PAGE, {"question": "Who built the lighthouse, marmalade?", "language": "en"})
        assert response.context["found"] is not None
        writes = [query["sql"] for query in queries if re.match(r"(?i)\s*(insert|update|delete)", query["sql"])]
        assert writes == []
        assert Turn.objects.count() == 0
        assert not any(
            "marmalade" in record.getMessage() for record in caplog.records if record.name != "django.db.backends"
        )
        assert "no-store" in response.headers["Cache-Control"]
        # With no-referrer a browser posts the form as from nowhere, and it is refused.
        assert response.headers["Referrer-Policy"] == "same-origin"

    def test_shows_nothing_that_a_visitor_may_not_read(self, editor: Client) -> None:
        """A draft is not found here either: this is what the assistant does."""
        content = text_of(editor.post(PAGE, {"question": "What does the cellar hold?", "language": "en"}))
        assert "secret crate" not in content

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"question": ""}, "Question:"),
            ({"question": " \u200b \u200f"}, "Question:"),
            ({"question": "x" * 1001}, "Question:"),
            ({"question": "a\0b"}, "Question:"),
            ({"language": "tlh"}, "Language:"),
            ({"previous": "x" * 1001}, "The question before"),
            ({"page": "x" * 2001}, "Address of the page"),
        ],
    )
    def test_says_what_is_wrong(self, editor: Client, fields: dict[str, str], words: str) -> None:
        """In words; nothing is searched."""
        response = editor.post(PAGE, {"question": "Who?", "language": "en", **fields})
        assert response.status_code == 200
        assert response.context["found"] is None
        assert 'role="alert"' in response.content.decode() and words in text_of(response)

    def test_shows_markup_as_text(self, editor: Client) -> None:
        """In a question, in a title, in a passage."""
        attack = "<script>alert(1)</script><img src=x onerror=alert(1)>"
        Article.objects.create(
            title=f"Tarn {attack}", slug="x", body=f"```\nlighthouse {attack}\n```", status="published"
        )
        content = editor.post(PAGE, {"question": f"lighthouse {attack}", "language": "en"}).content.decode()
        assert "<script>alert" not in content and "<img src=x" not in content
        assert "&lt;script&gt;alert" in content

    def test_needs_no_inline_style_or_script(self, editor: Client) -> None:
        """The site's policy forbids both."""
        content = editor.post(PAGE, {"question": "Who built the lighthouse?", "language": "en"}).content.decode()
        assert not re.search(r"\sstyle=|<style|\son\w+=", content)
        assert not re.search(r"<script(?![^>]*\ssrc=)", content)

    @pytest.mark.parametrize("language", LOCALES)
    def test_is_in_the_language_of_its_reader(self, editor: Client, language: str) -> None:
        """The words of the page, not of the articles."""
        prefix = "" if language == "en" else f"/{language}"
        response = editor.post(f"{prefix}{PAGE}", {"question": "Who built the lighthouse?", "language": "en"})
        text = text_of(response)
        assert "The lighthouse of Tarn was built in 1887" in text
        assert ("Would be answered" in text) == (language == "en")
        assert ('dir="rtl"' in response.content.decode()) == (language in ("fa", "ar"))

    def test_is_linked_from_the_articles_and_from_the_site_profile(self, client: Client) -> None:
        """For those who may open it."""
        client.force_login(staff("owner"))
        profile = SiteProfile.objects.get()
        for address in ("/admin/corpus/article/", f"/admin/assistant/siteprofile/{profile.pk}/change/"):
            assert f'href="{PAGE}"' in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("score", "floor", "is_rtl", "bar"),
    [
        (0.25, 0.5, False, Bar("0.00%", "25.00%", "50.00%")),
        (0.25, 0.4, True, Bar("75.00%", "25.00%", "60.00%")),
        (0.0, 0.0, False, Bar("0.00%", "0.00%", "0.00%")),
        (1.5, -1.0, True, Bar("0.00%", "100.00%", "100.00%")),
    ],
)
def test_the_bar_runs_from_where_its_reader_begins(score: float, floor: float, is_rtl: bool, bar: Bar) -> None:
    """Within its line, in the numbers of a browser."""
    assert Bar.of(score, floor, is_rtl=is_rtl) == bar
