"""First-person words: which stop an answer, and what is set aside before any list is read (spec 1, §5).

The lists live with their languages. English, Persian, Arabic, Russian, Hindi and Chinese apply to every answer,
the others to answers in their own language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from . import languages
from .languages.base import Language
from .sources import Sources

# Letters as they are written, unlike ``fold``: Arabic لدي is "I have", لدى "at"; Portuguese nós is "we", nos "in the".
_SPELLING: dict[int, str | None] = dict.fromkeys((*range(0x064B, 0x0653), 0x0670, 0x0640, 0x200D, 0x00AD, 0x200B))
_SPELLING |= dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
_SPELLING |= {0x200C: " ", 0x2019: "'", 0x2018: "'", 0x02BC: "'", 0x093C: None, 0x0901: "\u0902", ord("ё"): "е"}
_SPELLING |= {ord("ي"): "ی", ord("ك"): "ک"}
# Stress, where no letter carries it as its own: Russian dictionaries write мы́шца.
_SPELLING |= {0x0300: None, 0x0301: None}

_WORD = r"[\w\u0900-\u0963\u0970-\u0dff]"
_WORDS = re.compile(rf"{_WORD}+")
_ASCII_WORDS = re.compile(r"[a-z0-9_]+")

_ADDRESS = re.compile(
    r"(?:https?://|www\.)[^\s<>\"]+|[^\s@<>()]+@[^\s@<>()]+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s<>\"]*", re.I
)
_CAPITALS = re.compile(r"(?<![^\W_])[A-ZÀ-ÖØ-ÞА-ЯЁ]{2,}(?![^\W_])")
_AUTHORS = re.compile(r"(?<![^\W_])[^\W\d_]+(?:[-'’][^\W\d_]+)*(?=,?\s+et\s+(?:al\b|coll\b))")
# What a numeral I follows, with a capital letter. The list is shared: an answer may name a foreign law or war.
_HEADS = (
    "Annexe?|Annexes|Anexo|Appendix|Articles?|Artikel|Art\\.|Art[ií]culo|Artigo|Anhang|Anlage|Band|Bd\\.|Book|Buch|Canto|"
    "Cap[ií]tulo|Cap\\.|Chapitre|Chapter|Ch\\.|Class|Clase|Classe|Division|Fase|Fig\\.|Figure|Grade|Grad|Group|Gruppe|Grupo|"
    "Groupe|Guerra Mundial|Guerre mondiale|Kapitel|Klasse|Level|Livre|Livro|Libro|Mark|Nivel|N[ií]vel|Niveau|No\\.|"
    "Nr\\.|Parte?|Partie|Phase|Plan|Plate|Protocol|Round|Schedule|Section|Series|Si[eè]cle|Siglo|S[ée]culo|Stage|Stufe|"
    "Tab\\.|Table|Tableau|Tafel|Teil|Tier|Title|Titre|T[ií]tulo|Titel|Tom[eo]|Type|Typ|Tipo|Unit|Vol\\.|Volumen?|Weltkrieg|"
    "World War|WW|War|Zone|Zona"
)
_SPEAKS = (
    "am|was|have|had|will|would|shall|should|can|could|may|might|must|do|did|don't|didn't|like|liked|love|loved|made|wrote|"
    "write|use|used|built|build|saw|see|know|knew|think|thought|read|want|wanted|work|worked|live|lived|went|go|bought|found|"
    "founded|created|designed|drew|chose|took|teach|taught|led|ran|run|also|never|always|just|really|myself|personally|hope"
)
_NUMERAL = re.compile(
    rf"(?<![^\W_])(?:(?:{_HEADS})\s+I(?![^\W_'’])(?!\s+(?:{_SPEAKS})\b)"
    # In lower case only where what follows shows that it is a number.
    r"|(?:type|phase|stage|class|grade|level|part|section|article|chapter|annex|table|symbol)\s+I"
    r"(?=\s*(?:[.,;:()]|$|and\b|or\b|errors?\b|diabetes\b|trials?\b|stud(?:y|ies)\b|clinical\b|cancer\b|collagen\b|of\b|d[ue]\b|des\b|del\b|d[ao]s?\b))"
    # Heads of other languages, whose words no English pronoun follows.
    rf"|(?:annexe|anexo|apéndice|apêndice|cap[ií]tulo|chapitre|fase|nivel|nível|niveau|grado|grau|classe|clase|tipo|tomo|tome|"
    rf"art[ií]culo|artigo|libro|livro|livre|siglo|século|siècle|parte|partie|título|titre)\s+I(?![^\W_'’])(?!\s+(?:{_SPEAKS})\b))"
)
# "I" beside another numeral, before a hyphen and a digit (a road), a slash, or in brackets; "i)" and "i.e.".
_NUMERALS = re.compile(
    r"(?<![^\W_])I(?:\s*(?:[-–,/]|and|or|und|et|y|e|и|to)\s*)(?:II|III|IV|V|VI|O)(?![^\W_])|(?<![^\W_])I-\d|\(i\)|\(I\)"
    r"|</?i>|(?<![^\W_])i(?=\.\s?e\.|\)|-th|\s?=)|(?<=[^\W_]['’ʻ])i(?![^\W_])"
    # Initials (R.I.P.), and beside a word of another script, where an English pronoun would not stand.
    r"|(?<![^\W_])I\.(?=\s?[A-Z])|(?<=[^\W\d_]\.)I(?=\.[^\W\d_])|(?<![^\W_])I(?=\s+[\u0370-\u1dff\u2c00-\ud7ff])"
    r"|(?<=[\u0370-\u1dff\u2c00-\ud7ff]\s)I(?=\s*(?:[,.;:)»]|$))"
)
# A mine with a name (Barton Mine); not what is said of a thing, in a sentence or a heading.
_NAMED_MINE = re.compile(
    r"(?<![^\W_])(?!(?:Is|Are|Was|Were|Be|Been|Not|All|Of|And|Or|But|Than|Like|Always|Still|Only|That|This|These|Those|It)\s)"
    r"[A-Z][^\W\d_]+(?:['’-][^\W\d_]+)*\s+Mines?(?![^\W_])"
)
# A ruler's numeral. Before a verb that only "I" can have it is none, nor after a word that begins sentences.
_NAME_AND_I = re.compile(
    r"(?<![^\W_])([^\W\d_]+)\s+I(?![^\W_]|['’](?!s\b))"
    r"(?!\s+(?:am|have|do|don['’]t|think|know|see|like|love|hope|want|use|write|work|live|go|teach|take|say|believe|mean|feel|"
    r"find|need|make|understand|remember|recommend|agree|cannot|can['’]t)\b)"
)
_STARTERS = languages.get("en").splitting.starters
_QUOTED = re.compile(
    r"“([^“”]*)”|\"([^\"]*)\"|«([^«»]*)»|„([^„“”]*)[“”]|»([^«»]*)«|「([^「」]*)」|『([^『』]*)』|‘([^‘’]*)’(?!\w)"
    r"|《([^《》]*)》|〈([^〈〉]*)〉|‹([^‹›]*)›|(?<!\w)'([^'\n]*)'(?!\w)"
)


def spell(text: str) -> str:
    """``text`` for the lists: NFKC, no vowel signs, no controls, lower case; accents and letters as written."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).translate(_SPELLING)).lower()


