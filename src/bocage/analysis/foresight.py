"""What an adviser means to do with a unit: the choices it would make in a row, until dice or the enemy come between.

They are played on in a world that the seat could not tell from the true one. Enemies let every moment pass there: what
they might do instead is the risk of the way, told by the same walk as that of any path (`pathrisk.py`).
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import msgspec

from bocage.analysis.pathrisk import PathRisk, Walk, chance_of, own_decision
from bocage.bots import Bot
from bocage.kernel import Decision, Forecast, State
from bocage.kernel.game import Game
from bocage.kernel.system import System
from bocage.kernel.views import Choice, Piece

MOST_DECISIONS: Final = 80  # that are looked ahead, of both sides
HOPELESS: Final = 0.25  # who comes through unharmed less often than this has to be told so
LONG_SHOT: Final = 0.1  # the same of what is thrown for


class Aim(msgspec.Struct):
    """What dice will decide: a choice, from where to where, and its odds."""

    choice: Choice
    odds: Forecast
    origin: str = ""
    target: str = ""


class Intention(msgspec.Struct):
    """`deeds` are the choices that make it up; `route` begins where the movers stand."""

    deeds: list[Choice]
    route: list[str] = []
    risk: PathRisk | None = None
    aim: Aim | None = None

    def unharmed(self) -> float:
        """The chance to come to the end of the route without harm."""
        return self.risk.legs[-1].unharmed if self.risk and self.risk.legs else 1.0

    def is_deadly(self) -> bool:
        return self.unharmed() < HOPELESS

    def is_hopeless(self, system: System) -> bool:
        return self.is_deadly() or (self.aim is not None and chance_of(system, self.aim.odds) < LONG_SHOT)


class Foresight:
    """One option played on for its seat. `world` is one that the seat may imagine, `known` the enemies it knows."""

    def __init__(self, game: Game, world: State, seat: int, known: set[int], adviser: Bot) -> None:
        self.system = game.system
        self.game = Game(game.system, game.scenario, game.seed, game.options, world.clone(), False)
        self.seat = seat
        self.known = known
        self.adviser = adviser
        self.found = Intention([])
        self.depth = len(world.stack)  # at which it is chosen
        self.unit: set[int] = set()  # whom it is about
        self.setting_out: State | None = None  # the world before the first step

    @property
    def state(self) -> State:
        return self.game.state

    def follow(self, option: int) -> Intention:
        first = own_decision(self.state, self.seat)
        assert first is not None
        option_now: int | None = option
        for _ in range(MOST_DECISIONS):
            decision = own_decision(self.state, self.seat)
            if decision is None:
                if not self.is_let_pass():
                    break
                continue
            if option_now is None:
                option_now = self.go_on(first, decision)
            if option_now is None or self.do(decision, option_now):
                break
            option_now = None
        self.tell_way()
        return self.found

    def is_let_pass(self) -> bool:
        """An enemy who might react does not; anything else that he decides ends the plan."""
        if self.state.over or not self.state.pending or not self.state.pending[0].kind.reacts:
            return False
        decision = self.state.pending[0]
        prompt = self.system.prompt(self.state, decision)
        if prompt.decline < 0:
            return False
        self.state.play(decision, prompt.decline)
        return True

    def go_on(self, first: Decision, decision: Decision) -> int | None:
        """What the adviser chooses next for this unit; None where the plan is done."""
        kind = decision.kind
        prompt = self.system.prompt(self.state, decision)
        if kind.setup or kind.prepares or first.kind.setup or first.kind.prepares:
            return None
        if first.kind.reacts and len(self.state.stack) <= self.depth:
            return None  # the reaction is over
        if kind.reacts and prompt.decline >= 0:
            return prompt.decline
        if self.unit and prompt.pieces and self.unit.isdisjoint(prompt.pieces):
            return None
        option = self.adviser.rank(self.game, self.seat)[0].option
        return None if self.is_another_plan(decision, self.system.choice(self.state, decision, option)) else option

    def is_another_plan(self, decision: Decision, choice: Choice) -> bool:
        """A second move, or what begins where the unit is not."""
        leads = bool(self.system.acts.of(choice.id).leads)
        start = choice.path[0] if len(choice.path) > 1 else "" if choice.steps else choice.place
        if self.found.route and (leads or (start and self.system.odds(self.state, decision, choice.id) is None)):
            return True
        here = {piece.place for piece in self.pieces(self.state)}
        return bool(start and here and (leads or len(choice.path) > 1) and start not in here)

    def do(self, decision: Decision, option: int) -> bool:
        """Take an option; whether dice come of it."""
        state = self.state
        choice = self.system.choice(state, decision, option)
        prompt = self.system.prompt(state, decision)
        self.unit |= set(prompt.pieces)
        if choice.steps and (choice.place or choice.x >= 0):
            self.step(choice)
        elif option != prompt.decline:
            self.found.deeds.append(choice)
            self.take_aim(decision, choice)
        draws = state.dice.draws
        state.play(decision, option)
        return state.dice.draws != draws or state.over

    # ---- the way

    def step(self, choice: Choice) -> None:
        if self.setting_out is None:
            self.setting_out = self.state.clone()
        if target_of(choice) in self.found.route:  # it turned back
            self.cut(self.found.route.index(target_of(choice)) + 1, len(self.found.route))
        else:
            self.found.route.append(target_of(choice))
            self.found.deeds.append(choice)

    def cut(self, first: int, last: int) -> None:
        """Leave steps out that lead nowhere."""
        steps = [choice for choice in self.found.deeds if choice.steps][first:last]
        self.found.deeds = [choice for choice in self.found.deeds if choice not in steps]
        del self.found.route[first:last]

    def tell_way(self) -> None:
        """The route from where the movers stand, and the risk of it."""
        if self.setting_out is None:
            return
        walk = self.walk(self.setting_out)
        self.unit = set(walk.movers) or self.unit
        origin = where(self.pieces(self.setting_out))
        if origin in self.found.route:  # it came back to where it had been
            self.cut(0, self.found.route.index(origin) + 1)
            walk = self.walk(self.setting_out)
        if self.found.route:
            self.found.route.insert(0, origin)
            self.found.risk = walk.found

    def walk(self, world: State) -> Walk:
        walk = Walk(self.system, world.clone(), self.seat, self.known)
        with suppress(NotImplementedError):  # a system that does not say who is hurt
            walk.along(list(self.found.route))
        return walk

    def pieces(self, state: State) -> list[Piece]:
        """The unit, as its seat sees it."""
        return [piece for piece in self.system.position(state, self.seat).pieces if piece.id in self.unit]

    # ---- the shot

    def take_aim(self, decision: Decision, choice: Choice) -> None:
        """What dice are to decide; the choices that follow (who fires) only make its odds more certain."""
        odds = self.system.odds(self.state, decision, choice.id)
        if odds is None or not odds.odds or self.system.acts.of(choice.id).suffers:
            return
        if self.found.aim is not None:
            self.found.aim.odds = odds
            return
        view = self.system.position(self.state, self.seat)
        pieces = {piece.id: piece for piece in view.pieces}
        about = pieces.get(choice.piece)
        mine = about is not None and about.seat == self.seat
        path = choice.path if len(choice.path) > 1 else []
        origin = path[0] if path else where([about] if about and mine else self.pieces(self.state))
        target = path[-1] if path else choice.place or where([about] if about and not mine else [])
        self.found.aim = Aim(choice, odds, origin, target)


def target_of(step: Choice) -> str:
    return step.place or f"{step.x:g},{step.y:g}"


def where(pieces: list[Piece]) -> str:
    """The place of the first, or its point on the free table."""
    if not pieces:
        return ""
    return pieces[0].place or (f"{pieces[0].x:g},{pieces[0].y:g}" if pieces[0].radius else "")
