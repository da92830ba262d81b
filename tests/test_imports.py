"""Every import rule that docs/architecture.md promises: who may know whom."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src"

# Part of the package: the parts of it that it may import. `bocage` is the front (`bocage.new`, the version).
PARTS = {
    "kernel": set(),
    "geometry": set(),
    "near": set(),
    "content": {"kernel", "near", "text"},
    "text": {"kernel"},
    "looks": {"content"},
    "registry": {"kernel", "near"},
    "rulebook": {"content", "near", "registry", "text"},
    "systems": {"kernel", "geometry", "content", "text", "near"},
    "bots": {"kernel", "near", "text"},
    "checks": {"bocage", "bots", "content", "kernel", "looks", "near", "registry", "rulebook", "text"},
    "files": {"checks", "content", "kernel", "lessons", "looks", "registry", "rulebook", "text"},
    "lessons": {"checks", "content", "kernel", "registry"},
    "analysis": {"bots", "checks", "content", "kernel", "lessons", "near", "registry", "text"},
    "env": {"bots", "kernel", "registry", "text"},
    "server": {"analysis", "bots", "content", "kernel", "lessons", "looks", "near", "registry", "rulebook", "text"},
    "cli": {
        "analysis",
        "bocage",
        "bots",
        "checks",
        "content",
        "files",
        "kernel",
        "lessons",
        "near",
        "registry",
        "rulebook",
        "server",
        "text",
    },
    "bocage": {"kernel", "registry"},
    "__main__": {"cli"},
}

# Room of a system: the other rooms of the same system that it may import.
ROOMS = {
    "model": set(),
    "state": {"model"},
    "rules": {"model", "state"},
    "book": {"model", "state", "rules"},
    "words": {"model", "state", "rules"},
    "content": {"model", "state", "rules", "words"},
    "system": {"model", "state", "rules", "book", "content", "words"},
    "__init__": {"content", "system"},
}


@cache
def imports() -> dict[str, set[str]]:
    """Of every module of the package: the modules of ours it imports, wherever in its text."""
    files = {name_of(path): path for path in (SRC / "bocage").rglob("*.py")}
    return {name: imported_by(path, set(files)) for name, path in files.items()}


def name_of(path: Path) -> str:
    name = ".".join(path.relative_to(SRC).with_suffix("").parts)
    return name.removesuffix(".__init__")


def imported_by(path: Path, known: set[str]) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return {name for name in found if name in known}


def part_of(name: str) -> str:
    return name.split(".")[1] if "." in name else name


def room_of(name: str) -> tuple[str, str]:
    """System and room of a module inside a system."""
    words = name.split(".")
    return words[2], words[3] if len(words) > 3 else "__init__"


@pytest.mark.parametrize("part", sorted({part_of(name) for name in imports()}))
def test_a_part_imports_only_what_is_below_it(part: str) -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in sorted(others)
        if part_of(name) == part and part_of(other) not in PARTS[part] | {part} and other != "bocage"
    ]
    assert wrong == []


def test_nobody_imports_the_inside_of_a_system() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in sorted(others)
        if part_of(other) == "systems" and part_of(name) != "systems"
    ]
    assert wrong == []


SYSTEM_MODULES = sorted(name for name in imports() if name.count(".") > 1 and part_of(name) == "systems")


@pytest.mark.parametrize("system", sorted({room_of(name)[0] for name in SYSTEM_MODULES}))
def test_the_rooms_of_a_system(system: str) -> None:
    wrong = []
    for name in SYSTEM_MODULES:
        own, room = room_of(name)
        if own != system:
            continue
        assert room in ROOMS, f"{name}: no such room"
        for other in sorted(imports()[name]):
            if part_of(other) != "systems" or other.count(".") < 3:
                continue
            theirs, theirs_room = room_of(other)
            if theirs != system or theirs_room not in ROOMS[room] | {room}:
                wrong.append(f"{name} imports {other}")
    assert wrong == []
