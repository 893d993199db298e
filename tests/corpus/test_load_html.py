"""A folder of built pages is loaded page by page: the content alone, with its structure and its anchors."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from corpus.indexing import IndexReport
from corpus.loaders import Options
from corpus.loading import load
from corpus.models import Article
from corpus.search import search

pytestmark = pytest.mark.django_db

HEADER = (
    '<header><a href="/">Tarn</a><nav><ul><li><a href="/a">Start</a></li>'
    '<li><a href="/b">Contact us</a></li></ul></nav></header>'
)
FOOTER = (
    '<aside><h2>Related</h2><a href="/c">Elsewhere</a></aside><footer><p>© 2020 Tarn. All rights reserved.</p></footer>'
)
BANNER = (
    '<div id="cookie-banner" class="cookie-consent"><p>We use cookies to give you the best experience.</p></div>'
    '<div id="onetrust-consent-sdk"><div role="dialog"><h2>We value your privacy</h2><p>We and our partners store'
    " cookies on your device to show you advertisements.</p><button>Accept all</button></div></div>"
)
CONTENT = """
<h1>The lighthouse</h1>
<p>It was built in 1887 by <b>Ida Brekke</b>, and <a href="visit.html">can be visited</a> until <time>16:00</time>.</p>
<h2 id="visits">Visits<a class="headerlink" href="#visits">¶</a></h2>
<ul><li>Saturdays<ul><li>in summer until six</li></ul></li><li>Sundays</li></ul>
<section id="prices"><h3>Prices</h3>
<table><thead><tr><th>Who</th><th>Price</th></tr></thead>
<tbody><tr><td>Child</td><td>6 | 7 crowns</td></tr></tbody></table>
</section>
<pre><code>light --on *all*
  light --off
</code></pre>
<p>Not markup: *one* &lt;b&gt; 1. two</p>
"""


def page(
    content: str = CONTENT, head: str = "<title>The lighthouse | Tarn</title>", lang: str = "en", main: str = "main"
) -> str:
    return (
        f'<!doctype html><html lang="{lang}"><head>{head}</head><body>{HEADER}{BANNER}<{main}>{content}</{main}>'
        f"{FOOTER}</body></html>"
    )


def skipped(report) -> list[str]:
    return [str(entry) for entry in report.skipped]


def test_the_content_is_kept_and_nothing_around_it(site):
    """No navigation, no banner, no footer, no related pages."""
    report = load("html", site({"light.html": page()}))
    assert (report.index, report.errors, report.skipped) == (IndexReport(added=1), (), ())
    article = Article.objects.get()
    assert (article.title, article.language, article.slug, article.format) == ("The lighthouse", "en", "light", "html")
    for noise in ("Start", "Contact", "cookies", "privacy", "Accept", "rights reserved", "Related", "Elsewhere", "¶"):
        assert noise not in article.body
    assert "can be visited</a> until 16:00" in article.body
    assert search("Who built the lighthouse?", "en").hits[0].title == "The lighthouse"


def test_the_structure_is_kept_with_its_anchors(site):
    """Passages know the heading's own id, a list its depth, a table its header; code keeps its lines."""
    load("html", site({"light.html": page()}))
    passages = list(Article.objects.get().passages.all())
    text = "\n\n".join(passage.text for passage in passages)
    assert "- Saturdays\n  - in summer until six\n- Sundays" in text
    assert "| Who | Price |\n| --- | --- |\n| Child | 6 \\| 7 crowns |" in text
    assert "```\nlight --on *all*\n  light --off\n```" in text
    assert "Not markup: *one* <b> 1. two" in text
    body = Article.objects.get().body
    assert '<h2 id="visits">Visits</h2>' in body
    assert '<h3 id="prices">Prices</h3>' in body


@pytest.mark.parametrize("main", ["main", "article", "div"])
@pytest.mark.parametrize(
    "content",
    [
        "<h1>Hours</h1><p>Open at six.</p>",
        "<h1>Hours</h1><table><tr><th>Day</th><th>Hour</th></tr><tr><td>Monday</td><td>six</td></tr></table>",
        "<h1>Hours</h1><details><summary>When do you open?</summary><p>At six.</p></details>",
        "<h1>Hours</h1><ul><li>Monday: six</li><li>Tuesday: nine</li></ul>",
        '<h1>Hours</h1><address>Harbour 4<br>1234 Tarn</address><p>Call <a href="tel:+47123">+47 123</a> at six.</p>',
    ],
)
def test_a_short_page_keeps_its_content_alone(site, content, main):
    """Prices, hours and addresses stand on short pages, and are asked for most."""
    load("html", site({"hours.html": page(content, "<title>Hours</title>", main=main)}))
    article = Article.objects.get()
    assert article.title == "Hours"
    assert "six" in article.body
    assert "Start" not in article.body and "rights" not in article.body


