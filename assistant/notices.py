"""Fixed copy shown to readers, in the language of the answer. No model writes a word of it.

Each notice is one sentence or two. The panel puts its own word for the state above it ("Withheld", "Not covered"), so
the copy does not repeat it. Translations live in ``locale/``.
"""

from __future__ import annotations

from datetime import date
from enum import Enum

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, override

PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


class Notice(Enum):
    """Every notice; the value is its English text, which is also its key in the catalogues."""

    #: Neither about the owner nor near enough to any article.
    OUT_OF_SCOPE = gettext_noop("Nothing in this site’s articles is about that.")
    #: Articles are near, but none of them answers.
    NO_ANSWER = gettext_noop("This site’s articles do not answer that question.")
    #: There is nothing to answer from.
    NO_ARTICLES = gettext_noop("There are no articles here yet that an answer could come from.")

    #: The gate stopped after sentences were released.
    WITHHELD = gettext_noop("The rest could not be checked against this site’s articles, so it is not shown.")
    #: The gate stopped at the first sentence. Claims no more than is true for every reason.
    WITHHELD_WHOLE = gettext_noop("The answer could not be checked against this site’s articles, so it is not shown.")

    #: The provider ran out of room after sentences were released.
    CUT_OFF = gettext_noop("The answer is longer than there was room for. The last sentence shown is complete.")
    #: The same before the first sentence was complete.
    CUT_OFF_WHOLE = gettext_noop("There was no room left for an answer. A narrower question may fit.")
    #: The reader left, or stopped it.
    ABANDONED = gettext_noop("This answer was stopped before its end.")
    #: Another window is still reading it.
    OPEN = gettext_noop("This answer is still being written.")

    #: The transcript is deleted or has expired.
    GONE = gettext_noop("This conversation is no longer here.")

    #: Why was this said? What the sentence cites is not published any more.
    WITHDRAWN = gettext_noop("The article that this sentence rests on is no longer published.")

    UNREACHABLE = gettext_noop("The service that writes the answers cannot be reached. Please try again later.")
    TIMEOUT = gettext_noop("The answer took too long, so it was ended. Please try again.")
    PROVIDER_REFUSED = gettext_noop("The service that writes the answers did not accept the question.")
    BROKE_OFF = gettext_noop("The connection to the service that writes the answers broke off. Please try again.")
    #: ``until``: the day on which it opens again.
    OVER_CAP = gettext_noop("This month’s budget for answers is used up. Answers are back on %(until)s.")
    PAUSED = gettext_noop("The assistant is paused for now. The articles are here to read as always.")
    INTERNAL = gettext_noop("Something went wrong on this site. Please try again later.")

    #: ``seconds``: how long to wait. The sign for seconds, since it needs no plural.
    RATE_LIMITED = gettext_noop("These were many questions in a short time. The next one is possible in %(seconds)s s.")
    BUSY = gettext_noop("Many people are asking at this moment. Please try again in a minute.")
    BAD_REQUEST = gettext_noop("This request could not be read.")
    EMPTY_QUESTION = gettext_noop("Please write a question.")
    LONG_QUESTION = gettext_noop("A question can have up to 1,000 characters.")
    UNKNOWN_LANGUAGE = gettext_noop("Questions in this language cannot be answered here.")
    NOT_ALLOWED = gettext_noop("This is not allowed from where you are.")
    METHOD = gettext_noop("Questions have to be sent with POST.")
    TOO_LARGE = gettext_noop("This request is too large.")
    MEDIA_TYPE = gettext_noop("Questions have to be sent as JSON (application/json).")


def notice(which: Notice, language: str, **values: date | int) -> str:
    """The notice in ``language``, its values filled in; dates are written out as that language writes them.

    The language is active only inside this call, so none leaks out of it.
    """
    with override(language):
        text = gettext(which.value)
        shown = {
            name: in_digits_of(language, date_format(value) if isinstance(value, date) else str(value))
            for name, value in values.items()
        }
        return text % shown if shown else text


def in_digits_of(language: str, text: str) -> str:
    """With the digits that the copy of this language is written in; Django writes ASCII ones everywhere."""
    return text.translate(PERSIAN_DIGITS) if language == "fa" else text
