"""Recognises "who are you?" and "who is behind this site?" in the ten languages (spec 2, §1).

By rules alone, so that the same question always has the same fate. A clause of the question must be such a question
as a whole, courtesies aside: "who are you voting for" is none.
"""

from __future__ import annotations

import re
import unicodedata

from gate.folding import fold_for_search

_CLAUSE_ENDS = re.compile(r"[.?!,;:…؟،؛۔。！？，、；：।\n]+")

_COURTESIES = (
    *("hi", "hello", "hey", "please", "and", "so", "but", "excuse me", "exactly", "really", "actually"),
    *("hallo", "bitte", "und", "eigentlich", "denn", "bonjour", "s'il vous plaît", "et", "mais", "donc", "au juste"),
    *("hola", "por favor", "y", "e", "olá", "привет", "здравствуйте", "пожалуйста", "а", "سلام", "لطفا", "مرحبا"),
    *("من فضلك", "नमस्ते", "कृपया", "आखिर"),
)

_SITES = {
    "en": "(?:website|web site|site|web page|webpage|page|blog)",
    "de": "(?:website|webseite|web site|seite|site|homepage|internetseite|blog)",
    "fr": "(?:site|site web|site internet|page|blog)",
    "es": "(?:sitio|sitio web|página|página web|web|blog)",
    "pt": "(?:site|sítio|página|blog|blogue|website)",
    "ru": "(?:сайт|сайта|сайтом|блог|блога|блогом|страница|страницей|страницы)",
    "fa": "(?:سایت|وب سایت|وبسایت|وبگاه|وبلاگ|صفحه)",
    "ar": "(?:الموقع|الموقع الإلكتروني|المدونة|الصفحة)",
    "hi": "(?:साइट|वेबसाइट|पेज|पन्ना|ब्लॉग)",
    "zh-hans": "(?:网站|站点|网页|博客|站)",
}

