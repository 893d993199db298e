"""German."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice, abbreviations, counted, named, words

SPLITTING = Splitting(
    abbreviations=abbreviations(
        # Titles before names, and what joins two halves of a clause.
        never="""
            rev al st mt Mag mr mrs prof dr dres hr hrn fr frl dipl ing med phil rer nat jur habil h.c hl sr jun pfr
            pastor abg z.b z.zt z.t d.h d.i i.d i.a i.v i.ü u.u o.g s.o s.u v.a v.d a.d v n u z o i a bzw bspw beisp vgl
            sog sogen ca circa evtl eventl ggf gegf insb insbes inkl exkl einschl ausschl zzgl abzgl bez bezgl betr lt
            gem geb gest verh gesch gegr urspr allg bes ehem eigtl etw jew jeweil mind durchschn zw zwecks vs verst amtl
            wiss techn kath ev evang röm griech lat engl dt österr südl nördl westl östl resp entspr erg hrsg hg übers
            bearb verf red mitgl vors stellv komm kgl kaiserl freih bgm lic theol oec publ pol erw inh ausg fa fam adr
            bibl tägl mtl monatl jährl näml ggfs schwäb schles frz kfm möbl geograph spezif ursprüngl od gedr z.hd dtzd
        """,
        before_number="""
            nr nrn abb abs art bd bde s ziff kap tab taf anm fn aufl jg ss sp rn rdnr ver tel fol lit pos str Jan Feb
            Mrz Apr Jun Jul Aug Sep Sept Okt Nov Dez kl op
        """,
        may_end="""
            co bros inc ltd corp jr u.s u.s.a Mo Di Mi Do Fr Sa So abt hbf pl std sek mio mrd tsd jh jhd jhdt chr v.chr
            n.chr u.a u.ä o.ä d.r jahrh ph.d
        """,
        ends="usw usf etc uvm u.v.m u.dgl u.s.w dgl uva u.v.a ff f",
    ),
    starters=words(
        """
        der die das dem den des ein eine einer eines einem einen er sie es wir ihr ich du man sein seine ihre unser
        dieser diese dieses diesem diesen jener jene jenes hier dort da dann danach davor dabei dafür dagegen daher
        darum damit dazu deshalb deswegen trotzdem jedoch aber und oder doch denn wenn als ob weil während nachdem
        bevor seit bis obwohl obgleich sobald solange in im an am auf aus bei beim mit nach von vom vor zu zum zur für
        durch über unter um ohne gegen zwischen wegen trotz auch nur noch schon nun jetzt heute gestern morgen später
        früher zuerst zunächst schließlich außerdem ferner zudem so wie was wer wo wann warum wieso welche welcher
        welches alle alles viele einige mehrere beide kein keine nicht ja nein bitte sonst etwa insgesamt laut seitdem
        dadurch darauf daraus darin davon somit ebenso allerdings dennoch sowohl weder weitere zwar bereits
        """
    ),
    ordinals=True,
    closes_inward=True,
)

VOICE = Voice(
    words=tuple(
        "ich mich mir meiner mein meine meinem meinen meines meins wir uns unser unsere unserem unseren unserer unseres unsre "
        "unsren unsrem unsrer unsers unserm unsern unsrige unsrigen meinige meinigen unsereins unsereiner meinesgleichen meinerseits unsererseits meinetwegen unseretwegen ich's wir's".split()
    ),
    set_aside=(
        # The verb meinen, where a subject or what is meant stands beside it.
        r"\b(?:sie|die|viele|manche|einige|experten|kritiker|forscher|was|damit|zu|leute|beide)\s+meinen\b",
        r"\bmeinen(?=,|\s+(?:sie|damit|manche|viele|einige|experten|kritiker)\b)",
        # The space station, the village community.
        # The I of psychology and of narration, always with a hyphen; a book's title, a publisher.
        r"\b(?:ich|wir)-(?!-)|\b(?:über|alter|lyrisches)-ich\b",
        r"\bmein\s+kampf\b|\bfelix\s+meiner\b",
        r"\b(?:raumstation|station|der|die)\s+mir\b(?=\s+(?:wurde|war|ist|kreiste|umkreiste|umrundete)\b)",
    ),
    # The I as a noun: das lyrische Ich. In lower case it is the pronoun of a clause: das Buch, das ich schrieb.
    set_aside_as_written=(
        r"\b(?:[Dd]as|[Dd]em|[Dd]es|[Ee]in|lyrischen?|lyrisches|eigenen?|eigenes|bessere[sn]?)\s+Ich\b",
    ),
)

_UNITS = "ein zwei drei vier fünf sechs sieben acht neun".split()
_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_BELOW_HUNDRED = (
    counted(
        "ein|eins zwei|zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
        "achtzehn neunzehn"
    )
    | counted(" ".join(_TENS), 20, 10)
    | {f"{unit}und{ten}": 20 + 10 * t + u for t, ten in enumerate(_TENS) for u, unit in enumerate(_UNITS, 1)}
)
_BELOW_THOUSAND = _BELOW_HUNDRED | {
    f"{unit}hundert{glue}{word}": 100 * u + value
    for u, unit in enumerate(_UNITS, 1)
    for word, value in {"": 0, **_BELOW_HUNDRED}.items()
    for glue in (("", "und") if word else ("",))
}

NUMBERS = Numbers(
    # eine, einen, einem stand for "a"; they count only before a scale.
    cardinals=_BELOW_THOUSAND
    | {"null": 0, "ein dutzend": 12, "zwei dutzend": 24, "drei dutzend": 36, "eine": 1, "einem": 1, "einer": 1}
    | {f"{word}tausend": 1000 * value for word, value in _BELOW_HUNDRED.items()},
    spoken=(
        *(("halb #", "<#:30"), ("viertel nach #", "#:15"), ("viertel vor #", "<#:45"), ("dreiviertel #", "<#:45")),
        *(("eine halbe million", "500000"), ("einer halben million", "500000"), ("eine viertelmillion", "250000")),
        *(("anderthalb", "1.5"), ("eineinhalb", "1.5"), ("zweieinhalb", "2.5"), ("dreieinhalb", "3.5")),
        *(("viereinhalb", "4.5"), ("fünfeinhalb", "5.5"), ("sechseinhalb", "6.5")),
    ),
    scales={"hundert": 100, "tausend": 10**3, "million": 10**6, "millionen": 10**6, "milliarde": 10**9}
    | {"milliarden": 10**9, "billion": 10**12, "billionen": 10**12},
    scale_signs={"mio": 10**6, "mrd": 10**9, "tsd": 10**3, "mill": 10**6},
    joiners=("und",),
    ordinals={
        f"{stem}{ending}": number
        for number, stem in enumerate(
            "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt "
            "siebzehnt achtzehnt neunzehnt zwanzigst".split(),
            1,
        )
        for ending in ("e", "en", "er", "es", "em")
    },
    ordinal_endings=(".", "te", "ten", "ter", "tes", "ste", "sten"),
    months=counted(
        "januar|jan|jänner februar|feb|feber märz|mär april|apr mai juni|jun juli|jul august|aug september|sept|sep "
        "oktober|okt november|nov dezember|dez"
    ),
    years=(
        "jahr #",
        "jahre #",
        "jahren #",
        "seit #",
        "anno #",
        "sommer #",
        "winter #",
        "frühjahr #",
        "herbst #",
        "# n",
        "# v",
    ),
    percent=("prozent", "prozentpunkte", "prozentpunkten", "v._h.", "vom_hundert"),
    shares={"die_hälfte": "50", "der_hälfte": "50", "hälfte": "50", "ein_drittel": "33 33.3 33.33"}
    | {"zwei_drittel": "66.7 67 66.67 66", "ein_viertel": "25", "drei_viertel": "75", "ein_fünftel": "20"},
    fractions={
        "ein_drittel": "1/3",
        "zwei_drittel": "2/3",
        "ein_fünftel": "1/5",
        "zwei_fünftel": "2/5",
        "drei_fünftel": "3/5",
        "vier_fünftel": "4/5",
    },
    currencies=named(
        "euro|euros=eur dollar|us-dollar=dollar pfund=gbp franken=chf rubel=rub yen=yen yuan=yuan cent=cent"
    ),
    units=named(
        "meter|metern|metren=m kilometer|kilometern=km zentimeter|zentimetern=cm millimeter=mm meile|meilen=mi hektar=ha "
        "kilogramm|kilo=kg gramm=g tonne|tonnen=t liter|litern=l sekunde|sekunden=s minute|minuten=min "
        "stunde|stunden|std=h tag|tage|tagen=d woche|wochen=w monat|monate|monaten=mo jahr|jahre|jahren=y "
        "jahrzehnt|jahrzehnte=decade grad=deg gigabyte=gb megabyte=mb quadratmeter|quadratmetern=m2 "
        "quadratkilometer|quadratkilometern=km2 kubikmeter=m3 fuß=ft"
    ),
    minus=("minus",),
    about=(
        "etwa",
        "ungefähr",
        "rund",
        "circa",
        "ca.",
        "ca",
        "zirka",
        "um_die",
        "gut_geschätzt",
        "schätzungsweise",
        "an_die",
    ),
    about_after=("oder_so",),
    more=("mehr_als", "über", "mindestens", "wenigstens", "gut", "knapp_über", "oberhalb_von", "nicht_weniger_als"),
    less=(
        "weniger_als",
        "unter",
        "höchstens",
        "fast",
        "beinahe",
        "knapp",
        "nahezu",
        "bis_zu",
        "maximal",
        "nicht_mehr_als",
    ),
    more_after=("und_mehr", "oder_mehr"),
    morning=("uhr_morgens", "uhr_vormittags", "uhr_früh"),
    afternoon=("uhr_nachmittags", "uhr_abends"),
    oclock=("uhr",),
    clock=("um", "ab", "bis", "von", "gegen", "vor", "nach"),
    decades=("#er", "#er-jahre", "#er jahre", "#ern"),
    decade_words={f"{ten}er{end}": 20 + 10 * t for t, ten in enumerate(_TENS) for end in ("jahre", "jahren", "n", "")},
    century=("jahrhundert", "jahrhunderts", "jahrhunderten", "jh", "jh.", "jhd."),
    between=("bis", "und", "oder", "bis_zu"),
    dot_groups=True,
    homographs=frozenset(
        "once six sept once mil dos cent die in tres sei do as dix million set ale con trente".split()
    ),
    common=("der", "die", "das", "und", "ist", "nicht", "mit", "von", "den", "im", "ein", "auf", "wurde"),
)

LANGUAGE = Language(code="de", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
