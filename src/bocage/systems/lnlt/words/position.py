"""The position as everybody sees it: units, weapons, markers, status."""

from __future__ import annotations

from bocage.kernel import Text
from bocage.kernel.views import Badge, Marker, Piece, Position, Row, SeatView
from bocage.systems.lnlt.model import flags, kinds
from bocage.systems.lnlt.model.ground import MARKER_NAMES, VEHICLE
from bocage.systems.lnlt.model.kinds import UNIT_KINDS
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, Unit, Weapon
from bocage.systems.lnlt.model.tables import Arrival
from bocage.systems.lnlt.model.vehicles import WEAPON_IDS
from bocage.systems.lnlt.rules import skills
from bocage.systems.lnlt.rules.administration import verdict, verdict_args
from bocage.systems.lnlt.rules.plans import is_shown, public_score
from bocage.systems.lnlt.rules.sequence import PHASES
from bocage.systems.lnlt.rules.setup import SetUp, is_due
from bocage.systems.lnlt.state import LnltState
from bocage.systems.lnlt.words import special, vehicles, victory
from bocage.systems.lnlt.words.naming import known_as

NONE = "–"

# ---- the position


def position(state: LnltState, viewer: int) -> Position:
    """Nothing is hidden but the dice to come, and the plan of a side that has one (lnlt.scenario.secret)."""
    scenario = state.scenario
    return Position(
        state.turn,
        scenario.turns,
        phase(state),
        [
            SeatView(Text(scenario.titles[seat][1:]), scenario.nations[seat], public_score(state, seat, viewer))
            for seat in (0, 1)
        ],
        [unit_piece(state, unit) for unit in state.units if unit.hex != GONE]
        + [weapon_piece(state, weapon) for weapon in state.weapons if weapon.hex != GONE]
        + vehicles.vehicle_pieces(state)
        + waiting_pieces(state),
        markers(state, viewer) + parachutes(state) + vehicles.armour_markers(state) + event_markers(state),
        status(state, viewer),
        state.over,
        state.winner,
        ending(state),
        state.dark,
    )


