"""Chinese, simplified"""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice, abbreviations, named, words

SPLITTING = Splitting(
    # Chinese sentences end with 。; these are for the foreign names and terms in them.
    abbreviations=abbreviations(
        never="mr mrs ms dr prof st vs v e.g i.e cf al ca",
        before_number="no fig vol p pp ch sec",
        may_end="inc corp co ltd jr sr bros u.s u.k u.n d.c",
        ends="etc",
    ),
    starters=words(
        "the a an this that it he she they we you i in on at for from with and but so 这 那 他 她 它 我 你 在"
    ),
)

VOICE = Voice(
    everywhere=True,
    # 我 in any word of it (我们, 我国), whatever stands beside it.
    characters="我咱俺",
    # The self of 自我修正 and its like; not where 自 is "from" or "since" (来自我国, 自我们开放以来).
    set_aside=("(?<![来來出源发發])自我(?![们們国國校市省县院馆館司])",),
)

NUMBERS = Numbers(
    # Numerals are read by value, not by word: see the reader of Chinese numerals.
    scales={"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "千": 10**3, "百": 10**2, "百万": 10**6, "千万": 10**7}
    | {"十万": 10**5, "十亿": 10**9, "百亿": 10**10, "千亿": 10**11, "万亿": 10**12, "兆": 10**12},
    percent=("个百分点",),
    shares={
        "一半": "50",
        "半数": "50",
        "三分之一": "33 33.3 33.33",
        "三分之二": "66.7 67 66.67 66",
        "四分之一": "25",
        "四分之三": "75",
        "五分之一": "20",
    },
    currencies=named(
        "元|块|元人民币|人民币=yuan 美元|美金=dollar 欧元=eur 英镑=gbp 日元=yen 卢布=rub 港元|港币=hkd 新台币|台币=twd 瑞士法郎=chf 韩元=krw"
    ),
    units=named(
        # What is counted one by one: 30名 is no 30小时. Times and years of age are measured like anything else.
        "个|名|位|人|件|只|条|项|家|座|所|间|本|部|张|台|辆|架|艘|枚|份|篇|幅|首|支|队|户|株|棵|匹|头|口|套|款|种|类|组|批|起|把|根=ct "
        "次|回=times 岁|周岁=y "
        "米|公尺=m 公里|千米=km 厘米|公分=cm 毫米=mm 英里=mi 公顷=ha 公斤|千克=kg 克=g 吨=t 升=l 毫升=ml 秒|秒钟=s 分钟=min 小时|个小时|个多小时|个半小时=h 天|日夜=d "
        "周|星期|个星期=w 个月|个多月|个半月=mo 年|年间|周年=y 度=deg 平方米|平米=m2 平方公里|平方千米=km2 立方米=m3 英尺=ft 亩=mu"
    ),
    minus=("零下", "负"),
    about=("约", "大约", "大概", "约为", "约有", "接近", "约莫"),
    about_after=("左右", "上下"),
    more=("超过", "超", "逾", "至少", "多于", "大于", "高于", "不少于", "不低于", "不小于", "达到", "突破"),
    less=(
        "不到",
        "不足",
        "少于",
        "低于",
        "小于",
        "近",
        "将近",
        "接近",
        "至多",
        "最多",
        "不超过",
        "不高于",
        "不多于",
        "不大于",
    ),
    more_after=("多", "余", "以上", "多名", "多个"),
    morning=("上午", "早上", "凌晨", "清晨"),
    afternoon=("下午", "晚上", "傍晚", "晚"),
    oclock=("点", "时", "點", "点钟"),
    decades=("#年代", "# 年代"),
    century=("世纪",),
    between=("至", "到", "和", "与", "或"),
    common=("的", "是", "在", "了", "和", "有"),
)

LANGUAGE = Language(code="zh-hans", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
