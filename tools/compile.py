"""Compile kernel, geometry and the systems' rules with mypyc into build/compiled.

    python tools/compile.py            build
    python tools/compile.py lnlt       the other systems stay interpreted
    PYTHONPATH=build/compiled pytest   run anything on the compiled copy

The copy shadows the source tree, so the same tests and commands run on both.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
SOURCE = TOP / "src" / "bocage"
BUILD = TOP / "build" / "compiled"

PATTERNS = (
    "kernel/**/*.py",
    "geometry/**/*.py",
    "systems/*/state.py",
    "systems/*/model/*.py",
    "systems/*/rules/*.py",
    "systems/*/book/*.py",
)
# Nobody calls into these libraries but Python, so calls within them need no detour and small functions may be inlined;
# -O2 takes gcc twice as long and gains one or two parts in a hundred.
FLAGS = (
    "-O1", "-finline-small-functions", "-finline-functions-called-once", "-foptimize-sibling-calls",
    "-freorder-blocks-and-partition", "-fno-semantic-interposition", "-fvisibility=hidden", "-fno-plt",
)  # fmt: skip
# mypyc classes cannot be msgspec Structs: files that define some stay interpreted.
STRUCT = re.compile(r"^class \w+\((?:\w+,\s*)*(?:msgspec\.)?Struct\b", re.MULTILINE)


def compiled_files(package: Path, systems: list[str]) -> list[Path]:
    """The files of the package (of these systems, or of all) that mypyc compiles, relative to the folder it is in."""
    found = {path for pattern in PATTERNS for path in package.glob(pattern)}
    wanted = [path for path in found if path.read_text().strip() and not STRUCT.search(path.read_text())]
    files = sorted(path.relative_to(package.parent) for path in wanted)
    return [file for file in files if not systems or file.parts[1] != "systems" or file.parts[2] in systems]


def groups(files: list[Path]) -> list[tuple[list[str], str]]:
    """Kernel and geometry, each system's rules, each system's book: smaller pieces of C, built side by side."""
    found: dict[str, list[str]] = {}
    for file in files:
        name = "core"
        if file.parts[1] == "systems":
            name = file.parts[2] + ("_book" if file.parts[3] == "book" else "")
        found.setdefault(name, []).append(str(file))
    return [(names, f"bocage_{group}") for group, names in found.items()]


def mirror(source: Path, target: Path) -> None:
    """Copy the package, leaving files alone that did not change, and drop what is gone."""
    wanted = {
        path.relative_to(source) for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    for relative in wanted:
        there = target / relative
        if not there.is_file() or there.read_bytes() != (source / relative).read_bytes():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / relative, there)
    for path in list(target.rglob("*")):
        if path.is_file() and path.suffix != ".so" and path.relative_to(target) not in wanted:
            path.unlink()


def main(systems: list[str]) -> int:
    BUILD.mkdir(parents=True, exist_ok=True)
    mirror(SOURCE, BUILD / "bocage")
    files = compiled_files(BUILD / "bocage", systems)
    if not files:
        print("nothing to compile yet")
        return 0
    for stale in BUILD.rglob("*.so"):
        stale.unlink()
    # What mypyc remembers of a class in another piece lacks which of its numbers can be undefined.
    shutil.rmtree(BUILD / ".mypy_cache", ignore_errors=True)
    setup = BUILD / "setup.py"
    setup.write_text(
        "from mypyc.build import mypycify\n"
        "from setuptools import setup\n"
        f"files = {[str(f) for f in files]!r}\n"
        f"modules = mypycify(files, separate={groups(files)!r}, debug_level='0')\n"
        "for module in modules:\n"
        f"    module.extra_compile_args += {FLAGS!r}\n"
        "    module.extra_link_args += ['-Wl,-Bsymbolic']\n"
        "setup(name='bocage-compiled', packages=[], ext_modules=modules)\n"
    )
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", f"--parallel={os.cpu_count() or 1}"]
    # The copy is checked as it lies: the project's own mypy settings point at src.
    config = BUILD / "mypy.ini"
    settings = ("explicit_package_bases", "namespace_packages", "ignore_missing_imports")
    config.write_text("[mypy]\n" + "".join(f"{name} = True\n" for name in settings))
    environment = os.environ | {"MYPYPATH": ".", "PYTHONPATH": "."}
    status = subprocess.run(command, cwd=BUILD, env=environment, check=False).returncode
    if status == 0:
        print(f"compiled {len(files)} files into {BUILD.relative_to(TOP)}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
