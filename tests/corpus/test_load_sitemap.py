"""A sitemap or feed is loaded page by page; a bad one is named and stops no other; only what is surely gone goes."""

from __future__ import annotations

import pytest

from corpus import loading
from corpus.indexing import IndexReport
from corpus.loaders import SourceNotFound
from corpus.models import Article
from corpus.search import search
from tests.servers.pages import Reply

from .web import LIMITS, XML, index, load_from, messages, page, publish_pages, sitemap, slugs, versioned

pytestmark = pytest.mark.django_db


def test_every_page_of_a_sitemap_is_loaded(server):
    """And can be found at once, under its own address."""
    server.answers["/light"] = page()
    publish_pages(server, "/light", "/blog/2020/bakery.html")
    report = load_from(server)
    assert (report.index, report.errors, report.skipped) == (IndexReport(added=2), (), ())
    assert slugs() == {"light", "blog-2020-bakery"}
    assert search("Who built the lighthouse?", "en").hits[0].address == f"{server.url}/light"


def test_the_loader_says_who_it_is(server):
    """And asks for robots.txt first, once."""
    publish_pages(server, "/a", "/b")
    load_from(server)
    assert [path for path, _headers in server.asked] == ["/sitemap.xml", "/robots.txt", "/a", "/b"]
    assert all("SiteAssistant" in headers["user-agent"] for _path, headers in server.asked)


# --- asking again ---------------------------------------------------------------------------------------------------


def test_a_page_that_has_not_changed_is_not_sent_again(server):
    """304 by ETag or by date; it stays as it is, also what an editor did to it."""
    dated = Reply(page("B"), headers={"Content-Type": "text/html", "Last-Modified": "Thu, 12 Mar 2020 10:00:00 GMT"})
    server.answers["/a"] = versioned(page("A"))
    server.answers["/b"] = dated
    publish_pages(server, "/a", "/b")
    load_from(server)
    Article.objects.filter(slug="a").update(summary="An editor's")
    server.asked.clear()
    assert load_from(server).index == IndexReport(unchanged=2)
    asked = dict(server.asked)
    assert asked["/a"]["if-none-match"] == '"1"'
    assert asked["/b"]["if-modified-since"] == "Thu, 12 Mar 2020 10:00:00 GMT"
    assert Article.objects.get(slug="a").summary == "An editor's"


def test_a_page_that_has_changed_is_loaded_anew(server):
    """Its new validators are kept; where only they have changed, nothing else has."""
    server.answers["/a"] = versioned(page("A", "Old."), '"1"')
    publish_pages(server, "/a")
    load_from(server)
    server.answers["/a"] = versioned(page("A", "New."), '"2"')
    assert load_from(server).index == IndexReport(changed=1)
    server.answers["/a"] = versioned(page("A", "New."), '"3"')
    assert load_from(server).index == IndexReport(unchanged=1)
    article = Article.objects.get()
    assert ("New." in article.body, article.etag) == (True, '"3"')


def test_all_pages_can_be_asked_for_whole(server):
    """Whatever the server would say of their age."""
    server.answers["/a"] = versioned(page("A"))
    publish_pages(server, "/a")
    load_from(server)
    server.asked.clear()
    assert load_from(server, again=True).index == IndexReport(unchanged=1)
    assert "if-none-match" not in dict(server.asked)["/a"]


def test_a_304_that_nobody_asked_for_is_an_error(server):
    """There is nothing that it could stand for."""
    server.answers["/a"] = Reply(status=304)
    publish_pages(server, "/a", "/b")
    assert messages(load_from(server).errors, server) == ["/a: the server answers 304"]


# --- gone, or not ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
def test_a_page_that_is_gone_is_withdrawn_and_comes_back(server, status):
    """Though it is still listed."""
    server.answers["/a"] = versioned(page("A"))
    publish_pages(server, "/a", "/b")
    load_from(server)
    server.answers["/a"] = Reply("gone", status)
    report = load_from(server)
    assert messages(report.skipped, server) == [f"/a: gone: the server answers {status}"]
    assert (report.index, slugs()) == (IndexReport(removed=1, unchanged=1), {"b"})
    server.answers["/a"] = versioned(page("A"))
    assert load_from(server).index == IndexReport(added=1, unchanged=1)


