"""Vehicles, guns and artillery in views and words."""

from __future__ import annotations

from bocage.geometry.hex import NOWHERE
from bocage.kernel.decision import Decision
from bocage.kernel.views import Badge, Choice, Marker, Piece, Row, Text
from bocage.systems.lnlt.content.scenarios import WEAPON_IDS
from bocage.systems.lnlt.model.vehicles import (
    ABANDONED,
    BUTTONED,
    CONTINUOUS,
    EMPLACED,
    GLIDER,
    IMMOBILE,
    NONE,
    TEAMS,
    VEHICLE_IDS,
    WRECK,
    Ordnance,
    Vehicle,
)
from bocage.systems.lnlt.rules import kinds
from bocage.systems.lnlt.rules.artillery import STANDARD, FireMission
from bocage.systems.lnlt.rules.guns import OWN_CODE, TurnGun
from bocage.systems.lnlt.rules.ordnance import place_of
from bocage.systems.lnlt.state import LnltState, Unit
from bocage.systems.lnlt.words.naming import (
    known_as,
    vehicle_known_as,
)

# ---- pieces

BADGES = (
    (kinds.FIRED, "fired"),
    (kinds.MOVED, "moved"),
    (kinds.ASSAULT, "assault-move"),
    (kinds.OPS, "ops-complete"),
    (BUTTONED, "buttoned"),
    (IMMOBILE, "immobilised"),
    (ABANDONED, "abandoned"),
    (EMPLACED, "emplaced"),
    (CONTINUOUS, "keeps-moving"),
)
MODE_LETTERS = ("L", "T", "O", "R")


def vehicle_pieces(state: LnltState) -> list[Piece]:
    """A wreck is a marker, not a piece."""
    return [vehicle_piece(state, v) for v in state.vehicles if v.hex != NONE and not v.flags & WRECK]


def vehicle_piece(state: LnltState, vehicle: Vehicle) -> Piece:
    type_ = vehicle.type
    he = max((gun.he for gun in type_.guns), default=NONE)
    mg = sum(gun.fp for gun in type_.mgs)
    return Piece(
        VEHICLE_IDS + vehicle.id,
        Text("piece", {"name": vehicle_known_as(state, vehicle)}),
        vehicle.seat,
        type_.nation,
        type_.kind,
        state.board.grid.names[vehicle.hex],
        facing=heading(state, vehicle.facing),
        values=[str(mg), "–" if he == NONE else str(he), f"{type_.move}{MODE_LETTERS[type_.mode]}"],
        corner=str(vehicle.morale()),
        flipped=bool(vehicle.flags & kinds.SHAKEN),
        turned=Text("badge.shaken") if vehicle.flags & kinds.SHAKEN else None,
        badges=vehicle_badges(state, vehicle),
        rows=vehicle_card(state, vehicle),
        basis=type_.basis,
    )


def heading(state: LnltState, facing: int) -> int:
    """0 to 5 point to the corners of the hex, 6 to 11 by option to its sides (lnlt.core.option.facing)."""
    return facing + 6 if state.edition.hexside_facing else facing


def vehicle_badges(state: LnltState, vehicle: Vehicle) -> list[Badge]:
    found = [name for flag, name in BADGES if vehicle.flags & flag]
    for aim in state.aims:
        if aim.target == VEHICLE_IDS + vehicle.id:
            found.append(f"acquired-{aim.level}")
    return [Badge(name, Text(f"badge.{name}")) for name in sorted(set(found))]


def bands(ordnance: Ordnance) -> str:
    """Range: to hit / penetration."""
    parts = zip(ordnance.limits, ordnance.needs, ordnance.penetration, strict=True)
    return "  ".join(f"≤{limit}: {need}/{penetration}" for limit, need, penetration in parts)


