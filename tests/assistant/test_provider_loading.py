"""The SDKs are slow to import, so they are imported when their provider is first used, and not in the event loop."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync

from assistant.models import MonthlySpend
from assistant.providers import get_provider
from assistant.providers import vendor as calls

from .asking import ask
from .rows import prompt
from .upstream import Upstream

ROOT = Path(__file__).resolve().parents[2]
START = """
import sys, django
django.setup()
from django.core.checks import run_checks
from django.urls import get_resolver
import config.asgi
from assistant.models import MonthlySpend
from assistant.providers import get_provider
run_checks()
get_resolver().url_patterns
get_provider()
loaded = {name.partition(".")[0] for name in sys.modules}
print(sorted(loaded & {"openai", "anthropic", "httpx2", "httpcore2", "pydantic"}))
"""


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_no_sdk_is_imported_at_start_up(tmp_path: Path, name: str) -> None:
    """Not by the site, its checks, its addresses or the choice of a provider; nor the library beneath them."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}",
        "ENV_FILE": os.devnull,
        "ASSISTANT_PROVIDER": name,
        "ASSISTANT_MODEL": "model-a",
        "ANTHROPIC_API_KEY": "sk-secret",
        "OPENAI_API_KEY": "sk-secret",
    }
    done = subprocess.run([sys.executable, "-c", START], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_an_sdk_is_loaded_once_and_in_a_thread(vendor: Upstream, monkeypatch: Any) -> None:
    """Import, TLS context and the first call of all, which imports much of the rest; the event loop goes on.

    Also when several visitors ask at once.
    """
    threads = []
    load = calls._import

    def seen(provider: calls.VendorProvider) -> calls.Loaded:
        threads.append(threading.current_thread())
        return load(provider)

    monkeypatch.setattr(calls, "_loaded", {})
    monkeypatch.setattr(calls, "_import", seen)

    async def one() -> None:
        async for _ in get_provider().stream(prompt("", "?")):
            pass

    async def call() -> threading.Thread:
        await asyncio.gather(*(one() for _ in range(5)))
        await one()
        return threading.current_thread()

    loop = async_to_sync(call)()
    (thread,) = threads
    assert thread is not loop


def test_the_rehearsal_is_an_answer_of_its_protocol(vendor: Upstream) -> None:
    """Else it would exercise nothing: it has a text, an end and usage, and goes to no server."""
    provider = get_provider()
    assert isinstance(provider, calls.VendorProvider)
    kinds: set[str] = set()
    reader = provider.reader()
    provider.reader = lambda: lambda event: [kinds.add(type(delta).__name__) for delta in reader(event)]  # type: ignore
    calls._import(provider)
    assert kinds == {"TextDelta", "UsageReport", "Finished"}
    assert vendor.connections == 0


def test_one_that_cannot_be_loaded_is_a_failure_of_its_answers_alone(vendor: Upstream, monkeypatch: Any) -> None:
    """A broken installation: the reader is told, nothing is booked, the next question is tried anew."""

    def broken(provider: calls.VendorProvider) -> calls.Loaded:
        raise ImportError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(calls, "_loaded", {})
        patch.setattr(calls, "_import", broken)
        assert ask().the("error")["code"] == "provider_refused"
    assert MonthlySpend.objects.get().spent_micros == 0
    assert ask().the("done")["status"] == "answered"


def test_nonsense_about_proxies_is_no_internal_error(
    vendor: Upstream, settings: Any, monkeypatch: Any, caplog: Any
) -> None:
    """The environment names one that cannot be; its password stays unseen."""
    monkeypatch.setenv("HTTPS_PROXY", "nonsense://user:sk-proxy@host")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    setattr(settings, f"{vendor.dialect.name.upper()}_BASE_URL", "https://vendor.invalid/v1")
    assert ask().the("error")["code"] == "provider_refused"
    assert MonthlySpend.objects.get().spent_micros == 0
    assert "sk-proxy" not in caplog.text
