"""Coordinated Fire (lnlt.hid.skill.coordinated-fire): a Leader joins the hexes around him into one fire group."""

from __future__ import annotations

from bocage.kernel import Decision, Forecast, Procedure, first
from bocage.systems.lnlt.model.flags import MARKED, OPS, SHAKEN
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.checks import passes_check
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.firepower import attack_tally, defence_tally, modes
from bocage.systems.lnlt.rules.rally import foresee_morale, morale_tally
from bocage.systems.lnlt.rules.skills import COORDINATED_FIRE
from bocage.systems.lnlt.rules.targets import forbid_fire, targets
from bocage.systems.lnlt.state import LnltState


def group_hexes(state: LnltState, leader: Unit) -> list[int]:
    """His own hex and those around it that are not in Melee."""
    return [h for h in [leader.hex, *state.board.neighbours[leader.hex]] if not state.in_melee(h)]


def group_targets(state: LnltState, leader: Unit, activated: int) -> list[int]:
    """Hexes that two or more hexes of the group can fire at."""
    counts: dict[int, int] = {}
    for hex_ in group_hexes(state, leader):
        for target in targets(state, leader.seat, hex_, activated, False):
            counts[target] = counts.get(target, 0) + 1
    return sorted(target for target, count in counts.items() if count > 1)


def coordinate_options(state: LnltState, seat: int, hex_: int, activated: int) -> list[int]:
    found: list[int] = []
    for number in state.stacks[seat][hex_]:
        unit = state.units[number]
        if unit.skill != COORDINATED_FIRE or not activated >> number & 1 or unit.flags & (SHAKEN | MARKED):
            continue
        if group_targets(state, unit, activated):
            found.append(acts.COORDINATE.on(number))
    return found


class CoordinatedFire(Procedure[LnltState]):
    """A target, the Leader's Morale Check, and the attack; who fails is Ops Complete."""

    __slots__ = ("activated", "hex", "unit")

    def __init__(self, unit: int, activated: int) -> None:
        super().__init__()
        self.unit = unit
        self.activated = activated
        self.hex = GONE

    def advance(self, state: LnltState) -> None:
        leader = state.units[self.unit]
        if self.hex != GONE:
            self.check(state, leader)
            return
        found = group_targets(state, leader, self.activated)
        if len(found) == 1:
            self.hex = found[0]
        else:
            state.ask(leader.seat, acts.GROUP_HEX, acts.FIRE_TOGETHER.on_each(found))

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        self.hex = first(option)

    def check(self, state: LnltState, leader: Unit) -> None:
        """Cover helps him as at any Morale Check (lnlt.hid.skill.coordinated-fire.c)."""
        tally = morale_tally(state, leader)
        rule = "lnlt.hid.skill.coordinated-fire.c"
        kinds, labels = ("coordinates", "coordinates-not"), ("coordinates", "fails")
        passed = passes_check(state, leader, tally, acts.FOR_MORALE, rule, kinds, labels)
        state.pop()
        if passed:
            state.push(
                GroupAttack(leader.seat, leader.hex, self.hex, self.activated, state.stacks[1 - leader.seat][self.hex])
            )
        else:
            state.mark(leader, OPS)

    def odds(self, state: LnltState) -> Forecast:
        rule = "lnlt.hid.skill.coordinated-fire.c"
        return foresee_morale(state, state.units[self.unit], rule, "coordinates", "fails")


class GroupAttack(FireAttack):
    """As if all stood in one hex (lnlt.hid.skill.coordinated-fire.e); what hinders or helps the shots is counted from
    the hex that it favours most."""

    __slots__ = ("middle",)

    def __init__(self, seat: int, origin: int, target: int, activated: int, victims: list[int]) -> None:
        super().__init__(seat, origin, target, activated, victims, False, False)
        self.middle = origin  # the Leader's hex

    def advance(self, state: LnltState) -> None:
        if self.step == 1:
            self.step = 2
            self.origin = self.best_origin(state)
        FireAttack.advance(self, state)

    def able_firers(self, state: LnltState) -> list[int]:
        """Each in range and with a line of sight of its own (lnlt.hid.skill.coordinated-fire.b)."""
        found: list[int] = []
        for hex_ in [self.middle, *state.board.neighbours[self.middle]]:
            if state.in_melee(hex_) or not state.sight_from(hex_) >> self.target & 1:
                continue
            for number in state.stacks[self.seat][hex_]:
                unit = state.units[number]
                if self.activated >> number & 1 and forbid_fire(unit, self.target == state.spot_hex) is None:
                    self.add_modes(state, unit, found)
        return found

    def add_modes(self, state: LnltState, unit: Unit, found: list[int]) -> None:
        for mode in modes(state, unit, state.board.grid.distances[unit.hex][self.target], False):
            found.append(mode.on(unit.id))
        if self.firers:
            self.add_aides(state, unit, found)

    def best_origin(self, state: LnltState) -> int:
        best = self.origin
        most = -99
        for element in self.firers:
            hex_ = state.units[first(element)].hex
            if acts.ACTS.of(element) is acts.DIRECTING:
                continue
            edge = attack_tally(state, hex_, self.target, self.firers, self.victims, False, False).total
            edge -= defence_tally(state, hex_, self.target).total
            if edge > most:
                best = hex_
                most = edge
        return best
