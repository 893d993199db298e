"""The owner's synonyms: what means the same on this site is found by each of its names, from the moment it is saved."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.urls import reverse

from corpus.search import DEFAULT_FLOOR, search
from corpus.synonyms import MOST_WAYS, SynonymEntry, SynonymGroup, ways

from .articles import BAKERY, publish

pytestmark = pytest.mark.django_db


def group(*words: str, language: str = "en") -> SynonymGroup:
    """A saved group."""
    made = SynonymGroup(language=language, words=list(words))
    made.full_clean()
    made.save()
    return made


@pytest.fixture
def town():
    """Two articles: one says lighthouse, none says beacon."""
    return publish(), publish("The bakery", BAKERY)


def test_a_word_finds_what_is_written_with_its_synonym(town):
    """And no longer once the group is gone: nothing is indexed again."""
    question = "Who built the beacon tower?"
    before = search(question, "en")
    made = group("beacon tower", "lighthouse")
    after = search(question, "en")
    assert after.hits[0].title == "The lighthouse"
    assert after.score >= DEFAULT_FLOOR > before.score
    made.delete()
    assert search(question, "en") == before


@pytest.mark.parametrize("question", ["What does a ticket cost?", "What does an admission card cost?"])
def test_both_directions_count(question):
    """Whichever of them the article has."""
    publish("Tickets", "A ticket costs 12 crowns.")
    publish("Cards", "An admission card costs 9 crowns.")
    group("ticket", "admission card")
    assert {hit.title for hit in search(question, "en").hits[:2]} == {"Tickets", "Cards"}


def test_the_word_that_was_asked_comes_before_its_synonym():
    """It weighs more."""
    publish("A", "The old lantern of the harbour is lit at dusk.")
    publish("B", "The old beacon of the harbour is lit at dusk.")
    group("lantern", "beacon")
    assert search("When is the lantern lit?", "en").hits[0].title == "A"
    assert search("When is the beacon lit?", "en").hits[0].title == "B"
    assert search("When is the lantern lit?", "en").score > search("Who lit the beacon at noon?", "en").score


def test_they_are_folded_and_stemmed_as_everything_is(town):
    """Capitals, plurals and accents do not matter."""
    group("Bäckershop", "bakeries")
    assert search("when do BACKERSHOPS open", "en").hits[0].title == "The bakery"


def test_another_language_has_its_own(town):
    """A group counts for questions to the articles of its language alone."""
    group("beacon tower", "lighthouse", language="de")
    assert search("Who built the beacon tower?", "en").score < DEFAULT_FLOOR


@pytest.mark.parametrize(
    ("language", "body", "one", "other", "question"),
    [
        ("fa", "فانوس دریایی تارن در سال ۱۸۸۷ ساخته شد.", "برج نور", "فانوس دريايي", "برج نور کی ساخته شد؟"),
        ("fa", "نانوایی ساعت شش باز می‌شود.", "نان‌فروشی", "نانوایی", "نان فروشی چه ساعتی باز می‌شود؟"),
        ("zh-hans", "塔恩灯塔建于一八八七年。", "航标楼", "灯塔", "航标楼是哪一年建的？"),
        ("ar", "بُنيت منارة تارن في عام ١٨٨٧.", "الفنار", "منارة", "متى بني الفنار؟"),
        ("hi", "तार्न का प्रकाशस्तंभ १८८७ में बना था।", "दीपघर", "प्रकाशस्तंभ", "दीपघर कब बना?"),
    ],
)
def test_scripts_without_capitals_or_spaces(language, body, one, other, question):
    """Letters are folded, and Chinese needs no spaces around a word."""
    publish("1", body, language, slug="one")
    publish("2", "12345 67890", language, slug="two")
    before = search(question, language).score
    group(one, other, language=language)
    after = search(question, language)
    assert after.hits[0].title == "1"
    assert after.score > before


def test_the_question_before_is_read_with_them_too(town):
    """So that a follow-up stays with its subject."""
    group("beacon tower", "lighthouse")
    assert (
        search("And on Saturdays?", "en", previous="When is the beacon tower open?").hits[0].title == "The lighthouse"
    )


def test_a_question_is_read_in_a_limited_number_of_ways():
    """However many groups it touches."""
    for number in range(12):
        group(f"alpha{number}", *(f"beta{number}x{other}" for other in range(9)))
    question = " ".join(f"alpha{number}" for number in range(12))
    assert len(ways(question, "en")) == MOST_WAYS
    assert ways("nothing of them", "en") == []


@pytest.mark.parametrize(
    "words",
    [
        ["alone"],
        [f"word{number}" for number in range(11)],
        ["lamp", "x" * 61],
        ["lamp", "?!"],
        ["lamp", "the"],
        ["lamp", "Lamps"],
        ["lamp", "one two three four five"],
        ["lamp", 7],
        "lamp",
    ],
)
def test_a_group_that_cannot_work_is_not_taken(words):
    """Too few, too many, too long, empty, a little word, twice the same, no texts."""
    with pytest.raises(ValidationError):
        SynonymGroup(language="en", words=words).full_clean()


def test_a_language_has_a_limited_number_of_groups(monkeypatch):
    """The others still have room."""
    monkeypatch.setattr("corpus.synonyms.MOST_GROUPS", 1)
    group("lamp", "lantern")
    with pytest.raises(ValidationError):
        group("gate", "door")
    group("Lampe", "Laterne", language="de")


def test_the_owner_writes_them_in_the_admin(admin_client, town):
    """One a line; saving counts at once, and so does a change."""
    address = reverse("admin:corpus_synonymgroup_add")
    posted = {"language": "en", "words": "beacon tower\n\n lighthouse \n"}
    assert admin_client.post(address, posted).status_code == 302
    made = SynonymGroup.objects.get()
    assert made.words == ["beacon tower", "lighthouse"]
    assert search("Who built the beacon tower?", "en").score >= DEFAULT_FLOOR
    change = reverse("admin:corpus_synonymgroup_change", args=[made.pk])
    assert admin_client.post(change, {"language": "en", "words": "spire\nlighthouse"}).status_code == 302
    assert search("Who built the beacon tower?", "en").score < DEFAULT_FLOOR
    assert SynonymEntry.objects.count() == 2
    assert "spire = lighthouse" in admin_client.get(reverse("admin:corpus_synonymgroup_changelist")).content.decode()


def test_visitors_and_other_members_cannot(client, town):
    """Staff with the right alone."""
    address = reverse("admin:corpus_synonymgroup_add")
    assert client.post(address, {"language": "en", "words": "a lamp\nlighthouse"}).status_code == 302
    client.force_login(get_user_model().objects.create_user("member", password="x", is_staff=True))
    assert client.post(address, {"language": "en", "words": "a lamp\nlighthouse"}).status_code == 403
    assert not SynonymGroup.objects.exists()


def test_what_is_wrong_is_said_in_the_form(admin_client):
    """Nothing is saved."""
    response = admin_client.post(reverse("admin:corpus_synonymgroup_add"), {"language": "en", "words": "alone"})
    assert response.status_code == 200
    assert response.context["adminform"].form.errors["words"]
    assert not SynonymGroup.objects.exists()
