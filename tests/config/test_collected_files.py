"""What browsers get: our scripts and styles without comments, and no more of them before a question than they need."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib import admin
from django.core.management import call_command

from config.storage import as_collected, without_comments
from tests.servers.node import node

STATIC = Path(settings.BASE_DIR, "static")
#: Of the panel, gzip, before a question is sent.
MOST_SCRIPT = 8 * 1024
MOST_STYLE = 3 * 1024
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|`[^`]*`')
OURS = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.suffix in (".js", ".css"))


def weight(names: list[str]) -> int:
    """Bytes of these files, each compressed as a server would."""
    return sum(len(gzip.compress(as_collected(name, (STATIC / name).read_bytes()), 9)) for name in names)


def imported(name: str) -> list[str]:
    """A module and all that it imports at once, each once; what it imports later is left out."""
    found: list[str] = []
    waiting = [name]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.append(module)
            source = without_comments((STATIC / module).read_text("utf-8"))
            waiting += [f"assistant/{other}" for other in re.findall(r'^import[^;]* from "\./([\w.]+)";', source, re.M)]
    return found


def test_the_panel_s_scripts_before_a_question_are_light():
    """The launcher of every page, and what comes with the first opening; the answer's come with the question."""
    before = {*imported("assistant/define.js"), *imported("assistant/conversation.js")}
    assert "assistant/composer.js" in before and "assistant/ask.js" not in before
    assert weight(sorted(before)) <= MOST_SCRIPT


def test_the_panel_s_styles_before_a_question_are_light():
    """With the colours; how turns look comes with the first of them."""
    assert weight(["assistant/panel.css", "tokens.css"]) <= MOST_STYLE


def test_the_launcher_alone_is_what_every_page_loads():
    """Two small modules."""
    assert imported("assistant/define.js") == ["assistant/define.js", "assistant/session.js"]


@pytest.mark.parametrize("name", [name for name in OURS if name.endswith(".js")])
def test_a_script_without_its_comments_is_the_same_script(name: str, tmp_path: Path):
    """It still reads as a module, no comment is left that stands on lines of its own, and every string is whole."""
    source = (STATIC / name).read_text("utf-8")
    bare = tmp_path / "bare.mjs"
    bare.write_text(without_comments(source), "utf-8")
    subprocess.run([node(), "--check", bare], check=True, capture_output=True)
    assert not re.search(r"^\s*(//|/\*)", bare.read_text("utf-8"), re.M)
    code = re.sub(r"/\*\*.*?\*/|^\s*//.*?$", "", source, flags=re.M | re.S)
    assert STRING.findall(code) == STRING.findall(bare.read_text("utf-8"))


@pytest.mark.parametrize(
    ("source", "bare"),
    [
        ('const a = "/* no comment */";\n', 'const a = "/* no comment */";\n'),
        ('const b = "https://x.example"; // why\n', 'const b = "https://x.example"; // why\n'),
        ("  /* one\n   two */\n  c();\n", "c();\n"),
        ("const d = /[/*]/;\n// gone\n", "const d = /[/*]/;\n"),
        ("const e = /** @type {A} */ (f);\n", "const e = (f);\n"),
    ],
)
def test_only_what_is_surely_a_comment_is_left_out(source: str, bare: str):
    """A sign of one inside a line may be anything."""
    assert without_comments(source) == bare


def test_collecting_leaves_the_files_of_libraries_as_they_are(tmp_path: Path, settings):
    """Ours are collected bare, under hashed names that reach their imports; the admin's byte by byte."""
    settings.STATIC_ROOT = tmp_path
    ours = {"BACKEND": "config.storage.ModuleStaticFilesStorage", "OPTIONS": {"location": tmp_path}}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": ours}
    call_command("collectstatic", interactive=False, verbosity=0)
    theirs = tmp_path / "admin" / "js" / "theme.js"
    assert theirs.read_bytes() == (Path(admin.__file__).parent / "static/admin/js/theme.js").read_bytes()
    (ours,) = (tmp_path / "assistant").glob("define.*.js")
    text = ours.read_text("utf-8")
    assert "@ts-check" not in text
    assert re.search(r'import\("\./conversation\.[0-9a-f]{12}\.js"\)', text)