def vehicle_card(state: LnltState, vehicle: Vehicle) -> list[Row]:
    type_ = vehicle.type
    rows = [("move", f"{type_.move} {MODE_LETTERS[type_.mode]}"), ("morale", str(type_.morale))]
    if type_.armoured:
        values = ["–" if value == NONE else str(value) for value in type_.armour]
        for i, side in enumerate(("front", "side", "rear")):
            rows.append((f"armour-{side}", f"{values[2 * i]} / {values[2 * i + 1]}"))
        rows.append(("lowest-armour", str(type_.lowest)))
    for gun in type_.guns:
        rows.append(("gun", bands(gun)))
        rows.append(("he", "–" if gun.he == NONE else str(gun.he)))
    for mg in type_.mgs:
        rows.append(("machine-gun", f"{mg.fp} ({mg.range})"))
    if vehicle.leader is not None:
        rows.append(("armour-leader", f"{vehicle.leader.name} +{vehicle.leader.lm}"))
    if vehicle.turret != vehicle.facing:
        rows.append(("turret", str(vehicle.turret)))
    found = [Row(Text(f"card.{label}"), value) for label, value in rows]
    for number in vehicle.passengers:
        found.append(Row(Text("card.passenger"), str(number)))
    return found


def team_kind(unit: Unit) -> str:
    """The silhouette of a weapon team, "" for everybody else."""
    return TEAMS[unit.type.team.kind] if unit.type.team is not None else ""


def team_values(unit: Unit) -> list[str]:
    team = unit.type.team
    assert team is not None
    if team.gun is not None:
        return ["–" if team.gun.he == NONE else str(team.gun.he), str(team.gun.limits[-1]), str(unit.type.move)]
    if team.range:
        return [str(team.fp), str(team.range), str(unit.type.move)]
    return [str(unit.type.fp), str(unit.type.range), str(unit.type.move)]


# ---- markers


def armour_markers(state: LnltState) -> list[Marker]:
    names = state.board.grid.names
    found = [
        Marker("fire-for-effect", Text("marker.fire-for-effect", {"fp": barrage.fp}), names[barrage.hex])
        for barrage in state.barrages
    ]
    for procedure in state.stack:
        if isinstance(procedure, FireMission) and procedure.hex != NOWHERE and procedure.step < 5:
            found.append(Marker("spotting-round", Text("marker.spotting-round"), names[procedure.hex]))
    for aim in state.aims:
        if aim.target < 0:
            label = Text("marker.acquired", {"level": aim.level})
            found.append(Marker(f"acquired-{aim.level}", label, names[place_of(state, aim.target)]))
    return found


# ---- choices

DECISION_RULES = {
    kinds.CREWS: "lnlt.core.armour.5.5",
    kinds.AIMING: "lnlt.core.armour.4.1",
    kinds.CHARGES: "lnlt.core.armour.11.6",
    kinds.MELEE_CHARGES: "lnlt.nosb.1.6.22d",
    kinds.ALLOT: "lnlt.core.armour.7.2",
    kinds.DRIVING: "lnlt.core.armour.5.3",
    kinds.REACTION: "lnlt.core.armour.5.11",
    kinds.SPOTTING_ROUND: "lnlt.core.armour.8.2",
    kinds.MISSION: "lnlt.core.armour.8.2",
    kinds.CORRECTION: "lnlt.core.armour.8.2",
    kinds.BARRAGE: "lnlt.core.armour.8.2",
    kinds.LANDING: "lnlt.hon.23.1a",
    kinds.PLANE: "lnlt.core.armour.9",
}
ENDINGS = {
    kinds.DRIVING: ("stop", "lnlt.core.armour.5.3"),
    kinds.CHARGES: ("go-in", "lnlt.core.armour.7.1"),
    kinds.MELEE_CHARGES: ("close-in", "lnlt.core.8.0.1"),
    kinds.ALLOT: ("close-in", "lnlt.core.armour.7.2"),
    kinds.REACTION: ("decline", "lnlt.core.armour.5.11"),
    kinds.CORRECTION: ("call-off", "lnlt.core.armour.8.2"),
}
ACTIVATION_VERBS = {
    kinds.SHOOT: ("aim", "lnlt.core.armour.4.1"),
    kinds.SHELL: ("shell", "lnlt.core.armour.8.1"),
    kinds.CALL: ("call-artillery", "lnlt.core.armour.8.2"),
    kinds.TURN_GUN: ("turn-gun", "lnlt.core.armour.2.3"),
    kinds.REMAN: ("reman", "lnlt.core.armour.5.10"),
    kinds.SCUTTLE: ("scuttle", "lnlt.core.armour.5.10"),
}
PLAIN_ORDERS = {
    kinds.BUTTON: ("button", "lnlt.core.armour.5.7"),
    kinds.OPEN_UP: ("open-up", "lnlt.core.armour.5.7"),
    kinds.SET_OUT: ("set-out", "lnlt.core.armour.5.3"),
    kinds.SET_OUT_ASSAULTING: ("set-out-assaulting", "lnlt.core.armour.5.6"),
    kinds.BAIL: ("bail-out", "lnlt.core.armour.5.10"),
    kinds.UNLOAD: ("unload", "lnlt.core.armour.6.2"),
}
PLACES = {
    kinds.SPOTTING_ROUND: "spotting-round",
    kinds.CORRECTION: "correct",
    kinds.BARRAGE: "strike",
}


