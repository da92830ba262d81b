"""Movement of infantry: steps, zones of control, difficult ground, and the walk to an assault."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel.decision import Decision
from bocage.kernel.state import Procedure
from bocage.systems.normandie.kinds import (
    ACTIVATION,
    CONCEAL,
    EXIT,
    LAUNCH,
    STEP,
    STOP,
    STOP_CONCEALED,
)
from bocage.systems.normandie.model import CROSS
from bocage.systems.normandie.rules.abilities import can_conceal, conceal, spot
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.firing import OpportunityFire, opportunities
from bocage.systems.normandie.rules.victory import at_documents, leave, may_leave, pick_up
from bocage.systems.normandie.rules.zones import friends, open_steps
from bocage.systems.normandie.state import FIELD, NormandieState, Unit

# Steps of a Movement
CHOOSING: Final = 0
STEPPED: Final = 1
SPOTTED: Final = 2
FOUGHT: Final = 3
ENDED: Final = 4


class Movement(Procedure[NormandieState]):
    """A move announced: step, spotting test, Opportunity Fire, and again (hon.aid.move.1).

    `turned` are the units flipped or spotted in this movement (hon.abil.immutable.1, hon.abil.ambush.8); the points
    are those of its start, whatever happens on the way (hon.supd.move.3, hon.abil.ambush.13).
    """

    __slots__ = ("at_once", "origin", "points", "taken", "target", "turned", "unit")

    def __init__(self, unit: int, points: int, target: int, at_once: bool) -> None:
        super().__init__()
        self.unit = unit
        self.points = points
        self.target = target  # the unit to be assaulted, -1 in a plain move
        self.at_once = at_once  # the assault starts from where the unit stands
        self.taken = 0  # spaces travelled
        self.turned = 0
        self.origin = -1  # the launch space, while an assault is fought

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        if self.step == CHOOSING:
            self.ask(state, unit)
        elif self.step == STEPPED:
            self.step = SPOTTED
            self.turned = spot(state, unit, self.turned)
        elif self.step == SPOTTED:
            self.step = CHOOSING if self.origin < 0 else ENDED
            if state.phase == ACTIVATION and opportunities(state, unit):  # hon.terrain.opp.2
                state.push(OpportunityFire(unit.id))
        elif self.step == FOUGHT:
            advanced = unit.status == FIELD and unit.cell != self.origin
            self.step = STEPPED if advanced else ENDED
        else:
            pick_up(state, unit)
            state.pop()

    def ask(self, state: NormandieState, unit: Unit) -> None:
        if unit.status != FIELD:
            self.step = ENDED
            return
        if self.at_once:
            self.launch(state, unit)
            return
        options = self.options(state, unit)
        if options == [STOP]:
            self.step = ENDED
        elif len(options) == 1 and options[0] < STOP:  # the one way to an announced assault
            self.take(state, unit, options[0])
        else:
            state.ask(unit.seat, STEP, options)

    def options(self, state: NormandieState, unit: Unit) -> list[int]:
        if self.target >= 0:
            return approach_options(state, unit, state.units[self.target], self.points, self.taken)
        options: list[int] = []
        if self.points > 0:
            options = spaces(steps(state, unit, unit.cell, self.points))
            if may_leave(state, unit):
                options.append(EXIT)
        if not alone(state, unit):
            return options
        options.append(STOP)
        if can_conceal(unit) and not self.turned >> unit.id & 1:
            options.append(STOP_CONCEALED if self.taken else CONCEAL)
        return options

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        unit = state.units[self.unit]
        if option == STOP:
            self.step = ENDED
        elif option in (CONCEAL, STOP_CONCEALED):
            self.turned |= 1 << unit.id
            conceal(state, unit)
            if option == STOP_CONCEALED:
                self.step = ENDED
            else:
                self.points = unit.points()
        elif option == EXIT:
            leave(state, unit)
            self.step = ENDED
        elif option == LAUNCH:
            self.launch(state, unit)
        else:
            self.take(state, unit, option)

    def take(self, state: NormandieState, unit: Unit, cell: int) -> None:
        difficult = state.board.difficult
        if difficult >> cell & 1 or difficult >> unit.cell & 1:
            self.points = 0  # hon.terrain.diff.1, hon.terrain.diff.2
        else:
            self.points -= 1
        self.taken += 1
        state.put(unit, cell)
        self.step = STEPPED
        if state.recording:
            state.report("step", "hon.move.inf.1", unit, {}, cell)

    def launch(self, state: NormandieState, unit: Unit) -> None:
        self.origin = unit.cell
        self.step = FOUGHT
        state.push(Assault(unit.id, self.target))

    def copy(self) -> Movement:
        twin = Movement(self.unit, self.points, self.target, self.at_once)
        twin.step = self.step
        twin.taken = self.taken
        twin.turned = self.turned
        twin.origin = self.origin
        return twin

    def data(self) -> list[object]:
        return [self.step, self.unit, self.points, self.target, self.at_once, self.taken, self.turned, self.origin]


def alone(state: NormandieState, unit: Unit) -> bool:
    """Two infantry units may not end in one space (hon.move.inf.6)."""
    return not friends(state, unit) >> unit.cell & 1


def steps(state: NormandieState, unit: Unit, cell: int, points: int) -> int:
    """The spaces a unit may step to; a friend's only where it can go on from there (hon.move.inf.5, .6)."""
    reach = open_steps(state, unit.seat, cell)
    shared = reach & friends(state, unit)
    if not shared:
        return reach
    reach ^= shared
    for other in spaces(shared):
        if can_go_on(state, unit, other, points - 1 if not state.board.difficult >> cell & 1 else 0):
            reach |= 1 << other
    return reach


