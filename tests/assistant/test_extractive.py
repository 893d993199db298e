"""The keyless provider: an answer out of the articles' own sentences, none that the gate would stop."""

from __future__ import annotations

import pytest

from assistant.extraction import choose
from assistant.extraction.asked import asks_for_value
from assistant.extraction.candidates import candidates
from assistant.providers.base import Finished, FinishReason, Prompt, PromptSource, TextDelta
from assistant.providers.extractive import PIECE, ExtractiveProvider
from corpus.search import Hit
from gate import SentenceGate, State

TOKEN = "NO_ANSWER"
MUSEUM = (
    "The pump house was built in 1926. It kept the low streets dry for half a century.\n\n"
    "The museum is open from 10:00 to 17:00, and on Thursday until 20:00. On Monday it stays closed.\n\n"
    "Admission to the museum costs €9 for adults. Children under 6 pay nothing."
)
DIARY = (
    "I was at the gate when the museum rang. We open the museum at 6 for friends, said the keeper.\n\n"
    "At night the museum is lit by one lamp in the porch."
)


def prompt(question: str, *texts: str, language: str = "en", about_owner: bool = False, names: tuple[str, ...] = ()):
    """A prompt over ``texts``, best hit first, each its own article."""
    sources = tuple(
        PromptSource(number, Hit(number, number, f"Article {number}", "", f"/a/{number}", language, text, 1 / number))
        for number, text in enumerate(texts, 1)
    )
    vouching = "" if about_owner else question
    return Prompt("", (), sources, question, vouching, language, 800, names)


def answer(*arguments, **options) -> list[str]:
    """The texts of the chosen sentences."""
    return [chosen.text for chosen in choose(prompt(*arguments, **options), TOKEN)]


def test_the_sentence_that_says_it_comes_first():
    """Of all sentences the one that holds what was asked is chosen."""
    assert answer("When is the museum open?", MUSEUM)[0].startswith("The museum is open from 10:00 to 17:00")
    assert answer("What does admission cost?", MUSEUM)[0] == "Admission to the museum costs €9 for adults."


def test_a_lone_sentence_brings_what_the_article_says_next():
    """The next sentence of the same paragraph goes with it; one of another paragraph does not."""
    assert answer("What does admission cost?", MUSEUM) == [
        "Admission to the museum costs €9 for adults.",
        "Children under 6 pay nothing.",
    ]


def test_a_sentence_that_leans_comes_with_the_one_before():
    """What begins with a pronoun is never quoted without what it points to."""
    chosen = answer("For how long did it keep the low streets dry, half a century?", MUSEUM)
    assert chosen[:2] == ["The pump house was built in 1926.", "It kept the low streets dry for half a century."]


def test_a_sentence_in_the_first_person_is_never_offered():
    """An article's own "I" and "we" would be stopped by the gate, so another sentence is taken, or none."""
    chosen = answer("When is the museum lit at night?", DIARY)
    assert chosen == ["At night the museum is lit by one lamp in the porch."]
    assert answer("What did the keeper say about friends?", "We open it for friends at six, the keeper told me.") == []


def test_nothing_is_said_where_nothing_of_the_question_is_held():
    """A passage may be near in words that carry nothing; then there is no answer."""
    assert answer("Does Maren Holt like jazz?", "Maren Holt builds gates in Lyngsund.", names=("Maren Holt",)) == []


def test_who_the_owner_is_is_told_as_the_article_begins():
    """A question that asks only who it is gets the opening of the article about the owner."""
    about = "Maren Holt is a harbour engineer. She was born in Vestrand by the sea. A long aside about streets follows."
    options = {"about_owner": True, "names": ("Maren Holt",)}
    for question in ("Who is Maren Holt?", "Who are you?"):
        assert answer(question, about, **options)[0] == "Maren Holt is a harbour engineer."


def test_the_same_thing_is_said_once():
    """Two articles that say the same are not both quoted."""
    other = "On every day but Monday the museum is open from 10:00 to 17:00, and on Thursday until 20:00."
    chosen = answer("When is the museum open?", MUSEUM, other)
    assert sum("Thursday" in sentence for sentence in chosen) == 1


