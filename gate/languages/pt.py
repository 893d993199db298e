"""Portuguese."""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice, abbreviations, counted, named, words

SPLITTING = Splitting(
    abbreviations=abbreviations(
        # Titles before names, and what joins two halves of a clause.
        never="""
            mt v mr mrs ms st sr sra srs sras srta dr dra drs dras d prof profa profs eng engª arq adv pe fr sto sta s
            gen cel cap maj ten sgt alm brig dep des exmo exma ilmo ilma il mons rev pres gov p.ex ex v.g cf e.g i.e vs
            aprox ref av r al trav pç pça pca rod estr lgo qd lt bl apto ap ed eds org orgs trad coord dir ibid op.cit
            loc.cit et.al v.exa v.s v.ex exa n.sra lat abrev próx quím fís geom biogr arqueol tecnol sociol psicol filos
            contab eletr ingl adm obs compl
        """,
        before_number="""
            pág págs pag pags p pp n nº no num núm art arts fig figs cap caps vol vols t tomo tab inc § par sec séc
            sécs ext tel fl fls l liv ed res dec jan fev abr jun jul ago set out nov dez
        """,
        may_end="""
            bros e.u.a s.a ltda cia inc ltd corp co jr a.c d.c j.c u.s u.s.a univ ph.d
        """,
        ends="a.m p.m etc",
    ),
    starters=words(
        """
        o a os as um uma uns umas este esta estes estas isto esse essa esses essas isso aquele aquela aquilo ele ela
        eles elas eu tu você vocês nós seu sua seus suas meu minha nosso nossa se lhe que quem qual quando onde como
        por para mas e ou não sim nem com sem em de do da dos das no na nos nas num numa desde até sobre entre após
        durante segundo conforme perante contra ante ao aos à às além também assim então depois antes agora hoje ontem
        amanhã embora porque pois enquanto porém todavia contudo entretanto todo toda todos todas cada muitos muitas
        vários várias alguns algumas outro outra outros outras dois três mais menos muito já há é são foi era está
        estão tem têm pelo pela pelos pelas
        """
    ),
)

VOICE = Voice(
    words=tuple(
        # Never nos: it is "in the". nós is "we" (and knots, after an article or a number).
        "eu me mim meu meus minha minhas comigo nós nosso nossa nossos nossas conosco connosco "
        "sou estou tenho posso quero faço vou fiz fui estive tive pude quis digo acho creio penso sei_que não_sei devo vejo agradeço moro "
        "recomendo ofereço nasci vivi trabalhei fundei escrevi construí estudei "
        "somos estamos temos podemos queremos fazemos vamos fomos fizemos estivemos tivemos pudemos oferecemos recomendamos "
        "sabemos vivemos trabalhamos fundamos construímos esperamos acreditamos".split()
    ),
    set_aside=(
        # Knots.
        r"\b(?:os|dos|aos|nos|uns|de|a|\d+|vários|muitos|quantos|dois|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|quinze|vinte|trinta|quarenta)\s+nós\b",
        # The union, in lower-case addresses.
        r"\.eu\b",
        # Europium.
        r"\(eu\)",
    ),
)

