"""Deployment, the turn with its initiative, alternating activation and the end of the game."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Arg, Ban, Decision, Tally, Verb, first
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.activation import Activation, arrive
from bocage.systems.disposable.rules.command import commander_of, in_play, squad_leader_guts
from bocage.systems.disposable.rules.facing import Facing, has_front
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.rules.moves import CANDIDATES, deployment_reach
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.rules.retreat import drive
from bocage.systems.disposable.rules.victory import NOBODY, broken, ended_by, points, seized, winner_by_points
from bocage.systems.disposable.state import (
    DESTROYED,
    MAY_SNAP,
    MOUNTED,
    ON_TABLE,
    STEADY,
    WAITING,
    DisposableState,
    Unit,
)

# Steps of a battle.
DEPLOY: Final = 0
START: Final = 1
ACTIVATE: Final = 2
END: Final = 3


def initiative_tally(state: DisposableState, seat: int, explain: bool) -> Tally:
    """The commander's Guts, less pinned and destroyed units (dh.core.turn.init.*)."""
    tally = Tally(explain)
    commander = commander_of(state, seat)
    if commander >= 0:
        tally.add(state.figure(commander).guts, "label.commander", "dh.core.turn.init.roll")
    else:
        tally.add(squad_leader_guts(state, seat), "label.squad-leader", "dh.core.turn.init.nocommander")
    pinned, destroyed = 0, 0
    for unit in state.units:
        if unit.seat == seat:
            if unit.place == DESTROYED:
                destroyed += 1
            elif unit.status != STEADY and in_play(state, unit):
                pinned += 1
    if pinned:
        tally.add(-pinned, "label.pinned-units", "dh.core.turn.init.pinned")
    if destroyed:
        tally.add(-destroyed, "label.destroyed-units", "dh.core.turn.init.destroyed")
    return tally


def list_available(state: DisposableState, seat: int) -> list[int]:
    """Units that have still to act: once a turn each (dh.core.turn.once); reserves from their turn on."""
    return [unit.index for unit in state.units if unit.seat == seat and forbid_activation(state, unit) is None]


def forbid_activation(state: DisposableState, unit: Unit) -> Ban | None:
    if unit.activated:
        return bans.ACTIVATED
    if unit.place == ON_TABLE:
        return None
    if unit.place == MOUNTED:
        return None if state.units[unit.carrier].place == ON_TABLE else bans.NOT_ARRIVED
    if unit.place != WAITING:
        return bans.GONE
    hidden = state.scenario.forces[unit.index].hidden
    return None if hidden or 0 < unit.reserve <= state.turn else bans.NOT_ARRIVED


class Battle(Question):
    """The whole game, turn by turn (dh.core.turn.seq)."""

    __slots__ = ()

    def advance(self, state: DisposableState) -> None:
        if self.step == DEPLOY:
            self.step = START
            state.push(Deployment())
        elif self.step == START:
            self.step = ACTIVATE
            self.start_turn(state)
        elif self.step == ACTIVATE:
            self.step = END
            state.push(Activations(state.first))
        else:
            self.step = START
            self.end_turn(state)

    def start_turn(self, state: DisposableState) -> None:
        state.turn += 1
        for unit in state.units:
            unit.activated = False
            unit.snapped = MAY_SNAP
        state.announce("turn", "dh.core.turn.seq", {"turn": state.turn})
        if state.turn == 1 and state.scenario.first_seat >= 0:
            state.first = state.scenario.first_seat
            return
        winner = NOBODY
        while winner == NOBODY:  # equal totals are rolled again (dh.core.turn.init.tie)
            winner = self.roll_initiative(state)
        state.ask(winner, decisions.FIRST, acts.FIRST.on_each([winner, 1 - winner]))

    def roll_initiative(self, state: DisposableState) -> int:
        totals: list[int] = []
        for seat in (0, 1):
            tally = initiative_tally(state, seat, state.recording)
            roll = state.dice.roll(10, acts.FOR_INITIATIVE)
            totals.append(roll + tally.total)
            args: dict[str, Arg] = {"side": state.scenario.sides[seat].name, "total": totals[seat]}
            state.announce("initiative", "dh.core.turn.init.roll", args, [roll], tally)
        return NOBODY if totals[0] == totals[1] else totals.index(max(totals))

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        state.first = first(option)
        state.announce("first", "dh.core.turn.seq", {"side": state.scenario.sides[state.first].name})

    def end_turn(self, state: DisposableState) -> None:
        one, other = broken(state, 0), broken(state, 1)
        if one or other:
            self.close(state, NOBODY if one and other else int(one), "dh.core.victory.break")
        elif seized(state) != NOBODY:
            self.close(state, seized(state), "dh.core.victory.hold")
        elif state.turn >= state.scenario.turns:
            self.close(state, winner_by_points(state), "dh.core.victory.points")

    def close(self, state: DisposableState, winner: int, rule: str) -> None:
        seat = max(winner, 0)  # the points of the winner come first
        own, other = state.scenario.sides[seat].name, state.scenario.sides[1 - seat].name
        args: dict[str, Arg] = {
            "winner": own if winner >= 0 else "@result.draw", "first": points(state, seat), "first_side": own,
            "second": points(state, 1 - seat), "second_side": other, "why": f"@why.{ended_by(state)}",
        }  # fmt: skip
        state.announce("over" if winner >= 0 else "drawn", rule, args)
        state.finish(winner)


