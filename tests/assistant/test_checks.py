"""System checks (spec 5): nonsense in the settings is named before a visitor meets it."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.utils import timezone

from assistant import checks
from assistant.checks import expired_turns_are_pruned, is_origin
from assistant.providers import ProviderMissing, get_provider, vendor

from .rows import turn


@pytest.fixture(autouse=True)
def _sound(settings: Any) -> None:
    """Settings with which no check says anything."""
    settings.ASSISTANT_PROVIDER = "anthropic"
    settings.ASSISTANT_MODEL = "model-a"
    settings.ASSISTANT_PRICES = {"model-a": [3, 15]}
    settings.ASSISTANT_MONTHLY_CAP = Decimal(20)
    settings.ANTHROPIC_API_KEY = "sk-secret"
    settings.OPENAI_API_KEY = settings.OPENAI_BASE_URL = settings.ASSISTANT_SCRIPT = ""
    settings.ASSISTANT_EMBED_ORIGINS = []
    settings.ASSISTANT_OWNER_EMAIL, settings.EMAIL_IS_SET = "owner@site.example", True


def found() -> list[str]:
    """The ids that the checks of the assistant report; each has a hint, and none tells a secret."""
    messages = [message for message in run_checks() if (message.id or "").startswith("assistant.")]
    assert all(message.hint for message in messages)
    assert not any("sk-secret" in f"{message.msg} {message.hint}" for message in messages)
    return [message.id for message in messages]


def test_sound_settings_pass() -> None:
    """Nothing to say."""
    assert found() == []


def test_e001_an_unknown_provider(settings: Any) -> None:
    """Nothing answers under that name."""
    settings.ASSISTANT_PROVIDER = "oracle"
    assert found() == ["assistant.E001"]


@pytest.mark.parametrize(
    ("model", "prices"), [("", {"model-a": [3, 15]}), ("model-b", {"model-a": [3, 15]}), ("model-a", {})]
)
def test_e002_a_paid_model_without_a_price(settings: Any, model: str, prices: dict) -> None:
    """An unknown or misspelt model would cost 0, and the cap never fire."""
    settings.ASSISTANT_MODEL, settings.ASSISTANT_PRICES = model, prices
    assert found() == ["assistant.E002"]


def test_e003_a_missing_key(settings: Any) -> None:
    """The vendor would refuse every question."""
    settings.ANTHROPIC_API_KEY = ""
    assert found() == ["assistant.E003"]


@pytest.mark.parametrize("key", ["sk-secret\n", "sk-sécret"])
def test_e003_a_key_that_is_none(settings: Any, key: str) -> None:
    """A line break came along, or a letter that no key has: it cannot be sent."""
    settings.ANTHROPIC_API_KEY = key
    assert found() == ["assistant.E003"]


def test_e003_is_not_about_a_server_of_ones_own(settings: Any) -> None:
    """A local model needs no key."""
    settings.ASSISTANT_PROVIDER = "openai"
    assert found() == ["assistant.E003"]
    settings.OPENAI_BASE_URL = "http://127.0.0.1:8080/v1"
    assert found() == []


def test_e004_a_missing_script(settings: Any, tmp_path: Path) -> None:
    """The scripted provider needs a file that is there."""
    settings.ASSISTANT_PROVIDER = "scripted"
    assert found() == ["assistant.E004"]
    settings.ASSISTANT_SCRIPT = str(tmp_path / "script.txt")
    assert found() == ["assistant.E004"]
    (tmp_path / "script.txt").write_text('{"pieces": 5}')
    assert found() == ["assistant.E004"]
    (tmp_path / "script.txt").write_text("Said.")
    assert found() == []


def test_e005_embed_origins_that_are_none(settings: Any) -> None:
    """One message for each."""
    settings.ASSISTANT_EMBED_ORIGINS = ["https://example.org", "example.org", "*"]
    assert found() == ["assistant.E005", "assistant.E005"]


@pytest.mark.parametrize(
    "prices",
    [
        {"model-b": [3]}, {"model-b": "3"}, {"model-b": [-1, 2]}, {"model-b": [True, 2]}, {"model-b": {"input": 3}},
        {"model-b": [float("nan"), 1]}, {"model-b": [3, None]},
    ],
)  # fmt: skip
def test_e006_prices_that_cannot_be_read(settings: Any, prices: dict) -> None:
    """Also of a model that is not in use."""
    settings.ASSISTANT_PRICES = {"model-a": [3, 15], **prices}
    assert found() == ["assistant.E006"]


def test_prices_may_be_named(settings: Any) -> None:
    """``{"input": 3, "output": 15}`` reads better."""
    settings.ASSISTANT_PRICES = {"model-a": {"input": 3, "output": 15.5}}
    assert found() == []


def test_prices_may_have_a_third_number(settings: Any) -> None:
    """What input costs that the vendor's cache held; its name may stand before it."""
    settings.ASSISTANT_PRICES = {"model-a": [3, 15, 0.3], "model-b": {"input": 3, "output": 15, "cached": 0.3}}
    assert found() == []


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_e007_a_package_that_is_not_installed(settings: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Said by the check, and by whoever wants to use the provider; only the provider in use is looked for."""
    monkeypatch.setattr(vendor, "is_installed", lambda sdk: False)
    monkeypatch.setattr(checks, "is_installed", lambda sdk: False)
    settings.ASSISTANT_PROVIDER, settings.OPENAI_API_KEY = name, "sk-secret"
    assert found() == ["assistant.E007"]
    with pytest.raises(ProviderMissing, match=f"'{name}' is not installed: {name} is missing"):
        get_provider()
    settings.ASSISTANT_PROVIDER = "extractive"
    assert found() == []


@pytest.mark.parametrize(
    "address",
    [
        "https://user:sk-secret@host/v1",
        "https://sk-secret@host",
        "https://host/v1?key=sk-secret",
        "https://host/v1#sk-secret",
        "https://ho st/v1",
    ],
)
def test_e008_a_base_url_that_is_more_than_an_address(settings: Any, address: str) -> None:
    """A key in an address ends up in logs; it is not repeated here either."""
    settings.ASSISTANT_PROVIDER, settings.OPENAI_BASE_URL = "openai", address
    assert found() == ["assistant.E008"]


def test_e008_the_version_is_added_for_anthropic(settings: Any) -> None:
    """Its SDK appends /v1/messages, OpenAI's appends /chat/completions."""
    for address, expected in (("https://host/v1/", ["assistant.E008"]), ("https://host/proxy", [])):
        settings.ANTHROPIC_BASE_URL = address
        assert found() == expected


def test_w004_a_key_in_the_open(settings: Any) -> None:
    """Not to this machine, and not without a key."""
    settings.ASSISTANT_PROVIDER, settings.OPENAI_API_KEY = "openai", "sk-secret"
    for address, expected in (
        ("http://models.example/v1", ["assistant.W004"]),
        ("https://models.example/v1", []),
        ("http://127.0.0.1:8080/v1", []),
    ):
        settings.OPENAI_BASE_URL = address
        assert found() == expected
    settings.OPENAI_BASE_URL, settings.OPENAI_API_KEY = "http://models.example/v1", ""
    assert found() == []


def test_w001_a_paid_provider_under_a_cap_of_zero(settings: Any) -> None:
    """Allowed, and hardly meant."""
    settings.ASSISTANT_MONTHLY_CAP = Decimal(0)
    assert found() == ["assistant.W001"]
    settings.ASSISTANT_MONTHLY_CAP = None
    assert found() == []


@pytest.mark.parametrize(("address", "server"), [("", True), ("owner@site.example", False)])
def test_w003_a_cap_of_which_nobody_hears(settings: Any, address: str, server: bool) -> None:
    """An address and a mail server; under no cap, or with a free provider, there is nothing to hear."""
    settings.ASSISTANT_OWNER_EMAIL, settings.EMAIL_IS_SET = address, server
    assert found() == ["assistant.W003"]
    settings.ASSISTANT_MONTHLY_CAP = None
    assert found() == []
    settings.ASSISTANT_MONTHLY_CAP, settings.ASSISTANT_PROVIDER = Decimal(20), "extractive"
    assert found() == []


@pytest.mark.django_db
def test_w002_expired_turns_that_nobody_prunes(settings: Any) -> None:
    """A day of grace, and the database is asked only when it is checked."""
    settings.ASSISTANT_RETENTION_DAYS = 30
    turn(at=timezone.now() - timedelta(days=30, hours=12))
    assert expired_turns_are_pruned(databases=["default"]) == []
    turn(at=timezone.now() - timedelta(days=31, hours=12))
    (warning,) = expired_turns_are_pruned(databases=["default"])
    assert warning.id == "assistant.W002"
    assert expired_turns_are_pruned(databases=None) == []


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        ("https://example.org", True),
        ("http://localhost:3000", True),
        ("https://[::1]:8443", True),
        ("https://example.org/", False),
        ("https://example.org/page", False),
        ("https://*.example.org", True),
        ("https://*.example.org:8443", True),
        ("https://*.org", False),
        ("https://*", False),
        ("https://*.*.example.org", False),
        ("https://www.*.org", False),
        ("https://*.127.0.0.1", False),
        ("*.example.org", False),
        ("https://example.org,https://a.example", False),
        ("https://'self'", False),
        ("https://example.org?", False),
        (" https://example.org", False),
        ("https://user@example.org", False),
        ("https://example.org:port", False),
        ("ftp://example.org", False),
        ("https://", False),
        ("null", False),
        ("https://a.example; script-src *", False),
    ],
)
def test_an_origin_is_scheme_host_and_port(value: str, is_one: bool) -> None:
    """It becomes part of a header."""
    assert is_origin(value) is is_one
