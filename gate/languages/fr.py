"""French."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice, abbreviations, counted, named, words

SPLITTING = Splitting(
    abbreviations=abbreviations(
        # Titles before names, and what joins two halves of a clause.
        never="""
            mt v M Me Col Cap mr mrs mm mme mmes mlle mlles mgr mes dr drs pr prof ste sts stes st r.p s.a.r s.e s.m gén
            cdt lt sgt adj cf p.ex par.ex c.-à-d c.à.d c-à-d càd env i.e e.g vs ndlr éd éds dir trad coll ibid op.cit
            loc.cit al et.al ap av n resp sq sqq dép arr conf voy ex ill illustr publ trav gouv dict encycl syst équiv
            collab éval exempl categ anc
        """,
        before_number="""
            p pp n no nos art fig figs chap vol t tome tab pl f ff l § al alin éd col réf tél bd boul r c janv févr
            avr juil sept oct nov déc
        """,
        may_end="""
            bros corp co inc ltd jr sr u.s u.s.a é.-u e.-u r.d.c s.a s.a.r.l o.n.u u.e bld pl fg rte suiv j.-c hab
            p.-d.g ph.d
        """,
        ends="etc s.v.p",
    ),
    starters=words(
        """
        le la les l' un une des du de d' ce cet cette ces c' il elle ils elles on nous vous je j' tu son sa ses leur
        leurs notre votre qui que qu' quoi quand où comment pourquoi si s' comme lorsque lorsqu' puis puisque ensuite
        alors donc mais et ou or car ainsi aussi enfin après avant pendant depuis dès dans en sur sous par pour avec
        sans entre chez vers selon malgré contre à au aux y plus moins très tous toutes tout toute chaque plusieurs
        quelques certains certaines beaucoup cependant toutefois pourtant néanmoins d'abord aujourd' aujourd'hui hier
        demain ni ne n' pas non oui voici voilà là ici même parmi outre grâce
        """
    ),
)

VOICE = Voice(
    words=tuple(
        "je j' me m' moi moi-même mon ma mes mien mienne miens miennes nous nous-mêmes notre nos nôtre nôtres".split()
    ),
    set_aside=(
        # Churches, and universities named after one.
        r"\bnotre[- ]dame\b",
        # Names: the pronoun m' stands before a vowel alone. A letter of Zola's; a founder, a cellist.
        r"\bm'(?=[bcdfgjklmnpqrstvwxz])",
        r"\bj'accuse\b",
        r"\b(?:jack|yo-yo)\s+ma\b",
        # The plural of majesty, as a term.
        r"\ble\s+nous\s+de\b",
        # A bear, a mine: after an article, or before what they are made of.
        r"(?:\b(?:un|une|des|les|la|le|cet|cette|ces|deux|chaque|son|sa|ses|leur|leurs|petits?|grande?s?)\s|\b[ld]')(?:ours|mine)\b",
        r"\b(?:ours|mine)(?=\s+(?:de|d'|polaires?|bruns?|noirs?|blancs?|à\s+ciel))",
    ),
    # A lawyer's title: no pronoun stands before a capital.
    set_aside_as_written=(r"\bM[eᵉ]\s+(?=[A-ZÀ-Þ])",),
)

_SMALL = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf"
).split()

NUMBERS = Numbers(
    cardinals={word: number for number, word in enumerate(_SMALL)}
    | counted("vingt trente quarante cinquante soixante", 20, 10)
    | {"une": 1, "vingts": 20, "quatre-vingts": 80, "septante": 70, "huitante": 80, "octante": 80, "nonante": 90}
    | {f"soixante-{_SMALL[n]}": 60 + n for n in range(10, 20)}
    | {f"quatre-vingt-{_SMALL[n]}": 80 + n for n in range(1, 20)}
    | {f"quatre vingt {_SMALL[n]}": 80 + n for n in range(1, 20)}
    | {"une douzaine": 12, "deux douzaines": 24, "trois douzaines": 36}
    | {"soixante et onze": 71, "soixante-et-onze": 71, "quatre-vingt": 80, "cent": 100, "mille": 1000},
    spoken=(
        *(("# heures et demie", "#:30"), ("# heure et demie", "#.5"), ("# heures et quart", "#:15")),
        *(("# heures moins le quart", "<#:45"), ("# et demi", "#.5"), ("un demi-million", "500000")),
    ),
    scales={"cent": 100, "cents": 100, "mille": 10**3, "million": 10**6, "millions": 10**6, "milliard": 10**9}
    | {"milliards": 10**9, "billion": 10**12, "billions": 10**12},
    scale_signs={"m": 10**6, "md": 10**9, "mds": 10**9, "mio": 10**6, "k": 10**3},
    joiners=("et",),
    ordinals=counted(
        "premier|première|premiers|premières deuxième|second|seconde|deuxièmes troisième quatrième cinquième sixième septième "
        "huitième neuvième dixième onzième douzième treizième quatorzième quinzième seizième dix-septième dix-huitième "
        "dix-neuvième vingtième"
    ),
    ordinal_endings=("er", "ère", "re", "e", "ème", "eme", "nd", "nde", "es", "ers", "ième"),
    months=counted(
        "janvier|janv février|févr mars avril|avr mai juin juillet|juil août septembre|sept octobre|oct novembre|nov "
        "décembre|déc"
    ),
    years=("en #", "depuis #", "année #", "dès #", "été #", "hiver #", "printemps #", "automne #"),
    percent=("pour_cent", "pour-cent", "pourcent", "points_de_pourcentage"),
    shares={
        "la_moitié": "50",
        "moitié": "50",
        "un_tiers": "33 33.3 33.33",
        "deux_tiers": "66.7 67 66.67 66",
        "le_tiers": "33 33.3",
    }
    | {"un_quart": "25", "le_quart": "25", "trois_quarts": "75", "un_cinquième": "20", "un_dixième": "10"},
    fractions={
        "un_tiers": "1/3",
        "deux_tiers": "2/3",
        "trois_quarts_des": "3/4",
        "trois_quarts_de": "3/4",
        "un_quart_des": "1/4",
    },
    currencies=named(
        "euro|euros|d'euros=eur dollar|dollars|de_dollars|dollars_américains=dollar livre_sterling|livres_sterling=gbp "
        "franc|francs|francs_suisses=chf rouble|roubles=rub yen|yens=yen yuan|yuans=yuan centime|centimes=cent"
    ),
    units=named(
        "mètre|mètres=m kilomètre|kilomètres=km centimètre|centimètres=cm millimètre|millimètres=mm mille_marin|miles=mi "
        "hectare|hectares=ha kilogramme|kilogrammes|kilo|kilos=kg gramme|grammes=g tonne|tonnes=t litre|litres=l "
        "seconde|secondes=s minute|minutes|mn=min heure|heures=h jour|jours=d semaine|semaines=w mois=mo an|ans|année|années=y "
        "degré|degrés=deg gigaoctet|gigaoctets|go=gb mégaoctet|mégaoctets|mo=mb ko=kb to=tb mètres_carrés=m2 "
        "kilomètres_carrés=km2 mètres_cubes=m3 pied|pieds=ft"
    ),
    minus=("moins",),
    about=(
        "environ",
        "à_peu_près",
        "autour_de",
        "autour_des",
        "près_de",
        "quelque",
        "quelques",
        "approximativement",
        "vers",
        "de_l'ordre_de",
    ),
    about_after=("environ", "à_peu_près"),
    more=(
        "plus_de",
        "plus_d'",
        "pas_moins_de",
        "pas_moins_d'",
        "au_moins",
        "au-delà_de",
        "supérieur_à",
        "dépasse",
        "pas_moins_de",
        "un_peu_plus_de",
        "dépassant",
    ),
    less=(
        "moins_de",
        "moins_d'",
        "pas_plus_de",
        "pas_plus_d'",
        "au_plus",
        "près_de",
        "presque",
        "jusqu'à",
        "maximum",
        "au_maximum",
        "un_peu_moins_de",
        "inférieur_à",
    ),
    more_after=("et_plus", "ou_plus", "au_moins"),
    morning=("heures_du_matin", "h_du_matin"),
    afternoon=("heures_de_l'après-midi", "heures_du_soir", "h_du_soir"),
    oclock=("heures", "heure", "h"),
    clock=("à", "dès", "de", "vers", "avant", "après", "jusqu'à", "et"),
    decades=("années #", "decennie #"),
    century=("siècle", "siècles", "s."),
    between=("à", "et", "ou", "au"),
    space_groups=True,
    homographs=frozenset("once mil dos die as elf set ten con seis do".split()),
    no_numbers=(r"\bsept\. ", r"\bmille[- ]feuilles?\b"),
    common=(
        "le",
        "la",
        "les",
        "des",
        "est",
        "et",
        "dans",
        "du",
        "une",
        "pour",
        "qui",
        "au",
        "sur",
        "par",
        "en",
        "de",
        "que",
        "un",
    ),
)

LANGUAGE = Language(code="fr", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
