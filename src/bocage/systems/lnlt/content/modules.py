"""What a module's own document prints (`data/modules.yaml`), which every battle of the module has."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from bocage.content import load_yaml
from bocage.systems.lnlt.content.counters import Nation
from bocage.systems.lnlt.content.specs import BattleSpec

PATH = Path(__file__).parent.parent / "data" / "modules.yaml"


class ModuleSpec(msgspec.Struct, forbid_unknown_fields=True):
    options: dict[str, Any] = {}  # switches of the rulebook
    deck: list[str] = []  # Skill cards, one of each, for both sides
    well_supplied: list[Nation] = []  # lnlt.hon.13.1.2


@cache
def modules() -> dict[str, ModuleSpec]:
    return load_yaml(PATH, dict[str, ModuleSpec])


def usual_options(spec: BattleSpec) -> dict[str, Any]:
    """The switches of the module, and those that the battle sets itself."""
    return {**modules()[spec.module].options, **spec.options}
