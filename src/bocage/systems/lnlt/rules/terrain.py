"""What the ground does to those on it (lnlt.core.10.4, 10.5): cover, hampered fire, costs of a step with markers."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban, Tally
from bocage.systems.lnlt.model import ground
from bocage.systems.lnlt.model.board import LOS_BLOCKED
from bocage.systems.lnlt.model.chart import LEG, TRACKED, Place
from bocage.systems.lnlt.model.field import CLIFF
from bocage.systems.lnlt.model.kinds import BLOCKING
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.model.vehicles import Vehicle
from bocage.systems.lnlt.rules import bans
from bocage.systems.lnlt.rules.forces import at_home_in_woods
from bocage.systems.lnlt.rules.special import drag
from bocage.systems.lnlt.state import LnltState

ROADBLOCK_COST: Final = 4  # in all (lnlt.dj.21.8d)
LEG_COVER: Final = (ground.FOXHOLES, ground.TRENCH, ground.WRECK, ground.VEHICLE)  # which shelters no vehicle
WOODS: Final = {"forest": "lnlt.nosb.13.53o", "light-woods": "lnlt.nosb.13.53p"}  # where Partisans hide one better


# ---- cover


def add_cover(
    tally: Tally, state: LnltState, origin: int, target: int, indirect: bool, leg: bool, plunging: bool = False
) -> None:
    """The Target Modifier of a hex against fire from another: terrain, hexside, hill, markers add up (lnlt.core.10.4).
    Indirect fire ignores walls, bocage and hills. `leg` units alone profit from trenches, foxholes and wrecks."""
    board = state.board
    terrain = board.terrain[target]
    if terrain.tm and not (terrain.along_road and board.comes_by_road(origin, target)):
        tally.add(terrain.tm, "fire.terrain", terrain.rule)
        if leg and state.scenario.apart and terrain.id in WOODS and at_home_in_woods(state, target):
            tally.add(1, "fire.partisans", WOODS[terrain.id])
    if board.railway_mask >> target & 1:  # lnlt.dj.21.9b
        tally.add(1, "fire.railway", "lnlt.dj.21.9a")
    if not indirect:  # lnlt.core.armour.14.4
        side = board.cover_side(origin, target)
        if side is not None:  # vehicles as well as men (lnlt.core.armour.14.4)
            tally.add(side.tm, "fire.hexside", side.rule)
        if board.levels[target] > board.levels[origin]:
            tally.add(1, "fire.hill", "lnlt.core.tec.hill")
    add_marker_cover(tally, state, target, indirect or plunging, leg)
    if target >= board.hexes:
        add_place_cover(tally, state, origin, board.places[target - board.hexes], indirect)


def add_place_cover(tally: Tally, state: LnltState, origin: int, place: Place, indirect: bool) -> None:
    """A bunker's own modifier, less from behind (lnlt.core.armour.11.1); smoke around it helps too."""
    tm = place.tm if indirect or place.arc >> origin & 1 else place.rear_tm
    if tm:
        tally.add(tm, "fire.on-bunker", place.rule)
    for kind in (ground.SMOKE, ground.THIN_SMOKE):
        if state.ground.has(kind, place.base):
            label = "fire.on-" + ground.MARKER_NAMES[kind] if state.recording else ""
            tally.add(state.scenario.numbers.marker_tm[kind], label, ground.MARKER_RULES[kind])


def add_marker_cover(tally: Tally, state: LnltState, target: int, plunging: bool, leg: bool) -> None:
    masks = state.ground.masks
    modifiers = state.scenario.numbers.marker_tm
    for kind in range(ground.MARKER_KINDS):
        if not masks[kind] >> target & 1 or not modifiers[kind]:
            continue
        if kind in LEG_COVER and not leg:  # lnlt.nosb.21.6e
            continue
        if kind == ground.VEHICLE and masks[ground.WRECK] >> target & 1:
            continue  # both together shelter as one does (lnlt.core.armour.5.10)
        tm = 1 if kind == ground.TRENCH and plunging else modifiers[kind]  # lnlt.nosb.21.6d
        tally.add(tm, "fire.on-" + ground.MARKER_NAMES[kind] if state.recording else "", ground.MARKER_RULES[kind])


def is_covered(state: LnltState, hex_: int, leg: bool = True) -> bool:
    """Whether the hex itself has a positive Target Modifier for leg units, or for vehicles (lnlt.core.1.5)."""
    if state.board.tm[hex_] > 0:
        return True
    masks = state.ground.masks
    for kind, tm in enumerate(state.scenario.numbers.marker_tm):
        if tm and masks[kind] >> hex_ & 1 and (leg or kind not in LEG_COVER):
            return True
    return False


def rallies_in_cover(state: LnltState, unit: Unit | Vehicle) -> bool:  # lnlt.core.3, lnlt.core.1.5
    """In cover, or behind bocage that all enemy direct fire on the hex would have to cross (lnlt.hon.10.5n)."""
    hex_ = unit.hex
    if is_covered(state, hex_, isinstance(unit, Unit)):
        return True
    if not state.board.bocage_mask >> hex_ & 1:
        return False
    enemy = 1 - unit.seat
    mask = state.watchers(hex_) & (state.occupied[enemy] | state.armour[enemy])
    return all(state.board.crosses_bocage(at, hex_) for at in hexes_in(mask))


