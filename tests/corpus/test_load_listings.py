"""Sitemaps, indexes of them and feeds of any kind say where the pages are; what they cannot say stops nothing."""

from __future__ import annotations

import pytest

from corpus.indexing import IndexReport
from corpus.loaders import Limits, SourceNotFound
from corpus.models import Article
from tests.servers.pages import Reply

from .web import XML, index, load_from, messages, page, publish_pages, sitemap, slugs, versioned, zipped

pytestmark = pytest.mark.django_db

RSS = """<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Tarn</title>
<link>{0}/</link><atom:link href="{0}/feed" rel="self"/>
<item><title>A</title><atom:link href="{0}/x" rel="related"/><link>{0}/a</link></item><item><link> /b </link></item>
</channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><link href="{0}/"/><entry><link rel="enclosure" href="/x.mp3"/>
<link rel="alternate" type="text/html" href="/a"/></entry><entry><link href="{0}/b"/></entry></feed>"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel><link>{0}/</link></channel><item><link>{0}/a</link></item><item><link>{0}/b</link></item></rdf:RDF>"""
JSON = """{{"version": "https://jsonfeed.org/version/1.1", "title": "Tarn", "home_page_url": "{0}/", "items": [
{{"id": "1", "url": "{0}/a", "content_text": "A"}}, {{"id": "2", "external_url": "/b"}}, {{"id": "3"}}, 4]}}"""
IMAGES = """<urlset xmlns:image="x">
<url><image:image><image:loc>{0}/x.png</image:loc></image:image><loc>{0}/a</loc></url>
<url><loc>{0}/b</loc></url></urlset>"""


@pytest.mark.parametrize("listing", [RSS, ATOM, RDF, JSON, IMAGES, "{0}/a\r\n{0}/b\r\n"])
def test_the_pages_of_every_kind_of_listing_are_found(server, listing):
    """RSS, Atom, RDF, JSON Feed, a sitemap with images, a list of lines."""
    publish_pages(server, "/a", "/b")
    server.answers["/listing"] = Reply(listing.format(server.url), headers=XML)
    report = load_from(server, "/listing")
    assert (report.loaded, report.errors, slugs()) == (2, (), {"a", "b"})


def test_a_page_that_left_a_feed_is_not_gone(server):
    """A feed lists the newest pages alone; one that is gone itself is withdrawn."""
    publish_pages(server, "/a", "/b")
    server.answers["/feed"] = Reply(RSS.format(server.url), headers=XML)
    load_from(server, "/feed")
    server.answers["/feed"] = Reply(ATOM.format(server.url).replace('href="/a"', 'href="/c"'), headers=XML)
    server.answers["/b"] = Reply("no", 410)
    server.answers["/c"] = page("C")
    load_from(server, "/feed")
    assert slugs() == {"a", "c"}


def test_a_feed_refreshes_the_pages_of_a_sitemap_and_leaves_them_to_it(server):
    """So that a feed can be loaded each hour and the sitemap each night."""
    server.answers["/a"] = versioned(page("A", "Old."))
    publish_pages(server, "/a", "/b")
    load_from(server)
    server.answers["/feed"] = Reply(RSS.format(server.url), headers=XML)
    server.answers["/b"] = page("B", "New.")
    assert load_from(server, "/feed").index == IndexReport(changed=1, unchanged=1)
    assert "New." in Article.objects.get(slug="b").body
    publish_pages(server, "/a")
    assert load_from(server).index == IndexReport(removed=1, unchanged=1)
    assert slugs() == {"a"}


def test_a_sitemap_takes_over_the_pages_of_a_feed(server):
    """It is the one that can say when they are gone."""
    server.answers["/feed"] = Reply(RSS.format(server.url), headers=XML)
    publish_pages(server, "/a", "/b")
    load_from(server, "/feed")
    assert load_from(server).index == IndexReport(unchanged=2)
    publish_pages(server, "/b")
    assert load_from(server).index == IndexReport(removed=1, unchanged=1)


