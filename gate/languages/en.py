"""English."""

from __future__ import annotations

from .base import Language, Names, Numbers, Splitting, Voice, abbreviations, counted, groups_of, named, words, words_of

SPLITTING = Splitting(
    pronoun="i",
    abbreviations=abbreviations(
        # Titles before names, and what joins two halves of a clause.
        never="""
            Rep Reps Sen Sens Gov Govs p.s mr mrs ms messrs mmes dr drs prof profs rev revd hon st ste fr msgr mgr rt sr
            sra gen lt col maj capt cpt cmdr adm brig sgt cpl pvt ens pres supt det insp amb atty cllr ald e.g i.e eg ie
            cf viz vs v al et.al ca approx incl excl resp esp a.k.a n.b mt mts pt ed eds trans ibid op.cit loc.cit PS
            misc adj adv lt.cdr
        """,
        before_number="""
            no nos nr n° nº fig figs eq eqs sec secs sect ch chap chaps p pp pg pgs vol vols art arts ver cl para paras
            app div bk ser vv ext tel rm apt est op Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec fn
        """,
        may_end="""
            inc corp co cos ltd llc bros assn assoc dept univ jr sr esq ph.d phd m.d b.a m.a m.sc b.sc d.d.s m.b.a u.s
            u.k u.n e.u u.s.a u.s.s.r d.c n.y l.a a.d b.c b.c.e c.e p.o ave blvd rd ln hwy sq bldg ct Ft Mon Tues Wed
            Thurs Fri Sat Sun Tue Thu Ala Ariz Ark Calif Colo Conn Del Fla Ga Ill Ind Kan Ky La Md Mich Minn Mont Neb
            Nev Okla Ore Pa Tenn Tex Va Vt Wash Wis Wyo a.m p.m intl natl govt
        """,
        ends="etc",
    ),
    starters=words(
        """
        the a an this that these those there here it its it' he he' she she' they they' we we' you you' i i' his her
        their our your my who what when where why how which while if as at in on by for from with without after before
        since during until once then thus so but and or yet however later earlier now today yesterday tomorrow also
        although though because both each every many most some several all no not one two three four five other others
        another only even such between among under over through despite according about there' that' what' let' let's
        don't do does did is are was were can could will would should may might must have has had please yes see
        perhaps maybe meanwhile moreover furthermore nevertheless instead still finally first second third next to of
        """
    ),
)

VOICE = Voice(
    everywhere=True,
    words=tuple(
        # Contractions with 'm, 've, 'd, 'll, 're hold the pronoun as a word of their own.
        "i me my mine myself we us our ours ourselves ourself let's".split()
    ),
    set_aside=(
        # A mine in the ground: after a determiner or what is dug, before what belongs to a mine.
        r"(?:\b(?:the|a|an|this|that|each|every|any|one|old|new|disused|abandoned|former|open|deep|land|naval|sea|anti-tank"
        r"|gold|coal|silver|copper|iron|tin|lead|salt|diamond|uranium|zinc|lignite|underground|opencast|open-pit|ore)\s)mine\b"
        r"(?!\s+(?:is|was|are|were)\s+(?:better|bigger|the\b))",
        r"\bmine(?=\s+(?:shafts?|workers?|clearance|tunnels?|field|fields|sites?|dumps?|owners?|water|for\s+(?:gold|coal)))",
        r"\bto\s+mine\b",
        # A region of a data centre, a range of the alphabet.
        r"\bus-(?:east|west|central|gov)\b",
        # Names that hold a pronoun, so well known that answers write them without quotation marks.
        r"\bmy\s+lai\b",
        r"\bhawai'i\b",
        r"\bour\s+lady\b",
        r"\bour\s+world\s+in\s+data\b",
        r"\blet's\s+encrypt\b",
        r"\b(?:a|the)\s+let's\s+plays?\b|\blet's\s+plays\b",
        r"#me\s?too\b|\bme\s+too(?=\s+(?:movement|era|campaign|bewegung)\b)|\b(?:mouvement|movimiento|movimento)\s+me\s+too\b",
        # The shape of a girder.
        r"\bi-beams?\b",
    ),
)

