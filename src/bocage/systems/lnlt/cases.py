"""Golden cases of the documents, worked out with the real rules on small positions of their own."""

from __future__ import annotations

from typing import Any

from bocage.geometry.hex import HexGrid
from bocage.kernel.dice import scripted, seeded
from bocage.kernel.system import Unreached
from bocage.systems.lnlt import sightcases
from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.content.counters import counters
from bocage.systems.lnlt.content.numbers import numbers
from bocage.systems.lnlt.content.scenarios import MapSpec
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.tables import (
    Board,
    Scenario,
    UnitType,
)
from bocage.systems.lnlt.rules.acts import WITH_OWN, WITH_WEAPON
from bocage.systems.lnlt.rules.aftermath import ErraticCard, erratic_difference
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.firepower import attack_tally, has_mortar
from bocage.systems.lnlt.rules.melee import (
    COLUMNS,
    attack_fp,
    column,
    glider_shift,
    hero_shift,
    melee_fp,
    melee_tally,
    shifted_column,
    total_fp,
)
from bocage.systems.lnlt.rules.movement import Movement
from bocage.systems.lnlt.rules.rally import NORMAL, rally_morale
from bocage.systems.lnlt.rules.rallywork import inspire
from bocage.systems.lnlt.state import LnltState, Weapon

HERE, THERE = "E5", "H5"


def bare(board: Board, nations: list[str]) -> LnltState:
    """A board without anybody on it, and the numbers of the game."""
    scenario = Scenario("case", board, nations, 1, 0)
    scenario.numbers = numbers()
    return LnltState(scenario, seeded(0))


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
        case "rally-morale":
            return rally_case(situation)
        case "mortar-direct":
            return mortar_direct(situation)
        case "ambush":
            return ambush_case(situation)
        case "woods-movement":
            return woods_movement(situation)
        case "erratic":
            return {
                "final_diff": erratic_difference(situation["original_diff"]),
                "if_even": "no Damage Check taken" if erratic_spares() else "",
            }
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
    board: Board = scenarios.link_map(MapSpec("case", 12, 10, terrain=terrain or {}, sides={"bocage": bocage or []}))
    return bare(board, ["us", "de"])


def counter(spec: dict[str, Any], side: str) -> UnitType:
    """The counter that a case describes by its printed values and the words of its type."""
    types, _ = counters()
    words = str(spec.get("type", ""))
    if side == "partisan":
        return types["su.partisan.squad.0-4-4"]
    prefix = {"american": "us.glider." if "glider" in words else "us.para.", "german": "ge.fj"}[side]
    kind = ".hs." if "half-squad" in words and "squad or" not in words else ".squad."
    printed = spec.get("counter") or spec.get("counter_inferred") or ""
    for name, type_ in types.items():
        if name.startswith(prefix) and kind in name and name.endswith(printed):
            return type_
    raise Unreached(f"no counter for {spec}")


def put(state: LnltState, group: dict[str, Any], hex_: int) -> list[int]:
    side = group["side"]
    seat = 1 if side == "german" else 0
    return [state.add_unit(seat, counter(spec, side), hex_, 0, "").id for spec in group["units"]]


def group_fire(situation: dict[str, Any]) -> dict[str, Any]:
    state = table()
    state.recording = True
    number = state.board.grid.numbers
    firers = put(state, situation["attacker"], number[HERE])
    elements = WITH_OWN.on_each(firers)
    tally = attack_tally(state, number[HERE], number[THERE], elements, [], False, False)
    parts = [line.value for line in tally.lines]
    printed = [state.units[firer].type.fp for firer in firers]
    return {"fp_parts": parts, "fp_total": tally.total, "halving": "none" if parts == printed else "halved"}


def rally_case(situation: dict[str, Any]) -> dict[str, Any]:
    state = bare(table().board, ["su", "de"])
    type_ = counters("nosb")[0]["su.line.squad." + situation["unit"]["counter"]]
    unit = state.add_unit(0, type_, state.board.grid.numbers[HERE], flags.SHAKEN, "")
    inspire(state, 0, unit.hex)
    return {"rally_morale": rally_morale(state, unit, NORMAL)}


