"""A page that its sitemap says has not changed is left unasked, as far as the sitemap proves right."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from corpus.indexing import IndexReport
from corpus.loaders import Known, Validators
from corpus.loaders.modified import FEWEST_PROVED, is_older, latest, proving
from corpus.models import Article
from tests.servers.pages import PageServer, Reply

from .web import XML, load_from, page, slugs

MANY = 30


def listed(server: PageServer, lastmod: str, count: int = MANY, **others: str) -> None:
    """A sitemap of ``/0``, ``/1`` and so on with this ``lastmod``; ``others`` by the number of the page."""
    entries = "".join(
        f"<url><loc>{server.url}/{n}</loc><lastmod>{others.get(f'n{n}', lastmod)}</lastmod></url>" for n in range(count)
    )
    server.answers["/sitemap.xml"] = Reply(f"<urlset>{entries}</urlset>", headers=XML)


def published(server: PageServer, count: int = MANY, **headers: str) -> None:
    """The pages themselves; their server answers with what it has, whatever it is asked."""
    for n in range(count):
        server.answers[f"/{n}"] = Reply(page(f"Lamp {n}"), headers={"Content-Type": "text/html", **headers})


def asked(server: PageServer) -> set[str]:
    return set(server.paths()) - {"/sitemap.xml"}


@pytest.mark.django_db
def test_pages_that_have_not_changed_are_left_unasked_but_for_a_share(server):
    """They count as unchanged, also where the server knows nothing of conditional requests."""
    published(server)
    listed(server, "2024-05-01")
    load_from(server)
    assert len(asked(server)) == MANY
    report = load_from(server)
    assert (report.index, report.errors) == (IndexReport(unchanged=MANY), ())
    assert len(asked(server)) == FEWEST_PROVED


@pytest.mark.django_db
def test_a_page_that_has_changed_by_its_sitemap_is_asked_for(server):
    """And a new one; a date to come says nothing, nor does one that is none."""
    published(server)
    listed(server, "2024-05-01")
    load_from(server)
    server.paths()
    server.answers["/new"] = page("New")
    later = {"n3": "2999-01-01", "n4": "yesterday", "n5": "2024", "n6": ""}
    listed(server, "2024-05-01", **later)
    entry = f"<url><loc>{server.url}/new</loc></url></urlset>"
    server.answers["/sitemap.xml"] = Reply(server.answers["/sitemap.xml"].body.replace("</urlset>", entry), headers=XML)
    assert load_from(server).index == IndexReport(added=1, unchanged=MANY)
    assert asked(server) >= {"/new", "/3", "/4", "/5", "/6"}


@pytest.mark.django_db
def test_a_sitemap_that_is_wrong_about_one_page_is_believed_about_none(server):
    """Its dates are not kept: every page is asked for."""
    published(server)
    listed(server, "2024-05-01")
    load_from(server)
    for n in range(MANY):
        server.answers[f"/{n}"] = page(f"Lamp {n}", "It was put out in 1999.")
    server.paths()
    assert load_from(server).index == IndexReport(changed=MANY)
    assert len(asked(server)) == MANY


@pytest.mark.django_db
def test_a_page_that_is_gone_disproves_its_sitemap_and_one_that_fails_does_not(server):
    """A server in trouble says nothing of its dates."""
    published(server)
    listed(server, "2024-05-01")
    load_from(server)
    server.paths()
    for n in range(MANY):
        server.answers[f"/{n}"] = Reply("", 500)
    load_from(server)
    assert len(asked(server)) == FEWEST_PROVED
    for n in range(1, MANY):
        server.answers[f"/{n}"] = Reply("", 404)
    load_from(server)
    assert len(asked(server)) == MANY


@pytest.mark.django_db
def test_all_pages_can_be_asked_for_nonetheless(server):
    """With ``--all``."""
    published(server)
    listed(server, "2024-05-01")
    load_from(server)
    server.paths()
    load_from(server, again=True)
    assert len(asked(server)) == MANY


@pytest.mark.django_db
def test_a_page_that_is_listed_twice_was_changed_when_the_later_one_says(server):
    """And may have been changed at any time where one of them does not say."""
    published(server)
    listed(server, "2024-05-01")
    load_from(server)
    server.paths()
    twice = f"<url><loc>{server.url}/3</loc><lastmod>2999-01-01</lastmod></url><url><loc>{server.url}/4</loc></url>"
    body = (
        server.answers["/sitemap.xml"]
        .body.replace("<urlset>", f"<urlset>{twice}")
        .replace("</urlset>", twice + "</urlset>")
    )
    server.answers["/sitemap.xml"] = Reply(body, headers=XML)
    load_from(server)
    assert asked(server) >= {"/3", "/4"}


@pytest.mark.django_db
def test_what_an_editor_withdrew_here_stays_withdrawn(server):
    """An unasked page is as it was left."""
    published(server)
    listed(server, "2024-05-01")
    load_from(server)
    Article.objects.filter(slug="7").update(status="draft")
    load_from(server)
    assert "7" not in slugs()


@pytest.mark.parametrize(
    ("given", "moment"),
    [
        ("2024-05-01T10:00:00Z", datetime(2024, 5, 1, 10, tzinfo=UTC)),
        ("2024-05-01T10:00+02:00", datetime(2024, 5, 1, 8, tzinfo=UTC)),
        ("2024-05-01", datetime(2024, 5, 2, 12, tzinfo=UTC)),
        ("2024-05-01T10:00:00", datetime(2024, 5, 2, 12, tzinfo=UTC)),
        ("2024-05", None),
        ("2024", None),
        ("2024-13-01", None),
        ("9999-12-31", None),
        ("soon", None),
        ("", None),
    ],
)
def test_a_date_means_the_last_moment_that_it_can_mean(given, moment):
    """Of a day, its end where the clocks are last; of less than a day, nothing."""
    assert latest(given) == moment


@pytest.mark.parametrize(
    ("stored", "older"),
    [
        ("Thu, 02 May 2024 13:00:00 GMT", True),
        ("Thu, 02 May 2024 12:00:00 GMT", False),
        ("Wed, 01 May 2024 23:00:00 GMT", False),
        ("", False),
        ("yesterday", False),
    ],
)
def test_a_version_is_newer_only_when_it_surely_is(stored, older):
    """By what its server said of it."""
    assert is_older(latest("2024-05-01"), Known("", "", Validators(last_modified=stored))) is older
    assert is_older(None, Known("", "", Validators(last_modified=stored))) is False


def test_other_pages_are_proved_each_day():
    """So that each comes round; a tenth of many, all of few."""
    pages = [f"/{n}" for n in range(1000)]
    today, tomorrow = proving(pages, date(2024, 5, 1)), proving(pages, date(2024, 5, 2))
    assert len(today) == len(tomorrow) == 100
    assert today == proving(pages, date(2024, 5, 1)) != tomorrow
    assert sorted(proving(pages[:7], date(2024, 5, 1))) == pages[:7]