# ---- fire across things


def markers_between(state: LnltState, a: int, b: int, kind: int) -> int:
    """How many markers of a kind the line between two hexes crosses."""
    count = 0
    height = state.scenario.numbers.marker_height[kind]
    mask = state.ground.masks[kind]
    for hex_ in hexes_in(mask):
        if state.board.through(a, hex_, height) >> b & 1:
            count += 1
    return count


def hindrance(state: LnltState, a: int, b: int) -> int:
    """Degrading things on the line, markers included; LOS_BLOCKED if it is blocked (lnlt.core.10.3)."""
    count = state.board.view(a).degrading[b]
    if not state.sights or count >= LOS_BLOCKED:
        return count
    if not state.sight_from(a) >> b & 1:
        return LOS_BLOCKED
    for kind in ground.DEGRADERS:
        if state.ground.masks[kind]:
            count += markers_between(state, a, b, kind)
    return count


def add_hindrance(tally: Tally, state: LnltState, a: int, b: int, sign: int) -> None:
    """What a shot from a at b suffers on its way: sign -1 on the Direct, +1 on the Ordnance Fire Table."""
    board = state.board
    view = board.view(a)
    degrading = view.degrading[b]
    if 0 < degrading < LOS_BLOCKED:  # what goes over obstacles is not hampered by them (lnlt.hid.skill.tromblon.c)
        tally.add(sign * degrading, "fire.degrading", "lnlt.core.10.3")
    if state.sights:
        for kind in ground.DEGRADERS:
            count = markers_between(state, a, b, kind) if state.ground.masks[kind] else 0
            if count:
                label = "fire.across-" + ground.MARKER_NAMES[kind] if state.recording else ""
                tally.add(sign * count * state.scenario.numbers.marker_degrades[kind], label, ground.MARKER_RULES[kind])
    if view.alleys >> b & 1:
        tally.add(2 * sign, "fire.alley", "lnlt.core.10.3")
    if board.bocage_mask >> a & 1 and board.crosses_bocage(b, a):
        tally.add(sign, "fire.out-of-bocage", "lnlt.hon.10.5l" if sign < 0 else "lnlt.hon.10.5m")


# ---- spotting


def spotted_as(state: LnltState, origin: int, target: int) -> int:
    """The class of terrain that a spotter in `origin` faces: bocage, trenches and roadblocks count as blocking."""
    if state.board.crosses_bocage(origin, target) or state.ground.screens() >> target & 1:
        return BLOCKING
    return state.board.spotted_as(target)


# ---- steps


def step_cost(state: LnltState, mode: int, hex_: int, i: int) -> int:  # lnlt.core.armour.14.1, lnlt.core.6.0
    """Movement points of a step to the i-th neighbour, 0 = prohibited: fire keeps everybody out (lnlt.hid.10.5.6a), a
    roadblock costs four on foot in all and stops vehicles (lnlt.dj.21.8)."""
    board = state.board
    cost = board.costs_of[mode][hex_][i]
    to = board.neighbours[hex_][i]
    masks = state.ground.masks
    if masks[ground.FLAMES] >> to & 1:
        return 0
    if state.course is not None and cost and mode != LEG:
        cost += drag(state, mode, hex_, to)
    if cost and (masks[ground.ROADBLOCK] >> to & 1 or masks[ground.BARRICADE] >> to & 1):
        return ROADBLOCK_COST if mode == LEG else 0  # lnlt.dj.21.8b, lnlt.core.armour.11.4
    if masks[ground.WIRE] and cost:
        return cost + wire_cost(state, mode, hex_, to) if mode <= TRACKED or not masks[ground.WIRE] >> to & 1 else 0
    return cost


def why_closed(state: LnltState, hex_: int, to: int, ban: Ban) -> Ban:
    """What closes a hex that cannot be entered at any cost: flames (lnlt.hid.10.5.6a), a cliff (lnlt.hid.10.8.1e), or a
    roadblock, which stops vehicles alone (lnlt.dj.21.8b); `ban` where it is the ground itself."""
    if state.ground.has(ground.FLAMES, to):
        return bans.BURNING
    if abs(state.board.levels[to] - state.board.levels[hex_]) >= CLIFF:
        return bans.TOO_STEEP
    return bans.BARRED if state.ground.has(ground.ROADBLOCK, to) else ban


def wire_cost(state: LnltState, mode: int, hex_: int, to: int) -> int:
    """Men pay more on their way out (lnlt.core.21), tracks on their way in (lnlt.core.armour.11.7); wheels stay out."""
    wire = state.ground.masks[ground.WIRE]
    if mode == LEG:
        return state.scenario.numbers.wire_leave if wire >> hex_ & 1 else 0
    return state.scenario.numbers.wire_tracks if wire >> to & 1 else 0
