"""Golden cases of the board: vehicles, weapons, equipment, damage, patterns and transport."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.kernel.act import second
from bocage.kernel.dice import scripted
from bocage.systems.normandie.content.positions import build
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.rules import acts, aiming, blasts, damage, decisions, fireline, firing
from bocage.systems.normandie.rules.barrage import Barrage
from bocage.systems.normandie.rules.movement import Movement
from bocage.systems.normandie.rules.sight import BLOCKED, sight
from bocage.systems.normandie.rules.splitfire import SplitFire, split_targets
from bocage.systems.normandie.rules.structures import destruction_dice
from bocage.systems.normandie.rules.transport import ban_passenger, weight
from bocage.systems.normandie.rules.vehicles import Drive, ban_manoeuvre, refuges
from bocage.systems.normandie.rules.zones import landings
from bocage.systems.normandie.state import CREW, FIELD, HULL, LOST, PRIMARY, TRACK, NormandieState, Unit

Given = dict[str, Any]

WEAPONS = {"infantry": "us8.support_team", "light": "us.willys", "heavy": "us.sherman"}
TARGETS = {"infantry": "ge902.fire_group", "light": "ge.kubelwagen", "heavy": "ge.panzer4"}


def position(units: dict[str, dict[str, Any]], **more: Any) -> tuple[NormandieState, dict[str, Unit]]:
    """A state with these units by name, recording, before anybody acts."""
    state, names = build({"units": units, "map": ["." * 12] * 9, **more})
    state.recording = True
    state.stack.clear()
    state.pending.clear()
    state.phase = flags.ACTIVATION
    return state, {name: state.units[number] for name, number in names.items()}


def run_dice(state: NormandieState, dice: list[int]) -> None:
    state.dice = scripted(dice)
    state.advance()


def locate(given: Given) -> dict[str, Any]:
    """The damage table, with a Perforating shot or without."""
    state, units = position({"t": {"unit": "us.sherman", "at": "r3c4", "facing": 2}, "g": GUNNER})
    tank = units["t"]
    for name in given.get("existing", []):
        tank.damage |= {"crew": CREW, "track": TRACK, "hull": HULL, "primary": PRIMARY}[name]
    state.push(damage.Hit(tank.id, 1, "hon.shot.effect.4", given.get("perforating", False), False, False))
    run_dice(state, [given["die"]])
    return {
        "location": damage.location_of(given["die"], given.get("perforating", False)),
        "effect": damage_effect(tank),
        "destroyed": tank.status == LOST,
    }


GUNNER = {"unit": "ge902.fire_group", "at": "r8c11"}


def damage_effect(tank: Unit) -> str:
    if tank.status == LOST:
        return "destroyed"
    if tank.damage == TRACK and tank.points() == 0 and tank.halted:
        return "track: cannot move, stops"
    if tank.damage == HULL and tank.halted:
        return f"hull: {tank.suppressed} Suppressed, stops"
    return "primary weapon destroyed" if tank.damage == PRIMARY else "crew"


def waves(given: Given) -> dict[str, Any]:
    state, units = position({"t": {"unit": "us.oddball", "at": "r3c4", "facing": 2}, "g": GUNNER})
    state.push(damage.Hit(units["t"].id, 1, "hon.shot.effect.4", False, False, False))
    run_dice(state, given["dice"])
    state.play(state.pending[0], acts.PICK_LOCATION.on(given["owner_picks"]))
    place = next(place for place, bit in enumerate(damage.DAMAGES) if bit and units["t"].damage == bit)
    return {"location": place, "destroyed": units["t"].status == LOST}


def snipe(given: Given) -> dict[str, Any]:
    """A sniper at work; only infantry can be his target."""
    if given.get("target_class") != "infantry":
        state, units = position(sniper_and({"unit": "us.jeep", "at": "r3c6"}))
        return {"legal": fireline.ban_snipe(state, units["s"], units["u"]) is None}
    side = "back" if given["target_icon"] == "elim" else "front"
    row = "." * 4 + ("t" if given["obscuring"] else ".") + "." * 7
    units_at = sniper_and({"unit": "us8.fire_team", "at": "r3c6", "side": side})
    state, units = position(units_at, map=["." * 12] * 3 + [row])
    units["s"].suppressed = given["firer_suppressed_markers"]
    state.push(firing.Shot(units["s"].id, 0, units["u"].id, firing.SNIPER))
    run_dice(state, [given["die"]])
    event = next(event for event in state.events if event.kind == "snipe")
    return {"result": event.args["result"], "outcome": harm(units["u"], 1 if side == "back" else 0)}


def sniper_and(target: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {"s": {"unit": "ge.ludwig", "at": "r3c2"}, "u": target}


def harm(unit: Unit, side: int) -> str:
    if unit.status == LOST:
        return "hit: eliminated"
    if unit.side != side:
        return "hit: flip" + (", 1 Suppressed" if unit.suppressed else "")
    return f"{unit.suppressed} Suppressed" if unit.suppressed else "no effect"


def frighten(given: Given) -> dict[str, Any]:
    state, units = position({"c": {"unit": "us.clint", "at": "r3c2"}, "g": {"unit": "ge902.fire_group", "at": "r3c5"}})
    state.push(firing.Shot(units["c"].id, 0, units["g"].id, firing.REGULAR))
    run_dice(state, [1])
    return {"target_suppressed": units["g"].suppressed}


def between(given: Given) -> dict[str, Any]:
    """A unit in the middle, and whether it hides the far one from the near one."""
    found: list[bool] = []
    for firer, target in given["cases"]:
        blocker = {"infantry": "us8.officer", "light": "us.jeep"}[given["blocker"]]
        state, units = position(
            {
                "a": {"unit": WEAPONS[firer], "at": "r3c2", "facing": 0},
                "b": {"unit": blocker, "at": "r3c4"},
                "c": {"unit": TARGETS[target], "at": "r3c8", "facing": 0},
            },
            map=["." * 12] * 3 + ["#" * 2 + "." * 10] + ["." * 12],
        )
        found.append(straight(state, units) == BLOCKED)
    return {"blocked": found}


def straight(state: NormandieState, units: dict[str, Unit]) -> int:
    """Two-space vehicles look from their front only here: their rear is another case."""
    for name in ("a", "c"):
        units[name].rear = -1
    state.refresh()
    return sight(state, units["a"], units["c"])


def split_far(given: Given) -> dict[str, Any]:
    away = given["targets_distance_from_each_other"]
    state, units = position(
        {
            "m": {"unit": "ge902.mg42", "at": "r3c0", "side": "back", "facing": 2},
            "u": {"unit": "us8.fire_team", "at": "r1c6"},
            "v": {"unit": "us8.fire_team", "at": f"r{1 + away}c6"},
        }
    )
    return {"legal": bool(split_targets(state, units["m"], 0, [], False))}


def split_thin(given: Given) -> dict[str, Any]:
    """One point for each target in turn: is there one for the last?"""
    units: dict[str, dict[str, Any]] = {"m": {"unit": "us.willys", "at": "r3c0", "facing": 2}}
    for n in range(given["targets"]):
        units[f"g{n}"] = {"unit": "ge902.fire_group", "at": f"r{2 + n % 3}c{6 + n // 3}"}
    state, named = position(units)
    assert named["m"].face.weapons[0].bonus[0] == given["bonus"]
    split = SplitFire(named["m"].id, 0, False)
    state.push(split)
    state.advance()
    served = 0
    while state.pending and split.step == 0:
        one_point = [o for o in state.pending[0].options if acts.ACTS.of(o) is acts.GIVE_SHARE and second(o) == 1]
        if not one_point:
            break
        served += 1
        state.dice = scripted([1] * served)
        state.play(state.pending[0], one_point[0])
    return {"legal": served == given["targets"]}


def demolish(given: Given) -> dict[str, Any]:
    house = "house_1x1" if given["units_inside"] == 1 else "house_2x1"
    state, units = position(
        {
            "u": {"unit": "us8.fire_team", "at": "r2c4"},
            "v": {"unit": "us8.officer", "at": "r2c5"},
            "g": GUNNER,
        },
        overlays=[{"building": house, "at": [2, 4]}],
    )
    value = state.structures[0].value
    state.markers[0] = value - given["structure"] + given["markers_before"]
    before = state.markers[0]
    state.dice = scripted(given["dice"])
    destruction_dice(state, 0, len(given["dice"]), 0, "hon.abil.destr.1")
    points = next(int(event.args["n"]) for event in state.events if event.kind == "destruction")
    state.advance()
    assert before + points >= value or state.markers
    return {
        "new_markers": points,
        "destroyed": not state.ground.indoors,
        "each_unit_inside_suppressed": units["u"].suppressed if units["u"].suppressed == units["v"].suppressed else -1,
    }


def drift(given: Given) -> dict[str, Any]:
    """How far patterns scatter; a suppressed firer scatters no more than others."""
    found: list[int] = []
    for case in given["cases"]:
        units: dict[str, dict[str, Any]] = {
            "m": {"unit": "us.mortar", "at": "r4c1", "side": "back", "suppressed": case.get("firer_suppressed", 0)},
            "g": {"unit": "ge902.fire_group", "at": "r4c7"},
        }
        if case.get("spotter_clear_los"):
            units["s"] = {"unit": "us.marvin", "at": "r4c6"}
        state, named = position(units, map=["....h......."] * 9)
        assert named["m"].face.weapons[0].scatter == given["scatter"]
        state.push(blasts.Blast(named["m"].id, state.board.grid.intersection(4, 7), 1, given["scatter"], 0))
        run_dice(state, [case["die"], 1, 1])
        found.append(next(int(event.args["n"]) for event in state.events if event.kind == "dispersal"))
    return {"distance": found}


def burst(given: Given) -> dict[str, Any]:
    """An attack under a pattern or in a room, with the values of the resolution order."""
    heavy = given.get("target_class") == "heavy"
    target = {"unit": "ge.panzer4" if heavy else "ge902.fire_group", "at": "r2c4", "facing": 4}
    state, units = position(
        {"u": {"unit": "us8.fire_team", "at": "r0c4" if heavy else "r1c4"}, "g": target},
        overlays=[] if heavy else [{"building": "house_1x1", "at": [2, 4]}],
    )
    if heavy:
        green = 2
        state.push(blasts.Blast(units["u"].id, state.board.grid.intersection(2, 4), green, 0, 0))
    else:
        state.push(blasts.Contained(units["u"].id, blasts.shared_space(state, state.board.grid.cell(2, 4))))
    run_dice(state, [*given["dice"], 1])
    event = next(event for event in state.events if event.kind == "blast")
    lines = {line.label: line.value for line in event.lines}
    result, defense = int(event.args["result"]), int(event.args["defense"])
    outcome = "hit: roll damage location" if units["g"].damage else "hit: flip" if units["g"].side else "miss"
    return {
        "initial_bonus": lines["tally.bonus"],
        "after_fire_on_the_move": lines["tally.bonus"] + lines.get("tally.on-the-move", 0),
        "after_equipment_and_other": lines["tally.bonus"] + lines.get("tally.equipment", 0),
        "die_used": event.dice[0],
        "penalties": {
            "suppressed": -lines.get("tally.suppressed", 0),
            "range": -lines.get("tally.long-range", 0),
            "obstacle": -lines.get("tally.obscured", 0),
        },
        "result": result,
        "defense_total": defense,
        "reaches_defense": firing.outcome_of(result, defense) >= firing.HIT,
        "reaches_double": firing.outcome_of(result, defense) == firing.KILL,
        "outcome": outcome,
    }


def no_drift(given: Given) -> dict[str, Any]:
    units = {"m": {"unit": "us.mortar", "at": "r4c1", "side": "back"}, "g": {"unit": "ge902.fire_group", "at": "r4c7"}}
    state, named = position(units)
    state.push(aiming.Aiming(named["m"].id, 0, aiming.GUN))
    state.advance()
    state.dice = scripted([1])
    state.play(state.pending[0], state.board.grid.intersection(4, 7))
    return {"dispersal_rolled": any(event.kind == "dispersal" for event in state.events)}


def blast_outside(given: Given) -> dict[str, Any]:
    units = {"g": {"unit": "ge902.fire_group", "at": "r2c4"}, "u": {"unit": "us8.officer", "at": "r8c0"}}
    state, named = position(units, overlays=[{"building": "house_1x1", "at": [2, 4]}])
    cells = state.board.grid.touching(state.board.grid.intersection(3, 4))
    return {
        "unit_attacked": named["g"].id in blasts.under(state, cells),
        "building_may_take_demolition": bool(blasts.structures_under(state, cells)),
    }


def zones_and_vehicles(given: Given) -> dict[str, Any]:
    state, units = position(
        {
            "u": {"unit": "us8.fire_team", "at": "r4c4"},
            "v": {"unit": "ge.kubelwagen", "at": "r3c5"},
            "j": {"unit": "us.jeep", "at": "r7c4", "facing": 2},
            "g": {"unit": "ge902.fire_group", "at": "r6c5"},
        }
    )
    walk = Movement(units["u"].id, 3, -1, False).options(state, units["u"])
    beside = state.board.grid.cell(4, 5)
    return {"legal": [acts.STEP_TO.on(beside) in walk, ban_manoeuvre(state, units["j"], acts.AHEAD, 3) is None]}


def passing(given: Given) -> dict[str, Any]:
    found: list[bool] = []
    for other in ("ge902.fire_group", "us.jeep"):
        units: dict[str, dict[str, Any]] = {
            "u": {"unit": "us8.fire_team", "at": "r4c4"},
            "x": {"unit": other, "at": "r4c5"},
            "g": GUNNER,
        }
        state, named = position(units)
        step = acts.STEP_TO.on(state.board.grid.cell(4, 5))
        found.append(step in Movement(named["u"].id, 3, -1, False).options(state, named["u"]))
    return {"legal": found}


def rotate(given: Given) -> dict[str, Any]:
    state, units = position({"t": {"unit": "us.sherman", "at": "r4c4", "facing": 2}, "g": GUNNER})
    drive = Drive(units["t"].id, given["movement"])
    state.push(drive)
    state.advance()
    for _ in range(given["turns_of_45"]):
        state.play(state.pending[0], acts.RIGHT.act())
    return {"points_left_for_spaces": drive.points}


def displace(given: Given) -> dict[str, Any]:
    """A tank stops on infantry: with room, without, and on a unit that cannot move."""
    open_, walled = ["." * 6] * 3, ["######", "...###", "######"]
    found: list[str] = []
    for unit, rows in (("ge902.fire_group", open_), ("ge902.fire_group", walled), ("ge.mg_nest", open_)):
        tank: dict[str, Any] = {"unit": "us.sherman", "at": "r1c1", "facing": 2}
        state, named = position({"t": tank, "g": {"unit": unit, "at": "r1c2"}}, map=rows)
        state.push(Drive(named["t"].id, 1))
        state.advance()
        state.play(state.pending[0], acts.AHEAD.act())
        state.play(state.pending[0], acts.STOP.act())
        if state.pending and state.pending[0].kind == decisions.LAND and state.pending[0].seat == 1:
            assert state.pending[0].options == acts.LAND_ON.on_each(refuges(state, named["g"]))
            found.append("owner moves it there")
        else:
            found.append("eliminated" if named["g"].status == LOST else "stays")
    return {"result": found}


LOADS = {
    "fire team full": ("us8.fire_team", "front"),
    "support team full": ("us8.support_team", "front"),
    "officer": ("us8.officer", "front"),
    "recon elim side": ("us8.recon_team", "front"),
    "gun": ("us.57mm", "front"),
}


def load(given: Given) -> dict[str, Any]:
    weights: list[list[int]] = []
    legal: list[bool] = []
    for case in given["cases"]:
        units: dict[str, dict[str, Any]] = {"j": {"unit": "us22.halftrack", "at": "r4c4", "facing": 2}, "g": GUNNER}
        for n, name in enumerate(case):
            units[f"p{n}"] = {"unit": LOADS[name][0], "at": f"r0c{n}", "side": LOADS[name][1]}
        state, named = position(units)
        assert named["j"].face.transport == given["capacity"]
        fits = True
        for n in range(len(case)):
            fits = fits and ban_passenger(state, named["j"], named[f"p{n}"]) is None
            if fits:
                state.embark(named[f"p{n}"], named["j"])
        weights.append([weight(named[f"p{n}"]) for n in range(len(case))])
        legal.append(fits)
    return {"weights": weights, "legal": legal}


def wreck_of_transport(given: Given) -> dict[str, Any]:
    """Three passengers, two spaces to go to."""
    rows = ["######", "#....#", "######", "......"]
    units: dict[str, dict[str, Any]] = {"j": {"unit": "us22.halftrack", "at": "r1c3", "facing": 2}}
    for n in range(given["passengers"]):
        units[f"p{n}"] = {"unit": "us8.fire_team", "at": f"r3c{n}", "aboard": "j"}
    state, named = position(units | {"g": {"unit": "ge902.fire_group", "at": "r3c5"}}, map=rows)
    free = landings(state, named["p0"], named["j"].cells())
    assert len(free) == given["free_spaces_outside_enemy_zoc"]
    damage.destroy_vehicle(state, named["j"], "hon.shot.effect.3")
    state.advance()
    while state.pending:
        state.play(state.pending[0], state.pending[0].options[0])
    riders = [named[f"p{n}"] for n in range(given["passengers"])]
    out = [unit for unit in riders if unit.status == FIELD]
    return {
        "redeployed": len(out),
        "suppressed_each": out[0].suppressed,
        "eliminated": sum(unit.status == LOST for unit in riders),
        "damage_to_redeployed": sum(unit.side for unit in out),
    }


def barrage(given: Given) -> dict[str, Any]:
    """The caller's weapons: one too far, one activated already; the others fire."""
    weapons = given["same_name_weapons"]
    units: dict[str, dict[str, Any]] = {
        "c": {"unit": "ge.gruber", "at": "r{}c{}".format(*given["caller"]), "order": 1, "shown": True},
        "u": {"unit": "us8.fire_team", "at": "r5c11"},
    }
    for name, at in weapons.items():
        units[name] = {"unit": "ge.pak40", "at": "r{}c{}".format(*at), "facing": 2}
    state, named = position(units)
    before = [name for name in weapons if "activated" in str(given.get(name, ""))]
    for name in before:
        named[name].activated = True
    state.push(Barrage(named["c"].id))
    state.advance()
    shots = len(state.events)
    fired: list[str] = []
    while state.pending:
        option = state.pending[0].options[1]
        if state.pending[0].kind == decisions.BARRAGE:
            fired.extend(name for name in weapons if acts.JOIN_BARRAGE.on(named[name].id) == option)
        state.dice = scripted([1])
        state.play(state.pending[0], option)
    assert sum(event.kind == "fire" for event in state.events[shots:]) == len(fired)
    return {
        "fire": fired,
        "activated": [name for name in weapons if named[name].activated and name not in before],
        "caller_keeps_token": named["c"].token == 1,
    }


