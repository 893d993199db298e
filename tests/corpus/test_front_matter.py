"""The front matter, file names and folders of site generators mean what they mean to the generator."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import PurePosixPath

import pytest

from corpus.loaders.places import places
from corpus.loading import load
from corpus.models import Article

pytestmark = pytest.mark.django_db

YAML = """---
title: The lighthouse
description: How it was built.
publishDate: 2020-03-12T08:00:00+02:00
translationKey: light
slug: old-light
Draft: false
weight: 10
tags: [sea, light]
---
It was built by Ida Brekke.
"""
TOML = """+++
title = 'The lighthouse'
description = "How it was built."
publishDate = 2020-03-12T08:00:00+02:00
translationKey = "light"
slug = "old-light"
draft = false
weight = 10
tags = ["sea", "light"]
[params]
  author = "Nora"
+++
It was built by Ida Brekke.
"""
JSON = """{
  "title": "The lighthouse",
  "description": "How it was built.",
  "publishDate": "2020-03-12T08:00:00+02:00",
  "translationKey": "light",
  "slug": "old-light",
  "draft": false,
  "weight": 10,
  "tags": ["sea", "light"],
  "params": {"author": null}
}

It was built by Ida Brekke.
"""


def loaded(site, files: dict[str, str | bytes], below: str = "") -> dict[str, Article]:
    """What a load of these files gives, by path below the folder; nothing may be an error."""
    folder = site(files)
    report = load("markdown", f"{folder}/{below}".rstrip("/"))
    assert report.errors == ()
    return {article.origin.partition("/site/")[2]: article for article in Article.objects.all()}


def passed_over(site, files: dict[str, str | bytes]) -> list[str]:
    return [str(skipped) for skipped in load("markdown", site(files)).skipped]


@pytest.mark.parametrize("text", [YAML, TOML, JSON], ids=["yaml", "toml", "json"])
def test_every_format_says_the_same(site, text):
    """Hugo's three, with names in any case and values of any type."""
    (article,) = loaded(site, {"content/posts/a.md": text}).values()
    assert (article.title, article.summary, article.slug) == ("The lighthouse", "How it was built.", "old-light")
    assert (article.translation_group, article.status) == ("light", "published")
    assert article.published_at == datetime(2020, 3, 12, 6, tzinfo=UTC)
    assert article.body == "It was built by Ida Brekke.\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("+++\ntitle = 'x'\ndate = 2026-13-40\n+++\nText.", 3, "not TOML"),
        ("+++\ntitle = 'x'\nText without an end.", 1, "three plus signs"),
        ("+++\ntitle = 'x'\ndate = 'soon'\n+++\nText.", 3, "date should be a date"),
        ('{\n  "title": "x",\n  "date": \n}\nText.', 4, "not JSON"),
        ('{\n  "title": "x",\n  "date": "soon"\n}\nText.', 3, "date should be a date"),
        ('{\n  "title": ["x"]\n}\nText.', 2, "title should be a text"),
        ('{\n  "title": "\\ud800"\n}\nText.', 2, "cannot be stored"),
    ],
)
def test_a_slip_is_named_with_its_line(site, text, line, words):
    """In every format."""
    (error,) = load("markdown", site({"a.md": text})).errors
    assert error.line == line
    assert words in error.message


@pytest.mark.parametrize("text", ['{"a" and then no more', "{{< note >}}\nText.", "{ a set }", "+++ no fence\n"])
def test_what_only_looks_like_front_matter_is_text(site, text):
    """It takes a name in quotation marks and a colon, or a line of its own."""
    loaded(site, {"a.md": f"{text}\n\nText."})
    assert Article.objects.get().title == "A"


@pytest.mark.parametrize(
    ("front", "day"),
    [
        ("date: 2022-07-08", (2022, 7, 8)),
        ("date: 2022-07-08 10:00:00 +0000", (2022, 7, 8)),
        ("pubDate: 'Jul 08 2022'", (2022, 7, 8)),
        ("pubDate: July 8, 2022", (2022, 7, 8)),
        ("pubDate: 8 July 2022", (2022, 7, 8)),
        ("pubDate: Fri, 08 Jul 2022 10:00:00 GMT", (2022, 7, 8)),
        ("publishedAt: 2022/07/08", (2022, 7, 8)),
        ("date:\n  created: 2022-07-08\n  updated: 2023-01-01", (2022, 7, 8)),
        ("published: 2022-07-08", (2022, 7, 8)),
        ("published: true\ndate: 2022-07-08", (2022, 7, 8)),
    ],
)
def test_the_date_has_many_names_and_forms(site, front, day):
    """Hugo, Jekyll, Astro, and the blog of MkDocs Material."""
    (article,) = loaded(site, {"a.md": f"---\ntitle: x\n{front}\n---\nText."}).values()
    assert article.published_at.date() == datetime(*day).date()