def choice(state: LnltState, decision: Decision, option: int) -> Choice | None:
    """An option that is about vehicles, guns or artillery; None for all others."""
    kind = decision.kind
    if option == kinds.NOTHING:
        if kind not in DECISION_RULES:
            return None
        verb, rule = ENDINGS.get(kind, ("done", DECISION_RULES[kind]))
        return Choice(option, verb, Text(f"choice.{verb}"), rule)
    if kind == kinds.IMPULSE:
        if kinds.LAND <= option < kinds.SPOT:
            verb = "land-gliders" if option - kinds.LAND == GLIDER else "drop-parachutists"
            return Choice(option, verb, Text(f"choice.{verb}"), DECISION_RULES[kinds.LANDING])
        return vehicle_spots(state, option)
    if kind == kinds.LANDING:
        return landing(state, option)
    if kind == kinds.ACTIVATION:
        return activation(state, option)
    if kind == kinds.RALLY:
        number = option - kinds.RALLY_VEHICLE
        return on_vehicle(state, option, "rally", number, "lnlt.core.armour.5.7") if number >= 0 else None
    if kind == kinds.CREWS:
        return order(state, option)
    if kind == kinds.AIMING:
        return aim(state, option)
    if kind == kinds.ALLOT:
        return on_unit(state, option, "allot", option - kinds.UNIT, DECISION_RULES[kind])
    if kind in (kinds.CHARGES, kinds.MELEE_CHARGES):
        return charge(state, kind, option)
    if kind == kinds.DRIVING:
        return drive(state, option)
    if kind in (kinds.REACTION, kinds.OPPORTUNITY):
        return reaction(state, kind, option)
    if kind == kinds.MISSION:
        return mission(state, decision.seat, option)
    if kind in PLACES:
        return at_hex(state, option, PLACES[kind], option - kinds.HEX, DECISION_RULES[kind])
    return None


def on_vehicle(state: LnltState, option: int, verb: str, number: int, rule: str) -> Choice:
    vehicle = state.vehicles[number]
    place = state.board.grid.names[vehicle.hex]
    args: dict[str, int | str] = {"unit": vehicle_known_as(state, vehicle), "hex": place}
    return Choice(option, verb, Text(f"choice.{verb}", args), rule, VEHICLE_IDS + number)


def at_vehicle(state: LnltState, option: int, verb: str, number: int, rule: str) -> Choice:
    found = on_vehicle(state, option, verb, number, rule)
    found.place = state.board.grid.names[state.vehicles[number].hex]
    return found


def on_unit(state: LnltState, option: int, verb: str, number: int, rule: str) -> Choice:
    unit = state.units[number]
    place = state.board.grid.names[unit.hex] if unit.hex >= 0 else ""
    return Choice(option, verb, Text(f"choice.{verb}", {"unit": known_as(state, unit), "hex": place}), rule, number)


