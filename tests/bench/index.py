"""What the index costs by its size, by hand: ``python -m tests.bench.index FILE [--sizes 1000,10000] [--postgres]``.

FILE holds labelled questions of a language that parts its words with spaces; the texts are a mixture of its passages
(``tests.bench.mixture``), the questions are its own. On SQLite (a file), or on a real PostgreSQL: milliseconds a
passage to index them with the product's own code, the size of the database, and for 200 questions CPU milliseconds
each, of this process and of the database's: the mean, the 95th percentile and the worst. Each is asked three times, and
the least counts: other work on the machine costs CPU time, too. Beside them the same of the database's own full-text
search (``tests.bench.fulltext``), and how many times as much ours takes.

Beyond ``--own`` passages the database copies what is there (``tests.bench.copies``), and what is timed is the product's
code indexing some more on top. ``--whole N`` says for N questions how often the best six are those of a search that
reads every posting of every word.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

ROOT = Path(__file__).parents[2]
QUESTIONS = 200
#: Asked before any is measured.
WARMING = 20
#: Articles that are made before they are indexed.
ARTICLES = 100
#: Passages that are indexed on top of copied ones.
ON_TOP = 500
#: Passages that are compared by all terms where every posting has been read.
MOST_COMPARED = 1_000
#: The yardstick is a million additions in so many parts.
STEPS = 50
#: How often each question is asked.
TIMES = 3


def main() -> None:
    """Start a process for the database, which prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--own", type=int, default=10_000, help="how many passages the product's code fills in")
    parser.add_argument("--whole", type=int, default=0, help="how many questions are asked of every posting, too")
    parser.add_argument("--questions", type=int, default=QUESTIONS)
    parser.add_argument("--bare-questions", type=int, default=QUESTIONS, help="how many the full-text search is asked")
    parser.add_argument("--keep", type=Path, help="a SQLite database that is kept and filled further")
    parser.add_argument("--no-bare", action="store_true", help="ours alone")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        _work(arguments)
        return
    with ExitStack() as stack:
        if arguments.postgres:
            from tests.servers.postgres import postgres

            address = stack.enter_context(postgres())
        else:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="index-"))
            address = f"sqlite:///{arguments.keep.resolve() if arguments.keep else f'{folder}/db.sqlite3'}"
        environment = {
            "DATABASE_URL": address,
            "DEBUG": "true",
            "SECRET_KEY": "bench",
            "ENV_FILE": os.devnull,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            # So that one process of the server does, and is seen to do, all the work for a query.
            "PGOPTIONS": "-c max_parallel_workers_per_gather=0",
        }
        command = [sys.executable, "-m", "tests.bench.index", *sys.argv[1:], "--worker"]
        sys.exit(subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}).returncode)


