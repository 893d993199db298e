"""Caddy with the shipped configuration, on free loopback ports: the one from a wheel, and the system's where it is."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .ports import free_port
from .proxy import Proxy, running
from .site import ROOT
from .tls import Certificate

SHIPPED = ROOT / "config" / "deploy" / "Caddyfile"


def programs() -> dict[str, str]:
    """Each Caddy of this machine by the name that tests have for it."""
    wheel = Path(sys.executable).parent / "caddy"
    found = {"Caddy": str(wheel)}
    if system := shutil.which("caddy", path="/usr/local/bin:/usr/bin:/bin"):
        found["system Caddy"] = system
    return found


@contextmanager
def caddy(program: str, folder: Path, certificate: Certificate, *workers: int) -> Iterator[Proxy]:
    """Caddy in front of what listens on these ports; gone afterwards."""
    folder.mkdir(parents=True)
    http, https = free_port(), free_port()
    environment = {
        "SITE_HOST": "localhost",
        "SITE_WORKERS": " ".join(f"127.0.0.1:{port}" for port in workers),
        "SITE_TLS": f"tls {certificate.certificate} {certificate.key}",
        "SITE_HTTP_PORT": str(http),
        "SITE_HTTPS_PORT": str(https),
        "SITE_CADDY_ADMIN": "off",
        "SITE_WAIT_FOR_WORKER": "0s",
        # Nothing of it in the home of whoever runs the tests.
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
    }
    command = [program, "run", "--config", str(SHIPPED), "--adapter", "caddyfile"]
    with running(command, folder, http, https, **environment) as proxy:
        yield proxy
