"""Air support (lnlt.core.armour.9): a sortie takes an impulse; flak, then bombs that may drift, or strafing."""

from __future__ import annotations

from typing import Final

from bocage.geometry.hex import NOWHERE
from bocage.kernel import D6, TWO_D6, Decision, Event, Forecast, Procedure, Tally, at_least, at_most, first
from bocage.systems.lnlt.model.flags import FIRED, SHAKEN
from bocage.systems.lnlt.model.kinds import LEADER
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.model.tables import Sortie
from bocage.systems.lnlt.model.vehicles import NONE
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.acts import head
from bocage.systems.lnlt.rules.artillery import drift, moved_by, strike
from bocage.systems.lnlt.rules.odds import duel
from bocage.systems.lnlt.rules.targets import forbid_opportunity_fire
from bocage.systems.lnlt.state import LnltState

AIM: Final = 7  # bombs are on target on this or less
AIRFRAME: Final = 3  # what flak rolls against
SHOT_DOWN: Final = 3  # by so much, the aircraft is lost and not only driven off
STRAFED: Final = 3  # hexes in line
ROOF: Final = 1  # so much thinner is the armour from above

# ---- where it may strike


def watched(state: LnltState, seat: int) -> int:
    """Hexes that a Good Order Leader, on foot or in a vehicle, sees; and open ground."""
    mask = state.board.open_mask
    for unit in state.units:
        if unit.seat == seat and unit.hex >= 0 and unit.type.kind == LEADER and not unit.flags & SHAKEN:
            mask |= state.sight_from(unit.hex)
    for vehicle in state.vehicles:
        if vehicle.seat == seat and vehicle.is_manned() and vehicle.leader is not None and not vehicle.flags & SHAKEN:
            mask |= state.sight_from(vehicle.hex)
    return mask


def air_targets(state: LnltState, seat: int) -> list[int]:
    """Hexes with enemies; nobody sends aircraft elsewhere."""
    enemy = 1 - seat
    mask = (state.occupied[enemy] | state.armour[enemy]) & watched(state, seat)
    return [hex_ for hex_ in range(state.board.hexes) if mask >> hex_ & 1]


def sortie_options(state: LnltState, seat: int) -> list[int]:  # lnlt.core.open.armour.28
    found: list[int] = []
    for number in state.sorties[seat]:
        if state.scenario.sorties[seat][number].turn <= state.turn and air_targets(state, seat):
            found.append(acts.FLY.on(number))
    return found


# ---- flak


def flak_fp(state: LnltState, unit: Unit, hex_: int) -> int:
    """Firepower of an anti-aircraft gun that reaches the hex, NONE without one (lnlt.core.armour.9)."""
    team = unit.type.team
    if team is None or not team.anti_aircraft or team.gun is None:
        return NONE
    return max(team.gun.he, 0) if state.board.grid.distances[unit.hex][hex_] <= team.gun.limits[-1] else NONE


def gunners(state: LnltState, seat: int, hex_: int) -> list[int]:
    """Who may fire at an aircraft over this hex: in sight and range, and not yet Fired."""
    sight = state.watchers(hex_)
    return [
        unit.id
        for unit in state.units
        if unit.seat == seat
        and unit.hex >= 0
        and forbid_opportunity_fire(unit) is None
        and (unit.hex == hex_ or sight >> unit.hex & 1)
        and flak_fp(state, unit, hex_) != NONE
    ]


