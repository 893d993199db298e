"""Spanish."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice, abbreviations, counted, named, words

SPLITTING = Splitting(
    abbreviations=abbreviations(
        # Titles before names, and what joins two halves of a clause.
        never="""
            mt v Gen mr mrs ms st sr sra sres sras srta srtas d dña da don dr dra dres dras prof profa lic ing arq abg
            mons fr pbro rvdo rvda sto sta gral cnel cap cmdte tte sgto cte alm excmo excma ilmo ilma hno hna mtro mtra
            pdte pdta vdo vda ud uds vd vds v.gr p.ej p.e ej vs cf cfr e.g i.e aprox ref ss.mm s.m av avda avd c cta pza
            plza pl ctra ca col urb edif depto dpto esq ap ed eds coord trad comp dir vid ib ibid op.cit loc.cit et.al
            al ee ff rr cc jj oo ant gob mun prov admón ldo lda lcdo lcda licdo licda ldos rdo rdos rvdmo rvdmos exmo
            exma exmos exmas excmos excmas ilmos ilmas hnos srs ntra ntro bco dptos deptos dª
        """,
        before_number="""
            n pág págs pag pags p pp núm núms num nro no n.º nº art arts fig figs cap caps vol vols t tomo tab inc
            apdo párr párrs sec secc ext tel tfno fol f ff l lib ed v ene feb mzo abr may jun jul ago sept set oct nov
            dic
        """,
        may_end="""
            bros ee.uu uu ee.uu.aa rr.hh rr.pp cc.oo jj.oo ff.aa u.s u.s.a s.a s.l s.r.l s.a.s inc ltd corp co cía jr
            a.c d.c j.c ltda sdad ph.d
        """,
        ends="a.m p.m etc",
    ),
    starters=words(
        """
        el la los las lo un una unos unas este esta estos estas esto ese esa esos esas eso aquel aquella él ella ellos
        ellas yo tú usted ustedes nosotros su sus mi mis nuestro nuestra se le les me nos te que quien quienes cual
        cuando donde cómo como por para pero y e o u si no sí ni con sin en de del desde hasta hacia sobre entre tras
        durante según ante bajo contra mediante a al además también tampoco así entonces luego después antes ahora hoy
        ayer mañana aunque porque pues mientras embargo todo toda todos todas cada muchos muchas varios varias algunos
        algunas otro otra otros otras uno dos tres más menos muy ya hay es son fue era está están ha han tanto tal
        """
    ),
)

VOICE = Voice(
    words=tuple(
        "yo me mí mi mis mío mía míos mías conmigo nosotros nosotras nos nuestro nuestra nuestros nuestras "
        # Verbs that say "I" or "we" alone. Left out: trabajo (work), vivo (live), cuento (tale), paso (step).
        "soy estoy tengo creo puedo quiero hago voy fui he hice estuve tuve pude quise sé_que no_sé digo dije pienso opino "
        "espero_que conozco recomiendo ofrezco nací viví trabajé fundé escribí construí estudié "
        "debo doy veo lo_siento conocemos debemos damos vemos usamos "
        "somos estamos tenemos creemos podemos queremos hacemos vamos fuimos hicimos estuvimos tuvimos pudimos hemos "
        "ofrecemos recomendamos sabemos vivimos trabajamos fundamos construimos esperamos".split()
    ),
    set_aside=(
        # The note E, where a key or mode follows or an article stands before.
        r"\bmi\s+(?:mayor|menor|bemol|sostenido)\b",
        r"\b(?:do|re|fa|nota|cuerda)(?:[,\s]+|\s+y\s+)mi\b",
        # A toy, a cellist; a brand.
        r"\byo-?yo\b",
        r"\bxiaomi\s+mi\b",
        # What is no auxiliary of "I have": behold, helium, a surname.
        r"\bhe\b(?!\s+(?:\w+\s+)?\w+(?:ado|ido|ído|sto|cho|rto|lto)\b)",
    ),
)

NUMBERS = Numbers(
    cardinals=counted(
        "uno|un|una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho "
        "diecinueve veinte veintiuno|veintiún|veintiuna veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
        "veintiocho veintinueve"
    )
    | counted("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30, 10)
    | {"una docena": 12, "dos docenas": 24, "tres docenas": 36, "media docena": 6}
    | counted(
        "cien|ciento doscientos|doscientas trescientos|trescientas cuatrocientos|cuatrocientas quinientos|quinientas "
        "seiscientos|seiscientas setecientos|setecientas ochocientos|ochocientas novecientos|novecientas",
        100,
        100,
    )
    | {"cero": 0, "mil": 1000},
    scales={"mil": 10**3, "millón": 10**6, "millones": 10**6, "billón": 10**12, "billones": 10**12},
    scale_signs={"m": 10**6, "mm": 10**6, "k": 10**3},
    joiners=("y",),
    spoken=(
        *(("las # y media", "las #:30"), ("las # y cuarto", "las #:15"), ("las # menos cuarto", "<las #:45")),
        *(("# y medio", "#.5"), ("medio millón", "500000")),
    ),
    ordinals=counted(
        "primero|primer|primera|primeros|primeras segundo|segunda tercero|tercer|tercera cuarto|cuarta quinto|quinta sexto|sexta "
        "séptimo|séptima octavo|octava noveno|novena décimo|décima undécimo|undécima duodécimo|duodécima decimotercero|decimotercera"
    )
    | {"vigésimo": 20, "vigésima": 20},
    ordinal_endings=("o", "a", "er", "ro", "ra", "do", "da", "to", "ta", "mo", "ma", "no", "na", ".o", ".a", ".er"),
    months=counted(
        "enero|ene febrero|feb marzo|mar abril|abr mayo junio|jun julio|jul agosto|ago septiembre|setiembre|sept|sep octubre|oct "
        "noviembre|nov diciembre|dic"
    ),
    months_in_capitals=frozenset({"mar", "sep", "dic", "ago", "ene", "abr"}),
    years=("en #", "desde #", "año #", "hasta #", "verano #", "invierno #"),
    percent=("por_ciento", "por_cien", "puntos_porcentuales"),
    shares={"la_mitad": "50", "mitad": "50", "un_tercio": "33 33.3 33.33", "dos_tercios": "66.7 67 66.67 66"}
    | {
        "un_cuarto": "25",
        "una_cuarta_parte": "25",
        "tres_cuartos": "75",
        "tres_cuartas_partes": "75",
        "un_quinto": "20",
    }
    | {"una_quinta_parte": "20", "una_tercera_parte": "33 33.3 33.33"},
    fractions={
        "un_tercio": "1/3",
        "dos_tercios": "2/3",
        "tres_cuartas_partes": "3/4",
        "una_cuarta_parte": "1/4",
        "una_tercera_parte": "1/3",
    },
    currencies=named(
        "euro|euros|de_euros=eur dólar|dólares|de_dólares|dólares_estadounidenses=dollar libra|libras|libras_esterlinas=gbp "
        "peso|pesos|de_pesos=peso rublo|rublos=rub yen|yenes=yen yuan|yuanes=yuan franco|francos|francos_suizos=chf "
        "céntimo|céntimos=cent"
    ),
    units=named(
        "metro|metros=m kilómetro|kilómetros=km centímetro|centímetros=cm milímetro|milímetros=mm milla|millas=mi "
        "hectárea|hectáreas=ha kilogramo|kilogramos|kilo|kilos=kg gramo|gramos=g tonelada|toneladas=t litro|litros=l "
        "segundo|segundos=s minuto|minutos=min hora|horas=h día|días=d semana|semanas=w mes|meses=mo año|años=y "
        "década|décadas=decade siglos=century grado|grados=deg gigabyte|gigabytes=gb megabyte|megabytes=mb "
        "metros_cuadrados=m2 kilómetros_cuadrados=km2 metros_cúbicos=m3 pie|pies=ft"
    ),
    minus=("menos",),
    about=(
        "unos",
        "unas",
        "cerca_de",
        "alrededor_de",
        "aproximadamente",
        "casi_aproximadamente",
        "en_torno_a",
        "hacia",
        "sobre",
        "aprox.",
    ),
    about_after=("aproximadamente", "más_o_menos"),
    more=(
        "más_de",
        "por_encima_de",
        "al_menos",
        "como_mínimo",
        "superior_a",
        "supera",
        "superan",
        "no_menos_de",
        "mínimo_de",
        "algo_más_de",
    ),
    less=(
        "menos_de",
        "por_debajo_de",
        "casi",
        "como_máximo",
        "hasta",
        "cerca_de",
        "inferior_a",
        "no_más_de",
        "máximo_de",
        "algo_menos_de",
    ),
    more_after=("o_más", "y_más"),
    morning=("de_la_mañana", "a._m.", "a.m.", "am"),
    afternoon=("de_la_tarde", "de_la_noche", "p._m.", "p.m.", "pm"),
    oclock=("horas", "h", "hrs", "en_punto"),
    clock=("las", "la", "desde", "hasta", "entre"),
    decades=("años #", "decada de #", "decada de los #", "decada del #"),
    century=("siglo", "siglos", "s."),
    between=("a", "y", "o", "hasta", "al"),
    dot_groups=True,
    space_groups=True,
    homographs=frozenset("six cent die sept ten dix as set elf acht sei".split()),
    common=(
        "el",
        "los",
        "las",
        "una",
        "es",
        "del",
        "en",
        "por",
        "con",
        "se",
        "que",
        "y",
        "fue",
        "la",
        "de",
        "un",
        "su",
    ),
)

LANGUAGE = Language(code="es", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
