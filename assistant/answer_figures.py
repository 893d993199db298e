"""How well the extractive provider answers labelled questions, from passages found by the site's own search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from corpus.evaluation import Labelled, LabelledQuestion, MemoryIndex
from corpus.passages import count_words
from corpus.search import Hit
from gate import SentenceGate
from gate.folding import fold_for_search

from .conf import conf
from .extraction import choose
from .identity import Identity
from .prompts import build_prompt
from .providers.base import Prompt
from .providers.extractive import compose


@dataclass(frozen=True)
class AnswerFigures:
    """Shares of 0..1 of the questions whose answers are known: one stands in the first, first two, three sentences.

    ``words`` is the length of an answer on average, where one was given. ``stopped`` counts answers that the gate would
    have stopped, and is never anything but 0 in a sound build.
    """

    questions: int
    answer_at_1: float
    answer_at_2: float
    answer_at_3: float
    words: float
    unanswered: float
    stopped: int


def measure_answers(
    data: Labelled, identity: Identity, progress: Callable[[int, int], None] | None = None
) -> AnswerFigures:
    """The figures for the questions of ``data`` that have an answer in it; whatever their score, none is refused."""
    index = MemoryIndex(data.passages, data.language)
    asked = [question for question in data.questions if question.is_answerable and question.answers]
    places: list[int] = []
    lengths: list[float] = []
    stopped = 0
    for done, question in enumerate(asked, start=1):
        prompt = _prompt(question, data, index, identity)
        sentences = [sentence.text for sentence in choose(prompt, conf.no_answer_token)]
        places.append(_place(sentences, question.answers))
        if sentences:
            lengths.append(sum(map(count_words, sentences)))
            stopped += _is_stopped(prompt)
        if progress:
            progress(done, len(asked))
    number = len(asked) or 1
    at = [sum(0 < place <= most for place in places) / number for most in (1, 2, 3)]
    return AnswerFigures(
        questions=len(asked),
        answer_at_1=at[0],
        answer_at_2=at[1],
        answer_at_3=at[2],
        words=sum(lengths) / len(lengths) if lengths else 0.0,
        unanswered=(len(asked) - len(lengths)) / number,
        stopped=stopped,
    )


def _prompt(question: LabelledQuestion, data: Labelled, index: MemoryIndex, identity: Identity) -> Prompt:
    hits = []
    for place, score in index.search(question.text).passages[: conf.source_limit]:
        passage = data.passages[place]
        address = f"/{passage.article}/"
        hits.append(Hit(place, passage.article, passage.title, "", address, data.language, passage.text, score))
    return build_prompt(
        question.text,
        data.language,
        (),
        hits,
        identity,
        about_owner=False,
        no_answer_token=conf.no_answer_token,
        max_output_tokens=conf.max_output_tokens,
    )


def _place(sentences: list[str], answers: tuple[str, ...]) -> int:
    """Up to which sentence, from 1, an answer stands in the text as a whole; 0 where none does."""
    wanted = [_folded(answer) for answer in answers if _folded(answer)]
    for number in range(1, len(sentences) + 1):
        text = _folded(" ".join(sentences[:number]))
        if any(answer in text for answer in wanted):
            return number
    return 0


def _folded(text: str) -> str:
    return " ".join(fold_for_search(text).split()).strip(" .,;:،؛。，")


def _is_stopped(prompt: Prompt) -> bool:
    """Whether the gate stops the answer as it is streamed."""
    gate = SentenceGate(
        [source.checked_text for source in prompt.sources],
        prompt.language,
        question=prompt.vouching_question,
        rules=prompt.rules,
        no_answer_token=conf.no_answer_token,
    )
    return gate.feed(compose(prompt)).stopped or gate.finish().stopped
