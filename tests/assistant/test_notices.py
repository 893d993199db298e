"""Fixed copy: complete, filled in, and in the language that was asked for."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.utils.translation import get_language, override

from assistant.locales import LOCALES
from assistant.notices import Notice, notice
from assistant.scope import RefusalReason
from assistant.turns import FAILURES, REFUSALS

VALUES = {Notice.OVER_CAP: {"until": date(2026, 12, 1)}, Notice.RATE_LIMITED: {"seconds": 37}}


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("which", Notice)
def test_every_notice_can_be_said_in_every_language(which, language):
    """With its values, and nothing left to fill in."""
    text = notice(which, language, **VALUES.get(which, {}))
    assert text.strip() and "%" not in text and "{" not in text


def test_no_two_notices_are_the_same():
    """Members of an enum with the same value would be one."""
    assert len(Notice.__members__) == len(list(Notice))


def test_dates_are_written_out_as_the_language_writes_them():
    """No ISO date in a sentence."""
    assert "Dec. 1, 2026" in notice(Notice.OVER_CAP, "en", until=date(2026, 12, 1))
    assert "2026" in notice(Notice.OVER_CAP, "de", until=date(2026, 12, 1))


def test_persian_copy_has_persian_digits():
    """As the rest of its sentences; a date or a count in ASCII digits looks like a foreign word in them."""
    for which, values in VALUES.items():
        assert not re.search("[0-9]", notice(which, "fa", **values))
        assert re.search("[۰-۹]", notice(which, "fa", **values))


@pytest.mark.django_db
def test_the_panel_s_persian_words_have_persian_digits(client):
    """How long a question is kept, before the first one."""
    page = client.get("/fa/").content.decode()
    kept = page[page.index('class="kept"') :]
    assert "۳۰ روز" in kept[: kept.index("</div>")]


def test_language_does_not_leak():
    """The language is active inside the call alone."""
    with override("pt"):
        notice(Notice.WITHHELD, "fa")
        assert get_language() == "pt"


def test_withheld_notice_claims_no_more_than_is_true():
    """The same words for every reason; another where nothing was released."""
    assert notice(Notice.WITHHELD, "en") == (
        "The rest could not be checked against this site’s articles, so it is not shown."
    )
    assert "The rest" not in notice(Notice.WITHHELD_WHOLE, "en")


def test_every_refusal_and_failure_of_the_wire_has_its_notice():
    """None is missing; the cap has its own."""
    assert set(REFUSALS) == set(RefusalReason)
    wire = {"unreachable", "timeout", "provider_refused", "broke_off", "paused", "internal"}
    assert set(FAILURES) == wire
