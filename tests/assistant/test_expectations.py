"""The owner's test questions: an edit to an article cannot silently break an answer."""

from __future__ import annotations

import io

import pytest
from django.contrib.messages import get_messages
from django.core.management import CommandError, call_command
from django.utils import timezone

from assistant import expecting
from assistant.expectations import Expectation
from assistant.models import Turn
from corpus.models import Article

from . import rows

Outcome = Expectation.Outcome
CLOSING = "The gate closes when the forecast passes 1.60 metres. Closing takes thirty-eight minutes."
MUSEUM = "The museum of the harbour is open on Saturdays. A ticket for the museum costs nine euros."

pytestmark = pytest.mark.django_db


def article(slug, title, body):
    """A published one, in the index."""
    return Article.objects.create(
        slug=slug, title=title, body=body, status=Article.Status.PUBLISHED, published_at=timezone.now()
    )


@pytest.fixture
def gate():
    """What closes."""
    return article("gate", "How the gate closes", CLOSING)


@pytest.fixture
def museum():
    """What is open."""
    return article("museum", "The museum", MUSEUM)


def expect(question="How long does closing the gate take?", outcome=Outcome.FROM_ARTICLE, **fields):
    """A test question."""
    return Expectation.objects.create(question=question, outcome=outcome, **fields)


def checked(expectation):
    """As the last check has left it."""
    expecting.check()
    expectation.refresh_from_db()
    return expectation


def test_a_question_that_finds_its_article_holds(gate, museum):
    """With the place of the article among the sources and the score."""
    found = checked(expect(article=gate))
    assert (found.holds, found.place, found.found) == (True, 1, gate)
    assert found.score is not None and found.score > 0 and found.checked_at is not None


def test_a_question_that_finds_another_article_does_not(gate, museum):
    """What was found instead is told."""
    found = checked(expect("What does a ticket for the museum cost?", article=gate))
    assert (found.holds, found.found) == (False, museum)


@pytest.mark.parametrize(
    ("question", "outcome", "holds"),
    [
        ("Which quantum lattice is best?", Outcome.REFUSED, True),
        ("How long does closing the gate take?", Outcome.REFUSED, False),
        ("How long does closing the gate take?", Outcome.ANSWERED, True),
        ("Which quantum lattice is best?", Outcome.ANSWERED, False),
    ],
)
def test_a_refusal_can_be_what_is_wanted(gate, question, outcome, holds):
    """Or that there is any answer at all."""
    assert checked(expect(question, outcome)).holds is holds


def test_an_edit_that_breaks_an_answer_is_told(gate):
    """Since the check before; and when it is mended."""
    expectation = checked(expect(article=gate))
    gate.body = "Nothing is said here about it."
    gate.title = "Another matter"
    gate.save()
    report = expecting.check()
    assert [each.pk for each in report.broken] == [expectation.pk] and not report.mended
    assert not expecting.check().broken, "it is news once"
    gate.body = CLOSING
    gate.save()
    assert [each.pk for each in expecting.check().mended] == [expectation.pk]


def test_a_first_check_is_no_change(gate):
    """Nothing broke that never held."""
    expect("Which quantum lattice is best?", article=gate)
    report = expecting.check()
    assert (report.checked, report.failing, report.broken) == (1, 1, ())


def test_an_article_that_is_deleted_breaks_what_was_expected_of_it(gate):
    """The question stays, and says so."""
    expectation = checked(expect(article=gate))
    gate.delete()
    assert checked(expectation).holds is False and expectation.article is None


def test_nothing_of_it_is_stored_as_a_turn(gate):
    """No visitor has asked; no provider is called."""
    checked(expect(article=gate))
    assert not Turn.objects.exists()


def test_a_check_within_a_request_ends_in_time(gate):
    """What was checked longest ago comes first the next time."""
    first, second = (expect(f"How long does closing take, {name}?", article=gate) for name in ("Ann", "Bob"))
    assert expecting.check(seconds=-1).checked == 0
    expecting.check([first])
    report_of = []
    expecting.check(progress=lambda each: report_of.append(each.pk))
    assert report_of == [second.pk, first.pk]


def test_an_edit_stands_even_if_the_check_fails(gate, monkeypatch, caplog):
    """The failure is logged."""
    expect(article=gate)
    monkeypatch.setattr(expecting, "look_up", lambda *args, **kwargs: 1 / 0)
    assert expecting.after_edit(request=None) == ""
    assert "could not be checked" in caplog.text


# --- the command ---


def run(*arguments):
    """What the command prints, and its exit status."""
    output = io.StringIO()
    try:
        call_command(*arguments, stdout=output)
    except SystemExit as end:
        return output.getvalue(), end.code
    except CommandError as error:
        return output.getvalue(), error.returncode
    return output.getvalue(), 0


def test_the_command_names_what_does_not_hold(gate, museum):
    """With what it led to; its exit status says so too."""
    expect(article=gate)
    assert run("check_questions") == (
        "1 checked: 1 hold, 0 do not; since the last check 0 broke, 0 mended.\n",
        0,
    )
    expect("What does a ticket for the museum cost?", article=gate)
    printed, status = run("check_questions")
    assert status == 3
    assert "✗ [en] What does a ticket for the museum cost?" in printed
    assert "should be answered from this article “How the gate closes”; is answered from “The museum”" in printed


