"""Figures over labelled questions, made by the site's own ranking."""

from __future__ import annotations

import pytest

from corpus.evaluation import LabelledPassage, MemoryIndex, evaluate, floor_for, rank_of, read
from corpus.search import search

from .articles import publish

TOPICS = {
    "lighthouse": "The lighthouse of Tarn was built by the engineer Ida Brekke and burns paraffin.",
    "bakery": "The bakery of Tarn opens at six, and its rye bread is baked in a stone oven.",
    "harbour": "The harbour of Tarn has two piers, and ferries leave from the northern one at noon.",
}
QUESTIONS = {
    "lighthouse": "Which engineer built the lighthouse?",
    "bakery": "When does the bakery open?",
    "harbour": "From which pier do ferries leave?",
}
DATA = {
    "language": "en",
    "passages": [
        {"id": name, "article": number, "title": name.title(), "text": text}
        for number, (name, text) in enumerate(TOPICS.items())
    ],
    "questions": [
        {"question": text, "gold": [name], "answerable": True, "article": number, "answers": []}
        for number, (name, text) in enumerate(QUESTIONS.items())
    ],
}


def test_figures_count_ranks_and_refusals():
    """Each topic is left out once, and then refused."""
    figures = evaluate(read(DATA))
    assert (figures.questions, figures.recall_at_1, figures.recall_at_6, figures.mrr_at_10) == (3, 1, 1, 1)
    assert (figures.false_refusals, figures.refused) == (0, 1)


def test_a_floor_that_is_too_high_or_too_low_shows():
    """The two kinds of error."""
    assert evaluate(read(DATA), floor=1.1).false_refusals == 1
    assert evaluate(read(DATA), floor=0).refused == 0


def test_the_rank_is_that_of_the_first_right_passage():
    """0 where there is none."""
    assert rank_of(["a", "b", "c"], {"c", "b"}) == 2
    assert rank_of(["a"], {"b"}) == 0


def test_a_floor_of_ones_own_refuses_the_share_that_is_asked_for():
    """Scores below it are refused."""
    assert floor_for([0.1, 0.2, 0.3, 0.4], 0.75) == 0.4
    assert floor_for([], 0.95) == 0


@pytest.mark.django_db
def test_the_index_in_memory_ranks_and_scores_as_the_database_does():
    """So that figures are those of the site."""
    for name, text in TOPICS.items():
        publish(name.title(), text)
    passages = [
        LabelledPassage(name, number, name.title(), text) for number, (name, text) in enumerate(sorted(TOPICS.items()))
    ]
    index = MemoryIndex(passages, "en")
    for question in (*QUESTIONS.values(), "Tarn", "How do I cook rice?"):
        result, ranking = search(question, "en"), index.search(question)
        assert [hit.title.lower() for hit in result.hits] == index.keys(ranking, 6)
        assert result.score == ranking.score
