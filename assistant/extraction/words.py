"""Words that the choice of sentences looks at: which lean on what was said before, which ask for a figure."""

from __future__ import annotations


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") for word in text.split())


#: First words (or first two, with ``_``) of a sentence that points back: pronouns, demonstratives, connectives.
LEANING: dict[str, tuple[str, ...]] = {
    "en": _words(
        "he she it they his her hers its their theirs him them this that these those such here there then thus so but and or "
        "yet also however therefore hence moreover furthermore nevertheless nonetheless still instead otherwise "
        "meanwhile both neither either another others one the_same the_other the_latter the_former the_first the_second "
        "for_example for_instance in_addition as_a because_of at_that by_then in_that with_this with_that on_that after_that"
    ),
    "de": _words(
        "er sie es ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner dies diese dieser dieses diesem diesen jene "
        "jener jenes dabei dadurch dafür dagegen daher damit danach dann daran darauf daraus darin darum davon dazu "
        "deshalb deswegen doch aber und oder auch jedoch allerdings außerdem trotzdem dennoch somit so solche hier dort "
        "da beide beides das_ist das_sind letztere erstere zudem hierbei hierzu zum_beispiel"
    ),
    "fr": _words(
        "il elle ils elles on son sa ses leur leurs lui celui celle ceux celles ce cet cette ces c'est c’est cela ceci ça "
        "ainsi alors aussi mais et ou donc or puis ensuite cependant toutefois pourtant néanmoins enfin là ici y en "
        "ces_derniers ce_dernier cette_dernière par_exemple de_plus en_outre d'autres d’autres"
    ),
    "es": _words(
        "él ella ellos ellas su sus este esta esto estos estas ese esa eso esos esas aquel aquella aquello aquellos ambos "
        "ambas así entonces también pero y o además luego después sin_embargo no_obstante por_eso por_ello por_tanto "
        "por_lo aquí allí ahí tal tales dicho dicha dichos dichas lo_mismo por_ejemplo"
    ),
    "pt": _words(
        "ele ela eles elas seu sua seus suas este esta isto estes estas esse essa isso esses essas aquele aquela aquilo "
        "ambos ambas assim então também mas e ou além depois contudo porém todavia no_entanto por_isso portanto aqui ali "
        "lá aí tal tais dito dita por_exemplo"
    ),
    "ru": _words(
        "он она оно они его её ее их ему ей им этот эта это эти этого этой этому такой такая такое такие тот та то те там "
        "тут здесь тогда потом затем поэтому однако но и а или также тоже кроме_того при_этом после_этого для_этого оба "
        "обе итак зато впрочем например"
    ),
    "ar": _words(
        "هو هي هم هن هما هذا هذه هذان هؤلاء ذلك تلك أولئك وهو وهي وهم وهذا وهذه وذلك وتلك كما كذلك لذلك ولذلك لكن ولكن ثم "
        "هنا هناك وهناك وهنا أيضا أيضًا وكان وكانت وقد كان كانت بذلك وبذلك لهذا ولهذا فقد لكنه لكنها وكذلك ومع_ذلك مع_ذلك"
    ),
    "fa": _words(
        "او وی آن این آنها آن‌ها ایشان اینها این‌ها همین همان چنین اینجا آنجا سپس پس اما ولی و یا نیز همچنین بنابراین "
        "ازاین‌رو با_این در_این به_این از_این از_آن در_آن به_آن هر_دو بااین‌حال زیرا که همچنان وگرنه"
    ),
    "hi": _words(
        "वह वे यह ये उस उसे उसका उसकी उसके उन उन्हें उनका उनकी उनके इस इसे इसका इसकी इसके इन इन्हें इनका इनकी इनके "
        "उन्होंने उसने इसने इन्होंने यहाँ वहाँ यहां वहां तब फिर लेकिन परंतु किंतु और या भी इसलिए अतः ऐसा ऐसे ऐसी दोनों"
    ),
    "zh-hans": _words(
        "他 她 它 这 那 此 该 其 但 而 并 也 又 因此 所以 然后 于是 不过 然而 此外 另外 同时 后来 之后 其中 例如 两者 以及 还 则 却"
    ),
}

#: What in a question asks for a time, a day or a year.
ASKS_WHEN: dict[str, tuple[str, ...]] = {
    "en": _words("when what_year which_year what_time what_day what_date"),
    "de": _words("wann welchem_jahr welches_jahr"),
    "fr": _words("quand quelle_année quelle_heure quelle_date quel_jour"),
    "es": _words("cuándo qué_año qué_fecha qué_hora qué_día"),
    "pt": _words("quando que_ano qual_ano que_data que_horas que_dia"),
    "ru": _words("когда каком_году какой_год какого_числа во_сколько"),
    "ar": _words("متى أي_عام أي_سنة أي_ساعة"),
    "fa": _words("کی چه_زمانی چه_سالی چه_ساعتی چه_تاریخی"),
    "hi": _words("कब किस_वर्ष किस_साल किस_तारीख"),
    "zh-hans": _words("何时 什么时候 哪年 哪一年 几点"),
}

#: What in a question asks for another figure.
ASKS_FOR_VALUE: dict[str, tuple[str, ...]] = {
    "en": _words(
        "how_many how_much how_long how_often how_old how_far how_high how_wide how_big how_tall how_deep "
        "what_percent what_number cost price open_today"
    ),
    "de": _words(
        "wie_viel wie_viele wieviel wieviele wie_lange wie_oft wie_alt wie_weit wie_hoch wie_breit wie_groß "
        "kostet kosten preis"
    ),
    "fr": _words("combien quel_prix quel_pourcentage coûte tarif"),
    "es": _words("cuánto cuánta cuántos cuántas qué_porcentaje cuesta precio"),
    "pt": _words("quanto quanta quantos quantas custa preço"),
    "ru": _words("сколько стоит цена как_долго как_часто"),
    "ar": _words("كم ما_نسبة سعر تكلفة"),
    "fa": _words("چند چقدر چه‌قدر چندم قیمت هزینه"),
    "hi": _words("कितना कितनी कितने कीमत मूल्य"),
    "zh-hans": _words("多少 几 多久 多长 多大 多高 多远 价格 费用"),
}
