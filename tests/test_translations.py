"""Every visible string is translated into all ten languages, and the compiled catalogues are fresh."""

from __future__ import annotations

import re
from string import Formatter

import pytest
from babel.messages.mofile import read_mo

from tests.catalogues import KEYWORDS, LOCALES, extracted, is_whole, path_of, read, source_files

PERCENT = re.compile(r"%\((\w+)\)[sd]")


@pytest.fixture(scope="module")
def source():
    """What the source says now."""
    return extracted()


@pytest.mark.parametrize("locale", LOCALES)
def test_every_message_of_the_source_is_translated(locale, source):
    """No message of the source is missing, empty or fuzzy in a catalogue."""
    catalogue = read(locale)
    missing = []
    for message in source:
        if message.id:
            key = message.id[0] if isinstance(message.id, tuple) else message.id
            found = catalogue.get(key, message.context)
            if found is None or not is_whole(found):
                missing.append(key)
    assert not missing, f"{len(missing)} missing, the first: {missing[:5]}; run python -m tests.catalogues"


def test_no_message_hides_behind_another_name():
    """Only the names that ``tests.catalogues`` knows are looked for: an alias of one would never be translated."""
    aliases = re.compile(r"\b[np]?p?gettext(?:_lazy|_noop)? as (\w+)")
    for path in source_files():
        assert set(aliases.findall(path.read_text("utf-8"))) <= set(KEYWORDS), path.name


@pytest.mark.parametrize("locale", LOCALES)
def test_compiled_catalogue_says_what_the_text_says(locale):
    """The .mo file, which a bare machine cannot make, holds exactly the messages of the .po file."""
    with path_of(locale, "mo").open("rb") as stream:
        compiled = {as_key(message): as_tuple(message.string) for message in read_mo(stream) if message.id}
    written = {as_key(message): as_tuple(message.string) for message in read(locale) if message.id}
    assert compiled == written


@pytest.mark.parametrize("locale", LOCALES)
def test_translation_keeps_the_placeholders(locale):
    """A translation names the same values as its source, so that no page fails in one language only."""
    for message in read(locale):
        if not message.id or not is_whole(message):
            continue
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        wanted = set().union(*(placeholders(text) for text in ids))
        for text in strings:
            # A plural form may spell its number out; nothing may be invented.
            assert placeholders(text) <= wanted, f"{text!r} names what {ids[0]!r} does not"
            if len(strings) == 1 and len(ids) == 1:
                assert placeholders(text) == wanted, f"{text!r} lacks what {ids[0]!r} names"


def as_key(message) -> tuple[str | None, tuple[str, ...]]:
    """Context and id, alike for both kinds of file."""
    return message.context, as_tuple(message.id)


def as_tuple(value) -> tuple[str, ...]:
    """One string or several, always as a tuple."""
    return (value,) if isinstance(value, str) else tuple(value)


def placeholders(text: str) -> set[str]:
    """The names in ``{name}`` and ``%(name)s``."""
    braces = set()
    if "{" in text:
        braces = {name for _, name, _, _ in Formatter().parse(text) if name}
    return braces | set(PERCENT.findall(text))