def test_a_page_that_is_not_listed_any_more_is_withdrawn(server):
    """Withdrawn, not deleted."""
    publish_pages(server, "/a", "/b")
    load_from(server)
    publish_pages(server, "/b")
    assert load_from(server).index == IndexReport(removed=1, unchanged=1)
    assert Article.objects.get(slug="a").status == "draft"


@pytest.mark.parametrize("status", [500, 503, 403, 401])
def test_a_page_that_fails_keeps_its_last_version(server, status):
    """It is named; the others load."""
    publish_pages(server, "/a", "/b")
    load_from(server)
    server.answers["/a"] = Reply("no", status)
    report = load_from(server)
    assert messages(report.errors, server) == [f"/a: the server answers {status}"]
    assert (report.index, slugs()) == (IndexReport(unchanged=1), {"a", "b"})


@pytest.mark.parametrize(
    "answer", [Reply("no", 404), Reply("no", 500), Reply("<html>", headers=XML), Reply("", headers=XML)]
)
def test_a_sitemap_that_fails_withdraws_nothing(server, answer):
    """Nobody knows what it lists now."""
    publish_pages(server, "/a")
    load_from(server)
    server.answers["/sitemap.xml"] = answer
    with pytest.raises(SourceNotFound):
        load_from(server)
    assert slugs() == {"a"}


def test_a_part_of_a_sitemap_that_fails_withdraws_nothing(server):
    """The other parts are loaded."""
    publish_pages(server, "/a")
    server.answers["/one.xml"] = server.answers["/sitemap.xml"]
    server.answers["/two.xml"] = sitemap(f"{server.url}/b")
    server.answers["/sitemap.xml"] = index(f"{server.url}/one.xml", f"{server.url}/two.xml")
    server.answers["/b"] = page("B")
    load_from(server)
    server.answers["/one.xml"] = Reply("no", 500)
    report = load_from(server)
    assert messages(report.errors, server) == ["/one.xml: the server answers 500"]
    assert (report.index, slugs()) == (IndexReport(unchanged=1), {"a", "b"})


def test_nothing_is_withdrawn_when_every_page_is_gone(server):
    """It is more likely that the site is broken."""
    publish_pages(server, "/a", "/b")
    load_from(server)
    server.answers["/a"] = server.answers["/b"] = Reply("no", 404)
    assert load_from(server).loaded == 0
    assert slugs() == {"a", "b"}


def test_a_load_that_is_broken_off_keeps_what_it_has_and_withdraws_nothing(server, monkeypatch):
    """Ctrl-C between two pages."""
    publish_pages(server, "/old")
    load_from(server)
    publish_pages(server, "/a", "/b", "/c")
    store = loading._store

    def interrupted(entry):
        if entry.slug == "b":
            raise KeyboardInterrupt
        return store(entry)

    monkeypatch.setattr(loading, "_store", interrupted)
    report = load_from(server)
    assert (report.is_broken_off, report.loaded, report.index) == (True, 1, IndexReport(added=1))
    assert slugs() == {"old", "a"}


# --- what is no article ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (page(head='<meta name="robots" content="noindex">'), "noindex (meta robots)"),
        (Reply(page(), headers={"X-Robots-Tag": "noarchive, noindex"}), "noindex (X-Robots-Tag)"),
        (Reply(page(), headers={"X-Robots-Tag": "siteassistant: none"}), "noindex (X-Robots-Tag)"),
        (Reply("%PDF", headers={"Content-Type": "application/pdf"}), "no HTML: application/pdf"),
        (Reply("x", headers={"Content-Type": "\x1b[2J"}), "no HTML: of an unknown kind"),
        (page(head='<meta http-equiv="refresh" content="0;url=/b">'), "it only leads on to another page"),
        (page(head='<link rel="canonical" href="https://elsewhere.example/x">'), "the original is on another host"),
        (page(head='<link rel="canonical" href="/b">'), "the original is /b, which is listed itself"),
        (Reply(status=301, headers={"Location": "/b"}), "it redirects to /b, which is listed itself"),
        (page().replace('lang="en"', 'lang="tlh"'), "its language (tlh) is not served here"),
    ],
)
def test_what_is_no_article_is_passed_over_named_and_withdrawn(server, answer, words):
    """It is no failure."""
    publish_pages(server, "/a", "/b")
    load_from(server)
    server.answers["/a"] = answer
    report = load_from(server)
    (message,) = messages(report.skipped, server)
    assert message.startswith("/a: ") and words in message
    assert (report.errors, slugs()) == ((), {"b"})