@pytest.mark.parametrize(
    ("path", "front"),
    [
        ("a.md", "draft: true"),
        ("a.md", "published: false"),
        ("a.md", "unlisted: true"),
        ("_drafts/a.md", ""),
    ],
)
def test_a_draft_is_a_draft_whatever_it_is_called(site, path, front):
    """Stored, and not to be found."""
    (article,) = loaded(site, {path: f"---\ntitle: x\n{front}\n---\nText."}).values()
    assert article.status == "draft"


@pytest.mark.parametrize(
    ("front", "words"),
    [
        ("headless: true", "headless"),
        ("expiryDate: 2001-01-01", "its time is over"),
        ("robots: noindex, nofollow", "noindex"),
        ("noindex: true", "noindex"),
        ("search:\n  exclude: true", "left out of the site's own search"),
        ("pagefind: false", "left out of the site's own search"),
    ],
)
def test_what_is_not_to_be_found_is_passed_over(site, front, words):
    """And named."""
    files = {"a.md": f"---\ntitle: x\n{front}\n---\nText.", "b.md": "Text."}
    (skipped,) = passed_over(site, files)
    assert skipped.startswith("a.md: ")
    assert words in skipped


# --- Jekyll -----------------------------------------------------------------------------------------------------------


def test_a_jekyll_post_has_its_date_and_slug_from_its_name(site):
    """Its front matter may say otherwise; a permalink with placeholders says nothing of its own."""
    found = loaded(
        site,
        {
            "_config.yml": "lang: de\npermalink: /:categories/:title/\n",
            "_posts/2024-01-02-alte-lampe.md": "---\nlayout: post\ntitle: Lampe\n---\nText.",
            "_posts/2024-01-03-b.markdown": "---\ndate: 2024-05-06 07:00:00 +0000\npermalink: /licht/\n---\nText.",
            "_posts/2024-01-04-c.md": "---\npermalink: /:year/:title\n---\nText.",
            "fa/_posts/2024-01-02-alte-lampe.md": "---\nlayout: post\n---\nText.",
            "_includes/note.md": "A piece of other pages.",
            "vendor/bundle/readme.md": "A package.",
            "_posts/2024-13-45-no-day.md": "Text.",
        },
    )
    assert set(found) == {
        "_posts/2024-01-02-alte-lampe.md",
        "_posts/2024-01-03-b.markdown",
        "_posts/2024-01-04-c.md",
        "_posts/2024-13-45-no-day.md",
        "fa/_posts/2024-01-02-alte-lampe.md",
    }
    post = found["_posts/2024-01-02-alte-lampe.md"]
    assert (post.slug, post.language, post.published_at) == ("alte-lampe", "de", datetime(2024, 1, 2, tzinfo=UTC))
    other = found["_posts/2024-01-03-b.markdown"]
    assert (other.slug, other.published_at) == ("licht", datetime(2024, 5, 6, 7, tzinfo=UTC))
    assert found["_posts/2024-01-04-c.md"].slug == "c"
    assert found["_posts/2024-13-45-no-day.md"].slug == "2024-13-45-no-day"
    persian = found["fa/_posts/2024-01-02-alte-lampe.md"]
    assert (persian.language, persian.translation_group) == ("fa", post.translation_group)
    assert post.translation_group


def test_a_post_of_a_day_to_come_waits_for_it(site):
    """As Jekyll does."""
    loaded(site, {"_posts/2999-01-01-later.md": "Text.", "a.md": "Text."})
    assert [article.slug for article in Article.objects.searchable()] == ["a"]


# --- Hugo -------------------------------------------------------------------------------------------------------------


