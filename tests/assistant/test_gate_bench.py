"""The gate bench: what the gate makes of a text that a person puts in; nothing of it is kept."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from assistant.admin.gate_bench import HOWS, SWITCHES, VERDICTS
from assistant.bench import MOST_CHARACTERS, MOST_SOURCES, How, Verdict, run
from assistant.locales import LOCALES
from gate import GateRules, Reason, SentenceGate, State

from .rows import staff, withheld

PAGE = "/admin/assistant/withheldturn/gate-bench/"
TOKEN = "NO_ANSWER"
GATE = "The gate passes at 1.60 metres. In its first winters it closed 61 times. It cost €41 million."
MOLE = "Between 1908 and 1918 the rubble moved twelve centimetres."
HALL = "The museum opens at 10 am."


def bench(answer: str, *sources: str, language: str = "en", question: str = "", **rules: bool) -> Any:
    """A run with the site's rules."""
    return run(answer, sources, language, question, GateRules(**rules), TOKEN)


class TestSentences:
    def test_are_judged_until_one_is_stopped_and_not_read_after_it(self) -> None:
        """As in a stream: what comes after a stop is never looked at."""
        done = bench("It passes at 1.6 metres [S1]. It cost €42 million [S1]. It is the first [S1].", GATE)
        assert [each.verdict for each in done.sentences] == [Verdict.RELEASED, Verdict.STOPPED, Verdict.NOT_READ]
        assert done.sentences[1].reasons == (Reason.VALUE_UNSUPPORTED,)
        assert done.released == "It passes at 1.6 metres." and done.state is State.STOPPED

    @pytest.mark.parametrize(
        ("answer", "place"),
        [
            ("We closed it [S1]. It closed 61 times [S1].", 1),
            ("It closed 61 times [S1]. We closed it [S1].", 2),
            ("It closed 61 times [S1]. It closed 62 times [S1]. It closed 63 times [S1].", 2),
            ("It closed 61 times [S1]. It closed 61 times [S1]. It closed 63 times [S9].", 3),
            ("[S1]\n\nIt closed 61 times [S1].\n\n[S9]\n\nIt closed 61 times [S1].", 2),
        ],
    )
    def test_are_stopped_where_the_gate_stops(self, answer: str, place: int) -> None:
        """The first, the last, one as long as its neighbour."""
        done = bench(answer, GATE)
        assert [each.place for each in done.sentences if each.verdict is Verdict.STOPPED] == [place]
        gate = SentenceGate([GATE], "en")
        assert done.released == gate.feed(answer).text + gate.finish().text

    def test_end_at_the_no_answer_token(self) -> None:
        """Which is no sentence of the answer."""
        done = bench(f"It closed 61 times [S1]. {TOKEN}", GATE)
        assert [each.verdict for each in done.sentences] == [Verdict.RELEASED, Verdict.NO_ANSWER]

    def test_show_their_markers_apart(self) -> None:
        """A reader sees none; the person here looks at nothing else."""
        [sentence] = bench("It closed 61 times [S1].", GATE).sentences
        assert sentence.parts == ("It closed 61 times ", "[S1]", ".")


class TestValues:
    @pytest.mark.parametrize(
        ("answer", "how", "there"),
        [
            ("It closed 61 times [S1].", How.SAME, "61"),
            ("It passes at 1.6 metres [S1].", How.EQUAL, "1.60 metres"),
            ("The rubble moved 12 cm [S2].", How.NUMBER_WORD, "twelve centimetres"),
            ("The museum opens at 10:00 [S3].", How.TIME, "10 am"),
            ("It cost $41 million [S1].", How.OTHER_UNIT, "€41 million"),
            ("The rubble moved 12 cm [S1].", How.NOT_CITED, "twelve centimetres"),
        ],
    )
    def test_say_where_they_stand_and_how(self, answer: str, how: How, there: str) -> None:
        """On both sides, with one letter."""
        done = bench(answer, GATE, MOLE, HALL)
        [value] = done.sentences[0].values
        assert value.how is how and [found.text for found in value.found] == [there]
        marked = [segment for source in done.sources for segment in source if segment.letters]
        assert [(segment.text, segment.letters, segment.vouches) for segment in marked] == [
            (there, (value.letter,), value.vouched)
        ]
        assert value.vouched is (done.state is State.FINISHED)

    def test_of_the_question_need_no_source(self) -> None:
        """Where the rules say so."""
        answer = "The gate does not close at 75 times [S1]."
        [value] = bench(answer, GATE, question="Did it close 75 times?").sentences[0].values
        assert value.how is How.QUESTION and value.vouched
        [value] = bench(answer, GATE, question="Did it close 75 times?", question_vouches=False).sentences[0].values
        assert value.how is How.NOWHERE and not value.vouched

    def test_lose_nothing_of_the_source_between_them(self) -> None:
        """The segments are the source."""
        done = bench("It closed 61 times, at 1.6 metres, for €41 million [S1].", GATE)
        assert "".join(segment.text for segment in done.sources[0]) == GATE


