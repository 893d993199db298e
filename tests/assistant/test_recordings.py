"""Recordings (spec 2, §6; spec 6, §3): opt-in, apart, with a retention of their own, for the owner alone."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone, translation

from assistant import recordings
from assistant.forms import Question
from assistant.health import is_prune_due
from assistant.locales import LOCALES
from assistant.models import Recording, Turn, WithheldTurn
from assistant.notices import in_digits_of
from assistant.providers.scripted import ScriptedProvider
from assistant.retention import erase
from assistant.turns import OpenTurn
from assistant.usage import Usage

from .asking import ask
from .rows import conversation, prompt, staff, turn, withheld

pytestmark = pytest.mark.django_db

GOOD = "Closing takes 38 minutes [S1]."
INVENTED = " It weighs 7351 tonnes [S1]."
RECORDED = "The recorded, unchecked words: 7351 tonnes."


@pytest.fixture(autouse=True)
def _recording(settings: Any) -> None:
    settings.ASSISTANT_RECORD_ANSWERS, settings.ASSISTANT_RECORDING_DAYS = True, 7
    settings.ASSISTANT_RETENTION_DAYS = 30


def recorded(of: Turn | None = None, *, days: float = 0, **fields: Any) -> Recording:
    """A recording as if made so many days ago."""
    row = Recording.objects.create(
        turn=of or withheld().turn, pieces=["The recorded, ", "unchecked words: 7351 tonnes."], finish_reason="stop",
        sources=["Each leaf is 24 metres wide."], language="en", no_answer_token="NO_ANSWER", **fields,
    )  # fmt: skip
    Recording.objects.filter(pk=row.pk).update(recorded_at=timezone.now() - timedelta(days=days))
    return row


class TestWriting:
    def test_keeps_the_pieces_as_they_came_and_what_the_gate_checked_them_by(self, script: Any, profile: Any) -> None:
        """All that a replay needs, none of it in the turn."""
        script(GOOD + INVENTED + " More", size=5)
        ask()
        row = Recording.objects.get()
        assert row.raw_answer == (GOOD + INVENTED + " More")[: len(row.raw_answer)]
        assert "7351" in row.raw_answer
        assert all(len(piece) == 5 for piece in row.pieces[:-1])
        assert row.finish_reason == ""  # the gate stopped it
        assert len(row.sources) == 2
        assert "Closing the gate takes 38 minutes." in row.sources[0]
        assert "dahl.example" in row.sources[0]
        assert (row.language, row.vouching_question) == ("en", row.turn.question)
        assert row.no_answer_token == "NO_ANSWER"
        assert row.rules["names"] is True
        assert WithheldTurn.objects.get().turn == row.turn

    def test_keeps_the_finish_reason_of_an_answer_that_ended(self, script: Any) -> None:
        """Both of them."""
        for finish in ("stop", "length"):
            script(GOOD, finish=finish)
            ask()
        assert sorted(Recording.objects.values_list("finish_reason", flat=True)) == ["length", "stop"]

    def test_of_a_question_about_the_owner_nothing_vouches(self, script: Any, profile: Any) -> None:
        """As in the gate itself."""
        script("Ines Dahl is a harbour engineer [S1].")
        ask("Who is Ines Dahl?")
        assert Recording.objects.get().vouching_question == ""

    def test_is_off_unless_the_owner_says_so(self, script: Any, settings: Any) -> None:
        """The default."""
        from config import settings as defaults

        settings.ASSISTANT_RECORD_ANSWERS = defaults.ASSISTANT_RECORD_ANSWERS
        script(GOOD + INVENTED)
        assert ask().the("done")["status"] == "withheld"
        assert not Recording.objects.exists()

    def test_keeps_nothing_where_nothing_was_written(self, script: Any, found: Any) -> None:
        """An empty answer, and a refusal before any model was asked."""
        script("")
        ask()
        found.score = 0.0
        ask("What is the capital of Mars?")
        assert Turn.objects.count() == 2
        assert not Recording.objects.exists()

    def test_is_bounded(self, script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """A provider that writes without end fills no table; what was cut is no finished answer."""
        monkeypatch.setattr(recordings, "MOST_CHARACTERS", 20)
        script(GOOD, size=7)
        ask()
        row = Recording.objects.get()
        assert row.raw_answer == GOOD[:20]
        assert row.finish_reason == ""
        assert row.turn.status == "answered"

    def test_that_fails_loses_no_turn(
        self, script: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """The turn is stored as if there were no recording, and the log has the class of the error alone."""

        def refuse(**row: Any) -> None:
            raise DatabaseError(f"DETAIL: failing row contains {row['pieces']}")

        monkeypatch.setattr(Recording.objects, "create", refuse)
        script(GOOD + INVENTED)
        with caplog.at_level("INFO", logger="assistant"):
            assert ask().the("done")["status"] == "withheld"
        assert WithheldTurn.objects.get().turn.answer == "Closing takes 38 minutes."
        assert "recording lost error=DatabaseError" in caplog.text
        assert "7351" not in caplog.text

    def test_whose_row_the_database_refuses_loses_no_turn(
        self, script: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A real error inside the transaction of the turn."""
        create = Recording.objects.create
        monkeypatch.setattr(Recording.objects, "create", lambda **row: create(**{**row, "language": None}))
        script(GOOD)
        assert ask().the("done")["status"] == "answered"
        assert Turn.objects.get().status == "answered"
        assert "recording lost error=IntegrityError" in caplog.text

    def test_is_in_no_log_and_no_other_table(self, script: Any, caplog: pytest.LogCaptureFixture) -> None:
        """The blocked sentence stands in the recording, and nowhere else."""
        script(GOOD + INVENTED, size=3)
        with caplog.at_level("DEBUG"):
            reply = ask()
        assert "7351" not in caplog.text.replace("\n", "")
        assert b"7351" not in reply.body
        row = Turn.objects.get()
        everything = [vars(row), vars(row.withheld), *(vars(source) for source in row.sources.all())]
        assert "7351" not in str(everything)

    def test_recorder_shows_no_text(self) -> None:
        """In a traceback with local variables, for example."""
        recorder = recordings.Recorder()
        recorder._room = 100
        recorder.add("7351 tonnes")
        assert repr(recorder) == "<Recorder of 1 pieces>"


