"""Releases are numbered in one way everywhere, and each leaves a store behind for the tests of all later ones."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import bocage

TOP = Path(__file__).parent.parent
STORES = TOP / "tests" / "fixtures" / "stores"
BEFORE = "0.1.0"  # from which no store was kept


def listed() -> list[str]:
    """The headings of the changelog, newest first."""
    return re.findall(r"^## (\S+)$", (TOP / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_package_and_changelog_name_the_same_release() -> None:
    version = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["version"]
    assert version == bocage.__version__
    newest = listed()[0]
    assert newest == ("Unreleased" if version.endswith(".dev0") else version)


def test_every_release_left_its_store() -> None:
    released = [heading for heading in listed() if heading not in ("Unreleased", BEFORE)]
    assert sorted(folder.name for folder in STORES.iterdir()) == sorted(released)
    for release in released:
        manifest = json.loads((STORES / release / "manifest.json").read_text())
        assert manifest["release"] == release
        assert {game["system"] for game in manifest["games"]} == {"lnlt", "normandie", "disposable"}