@pytest.mark.parametrize(
    ("lang", "path", "language"),
    [("de-AT", "a.html", "de"), ("zh-CN", "a.html", "zh-hans"), ("", "fa/a.html", "fa"), ("", "a.html", "en")],
)
def test_the_language_is_the_pages_own_else_its_folders(site, lang, path, language):
    """Else the default one."""
    load("html", site({path: page(lang=lang)}))
    assert Article.objects.get().language == language


def test_persian_keeps_its_joiners(site):
    """What a page writes is quoted as it stands."""
    text = "فانوس دریایی را ایدا برکه می‌ساخت و کتاب‌ها را می‌خواند."
    load("html", site({"fa/a.html": page(f"<h1>فانوس</h1><p>{text}</p>" + f"<p>{text}</p>" * 12, lang="fa")}))
    assert text in Article.objects.get().body


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>The lighthouse – Tarn</title>", "The lighthouse"),
        ('<title>Light · Tarn</title><meta property="og:title" content="The lighthouse">', "The lighthouse"),
        ("<title>Something else</title>", "The lighthouse"),
        ("", "The lighthouse"),
    ],
)
def test_the_title_is_the_heading(site, head, title):
    """Without the site's name; and it is no part of the text."""
    load("html", site({"light.html": page(head=head)}))
    article = Article.objects.get()
    assert article.title == title
    assert "<h1" not in article.body


def test_a_page_without_a_heading_has_the_title_of_its_head(site):
    """The site's name cut off where the page says what it is."""
    head = '<title>The light • Tarn</title><meta property="og:site_name" content="Tarn">'
    load("html", site({"light.html": page("<p>It burns paraffin every night.</p>", head)}))
    assert Article.objects.get().title == "The light"


@pytest.mark.parametrize(
    "head",
    [
        '<meta property="article:published_time" content="2020-03-12T10:00:00Z">',
        '<meta name="date" content="nonsense"><meta itemprop="datePublished" content="2020-03-12T10:00:00+00:00">',
        '<script type="application/ld+json">{"@graph": [{"datePublished": "2020-03-12T10:00:00Z"}]}</script>',
        '<script type="application/ld+json">{broken</script><meta name="date" content="2020-03-12T10:00:00Z">',
    ],
)
def test_the_date_is_what_the_page_says_of_itself(site, head):
    """Never a date that merely stands in its text."""
    load("html", site({"light.html": page(head=head)}))
    assert Article.objects.get().published_at == datetime(2020, 3, 12, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("path", "head", "site_address", "address"),
    [
        ("light.html", '<link rel="canonical" href="https://tarn.example/light">', "", "https://tarn.example/light"),
        ("light.html", "", "", ""),
        ("light.html", '<link rel="canonical" href="/light.html">', "", ""),
        ("light.html", "", "https://tarn.example", "https://tarn.example/light.html"),
        ("en/light/index.html", "", "https://tarn.example/docs", "https://tarn.example/docs/en/light/"),
        ("a b/é.html", "", "https://tarn.example", "https://tarn.example/a%20b/%C3%A9.html"),
    ],
)
def test_links_lead_to_the_canonical_address_else_below_the_sites(site, path, head, site_address, address):
    """Without either, to the article's page here."""
    load("html", site({path: page(head=head)}), options=Options(site=site_address))
    assert Article.objects.get().address == address


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.html", page(head='<meta name="robots" content="follow, NoIndex">'), "noindex"),
        ("a.html", page(head='<meta name="siteassistant" content="none">'), "noindex"),
        ("a.html", '<meta http-equiv="refresh" content="0; url=/b.html">', "only leads on"),
        ("a.html", page(head='<meta name="draft" content="true">'), "a draft"),
        ("_drafts/a.html", page(), "a draft"),
        ("404.html", page(), "the page for errors"),
        ("404/index.html", page(), "the page for errors"),
        ("a.html", page(lang="tlh"), "its language (tlh) is not served"),
        ("a.html", page(head='<link rel="canonical" href="https://x.example/sub/good/">'), "is the original"),
    ],
)
def test_what_is_no_article_is_passed_over_and_named(site, name, content, words):
    """It is no failure."""
    report = load("html", site({name: content, "good.html": page()}))
    assert (report.loaded, report.errors) == (1, ())
    (message,) = skipped(report)
    assert message.startswith(f"{name}: ")
    assert words in message


