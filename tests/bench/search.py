"""Our search beside others, by hand: ``python -m tests.bench.search FILE… [--robustness]``.

For each file of labelled questions: recall@1, recall@6, MRR@10 and CPU ms a query of ours on SQLite and on a real
PostgreSQL, for how many questions both give the same six passages and the same score, and the figures of ``bm25s`` and
``tantivy`` on the same passages. Both are installed by hand, see ``tests.bench.engines``.

``--robustness``: recall@6 of the same questions as people type them, and what a typo does to refusals.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from corpus.evaluation import Labelled, MemoryIndex, floor_for, rank_of, read, refusal_scores

from .mistypings import typings

ROOT = Path(__file__).parents[2]
DEPTH = 10


@dataclass(frozen=True)
class Answers:
    """What one engine found: the keys of the best ten passages for each question, and the CPU ms a query."""

    name: str
    keys: list[list[str]]
    milliseconds: float
    scores: list[float] | None = None


def main() -> None:
    """Print a table for each file, and the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--robustness", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="ask only every n-th question")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    labelled = [_read(file, arguments.every) for file in arguments.files]
    if arguments.worker:
        _work(labelled)
    elif arguments.robustness:
        _robustness(labelled)
    else:
        _compare(labelled, arguments)


def _read(file: Path, every: int) -> Labelled:
    data = read(json.loads(file.read_text("utf-8")))
    answerable = [question for question in data.questions if question.is_answerable]
    return replace(data, questions=tuple(answerable[::every]))


# --- beside others --------------------------------------------------------------------------------------------------


def _compare(labelled: Sequence[Labelled], arguments: argparse.Namespace) -> None:
    from tests.servers.postgres import postgres

    from .engines import bm25s, tantivy

    with tempfile.TemporaryDirectory(prefix="search-") as folder:
        ours = {"ours, SQLite": _asked_of(f"sqlite:///{folder}/db.sqlite3", arguments)}
        with postgres() as address:
            ours["ours, PostgreSQL"] = _asked_of(address, arguments)
    rows: dict[str, list[tuple[float, ...]]] = {}
    same = same_scores = asked = 0
    print(f"{'language':9} {'engine':17} recall@1  recall@6  MRR@10  CPU ms a query", flush=True)
    for number, data in enumerate(labelled):
        both = [Answers(name, *found[number]) for name, found in ours.items()]
        asked += len(data.questions)
        same += sum(one[:6] == other[:6] for one, other in zip(both[0].keys, both[1].keys, strict=True))
        same_scores += sum(one == other for one, other in zip(both[0].scores or [], both[1].scores or [], strict=True))
        for answers in (*both, _timed("bm25s", bm25s(data), data), _timed("tantivy", tantivy(data), data)):
            figures = (*_figures(answers.keys, data), answers.milliseconds)
            rows.setdefault(answers.name, []).append(figures)
            _print(data.language, answers.name, figures)
    for name, found in rows.items():
        _print("mean", name, [sum(column) / len(column) for column in zip(*found, strict=True)])
    best = [max(rows["bm25s"][i][0], rows["tantivy"][i][0]) for i in range(len(labelled))]
    ahead = sum(row[0] - other for row, other in zip(rows["ours, SQLite"], best, strict=True)) / len(best)
    print(f"recall@1 beside the better of the two, language by language: {ahead:+.3f} on average")
    print(f"the same six passages on both databases: {same} of {asked} questions; the same score: {same_scores}")


def _timed(name: str, ask: Callable[[str], list[str]], data: Labelled) -> Answers:
    begun = time.process_time()
    keys = [ask(question.text) for question in data.questions]
    return Answers(name, keys, 1000 * (time.process_time() - begun) / len(keys))


def _figures(keys: list[list[str]], data: Labelled) -> tuple[float, float, float]:
    ranks = [rank_of(found, question.gold) for found, question in zip(keys, data.questions, strict=True)]
    share = 1 / len(ranks)
    return (
        share * sum(rank == 1 for rank in ranks),
        share * sum(0 < rank <= 6 for rank in ranks),
        share * sum(1 / rank for rank in ranks if rank),
    )


def _print(language: str, name: str, figures: Sequence[float]) -> None:
    print(
        f"{language:9} {name:17} {figures[0]:8.3f}  {figures[1]:8.3f}  {figures[2]:6.3f}  {figures[3]:14.2f}",
        flush=True,
    )