class TestDeleting:
    def test_prune_deletes_after_its_own_days_and_leaves_the_turn(self) -> None:
        """Seven, where the turn has thirty."""
        old, young = recorded(days=7.1), recorded(days=6.9)
        out = StringIO()
        call_command("prune", "--dry-run", stdout=out)
        assert "Would delete 1 recordings older than 7 days." in out.getvalue()
        assert Recording.objects.count() == 2
        call_command("prune", stdout=out)
        assert "Deleted 1 recordings older than 7 days." in out.getvalue()
        assert list(Recording.objects.all()) == [young]
        assert Turn.objects.filter(pk=old.turn_id).exists()

    def test_is_named_by_readyz_when_nobody_prunes(self) -> None:
        """A day after it was due, like an old turn."""
        recorded(days=7.9)
        assert not is_prune_due()
        recorded(days=8.1)
        assert is_prune_due()

    def test_never_outlives_its_turn(self, settings: Any) -> None:
        """However many days the settings say."""
        settings.ASSISTANT_RECORDING_DAYS = 300
        recorded(withheld(at=timezone.now() - timedelta(days=31)).turn)
        assert not Recording.objects.kept().exists()
        call_command("prune", stdout=StringIO())
        assert not Recording.objects.exists()

    def test_goes_with_its_conversation(self) -> None:
        """At the visitor's wish."""
        one = recorded()
        other = recorded()
        erase(one.turn.conversation)
        assert list(Recording.objects.all()) == [other]

    def test_is_not_written_for_a_turn_that_was_erased_meanwhile(self) -> None:
        """The close of the turn finds no row, and writes none."""
        open_turn = OpenTurn(Question("How long?", "en", "http://testserver"), ScriptedProvider())
        open_turn.open()
        open_turn.recorder.begin(prompt())
        open_turn.recorder.add(RECORDED)
        erase(Turn.objects.get().conversation)
        open_turn.close(Usage())
        assert not Recording.objects.exists()


