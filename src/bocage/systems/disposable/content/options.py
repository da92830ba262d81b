"""Game options: variants of the rules, and how much a player decides himself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bocage.kernel import Text
from bocage.kernel.system import BadOption
from bocage.kernel.views import OptionInfo, OptionValue
from bocage.systems.disposable.state import HOUSES, DisposableState

# Name and clause; all are switches and off by default: what is printed on the sheet goes before our readings of it.
SWITCHES = {
    "confirm": "dh.core.acc.zero", "ruins": "dh.core.linear.ruins", "each": "dh.open.fire_half",
    "flat": "dh.open.floors", "house_scope": "dh.open.scope_hold", "house_spotted": "dh.open.spot_limits",
    "house_camouflage": "dh.open.spot_camouflage", "house_commander": "dh.open.guts_pc_distance",
    "house_rout": "dh.core.rout.contact", "house_lone": "dh.open.single_towards", "house_guns": "dh.open.snap_limits",
    "house_bunker": "dh.open.bunker_mods", "house_pursuit": "dh.open.charge_order",
    "house_snap_range": "dh.core.snap.range", "house_snap_once": "dh.open.snap_limits",
}  # fmt: skip


def is_flat(options: Mapping[str, Any]) -> bool:
    """Whether height counts for nothing; the table is made like that (dh.open.floors)."""
    return options.get("flat") is True


def known() -> list[OptionInfo]:
    return [OptionInfo(name, Text(f"option.{name}"), rule, values(name)) for name, rule in SWITCHES.items()]


def values(name: str) -> list[OptionValue]:
    off, on = ("for-me", "by-hand") if name == "each" else ("unset", "set")
    return [OptionValue(False, Text(f"option.{off}")), OptionValue(True, Text(f"option.{on}"))]


def set_options(state: DisposableState, options: dict[str, Any]) -> None:
    for name in sorted(options):
        if name not in SWITCHES:
            raise BadOption(f"disposable has no option '{name}' (it has {', '.join(SWITCHES)})")
        if not isinstance(options[name], bool):
            raise BadOption(f"option '{name}' is true or false, not '{options[name]}'")
    state.confirm = options.get("confirm", False)
    state.ruins = options.get("ruins", False)
    state.each = options.get("each", False)
    state.house = sum(1 << i for i, name in enumerate(HOUSES) if options.get(f"house_{name}", False))