def at_hex(state: LnltState, option: int, verb: str, hex_: int, rule: str) -> Choice:
    place = state.board.grid.names[hex_]
    return Choice(option, verb, Text(f"choice.{verb}", {"hex": place}), rule, place=place)


def charge(state: LnltState, kind: int, option: int) -> Choice:
    weapon = state.weapons[option - kinds.TARGET]
    place = state.board.grid.names[weapon.hex]
    args: dict[str, int | str] = {"weapon": f"@weapon.{weapon.type.id}", "hex": place}
    return Choice(option, "use-charge", Text("choice.use-charge", args), DECISION_RULES[kind], weapon.owner)


def landing(state: LnltState, option: int) -> Choice:
    rule = DECISION_RULES[kinds.LANDING]
    if option < kinds.TARGET:
        return at_hex(state, option, "land", option - kinds.HEX, rule)
    direction = option - kinds.TARGET
    verb = f"heading-{direction}"
    return Choice(option, verb, Text(f"choice.{verb}"), rule)


def vehicle_spots(state: LnltState, option: int) -> Choice | None:
    spotter = (option - kinds.SPOT) // kinds.STRIDE
    if option < kinds.SPOT or spotter < VEHICLE_IDS:
        return None
    found = on_vehicle(state, option, "spot", spotter - VEHICLE_IDS, "lnlt.core.armour.5.12")
    found.place = state.board.grid.names[option % kinds.STRIDE]
    found.label = Text("choice.spot", {**found.label.args, "target": found.place})
    return found


def activation(state: LnltState, option: int) -> Choice | None:
    number = option % kinds.STRIDE
    if option >= kinds.FIRE_AT_RIDERS:
        return from_hex(state, option, kinds.FIRE_AT_RIDERS, "fire-at-riders", "lnlt.core.armour.6.3")
    if option >= kinds.FIRE_AT_VEHICLE:
        return from_hex(state, option, kinds.FIRE_AT_VEHICLE, "fire-at-vehicle", "lnlt.core.armour.5.8")
    base = option - number
    if base == kinds.DRIVE:
        return on_vehicle(state, option, "command", number, "lnlt.core.armour.5.5")
    if base in (kinds.CONVOY, kinds.CONVOY_ASSAULT):
        verb = "convoy" if base == kinds.CONVOY else "assault-convoy"
        return on_vehicle(state, option, verb, number, "lnlt.core.6.5")
    if base == kinds.ASSAULT_VEHICLE:
        return at_hex(state, option, "close-assault", number, "lnlt.core.armour.7.1")
    if base in ACTIVATION_VERBS:
        verb, rule = ACTIVATION_VERBS[base]
        return on_unit(state, option, verb, number, rule)
    return None


