"""Vehicles, guns and artillery as pieces and markers."""

from __future__ import annotations

from bocage.geometry.hex import NOWHERE
from bocage.kernel import Text
from bocage.kernel.views import Badge, Marker, Piece, Row
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import ABANDONED, BUTTONED, CONTINUOUS, EMPLACED, IMMOBILE, WRECK
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.model.vehicles import NONE, TEAMS, VEHICLE_IDS, Ordnance, Vehicle
from bocage.systems.lnlt.rules.artillery import FireMission
from bocage.systems.lnlt.rules.ordnance import place_of
from bocage.systems.lnlt.state import LnltState
from bocage.systems.lnlt.words.naming import vehicle_known_as

# ---- pieces

BADGES = (
    (flags.FIRED, "fired"),
    (flags.MOVED, "moved"),
    (flags.ASSAULT, "assault-move"),
    (flags.OPS, "ops-complete"),
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
        flipped=bool(vehicle.flags & flags.SHAKEN),
        turned=Text("badge.shaken") if vehicle.flags & flags.SHAKEN else None,
        badges=vehicle_badges(state, vehicle),
        rows=vehicle_card(state, vehicle),
        basis=type_.basis,
        model=type_.id,
        turret=heading(state, vehicle.turret) if type_.turret else -1,
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
    for _, target, level in sorted({(aim.firer, aim.target, aim.level) for aim in state.aims if aim.target < 0}):
        label = Text("marker.acquired", {"level": level})
        found.append(Marker(f"acquired-{level}", label, names[place_of(state, target)]))
    return found