@dataclass(frozen=True, slots=True)
class _Lists:
    """The lists that apply to answers in one language, compiled."""

    triggers: frozenset[str]
    words: re.Pattern[str]
    set_aside: re.Pattern[str] | None
    as_written: re.Pattern[str] | None
    characters: frozenset[str]


@lru_cache(maxsize=32)
def _lists(code: str) -> _Lists:
    answer = languages.get(code)
    applied = [language for language in languages.LANGUAGES if language.voice.everywhere or language is answer]
    entries = {
        entry
        for language in applied
        for entry in language.voice.words
        if entry not in language.voice.unread_in.get(answer.code, frozenset())
    }
    characters = frozenset(character for language in applied for character in language.voice.characters)
    set_aside = [pattern for language in applied for pattern in language.voice.set_aside]
    as_written = [pattern for language in applied for pattern in language.voice.set_aside_as_written]
    spelled = sorted({spell(form) for entry in entries for form in _forms(entry)}, key=len, reverse=True)
    return _Lists(
        triggers=frozenset(_WORDS.findall(entry)[0] for entry in spelled),
        words=re.compile(
            rf"(?<!{_WORD})(?:{'|'.join(map(_whole, spelled))})"
            + (f"|[{''.join(sorted(characters))}]" if characters else "")
        ),
        set_aside=re.compile("|".join(map(spell_pattern, set_aside))) if set_aside else None,
        as_written=re.compile("|".join(as_written)) if as_written else None,
        characters=characters,
    )


