"""What may be answered at all: the floor, the owner, and who asks who is behind this site."""

from __future__ import annotations

import pytest

from assistant.identity import identity
from assistant.scope import RefusalReason, is_about_owner, look_up, refusal_for
from assistant.who import asks_who
from corpus.search import SearchResult

NAMES = ("Ines Dahl", "Dahl Harbour Works", "اینس دال", "Инес Даль", "伊内丝·达尔", "इनेस डाल", "إينيس دال")


@pytest.mark.parametrize(
    ("score", "about_owner", "refused"),
    [(0.49, False, True), (0.5, False, False), (0.9, False, False), (0.1, True, False), (0.9, True, False)],
)
def test_floor_and_the_owner_exception(found, score, about_owner, refused):
    """A score at the floor is covered; a question about the owner needs none."""
    result = SearchResult(tuple(found.hits), score)
    assert refusal_for(result, about_owner, 0.5) == (RefusalReason.OUT_OF_SCOPE if refused else None)


def test_a_score_without_a_passage_covers_nothing():
    """Even at a floor of zero."""
    assert refusal_for(SearchResult((), 0.0), False, 0.0) is RefusalReason.OUT_OF_SCOPE


@pytest.mark.parametrize(
    "question",
    [
        "Where did Ines Dahl study?",
        "What is INES DAHL’s fee?",
        "Ines  Dahl",
        "Wann wurde Ines Dahls Buch gedruckt?",
        "Is Dahl Harbour Works open on Monday?",
        "اینس دال کجا درس خوانده است؟",
        "کتاب اینس دال‌ها",
        "أين درست إينيس دال؟",
        "ما كتاب لإينيس دال؟",
        "Где училась Инес Даль?",
        "Расскажи о книге Инес Даля",
        "伊内丝·达尔在哪里学习？",
        "伊内丝达尔的书",
        "इनेस डाल ने कहाँ पढ़ाई की?",
        "Qui est INÈS Dahl ?",
    ],
)
def test_names_and_aliases_in_every_language(question):
    """Folded, inflected, with what Arabic writes before a word."""
    assert is_about_owner(question, NAMES)


@pytest.mark.parametrize(
    "question", ["Where is Dahlem?", "Ines Dahlberg", "Who is Dahl?", "Martines Dahl", "Where is the harbour?", ""]
)
def test_other_names_are_not_the_owner_s(question):
    """A part of a name, or a longer one, opens nothing."""
    assert not is_about_owner(question, NAMES)


WHO = {
    "en": ["Who are you?", "Hi, who are you?", "who's behind this website", "Whose site is this?"],
    "fa": ["تو کی هستی؟", "شما کیستید؟", "این سایت مال کیست؟", "چه کسی پشت این وب‌سایت است؟"],
    "ar": ["من أنت؟", "لمن هذا الموقع؟", "من وراء هذا الموقع؟", "من هو صاحب هذا الموقع؟"],
    "ru": ["Кто ты?", "Кто вы такой?", "Чей это сайт?", "Кто стоит за этим сайтом?"],
    "hi": ["आप कौन हैं?", "यह साइट किसकी है?", "इस वेबसाइट के पीछे कौन है?"],
    "zh-hans": ["你是谁？", "您是哪位", "这个网站是谁的？", "谁在运营这个网站？"],
    "de": ["Wer bist du?", "Wer sind Sie?", "Wem gehört diese Seite?", "Wer steckt hinter dieser Website?"],
    "fr": ["Qui êtes-vous ?", "Qui es-tu ?", "À qui est ce site ?", "Qui est derrière ce site ?"],
    "es": ["¿Quién eres?", "¿Quién es usted?", "¿De quién es esta página?", "¿Quién está detrás de este sitio web?"],
    "pt": ["Quem é você?", "Quem és tu?", "De quem é este site?", "Quem está por trás deste site?"],
}


@pytest.mark.parametrize("question", [question for questions in WHO.values() for question in questions])
def test_who_is_behind_this_site_in_ten_languages(question):
    """Without a name in it."""
    assert asks_who(question) and is_about_owner(question, ())


@pytest.mark.parametrize(
    "question",
    [
        "Who are you voting for?",
        "Who is the president?",
        "Who is behind this attack?",
        "Wer ist hinter dem Mond?",
        "Qui est le roi ?",
        "你是谁的粉丝？",
        "Кто ты по знаку зодиака, если ты робот и ешь пиццу",
        "تو کی هستی که بخواهی",
    ],
)
def test_questions_that_only_begin_alike(question):
    """The whole clause must ask it."""
    assert not asks_who(question)


def test_owner_s_sources_come_first_below_the_floor(found, profile):
    """What the article about the owner begins with says who somebody is."""
    found.score = 0.1
    found.hits = [found.hits[0], found.owner_hits[0]]
    scope = look_up("Who are you?", "en", identity("en"))
    assert scope.about_owner and scope.refusal is None
    assert [hit.title for hit in scope.hits] == ["Who Ines Dahl is"]


def test_owner_without_an_article_is_refused_below_the_floor(found, profile):
    """There is nothing to answer from."""
    found.score, found.owner_hits = 0.1, []
    assert look_up("Who are you?", "en", identity("en")).refusal is RefusalReason.OUT_OF_SCOPE


def test_sources_are_as_many_as_the_settings_say(found, profile, settings):
    """The owner's among them."""
    settings.ASSISTANT_SOURCES = 2
    scope = look_up("Did Ines Dahl build it?", "en", identity("en"))
    assert [hit.title for hit in scope.hits] == ["How the gate closes", "Who Ines Dahl is"]


def test_floor_of_the_profile_wins(found, profile):
    """It goes to the search as well, which looks into other languages only above it."""
    profile.score_floor = 0.95
    profile.save()
    assert look_up("How long?", "en", identity("en")).refusal is RefusalReason.OUT_OF_SCOPE
    assert found.searches[0]["floor"] == 0.95
