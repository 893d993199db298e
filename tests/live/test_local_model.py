"""A real language model behind the real site (spec 2, §3, §5): small, slow, inventing, and told apart from a fake.

What it says is its own affair: nothing here depends on its words, only on what must hold whatever they are.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from tests.assistant.upstream import Counts, Upstream, answered
from tests.servers.local_model import ModelServer, read_chunks, start_local_site
from tests.servers.site import ROOT, SiteServer, environment, manage

from .reading import asked, events, query, read_all, read_until, wait_for

#: Short prompts and short answers: it reads a hundred tokens a second.
SHORT = {
    "ASSISTANT_SOURCES": "1",
    "ASSISTANT_MAX_OUTPUT_TOKENS": "48",
    "ASSISTANT_RECORD_ANSWERS": "true",
    "ASSISTANT_RATE_LIMIT": "1000/m",
    "ASSISTANT_FIRST_PIECE_SECONDS": "300",
    "ASSISTANT_BETWEEN_PIECES_SECONDS": "300",
    "ASSISTANT_WHOLE_ANSWER_SECONDS": "600",
}
#: What the gate says of the recorded answer, by what became of the turn.
STATES = {
    "answered": ("finished", "no_answer"),
    "refused": ("finished", "no_answer"),
    "withheld": ("stopped",),
    "cut_off": ("truncated",),
}
SECONDS = 120
ROW = (
    "select status, finish_reason, input_tokens, output_tokens, usage_estimated, cost_micros, provider"
    " from assistant_turn order by id"
)


@pytest.fixture(scope="module")
def both(tmp_path_factory: Any, sample_database: Any) -> Iterator[tuple[SiteServer, ModelServer]]:
    """A site and its model, held to markers: else nothing of it would ever be released."""
    site, model = start_local_site(tmp_path_factory.mktemp("local"), sample_database, "--markers", **SHORT)
    yield site, model
    site.stop()


@pytest.fixture
def model(both: Any) -> ModelServer:
    """The model, with nothing to do."""
    both[1].wait_until_idle()
    return both[1]


def answer(site: SiteServer, question: str, locale: str = "en") -> list[tuple[str, dict[str, Any]]]:
    """The events of one answer, however long it takes."""
    with asked(site, question, locale) as connection:
        connection.settimeout(600)
        return events(read_all(connection))


class TestAnswers:
    def test_are_what_the_gate_lets_through(self, both: Any, model: ModelServer) -> None:
        """Each event, status and figure agrees with the others, and the recording says the same when it is replayed."""
        site, _ = both
        questions = ("How long does closing the Lyngsund gate take?", "Who is Maren Holt?")
        told = [answer(site, question) for question in questions]
        rows = query(site.database, ROW)
        replayed = json.loads(manage(site.database, "replay", "--recordings", "--json", **SHORT))["each"]
        assert len(told) == len(rows) == len(replayed) == 2
        for got, (status, finish, sent, written, estimated, cost, provider), again in zip(
            told, rows, replayed, strict=True
        ):
            assert [got[0][0], got[-1][0]] == ["start", "done"]
            assert got[-1][1]["status"] == status
            assert status in STATES, site.log
            assert again["state"] in STATES[status]
            assert "".join(data["text"] for name, data in got if name == "text") == again["released"]
            assert again["foreign_numbers"] == []
            assert [data["reasons"] for name, data in got if name == "guard"] == (
                [again["reasons"]] if status == "withheld" else []
            )
            assert provider == "openai"
            assert sent > 300  # the instructions alone are longer
            assert written > 0
            assert cost == 0
            if status in ("answered", "cut_off"):
                assert finish == {"answered": "stop", "cut_off": "length"}[status]
            # What the server counted where the stream came to its end; where we closed it, it told nothing.
            assert bool(estimated) == (finish == "")
            assert estimated or written <= 48

    def test_are_not_asked_for_where_no_article_is_near(self, both: Any, model: ModelServer) -> None:
        """The refusal costs the model nothing."""
        before = model.tokens_written
        got = answer(both[0], "What is the capital of Mongolia?")
        assert got[-1][1]["status"] == "refused"
        assert not model.is_busy
        assert model.tokens_written == before

    def test_end_where_the_room_does(self, serve: Any, model: ModelServer) -> None:
        """Sixteen tokens are no sentence: cut off, with the reason, and with the server's own count."""
        site = serve(**{**model.settings, **SHORT, "ASSISTANT_MAX_OUTPUT_TOKENS": "16"})
        got: list[Any] = []
        for question in ("Who is Maren Holt?", "What did the Lyngsund gate cost?", "When does the gate close?"):
            got.append(answer(site, question))
            if got[-1][-1][1]["status"] == "cut_off":
                break  # a very short sentence may end, and be withheld, before the room does
        rows = query(site.database, ROW)
        assert rows[-1][0] == "cut_off"
        for told, (status, finish, sent, written, estimated, *_rest) in zip(got, rows, strict=True):
            assert (status == "cut_off") == (finish == "length") == ("cutoff" in [name for name, _ in told])
            assert told[-1][1]["truncated"] == (status == "cut_off")
            if status == "cut_off":
                assert (written, bool(estimated)) == (16, False)
                assert sent > 300

    def test_stop_the_model_when_the_reader_leaves(self, both: Any, model: ModelServer) -> None:
        """Before the first word: the slot is free again, nothing was written, the turn is abandoned."""
        site, _ = both
        before = model.tokens_written
        # A prompt in Hindi is long, and none like it was read before.
        with asked(site, "ज्वार द्वार कब बंद होता है?", "hi") as connection:
            read_until(connection, b"event: start")
            wait_for(lambda: model.is_busy, SECONDS)
        wait_for(lambda: query(site.database, ROW)[-1][0] == "abandoned", SECONDS)
        model.wait_until_idle()
        assert model.tokens_written == before
        assert query(site.database, ROW)[-1][4] == 1  # estimated


