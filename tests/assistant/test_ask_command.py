"""``manage.py ask``: the endpoint's path in a terminal."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from assistant.management.commands import ask as command
from assistant.models import Turn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run(script, monkeypatch):
    """``run("How long?", says="…")`` gives what is printed."""

    def ask(*arguments, says="Closing takes 38 minutes [S1]. It opened in 1987 [S1]."):
        provider = script(says)
        monkeypatch.setattr(command, "get_provider", lambda: provider)
        out = StringIO()
        call_command("ask", *arguments, stdout=out)
        return out.getvalue()

    return ask


def test_json_is_one_event_a_line(run):
    """Name and data, as on the wire."""
    lines = [json.loads(line) for line in run("How long?", "--json").splitlines()]
    assert [line["event"] for line in lines] == ["start", "text", "guard", "done"]
    assert lines[1]["data"]["text"] == "Closing takes 38 minutes."


def test_readable_output(run, profile):
    """The answer, what stopped it, its sources; addresses of the site's host."""
    printed = run("How long?")
    assert printed.splitlines()[0] == "Closing takes 38 minutes."
    assert "[withheld: value_unsupported]" in printed and "1987" not in printed
    assert "https://dahl.example/articles/how-the-gate-closes/#part" in printed


def test_turn_is_stored_like_any_other(run):
    """In the language that was asked for."""
    run("چقدر طول می‌کشد؟", "--language", "fa")
    assert Turn.objects.get().locale == "fa"


@pytest.mark.parametrize("arguments", [("",), ("x" * 1001,), ("a\0",), ("How long?", "--language", "it")])
def test_what_cannot_be_asked_is_an_error(run, arguments):
    """In a sentence, without a traceback."""
    with pytest.raises(CommandError):
        run(*arguments)
    assert not Turn.objects.exists()