def test_an_index_run_checks_them(gate):
    """And says what no longer leads where it should."""
    checked(expect(article=gate))
    Article.objects.filter(pk=gate.pk).update(body="Nothing.", title="Nothing")
    printed, status = run("reindex")
    assert "1 of 1 test questions do not lead where they should, 1 of them since now." in printed
    assert status == 0, "the index is as it should be"


# --- the admin ---

CHANGELIST = "/admin/assistant/expectation/"


@pytest.fixture
def editor(client):
    """Signed in."""
    client.force_login(rows.staff("editor"))
    return client


def told(response):
    """The messages."""
    return [str(message) for message in get_messages(response.wsgi_request)]


def test_an_editor_writes_one_and_sees_at_once_whether_it_holds(editor, gate):
    """Checked when it is saved."""
    fields = {"question": "How long does closing the gate take?", "language": "en", "outcome": "from_article"}
    response = editor.post(f"{CHANGELIST}add/", {**fields, "article": gate.pk, "note": ""})
    assert response.status_code == 302
    assert Expectation.objects.get().holds is True
    page = editor.get(CHANGELIST).content.decode()
    assert "✓ answered from “How the gate closes”" in page


def test_the_list_says_what_is_and_what_should_be(editor, gate, museum):
    """In one line: another article, a refusal, and that it held before."""
    expect("What does a ticket for the museum cost?", article=gate, holds=True)
    expect("How long does closing the gate take?", Outcome.REFUSED)
    expecting.check()
    page = editor.get(CHANGELIST).content.decode()
    assert "✗ answered from “The museum” first; this article is source 2 (not before) – should be: answered " in page
    assert "✗ answered from “How the gate closes” – should be: refused" in page


def test_an_answer_from_an_article_names_the_article(editor, gate):
    """Other outcomes name none."""
    fields = {"question": "How long?", "language": "en", "note": ""}
    page = editor.post(f"{CHANGELIST}add/", {**fields, "outcome": "from_article", "article": ""}).content.decode()
    assert "Choose the article" in page
    editor.post(f"{CHANGELIST}add/", {**fields, "outcome": "refused", "article": gate.pk})
    assert Expectation.objects.get().article is None


def test_a_question_that_was_changed_has_no_result_before(editor, gate):
    """So that nothing "does not hold any more" that was never asked."""
    expectation = checked(expect(article=gate))
    fields = {"question": "Which quantum lattice is best?", "language": "en", "outcome": "from_article", "note": ""}
    editor.post(f"{CHANGELIST}{expectation.pk}/change/", {**fields, "article": gate.pk})
    expectation.refresh_from_db()
    assert expectation.holds is False and not expectation.has_changed


@pytest.mark.django_db(transaction=True)
def test_saving_an_article_tells_the_editor_what_it_broke(editor, gate):
    """The question that no longer leads to it, once the edit is committed."""
    checked(expect(article=gate))
    fields = {"title": "Nothing", "slug": "gate", "language": "en", "body": "Nothing.", "format": gate.format}
    fields |= {"status": "published", "summary": "", "questions": "", "address": "", "translation_group": ""}
    fields |= {"published_at_0": "2026-01-01", "published_at_1": "00:00:00"}
    response = editor.post(f"/admin/corpus/article/{gate.pk}/change/", fields, follow=True)
    assert "Does not hold any more: How long does closing the gate take?" in response.content.decode()


def test_all_are_checked_by_a_button_that_posts(editor, gate):
    """A link would be followed by whoever looks ahead."""
    expect(article=gate)
    assert editor.get(f"{CHANGELIST}check/").status_code == 405
    response = editor.post(f"{CHANGELIST}check/")
    assert told(response) == ["1 test question holds."]
    assert Expectation.objects.get().holds is True


@pytest.mark.parametrize("result", ["yes", "no", "changed", "unchecked"])
def test_the_list_is_filtered_by_result(editor, gate, result):
    """Each of the four shows its own."""
    expect("a", holds=True), expect("b", holds=False), expect("c"), expect("d", holds=False, held_before=True)
    page = editor.get(CHANGELIST, {"result": result})
    shown = {each.question for each in page.context["cl"].result_list}
    assert shown == {"yes": {"a"}, "no": {"b", "d"}, "changed": {"d"}, "unchecked": {"c"}}[result]


def test_who_may_not_sees_and_checks_nothing(client, gate):
    """Staff without a group, and visitors."""
    expect(article=gate)
    client.force_login(rows.staff(""))
    assert client.get(CHANGELIST).status_code == 403
    assert client.post(f"{CHANGELIST}check/").status_code == 403
    client.logout()
    assert client.post(f"{CHANGELIST}check/").status_code == 302


def test_the_list_costs_the_same_for_many(editor, gate, django_assert_max_num_queries):
    """Articles come with the questions."""
    for number in range(20):
        expect(f"Question {number}?", article=gate, found=gate, holds=True)
    with django_assert_max_num_queries(12):
        editor.get(CHANGELIST)
