"""Thirty questions to the small model, through the real site: ``python -m tests.bench.local_model [--markers]``.

Prints what became of each, then every released sentence beside the passage that it cites, to be read by hand: does the
article support it? Last, what ``replay`` says of the recordings. ``--markers`` holds the model to a marker after each
sentence. ``--raw`` prints the raw answers too: unchecked text. Takes five to fifteen minutes.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from script.local_model import defaults, settings, start
from tests.live.reading import asked, events, query, read_all
from tests.servers.site import SiteServer, manage, prepare_database, start_site

#: What the sample's articles answer, and at the end of each language what they do not.
QUESTIONS = {
    "en": (
        "Who is Maren Holt?",
        "How long does closing the Lyngsund gate take?",
        "What did the Lyngsund gate cost, and who paid?",
        "When does the Lyngsund gate close?",
        "How many times has the Lyngsund gate closed?",
        "How wide is each leaf of the gate?",
        "What does a berth for a boat of ten metres cost?",
        "Which VHF channel do I call for a berth?",
        "When is the harbour museum open in winter?",
        "How much is a family ticket for the museum?",
        "How do I get to the office by bus?",
        "What does a feasibility study cost, and how long does it take?",
        "Which prize did Maren Holt win?",
        "How often are the anodes replaced?",
        "How many pages does the book Quiet Water have?",
        "How far did the old breakwater at Østhavn move?",
        "What is Maren Holt's shoe size?",
        "What is the capital of Mongolia?",
    ),
    "de": (
        "Wer ist Maren Holt?",
        "Wann schließt das Fluttor?",
        "Was kostet der Eintritt ins Museum für Kinder?",
        "Wie wird morgen das Wetter in Hamburg?",
    ),
    "fr": (
        "Combien de temps faut-il pour fermer la porte de marée ?",
        "Quel est le tarif horaire ?",
        "Qui a gagné le Tour de France ?",
    ),
    "es": ("¿Cuándo se cierra la compuerta de marea?", "¿Cuánto cuesta la entrada del museo?"),
    "fa": ("دریچه چه وقت بسته می‌شود؟", "مارن هولت کیست؟"),
    "zh-hans": ("博物馆什么时候开放？",),
}
SETTINGS = {"ASSISTANT_RECORD_ANSWERS": "true", "ASSISTANT_RATE_LIMIT": "1000/m"}
RECORDED = (
    "select r.pieces from assistant_recording r join assistant_turn t on r.turn_id = t.id where t.id = ?",
    "select sentences from assistant_turn where id = ?",
    "select number, title, heading, text from assistant_turnsource where turn_id = ? order by number",
)


@dataclass
class Asked:
    """One question and what came of it."""

    question: str
    locale: str
    status: str
    reasons: list[str]
    seconds: float
    sentences: list[dict[str, Any]] = field(default_factory=list)
    passages: dict[int, str] = field(default_factory=dict)
    raw: str = ""

    @property
    def outcome(self) -> str:
        """Its status, with the reasons."""
        return f"{self.status} ({', '.join(self.reasons)})" if self.reasons else self.status


def ask(site: SiteServer, question: str, locale: str) -> Asked:
    """Ask and read everything back, from the stream and from the site's database."""
    began = time.monotonic()
    with asked(site, question, locale) as connection:
        connection.settimeout(900)
        got = events(read_all(connection))
    one = Asked(question, locale, got[-1][1].get("status", "lost"), [], time.monotonic() - began)
    for name, data in got:
        one.reasons += {"guard": data.get("reasons", []), "refusal": [data.get("reason")]}.get(name, [])
        one.reasons += [data["code"]] if name == "error" else []
    [(turn,)] = query(site.database, "select max(id) from assistant_turn")
    pieces, sentences, sources = (_rows(site, sql, turn) for sql in RECORDED)
    one.raw = "".join(json.loads(pieces[0][0])) if pieces else ""
    one.sentences = json.loads(sentences[0][0])
    one.passages = {number: f"{title} / {heading}\n{text}" for number, title, heading, text in sources}
    return one


def _rows(site: SiteServer, sql: str, turn: int) -> list[tuple[Any, ...]]:
    return query(site.database, sql.replace("?", str(int(turn))))


def show(answers: list[Asked], *, raw: bool) -> None:
    """The table, then each released sentence with what it cites."""
    print(f"\n{'':5} {'seconds':>7} {'sentences':>9}  outcome")
    for one in answers:
        print(f"{one.locale[:5]:5} {one.seconds:7.1f} {len(one.sentences):9}  {one.outcome}  |  {one.question}")
        if raw:
            print(f"      unchecked: {one.raw!r}")
    print("\nin all:", ", ".join(f"{count} {status}" for status, count in Counter(a.status for a in answers).items()))
    stopped = Counter(reason for one in answers if one.status == "withheld" for reason in one.reasons)
    print("stopped for:", ", ".join(f"{reason} {count}" for reason, count in stopped.most_common()) or "nothing")
    count = 0
    for one in answers:
        for sentence in one.sentences:
            count += 1
            print(f"\n{count}. [{one.locale}] {one.question}\n   released: {sentence['text'].strip()}")
            for number in sentence["cited"] or [0]:
                print(f"   S{number}: {' '.join(one.passages.get(number, '(nothing)').split())}")


def main() -> None:
    """Ask them all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.local_model", description=__doc__)
    parser.add_argument("--markers", action="store_true", help="hold the model to a marker after each sentence")
    parser.add_argument("--raw", action="store_true", help="print the raw answers too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="local-model-") as folder:
        template = Path(folder) / "sample.sqlite3"
        prepare_database(template)
        model = start(markers=options.markers)
        site = start_site(
            Path(folder) / "site", template, **defaults(), **settings(model.address, model.key), **SETTINGS
        )
        try:
            answers = [ask(site, question, locale) for locale, some in QUESTIONS.items() for question in some]
            show(answers, raw=options.raw)
            for more in ([], ["--cite-all"]):
                print(f"\nreplay --recordings {' '.join(more)}\n")
                print(manage(site.database, "replay", "--recordings", *more, **SETTINGS))
        finally:
            site.stop()
            model.stop()


if __name__ == "__main__":
    main()
