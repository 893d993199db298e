"""Editors publish, withdraw and reindex in the admin, and the index follows at once."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from corpus.models import Article, IndexRun
from corpus.search import search

from .articles import BAKERY, publish

pytestmark = pytest.mark.django_db

LIST = "admin:corpus_article_changelist"


def act(client, action: str, *articles: Article) -> str:
    """Chooses an action for these articles, and gives the page that follows."""
    data = {"action": action, "_selected_action": [article.pk for article in articles]}
    response = client.post(reverse(LIST), data, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def form(**values) -> dict[str, str]:
    """What the form of an article sends."""
    return {
        "title": "The bakery",
        "slug": "bakery",
        "language": "en",
        "body": BAKERY,
        "format": "markdown",
        "status": "published",
        "questions": "When does it open?\n\nWhat is sold on Sundays?\n",
        **values,
    }


def test_saving_an_article_makes_it_searchable(admin_client):
    """Without any further step; questions are written one a line."""
    response = admin_client.post(reverse("admin:corpus_article_add"), form())
    assert response.status_code == 302, response.context["errors"]
    assert search("When does the bakery open?", "en").hits[0].title == "The bakery"
    article = Article.objects.get()
    assert article.questions == ["When does it open?", "What is sold on Sundays?"]
    page = admin_client.get(reverse("admin:corpus_article_change", args=[article.pk])).content.decode()
    assert "When does it open?\nWhat is sold on Sundays?" in page


def test_withdrawing_it_in_its_form_takes_it_out(admin_client):
    """At once."""
    article = publish("The bakery", BAKERY)
    admin_client.post(reverse("admin:corpus_article_change", args=[article.pk]), form(status="draft"))
    assert not search("When does the bakery open?", "en").hits


def test_two_articles_of_one_language_cannot_share_a_slug(admin_client):
    """The form says so."""
    publish("The bakery", BAKERY, slug="bakery")
    response = admin_client.post(reverse("admin:corpus_article_add"), form())
    assert "Another article in this language has this slug." in response.content.decode()


def test_a_slug_in_any_script_is_accepted(admin_client):
    """Vowel signs are letters."""
    assert admin_client.post(reverse("admin:corpus_article_add"), form(slug="बंदरगाह")).status_code == 302
    response = admin_client.post(reverse("admin:corpus_article_add"), form(slug="a/b"))
    assert "letters, digits, hyphens" in response.content.decode()


@pytest.mark.parametrize("name", ["title", "body", "summary", "questions"])
def test_an_article_is_written_in_the_direction_of_its_script(admin_client, name):
    """An English one in the Persian admin, too."""
    with override("fa"):
        page = admin_client.get(reverse("admin:corpus_article_add")).content.decode()
    (tag,) = re.findall(rf'<(?:input|textarea)\b[^>]*\bname="{name}"[^>]*>', page)
    assert 'dir="auto"' in tag


def test_the_list_shows_what_the_index_holds(admin_client, django_assert_max_num_queries):
    """Language, status and passages, in a fixed number of queries, with a search field."""
    for number in range(12):
        publish(f"Article {number}")
    with django_assert_max_num_queries(14):
        page = admin_client.get(reverse(LIST)).content.decode()
    assert 'class="field-passage_count">1<' in page
    publish("The bakery", BAKERY)
    page = admin_client.get(reverse(LIST), {"q": "cinnamon"}).content.decode()
    assert "The bakery" in page
    assert "Article 8" not in page


@pytest.mark.parametrize(
    ("action", "values", "is_found", "words"),
    [
        ("publish", {"status": "draft"}, True, "1 added, 0 changed, 0 removed"),
        ("withdraw", {}, False, "0 added, 0 changed, 1 removed"),
        ("exclude_from_search", {}, False, "0 added, 0 changed, 1 removed"),
        ("include_in_search", {"excluded": True}, True, "1 added, 0 changed, 0 removed"),
        ("reindex", {}, True, "0 added, 0 changed, 0 removed, 1 unchanged"),
    ],
)
def test_actions_change_what_is_found_and_say_so(admin_client, action, values, is_found, words):
    """Each reports what became of the index."""
    article = publish(**values)
    assert words in act(admin_client, action, article)
    assert bool(search("Who built the lighthouse?", "en").hits) == is_found
    assert IndexRun.objects.count() == 1


def test_an_action_says_what_could_not_be_indexed(admin_client, monkeypatch):
    """An editor who reads that all is well would not look again."""

    def cut(body, *rest, **options):
        raise RuntimeError("no")

    article = publish()
    Article.objects.update(content_hash="")
    monkeypatch.setattr("corpus.indexing.cut", cut)
    assert "1 article could not be indexed" in act(admin_client, "reindex", article)


def test_a_published_article_gets_its_time_from_the_action(admin_client):
    """A draft had none."""
    article = publish(status="draft")
    act(admin_client, "publish", article)
    article.refresh_from_db()
    assert article.is_searchable


def test_deleting_many_leaves_nothing_to_find(admin_client):
    """The admin's own action."""
    article = publish()
    data = {"action": "delete_selected", "_selected_action": [article.pk], "post": "yes"}
    admin_client.post(reverse(LIST), data)
    assert not search("Who built the lighthouse?", "en").hits


def test_somebody_who_may_only_look_has_no_actions(client, django_user_model):
    """Permissions are Django's."""
    from django.contrib.auth.models import Permission

    user = django_user_model.objects.create_user("looker", password="x", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_article"))
    client.force_login(user)
    article = publish()
    act(client, "withdraw", article)
    article.refresh_from_db()
    assert article.status == "published"


def test_index_runs_are_read_only(admin_client):
    """They are a record."""
    run = IndexRun.objects.create()
    assert admin_client.get(reverse("admin:corpus_indexrun_changelist")).status_code == 200
    assert admin_client.get(reverse("admin:corpus_indexrun_add")).status_code == 403
    assert admin_client.post(reverse("admin:corpus_indexrun_delete", args=[run.pk])).status_code == 403
