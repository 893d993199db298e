"""The owner's synonyms: words and phrases of one language that mean the same on this site.

A question with one of a group is also read with the others put in for it, in both directions, so that an article may
say "lantern" where visitors ask for the lamp. They are compared as everything is, folded and stemmed, and looked up
when a question is asked: a group counts from the moment it is saved.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from gate.folding import fold_for_search

from .function_words import function_words
from .languages import languages
from .terms import is_chinese, terms_of, words

MOST_GROUPS = 500
MOST_IN_GROUP = 10
MOST_CHARACTERS = 60
MOST_WORDS = 4
#: How many ways with synonyms a question is read in, at most.
MOST_WAYS = 9


def validate_words(value: Any) -> None:
    """A group is a list of short texts, at least two."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValidationError(_("Give a list of words."))
    if not 2 <= len(value) <= MOST_IN_GROUP:
        raise ValidationError(_("Give two words at least, and ten at most."))
    if any(len(item) > MOST_CHARACTERS for item in value):
        raise ValidationError(_("A word or phrase has at most 60 characters."))


class SynonymGroup(models.Model):
    """Words and phrases that mean the same."""

    language = models.CharField(_("language"), max_length=10, choices=languages, default="en")
    words = models.JSONField(
        _("words"),
        default=list,
        validators=[validate_words],
        help_text=_("Words or phrases that mean the same, one a line. Who asks for one finds the others."),
    )

    class Meta:
        verbose_name = _("synonyms")
        verbose_name_plural = _("synonyms")
        ordering = ["language", "pk"]

    def __str__(self) -> str:
        return " = ".join(map(str, self.words))

    def save(self, *args: Any, **kwargs: Any) -> None:
        """The words can be looked up as soon as the group is saved."""
        with transaction.atomic():
            super().save(*args, **kwargs)
            self.entries.all().delete()
            keys = dict.fromkeys(_key(str(word), self.language) for word in self.words)
            SynonymEntry.objects.bulk_create(
                SynonymEntry(group=self, language=self.language, first=_first(key, self.language), key=key)
                for key in keys
                if key
            )

    def clean(self) -> None:
        """Each word can be looked for, none stands twice, and a language has a limited number of groups."""
        if not isinstance(self.words, list) or not all(isinstance(word, str) for word in self.words):
            return
        keys = [_key(word, self.language) for word in self.words]
        for word, key in zip(self.words, keys, strict=True):
            if not _says_something(word, self.language) or len(key.split()) > MOST_WORDS:
                raise ValidationError({"words": _("Give words that carry a meaning, in phrases of at most four.")})
        if len(set(keys)) < len(keys):
            raise ValidationError({"words": _("Two of these words are the same to the search already.")})
        if SynonymGroup.objects.filter(language=self.language).exclude(pk=self.pk).count() >= MOST_GROUPS:
            raise ValidationError(_("This language has as many groups as it can have."))


class SynonymEntry(models.Model):
    """A word of a group as questions are searched for it: by what it begins with."""

    group = models.ForeignKey(SynonymGroup, models.CASCADE, related_name="entries")
    language = models.CharField(max_length=10)
    #: Its first term; in Chinese its first character.
    first = models.CharField(max_length=64)
    #: All its terms, parted by spaces; in Chinese its folded characters.
    key = models.CharField(max_length=300)

    class Meta:
        verbose_name = _("synonyms")
        verbose_name_plural = _("synonyms")
        indexes = [models.Index(fields=["language", "first"], name="synonym_by_first")]

    def __str__(self) -> str:
        return self.key


def ways(question: str, language: str, previous: str = "") -> list[dict[str, str]]:
    """What may be put in for words of ``question`` and of the one before it, one dict for each further way to read it.

    Folded words by the folded words that they stand in for; the likeliest way first, ``MOST_WAYS`` at most. One query.
    """
    asked = [*_phrases(question, language), *_phrases(previous, language)]
    firsts = {_first(key, language) for key, _words in asked}
    rows = SynonymEntry.objects.filter(language=language, first__in=firsts).order_by("pk")
    groups: dict[str, list[str]] = {}
    for key, members in rows.values_list("key", "group__words"):
        groups.setdefault(key, []).extend(members)
    others: dict[str, list[str]] = {}
    for key, phrase in asked:
        members = [_folded(str(word), language) for word in groups.get(key, ()) if _key(str(word), language) != key]
        if members:
            others[phrase] = list(dict.fromkeys(members))
    return list(_combined(others))[:MOST_WAYS]


def _combined(others: dict[str, list[str]]) -> Iterator[dict[str, str]]:
    """Each phrase replaced alone; where there are several, all at once before that."""
    if len(others) > 1:
        yield {phrase: members[0] for phrase, members in others.items()}
    for row in zip_longest(*([(phrase, member) for member in members] for phrase, members in others.items())):
        yield from ({pair[0]: pair[1]} for pair in row if pair)


def _phrases(text: str, language: str) -> Iterator[tuple[str, str]]:
    """The phrases of ``text`` that may stand in a group: each as a key, and as folded words."""
    found = list(words(text))
    if is_chinese(language):
        line = "".join(word for word, _is_han in found)
        pieces = (line[i:j] for i in range(len(line)) for j in range(i + 1, min(i + MOST_CHARACTERS, len(line)) + 1))
        yield from ((piece, piece) for piece in pieces)
        return
    keys = [" ".join(terms_of(word, is_han, language)) for word, is_han in found]
    for i in range(len(found)):
        for j in range(i + 1, min(i + MOST_WORDS, len(found)) + 1):
            yield " ".join(keys[i:j]), " ".join(word for word, _is_han in found[i:j])


def _folded(text: str, language: str) -> str:
    return ("" if is_chinese(language) else " ").join(word for word, _is_han in words(text))


def _key(text: str, language: str) -> str:
    if is_chinese(language):
        return _folded(text, language)
    return " ".join(term for word, is_han in words(text) for term in terms_of(word, is_han, language))


def _first(key: str, language: str) -> str:
    return key[:1] if is_chinese(language) else key.split(" ", 1)[0]


def _says_something(text: str, language: str) -> bool:
    """Whether ``text`` has a word that is not one of the little ones, which stand in every question."""
    listed = function_words(language)
    return any(fold_for_search(word) not in listed for word, _is_han in words(text))
