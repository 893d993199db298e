"""Words that shape a question and say nothing about its subject: articles, pronouns, auxiliaries, question words.

They count little in a question. In a large corpus their frequency alone would see to that; in one of a dozen articles
"how" and "does" can be rarer than the subject. The lists are short on purpose: long ones do not help.
"""

from __future__ import annotations

from functools import cache

from gate.folding import fold_for_search

FUNCTION_WORDS = {
    "en": """
        a an the and or but of in on at to for from by with about as into than then that this these those
        there it its he she they them his her their i me my we us our you your is are was were be been being
        am do does did done doing has have had can could may might will would shall should must not no what
        which who whom whose when where why how many much long often any some all also if so please tell s t
    """,
    "fa": """
        و یا که در به از با بر برای تا را این آن اینها آنها او وی من ما شما تو آنان است هست هستند بود بودند
        شد شدند شده می نمی ها های ی ام ات اش باشد باشند دارد دارند داشت کرد کردند کند کنند کنم کنیم خود هم
        نیز اگر اما ولی پس هر چه چی چرا چگونه چطور چند چقدر چقدری کی کجا کدام کدامیک آیا لطفا بگو بگویید یک
        نام چیست کیست بوده میشود
    """,
    "ar": """
        و أو في من إلى على عن مع ب ل ك هذا هذه ذلك تلك هو هي هم هن أنا نحن أنت أنتم الذي التي الذين كان كانت
        كانوا يكون تكون قد لقد لا لم لن ليس ليست ما ماذا متى أين كيف كم لماذا هل أي أية من إن أن إذا ثم بعد
        قبل كل بعض أيضا عند بين هناك يمكن يمكنني تم اسم
    """,
    "ru": """
        и а но или в во на к ко с со у о об от до из за по для при под над без не ни же ли бы это этот эта
        эти тот та те он она оно они его ее их я мне мы нас нам вы вас вам ты мой наш ваш свой был была было
        были быть есть будет что чего чем кто кого кому когда где куда откуда как какой какая какое какие
        каким какую какого каких какова каков сколько почему зачем чей чья ли можно если то так также все
    """,
    "hi": """
        का की के को में से पर ने और या एक यह ये वह वे इस इन उस उन उसके उनके उनकी उनका उसकी उसका मैं मुझे हम
        हमें आप तुम मेरा अपना अपने अपनी है हैं था थी थे हो होता होती होते हुआ हुई हुए हूँ गया गई गए जा जाता
        जाती जाते कर करता करती करते करना किया की लिए साथ तक भी ही तो नहीं न क्या कौन कौन-सा कौनसा सा सी से
        कब कहाँ कैसे कैसा कैसी कितना कितने कितनी क्यों किस किसने किसे किसका किसकी किसके जो कि अगर सकता सकते
        सकती रहता रहती कृपया था नाम
    """,
    "zh-hans": """
        的 了 是 在 和 与 或 有 吗 呢 吧 啊 这 那 这个 那个 他 她 它 他们 我 我们 你 你们 您 什么
        什么时候 时候 何时 哪里 哪儿 哪个 哪些 哪 谁 怎么 怎样 如何 为什么 为何 多少 几 多长 多久 多长时间 多
        能 可以 会 要 请 请问 被 把 从 到 对 于 为 之 以 及 其 也 都 就 不 没有 没 一个 什么样 叫 名字
    """,
    "de": """
        der die das des dem den ein eine einer eines einem einen und oder aber von vom in im an am auf aus
        bei beim mit nach zu zum zur für über um durch als wie so dass daß nicht kein keine es er sie ihr
        ihre ihren ihrer sein seine seinen seiner ich mich mir mein wir uns unser du dich dir sich man ist
        sind war waren sei wird werden wurde wurden worden hat haben hatte hatten kann können könnte muss
        soll will darf was wer wen wem wessen wann wo wohin woher warum wieso wie viel viele vielen lange
        oft welche welcher welches welchen welchem dieser diese dieses bitte auch gibt denn da
    """,
    "fr": """
        le la les l un une des du de d et ou mais à au aux en dans sur sous par pour avec sans entre chez ce
        cet cette ces c ça il elle ils elles on je j me m moi mon ma mes nous notre vous votre tu te t se s
        son sa ses leur leurs y est sont était étaient été être a ont avait avaient fait font faire peut
        peuvent doit ne n pas plus que qu qui quoi dont où quand comment pourquoi combien quel quelle quels
        quelles lequel laquelle si aussi temps est-ce
    """,
    "es": """
        el la los las lo un una unos unas y e o u pero de del a al en con sin por para sobre entre desde
        hasta como que se su sus le les me mi mis nos nuestro te tu tus él ella ellos ellas yo es son era
        eran fue fueron ser sido está están estaba hay ha han había he hace hacen puede pueden debe no ni
        qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde adónde cómo si también este
        esta estos estas ese esa eso tiempo
    """,
    "pt": """
        o a os as um uma uns umas e ou mas de do da dos das em no na nos nas a ao aos à às com sem por pelo
        pela pelos pelas para sobre entre desde até como que se seu sua seus suas lhe me meu minha nós nosso
        te você ele ela eles elas eu é são era eram foi foram ser sido está estão estava há tem têm tinha
        pode podem deve faz fazem não nem qual quais quem quando quanto quanta quantos quantas onde aonde
        também este esta estes estas esse essa isso tempo
    """,
}


@cache
def function_words(language: str) -> frozenset[str]:
    """The list of ``language``, folded as questions are; empty for a language without one."""
    return frozenset(fold_for_search(FUNCTION_WORDS.get(language, "")).split())