def _work(arguments: argparse.Namespace) -> None:
    import django
    from django.conf import settings

    settings.DEBUG = False  # else every query is remembered
    django.setup()
    from django.core.management import call_command

    from corpus.evaluation import read

    from .mixture import Mixture

    call_command("migrate", verbosity=0)
    data = read(json.loads(arguments.file.read_text("utf-8")))
    answerable = [question.text for question in data.questions if question.is_answerable]
    questions = answerable[:: max(1, len(answerable) // arguments.questions)][: arguments.questions]
    filling = Filling(Mixture(data), data.language)
    print(HEADER, flush=True)
    for size in map(int, arguments.sizes.split(",")):
        filling.fill(size, arguments.own)
        _measure(filling, questions, arguments)


# --- filling --------------------------------------------------------------------------------------------------------


class Filling:
    """A database that is filled from one size to the next."""

    def __init__(self, mixture, language: str) -> None:
        self.language = language
        #: Seconds, and how many passages they were for: of the last filling.
        self.seconds, self.added = 0.0, 0
        self._mixture = mixture

    @property
    def passages(self) -> int:
        """How many the index holds."""
        from corpus.models import IndexedLanguage

        row = IndexedLanguage.objects.filter(language=self.language).first()
        return row.passages if row else 0

    def fill(self, size: int, own: int) -> None:
        """Index articles until there are ``size`` passages; making and storing the articles does not count."""
        from corpus.indexing import index

        from .copies import multiply

        held = self.passages
        if size > own:
            if held < own:
                self.fill(own, own)
                held = self.passages
            if size > held:
                multiply(math.ceil((size - ON_TOP) / held))
                _settle()
            size = self.passages + ON_TOP
        before = held = self.passages
        self.seconds = 0.0
        while held < size:
            keys = self._articles(ARTICLES if size - held > 10 * ARTICLES else 10)
            begun = time.perf_counter()
            index(keys)
            self.seconds += time.perf_counter() - begun
            held = self.passages
        self.added = held - before
        _settle()

    def _articles(self, number: int) -> list[int]:
        """Store so many articles more; nothing indexes them yet."""
        from django.utils import timezone

        from corpus.models import Article

        first = Article.objects.count()
        texts = [self._mixture.article(first + i) for i in range(number)]
        made = Article.objects.bulk_create(
            Article(
                title=text.title[:300],
                slug=f"article-{first + i}",
                language=self.language,
                body="\n\n".join(text.paragraphs),
                status=Article.Status.PUBLISHED,
                published_at=timezone.now(),
            )
            for i, text in enumerate(texts)
        )
        return [article.pk for article in made]


def _settle() -> None:
    """What the database does by itself within minutes: counting its rows, writing its log into its file."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)" if connection.vendor == "sqlite" else "VACUUM ANALYZE")


def _bytes() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        else:
            cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


# --- measuring ------------------------------------------------------------------------------------------------------

HEADER = (
    "passages  of                seconds  ms a passage      bytes  a passage  | CPU ms a query: mean    p95   worst"
    "  of them the database's process"
)


@dataclass(frozen=True)
class Cost:
    """Of one engine at one size; ``queries`` are CPU milliseconds of this process and of the database's."""

    name: str
    seconds: float
    added: int
    bytes: int
    queries: Sequence[tuple[float, float]]

    @property
    def mean(self) -> float:
        return fmean(own + other for own, other in self.queries)

    def print(self, passages: int) -> None:
        whole = sorted(own + other for own, other in self.queries)
        print(
            f"{passages:8}  {self.name:14} {self.seconds:10.1f}  {1000 * self.seconds / self.added:12.2f}  "
            f"{self.bytes:9}  {self.bytes / passages:9.0f}  | {self.mean:20.2f}  {whole[int(0.95 * len(whole))]:5.1f}  "
            f"{whole[-1]:6.1f}  {fmean(other for _, other in self.queries):6.2f}",
            flush=True,
        )


def _measure(filling: Filling, questions: Sequence[str], arguments: argparse.Namespace) -> None:
    from django.db import connection

    from corpus.search import search

    from .fulltext import FullText

    passages, language = filling.passages, filling.language
    size = _bytes()
    asked = _asked(lambda question: search(question, language), questions)
    ours = Cost(f"ours, {connection.vendor[:8]}", filling.seconds, filling.added, size, asked)
    ours.print(passages)
    if arguments.whole:
        _compare(questions[: arguments.whole], language)
    if arguments.no_bare:
        return
    bare = FullText(language)
    begun = time.perf_counter()
    bare.fill(_texts(language))
    took = time.perf_counter() - begun
    asked = _asked(bare.ask, questions[: arguments.bare_questions])
    theirs = Cost("full text, bare", took, passages, _bytes() - size, asked)
    theirs.print(passages)
    bare.drop()
    _settle()
    per_passage = (ours.seconds / ours.added) / (theirs.seconds / theirs.added)
    print(
        f"{passages:8}  ours / bare  {per_passage:33.2f}  {ours.bytes / theirs.bytes:20.2f}  "
        f"| {ours.mean / theirs.mean:20.2f}",
        flush=True,
    )


def _texts(language: str) -> Iterator[str]:
    from corpus.models import Passage

    rows = Passage.objects.filter(language=language).order_by("pk")
    last = 0
    while page := list(rows.filter(pk__gt=last).values_list("pk", "article__title", "heading", "text")[:1000]):
        yield from ("\n".join(texts) for _key, *texts in page)
        last = page[-1][0]


def _asked(ask: Callable[[str], object], questions: Sequence[str]) -> list[tuple[float, float]]:
    """CPU milliseconds for each question: of this process, and of the database's where it has one."""
    found, yardstick = [], []
    with _server_time() as server_time:
        for question in questions[:WARMING]:
            ask(question)
        for question in questions:
            runs = []
            for _ in range(TIMES):
                own, other = time.process_time(), server_time()
                ask(question)
                runs.append((1000 * (time.process_time() - own), 1000 * (server_time() - other)))
            found.append(min(runs, key=sum))
            yardstick.append(min(map(_yardstick, range(TIMES))))
    print(f"          a million additions took {STEPS * fmean(yardstick):.0f} ms of CPU meanwhile", flush=True)
    return found


def _yardstick(_turn: int) -> float:
    """CPU milliseconds of a fixed piece of work, because a busy machine makes every process slower."""
    begun, total = time.process_time(), 0
    for number in range(1_000_000 // STEPS):
        total += number
    return 1000 * (time.process_time() - begun)


@contextmanager
def _server_time() -> Iterator[Callable[[], float]]:
    """Tells the CPU seconds of the server's process for this connection; zero for SQLite, which is in this process."""
    from django.db import connection

    if connection.vendor == "sqlite":
        yield lambda: 0.0
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        key = cursor.fetchone()[0]
    # In nanoseconds; ``stat`` would say it in hundredths of a second.
    with open(f"/proc/{key}/schedstat") as file:

        def seconds() -> float:
            file.seek(0)
            return int(file.read().split()[0]) / 1e9

        yield seconds


def _compare(questions: Sequence[str], language: str) -> None:
    """How far the best six are those of a search that reads every posting."""
    from unittest.mock import patch

    from corpus.search import search

    def keys(question: str) -> list[int]:
        return [hit.passage_id for hit in search(question, language).hits]

    bounded = list(map(keys, questions))
    with patch("corpus.candidates.MOST_POSTINGS", sys.maxsize), patch("corpus.candidates.COMPARED", MOST_COMPARED):
        whole = list(map(keys, questions))
    pairs = list(zip(bounded, whole, strict=True))
    kept = fmean(len(set(some) & set(every)) / (len(every) or 1) for some, every in pairs)
    same = fmean(some == every for some, every in pairs)
    first = fmean(some[:1] == every[:1] for some, every in pairs)
    print(
        f"          {len(questions)} questions beside a search of every posting: {kept:.3f} of its six, "
        f"its first {first:.3f}, the same six in its order {same:.3f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