def _forms(entry: str) -> set[str]:
    """An entry as it may be written: the zero-width non-joiner kept, left out, or a space."""
    entry = entry.replace("_", " ")
    return {entry, entry.replace("\u200c", "")}


def _whole(entry: str) -> str:
    return re.escape(entry) if entry.endswith("'") else rf"{re.escape(entry)}(?!{_WORD})"


def spell_pattern(pattern: str) -> str:
    """A set-aside pattern in the spelling of the text it is matched against."""
    return pattern.replace("ي", "ی").replace("ك", "ک").replace("ё", "е")


def speaks_in_first_person(
    text: str, cited: Sequence[int], sources: Sources, language: Language, *, quotes_pass: bool = True
) -> bool:
    """Whether ``text``, one sentence that cites these sources, holds a first-person word that is not set aside."""
    lists = _lists(language.code)
    if not _may_hold(spell(text), lists):
        return False
    text = _without_set_asides(text)
    if lists.as_written is not None:
        text = lists.as_written.sub(" § ", text)
    if quotes_pass:
        text = _QUOTED.sub(lambda quote: " § " if _stands_in(quote, cited, sources) else quote[0], text)
    text = _NAME_AND_I.sub(lambda pair: " § " if _has_pair(pair, cited, sources) else pair[0], text)
    spelled = spell(text)
    if not _may_hold(spelled, lists):
        return False
    aside = [match.span() for match in lists.set_aside.finditer(spelled)] if lists.set_aside else []
    return any(
        not any(start <= word.start() and word.end() <= end for start, end in aside)
        for word in lists.words.finditer(spelled)
    )


def _may_hold(spelled: str, lists: _Lists) -> bool:
    if spelled.isascii():
        return not lists.triggers.isdisjoint(_ASCII_WORDS.findall(spelled))
    if not lists.triggers.isdisjoint(_WORDS.findall(spelled)):
        return True
    return any(character in spelled for character in lists.characters)


def _without_set_asides(text: str) -> str:
    text = _ADDRESS.sub(" § ", text)
    text = _AUTHORS.sub(" § ", text)
    text = _NUMERAL.sub(" § ", text)
    text = _NUMERALS.sub(" § ", text)
    text = _NAMED_MINE.sub(" § ", text)
    if not _is_in_capitals(text):
        text = _CAPITALS.sub(" § ", text)
    return text


def _is_in_capitals(text: str) -> bool:
    """Whether the sentence is written in capitals, so that capitals make no acronym."""
    words = re.findall(r"[^\W\d_]{2,}", text)
    return sum(word.isupper() for word in words) * 4 > len(words) * 3 or len(words) == 1


def _stands_in(quote: re.Match[str], cited: Sequence[int], sources: Sources) -> bool:
    words = next((group for group in quote.groups() if group is not None), "")
    return sources.quotes(cited, words)


def _has_pair(pair: re.Match[str], cited: Sequence[int], sources: Sources) -> bool:
    word = pair[1]
    if not word[0].isupper() or word.lower() in _STARTERS or word.endswith("ly"):
        return False
    return sources.have_pair(cited, word, "I")
