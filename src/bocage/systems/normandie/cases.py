"""The golden cases of drills/examples.yaml, played with the real rules on small boards made for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from bocage.geometry.square import spaces
from bocage.kernel.dice import scripted
from bocage.kernel.event import Event
from bocage.kernel.system import Unreached
from bocage.kernel.tally import Tally
from bocage.systems.normandie import (
    cases_alliance,
    cases_army,
    cases_board,
)
from bocage.systems.normandie.content.counters import counters
from bocage.systems.normandie.content.plans import terrains
from bocage.systems.normandie.content.positions import build
from bocage.systems.normandie.content.scenarios import grid_of
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.flags import BLUFF
from bocage.systems.normandie.model.forces import (
    Scenario,
    Tile,
)
from bocage.systems.normandie.model.tables import (
    CROSS,
    HEAVY,
    LIGHT,
    UNLIMITED,
    Board,
    Building,
    Counter,
    Face,
    Terrain,
    Weapon,
    first_ground,
)
from bocage.systems.normandie.rules import acts, decisions, fireline, firing, retreat
from bocage.systems.normandie.rules.abilities import order_tokens
from bocage.systems.normandie.rules.activation import lowest_order
from bocage.systems.normandie.rules.movement import Movement, ban_approach, ban_assault
from bocage.systems.normandie.rules.orders import full_hand
from bocage.systems.normandie.rules.sight import BLOCKED, line_of_sight
from bocage.systems.normandie.rules.supply import collect_tokens
from bocage.systems.normandie.rules.victory import eliminate
from bocage.systems.normandie.rules.zones import open_steps
from bocage.systems.normandie.state import LOST, NormandieState, Unit

Given = dict[str, Any]


def run(case: dict[str, Any]) -> dict[str, Any]:
    ident = str(case["id"])
    given: Given = case["given"]
    if ident in BY_ID:
        return BY_ID[ident](given)
    if ident in cases_board.BY_ID:
        return cases_board.BY_ID[ident](given)
    if ident in cases_army.BY_ID:
        return cases_army.BY_ID[ident](given)
    if ident in cases_alliance.BY_ID:
        return cases_alliance.BY_ID[ident](given)
    if "shot_type" in given:
        return shot(given, ident)
    if {"attacker", "defender"} <= set(given) and isinstance(given["attacker"], dict):
        return fight(given, ident)
    raise Unreached("no rule in play answers this case")


def field(rows: int, cols: int, dice: list[int]) -> NormandieState:
    """An open board between two sides, with scripted dice; terrain is put in by `ground`."""
    plain = Terrain("open", 0, 0)
    plain.element = False
    board = Board(grid_of(rows, cols), [plain] * (rows * cols), [-1] * (rows * cols), [])
    board.kinds = [terrains()[name] for name in ("ruin", "wreck_light", "wreck_heavy", "position", "open")]
    scenario = Scenario("case", board, 6, 0, ["us", "de"])
    scenario.tiles = [Tile("us8", 0, 0, 9, 2), Tile("ge902", 1, 0, 9, 2)]
    state = NormandieState(scenario, scripted(dice))
    state.recording = True
    state.phase = flags.ACTIVATION
    return state


def ground(state: NormandieState, cell: int, defense: int, obscure: int) -> None:
    board = state.board
    terrain = board.terrain[:]
    terrain[cell] = Terrain("thicket", defense, obscure)
    state.board = state.scenario.board = Board(board.grid, terrain, board.overlay, [])
    state.board.kinds = board.kinds
    state.ground = first_ground(state.board)


def soldier(state: NormandieState, seat: int, cell: int, given: Given) -> Unit:
    """A unit with the values a case gives; what it does not give is harmless."""
    front = Face(given.get("movement", 3), given.get("bonus", 1), given.get("defense", 4), True, True, False)
    front.hit = given.get("icon", "hit") == "hit"
    front.assault = given.get("assault", False)
    front.assault_value = given.get("other", 0)
    front.weapons[0].suppressive = given.get("suppressive", False)
    front.stars = given.get("stars", 0)
    front.terrifying = given.get("terrifying", False)
    front.weapons[0].on_the_move = given.get("on_the_move", -1)
    front.weapons[0].gunner = True
    if given.get("class") == "heavy":
        front.weapons.append(Weapon([given.get("bonus", 1)] * 3))
    back = Face(front.movement, given.get("bonus", 1), front.defense, False, False, False)
    nation = "us" if seat == 0 else "de"
    counter = Counter(
        "us8.fire_team" if seat == 0 else "ge902.fire_group", "rifle", nation, False, front, back, "estimate"
    )
    counter.set_rank(("infantry", "light", "heavy").index(given.get("class", "infantry")))
    counter.wreck = 3
    unit = Unit(len(state.units), seat, counter, seat, "")
    unit.suppressed = given.get("suppressed", 0)
    state.units.append(unit)
    state.put(unit, cell)
    return unit


def house(state: NormandieState, cells: int) -> None:
    """One room over these spaces, worth 3 to those inside."""
    board = state.board
    for cell in spaces(cells):
        ground(state, cell, 3, 0)
    state.board.overlay = [0 if cells >> cell & 1 else -1 for cell in range(board.grid.size)]
    made = Building(cells, [cells], 3, 4)
    north = spaces(cells)[0]
    made.doors = made.openings = [board.grid.edge(north, board.grid.around[north][0])]
    state.board.buildings = [made]
    state.ground = first_ground(state.board)


def last(state: NormandieState, kind: str) -> Event:
    return next(event for event in reversed(state.events) if event.kind == kind)


def line(event: Event, label: str) -> int:
    return sum(found.value for found in event.lines if found.label == label)


def shot(given: Given, ident: str) -> dict[str, Any]:
    """A shot with every value of the resolution order."""
    smoke = ident == "ex.shot.smoke4"
    guardian = ident == "ex.shot.guardian"  # the case gives the terrain with the order's 1 in it
    ace = ident == "ex.shot.ace"  # and this one the penalty without the driver's 1
    obscuring = given.get("obscuring_values_crossed", [])
    away = given.get("range", len(obscuring) + 1)
    state = field(1, away + 1, given["dice"])
    for place, value in enumerate(obscuring):
        if smoke:
            state.smoke = [(state.board.grid.intersection(0, place + 2), value)]
        else:
            ground(state, place + 1, 0, value)
    ground(state, away, given.get("terrain_defense_bonus", 0) - guardian, 5)  # its own space never obscures
    suppressive = given["shot_type"] == "suppressive"
    firer = {"bonus": given["combat_bonus_vs_target"], "suppressed": given.get("firer_suppressed_markers", 0)}
    aim = {"defense": given["target_defense"], "icon": given.get("target_icon", "hit")}
    aim["class"] = given.get("target_class", "infantry")
    moving = given.get("fire_on_the_move_penalty", -1) + ace
    firer["class"] = "light" if ace else "infantry"
    shooter = soldier(state, 0, 0, firer | {"suppressive": suppressive, "on_the_move": moving})
    shooter.traits = flags.ACE_DRIVER if ace else flags.SHARPSHOOTER if "long_range_limit" in given else 0
    state.scenario.perks[1] = flags.GUARDIAN if guardian else 0
    if "other_attack_bonus" in given:
        state.staff.directive[0], state.staff.herald[0] = flags.FIRE_AT_WILL, shooter.id
    target = soldier(state, 1, away, aim)
    if fireline.ban_fire(state, shooter, target) is not None:
        return {"legal": False}
    made = firing.Shot(shooter.id, 0, target.id, firing.SUPPRESSIVE if suppressive else firing.REGULAR)
    made.moving = moving >= 0
    made.boost = given.get("equipment_bonus", 0)
    made.shield = given.get("other_defense_bonus", 0)
    made.share = given.get("bonus_given_to_this_target", -1)
    state.push(made)
    if aim["class"] == "heavy":
        target.facing = {"front": 6, "side": 0}[given["armour_facing"]]
        state.dice = scripted([*given["dice"], 1])  # the location, if it comes to that
    state.advance()
    return shot_values(last(state, "suppress" if suppressive else "fire"), target, suppressive)


def shot_values(event: Event, target: Unit, suppressive: bool) -> dict[str, Any]:
    """Every step of the resolution order, from the lines of the tally."""
    result, defense = int(event.args["result"]), int(event.args["defense"])
    bonus = line(event, "tally.bonus")
    moved = bonus + line(event, "tally.on-the-move")
    equipped = moved + line(event, "tally.equipment") + line(event, "tally.directive")
    if suppressive:
        outcome = f"no damage; suppressed markers +{target.suppressed}"
    elif target.counter.rank == LIGHT and target.status == LOST:
        outcome = "hit: destroyed, becomes wreck"
    elif target.counter.rank == HEAVY and target.damage:
        outcome = "hit: roll damage location"
    elif target.status == LOST:
        outcome = "hit: eliminated"
    else:
        outcome = "hit: flip" if target.side == 1 else "miss"
    return {
        "initial_bonus": bonus,
        "after_fire_on_the_move": moved,
        "after_equipment_and_other": equipped,
        "after_doubling": equipped + line(event, "tally.doubled"),
        "share_of_split": equipped + line(event, "tally.doubled") + line(event, "tally.split"),
        "die_used": event.dice[0],
        "penalties": {
            "suppressed": -line(event, "tally.suppressed"),
            "range": -line(event, "tally.long-range"),
            "obstacle": -line(event, "tally.obscured"),
        },
        "result": result,
        "defense_total": defense,
        "reaches_defense": firing.outcome_of(result, defense) >= firing.HIT,
        "reaches_double": firing.outcome_of(result, defense) == firing.KILL,
        "outcome": outcome,
    }


def fight(given: Given, ident: str) -> dict[str, Any]:
    """An assault in the middle of an open board; the attacker comes from the south."""
    attack, defense = given["attacker"], given["defender"]
    attack = attack | {"terrifying": ident.startswith("ex.as.terr")}
    if ident == "ex.as.nazi":
        attack["other"] = 0  # it comes from the defender's trait
    state = field(7, 7, [*attack["dice"], *defense["dice"], *([1] if defense.get("class") == "heavy" else [])])
    grid = state.board.grid
    launch, space = grid.cell(4, 3), grid.cell(3, 3)
    ground(state, space, defense.get("terrain_bonus", 0), 0)
    if ident == "ex.as.samebuilding":
        house(state, 1 << launch | 1 << space)
    attacker = soldier(state, 0, launch, attack | {"assault": True})
    defender = soldier(state, 1, space, defense | {"assault": len(defense["dice"]) == 2})
    attacker.traits = flags.BLOODTHIRSTY if ident == "ex.as.blood" else 0
    defender.traits = flags.NAZI_BASTERDS if ident == "ex.as.nazi" else 0
    return assault_values(state, attacker, defender)


def assault_values(state: NormandieState, attacker: Unit, defender: Unit) -> dict[str, Any]:
    launch, space = attacker.cell, defender.cell
    state.push(Movement(attacker.id, attacker.points(), defender.id, True))
    state.advance()
    if state.pending:
        decision = state.pending[0]
        state.play(decision, decision.options[0])
    event, reply = last(state, "assault"), last(state, "defense")
    return {
        "attacker_total": event.args["attack"],
        "defender_total": event.args["defense"],
        "defender_sum_without_marker": int(event.args["defense"]) - line(reply, "tally.suppressed"),
        "winner": str(event.outcome("assault")).removeprefix("outcome."),
        "attacker": attacker_end(attacker, launch, space),
        "defender": twice_hit(attacker, defender) or defender_end(defender, space),
        "attacker_hit": attacker.side == 1 or attacker.status == LOST,
        "attacker_returns_to_launch_space": attacker.cell == launch,
        "defender_moves": defender.cell != space,
        "both": both_end(attacker, defender, launch, space),
        "defender_suppressed": defender.suppressed,
    }


def twice_hit(attacker: Unit, defender: Unit) -> str:
    """A unit that could take a hit is gone all the same: it took two."""
    twice = attacker.traits & flags.BLOODTHIRSTY and defender.status == LOST and defender.side == 1
    return "two hits: flipped, then eliminated" if twice else ""


def attacker_end(unit: Unit, launch: int, space: int) -> str:
    if unit.status == LOST:
        return "eliminated"
    if unit.cell == space:
        return "enters the vacated space"
    return "flipped, back to launch space" if unit.side == 1 and unit.cell == launch else "stays"


def defender_end(unit: Unit, space: int) -> str:
    if unit.counter.rank == LIGHT and unit.status == LOST:
        return "destroyed, becomes wreck, no retreat"
    if unit.counter.rank == HEAVY and unit.damage and unit.cell == space:
        return "damage location roll, no retreat"
    if unit.status == LOST:
        return "eliminated"
    if unit.cell == space:
        return "stays"
    return "flipped and retreats 1" if unit.side == 1 else "retreats 1"


def both_end(attacker: Unit, defender: Unit, launch: int, space: int) -> str:
    unmoved = attacker.cell == launch and defender.cell == space
    unharmed = attacker.side == 0 and defender.side == 0
    return "stay where they were, no damage" if unmoved and unharmed else "changed"


def anatomy(given: Given) -> dict[str, Any]:
    ident, side = given["counter"].split()
    counter = counters()[ident]
    face = counter.faces[0 if side == "front" else 1]
    bonuses = counter.bonuses[0 if side == "front" else 1]
    return {
        "movement": face.movement,
        "bonus": dict(zip(("infantry", "light", "heavy"), [None if b == CROSS else b for b in bonuses], strict=True)),
        "defense": face.defense,
        "defense_class": "infantry",
        "abilities": abilities(face),
        "can_take_hit": face.hit,
        "may_shoot_heavy_vehicle": bonuses[2] != CROSS,
        "smallest_result_that_hits_it": next(r for r in range(20) if firing.outcome_of(r, face.defense)),
    }


def abilities(face: Face) -> list[str]:
    found = [f"orders {face.stars}"] if face.stars else []
    if face.assault:
        found.append("assault")
    if face.weapons[0].range < UNLIMITED:
        found.append(f"limited_range {face.weapons[0].range}")
    return found


def stars(given: Given) -> dict[str, Any]:
    number = order_tokens(given["stars"])
    hand = full_hand(number)
    numbers = [token for token in range(1, BLUFF) if hand >> token & 1]
    return {"order_tokens": numbers, "units_able_to_act": len(numbers), "bluff_tokens": hand >> BLUFF & 1}


def star_cap(given: Given) -> dict[str, Any]:
    return {"order_tokens": order_tokens(given["stars"])}


def stars_lost(given: Given) -> dict[str, Any]:
    """An officer falls in the Activation Phase: the tokens of this round stay, the next round has fewer."""
    state = field(3, 3, [])
    officer = soldier(state, 0, 0, {"stars": given["stars_lost"]})
    soldier(state, 0, 1, {"stars": given["stars_before"] - given["stars_lost"]})
    collect_tokens(state)
    eliminate(state, officer, "hon.shot.effect.1")
    before = state.entitled[0]
    collect_tokens(state)
    return {"tokens_round_3": before, "tokens_round_4": state.entitled[0]}


def lowest_first(given: Given) -> dict[str, Any]:
    state = field(1, 9, [])
    for cell, token in enumerate(reversed(given["own_orders"])):
        soldier(state, 0, cell, {}).token = token
    revealed: list[int] = []
    unit = lowest_order(state, 0)
    while unit is not None:
        revealed.append(unit.token)
        unit.shown = True
        unit = lowest_order(state, 0)
    return {"reveal_sequence": revealed}


def ranges(given: Given) -> dict[str, Any]:
    grid = grid_of(9, 9)
    found: list[int] = []
    penalties: list[int] = []
    for pair in given["cases"]:
        spaces = grid.distance[grid.cell(*pair["firer"]) * grid.size + grid.cell(*pair["target"])]
        tally = Tally(True)
        firing.add_penalties(tally, 0, spaces, 0)
        found.append(spaces)
        penalties.append(-tally.total)
    return {"range": found, "long_range_penalty": penalties}


def zones(given: Given) -> dict[str, Any]:
    """The walk past A to the assault on C, step by step."""
    state = field(6, 6, [])
    grid = state.board.grid
    walker = soldier(state, 0, grid.cell(*given["american"]), {"movement": given["american_movement"], "assault": True})
    germans = {name: soldier(state, 1, grid.cell(*given[f"german_{name}"]), {}) for name in "ABC"}
    legal: list[dict[str, Any]] = []
    for step in given["steps"]:
        start, end = (grid.cell(int(row), int(col)) for row, col in re.findall(r"\[(\d+),(\d+)\]", step))
        state.put(walker, start)
        target = re.search("assault on ([ABC])", step)
        if target:
            legal.append({"step": step, "legal": ban_assault(state, walker, germans[target[1]]) is None})
        else:
            legal.append({"step": step, "legal": bool(open_steps(state, 0, start) >> end & 1)})
    return {"steps": legal}


def step_past_zones(given: Given) -> dict[str, Any]:
    state = field(5, 5, [])
    grid = state.board.grid
    for name, place in given.items():
        if name.startswith("enemy"):
            soldier(state, 1, grid.cell(*place), {})
    mover = soldier(state, 0, grid.cell(*given["mover"]), {})
    return {"legal": bool(open_steps(state, 0, mover.cell) >> grid.cell(*given["step_to"]) & 1)}


def pass_friend(given: Given) -> dict[str, Any]:
    """Walk the path; ending is possible where the move may be stopped."""
    state = field(4, 4, [])
    grid = state.board.grid
    soldier(state, 0, grid.cell(*given["friend_on"]), {})
    path = [grid.cell(*place) for place in given["path"]]
    mover = soldier(state, 0, path[0], {"movement": len(path)})
    state.push(Movement(mover.id, mover.points(), -1, False))
    state.advance()
    ends: dict[int, bool] = {}
    for cell in path[1:]:
        state.play(state.pending[0], acts.STEP_TO.on(cell))
        ends[cell] = acts.STOP.act() in state.pending[0].options
    return {"end_legal": [ends[grid.cell(*place)] for place in given["end_options"]]}


def slowed(given: Given) -> dict[str, Any]:
    """Markers slow the next move; those received on the way do not shorten the move under way."""
    left: list[int] = []
    for markers, during in zip(given["markers"], given["suppressed_during_move"], strict=True):
        state = field(5, 5, [])
        unit = soldier(state, 0, 12, {"movement": given["movement"]})
        movement = Movement(unit.id, unit.points(), -1, False)
        unit.suppressed = markers
        left.append(movement.points if during else unit.points())
    return {"movement_now": left}


def without_assault(given: Given) -> dict[str, Any]:
    state = field(3, 3, [])
    unit = soldier(state, 0, 0, {"assault": "assault" in given["abilities"]})
    target = soldier(state, 1, 1, {})
    bans = ban_assault(state, unit, target), ban_approach(state, unit, target, unit.points())
    return {"legal": None in bans}


def too_far(given: Given) -> dict[str, Any]:
    away = given["spaces_to_launch_space"] + 1
    state = field(1, away + 1, [])
    unit = soldier(state, 0, 0, {"movement": given["movement"], "assault": True})
    return {"legal": ban_approach(state, unit, soldier(state, 1, away, {}), unit.points()) is None}


def retreat_spaces(given: Given) -> dict[str, Any]:
    state = field(5, 5, [])
    grid = state.board.grid
    found = []
    for place in given["cases"]:
        cells = retreat.away(state, grid.cell(*place["launch"]), grid.cell(*place["defender"]))
        found.append([[grid.row(cell), grid.col(cell)] for cell in sorted(cells)])
    return {"spaces": found}


def at_the_edge(given: Given) -> dict[str, Any]:
    state = field(3, 8, [6, 6, 1])
    grid = state.board.grid
    attacker = soldier(state, 0, grid.cell(*given["launch"]), {"assault": True})
    defender = soldier(state, 1, grid.cell(*given["defender"]), {"icon": given["defender_icon"]})
    spaces = retreat.retreats(state, attacker.cell, defender)
    return {"accessible_spaces": spaces, "defender": assault_values(state, attacker, defender)["defender"]}


def opportunity(given: Given) -> dict[str, Any]:
    """An American walks into the sight of a German in a position who holds order 3."""
    state, names = build(
        {
            "map": ["P....", ".....", "....."],
            "units": {
                "mover": {"unit": "us8.fire_team", "at": "r2c2", "order": 1},
                "shooter": {"unit": "ge902.fire_group", "at": "r0c0", "order": 3},
            },
        }
    )
    state.dice = scripted([4])
    mover, shooter = (state.units[names[name]] for name in ("mover", "shooter"))
    state.play(state.pending[0], acts.MOVE.act())
    state.play(state.pending[0], acts.STEP_TO.on(state.board.grid.cell(1, 2)))
    option = acts.OPPORTUNITY_FIRE.on(shooter.id)
    offered = state.pending[0].kind == decisions.OPPORTUNITY and option in state.pending[0].options
    state.play(state.pending[0], option)
    assert mover.side == 1, "the case is about a shot that hits"
    goes_on = state.pending[0].kind == decisions.STEP and state.pending[0].seat == mover.seat
    return {
        "may_fire": offered,
        "order_lost_unrevealed": shooter.token == flags.NO_TOKEN and not state.seen[1],
        "activated_marker": shooter.activated,
        "mover_stops": not goes_on,
    }


def concealed_between(given: Given) -> dict[str, Any]:
    state, names = build(
        {
            "units": {
                "firer": {"unit": "us8.fire_team", "at": "r0c0", "order": 1},
                "between": {"unit": "ge902.recon_group", "at": "r0c2", "side": "back"},
                "target": {"unit": "ge902.fire_group", "at": "r0c4"},
            }
        }
    )
    firer, target = (state.units[names[name]] for name in ("firer", "target"))
    return {"blocked": line_of_sight(state, firer.cell, target.cell) == BLOCKED}


BY_ID: dict[str, Callable[[Given], dict[str, Any]]] = {
    "ex.seed.counter": anatomy,
    "ex.seed.stars": stars,
    "ex.seed.zoc": zones,
    "ex.proc.range": ranges,
    "ex.or.cap": star_cap,
    "ex.or.loss": stars_lost,
    "ex.or.low": lowest_first,
    "ex.mv.zocdiff": step_past_zones,
    "ex.mv.zocsame": step_past_zones,
    "ex.mv.friend": pass_friend,
    "ex.mv.supp": slowed,
    "ex.as.noassault": without_assault,
    "ex.as.points": too_far,
    "ex.as.retreat": retreat_spaces,
    "ex.as.edge": at_the_edge,
    "ex.opp": opportunity,
    "ex.los.concealed": concealed_between,
}