def test_an_index_of_zipped_sitemaps_is_followed_once_each(server):
    """One that lists itself ends."""
    publish_pages(server, "/a", "/b")
    server.answers["/one.xml.gz"] = zipped(sitemap(f"{server.url}/a"))
    server.answers["/two.xml.gz"] = zipped(sitemap(f"{server.url}/b", f"{server.url}/a"))
    server.answers["/inner.xml"] = index(f"{server.url}/two.xml.gz", f"{server.url}/sitemap.xml")
    server.answers["/sitemap.xml"] = index(f"{server.url}/one.xml.gz", f"{server.url}/inner.xml")
    report = load_from(server)
    assert (report.loaded, report.errors) == (2, ())
    paths = server.paths()
    assert len(paths) == len(set(paths))


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(pause=0, depth=1), "deeper than 1"),
        (Limits(pause=0, listings=2), "more than 2 sitemaps"),
        (Limits(pause=0, pages=1), "more than 1 pages"),
    ],
)
def test_what_a_sitemap_lists_is_limited_in_depth_and_number(server, limits, words):
    """What was found by then is loaded, what was not is not taken to be gone."""
    publish_pages(server, "/a", "/b", "/c")
    server.answers["/three.xml"] = server.answers["/sitemap.xml"]
    server.answers["/two.xml"] = index(f"{server.url}/three.xml")
    server.answers["/one.xml"] = sitemap(f"{server.url}/a", f"{server.url}/b")
    server.answers["/sitemap.xml"] = index(f"{server.url}/one.xml", f"{server.url}/two.xml")
    load_from(server)
    report = load_from(server, limits=limits)
    assert any(words in message for message in messages(report.errors, server))
    assert report.loaded >= 1
    assert slugs() == {"a", "b", "c"}


BOMB = (
    '<!DOCTYPE lolz [<!ENTITY a "'
    + "ha" * 1000
    + '">'
    + "".join(f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefgh", "bcdefghi", strict=True))
    + "]><urlset><url><loc>&i;</loc></url></urlset>"
)


@pytest.mark.parametrize(
    ("listing", "words"),
    [
        ("<urlset><url><loc>x</url></urlset>", "line 1: it is no well-formed XML"),
        (BOMB, "line 1: "),
        (
            '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><urlset><url><loc>&e;</loc></url></urlset>',
            "entities",
        ),
        (BOMB.replace("<url><loc>&i;</loc></url>", '<url a="&i;"/>'), "line 1: "),
        ("<html><body>Not found</body></html>", "no sitemap and no feed"),
        ("<?xml version='1.0' encoding='no-such'?><urlset/>", "."),
        ("\0\1\2", "line 1: "),
        ("<a>" * 100_000, "line 1: "),
        ('{"version": "https://jsonfeed.org/version/1.1", "items": [', "no well-formed JSON"),
        ('{"items": [{"url": "/a"}]}', "no sitemap and no feed"),
        ('{"version": "https://jsonfeed.org/version/1.1", "items": {}}', "no sitemap and no feed"),
        ('{"a":' * 100_000, "no well-formed JSON"),
    ],
)
def test_a_listing_that_is_none_is_refused_with_a_reason(server, listing, words):
    """Entities do not grow, files are not opened."""
    server.answers["/sitemap.xml"] = Reply(listing, headers=XML)
    with pytest.raises(SourceNotFound, match=words):
        load_from(server)


def test_an_address_that_is_none_is_named_and_the_others_load(server):
    """Nor is a page on a host that nobody named asked for."""
    publish_pages(server, "/a")
    server.answers["/sitemap.xml"] = sitemap(
        "javascript:alert(1)", "http://user:pass@127.0.0.1/x", "http://other.example/x", f"{server.url}/a"
    )
    report = load_from(server)
    assert messages(report.errors, server) == [
        "javascript:alert(1): only http and https are followed",
        "http://user:pass@127.0.0.1/x: the address has a name or a password in it",
    ]
    assert messages(report.skipped, server) == ["http://other.example/x: on a host that was not named: other.example"]
    assert report.loaded == 1