def test_a_hugo_site_has_a_language_a_folder_or_a_suffix(site):
    """And a main language in its settings; sections and bundles have the name of their folder."""
    found = loaded(
        site,
        {
            "hugo.toml": "baseURL = 'https://tarn.example/'\ndefaultContentLanguage = 'fa'\n",
            "archetypes/default.md": "+++\ntitle = '{{ replace .File.ContentBaseName }}'\n+++\nText.",
            "themes/x/README.md": "A theme.",
            "content/_index.md": "Text.",
            "content/posts/_index.md": "Text.",
            "content/posts/lamp/index.md": "Text.",
            "content/posts/lamp/index.en.md": "Text.",
            "content/posts/sea.pt-BR.md": "Text.",
            "content/posts/sea.md": "Text.",
            "content/posts/release-1.2.md": "Text.",
        },
    )
    assert {path: (article.language, article.slug) for path, article in found.items()} == {
        "content/_index.md": ("fa", "index"),
        "content/posts/_index.md": ("fa", "posts"),
        "content/posts/lamp/index.md": ("fa", "lamp"),
        "content/posts/lamp/index.en.md": ("en", "lamp"),
        "content/posts/sea.pt-BR.md": ("pt", "sea"),
        "content/posts/sea.md": ("fa", "sea"),
        "content/posts/release-1.2.md": ("fa", "release-1-2"),
    }
    groups = {path: article.translation_group for path, article in found.items()}
    assert groups["content/posts/lamp/index.md"] == groups["content/posts/lamp/index.en.md"] != ""
    assert groups["content/posts/sea.md"] == groups["content/posts/sea.pt-BR.md"] != ""
    assert groups["content/posts/_index.md"] == ""


def test_a_language_that_is_not_served_is_passed_over(site):
    """Among languages only: a folder named `it` may be about machines, and `js` is no language."""
    files = {
        "content/en/a.md": "Text.",
        "content/ja/a.md": "Text.",
        "content/en/it/b.md": "Text.",
        "content/en/js/c.md": "Text.",
        "content/en/d.nl.md": "Text.",
        "content/en/d.md": "Text.",
    }
    assert passed_over(site, files) == [
        "content/en/d.nl.md: its language (nl) is not served here",
        "content/ja/a.md: its language (ja) is not served here",
    ]
    assert set(Article.objects.values_list("slug", "language")) == {
        ("a", "en"),
        ("b", "en"),
        ("c", "en"),
        ("d", "en"),
    }


# --- Astro ------------------------------------------------------------------------------------------------------------


def test_an_astro_collection_is_loaded(site):
    """With its own name for the date; what begins with an underscore is no entry."""
    found = loaded(
        site,
        {
            "astro.config.mjs": "export default defineConfig({ i18n: { defaultLocale: 'es', locales: ['es', 'en'] } })",
            "node_modules/x/README.md": "A package.",
            "src/content/blog/luz.mdx": "---\ntitle: La luz\npubDate: 'Jul 08 2022'\nheroImage: ./a.jpg\n---\nTexto.",
            "src/content/blog/en/luz.md": "---\ntitle: The light\npubDate: 2022-07-08\ndraft: true\n---\nText.",
            "src/content/blog/_note.md": "Not yet.",
        },
        below="src/content",
    )
    assert set(found) == {"src/content/blog/luz.mdx", "src/content/blog/en/luz.md"}
    spanish, english = found["src/content/blog/luz.mdx"], found["src/content/blog/en/luz.md"]
    assert (spanish.language, spanish.slug, spanish.status) == ("es", "luz", "published")
    assert spanish.published_at == datetime(2022, 7, 8, tzinfo=UTC)
    assert (english.language, english.status) == ("en", "draft")
    assert spanish.translation_group == english.translation_group != ""


# --- MkDocs -----------------------------------------------------------------------------------------------------------

MKDOCS = """site_name: Tarn
theme:
  name: material
  language: fr
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - Accueil: index.md
  - Guide:
      - Installer: guide/install.md
      - guide/use.md
"""


def test_an_mkdocs_page_has_the_title_of_its_heading_else_of_the_navigation(site):
    """Front matter comes first; the language stands in the settings, or is a folder or a suffix."""
    found = loaded(
        site,
        {
            "mkdocs.yml": MKDOCS,
            "docs/index.md": "# Le phare de Tarn\n\nTexte.",
            "docs/guide/install.md": "Texte.\n\n## Une partie\n\nTexte.",
            "docs/guide/use.md": "Texte.",
            "docs/de/guide/use.md": "Text.",
            "docs/guide/index.ru.md": "---\ntitle: Маяк\n---\n# Другое\n\nТекст.",
            "docs/README.md": "Texte.",
        },
        below="docs",
    )
    assert {path: (article.language, article.title, article.slug) for path, article in found.items()} == {
        "docs/index.md": ("fr", "Le phare de Tarn", "index"),
        "docs/guide/install.md": ("fr", "Installer", "install"),
        "docs/guide/use.md": ("fr", "Use", "use"),
        "docs/de/guide/use.md": ("de", "Use", "use"),
        "docs/guide/index.ru.md": ("ru", "Маяк", "guide"),
    }