class Deployment(Question):
    """The loser of a die roll, or the side the scenario names, deploys first (dh.core.deploy)."""

    __slots__ = ("seat",)

    def __init__(self) -> None:
        super().__init__()
        self.seat = NOBODY

    def advance(self, state: DisposableState) -> None:
        if self.seat == NOBODY:
            self.seat = self.first_deployer(state)
        for unit in self.waiting(state, self.seat) + self.waiting(state, 1 - self.seat):
            reach = deployment_reach(state, unit)
            options = reach.candidates(CANDIDATES)
            if options:
                state.ask(unit.seat, decisions.DEPLOY, options, reach)
                return
            self.hold_back(state, unit)
        state.pop()

    def waiting(self, state: DisposableState, seat: int) -> list[Unit]:
        return [unit for unit in state.units if unit.seat == seat and self.waits(state, unit)]

    def hold_back(self, state: DisposableState, unit: Unit) -> None:
        """A full zone: who finds no room in it comes in over the edge as a reserve (dh.core.deploy)."""
        unit.reserve = 1
        state.report("held-back", "dh.core.deploy", unit)

    def waits(self, state: DisposableState, unit: Unit) -> bool:
        force = state.scenario.forces[unit.index]
        return unit.place == WAITING and unit.reserve == 0 and not force.hidden and force.crew_of < 0

    def first_deployer(self, state: DisposableState) -> int:
        if state.scenario.first_deployer >= 0:
            return state.scenario.first_deployer
        if not self.waiting(state, 0) and not self.waiting(state, 1):
            return 0
        rolls = [0, 0]
        while rolls[0] == rolls[1]:
            rolls = [state.dice.roll(10, acts.FOR_DEPLOYMENT) for _ in (0, 1)]
        loser = rolls.index(min(rolls))
        state.announce("deploys-first", "dh.core.deploy", {"side": state.scenario.sides[loser].name}, rolls)
        return loser

    def next_unit(self, state: DisposableState, seat: int) -> Unit:
        """The unit whose place is asked for."""
        return self.waiting(state, seat)[0]

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        reach = decision.region
        assert isinstance(reach, Reach)
        unit = self.next_unit(state, decision.seat)
        deploy(state, unit, reach.settle_option(option))
        if has_front(state, unit) or state.vehicle(unit) is not None:
            state.push(Facing(unit.index))


def deploy(state: DisposableState, unit: Unit, spots: list[int]) -> None:
    arrive(state, unit, spots)
    if state.vehicle(unit) is not None:
        drive(state, unit, spots[0], spots[1])


class Activations(Question):
    """The sides take turns, one unit each; the one with units left goes on alone (dh.core.turn.exhausted)."""

    __slots__ = ("seat",)

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def advance(self, state: DisposableState) -> None:
        options = list_available(state, self.seat)
        if not options:
            self.seat = 1 - self.seat
            options = list_available(state, self.seat)
            if not options:
                state.pop()
                return
        if len(options) == 1:
            self.activate(state, options[0])
        else:
            state.ask(self.seat, decisions.ACTIVATE, acts.ACTIVATE.on_each(options))

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        self.activate(state, first(option))

    def activate(self, state: DisposableState, unit: int) -> None:
        self.seat = 1 - self.seat
        state.push(Activation(unit))

    def forbid_unit(
        self, state: DisposableState, decision: Decision, verb: Verb | None, unit: Unit, figure: int
    ) -> Ban | None:
        if unit.seat != decision.seat:
            return bans.NOT_YOURS
        ban = forbid_activation(state, unit)
        return bans.BY_ITS_LEADER if ban is None and figure != unit.figures[0] else ban
