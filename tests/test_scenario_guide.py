"""The complete examples of the guide are valid as they stand, and the scenarios among them are played."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import bocage
from bocage.files import check

GUIDE = Path(__file__).parents[1] / "docs" / "scenarios.md"
COMPLETE = re.compile(
    r"```yaml\n(# yaml-language-server: \$schema=(schema/(?P<system>\w+)-(?P<kind>\w+)\.json)\n.*?)```", re.DOTALL
)
EXAMPLES = {f"{found['system']}-{found['kind']}": found for found in COMPLETE.finditer(GUIDE.read_text("utf-8"))}


def test_every_system_has_its_example() -> None:
    assert {f"{name}-scenario" for name in ("lnlt", "normandie", "disposable")} < set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_the_guide_is_valid_and_played(name: str, tmp_path: Path) -> None:
    found = EXAMPLES[name]
    assert (GUIDE.parent / found[2]).is_file(), "the schema it names is there"
    path = tmp_path / "example.yaml"
    path.write_text(found[1], "utf-8")
    check(path)  # its system is told by its content
    assert bocage.system(found["system"]).kind_of(path) == found["kind"]
    if found["kind"] != "scenario":
        return
    for seed in (1, 2):
        game = bocage.new(found["system"], str(path), seed)
        rng = random.Random(seed)
        while not game.over:
            game.play(rng.choice(game.decision.options))
