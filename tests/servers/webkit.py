"""WebKitGTK, the engine that stands for Safari: its small browser, driven by its WebDriver on a display of its own."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver import Remote, WebKitGTKOptions
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.service import Service

from .missing import Missing

BROWSERS = ("/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser")
#: Its bars would keep the window from becoming as narrow as a phone, and take the height of a page.
WITHOUT_BARS = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px }\n"
#: A browser that has ended leaves its driver without an answer.
ANSWER_SECONDS = 60


@contextmanager
def webkit(display: str) -> Iterator[Remote]:
    """A driver of a browser that has just started. Raises ``Missing``."""
    program = shutil.which("WebKitWebDriver")
    browser = next((str(path) for pattern in BROWSERS for path in sorted(Path("/").glob(pattern[1:]))), None)
    if not program or not browser:
        raise Missing("there is no WebKitGTK with its WebDriver; Debian's package is webkit2gtk-driver")
    with tempfile.TemporaryDirectory(prefix="webkit-", ignore_cleanup_errors=True) as folder:
        style = Path(folder) / "config" / "gtk-3.0" / "gtk.css"
        style.parent.mkdir(parents=True)
        style.write_text(WITHOUT_BARS)
        own = {"XDG_CONFIG_HOME": f"{folder}/config", "XDG_CACHE_HOME": folder, "XDG_DATA_HOME": folder}
        words = {"LANG": "C.UTF-8", "LANGUAGE": "en", "GTK_IM_MODULE": "gtk-im-context-simple"}
        options = WebKitGTKOptions()
        options.binary_location = browser
        options.add_argument("--automation")
        service = Service(
            program, env=os.environ | own | words | {"DISPLAY": display}, log_output=str(Path(folder) / "log")
        )
        service.start()
        try:
            line = RemoteConnection(client_config=ClientConfig(service.service_url, timeout=ANSWER_SECONDS))
            driver = Remote(line, options=options)
            try:
                yield driver
            finally:
                driver.quit()
        finally:
            service.stop()