# --- ours, in a process for each database ---------------------------------------------------------------------------


def _asked_of(address: str, arguments: argparse.Namespace) -> list[tuple[Any, ...]]:
    """What our search on the database at ``address`` finds, for each file: keys, milliseconds, scores."""
    command = [sys.executable, "-m", "tests.bench.search", *map(str, arguments.files), "--worker"]
    environment = {"DATABASE_URL": address, "DEBUG": "true", "SECRET_KEY": "bench", "ENV_FILE": os.devnull}
    done = subprocess.run(
        [*command, "--every", str(arguments.every)],
        cwd=ROOT,
        env={**os.environ, **environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return [tuple(row) for row in json.loads(done.stdout)]


def _work(labelled: Sequence[Labelled]) -> None:
    import django
    from django.conf import settings

    settings.DEBUG = False  # else every query is remembered
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps([_ask(data) for data in labelled]))


def _ask(data: Labelled) -> tuple[list[list[str]], float, list[float]]:
    """Index the passages as they are, alone, and ask every question."""
    from corpus.models import Article, Passage
    from corpus.search import search

    Article.objects.all().delete()
    _publish(data)
    keys = {
        (slug, ordinal): key
        for (slug, ordinal), key in zip(_places(data), (row.key for row in data.passages), strict=True)
    }
    places = Passage.objects.values_list("pk", "article__slug", "ordinal")
    by_passage = {pk: keys[slug, ordinal] for pk, slug, ordinal in places}
    begun = time.process_time()
    results = [search(question.text, data.language, limit=DEPTH) for question in data.questions]
    took = 1000 * (time.process_time() - begun) / len(results)
    return [[by_passage[hit.passage_id] for hit in result.hits] for result in results], took, [r.score for r in results]


def _places(data: Labelled) -> Iterator[tuple[str, int]]:
    counts: dict[int, int] = {}
    for row in data.passages:
        counts[row.article] = counts.get(row.article, -1) + 1
        yield f"article-{row.article}", counts[row.article]


def _publish(data: Labelled) -> None:
    """One article for each of the data's, whose passages are not cut again."""
    from unittest.mock import patch

    from corpus.models import Article
    from corpus.passages import CutPassage

    articles: dict[int, list[str]] = {}
    titles = {row.article: row.title for row in data.passages}
    for row in data.passages:
        articles.setdefault(row.article, []).append(row.text)

    def uncut(body: str, *_: Any, **__: Any) -> list[CutPassage]:
        return [CutPassage("", "", text) for text in json.loads(body)]

    with patch("corpus.indexing.cut", uncut):
        for number, texts in articles.items():
            Article.objects.create(
                title=titles[number],
                slug=f"article-{number}",
                language=data.language,
                body=json.dumps(texts),
                status=Article.Status.PUBLISHED,
            )


# --- as people type --------------------------------------------------------------------------------------------------


def _robustness(labelled: Sequence[Labelled]) -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    print("language  typed            questions  recall@6: as written  typed so  | refused of those: before  after")
    for data in labelled:
        index = MemoryIndex(data.passages, data.language)
        inside, outside = refusal_scores(data)
        floor = floor_for(outside, 0.95)
        for name, typed in typings(data.language):
            changed = [question for question in data.questions if typed(question.text) != question.text]
            if not changed:
                continue
            retyped = [replace(question, text=typed(question.text)) for question in changed]
            before = refusal_scores(replace(data, questions=tuple(changed)))
            after = refusal_scores(replace(data, questions=tuple(retyped)))
            shares = "  ".join(
                f"{kind} {_below(one, floor):.3f} {_below(other, floor):.3f}"
                for kind, one, other in zip(("in scope", "out of scope"), before, after, strict=True)
            )
            print(
                f"{data.language:9} {name:16} {len(changed):9}  {_recall(index, changed):20.3f}  "
                f"{_recall(index, retyped):8.3f}  | {shares}",
                flush=True,
            )


def _recall(index: MemoryIndex, questions: Sequence[Any]) -> float:
    found = [rank_of(index.keys(index.search(question.text), 6), question.gold) for question in questions]
    return sum(rank > 0 for rank in found) / len(found)


def _below(scores: Sequence[float], floor: float) -> float:
    return sum(score < floor for score in scores) / len(scores)


if __name__ == "__main__":
    main()
