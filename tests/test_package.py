"""The package as others install it: a wheel in a new environment, and what the README promises."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
SECONDS = 300  # what a busy machine may need for anything
OUTSIDE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


@pytest.fixture(scope="module")
def bocage_command(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of a wheel, built here and installed where there is no source.

    Other packages are lent by the environment of the tests, behind the new one's own, so that nothing is downloaded.
    """
    folder = tmp_path_factory.mktemp("package")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(TOP / name, folder)
    shutil.copytree(TOP / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    pip = ["-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = ["wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(folder), str(folder)]
    subprocess.run([sys.executable, *pip, *build], check=True, timeout=SECONDS)
    (wheel,) = folder.glob("*.whl")
    home = folder / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True, timeout=SECONDS)
    python = home / "bin" / "python"
    (site,) = home.glob("lib/python*/site-packages")
    install = ["install", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run([sys.executable, *pip, *install], check=True, timeout=SECONDS)
    (site / "lent.pth").write_text(f"{sysconfig.get_paths()['purelib']}\n")  # .pth files in there are not read
    return [str(python), "-m", "bocage"]


def run(command: list[str], *arguments: str, cwd: Path) -> str:
    done = subprocess.run(
        [*command, *arguments], env=OUTSIDE, cwd=cwd, capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_wheel_plays_in_a_new_environment(bocage_command: list[str], tmp_path: Path) -> None:
    home = run([bocage_command[0]], "-c", "import bocage; print(bocage.__file__)", cwd=tmp_path)
    assert str(TOP) not in home
    assert "bocage 0." in run(bocage_command, "--version", cwd=tmp_path)
    two = ("--seat", "random", "--seat", "random", "--seed", "4")
    shown = run(bocage_command, "play", "disposable", "lesson_shooting", *two, cwd=tmp_path)
    assert "Victory:" in shown or "draw" in shown
    few = ("--games", "2", "--workers", "1", "--bots", "random,random", "--out", "games", "--json")
    assert json.loads(run(bocage_command, "simulate", "lesson_shooting", *few, cwd=tmp_path))["games"] == 2
    assert all(
        row["passed"]
        for row in json.loads(run(bocage_command, "drill", "--system", "disposable", "--json", cwd=tmp_path))
    )


def test_a_wheel_knows_what_its_tests_proved(bocage_command: list[str], tmp_path: Path) -> None:
    rows = json.loads(run(bocage_command, "rules", "--summary", "--json", cwd=tmp_path))
    assert {row["system"] for row in rows} >= {"lnlt", "normandie", "disposable"}
    assert sum(row["named"] for row in rows) > 1500
    assert sum(row["proved"] for row in rows) > 0


def test_the_code_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (TOP / "README.md").read_text("utf-8"), re.DOTALL)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    assert (tmp_path / "game.json").stat().st_size > 1000