class TestAdmin:
    @pytest.fixture
    def owner(self, client: Client) -> Client:
        """Signed in."""
        client.force_login(staff("owner"))
        return client

    def test_shows_the_owner_the_raw_answer_as_unchecked(self, owner: Client) -> None:
        """With the warning, and what it was checked against."""
        row = recorded()
        content = owner.get(f"/admin/assistant/recording/{row.pk}/change/").content.decode()
        assert RECORDED in content
        assert "Raw answer, unchecked" in content
        assert "It may hold inventions" in content
        assert "Each leaf is 24 metres wide." in content
        assert "7351" not in owner.get("/admin/assistant/recording/").content.decode()

    @pytest.mark.parametrize("group", ["editor", ""])
    def test_shows_nobody_else_anything(self, client: Client, group: str) -> None:
        """An editor sees withheld turns, and that a recording is kept, and not the recording."""
        row = recorded()
        client.force_login(staff(group))
        for address in ("/admin/assistant/recording/", f"/admin/assistant/recording/{row.pk}/change/"):
            assert client.get(address).status_code == 403
        page = client.get(f"/admin/assistant/withheldturn/{row.turn.withheld.pk}/change/")
        content = page.content.decode()
        assert "7351" not in content
        assert "/recording/" not in content
        if group:
            assert "The whole raw answer is recorded" in content

    def test_nobody_writes_or_deletes_one(self, admin_client: Client) -> None:
        """Not even somebody who may do everything else."""
        row = recorded()
        for action in ("add", f"{row.pk}/delete", f"{row.pk}/change"):
            assert admin_client.post(f"/admin/assistant/recording/{action}/", {"pieces": "[]"}).status_code == 403
        assert Recording.objects.get().raw_answer == RECORDED

    def test_is_reached_from_the_page_of_the_withheld_turn(self, owner: Client) -> None:
        """By a link that says what it is. The page has none of the text, and does not claim that nothing is kept."""
        row = recorded()
        content = owner.get(f"/admin/assistant/withheldturn/{row.turn.withheld.pk}/change/").content.decode()
        assert f'href="/admin/assistant/recording/{row.pk}/change/"' in content
        assert "Read the raw answer, unchecked" in content
        assert "7351" not in content
        assert "Nothing of the sentence is stored" not in content

    def test_says_that_nothing_is_stored_where_nothing_is(self, owner: Client) -> None:
        """The usual page."""
        content = owner.get(f"/admin/assistant/withheldturn/{withheld().pk}/change/").content.decode()
        assert "Nothing of the sentence is stored" in content
        assert "Read the raw answer" not in content

    def test_leaves_out_what_has_expired(self, owner: Client) -> None:
        """Also before ``prune`` has run."""
        row = recorded(days=7.1)
        assert owner.get("/admin/assistant/recording/").context["cl"].result_count == 0
        assert owner.get(f"/admin/assistant/recording/{row.pk}/change/").status_code == 302
        content = owner.get(f"/admin/assistant/withheldturn/{row.turn.withheld.pk}/change/").content.decode()
        assert "Read the raw answer" not in content

    def test_is_not_found_by_its_words(self, owner: Client) -> None:
        """Only by those of the question."""
        recorded(turn("How heavy is a leaf?"))
        assert owner.get("/admin/assistant/recording/?q=7351").context["cl"].result_count == 0
        assert owner.get("/admin/assistant/recording/?q=heavy").context["cl"].result_count == 1

    def test_escapes_what_the_provider_wrote(self, owner: Client) -> None:
        """A raw answer is text."""
        row = recorded()
        Recording.objects.update(pieces=["<script>alert(1)</script>"], sources=["<b>bold</b>"])
        content = owner.get(f"/admin/assistant/recording/{row.pk}/change/").content.decode()
        assert "<script>alert" not in content
        assert "<b>bold" not in content

    def test_is_in_no_transcript(self, owner: Client) -> None:
        """Neither the staff's nor the visitor's."""
        row = recorded(turn(of=conversation(), status=Turn.Status.ANSWERED))
        address = f"/admin/assistant/conversation/{row.turn.conversation_id}/change/"
        assert "7351" not in owner.get(address).content.decode()


class TestPanel:
    @pytest.mark.parametrize("language", LOCALES)
    def test_says_in_the_readers_language_that_drafts_are_kept(self, client: Client, language: str) -> None:
        """And for how many days."""
        prefix = "" if language == "en" else f"/{language}"
        content = client.get(f"{prefix}/").content.decode()
        with translation.override(language):
            said = translation.ngettext(*DRAFT, 7) % {"days": 7, "name": "\0"}
        assert language == "en" or said != DRAFT[1] % {"days": 7, "name": "\0"}
        for part in in_digits_of(language, said).split("\0"):
            assert part in content

    def test_says_nothing_where_recording_is_off(self, client: Client, settings: Any) -> None:
        """The usual panel."""
        settings.ASSISTANT_RECORD_ANSWERS = False
        assert "draft of the answer" not in client.get("/").content.decode()


DRAFT = (
    "The draft of the answer, as it was before it was checked, is kept too, for %(days)s day; only %(name)s sees it.",
    "The draft of the answer, as it was before it was checked, is kept too, for %(days)s days; only %(name)s sees it.",
)
