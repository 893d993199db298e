"""Chinese, simplified"""

from __future__ import annotations

from .base import Language, Numbers, Splitting, Voice

SPLITTING = Splitting()

VOICE = Voice(
    everywhere=True,
    # 我 in any word of it (我们, 我国), whatever stands beside it.
    characters="我咱俺",
    # The self of 自我修正 and its like.
    set_aside=("自我",),
)

NUMBERS = Numbers()

LANGUAGE = Language(code="zh-hans", splitting=SPLITTING, voice=VOICE, numbers=NUMBERS)