# --- Docusaurus -------------------------------------------------------------------------------------------------------


def test_a_docusaurus_site_keeps_its_slugs_and_finds_its_translations(site):
    """Numbers before a name are an order; a slug may be a path; versions of the past are left out."""
    current = "i18n/fa/docusaurus-plugin-content-docs/current"
    found = loaded(
        site,
        {
            "docusaurus.config.ts": 'export default { i18n: { defaultLocale: "en", locales: ["en", "fa"] } };',
            "docs/01-intro.md": "---\nslug: /\n---\n# Hello\n\nText.",
            "docs/02-guide/03-install.mdx": "---\nid: setup\n---\nText.",
            "docs/02-guide/use.md": "---\nslug: /guide/how-to-use\n---\nText.",
            "docs/_part.mdx": "Not a page.",
            f"{current}/02-guide/use.md": "Text.",
            "i18n/fa/docusaurus-plugin-content-docs/version-1.0/02-guide/use.md": "Text.",
            "versioned_docs/version-1.0/02-guide/use.md": "Text.",
            "blog/2021/03/04/first.md": "Text.",
            "blog/2021-03-05-second/index.md": "Text.",
            "i18n/fa/docusaurus-plugin-content-blog/2021-03-05-second/index.md": "Text.",
        },
    )
    assert {path: (article.language, article.slug) for path, article in found.items()} == {
        "docs/01-intro.md": ("en", "intro"),
        "docs/02-guide/03-install.mdx": ("en", "setup"),
        "docs/02-guide/use.md": ("en", "how-to-use"),
        f"{current}/02-guide/use.md": ("fa", "use"),
        "blog/2021/03/04/first.md": ("en", "first"),
        "blog/2021-03-05-second/index.md": ("en", "second"),
        "i18n/fa/docusaurus-plugin-content-blog/2021-03-05-second/index.md": ("fa", "second"),
    }
    groups = {path: article.translation_group for path, article in found.items()}
    assert groups["docs/02-guide/use.md"] == groups[f"{current}/02-guide/use.md"] != ""
    assert found["blog/2021/03/04/first.md"].published_at == datetime(2021, 3, 4, tzinfo=UTC)


# --- all --------------------------------------------------------------------------------------------------------------


def test_files_of_one_name_in_two_folders_are_two_articles(site):
    """The second has its folders in its slug; the name of a slug that somebody gave is nobody else's."""
    found = loaded(
        site,
        {
            "docs/client/install.md": "Text.",
            "docs/server/install.md": "Text.",
            "docs/server/fa/install.md": "Text.",
            "blog/2021-03-04-notes.md": "Text.",
            "blog/2021-03-05-notes.md": "Text.",
        },
    )
    assert {path: article.slug for path, article in found.items()} == {
        "docs/client/install.md": "install",
        "docs/server/install.md": "server-install",
        "docs/server/fa/install.md": "install",
        "blog/2021-03-04-notes.md": "notes",
        "blog/2021-03-05-notes.md": "blog-2021-03-05-notes",
    }


def test_the_groups_of_two_folders_are_kept_apart():
    """Two sites may each have an `about` in two languages."""
    files = [PurePosixPath("about.md"), PurePosixPath("about.fa.md"), PurePosixPath("alone.md")]
    one, two = places(files, "/one", "en"), places(files, "/two", "en")
    assert one[files[0]].group == one[files[1]].group != two[files[0]].group == two[files[1]].group
    assert one[files[2]].group == ""


@pytest.mark.parametrize(
    "settings",
    ["defaultContentLanguage = 'tlh'", "defaultContentLanguage = [", b"\xff\xfe", "defaultContentLanguage = 3"],
)
def test_settings_that_say_nothing_useful_stop_nothing(site, settings):
    """The site's own default language holds."""
    (article,) = loaded(site, {"hugo.toml": settings, "content/a.md": "Text."}).values()
    assert article.language == "en"
