"""Golden cases of the documents, worked out with the real rules on small positions of their own."""

from __future__ import annotations

from typing import Any

from bocage.geometry.hex import HexGrid
from bocage.kernel.dice import seeded
from bocage.kernel.system import Unreached
from bocage.systems.lnlt import content, sightcases
from bocage.systems.lnlt.content import MapSpec
from bocage.systems.lnlt.counters import counters
from bocage.systems.lnlt.model import Board, Scenario, UnitType
from bocage.systems.lnlt.rules.fire import attack_tally
from bocage.systems.lnlt.rules.kinds import WITH_OWN
from bocage.systems.lnlt.rules.melee import COLUMNS, column, glider_shift, hero_shift, shifted_column, total_fp
from bocage.systems.lnlt.state import LnltState

HERE, THERE = "E5", "H5"


def run(case: dict[str, Any]) -> dict[str, Any]:
    """The case's `kind` says which part of the rules it asks for."""
    situation = case.get("situation", {})
    match case.get("kind"):
        case "geometry":
            return geometry(case["expected"])
        case "group-fire":
            return group_fire(situation)
        case "melee-odds":
            return melee_odds(situation)
        case "melee-shift":
            return melee_shift(situation)
        case "line":
            return sightcases.line(situation)
        case "sight":
            return sight(situation)
    raise Unreached(f"no case of kind {case.get('kind')!r} is played")


def geometry(expected: dict[str, Any]) -> dict[str, Any]:
    grid = HexGrid(12, 10)
    number = grid.numbers
    return {
        "adjacent": [pair for pair in expected["adjacent"] if grid.adjacent(number[pair[0]], number[pair[1]])],
        "not_adjacent": [
            pair for pair in expected["not_adjacent"] if not grid.adjacent(number[pair[0]], number[pair[1]])
        ],
        "distance": [[a, b, grid.distance(number[a], number[b])] for a, b, _ in expected["distance"]],
    }


def table(terrain: dict[str, list[str]] | None = None, bocage: list[str] | None = None) -> LnltState:
    """An empty map with nothing but the terrain that a case names."""
    board: Board = content.link_map(MapSpec("case", 12, 10, terrain=terrain or {}, sides={"bocage": bocage or []}))
    return LnltState(Scenario("case", board, ["us", "de"], 1, 0), seeded(0))


def counter(spec: dict[str, Any], side: str) -> UnitType:
    """The counter that a case describes by its printed values and the words of its type."""
    types, _ = counters()
    words = str(spec.get("type", ""))
    prefix = {"american": "us.glider." if "glider" in words else "us.para.", "german": "ge.fj"}[side]
    kind = ".hs." if "half-squad" in words and "squad or" not in words else ".squad."
    printed = spec.get("counter") or spec.get("counter_inferred") or ""
    for name, type_ in types.items():
        if name.startswith(prefix) and kind in name and name.endswith(printed):
            return type_
    raise Unreached(f"no counter for {spec}")


def put(state: LnltState, group: dict[str, Any], hex_: int) -> list[int]:
    side = group["side"]
    seat = 0 if side == "american" else 1
    return [state.add_unit(seat, counter(spec, side), hex_, 0, "").id for spec in group["units"]]


def group_fire(situation: dict[str, Any]) -> dict[str, Any]:
    state = table()
    state.recording = True
    number = state.board.grid.numbers
    firers = put(state, situation["attacker"], number[HERE])
    elements = [firer * 4 + WITH_OWN for firer in firers]
    tally = attack_tally(state, number[HERE], number[THERE], elements, [], False, False)
    parts = [line.value for line in tally.lines]
    printed = [state.units[firer].type.fp for firer in firers]
    return {"fp_parts": parts, "fp_total": tally.total, "halving": "none" if parts == printed else "halved"}


def melee_odds(situation: dict[str, Any]) -> dict[str, Any]:
    state = table()
    hex_ = state.board.grid.numbers[HERE]
    attackers = put(state, situation["attacker"], hex_)
    targets = put(state, situation["defender"], hex_)
    attack, defence = total_fp(state, attackers), total_fp(state, targets)
    base = column(attack, defence)
    final = shifted_column(state, attackers, targets)
    return {
        "attack_fp": attack,
        "defense_fp": defence,
        "base_odds": COLUMNS[base],
        "shift": {"columns": abs(final - base), "direction": "right" if final > base else "left"},
        "final_odds": COLUMNS[final],
        "hero_shift": hero_shift(state, attackers),
    }


def melee_shift(situation: dict[str, Any]) -> dict[str, Any]:
    state = table()
    group = put(state, situation, state.board.grid.numbers[HERE])
    earned = bool(glider_shift(state, group))
    return {"melee_shift": earned, "applies_when": ["attacking", "defending"] if earned else []}


def sight(situation: dict[str, Any]) -> dict[str, Any]:
    """Whether every firer sees every target, and whether the targets must be spotted first."""
    ends = {key: value if isinstance(value, list) else [value] for key, value in situation.items() if key in ENDS}
    terrain: dict[str, list[str]] = {}
    for end in (*ends["from"], *ends["to"]):
        if "terrain" in end:
            terrain.setdefault(end["terrain"].lower().replace(" ", "-"), []).append(end["hex"])
    state = table(terrain, situation.get("bocage_hexsides"))
    number = state.board.grid.numbers
    us, _ = counters()
    for end in ends["to"]:
        state.add_unit(0, us["us.para.hs.1-4-4"], number[end["hex"]], 0, "")
    pairs = [(number[a["hex"]], number[b["hex"]]) for a in ends["from"] for b in ends["to"]]
    clear = all(state.sight_from(a) >> b & 1 for a, b in pairs)
    hidden = any(not state.seen_from(a, 0) >> b & 1 for a, b in pairs)
    return {"los": "clear" if clear else "blocked", "must_spot": hidden}


ENDS = ("from", "to")