def can_go_on(state: NormandieState, unit: Unit, cell: int, points: int) -> bool:
    """From a friend's space a free one can still be reached."""
    if points <= 0 or state.board.difficult >> cell & 1:
        return False
    reach = open_steps(state, unit.seat, cell)
    shared = reach & friends(state, unit)
    if reach != shared:
        return True
    return any(can_go_on(state, unit, other, points - 1) for other in spaces(shared))


def may_launch_at(unit: Unit, target: Unit) -> bool:
    """It has the ability and no cross against the class (hon.assault.who.1, hon.assault.roll.3)."""
    return unit.face.assault and unit.face.bonus != CROSS


def can_assault(state: NormandieState, unit: Unit, target: Unit) -> bool:
    """From where it stands: next to the target, able to move a space; zones do not matter (hon.assault.zoc.1)."""
    if not may_launch_at(unit, target) or unit.points() < 1:
        return False
    return bool(state.board.zone[unit.cell] >> target.cell & 1)


def can_approach(state: NormandieState, unit: Unit, target: Unit, points: int) -> bool:
    """By walking first: some launch space can be reached with a point left (hon.assault.launch.2, .3)."""
    if points < 2 or not may_launch_at(unit, target):
        return False
    if state.board.difficult >> unit.cell & 1:  # hon.terrain.diff.2
        return False
    return can_reach(state, unit, target, unit.cell, points)


def can_reach(state: NormandieState, unit: Unit, target: Unit, start: int, points: int) -> bool:
    """After one step or more a free space next to the target, with a point left to enter it (hon.assault.launch.1)."""
    board = state.board
    grid = board.grid
    if grid.distance[start * grid.size + target.cell] > points:
        return False
    goals = board.zone[target.cell] & ~friends(state, unit) & ~board.difficult
    seen = 1 << start
    front = seen
    for _ in range(points - 1):
        reach = 0
        for cell in spaces(front):
            reach |= open_steps(state, unit.seat, cell)
        if reach & goals:
            return True
        front = reach & ~seen & ~board.difficult
        seen |= reach
    return False


def approach_options(state: NormandieState, unit: Unit, target: Unit, points: int, taken: int) -> list[int]:
    """Steps after which the announced assault can still be made, and the assault itself (hon.assault.announce.2)."""
    options: list[int] = []
    board = state.board
    if points > 1:
        near = board.zone[target.cell] & ~friends(state, unit)
        for cell in spaces(open_steps(state, unit.seat, unit.cell)):
            if board.difficult >> cell & 1:
                continue
            if near >> cell & 1 or can_reach(state, unit, target, cell, points - 1):
                options.append(cell)
    if taken and points > 0 and board.zone[unit.cell] >> target.cell & 1 and alone(state, unit):
        options.append(LAUNCH)
    return options


def can_move(state: NormandieState, unit: Unit) -> bool:
    """Something is gained by a move: a space, the concealed side, or the documents (hon.supd.move.2)."""
    if can_conceal(unit) or at_documents(state, unit.cell):
        return True
    points = unit.points()
    return points > 0 and (may_leave(state, unit) or steps(state, unit, unit.cell, points) != 0)
