"""Nonsense in the environment stops no import: the default holds, and a system check names the variable (spec 5)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path

import pytest

from config import environment

ROOT = Path(__file__).resolve().parents[2]
PRINT_ERRORS = """
import json, os
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from django.core.checks import run_checks
print(json.dumps([message.msg for message in run_checks() if message.level >= 40]))
"""


def errors(environment: dict[str, str]) -> list[str]:
    """What a process with this environment finds wrong with it."""
    given = {"PATH": os.environ["PATH"], "ENV_FILE": "/dev/null", **environment}
    finished = subprocess.run(
        [sys.executable, "-c", PRINT_ERRORS], cwd=ROOT, env=given, capture_output=True, text=True, timeout=60
    )
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


NONSENSE = {
    "DEBUG": "perhaps",
    "SECURE_COOKIES": "perhaps",
    "ALLOWED_HOSTS": "https://example.org/",
    "TIME_ZONE": "Mars/Olympus",
    "DATABASE_URL": "nonsense",
    "REDIS_URL": "localhost",
    "ANTHROPIC_BASE_URL": "api",
    "OPENAI_BASE_URL": "http://host:port/v1",
    "ASSISTANT_PROVIDER": "oracle",
    "ASSISTANT_SCRIPT_DELAY_MS": "soon",
    "ASSISTANT_PRICES": "cheap",
    "ASSISTANT_MONTHLY_CAP": "1e400",
    "ASSISTANT_MAX_OUTPUT_TOKENS": "1",
    "ASSISTANT_SCORE_FLOOR": "nan",
    "ASSISTANT_SOURCES": "0",
    "ASSISTANT_RATE_LIMIT": "20",
    "ASSISTANT_MAX_STREAMS": "99999999999",
    "ASSISTANT_TRUSTED_PROXIES": "-1",
    "ASSISTANT_RETENTION_DAYS": "forever",
    "ASSISTANT_NO_ANSWER_TOKEN": "{name}",
    "ASSISTANT_CURRENCY": "a whole sentence",
    "ASSISTANT_OWNER_EMAIL": "owner",
    "ASSISTANT_OWNER_LANGUAGE": "xx",
    "ASSISTANT_MAX_STREAMS_TOTAL": "0",
    "ASSISTANT_METRICS_TOKEN": "short",
    "EMAIL_URL": "smtp://:port",
    "DEFAULT_FROM_EMAIL": "the site",
}


def test_every_variable_that_is_nonsense_is_named():
    """All of them in one run, and nothing but them; no message repeats a value."""
    found = errors(NONSENSE)
    assert sorted(found) == sorted(f"{name} cannot be read." for name in NONSENSE)


@pytest.mark.parametrize("url", ["mail.example", "imap://mail.example", "smtp://", "smtp+tls://u:p@h:port"])
def test_only_mail_servers_that_can_send_are_taken(url):
    """Another scheme would stop the import."""
    assert errors({"EMAIL_URL": url}) == ["EMAIL_URL cannot be read."]


@pytest.mark.parametrize(
    ("url", "port"),
    [("smtp://h", 25), ("smtp+tls://u:p%40%23@h", 587), ("smtp+ssl://h", 465), ("smtp+tls://u:p@h:2525", 2525)],
)
def test_a_mail_server_has_the_port_of_its_kind(url, port):
    """Where the address names none."""
    from config.environment import mail_server

    found = mail_server(url)
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("h", port)
    assert found["EMAIL_HOST_PASSWORD"] in (None, "p", "p@#")


@pytest.mark.parametrize("url", ["foo://bar", "mysql://a:b@c/d", "postgres://", "postgresql://u:p@h:port/x"])
def test_only_the_two_databases_are_taken(url):
    """Another engine would stop the import."""
    assert errors({"DATABASE_URL": url}) == ["DATABASE_URL cannot be read."]


def test_an_environment_file_that_is_no_text_is_named(tmp_path):
    """Whatever stands in it."""
    (tmp_path / "env").write_bytes(b"SECRET_KEY=\xff\n")
    assert errors({"ENV_FILE": str(tmp_path / "env")}) == ["ENV_FILE cannot be read."]


def test_the_example_names_every_variable_and_is_sound():
    """As it is shipped."""
    lines = (ROOT / ".env.example").read_text().splitlines()
    named = {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    assert named >= set(NONSENSE) - {"ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"}
    assert errors({"ENV_FILE": str(ROOT / ".env.example")}) == []


def test_networks_are_read_as_such():
    """A single address is one; a host's name is none."""
    assert environment.networks("10.0.0.0/8, ::1") == [ip_network("10.0.0.0/8"), ip_network("::1/128")]
    with pytest.raises(ValueError):
        environment.networks("10.0.0.0/8, home")