NUMBERS = Numbers(
    cardinals=counted(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen"
    )
    | counted("twenty thirty forty|fourty fifty sixty seventy eighty ninety", 20, 10)
    | counted("a_dozen|one_dozen two_dozen three_dozen four_dozen", 12, 12)
    | {"zero": 0, "half a dozen": 6},
    spoken=(
        *(("half past #", "#:30"), ("quarter past #", "#:15"), ("quarter to #", "<#:45")),
        *(("12 noon", "12:00"), ("noon", "12:00"), ("midday", "12:00"), ("12 midnight", "0:00"), ("midnight", "0:00")),
        *(("half a million", "500000"), ("half a billion", "500000000"), ("a quarter of a million", "250000")),
        *(("three quarters of a million", "750000"), ("half a thousand", "500")),
        *(
            ("# and a half", "#.5"),
            ("# and one half", "#.5"),
            ("# and a quarter", "#.25"),
            ("# and three quarters", "#.75"),
        ),
    ),
    spoken_years=True,
    # Parts of a year, as Q1 is.
    periods={
        f"{place}{joint}quarter": f"q{number}"
        for number, place in enumerate("first second third fourth".split(), 1)
        for joint in ("_", "-", "_fiscal_")
    }
    | {
        f"{one}_and_{other}_quarters": f"q{number} and q{second}"
        for number, one in enumerate("first second third".split(), 1)
        for second, other in enumerate("first second third fourth".split(), 1)
        if number < second
    },
    scales={"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
    | {"hundreds": 100, "thousands": 10**3, "millions": 10**6, "billions": 10**9, "lakh": 10**5, "crore": 10**7},
    scale_signs={
        "k": 10**3,
        "m": 10**6,
        "mn": 10**6,
        "mln": 10**6,
        "mio": 10**6,
        "bn": 10**9,
        "b": 10**9,
        "tn": 10**12,
    },
    joiners=("and",),
    ordinals=counted(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth"
    )
    | counted("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth", 20, 10),
    ordinal_endings=("st", "nd", "rd", "th"),
    months=counted(
        "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct "
        "november|nov december|dec"
    )
    | counted("spring summer autumn|fall winter", 301),
    months_in_capitals=frozenset({"may", "march", "mar", "jan", "sep", "dec"}),
    years=tuple(
        f"{word} #"
        for word in (
            "in since year years the during until till before after circa ca early "
            "late mid spring summer autumn fall winter copyright"
        ).split()
    ),
    percent=("percent", "per_cent", "percentage_points", "percentage_point", "pct"),
    shares={"half": "50", "one_half": "50", "halves": "50", "a_third": "33 33.3 33.33", "one_third": "33 33.3 33.33"}
    | {"two_thirds": "66.7 67 66.67 66", "a_quarter": "25", "one_quarter": "25", "three_quarters": "75"}
    | {"a_fifth": "20", "one_fifth": "20", "two_fifths": "40", "three_fifths": "60", "four_fifths": "80"}
    | {"a_tenth": "10", "one_tenth": "10", "one-third": "33 33.3 33.33", "two-thirds": "66.7 67 66.67 66"}
    | {"one-quarter": "25", "three-quarters": "75", "one-fifth": "20", "two-fifths": "40", "three-fifths": "60"}
    | {"one-fourth": "25", "one_fourth": "25", "three-fourths": "75", "a_fourth": "25"},
    fractions={
        f"{upper}{joint}{lower}{ending}": f"{value}/{part}"
        for value, upper in enumerate("one two three four five six seven eight nine".split(), 1)
        for part, lower in (
            (3, "third"),
            (4, "quarter"),
            (4, "fourth"),
            *enumerate("fifth sixth seventh eighth ninth tenth".split(), 5),
        )
        if value < part
        # Three quarters may be of a year, one third may be a party.
        for joint, ending in (
            (("-", ""), ("_", "_of"))
            if value == 1
            else (("-", "s"), ("_", "s_of"))
            if lower == "quarter"
            else (("_", "s"),)
        )
    }
    | {"a_third_of": "1/3", "a_quarter_of": "1/4", "a_fifth_of": "1/5", "a_tenth_of": "1/10"},
    currencies=named(
        "dollar|dollars|us_dollars|us_dollar|u.s._dollars|bucks=dollar euro|euros=eur pound|pounds|pounds_sterling=gbp "
        "yen=yen yuan|renminbi=yuan rupee|rupees=inr rouble|roubles|ruble|rubles=rub franc|francs|swiss_francs=chf "
        "cent|cents=cent pence|penny=pence rial|rials=irr toman|tomans=toman riyal|riyals=sar dirham|dirhams=aed"
    ),
    units=named(
        "metre|metres|meter|meters=m kilometre|kilometres|kilometer|kilometers=km centimetre|centimetres|centimeter|"
        "centimeters=cm millimetre|millimetres|millimeter|millimeters=mm mile|miles=mi yard|yards|yd=yd foot|feet|ft=ft "
        "inch|inches=in acre|acres=acre hectare|hectares=ha kilogram|kilograms|kilo|kilos=kg gram|grams|grammes=g "
        "tonne|tonnes|ton|tons=t pound_weight|lb|lbs=lb ounce|ounces|oz=oz litre|litres|liter|liters=l "
        "millilitre|millilitres|milliliter|milliliters=ml gallon|gallons=gal second|seconds|sec|secs=s "
        "minute|minutes|min|mins=min hour|hours|hr|hrs=h day|days=d week|weeks=w month|months=mo year|years|yr|yrs=y "
        "decade|decades=decade century|centuries=century gigabyte|gigabytes=gb megabyte|megabytes=mb "
        "kilobyte|kilobytes=kb terabyte|terabytes=tb watt|watts=w kilowatt|kilowatts=kw megawatt|megawatts=mw "
        "degree|degrees=deg knot|knots|kn=kn square_metres|square_meters|square_metre=m2 square_kilometres|"
        "square_kilometers=km2 square_miles=mi2 square_feet=ft2 cubic_metres|cubic_meters=m3 degrees_celsius=degc "
        "degrees_fahrenheit=degf mph|miles_per_hour=mph"
    ),
    minus=("minus", "negative"),
    about=(
        *("about", "around", "approximately", "approx", "approx.", "roughly", "some", "circa", "ca.", "c.", "close_to"),
        *("nearly_about", "an_estimated", "estimated_at", "in_the_region_of", "near"),
    ),
    about_after=("or_so", "or_thereabouts", "approximately", "roughly"),
    more=(
        *("more_than", "over", "at_least", "above", "upwards_of", "exceeding", "exceeds", "exceeded", "in_excess_of"),
        *("greater_than", "no_fewer_than", "no_less_than", "not_less_than", "well_over", "just_over", "slightly_over"),
        *("slightly_more_than", "a_little_over", "a_little_more_than", "just_above", "a_minimum_of", "beyond"),
    ),
    less=(
        *("less_than", "fewer_than", "under", "below", "at_most", "nearly", "almost", "up_to", "no_more_than"),
        *(
            "not_more_than",
            "not_over",
            "no_greater_than",
            "just_under",
            "slightly_under",
            "slightly_less_than",
            "just_below",
            "a_maximum_of",
            "close_to",
        ),
        *("a_little_under", "a_little_less_than", "not_quite", "approaching"),
    ),
    more_after=("or_more", "and_more", "and_over", "and_up", "or_over"),
    morning=("am", "a.m.", "a.m", "in_the_morning"),
    afternoon=("pm", "p.m.", "p.m", "in_the_afternoon", "in_the_evening", "at_night"),
    oclock=("o'clock", "oclock"),
    clock=("at", "by", "until", "till", "from", "to", "before", "after", "and", "between", "opens", "closes", "around"),
    decades=("#s", "#'s", "# 's"),
    decade_words=counted("twenties thirties forties fifties sixties seventies eighties nineties", 20, 10),
    century=("century", "centuries", "c.", "cent."),
    between=("to", "and", "or", "through", "until", "till"),
    homographs=words_of(
        "once mil elf dos cent cents sept dix tres as con men do sei mille million milliard ele set seis"
    ),
    no_numbers=(r"\bno one\b", r"\bone another\b", r"\bseconds? (?:thoughts?|hand)\b"),
    common=("the", "of", "and", "is", "was", "in", "with", "for", "from", "by", "are", "it"),
)

NAMES = Names(
    starters=words_of(
        "a about according additionally after afterwards all also although among an and another any anyone "
        "are as at because before being besides between both but by can certain compared consequently could "
        "currently dear despite did do does due during each either even eventually every everyone finally "
        "first following for formerly founded from further furthermore generally given had has have having he "
        "hence her here hers his how however if in including indeed instead into is it its just last later "
        "latest like located many may meanwhile moreover most much my near nearly neither never nevertheless "
        "next no nobody none nor not nothing now of officially often on once one only onto or originally "
        "other others otherwise our out over overall per perhaps please previously prior recently regarding "
        "same second several she should similarly since so some someone sometimes soon still such summary "
        "than that the their them then there thereafter therefore these they third this those though through "
        "thus to today together tomorrow tonight too two three four five six seven eight nine ten under "
        "unlike until up upon us usually very was we well were what when where whereas whether which while "
        "who whose why will with within without would yes yesterday yet you your known note sure thanks thank "
        "hello hi good great welcome sorry unfortunately fortunately okay ok see visit write ask read try "
        "click tap press select choose open go use enter check call contact book buy download install start stop "
        "add set turn meet join follow take bring send find search view watch listen learn note remember keep "
        "designed built named published written based owned led managed born made "
    ),
    titles=words_of(
        "mr mrs ms miss mx dr prof professor sir dame lord lady president chancellor minister senator "
        "governor mayor king queen prince princess pope saint st captain major general colonel judge justice "
        "rev reverend father sister brother "
    ),
    calendar=words_of(
        "january february march april may june july august september october november december jan feb mar "
        "apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon "
        "tue tues wed thu thur thurs fri sat sun "
    ),
    suffixes=words_of("inc ltd llc plc corp co company gmbh ag fc cf afc jr sr phd md esq group "),
    plain=words_of(
        "i ok am pm a.m p.m bc ad bce ce ii iii iv vi vii viii ix xi xii tv pc id cd dvd usb url www http "
        "https pdf faq q&a internet web god earth sun moon north south east west northern southern eastern "
        "western ph.d uk-based us-based "
    ),
    aliases=(
        *groups_of(
            "q1|first_quarter|first-quarter q2|second_quarter|second-quarter q3|third_quarter|third-quarter "
            "q4|fourth_quarter|fourth-quarter"
        ),
        ("us", "usa", "u.s", "u.s.a", "united states", "america", "american", "americans"),
        ("uk", "u.k", "united kingdom", "britain", "british", "great britain"),
        ("eu", "e.u", "european union"),
        ("un", "u.n", "united nations"),
        ("uae", "united arab emirates"),
        ("wwi", "ww1", "world war i", "first world war", "world war one"),
        ("wwii", "ww2", "world war ii", "second world war", "world war two"),
        ("ceo", "chief executive"),
        ("phd", "ph.d", "doctorate", "doctor of philosophy"),
        ("msc", "m.sc", "master of science", "master's degree"),
        ("bsc", "b.sc", "bachelor of science"),
        ("ba", "b.a", "bachelor of arts"),
        ("ma", "m.a", "master of arts"),
        ("mba", "m.b.a", "master of business administration"),
        ("mt", "mount"),
        ("ft", "fort"),
        ("nyc", "new york city"),
        ("la", "l.a", "los angeles"),
        ("dc", "d.c", "washington"),
        ("netherlands", "dutch", "holland"),
        ("france", "french"),
        ("germany", "german", "germans"),
        ("spain", "spanish", "spaniards"),
        ("china", "chinese", "prc"),
        ("japan", "japanese"),
        ("greece", "greek", "greeks"),
        ("switzerland", "swiss"),
        ("wales", "welsh"),
        ("ireland", "irish"),
        ("scotland", "scottish", "scots"),
        ("england", "english"),
        ("denmark", "danish", "danes"),
        ("sweden", "swedish", "swedes"),
        ("finland", "finnish", "finns"),
        ("poland", "polish", "poles"),
        ("turkey", "turkish", "turks", "turkiye"),
        ("portugal", "portuguese"),
        ("russia", "russian", "russians"),
        ("norway", "norwegian"),
        ("philippines", "filipino", "philippine"),
        ("czech", "czechia"),
        ("ukraine", "ukrainian"),
        ("christmas", "xmas"),
        ("mp", "m.p", "mps", "member of parliament", "members of parliament"),
        # States and their usual abbreviations.
        *groups_of(
            "alabama|al alaska|ak arizona|az arkansas|ar california|ca|calif colorado|co|colo "
            "connecticut|ct|conn delaware|de|del florida|fl|fla georgia|ga hawaii|hi idaho|id illinois|il|ill "
            "indiana|in|ind iowa|ia kansas|ks|kan kentucky|ky louisiana|la maine|me maryland|md "
            "massachusetts|ma|mass michigan|mi|mich minnesota|mn|minn mississippi|ms|miss missouri|mo "
            "montana|mt|mont nebraska|ne|neb nevada|nv|nev ohio|oh oklahoma|ok|okla oregon|or|ore "
            "pennsylvania|pa|penn tennessee|tn|tenn texas|tx|tex utah|ut vermont|vt virginia|va "
            "wisconsin|wi|wis wyoming|wy|wyo "
        ),
    ),
)

LANGUAGE = Language(code="en", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS, names=NAMES)