def from_hex(state: LnltState, option: int, base: int, verb: str, rule: str) -> Choice:
    names = state.board.grid.names
    number = option % kinds.STRIDE
    found = on_vehicle(state, option, verb, number, rule)
    origin = names[(option - base) // kinds.STRIDE]
    found.place = names[state.vehicles[number].hex]
    found.path = [origin, found.place]
    found.label = Text(f"choice.{verb}", {**found.label.args, "origin": origin})
    return found


def order(state: LnltState, option: int) -> Choice:
    number = option % kinds.STRIDE
    if option >= kinds.MGS_AT_RIDERS:
        return at_vehicle(state, option, "machine-guns-riders", number, "lnlt.core.armour.6.3")
    if option >= kinds.ONE_MG_AT_VEHICLE:
        return at_vehicle(state, option, "one-machine-gun-vehicle", number, "lnlt.hid.15.9.3c")
    if option >= kinds.ONE_MG_AT_HEX:
        return at_hex(state, option, "one-machine-gun", number, "lnlt.hid.15.9.3c")
    if option >= kinds.SMOKE_AT:
        return aim(state, option)
    if option >= kinds.MGS_AT_VEHICLE:
        return at_vehicle(state, option, "machine-guns-vehicle", number, "lnlt.core.armour.5.8")
    if option >= kinds.MGS_AT_HEX:
        return at_hex(state, option, "machine-guns", number, "lnlt.core.armour.5.5")
    if option >= kinds.GUN_AT_VEHICLE:
        return aim(state, option)
    base = option - number
    if base == kinds.LOAD:
        return on_unit(state, option, "load", number, "lnlt.core.armour.6.2")
    if base == kinds.GO_ON:
        return on_vehicle(state, option, "keep-moving", number, "lnlt.core.armour.5.6")
    verb, rule = PLAIN_ORDERS[base]
    return Choice(option, verb, Text(f"choice.{verb}"), rule)


def aim(state: LnltState, option: int) -> Choice:
    number = option % kinds.STRIDE
    if option >= kinds.SMOKE_AT:
        return at_hex(state, option, "shoot-smoke", number, "lnlt.core.armour.4.7")
    if option < kinds.GUN_AT_VEHICLE:
        return on_vehicle(state, option, "target", option - kinds.TARGET, "lnlt.core.armour.7.1")
    at_men = option >= kinds.GUN_AT_HEX
    code = (option - (kinds.GUN_AT_HEX if at_men else kinds.GUN_AT_VEHICLE)) // kinds.STRIDE
    if at_men:
        found = at_hex(state, option, "shoot-hex", number, "lnlt.core.armour.4.5")
    else:
        found = at_vehicle(state, option, "shoot", number, "lnlt.core.armour.4.2")
    weapon = state.weapons[code].type.name if 0 < code < len(state.weapons) and code != OWN_CODE else ""
    found.label = Text(found.label.key, {**found.label.args, "weapon": weapon, "gun": code + 1})
    return found


def drive(state: LnltState, option: int) -> Choice:
    number = option % kinds.STRIDE
    base = option - number
    rule = "lnlt.core.armour.5.3"
    if base != kinds.PIVOT:
        return at_hex(state, option, "reverse" if base == kinds.REVERSE else "forward", number, rule)
    top = state.stack[-1]
    if isinstance(top, TurnGun):
        return Choice(option, f"face-{number}", Text(f"choice.face-{number}"), "lnlt.core.armour.2.3", top.unit)
    vehicle = state.vehicles[getattr(top, "vehicle", 0)]
    verb = "pivot-right" if (number - vehicle.facing) % 6 == 1 else "pivot-left"
    return Choice(option, verb, Text(f"choice.{verb}"), rule)


def reaction(state: LnltState, kind: int, option: int) -> Choice | None:
    rule = "lnlt.core.armour.5.11"
    number = option % kinds.STRIDE
    base = option - number
    if base == kinds.ASSAULT_VEHICLE:
        return at_hex(state, option, "close-assault", number, "lnlt.core.option.overrun_close_assault_reply")
    if base == kinds.REACT_MG:
        return on_vehicle(state, option, "react-machine-guns", number, rule)
    if base == kinds.REACT_MG_RIDERS:
        return on_vehicle(state, option, "react-machine-guns-riders", number, "lnlt.core.armour.6.3")
    if base == kinds.REACT_GUN:
        return on_vehicle(state, option, "react-gun", number >> 2, rule)
    if base == kinds.REACT_TEAM:
        return on_unit(state, option, "react-gun", number, rule)
    if base == kinds.REACT_WEAPON:
        weapon = state.weapons[number]
        found = on_unit(state, option, "react-gun", weapon.owner, rule)
        found.piece = WEAPON_IDS + number
        return found
    if base == kinds.REACT_RIDERS:
        return at_hex(state, option, "opportunity-fire-riders", number, "lnlt.core.armour.6.3")
    return at_hex(state, option, "opportunity-fire", number, rule) if kind == kinds.REACTION else None


def mission(state: LnltState, seat: int, option: int) -> Choice:
    battery = state.batteries[seat][(option - kinds.HEX) >> 2]
    verb = "standard-mission" if (option - kinds.HEX) & 3 == STANDARD else "loose-mission"
    args: dict[str, int | str] = {"battery": battery.name, "fp": battery.fp, "left": battery.left}
    return Choice(option, verb, Text(f"choice.{verb}", args), "lnlt.core.armour.8.2")
