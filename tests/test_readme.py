"""What the README shows is true."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_code_in_the_readme_runs():
    """Its Python is run as it stands."""
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})  # noqa: S102


def test_every_path_that_the_readme_names_exists():
    """Links and paths lead somewhere."""
    named = set(re.findall(r"\]\((?!http)([^)#]+)\)", README))
    named |= {path for path in re.findall(r"`([\w/.]+\.(?:py|html|md|example))`", README) if "/" in path}
    missing = [path for path in named if "xx" not in path and not (ROOT / path).exists()]
    assert named and not missing