def test_a_header_for_another_agent_is_not_for_us(server):
    """Nor does one directive reach over to the next agent."""
    server.answers["/a"] = Reply(page("A"), headers={"X-Robots-Tag": "otherbot: noindex, nofollow"})
    publish_pages(server, "/a")
    assert load_from(server).loaded == 1


def test_one_canonical_address_is_one_article(server):
    """The first copy has it, and keeps it while it is stored, though a new copy is asked for first."""
    copy = page("A", head='<link rel="canonical" href="/a">')
    server.answers.update({"/a?x=1": copy, "/a?x=2": copy, "/a?x=0": copy})
    publish_pages(server, "/a?x=1", "/a?x=2")
    report = load_from(server)
    assert messages(report.skipped, server) == [
        "/a?x=2: the same page as /a?x=1 (its canonical address says so)",
    ]
    publish_pages(server, "/a?x=0", "/a?x=1")
    assert load_from(server).index == IndexReport(unchanged=1)
    assert Article.objects.get().address == f"{server.url}/a"


def test_a_page_that_javascript_builds_is_an_error(server):
    """There is nothing to read; an older version stays."""
    server.answers["/app"] = '<html><body><div id="root"></div><noscript>Enable it.</noscript></body></html>'
    publish_pages(server, "/app", "/b")
    (message,) = messages(load_from(server).errors, server)
    assert message.startswith("/app: ") and "JavaScript" in message


# --- encodings ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("declared", ["text/html", "text/html; charset=utf-8", "text/html; charset=nonsense"])
@pytest.mark.parametrize(
    ("encoding", "text"), [("cp1251", "Маяк построила инженер Ида Брекке"), ("utf-8", "灯塔建于1887年")]
)
def test_a_page_is_read_in_the_encoding_that_it_is_in(server, declared, encoding, text):
    """Wrongly declared, or not at all."""
    server.answers["/a"] = Reply(page("A", f"{text}. " * 8).encode(encoding), headers={"Content-Type": declared})
    publish_pages(server, "/a")
    load_from(server)
    assert text in Article.objects.get().body


# --- time and addresses ----------------------------------------------------------------------------------------------


def test_when_the_time_is_up_the_next_load_goes_on_with_the_rest(server, monkeypatch):
    """Pages not loaded before come first; nothing counts as gone."""
    publish_pages(server, "/a", "/b", "/c")
    load_from(server)
    Article.objects.filter(slug="c").delete()
    server.asked.clear()
    fetched = iter([False, False, True])
    monkeypatch.setattr("corpus.loaders.fetching.Fetcher.is_out_of_time", property(lambda fetcher: next(fetched)))
    report = load_from(server)
    assert server.paths() == ["/sitemap.xml", "/c", "/a"]
    assert messages(report.errors, server) == ["/sitemap.xml: the time is up with 2 of 3 pages asked for"]
    assert slugs() == {"a", "b", "c"}


def test_an_address_written_differently_is_the_same_page(server):
    """Capitals in the host, dots in the path, a fragment."""
    publish_pages(server, "/a")
    server.answers["/sitemap.xml"] = sitemap(f"{server.url}/a#top", f"{server.url}/x/../a", f"HTTP{server.url[4:]}/a")
    assert (load_from(server).loaded, server.paths()) == (1, ["/sitemap.xml", "/a"])
    assert LIMITS.pause == 0
