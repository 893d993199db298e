"""The log and the cache (spec 2, §6): one structured line a turn; no address, no word of a visitor, no blocked text."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import AsyncClient, Client
from django.urls import reverse

from assistant import tokens, views
from assistant.models import Conversation, Turn

from .asking import QUESTION, ask

ADDRESS = "203.0.113.77"
SECRET_WORDS = (ADDRESS, "closing take", "38 minutes", "1987", "Closing", "How long")


@pytest.fixture(autouse=True)
def _settings(settings: Any) -> None:
    settings.ASSISTANT_TRUSTED_PROXIES = 1
    settings.ASSISTANT_RATE_LIMIT = (2, 60)


def from_visitor(**more: str) -> dict[str, str]:
    """The headers of a visitor behind a proxy of ours."""
    return {"x-forwarded-for": f"198.51.100.1, {ADDRESS}", **more}


def line(caplog: Any) -> dict[str, str]:
    """The one line of the one turn, as fields."""
    (message,) = [record.getMessage() for record in caplog.records if record.getMessage().startswith("answer turn=")]
    return dict(part.split("=", 1) for part in message.split(" ")[1:])


@pytest.mark.django_db
class TestTheLineOfATurn:
    @pytest.fixture(autouse=True)
    def _level(self, caplog: Any) -> None:
        caplog.set_level(logging.INFO, "assistant")

    def test_has_ids_status_lengths_times_and_money(self, script: Any, settings: Any, caplog: Any) -> None:
        """What an operator needs, field by field."""
        settings.ASSISTANT_PRICES = {"model of mine": [3, 15]}
        settings.ASSISTANT_MONTHLY_CAP = 1
        provider = script("Closing takes 38 minutes [S1].")
        provider.paid, provider.model = True, "model of mine"
        ask(headers=from_visitor())
        found, one = line(caplog), Turn.objects.get()
        assert (found["turn"], found["conversation"]) == (str(one.pk), str(one.conversation_id))
        assert (found["status"], found["locale"]) == ("answered", "en")
        assert (found["provider"], found["model"]) == ("scripted", "model_of_mine")
        assert (found["sentences"], found["characters"]) == ("1", str(len("Closing takes 38 minutes.")))
        assert (found["cost_micros"], found["estimated"]) == (str(one.cost_micros), "1")
        assert one.cost_micros > 0
        assert (found["input_tokens"], found["output_tokens"]) == (str(one.input_tokens), str(one.output_tokens))
        assert found["cached_tokens"] == found["retries"] == "0"
        assert found["ms"].isdecimal() and found["first_sentence_ms"].isdecimal()

    @pytest.mark.parametrize("said", ["Closing takes 38 minutes [S1].", "Work began in 1987 [S1]. And more", ""])
    def test_holds_no_text_whatever_became_of_it(self, script: Any, caplog: Any, said: str) -> None:
        """Answered, stopped, empty: what was withheld is there as a length."""
        script(said)
        ask(headers=from_visitor())
        for word in SECRET_WORDS:
            assert word not in caplog.text
        if "1987" in said:
            assert int(line(caplog)["withheld_characters"]) > 0

    def test_of_a_failure_holds_the_code_and_the_class_alone(self, script: Any, caplog: Any, monkeypatch: Any) -> None:
        """A message of an exception may hold anything."""

        class Fails(type(script("x"))):  # type: ignore[misc]
            async def stream(self, prompt: Any) -> Any:
                raise RuntimeError(f"Closing {ADDRESS} {prompt.question}")
                yield

        provider = Fails(script("x")._script, 0)
        monkeypatch.setattr(views, "get_provider", lambda: provider)
        ask(headers=from_visitor())
        assert line(caplog)["error"] == "internal"
        assert "RuntimeError" in caplog.text
        for word in SECRET_WORDS:
            assert word not in caplog.text


@pytest.mark.django_db
def test_refused_requests_leave_no_address_in_the_log(script: Any, caplog: Any) -> None:
    """Neither their own line nor Django's."""
    caplog.set_level(logging.DEBUG)
    script("Closing takes 38 minutes [S1].")
    statuses = [ask(headers=from_visitor()).status for _ in range(3)]
    statuses.append(ask("", headers=from_visitor()).status)
    assert statuses == [200, 200, 429, 400]
    ours = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("asyncio"))
    assert ADDRESS not in ours and QUESTION not in ours


@pytest.mark.django_db
def test_the_cache_holds_counters_under_hashes_and_nothing_else(script: Any) -> None:
    """Every key and every value that a conversation leaves there."""
    script("Closing takes 38 minutes [S1].")
    token = ask(headers=from_visitor()).the("start")["conversation"]
    ask(headers=from_visitor(), conversation=token)
    public_id = str(Conversation.objects.get().public_id)
    keys = list(cache._cache)
    assert len(keys) == 2
    for key in keys:
        assert re.fullmatch(r":1:assistant\.rate\.[0-9a-f]{32}\.\d+", key)
        assert isinstance(cache.get(key.removeprefix(":1:")), int)
        assert public_id not in key and public_id.replace("-", "") not in key


@pytest.mark.django_db
class TestFeedbackAndDeletion:
    @pytest.fixture(autouse=True)
    def _answered(self, script: Any) -> None:
        script("Closing takes 38 minutes [S1].")
        ask(headers=from_visitor())
        self.turn = Turn.objects.get()

    def judge(self, address: str = ADDRESS) -> int:
        """The status of one verdict."""
        body = json.dumps({"turn": tokens.turn_token(self.turn), "verdict": "up"})
        headers = {"x-forwarded-for": address}
        response = async_to_sync(AsyncClient().post)(
            "/assistant/feedback", body, content_type="application/json", headers=headers
        )
        return int(response.status_code)

    def delete(self) -> Any:
        """The response to one deletion of a conversation that is not there."""
        return Client().post(reverse("delete_transcript", args=["c.gone"]), headers={"x-forwarded-for": ADDRESS})

    def test_verdicts_have_a_rate_of_their_own(self) -> None:
        """The third within the minute waits; another visitor does not, nor a question."""
        assert [self.judge() for _ in range(3)] == [204, 204, 429]
        assert self.judge("203.0.113.78") == 204
        assert ask(headers=from_visitor()).status == 200

    def test_deletions_have_a_rate_of_their_own(self) -> None:
        """Guessing tokens is limited too; the refusal says how long to wait."""
        assert [self.delete().status_code for _ in range(2)] == [404, 404]
        refused = self.delete()
        assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
        assert int(refused.headers["Retry-After"]) > 0
        assert self.judge() == 204