def phase(state: LnltState) -> Text:
    """Units are placed before the first phase and between two of them."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, SetUp):
        return Text("phase.reinforcements" if top.turn else "phase.set-up")
    return Text(f"phase.{PHASES[state.phase]}")


def status(state: LnltState, viewer: int) -> list[Text]:
    """The page has room for the first lines beside the turn: what wins, and whose impulse it is."""
    titles = state.scenario.titles
    lines = [*victory.aim(state, viewer), Text("status.initiative", {"side": titles[state.initiative]})]
    if state.phase == 1:
        passes: dict[str, int | str] = {"passes": state.passes, "of": state.edition.passes}
        lines.append(Text("status.impulse", {"side": titles[state.impulse], **passes}))
    told = [Text("status.battle", state.scenario.occasion)] if state.scenario.occasion else []
    return lines + victory.ways(state) + told + special.rules(state, viewer)


def ending(state: LnltState) -> Text | None:
    if not state.over:
        return None
    winner, reason = verdict(state)
    return Text(f"event.{reason}", verdict_args(state, winner))


BADGES = (
    (flags.FIRED, "fired"),
    (flags.ASSAULT, "assault-move"),
    (flags.CRAWL, "low-crawl"),
    (flags.STEALTH, "stealth"),
    (flags.RUNNING, "hit-and-run"),
    (flags.OPS, "ops-complete"),
    (flags.WOUNDED, "wounded"),
)


def badges(state: LnltState, unit: Unit) -> list[Badge]:
    found = [name for flag, name in BADGES if unit.flags & flag]
    if unit.flags & flags.MOVED:
        found.append("double-time" if unit.flags & flags.DOUBLE else "moved")
    if state.in_melee(unit.hex):
        found.append("melee")
    return [Badge(name, Text(f"badge.{name}")) for name in found]


def unit_piece(state: LnltState, unit: Unit) -> Piece:
    type_ = unit.type
    shaken = bool(unit.flags & flags.SHAKEN)
    armed = type_.kind in (kinds.SQUAD, kinds.HALF_SQUAD, kinds.HERO) and not shaken
    if type_.kind == kinds.LEADER:
        first = NONE if shaken else f"+{unit.leadership()}"
    else:
        first = str(type_.fp) if armed else NONE
    values = [first, str(type_.range) if armed else NONE, str(type_.move)]
    return Piece(
        unit.id,
        Text("piece", {"name": known_as(state, unit)}),
        unit.seat,
        type_.nation,
        vehicles.team_kind(unit) or UNIT_KINDS[type_.kind],
        state.board.grid.names[unit.hex],
        facing=vehicles.heading(state, unit.facing) if type_.team is not None and type_.team.gun is not None else -1,
        values=vehicles.team_values(unit) if type_.team is not None else values,
        corner=str(unit.morale()),
        flipped=shaken,
        turned=Text("badge.shaken") if shaken else None,
        badges=badges(state, unit),
        rows=card(state, unit),
        basis=type_.basis,
        model=type_.id if type_.team is not None else "",
    )


def card(state: LnltState, unit: Unit) -> list[Row]:
    type_ = unit.type
    rows = [("move", str(type_.move)), ("morale", str(type_.morale)), ("shaken-morale", str(type_.shaken_morale))]
    if type_.kind == kinds.LEADER:
        rows.insert(0, ("leadership", str(type_.lm)))
    elif type_.kind != kinds.MEDIC:
        rows = [("fp", str(type_.fp)), ("range", str(type_.range)), *rows]
    if type_.assault:
        rows.append(("assault-move", "✓"))
    for weapon in state.carried(unit):
        rows.append(("weapon", weapon.type.name))
    found = [Row(Text(f"card.{label}"), value) for label, value in rows]
    if type_.division:
        found.append(Row(Text("card.division"), Text(f"division.{type_.division}")))
    if unit.skill:
        found.append(Row(Text("card.skill"), Text(f"skill.{skills.NAMES[unit.skill]}")))
    return found


def waiting_pieces(state: LnltState) -> list[Piece]:
    """Units that are being set up or arrive now, beside the map."""
    setup = state.stack[-1] if state.stack else None
    if not isinstance(setup, SetUp):
        return []
    found: list[Piece] = []
    for number in state.waiting:
        arrival = state.scenario.arrivals[number]
        if not is_due(state, arrival, setup.turn):
            continue
        found.append(waiting_piece(state, arrival))
        found[-1].place = ""
        found[-1].badges = []
    return found


def waiting_piece(state: LnltState, arrival: Arrival) -> Piece:
    """A piece has a place; this one has none yet, and is drawn as if it stood in its area."""
    if arrival.vehicle >= 0:
        vehicle = state.vehicles[arrival.vehicle].copy()
        vehicle.hex = arrival.area[0]
        return vehicles.vehicle_piece(state, vehicle)
    unit = state.units[arrival.unit].copy()
    unit.hex = arrival.area[0]
    return unit_piece(state, unit)


def weapon_piece(state: LnltState, weapon: Weapon) -> Piece:
    owner = weapon.owner
    return Piece(
        WEAPON_IDS + weapon.id,
        Text(f"weapon.{weapon.type.id}"),
        state.units[owner].seat if owner != GONE else -1,
        weapon.type.nation,
        "mg",
        state.board.grid.names[weapon.hex],
        values=[str(weapon.type.fp), str(weapon.type.range)],
        group=owner,
        rows=[Row(Text("card.fp"), str(weapon.type.fp)), Row(Text("card.range"), str(weapon.type.range))],
        basis=weapon.type.basis,
        model=weapon.type.id,
    )


def markers(state: LnltState, viewer: int) -> list[Marker]:
    names = state.board.grid.names
    found: list[Marker] = []
    for number, objective in enumerate(state.scenario.objectives):
        if not is_shown(state, number, viewer):
            continue
        args: dict[str, int | str] = {"points": objective.points}
        owner = state.control[number]
        found.append(Marker("objective", Text("marker.objective", args), names[objective.hex], seat=owner))
    for kind, name in enumerate(MARKER_NAMES):
        hexes = hexes_in(state.ground.masks[kind]) if kind != VEHICLE else []
        found += [Marker(name, Text(f"marker.{name}"), names[hex_]) for hex_ in hexes]
    for seat in (0, 1):
        for hex_ in hexes_in(state.spotted[seat]):
            found.append(Marker("spotted", Text("marker.spotted"), names[hex_], seat=seat))
    return found


def parachutes(state: LnltState) -> list[Marker]:
    """On each stack that has come down this turn (lnlt.sab.22.3u)."""
    hexes = sorted({unit.hex for unit in state.units if unit.hex != GONE and unit.flags & flags.PARACHUTE})
    return [Marker("parachute", Text("marker.parachute"), state.board.grid.names[hex_]) for hex_ in hexes]


def event_markers(state: LnltState) -> list[Marker]:
    """Event markers still on the map, and the hexes that Slayers keep under fire."""
    names = state.board.grid.names
    found = [
        Marker("event", Text("marker.event"), names[state.scenario.paragraphs[number].hex])
        for number in state.paragraphs
    ]
    for number, hex_, _ in state.slayers:
        label = Text("marker.slayer", {"unit": state.units[number].title()})
        found.append(Marker("slayer", label, names[hex_]))
    return found