def test_an_answer_is_short():
    """However much the articles say, an answer has at most five sentences."""
    much = "\n\n".join(f"The museum of street {n} is open on day {n} of the month." for n in range(60))
    assert 1 <= len(answer("When is the museum open?", much)) <= 5


@pytest.mark.parametrize(
    "text",
    [
        "| Day | Open |\n| --- | --- |\n| Monday | no |",
        "## When is the museum open?",
        "When is the museum open, you ask?",
    ],
)
def test_markup_headings_and_questions_are_no_sentences_of_an_answer(text):
    """A table's row, a heading and a question say nothing on their own."""
    assert candidates(1, text, "en") == ()


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("How much does it cost?", "en"),
        ("Wie viele Boote passen hinein?", "de"),
        ("بلیت موزه چند است؟", "fa"),
        ("博物馆什么时候开放？", "zh-hans"),
        ("Сколько стоит билет?", "ru"),
    ],
)
def test_a_question_for_a_figure_is_known_by_its_words(question, language):
    """How many, how much, when: in each language by its own words."""
    assert asks_for_value(question, language)


def test_a_question_for_a_reason_asks_for_no_figure():
    """Why and how do not ask for a figure."""
    assert not asks_for_value("Why do the leaves float?", "en")


async def test_the_stream_is_cut_small_and_passes_the_gate_whole():
    """What the provider streams is released to the last sentence, with the marker of each one's source."""
    asked = prompt("When is the museum open?", MUSEUM, DIARY)
    gate = SentenceGate(sources=[source.checked_text for source in asked.sources], question=asked.vouching_question)
    released, deltas = "", [delta async for delta in ExtractiveProvider().stream(asked)]
    for delta in deltas:
        if isinstance(delta, TextDelta):
            assert len(delta.text) <= PIECE
            released += gate.feed(delta.text).text
    released += gate.finish().text
    assert gate.state is State.FINISHED
    assert released.startswith("The museum is open from 10:00 to 17:00")
    assert deltas[-1] == Finished(FinishReason.STOP)


async def test_without_an_answer_the_token_is_streamed():
    """Where no sentence answers, the provider says the no-answer token and nothing else."""
    deltas = [d async for d in ExtractiveProvider().stream(prompt("Is jazz played?", "Boats lie at the quay."))]
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == TOKEN


def test_chinese_sentences_are_chosen_without_spaces_between_words():
    """Chinese has no spaces; its terms are pairs of characters."""
    text = "港口博物馆建于1926年。博物馆星期四开放到20:00。门票成人9欧元。"
    assert answer("博物馆星期四开放到几点？", text, language="zh-hans")[0] == "博物馆星期四开放到20:00。"


def test_another_article_adds_nothing_that_is_only_near():
    """A sentence of another article joins in only when it answers about as well, not because a word is shared."""
    other = "The museum of shells in a far town has a porch. A lamp of the museum was sold."
    asked = "When is the museum open on Thursday?"
    assert not [sentence for sentence in answer(asked, MUSEUM, other) if "shells" in sentence or "lamp" in sentence]


def test_the_owner_s_rules_decide_what_is_offered():
    """The gate that the answer will meet is the one that the sentences are tried by."""
    from dataclasses import replace

    from assistant.extraction import choose as choose_by
    from gate import GateRules

    # The claim's name is in the first article's text alone, and that article is not among the checked texts.
    asked = prompt("What does the gate at Lyngsund weigh?", "The gate at Lyngsund weighs what Zebulon Quux said.")

    class Unnamed(PromptSource):
        checked_text = property(lambda source: "The gate at Lyngsund weighs what was said.")

    bare = replace(asked, sources=(Unnamed(1, asked.sources[0].hit),))
    assert choose_by(bare, TOKEN) == ()
    assert choose_by(replace(bare, rules=GateRules(names=False)), TOKEN)