class TestProtocol:
    """What the fake vendor of the other tests claims about the protocol."""

    QUESTION = {"model": "m", "messages": [{"role": "user", "content": "When does the gate close?"}]}

    @pytest.mark.parametrize(("finish", "more"), [("stop", {"grammar": 'root ::= "Yes."'}), ("length", {})])
    def test_chunks_come_in_the_order_of_the_fake(
        self, vendor: Upstream, model: ModelServer, finish: str, more: dict[str, Any]
    ) -> None:
        """A beginning without text, text, the finish reason, the usage without a choice, the end."""
        vendor.will(answered("Yes, it does.", finish=finish, counts=Counts(input=9, output=4)))
        with closing(HTTPConnection("127.0.0.1", vendor.port)) as connection:
            connection.request("POST", "/v1/chat/completions", json.dumps(self.QUESTION))
            fake = list(read_chunks(connection.getresponse()))
        real = list(model.chunks(**self.QUESTION, max_tokens=8, **more))
        assert shape(real) == shape(fake) == ["begin", "text", f"finish {finish}", "usage", "done"]
        for chunks in (real, fake):
            usage = next(chunk["usage"] for chunk in chunks if chunk and not chunk["choices"])
            assert usage["prompt_tokens"] + usage["completion_tokens"] == usage["total_tokens"]
            assert usage["prompt_tokens_details"]["cached_tokens"] <= usage["prompt_tokens"]
        assert (usage_of(real)["completion_tokens"] == 8) == (finish == "length")

    def test_a_prompt_that_does_not_fit_is_refused_at_once(self, model: ModelServer) -> None:
        """With a status, as every refusal of the fake: one token a letter is more than its context."""
        with pytest.raises(AssertionError, match="400"):
            next(model.chunks(messages=[{"role": "user", "content": "م" * 9000}], max_tokens=8))

    def test_a_closed_connection_frees_the_model(self, model: ModelServer) -> None:
        """Long before its text would have ended."""
        before = model.tokens_written
        endless = model.chunks(**self.QUESTION, max_tokens=4000, grammar="root ::= [a-z ]*", ignore_eos=True)
        assert len([next(endless) for _ in range(4)]) == 4
        assert model.is_busy
        endless.close()
        model.wait_until_idle()
        assert model.tokens_written - before < 4000


class TestProcesses:
    """Neither the site nor the model outlives the other."""

    def test_the_model_ends_with_a_site_that_is_killed(self, tmp_path: Any, sample_database: Any) -> None:
        """Even where the site can do nothing about it."""
        site, model = start_local_site(tmp_path, sample_database)
        assert model.is_running
        site.stop(signal.SIGKILL)
        wait_for(lambda: not model.is_running, SECONDS)

    def test_the_site_ends_with_a_model_that_is_killed(self, tmp_path: Any, sample_database: Any) -> None:
        """In order, with a word about why and a status that says so."""
        site, model = start_local_site(tmp_path, sample_database)
        os.kill(model.process_id, signal.SIGKILL)
        assert site.process.wait(SECONDS) == 1
        assert "The local model has ended (signal 9), so the site stops." in site.log

    def test_both_end_when_the_site_is_told_to_stop(self, tmp_path: Any, sample_database: Any) -> None:
        """In order: the site first, then the model."""
        site, model = start_local_site(tmp_path, sample_database)
        assert "given to inventing" in site.log
        assert site.stop(signal.SIGTERM) == 0
        assert not model.is_running
        assert "Traceback" not in site.log

    def test_a_model_that_does_not_start_is_an_error(self, tmp_path: Any, sample_database: Any) -> None:
        """Said in words, and nothing is served."""
        (tmp_path / "xllamacpp.py").write_text("raise ImportError")
        done = subprocess.run(
            [sys.executable, "-m", "script.local_model", "site", "8000"],
            cwd=ROOT, env=environment(sample_database, PYTHONPATH=str(tmp_path)), capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 1
        assert "The local model is not installed: script/serve --local-model does that." in done.stderr
        assert "The local model ended while it started (exit status 1)" in done.stderr
        assert "Serving" not in done.stdout


class TestScript:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["--local-modell"], "there is no option “--local-modell”"),
            (["--local-model", "80a"], "the port is a number such as 8000, not “80a”"),
            (["8001", "--local-model", "8002"], "one port is enough, not 8001 and 8002"),
            (["70000", "--local-model"], "the port is a number from 1 to 65535, not 70000"),
        ],
    )
    def test_says_what_is_wrong_with_a_call(self, arguments: list[str], said: str) -> None:
        """Before anything is installed or started."""
        done = subprocess.run([ROOT / "script" / "serve", *arguments], capture_output=True, text=True, timeout=60)
        assert done.returncode == 2
        assert said in done.stderr


def shape(chunks: list[dict[str, Any] | None]) -> list[str]:
    """What each chunk is, runs of text as one."""
    kinds: list[str] = []
    for chunk in chunks:
        if chunk is None:
            kind = "done"
        elif not chunk["choices"]:
            kind = "usage" if chunk.get("usage") else "nothing"
        elif reason := chunk["choices"][0].get("finish_reason"):
            kind = f"finish {reason}"
        else:
            kind = "text" if chunk["choices"][0]["delta"].get("content") else "begin"
        if kinds[-1:] != [kind]:
            kinds.append(kind)
    return kinds


def usage_of(chunks: list[dict[str, Any] | None]) -> dict[str, Any]:
    """The usage that a stream reported."""
    usage: dict[str, Any] = next(chunk["usage"] for chunk in chunks if chunk and chunk.get("usage"))
    return usage