# In each, SITE stands for the language's words for a site. Accents and letterforms are folded on both sides.
_QUESTIONS = {
    "en": (
        "who are you|who r u|who is this|who am i (?:talking|speaking|chatting) (?:to|with)",
        "who (?:is|s) (?:behind|running) (?:this|the) SITE",
        "who (?:is|s) the (?:owner|author|person|man|woman) (?:of|behind) (?:this|the) SITE",
        "who (?:owns|runs|made|makes|wrote|writes|created|operates|maintains) (?:this|the) SITE",
        "whose SITE is (?:this|it)|(?:who is|who s) behind this",
        "(?:tell (?:me|us) (?:something )?about|introduce) yourself",
    ),
    "de": (
        "wer (?:bist du|sind sie|seid ihr)(?: eigentlich| denn)?|mit wem (?:spreche|rede|schreibe) ich(?: hier)?",
        "wer (?:steckt|steht|ist) hinter (?:dieser|der|diesem|dem) SITE",
        "wer (?:betreibt|macht|schreibt|führt|erstellt) (?:diese|die|diesen|den) SITE",
        "wem gehört (?:diese|die|dieser|der) SITE|wessen SITE ist (?:das|dies)",
        "wer ist (?:der|die) (?:inhaber|inhaberin|autor|autorin|betreiber|betreiberin) (?:dieser|der) SITE",
        "stell dich(?: bitte)? vor|stellen sie sich(?: bitte)? vor",
    ),
    "fr": (
        "qui (?:es tu|êtes vous)|(?:tu es|vous êtes|t es) qui|à qui (?:je parle|ai je affaire)",
        "qui (?:est|se cache|se trouve|y a t il) derrière (?:ce|cette) SITE",
        "à qui (?:est|appartient) (?:ce|cette) SITE",
        "qui (?:gère|tient|écrit|a créé|a fait|fait|possède|anime) (?:ce|cette) SITE",
        "qui est (?:l auteur|l autrice|l auteure|le propriétaire|la propriétaire) de (?:ce|cette) SITE",
        "présentez vous|présente toi",
    ),
    "es": (
        "quién(?:es)? (?:eres|es usted|sois|son ustedes|es)(?: tú)?|con quién (?:hablo|estoy hablando)",
        "quién(?:es)? (?:está|están|hay) detrás de (?:este|esta) SITE|de quién es (?:este|esta) SITE",
        "quién (?:hace|escribe|lleva|gestiona|creó|hizo|mantiene) (?:este|esta) SITE",
        "quién es (?:el|la) (?:dueño|dueña|autor|autora|propietario|propietaria) de (?:este|esta) SITE",
        "preséntate|preséntese",
    ),
    "pt": (
        "quem (?:é|és|são) (?:você|tu|vocês|o senhor|a senhora)|quem és|com quem (?:falo|estou (?:a falar|falando))",
        "quem está (?:por trás|por detrás|atrás) (?:deste|desta|do|da) SITE|de quem é (?:este|esta) SITE",
        "quem (?:faz|fez|escreve|mantém|criou|gere|administra) (?:este|esta) SITE",
        "quem é (?:o|a) (?:dono|dona|autor|autora|proprietário|proprietária) (?:deste|desta|do|da) SITE",
        "apresente se|apresenta te",
    ),
    "ru": (
        "кто (?:ты|вы)(?: такой| такая| такие)?|(?:ты|вы) кто|с кем я (?:говорю|разговариваю|общаюсь)",
        "кто (?:стоит )?за (?:этим|этой) SITE|кому принадлежит (?:этот|эта) SITE",
        "(?:чей|чья) (?:это|этот|эта) SITE|(?:чей|чья) SITE",
        "кто (?:ведёт|сделал|создал|пишет|владеет|владелец|автор|хозяин) (?:этот|эту|этого|этим|этой) SITE",
        "расскажи(?:те)? о себе|представь(?:ся|тесь)",
    ),
    "fa": (
        "(?:تو |شما )?(?:کی|چه کسی|کدام شخص) (?:هستی|هستید|هستین)|(?:تو |شما )?(?:کیستی|کیستید)",
        "این SITE (?:مال|برای|از آن|متعلق به) (?:کیست|کیه|کی است|چه کسی است|چه کسی)",
        "(?:پشت|صاحب|مالک|نویسنده|گرداننده) این SITE (?:کیست|کیه|کی است|کی هست|چه کسی است|چه کسی هست)",
        "(?:کی|چه کسی) (?:پشت|صاحب|مالک) این SITE (?:است|هست)",
        "این SITE را (?:کی|چه کسی) (?:می نویسد|می گرداند|اداره می کند|ساخته است|ساخته|نوشته است|نوشته)",
        "خودت را معرفی کن|خودتان را معرفی کنید",
    ),
    "ar": (
        "(?:من|مين) (?:أنت|أنتم|أنتي|تكون|حضرتك)|مع من (?:أتحدث|أتكلم)",
        "من (?:هو |هي )?(?:صاحب|صاحبة|مالك|مالكة|مؤلف|كاتب|كاتبة) هذا SITE|من (?:هو |هي )?(?:صاحب|صاحبة) هذه SITE",
        "(?:من|من الذي) (?:وراء|خلف|يقف وراء|يقف خلف|يدير|أنشأ|صنع|يكتب|يملك) (?:هذا|هذه) SITE",
        "لمن (?:هذا|هذه|يعود هذا|يعود) SITE|لمن SITE هذا",
        "عرف (?:نفسك|بنفسك|عن نفسك)|حدثني عن نفسك|من تكون",
    ),
    "hi": (
        "(?:आप|तुम|तू) कौन (?:हैं|हो|है)|मैं किससे बात कर (?:रहा|रही) (?:हूं|हूँ)",
        "(?:यह|ये) SITE किस(?:की|का|के|ने बनाई|ने बनाया) है|(?:यह|ये) किसकी SITE है",
        "इस SITE के पीछे कौन (?:है|हैं)",
        "इस SITE (?:का|की|के) (?:मालिक|लेखक|लेखिका|स्वामी|मालकिन) कौन (?:है|हैं)",
        "(?:यह|इस|ये) SITE (?:को )?(?:कौन) (?:चलाता|चलाती|लिखता|लिखती|बनाता|बनाती) है",
        "अपना परिचय (?:दें|दीजिए|दो)|अपने बारे में (?:बताएं|बताइए|बताओ)",
    ),
    "zh-hans": (
        "(?:你|您|你们)(?:到底|究竟)?是(?:谁|哪位|什么人)|我在(?:和|跟)谁(?:说话|聊天|对话)",
        "(?:这个|这|本|该)SITE(?:是|属于)谁(?:的|做的|写的|办的|运营的|创建的)?|这是谁的SITE",
        "(?:是)?谁(?:在)?(?:运营|经营|拥有|创建|创办|写|做|管理|维护)(?:了)?(?:这个|这|本|该)SITE(?:的)?",
        "(?:这个|这|本|该)SITE(?:的)?(?:背后|后面|幕后)(?:的人)?是(?:谁|什么人)|谁在(?:这个|这|本|该)SITE(?:的)?背后",
        "(?:这个|这|本|该)SITE的?(?:主人|作者|站长|所有者|拥有者)是谁",
        "谁是(?:这个|这|本|该)SITE的?(?:主人|作者|站长|所有者|拥有者)",
        "请?(?:介绍一下(?:你|您)?自己|自我介绍一下|做个自我介绍)",
    ),
}


def in_words(text: str) -> str:
    """Folded, without accents and punctuation, one space between words and around: ``" who is maren holt "``."""
    letters = "".join(" " if unicodedata.category(char)[0] in "PSC" else char for char in fold_for_search(text))
    return f" {' '.join(letters.split())} "


def asks_who(question: str) -> bool:
    """Whether a clause of ``question`` asks who is speaking here, or who is behind this site."""
    return any(_asks_who(clause) for clause in _CLAUSE_ENDS.split(question))


def _asks_who(clause: str) -> bool:
    words = in_words(clause)
    return any(pattern.fullmatch(words) for pattern in _PATTERNS) or bool(_CHINESE.fullmatch(words.replace(" ", "")))


def _pattern(language: str) -> re.Pattern[str]:
    questions = "|".join(_QUESTIONS[language]).replace("SITE", _SITES[language])
    courtesy = "|".join(in_words(courtesy).strip() for courtesy in _COURTESIES)
    around = "" if language == "zh-hans" else " "
    # The syntax of a pattern is ASCII, so folding it changes its words alone.
    return re.compile(f"{around}(?:(?:{courtesy}) )*(?:{fold_for_search(questions)})(?: (?:{courtesy}))*{around}")


_CHINESE = _pattern("zh-hans")
_PATTERNS = [_pattern(language) for language in _QUESTIONS if language != "zh-hans"]
