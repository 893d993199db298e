"""What a vendor is sent: the prompt, a limit that it obeys, our key to it alone, nothing that tells of a visitor."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync

from assistant.conf import conf
from assistant.providers import get_provider
from assistant.providers.base import Message, Prompt
from assistant.providers.openai import OpenAIProvider

from .asking import QUESTION, ask
from .conftest import KEY
from .upstream import Finish, Reply, Upstream, refused


def sent(vendor: Upstream) -> dict[str, Any]:
    """The body of the one request of a question."""
    assert ask().the("done")["status"] == "answered"
    (request,) = vendor.requests
    assert request.path == vendor.dialect.path
    return request.body


def test_the_prompt_is_sent_with_what_never_changes_first(vendor: Upstream) -> None:
    """So that the vendor's prompt cache holds the instructions; with Anthropic they are marked for it."""
    body = sent(vendor)
    assert (body["model"], body["stream"]) == ("model-a", True)
    if vendor.dialect.name == "anthropic":
        (system,) = body["system"]
        assert system["cache_control"] == {"type": "ephemeral"}
        instructions, messages = system["text"], body["messages"]
    else:
        first, *messages = body["messages"]
        assert first["role"] == "system"
        instructions = first["content"]
    assert "[Sn]" in instructions and "38 minutes" not in instructions
    assert QUESTION not in instructions
    (message,) = messages
    assert message["role"] == "user" and QUESTION in message["content"] and "38 minutes" in message["content"]


def test_the_roles_of_a_conversation_are_kept(vendor: Upstream) -> None:
    """In the order in which they are given."""
    said = (Message("user", "one"), Message("assistant", "two"), Message("user", "three"))

    async def call() -> None:
        async for _ in get_provider().stream(Prompt("system", said, (), "", "", "en", 16)):
            pass

    async_to_sync(call)()
    (request,) = vendor.requests
    messages = [(message["role"], message["content"]) for message in request.body["messages"]]
    assert messages[-3:] == [("user", "one"), ("assistant", "two"), ("user", "three")]


def test_the_limit_of_the_answer_is_one_that_the_server_knows(vendor: Upstream, settings: Any) -> None:
    """What was reserved rests on it. A server at an address of its own often knows the old name alone."""
    settings.ASSISTANT_MAX_OUTPUT_TOKENS = 77
    body = sent(vendor)
    assert body["max_tokens"] == 77
    assert "max_completion_tokens" not in body


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("", "max_completion_tokens"),
        ("https://api.openai.com/v1", "max_completion_tokens"),
        ("https://eu.api.openai.com/v1", "max_completion_tokens"),
        ("https://mine.openai.azure.com/openai/v1", "max_completion_tokens"),
        ("http://127.0.0.1:8080/v1", "max_tokens"),
        ("https://api.notopenai.com/v1", "max_tokens"),
        ("https://openai.com.example/v1", "max_tokens"),
    ],
)
def test_openai_itself_gets_the_new_name(settings: Any, address: str, name: str) -> None:
    """Its newer models refuse the old one; both at once are refused as well."""
    settings.ASSISTANT_PROVIDER, settings.ASSISTANT_MODEL, settings.OPENAI_BASE_URL = "openai", "gpt-x", address
    created: dict[str, Any] = {}

    class Completions:
        async def create(self, **options: Any) -> None:
            created.update(options)

    client = type("Client", (), {"chat": type("Chat", (), {"completions": Completions()})})
    async_to_sync(OpenAIProvider().send)(client, Prompt("", (), (), "", "", "en", 16))
    assert {key: value for key, value in created.items() if "tokens" in key} == {name: 16}


def test_usage_is_asked_for(vendor: Upstream) -> None:
    """OpenAI's protocol tells it on demand alone."""
    body = sent(vendor)
    assert body.get("stream_options") == ({"include_usage": True} if vendor.dialect.name == "openai" else None)


def test_the_key_is_in_its_header_and_the_stream_is_not_compressed(vendor: Upstream) -> None:
    """Compressing holds pieces back."""
    sent(vendor)
    headers = vendor.requests[0].headers
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["accept-encoding"] == "identity"


def test_nothing_tells_of_the_visitor(vendor: Upstream) -> None:
    """No address, no agent, no conversation: the vendor gets question and passages."""
    reply = ask(headers={"user-agent": "VisitorsBrowser/1", "x-forwarded-for": "203.0.113.9"})
    request = vendor.requests[0]
    everything = f"{request.headers} {request.body}"
    start = reply.the("start")
    for told in ("VisitorsBrowser", "203.0.113.9", start["conversation"], start["turn"]):
        assert told not in everything


def test_a_redirection_does_not_take_the_key_elsewhere(vendor: Upstream) -> None:
    """A redirecting server gets an answer to one request, and the place that it names gets none."""
    vendor.will(refused(307, location=f"{vendor.base_url}/elsewhere"))
    assert ask().the("error")["code"] == "provider_refused"
    assert [request.path for request in vendor.requests] == [vendor.dialect.path]


def test_a_server_on_this_machine_is_asked_without_a_proxy(vendor: Upstream, monkeypatch: Any) -> None:
    """The panel says that its visitors' words stay here."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert sent(vendor)
    assert conf.company == ""


def test_a_server_without_a_key_gets_a_word_for_one(vendor: Upstream, settings: Any) -> None:
    """The SDK wants something; ours is no secret. Anthropic's is never asked without."""
    settings.OPENAI_API_KEY = settings.ANTHROPIC_API_KEY = ""
    reply = ask()
    if vendor.dialect.name == "openai":
        assert vendor.requests[0].headers["authorization"] == "Bearer none"
    else:
        assert (reply.the("error")["code"], vendor.requests) == ("provider_refused", [])


def test_the_environment_changes_nothing_of_it(vendor: Upstream, monkeypatch: Any) -> None:
    """The SDKs read variables of their own: another address or key there is not ours."""
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "sk-another")
    sent(vendor)
    assert "sk-another" not in str(vendor.requests[0].headers)


def test_a_response_that_never_ends_is_left(vendor: Upstream, monkeypatch: Any) -> None:
    """One line without an end would fill the memory; here of 64 KiB."""
    from assistant.providers import connection

    from .upstream import Raw, Stall

    monkeypatch.setattr(connection, "MOST_BYTES", 65536)
    vendor.will(Reply((Raw(b"data: " + b"x" * 70_000), Stall(), Finish("stop"))))
    assert ask().the("error")["code"] == "broke_off"
    assert vendor.requests[0].closed.wait(10)
