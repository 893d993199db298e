"""Ranking is exact, made of integers, and the same whatever order the candidates come in."""

from __future__ import annotations

from corpus.covering import rank
from corpus.queries import Reading, read_query, read_with
from corpus.ranking import Candidate, rarity, weight


def candidate(key: int, folded: str, address: str = "/a/", ordinal: int = 0, **values) -> Candidate:
    """A candidate whose only term is ``lamp``, below a title that says nothing."""
    return Candidate(key, address, ordinal, f" about \n{folded}", {"lamp": 1000}, **values)


QUERY = [Reading(read_query("lamp paraffin", "en"))]


def ranked(*candidates: Candidate) -> list[int]:
    return [key for key, _score in rank(QUERY, candidates, {"lamp": 2}, 10, "en").passages]


def test_ties_are_broken_by_address_and_then_ordinal():
    """Two databases give rows in different orders."""
    rows = [
        candidate(1, " a lamp ", "/b/", 0),
        candidate(2, " a lamp ", "/a/", 1),
        candidate(3, " a lamp ", "/a/", 0),
    ]
    assert ranked(*rows) == ranked(*reversed(rows)) == [3, 2, 1]


def test_grams_part_candidates_with_equal_terms():
    """A word that is spelt a little otherwise still counts."""
    assert ranked(candidate(1, " a lamp of glass "), candidate(2, " a lamp for parafin oil ")) == [2, 1]


def test_the_article_that_is_being_read_is_a_mild_preference():
    """It breaks a near tie, and no more."""
    plain, page = candidate(1, " a lamp "), candidate(2, " a lamp ", "/b/", is_page=True)
    assert ranked(plain, page) == [2, 1]
    assert ranked(candidate(1, " lamp paraffin "), page) == [1, 2]


def test_scores_fall_from_the_score_of_the_question():
    """The first hit has the question's score; all lie in 0..1."""
    ranking = rank(QUERY, [candidate(1, " lamp paraffin "), candidate(2, " lamp ")], {"lamp": 2}, 10, "en")
    scores = [score for _key, score in ranking.passages]
    assert scores[0] == ranking.score
    assert 0 < scores[1] < scores[0] <= 1


def test_a_question_without_terms_scores_nothing():
    """There is nothing to search for."""
    assert rank([Reading(read_query("?!", "en"))], [candidate(1, " lamp ")], {}, 10, "en").score == 0
    assert rank(QUERY, [], {}, 0, "en").score == 0


def test_weights_are_integers_that_grow_with_count_and_rarity():
    """Thousandths."""
    assert isinstance(weight(1, 100, 150), int)
    assert weight(1, 100, 150) < weight(2, 100, 150)
    assert weight(1, 300, 150) < weight(1, 100, 150)
    assert rarity(100, 1000) < rarity(1, 1000)
    assert rarity(10, 10) > 0


def test_the_best_sentence_decides_between_passages_that_hold_the_same_words():
    """Words that stand together answer; words that are scattered do not."""
    query = [Reading(read_query("lamp of the paraffin tower", "en"))]
    together = Candidate(1, "/b/", 0, " lamp of the paraffin tower \n and more \n and more again ", {"lamp": 1000})
    scattered = Candidate(2, "/a/", 0, " lamp of the and \n more paraffin and more \n again tower ", {"lamp": 1000})
    assert rank(query, [scattered, together], {"lamp": 2}, 10, "en").passages[0][0] == 1


def test_a_question_scores_higher_where_one_article_stands_out():
    """A question about something else finds its words too, but scattered over the site."""
    texts = [" lamp paraffin "] + [" lamp "] * 5
    one = [candidate(number, text, "/a/" if number < 4 else f"/{number}/") for number, text in enumerate(texts)]
    many = [candidate(number, text, f"/{number}/") for number, text in enumerate(texts)]
    assert rank(QUERY, one, {"lamp": 6}, 200, "en").score > rank(QUERY, many, {"lamp": 6}, 200, "en").score


def test_a_reading_with_other_words_counts_less_than_the_question_s_own():
    """The same words, found as a stand-in."""
    stand_in = read_with("lantern paraffin", "en", {"lantern": "lamp"}, weight=0.8)
    readings = [Reading(read_query("lantern paraffin", "en")), stand_in]
    rows = [candidate(1, " lamp paraffin "), candidate(2, " tower ", "/b/")]
    assert 0.8 < stand_in.trust < 1
    assert rank(readings[:1], rows, {"lamp": 2}, 10, "en").score < rank(readings, rows, {"lamp": 2}, 10, "en").score
    assert rank(readings, rows, {"lamp": 2}, 10, "en").score < rank(QUERY, rows, {"lamp": 2}, 10, "en").score


def test_a_question_scores_higher_where_its_names_stand_in_the_best_passage():
    """Other words are found anywhere; who asks for somebody else is told by the name."""
    asked = [Reading(read_query("Who lit the lamp of Brekke?", "en"))]
    frequencies = {"lamp": 2, "brekk": 2, "lit": 2}
    named = Candidate(1, "/a/", 0, " a lamp ", {"lamp": 1000, "brekk": 1000})
    lit = Candidate(1, "/a/", 0, " a lamp ", {"lamp": 1000, "lit": 1000})
    other = Candidate(2, "/b/", 0, " a tower ", {"lamp": 100, "lit": 100, "brekk": 100})
    assert (
        rank(asked, [named, other], frequencies, 20, "en").score
        > rank(asked, [lit, other], frequencies, 20, "en").score
    )
    small = [Reading(read_query("who lit the lamp of brekke?", "en"))]
    scores = {rank(small, [one, other], frequencies, 20, "en").score for one in (named, lit)}
    assert len(scores) == 1


def test_a_question_scores_higher_where_the_title_holds_its_words():
    """The first line of a folded passage is its article's title."""
    titled = Candidate(1, "/a/", 0, " the lamp \n burns oil ", {"lamp": 1000})
    plain = Candidate(1, "/a/", 0, " burns oil \n the lamp ", {"lamp": 1000})
    assert rank(QUERY, [titled], {"lamp": 2}, 10, "en").score > rank(QUERY, [plain], {"lamp": 2}, 10, "en").score