NUMBERS = Numbers(
    cardinals=counted(
        "um|uma dois|duas três quatro cinco seis sete oito nove dez onze doze treze catorze|quatorze quinze dezesseis|dezasseis "
        "dezessete|dezassete dezoito dezenove|dezanove"
    )
    | counted("vinte trinta quarenta cinquenta sessenta setenta oitenta noventa", 20, 10)
    | {"uma dúzia": 12, "duas dúzias": 24, "três dúzias": 36, "meia dúzia": 6}
    | counted(
        "cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas "
        "setecentos|setecentas oitocentos|oitocentas novecentos|novecentas",
        100,
        100,
    )
    | {"zero": 0, "mil": 1000},
    scales={"mil": 10**3, "milhão": 10**6, "milhões": 10**6, "bilhão": 10**9, "bilhões": 10**9, "trilhão": 10**12}
    | {"trilhões": 10**12, "mil milhões": 10**9, "milhar": 10**3},
    scale_signs={"mi": 10**6, "bi": 10**9, "m": 10**6, "k": 10**3},
    joiners=("e",),
    spoken=(
        ("as # e meia", "as #:30"),
        ("as # e um quarto", "as #:15"),
        ("# e meio", "#.5"),
        ("meio milhão", "500000"),
    ),
    ordinals=counted(
        "primeiro|primeira|primeiros segundo|segunda terceiro|terceira quarto|quarta quinto|quinta sexto|sexta sétimo|sétima "
        "oitavo|oitava nono|nona décimo|décima"
    )
    | {"décimo primeiro": 11, "décima primeira": 11, "décimo segundo": 12, "vigésimo": 20, "vigésima": 20},
    ordinal_endings=("o", "a", ".o", ".a"),
    months=counted(
        "janeiro|jan fevereiro|fev março|mar abril|abr maio junho|jun julho|jul agosto|ago setembro|set outubro|out "
        "novembro|nov dezembro|dez"
    ),
    months_in_capitals=frozenset({"mar", "set", "out", "dez", "ago"}),
    years=("em #", "desde #", "ano #", "até #"),
    percent=("por_cento", "pontos_percentuais"),
    shares={
        "a_metade": "50",
        "metade": "50",
        "um_terço": "33 33.3 33.33",
        "dois_terços": "66.7 67 66.67 66",
        "um_quarto": "25",
    }
    | {"três_quartos": "75", "um_quinto": "20", "um_décimo": "10"},
    fractions={"um_terço": "1/3", "dois_terços": "2/3", "um_quinto": "1/5", "três_quartas_partes": "3/4"},
    currencies=named(
        "euro|euros|de_euros=eur dólar|dólares|de_dólares=dollar libra|libras=gbp real|reais|de_reais=brl franco|francos=chf "
        "rublo|rublos=rub iene|ienes=yen yuan|yuans=yuan cêntimo|cêntimos|centavo|centavos=cent peso|pesos=peso"
    ),
    units=named(
        "metro|metros=m quilômetro|quilômetros|quilómetro|quilómetros=km centímetro|centímetros=cm milímetro|milímetros=mm "
        "milha|milhas=mi hectare|hectares=ha quilograma|quilogramas|quilo|quilos=kg grama|gramas=g tonelada|toneladas=t "
        "litro|litros=l segundo|segundos=s minuto|minutos=min hora|horas=h dia|dias=d semana|semanas=w mês|meses=mo ano|anos=y "
        "década|décadas=decade grau|graus=deg gigabyte|gigabytes=gb megabyte|megabytes=mb metros_quadrados=m2 "
        "quilômetros_quadrados|quilómetros_quadrados=km2 metros_cúbicos=m3 pé|pés=ft"
    ),
    minus=("menos",),
    about=("cerca_de", "aproximadamente", "por_volta_de", "em_torno_de", "uns", "umas", "aprox.", "à_volta_de"),
    about_after=("aproximadamente", "mais_ou_menos"),
    more=(
        "mais_de",
        "acima_de",
        "pelo_menos",
        "no_mínimo",
        "ao_menos",
        "superior_a",
        "supera",
        "ultrapassa",
        "não_menos_de",
    ),
    less=("menos_de", "abaixo_de", "quase", "no_máximo", "até", "perto_de", "inferior_a", "não_mais_de"),
    more_after=("ou_mais", "e_mais"),
    morning=("da_manhã", "horas_da_manhã"),
    afternoon=("da_tarde", "da_noite", "horas_da_tarde", "horas_da_noite"),
    oclock=("horas", "h", "hora"),
    clock=("às", "as", "das", "até", "à"),
    decades=("anos #", "decada de #", "anos de #", "decada dos #"),
    century=("século", "séculos", "séc."),
    between=("a", "e", "ou", "até", "às"),
    dot_groups=True,
    space_groups=True,
    homographs=frozenset("once six cent die sept ten dix as elf acht sei dos con e tres".split()),
    common=(
        "o",
        "os",
        "da",
        "do",
        "em",
        "uma",
        "um",
        "com",
        "para",
        "que",
        "foi",
        "dos",
        "na",
        "no",
        "é",
        "de",
        "por",
        "se",
    ),
)

LANGUAGE = Language(code="pt", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