def move_sequence(given: Given) -> dict[str, Any]:
    """A car drives two spaces past a gun on watch and two hidden scouts: what is offered and done, in order."""
    state, units = position(
        {
            "j": {"unit": "us.willys", "at": "r4c0", "facing": 2},
            "a": {"unit": "ge902.recon_group", "at": "r2c3", "side": "back"},
            "b": {"unit": "ge902.recon_group", "at": "r2c4", "side": "back"},
            "m": {"unit": "ge.mg_nest", "at": "r8c1", "facing": 0},
            "g": {"unit": "ge902.fire_group", "at": "r4c9"},
        },
        map=["." * 12] * 2 + ["...tt......."] + ["." * 12] * 6,
    )
    state.push(Drive(units["j"].id, 2))
    seen = ["announce movement"]
    state.advance()
    for _ in range(2):
        if any(acts.ACTS.of(option) in acts.ON_THE_MOVE for option in state.pending[0].options):
            seen.append("fire on the move")
        state.events.clear()
        state.play(state.pending[0], acts.AHEAD.act())
        names = {"step": "move 1", "uncover": "ambush verification"}
        seen += [names[event.kind] for event in state.events]
        if state.pending[0].kind == decisions.OPPORTUNITY:
            seen.append("opportunity fire")
            state.play(state.pending[0], acts.DECLINE.act())
    return {"events": seen}


BY_ID: dict[str, Callable[[Given], dict[str, Any]]] = {
    **{f"ex.damage.{n}": locate for n in (2, 3, 4, 6, 7, 8)},
    "ex.damage.hull34": locate,
    "ex.damage.waves": waves,
    **{f"ex.sniper.{n}": snipe for n in (1, 3, 4, 5, 7, "tank")},
    "ex.fright": frighten,
    "ex.los.infantry": between,
    "ex.los.vehicle": between,
    "ex.fire.mgfar": split_far,
    "ex.fire.mgmin": split_thin,
    "ex.destr": demolish,
    "ex.disp": drift,
    "ex.proc.moveseq": move_sequence,
    "ex.grenade": burst,
    "ex.blast.side": burst,
    "ex.disp.clear": no_drift,
    "ex.blast.inside": blast_outside,
    "ex.mv.zocveh": zones_and_vehicles,
    "ex.mv.enemy": passing,
    "ex.mv.rotate": rotate,
    "ex.mv.displace": displace,
    "ex.transport": load,
    "ex.transport.dead": wreck_of_transport,
    "ex.barrage": barrage,
}