class AirStrike(Procedure[LnltState]):
    """One sortie from target to attack."""

    __slots__ = ("heading", "hex", "number", "seat", "strafing")

    def __init__(self, seat: int, number: int) -> None:
        super().__init__()
        self.seat = seat
        self.number = number
        self.hex = GONE
        self.strafing = False
        self.heading = GONE

    def sortie(self, state: LnltState) -> Sortie:
        return state.scenario.sorties[self.seat][self.number]

    def advance(self, state: LnltState) -> None:
        if self.hex == GONE:
            self.ask_target(state)
        elif self.strafing and self.heading == GONE:
            state.ask(self.seat, acts.PLANE, [head(direction) for direction in range(6)])
        else:
            self.fly(state)
            state.retire(self)

    def ask_target(self, state: LnltState) -> None:
        sortie = self.sortie(state)
        options: list[int] = []
        for hex_ in air_targets(state, self.seat):
            if sortie.bomb_fp:
                options.append(acts.BOMB.on(hex_))
            if sortie.strafe_fp:
                options.append(acts.STRAFE.on(hex_))
        state.ask(self.seat, acts.PLANE, options)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb in acts.HEADINGS:
            self.heading = first(option)
            return
        self.strafing = verb is acts.STRAFE
        self.hex = first(option)
        state.sorties[self.seat] = [number for number in state.sorties[self.seat] if number != self.number]

    def fly(self, state: LnltState) -> None:
        for number in gunners(state, 1 - self.seat, self.hex):
            if self.is_driven_off(state, state.units[number]):
                return
        if self.strafing:
            self.tell_strafing(state)
            hexes = [moved_by(state, self.hex, self.heading, step) for step in range(STRAFED)]
            for hex_ in hexes:
                self.hit(state, hex_, self.sortie(state).strafe_fp)
            return
        centre = self.fall(state)
        if centre == NOWHERE:
            return
        fp = self.sortie(state).bomb_fp
        self.hit(state, centre, fp)
        for hex_ in state.board.grid.neighbours[centre]:
            self.hit(state, hex_, (fp + 1) >> 1)

    def tell_strafing(self, state: LnltState) -> None:
        if state.recording:
            place = state.board.grid.names[self.hex]
            args: dict[str, int | str] = {"plane": self.sortie(state).name, "hex": place}
            state.emit(Event("strafes", "lnlt.core.armour.9", args, outcomes=[("sortie", "on-target")], place=place))

    def is_driven_off(self, state: LnltState, gunner: Unit) -> bool:
        """1d6 and firepower against 1d6 and 3: beaten, it turns away; beaten by 3, it is shot down."""
        dice = [state.dice.roll(6, acts.FOR_FLAK), state.dice.roll(6, acts.FOR_FLAK)]
        fp = flak_fp(state, gunner, self.hex)
        edge = dice[0] + fp - dice[1] - AIRFRAME
        state.mark(gunner, FIRED)
        kind = "flak-misses" if edge <= 0 else "flak-downs" if edge >= SHOT_DOWN else "flak-drives-off"
        if state.recording:
            args: dict[str, int | str] = {
                "unit": gunner.title(),
                "plane": self.sortie(state).name,
                "attack": dice[0] + fp,
                "defence": dice[1] + AIRFRAME,
            }
            outcomes = [("sortie", "shot-down" if edge >= SHOT_DOWN else "driven-off")] if edge > 0 else []
            state.tell(self.hex, kind, "lnlt.core.armour.9", args, dice, outcomes=outcomes)
        return edge > 0

    def fall(self, state: LnltState) -> int:
        """Where the bombs come down: on target, or drifted as shells do without leadership."""
        dice = [state.dice.roll(6, acts.FOR_TO_HIT), state.dice.roll(6, acts.FOR_TO_HIT)]
        rolls = state.dice.log[-2:]  # more fall before it is told
        hex_ = self.hex
        if dice[0] + dice[1] > AIM:
            distance = drift(state.dice.roll(6, acts.FOR_DRIFT), 0)
            hex_ = moved_by(state, hex_, state.dice.roll(6, acts.FOR_DIRECTION) - 1, distance)
        if state.recording:
            names = state.board.grid.names
            on = hex_ == self.hex
            args: dict[str, int | str] = {
                "plane": self.sortie(state).name,
                "target": names[self.hex],
                "hex": names[hex_] if hex_ != NOWHERE else "–",
            }
            kind = "bombs-on-target" if on else "bombs-drift"
            outcomes = [("sortie", "on-target" if on else "drifts")]
            place = names[self.hex]
            state.emit(Event(kind, "lnlt.core.armour.9", args, outcomes=outcomes, place=place, rolls=rolls))
        return hex_

    def hit(self, state: LnltState, hex_: int, fp: int) -> None:
        if hex_ < 0:
            return
        men = state.stacks[0][hex_] + state.stacks[1][hex_]
        vehicles = [vehicle for vehicle in state.vehicles_at(hex_) if vehicle.is_manned()]
        if men or vehicles:
            strike(state, hex_, fp, men, vehicles, False, ROOF)

    def odds(self, state: LnltState) -> Forecast:
        """Each gunner in turn may end it; bombs that drift by nothing are on target."""
        found = Forecast("lnlt.core.armour.9", Tally(True), f"≤ {AIM}")
        through = 1.0
        for number in gunners(state, 1 - self.seat, self.hex):
            edges = duel(D6, flak_fp(state, state.units[number], self.hex) - AIRFRAME)
            down = at_least(edges, SHOT_DOWN)
            off = at_least(edges, 1) - down
            found.put("sortie", "shot-down", through * down)
            found.put("sortie", "driven-off", through * off)
            through *= 1 - down - off
        astray = 0.0
        if not self.strafing:
            astray = (1 - at_most(TWO_D6, AIM)) * sum([p for die, p in D6.items() if drift(die, 0)])
        found.put("sortie", "on-target", through * (1 - astray))
        found.put("sortie", "drifts", through * astray)
        return found