def test_one_canonical_address_is_one_article(site):
    """The first page has it."""
    head = '<link rel="canonical" href="https://tarn.example/elsewhere/">'
    report = load("html", site({"a.html": page(head=head), "b.html": page(head=head)}))
    assert skipped(report) == ["b.html: the same page as a.html (its canonical address says so)"]
    assert Article.objects.get().address == "https://tarn.example/elsewhere/"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            '<html><body><div id="root"></div><noscript>Enable it.</noscript><script>x()</script></body></html>',
            "JavaScript",
        ),
        ("", "empty"),
        (b"\0\0\0", "empty"),
        ("<html></html>", "JavaScript"),
    ],
)
def test_a_page_without_text_is_an_error_and_the_others_load(site, content, words):
    """It is named."""
    report = load("html", site({"bad.html": content, "good.html": page()}))
    (error,) = report.errors
    assert str(error).startswith("bad.html: ")
    assert words in str(error)
    assert report.loaded == 1


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("utf-8", ""),
        ("utf-8", "iso-8859-1"),
        ("cp1252", "windows-1252"),
        ("cp1252", "utf-8"),
        ("utf-16", ""),
        ("utf-8-sig", "ascii"),
        ("cp1252", "no-such-charset"),
    ],
)
def test_a_page_is_read_in_the_encoding_that_it_is_in(site, encoding, declared):
    """Whatever it declares, if anything."""
    text = "Der Leuchtturm heißt „Große Ähre“ und gehört den Bürgern von Tarn, die ihn schön finden. " * 3
    head = f'<meta charset="{declared}">' if declared else ""
    load("html", site({"a.html": page(f"<h1>Größe</h1><p>{text}</p>", head, "de").encode(encoding)}))
    article = Article.objects.get()
    assert article.title == "Größe"
    assert "Der Leuchtturm heißt „Große Ähre“ und gehört den Bürgern" in article.body


def test_the_slug_is_made_of_the_whole_path(site):
    """So that two pages of one name are two articles; the language's folder is no part of it."""
    files = {
        "en/a/prices.html": page(),
        "en/b/prices/index.html": page(),
        "index.html": page(),
        "fa/دیدار.html": page(),
    }
    report = load("html", site(files))
    assert report.errors == ()
    assert set(Article.objects.values_list("slug", flat=True)) == {"a-prices", "b-prices", "index", "fa-دیدار"}


def test_translations_that_name_one_another_are_a_group(site):
    """By the addresses that each of them lists."""
    links = "".join(
        f'<link rel="alternate" hreflang="{code}" href="https://t.example/{code}/">' for code in ("en", "de")
    )
    load("html", site({"en/a.html": page(head=links), "de/a.html": page(head=links, lang="de"), "c.html": page()}))
    groups = list(Article.objects.order_by("origin").values_list("translation_group", flat=True))
    assert groups[0] == ""
    assert groups[1] == groups[2] != ""


def test_loading_again_changes_nothing_and_what_is_gone_is_withdrawn(site, tmp_path):
    """A page that asks not to be indexed from now on is gone as well."""
    folder = site({"a.html": page(), "b.html": page(), "c.html": page()})
    load("html", folder)
    assert load("html", folder).index == IndexReport(unchanged=3)
    (tmp_path / "site" / "b.html").unlink()
    site({"c.html": page(head='<meta name="robots" content="noindex">')})
    report = load("html", folder)
    assert report.index == IndexReport(removed=2, unchanged=1)
    assert [article.slug for article in Article.objects.searchable()] == ["a"]


def test_hostile_markup_is_harmless(site):
    """Nested a thousand deep, unclosed, with scripts: read, and nothing of it runs."""
    deep = (
        "<div>" * 5000
        + "<p>Deep down.</p>"
        + "<script>alert(1)</script><p onclick='x()'>Text that stays.<p><<<table><tr>"
    )
    report = load("html", site({"deep.html": page(deep), "good.html": page()}))
    assert report.loaded + len(report.errors) == 2
    assert not Article.objects.filter(body__contains="alert").exists()


