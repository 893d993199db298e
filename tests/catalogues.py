"""The message catalogues: what the source says, what each language has, and the compiled files.

``python -m tests.catalogues`` brings the ``.po`` files up to date with the source and compiles them, without gettext's
programs. ``python -m tests.catalogues --merge xx=FILE.json`` takes translations from ``{"msgid": "msgstr"}`` first
(plurals as a list, a context before the id and a character 4).
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "assistant" / "locale"
#: Django's names of the locales; English is the source and has no catalogue.
LOCALES = ("fa", "ar", "ru", "hi", "zh_Hans", "de", "fr", "es", "pt")
KEYWORDS = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "_": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def source_files() -> Iterator[Path]:
    """Every Python file and template that can hold a visible string."""
    for folder in ("assistant", "corpus", "config", "templates"):
        for path in sorted((ROOT / folder).rglob("*")):
            if (
                path.suffix in {".py", ".html", ".txt"}
                and "migrations" not in path.parts
                and "sample" not in path.parts
            ):
                yield path


def extracted() -> Catalog:
    """All messages of the source, with where they stand."""
    from django.utils.translation.template import templatize

    catalogue = Catalog(fuzzy=False)
    for path in source_files():
        text = path.read_text("utf-8")
        name = str(path.relative_to(ROOT))
        if path.suffix != ".py":
            # What Django makes of a template has the calls in place, and no indentation that Python would take.
            text = "\n".join(line.strip() for line in templatize(text, origin=name).splitlines())
        stream = io.BytesIO(text.encode())
        for line, message, comments, context in extract("python", stream, KEYWORDS, comment_tags=("Translators",)):
            if message and message != ("", ""):
                catalogue.add(message, locations=[(name, line)], auto_comments=comments, context=context)
    return catalogue


def path_of(locale: str, suffix: str = "po") -> Path:
    """The catalogue of one locale."""
    return FOLDER / locale / "LC_MESSAGES" / f"django.{suffix}"


def read(locale: str) -> Catalog:
    """What stands in the repository; an empty catalogue where there is none."""
    path = path_of(locale)
    if not path.exists():
        return Catalog(locale=locale, fuzzy=False)
    with path.open("rb") as stream:
        return read_po(stream, locale=locale)


def compiled(catalogue: Catalog) -> bytes:
    """The bytes of the compiled catalogue."""
    target = io.BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def is_whole(message: Message) -> bool:
    """Whether every form of the message is translated."""
    strings = message.string if isinstance(message.string, tuple) else (message.string,)
    return bool(strings) and all(strings) and not message.fuzzy


def update(locale: str, given: dict[str, object]) -> list[str]:
    """Bring one catalogue up to date, take ``given`` translations in, compile; the ids that are still missing."""
    catalogue = read(locale)
    created = catalogue.creation_date
    catalogue.update(extracted(), no_fuzzy_matching=True)
    catalogue.creation_date = created  # so that a run without news changes nothing
    catalogue.obsolete.clear()
    for message in catalogue:
        key = message.id[0] if isinstance(message.id, tuple) else message.id
        if message.context:
            key = f"{message.context}\4{key}"
        if key and key in given:
            value = given[key]
            message.string = tuple(value) if isinstance(value, list) else value
    path_of(locale).parent.mkdir(parents=True, exist_ok=True)
    with path_of(locale).open("wb") as stream:
        write_po(stream, catalogue, width=120, omit_header=False, sort_by_file=True, include_lineno=False)
    path_of(locale, "mo").write_bytes(compiled(read(locale)))
    return [str(message.id) for message in catalogue if message.id and not is_whole(message)]


def main(arguments: list[str]) -> int:
    """Update all, say what is missing; 1 when anything is."""
    given: dict[str, dict[str, object]] = {}
    for argument in arguments:
        if argument != "--merge":
            locale, _, path = argument.partition("=")
            given[locale] = json.loads(Path(path).read_text("utf-8"))
    missing = {locale: update(locale, given.get(locale, {})) for locale in LOCALES}
    for locale, ids in missing.items():
        print(f"{locale}: {len(ids)} missing" + "".join(f"\n    {name[:100]}" for name in ids[:10]))
    return int(any(missing.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
