"""Terms: one folding for index and question, stems where they help, pairs in Chinese."""

from __future__ import annotations

import time

import pytest

from corpus.queries import FUNCTION_WEIGHT, PREVIOUS_WEIGHT, read_query
from corpus.terms import capitalised, terms


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "Closing the gates", "closed gate closings"),
        ("de", "Häuser", "Hausern"),
        ("de", "Straße", "strasse"),
        ("fr", "fenêtres", "FENÊTRE"),
        ("es", "canción", "canciones"),
        ("pt", "comportas", "comporta"),
        ("ru", "маяки", "маяков"),
        ("ru", "ёлка", "елка"),
        ("hi", "लड़कियों", "लडकियों"),
        ("fa", "كتاب‌هاي", "کتاب های"),
        ("fa", "۱۳۹۵", "1395"),
        ("ar", "المدرسةُ", "المدرسه"),
        ("ar", "أحمد", "احمد"),
        ("zh-hans", "灯塔２０１６", "灯塔2016"),
    ],
)
def test_spellings_of_one_word_share_a_term(language, one, other):
    """However it is typed or inflected."""
    assert set(terms(one, language)) & set(terms(other, language))


def test_persian_is_not_stemmed():
    """It lowers recall there."""
    assert terms("کتابخانه‌ها", "fa") == ["کتابخانه", "ها"]


def test_chinese_runs_become_pairs_and_other_words_stay():
    """Pairs overlap; a lone character stands alone."""
    assert terms("灯塔建于1887年 Tarn", "zh-hans") == ["灯塔", "塔建", "建于", "1887", "年", "tarn"]


def test_hindi_vowel_signs_are_letters():
    """A word is not broken at its vowels."""
    assert len(terms("बंदरगाह", "hi")) == 1


def test_a_text_without_letters_has_no_terms():
    """Punctuation is nothing to search for."""
    assert terms("… ?! — 。", "en") == []


def test_function_words_weigh_little():
    """They shape the question and say nothing about its subject."""
    query = read_query("How does the lighthouse close?", "en")
    assert query.terms["lighthous"] == query.terms["close"] == 1
    assert query.terms["how"] == query.terms["the"] == FUNCTION_WEIGHT
    assert query.grams["ligh"] == 1
    assert query.grams[" how"] == FUNCTION_WEIGHT


def test_function_words_are_found_inside_a_chinese_run():
    """A pair is light only when both its characters are."""
    query = read_query("灯塔什么时候开放", "zh-hans")
    assert query.terms["灯塔"] == query.terms["候开"] == query.terms["塔什"] == 1
    assert query.terms["什么"] == query.terms["时候"] == FUNCTION_WEIGHT


def test_the_question_before_weighs_less():
    """What both hold weighs as much as the question itself."""
    query = read_query("and on Fridays?", "en", previous="When is the lighthouse open?")
    assert query.terms["friday"] == 1
    assert query.terms["lighthous"] == PREVIOUS_WEIGHT
    assert query.terms["on"] == FUNCTION_WEIGHT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Who is Ida Brekke, and where is Tarn?", {"ida", "brekke", "tarn"}),
        ("où est l’École de Tarn ?", {"école", "tarn"}),
        ("It burns. Who lit it?", set()),
        ("¿Quién construyó el faro? ¿Ida?", set()),
        ("WHO BUILT THE LIGHTHOUSE?", set()),
        ("Who Built The Lighthouse?", set()),
        ("who built it", set()),
        ("فانوس کی ساخته شد؟", set()),
        ("灯塔什么时候开放", set()),
    ],
)
def test_words_that_are_written_large_within_a_sentence_are_names(text, expected):
    """Not the first of a sentence, and none where all are."""
    assert capitalised(text) == expected


@pytest.mark.parametrize("text", ["!" * 1000 + " a" * 1000, "¿" * 1000 + "A b " * 500, "a. " * 1000])
def test_names_are_found_in_linear_time(text):
    """A question may be anything: eight times the text is far from sixty-four times the work."""

    def seconds(text):
        best = []
        for _ in range(3):
            started = time.process_time()
            capitalised(text)
            best.append(time.process_time() - started)
        return min(best)

    assert seconds(text * 8) < 24 * max(seconds(text), 1e-4)


def test_function_words_are_no_names():
    """Nor is what is written small."""
    assert read_query("May I see the lamp of Ida Brekke?", "en").names == {"ida", "brekk"}