def erratic_spares() -> bool:
    """The card is played on a Leader who is hit, with an even die."""
    state = table()
    leader = state.add_unit(0, counters()[0]["us.ldr.clarkson"], state.board.grid.numbers[HERE], 0, "")
    card = ErraticCard(0, leader.hex, [leader.id], 1, False, leader.id)
    card.step = 1
    state.push(card)
    state.dice = scripted([2])
    card.advance(state)
    return not leader.flags


def mortar_direct(situation: dict[str, Any]) -> dict[str, Any]:
    """The squad and the mortar it fires, at the range given."""
    state = bare(table().board, ["uk", "de"])
    state.recording = True
    units, weapons = counters("hon")
    number = state.board.grid.numbers
    squad = state.add_unit(0, units["uk.para.squad.1-6-4"], number["E9"], 0, "")
    state.weapons.append(Weapon(0, weapons["uk.sw.mortar51"], squad.id, squad.hex, False))
    target = number[f"E{9 - situation['target']['range']}"]
    foe = state.add_unit(1, units["ge.wehr44.squad.1-6-4"], target, 0, "")
    attack = FireAttack(0, squad.hex, target, -1, [foe.id], False, False)
    attack.firers = [WITH_WEAPON.on(squad.id)]
    tally = attack.tally(state)
    parts = {line.label: line.value for line in tally.lines}
    dice = "max(d1, d2)" if has_mortar(attack.weapons(state)) else "d1"
    return {
        "fp_parts": {"squad_ifp": parts["fire.lead"], "mortar": parts["fire.weapon"]},
        "fp_total": tally.total,
        "attack_total_formula": f"{dice} + {tally.total} + dft_modifiers",
        "ffe_marker": bool(state.barrages),
    }


def ambush_case(situation: dict[str, Any]) -> dict[str, Any]:
    state = bare(table().board, ["su", "de"])
    units, _ = counters("nosb")
    here = state.board.grid.numbers[HERE]
    attacker = state.add_unit(0, units["su.partisan.squad.0-4-4"], here, 0, "")
    target = state.add_unit(1, units["ge.wehr44.squad.1-6-4"], here, 0, "")
    ambush = bool(situation["attacker"]["ambush"])
    base = melee_fp(state, attacker)
    attack = attack_fp(state, [attacker.id], ambush)
    at = shifted_column(state, [attacker.id], [target.id], ambush)
    modifier = melee_tally(state, here, [attacker.id]).total
    return {
        "melee_fp_base": base,
        "ambush_multiplier": attack // base,
        "attack_fp": attack,
        "defense_fp": melee_fp(state, target),
        "odds": COLUMNS[at],
        "table_kill_number": numbers().melee_kills[at],
        "roll_modifier": modifier,
        "needed_natural_roll": numbers().melee_kills[at] - modifier,
        "simultaneous": not ambush,
    }


def woods_movement(situation: dict[str, Any]) -> dict[str, Any]:
    """Along a column of hexes with the terrain of the path."""
    hexes = [f"E{9 - i}" for i in range(len(situation["path"]) + 1)]
    terrain: dict[str, list[str]] = {}
    for name, step in zip(hexes[1:], situation["path"], strict=True):
        terrain.setdefault(step["terrain"].lower().replace(" ", "-"), []).append(name)
    state = bare(table(terrain).board, ["su", "de"])
    number = state.board.grid.numbers
    squad = state.add_unit(0, counters("nosb")[0]["su.partisan.squad.0-4-4"], number[hexes[0]], 0, "")
    move = Movement(0, squad.hex, kinds.WALK, 1)
    move.movers = [squad.id]
    costs: list[int] = []
    for name in hexes[1:]:
        before = move.spent
        move.enter(state, number[name])
        costs.append(move.spent - before)
    return {"per_hex_mp": costs, "total_mp": move.spent}


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
