"""A folder of Markdown is loaded article by article; a bad file is named with its line and stops no other."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from corpus import loading
from corpus.indexing import IndexReport
from corpus.loaders import SourceNotFound
from corpus.loading import load
from corpus.models import Article
from corpus.search import search

from .articles import publish

pytestmark = pytest.mark.django_db

GOOD = """---
title: The lighthouse
date: 2020-03-12
language: en
translation: lighthouse
summary: How it was built.
questions:
  - Who built it?
  - When?
---
It was built by Ida Brekke.
"""


def errors(report) -> list[str]:
    return [str(error) for error in report.errors]


def test_an_article_is_loaded_with_all_its_front_matter(site):
    """And can be found at once."""
    report = load("markdown", site({"en/light.md": GOOD}))
    assert report.index == IndexReport(added=1)
    assert (report.loaded, report.errors) == (1, ())
    article = Article.objects.get()
    assert (article.title, article.slug, article.language) == ("The lighthouse", "light", "en")
    assert (article.summary, article.translation_group) == ("How it was built.", "lighthouse")
    assert article.questions == ["Who built it?", "When?"]
    assert article.published_at == datetime(2020, 3, 12, tzinfo=UTC)
    assert article.is_searchable
    assert search("Who built the lighthouse?", "en").hits[0].title == "The lighthouse"


@pytest.mark.parametrize(
    ("path", "front", "language"),
    [
        ("fa/a.md", "", "fa"),
        ("zh/a.md", "", "zh-hans"),
        ("posts/pt-BR/2020/a.md", "", "pt"),
        ("about.ru.md", "", "ru"),
        ("a.md", "", "en"),
        ("notes/a.md", "", "en"),
        ("de/a.md", "lang: fr", "fr"),
        ("de/a.md", "language: zh", "zh-hans"),
    ],
)
def test_the_language_is_that_of_the_front_matter_else_of_the_folder(site, path, front, language):
    """A folder counts only when it is named for a language and nothing else."""
    load("markdown", site({path: f"---\ntitle: x\n{front}\n---\nText."}))
    assert Article.objects.get().language == language


@pytest.mark.parametrize(
    ("text", "title", "body"),
    [
        ("# The *old* light\n\nText.", "The old light", "Text.\n"),
        ("The light\n=========\n\nText.", "The light", "Text.\n"),
        ("---\ntitle: The light\n---\n# The Light\n\nText.", "The Light", "Text.\n"),
        ("---\ntitle: Kept\n---\n# Another\n\nText.", "Kept", "# Another\n\nText.\n"),
        ("Text.\n\n## First heading\n\nMore.", "First heading", "Text.\n\n## First heading\n\nMore.\n"),
        ("Text alone.", "A file name", "Text alone.\n"),
        ("---\ntitle: 2024\n---\nText.", "2024", "Text.\n"),
    ],
)
def test_the_title_is_that_of_the_front_matter_else_of_the_first_heading(site, text, title, body):
    """A heading that only repeats the title is no text."""
    load("markdown", site({"a-file-name.md": text}))
    article = Article.objects.get()
    assert (article.title, article.body) == (title, body)


@pytest.mark.parametrize(
    ("front", "slug", "address"),
    [
        ("url: /en/old-light/", "old-light", ""),
        ("url: https://tarn.example/posts/old-light.html", "old-light", "https://tarn.example/posts/old-light.html"),
        ("slug: New Light", "new-light", ""),
        ("url: /a/b/\nslug: c", "c", ""),
        ("url: /fa/%D9%81%D8%A7%D9%86%D9%88%D8%B3/", "فانوس", ""),
        ("url: /hi/बंदरगाह/", "बंदरगाह", ""),
        ("url: /", "light", ""),
        ("", "light", ""),
    ],
)
def test_the_slug_is_the_last_segment_of_the_url(site, front, slug, address):
    """An absolute url is where links lead; a relative one or none leads to the page here."""
    load("markdown", site({"light.md": f"---\ntitle: x\n{front}\n---\nText."}))
    article = Article.objects.get()
    assert (article.slug, article.address) == (slug, address)


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("---\ntitle: [x\nlanguage: en\n---\nText.", 3, "not YAML"),
        ("---\ntitle: x\n\tdate: 2020\n---\nText.", 3, "not YAML"),
        ("---\n- a\n- b\n---\nText.", 2, "names with values"),
        ("---\ntitle: x\nText without an end.", 1, "not closed"),
        ("---\ntitle: x\ndate: 2026-02-30\n---\nText.", 3, "date should be a date"),
        ("---\ntitle: x\nlanguage: tlh\n---\nText.", 3, "'tlh' is none of"),
        ("---\ntitle: x\nquestions: {a: b}\n---\nText.", 3, "list of texts"),
        ("---\ntitle: [a, b]\n---\nText.", 2, "title should be a text"),
        ("---\ntitle: x\ndraft: perhaps\n---\nText.", 3, "true or false"),
        ("---\ntitle: x\n---\n\n", 4, "no text"),
        ("", 1, "empty"),
        (" \n\n", 1, "empty"),
        (b"---\ntitle: x\n---\ncaf\xe9", 4, "not UTF-8"),
        (b"One\nTwo\0", 2, "null character"),
        (f"---\ntitle: {'x' * 301}\n---\nText.", 1, "title:"),
        ("---\ntitle: x\nurl: 'https://tarn.example/a b/<script>'\n---\nText.", 3, "address:"),
        ("---\ntitle: x\nurl: 'http://[::1'\n---\nText.", 3, "url should be an address"),
        ('---\ntitle: "x \\ud800"\n---\nText.', 2, "cannot be stored"),
        ('---\ntitle: x\nquestions: ["Why?", "\\0"]\n---\nText.', 3, "cannot be stored"),
        ("---\ntitle: x\ndate: 0001-01-01T00:00:00+14:00\n---\nText.", 3, "date should be a date"),
        ("---\ntitle: x\ndate: 9999-12-31T23:59:59-10:00\n---\nText.", 3, "date should be a date"),
    ],
)
def test_a_bad_file_is_named_with_its_line_and_the_others_load(site, content, line, words):
    """Nothing of it is stored."""
    report = load("markdown", site({"en/bad.md": content, "en/good.md": GOOD}))
    (error,) = errors(report)
    assert error.startswith(f"en/bad.md:{line}: ")
    assert words in error
    assert [article.slug for article in Article.objects.all()] == ["good"]


def test_what_cannot_be_opened_is_named_and_the_others_load(site, tmp_path):
    """A link in a circle, one that leads nowhere, a name that is not UTF-8; a folder's name may end like a file's."""
    folder = Path(site({"en/good.md": GOOD, "en/folder.md/inner.md": "# Inside\n\nText."}))
    (folder / "en/circle.md").symlink_to("circle.md")
    (folder / "en/nowhere.md").symlink_to("gone.md")
    (folder / "en/up").symlink_to("..")
    Path(os.fsdecode(os.fsencode(folder) + b"/en/caf\xe9.md")).write_text("Text.")
    report = load("markdown", str(folder))
    assert errors(report) == [
        "en/caf\\xe9.md:1: the name of the file is not UTF-8",
        "en/circle.md:1: this is no file, or a link that leads nowhere",
        "en/nowhere.md:1: this is no file, or a link that leads nowhere",
    ]
    assert report.loaded == 2


def test_a_folder_that_cannot_be_read_is_named_and_keeps_its_articles(site, monkeypatch):
    """Nobody knows that they are gone."""
    folder = site({"en/light.md": GOOD, "de/licht.md": "# Licht\n\nText."})
    load("markdown", folder)

    def walk(top, onerror):
        onerror(PermissionError(13, "Permission denied", f"{folder}/de"))
        yield f"{folder}/en", [], ["light.md"]

    monkeypatch.setattr("os.walk", walk)
    report = load("markdown", folder)
    assert errors(report) == ["de:1: the folder cannot be read: Permission denied"]
    assert Article.objects.searchable().count() == 2


def test_the_same_address_twice_is_an_error_of_the_second(site):
    """In one language; another language may have the same slug."""
    files = {
        "en/a.md": "---\nslug: light\n---\nA.",
        "en/b.md": "---\ntitle: B\nslug: light\n---\nB.",
        "de/light.md": "C.",
    }
    report = load("markdown", site(files))
    assert errors(report) == ["en/b.md:3: en/a.md has this address already (en, light)"]
    assert report.loaded == 2


def test_an_article_written_here_is_never_overwritten(site):
    """Its editor would not expect it."""
    publish("Mine", "My own text.", slug="light")
    report = load("markdown", site({"en/light.md": GOOD, "en/other.md": GOOD}))
    assert errors(report) == ["en/light.md:1: an article written here has this address already (en, light)"]
    assert Article.objects.get(slug="light").body == "My own text."


def test_loading_again_changes_only_what_has_changed(site):
    """And what an editor did here in the meantime stays until the file changes."""
    folder = site({"en/a.md": GOOD, "en/b.md": GOOD.replace("Ida", "Nils"), "en/c.md": GOOD})
    load("markdown", folder)
    Article.objects.get(slug="c").delete()
    withdrawn = Article.objects.get(slug="a")
    withdrawn.status = "draft"
    withdrawn.save()
    site({"en/b.md": GOOD.replace("Ida", "Nora")})
    assert load("markdown", folder).index == IndexReport(added=1, changed=1, unchanged=1)
    withdrawn.refresh_from_db()
    assert withdrawn.status == "draft"
    assert "Nora" in Article.objects.get(slug="b").body


def test_a_file_that_is_gone_is_withdrawn_and_comes_back(site, tmp_path):
    """Withdrawn, not deleted; other folders and articles written here are left alone."""
    publish("Mine", "My own text.")
    folder = site({"en/a.md": GOOD, "en/b.md": GOOD})
    load("markdown", folder)
    gone = tmp_path / "site" / "en" / "b.md"
    gone.unlink()
    assert load("markdown", folder).index == IndexReport(removed=1, unchanged=1)
    assert Article.objects.get(slug="b").status == "draft"
    assert Article.objects.searchable().count() == 2
    gone.write_text(GOOD)
    assert load("markdown", folder).index == IndexReport(added=1, unchanged=1)


def test_a_file_that_went_bad_keeps_its_last_good_version(site):
    """A slip of the pen withdraws nothing."""
    folder = site({"en/a.md": GOOD, "en/b.md": GOOD})
    load("markdown", folder)
    site({"en/b.md": "---\ntitle: [\n---\n"})
    report = load("markdown", folder)
    assert len(report.errors) == 1
    assert report.index == IndexReport(unchanged=1)
    assert Article.objects.searchable().count() == 2


def test_an_empty_folder_withdraws_nothing(site, tmp_path):
    """It is more likely a mount that failed."""
    folder = site({"en/a.md": GOOD})
    load("markdown", folder)
    (tmp_path / "site" / "en" / "a.md").unlink()
    assert load("markdown", folder).loaded == 0
    assert Article.objects.searchable().count() == 1


def test_a_folder_that_has_moved_keeps_its_articles(site, tmp_path):
    """They are found again by language and slug."""
    load("markdown", site({"en/a.md": GOOD}))
    key = Article.objects.get().pk
    (tmp_path / "site").rename(tmp_path / "moved")
    report = load("markdown", str(tmp_path / "moved"))
    assert (report.loaded, report.errors) == (1, ())
    assert Article.objects.get().pk == key


@pytest.mark.parametrize("checked", [True, False])
def test_two_loads_at_once_load_each_article_once(site, monkeypatch, checked):
    """The other load stored it after we looked, before or after our check of its address."""
    folder = site({"en/light.md": GOOD})
    load("markdown", folder)
    find, looks = loading._find, iter([Article()])
    monkeypatch.setattr(loading, "_find", lambda entry: next(looks, None) or find(entry))
    if not checked:
        monkeypatch.setattr(Article, "full_clean", lambda article: None)
    report = load("markdown", folder)
    assert (report.loaded, report.errors) == (1, ())
    assert Article.objects.count() == 1


def test_a_draft_is_stored_and_not_searched(site):
    """Front matter says so."""
    load("markdown", site({"en/a.md": "---\ntitle: x\ndraft: true\n---\nText."}))
    assert not Article.objects.searchable().exists()


def test_the_owners_exclusion_survives_a_load(site):
    """Even when the file has changed."""
    folder = site({"en/a.md": GOOD})
    load("markdown", folder)
    Article.objects.update(excluded=True)
    site({"en/a.md": GOOD.replace("Ida", "Nora")})
    load("markdown", folder)
    assert not Article.objects.searchable().exists()


def test_hidden_files_and_other_kinds_are_passed_over(site):
    """Only Markdown is read; line ends and a byte-order mark do not matter."""
    windows = "\ufeff" + GOOD.replace("\n", "\r\n")
    report = load("markdown", site({".git/a.md": GOOD, "b.txt": GOOD, "c.markdown": windows}))
    assert (report.loaded, report.errors) == (1, ())
    assert Article.objects.get().title == "The lighthouse"


def test_a_source_that_is_not_there_is_an_error_of_its_own(tmp_path):
    """Not an empty folder."""
    with pytest.raises(SourceNotFound):
        load("markdown", str(tmp_path / "nowhere"))
