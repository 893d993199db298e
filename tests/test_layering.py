"""Who may import whom, read from the syntax tree: gate nothing of ours, corpus two modules of gate, nobody config."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("gate", "corpus", "assistant", "config")
#: What each package may import of ours, as prefixes of dotted names; config may import everything.
ALLOWED = {
    "gate": ("gate",),
    "corpus": ("corpus", "gate.folding", "gate.sentences"),
    "assistant": ("assistant", "corpus", "gate"),
}


def modules(package: str) -> Iterator[Path]:
    return (ROOT / package).rglob("*.py")


def imports(path: Path) -> Iterator[str]:
    """The dotted names that a module imports, relative ones resolved; ``from a import b`` gives ``a.b``."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else [])))
            yield from (f"{module}.{alias.name}" for alias in node.names)


def is_within(name: str, allowed: tuple[str, ...]) -> bool:
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in allowed)


@pytest.mark.parametrize("package", sorted(ALLOWED))
def test_a_package_imports_only_what_it_may(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(package)
        for name in imports(path)
        if name.split(".")[0] in OURS and not is_within(name, ALLOWED[package])
    ]
    assert wrong == []


def test_gate_imports_nothing_outside_the_standard_library() -> None:
    wrong = {
        name
        for path in modules("gate")
        for name in imports(path)
        if name.split(".")[0] not in sys.stdlib_module_names and not is_within(name, ("gate",))
    }
    assert wrong == set()


def test_the_reader_of_imports_sees_relative_and_absolute_ones() -> None:
    assert "gate.folding.fold" in set(imports(ROOT / "gate" / "sources.py"))