def test_a_page_of_endless_elements_is_an_error(site):
    """Nobody waits for it; one of many elements is still read whole."""
    rows = "".join(f"<tr><td>Thing {number}</td><td>{number} crowns</td></tr>" for number in range(2000))
    many = page(f"<h1>Prices</h1><table>{rows}</table>")
    report = load("html", site({"endless.html": page("<p>x" + "<br>" * 50_000), "many.html": many}))
    (error,) = report.errors
    assert "endless.html: it has too many elements to be read (50" in str(error)
    body = Article.objects.get().body
    assert "Thing 0<" in body and "Thing 1999<" in body


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ('<h2 id="visits">Visits</h2>', "visits"),
        ('<h2><a id="visits"></a>Visits</h2>', "visits"),
        ('<h2>Visits<a class="headerlink" id="visits" href="#visits">#</a></h2>', "visits"),
        ('<a name="visits"></a><h2>Visits</h2>', "visits"),
        ('<p><span id="visits"></span></p><h2>Visits</h2>', "visits"),
        ('<section id="visits"><header><h2>Visits</h2></header>', "visits"),
        ('<div id="visits"><h2>Visits</h2>', "visits"),
        ('<h2 id="ساعات-العمل">Visits</h2>', "ساعات-العمل"),
        ('<p id="other">Text.</p><h2>Visits</h2>', ""),
        ('<p id="visits">Before.</p><h2 id="visits">Visits</h2>', "visits"),
    ],
)
def test_a_passage_leads_to_the_id_that_the_page_itself_has(site, heading, anchor):
    """Wherever the page keeps it. Where a page stands elsewhere, an id that it does not have leads nowhere."""
    words = "The keeper of the lamp climbs the stairs every night and writes the hour into a book. " * 10
    content = f"<h1>The lighthouse</h1><p>{words}</p>{heading}<p>{words}</p>"
    load("html", site({"a.html": page(content)}), options=Options(site="https://tarn.example/"))
    article = Article.objects.get()
    assert [passage.anchor for passage in article.passages.all()] == ["", anchor]
    assert article.address == "https://tarn.example/a.html"


def test_headings_of_one_name_keep_their_own_ids(site):
    """Also where one of them stood in what is left out."""
    words = "The keeper of the lamp climbs the stairs every night and writes the hour into a book. " * 10
    aside = '<aside><h2 id="related">Visits</h2><p>Elsewhere.</p></aside>'
    content = f'<h1>The lighthouse</h1><h2 id="a">Visits</h2><p>{words}</p><h2 id="b">Visits</h2><p>{words}</p>'
    text = page(content).replace("<main>", f"{aside}<main>")
    load("html", site({"a.html": text}), options=Options(site="https://tarn.example/"))
    assert [passage.anchor for passage in Article.objects.get().passages.all()] == ["a", "b"]


@pytest.mark.parametrize(
    ("base", "link", "canonical"),
    [
        ('<base href="/docs/">', "/docs/b.html", "https://tarn.example/docs/"),
        ('<base target="_blank"><base href="/docs/"><base href="/x/">', "/docs/b.html", "https://tarn.example/docs/"),
        ('<base href="https://other.example/x/y">', "https://other.example/x/b.html", "https://other.example/x/"),
        ('<base href="javascript:x()">', "/a/b.html", "https://tarn.example/a/"),
        ('<base href="http://[::1">', "/a/b.html", "https://tarn.example/a/"),
        ("", "/a/b.html", "https://tarn.example/a/"),
    ],
)
def test_addresses_are_relative_to_the_base_that_the_page_names(site, base, link, canonical):
    """The first that is an address; links and the canonical address alike."""
    words = "The keeper climbs the stairs every night and writes the hour into a book. " * 3
    head = f'<title>Light</title>{base}<link rel="canonical" href="./">'
    text = page(f'<h1>Light</h1><p>{words}<a href="b.html">More</a></p>', head)
    load("html", site({"a/index.html": text}), options=Options(site="https://tarn.example/"))
    article = Article.objects.get()
    assert f'<a href="{link}">More</a>' in article.body
    assert article.address == canonical