class TestPage:
    pytestmark = pytest.mark.django_db

    @pytest.fixture
    def owner(self, client: Client) -> Client:
        """Signed in."""
        client.force_login(staff("owner"))
        return client

    @pytest.mark.parametrize("language", LOCALES)
    def test_is_there_in_every_language(self, owner: Client, language: str) -> None:
        """With every code in words."""
        prefix = "" if language == "en" else f"/{language}"
        fields = {"language": language, "answer": "61 [S1]. 62 [S1]. 63 [S1].", "source": [GATE, ""]}
        response = owner.post(prefix + PAGE, fields | {"rules": list(SWITCHES)})
        assert response.status_code == 200 and response.context["run"]["stopped"]
        assert "no-store" in response.headers["Cache-Control"]
        # With no-referrer a browser posts the form as from nowhere, and it is refused.
        assert response.headers["Referrer-Policy"] == "same-origin"

    def test_says_every_code_in_words(self) -> None:
        """And knows every switch."""
        assert set(HOWS) == set(How) and set(VERDICTS) == set(Verdict)
        assert set(SWITCHES) == set(GateRules.__dataclass_fields__)

    def test_stores_and_logs_nothing(self, owner: Client, caplog: pytest.LogCaptureFixture) -> None:
        """What is typed is somebody's draft."""
        with (
            caplog.at_level(logging.DEBUG),
            CaptureQueriesContext(
                connection,
            ) as queries,
        ):
            owner.post(PAGE, {"language": "en", "answer": "Xyzzy 99 [S1].", "source": ["Plugh"]})
        assert not [query for query in queries if query["sql"].split()[0] in {"INSERT", "UPDATE", "DELETE"}]
        logged = [record.getMessage() for record in caplog.records if record.name != "django.db.backends"]
        assert not any("Xyzzy" in text or "Plugh" in text for text in logged)

    def test_begins_with_a_turn(self, owner: Client) -> None:
        """Its question, its released text with markers, its sources."""
        row = withheld()
        page = owner.get(f"{PAGE}?turn={row.pk}")
        assert page.context["form"].initial["question"] == row.turn.question
        texts = [source.text for source in row.turn.sources.order_by("number")]
        assert all(text in shown for text, shown in zip(texts, page.context["sources"], strict=False))

    @pytest.mark.parametrize("query", ["turn=0", "turn=x", "turn=" + "9" * 30, "recording=1", "turn=%00"])
    def test_begins_empty_where_there_is_none(self, owner: Client, query: str) -> None:
        """A bad key is no error."""
        assert not owner.get(f"{PAGE}?{query}").context["form"].initial["question"]

    @pytest.mark.parametrize(
        "fields",
        [
            {"answer": ""},
            {"answer": "x" * (MOST_CHARACTERS + 1)},
            {"answer": "61 [S1].", "source": ["61"] * (MOST_SOURCES + 1)},
            {"answer": "61 [S1].", "source": ["6" * (MOST_CHARACTERS + 1)]},
            {"answer": "61 [S1].", "language": "xx"},
        ],
    )
    def test_says_what_is_too_much_or_missing(self, owner: Client, fields: dict[str, Any]) -> None:
        """And runs nothing."""
        response = owner.post(PAGE, {"language": "en"} | fields)
        assert response.context["run"] is None and "errornote" in response.content.decode()

    def test_is_for_those_who_judge(self, client: Client) -> None:
        """Staff without that permission are refused, a visitor is asked to sign in."""
        assert client.get(PAGE).status_code == 302
        nobody = get_user_model().objects.create_user("nobody", is_staff=True)
        client.force_login(nobody)
        assert client.get(PAGE).status_code == 403

    def test_shows_markup_as_text(self, owner: Client) -> None:
        """Whatever is put in."""
        evil = "<script>alert(61)</script> [S1]."
        page = owner.post(PAGE, {"language": "en", "answer": evil, "source": [evil], "question": evil})
        assert "<script>alert(61)" not in page.content.decode()
