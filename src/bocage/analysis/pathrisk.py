"""The risk of a whole path: who could fire at every step, with what odds, and the chance to come through unharmed.

The path is walked with the rules themselves, in a world that the seat could not tell from the true one, with all dice
that leave the movers as they were. Enemies whom the seat knows fire whenever they are allowed to, the likeliest shot
first; what lies concealed does not fire.
"""

from __future__ import annotations

import random
from math import prod
from typing import Final

import msgspec

from bocage.kernel import MOST, Attempt, Decision, Dice, Forecast, Refusal, State, Text, Verb, point_option, scripted
from bocage.kernel.enumerate import TooManyRuns, every_run, play_scripted
from bocage.kernel.game import explain_refusal
from bocage.kernel.system import System
from bocage.kernel.views import Choice, Position, Prompt

MOST_LEADS: Final = 8
MOST_RUNS: Final = 1500  # runs of dice of one shot
MOST_ANSWERS: Final = 40  # decisions between two steps
FORGOTTEN: Final = 1e-12


def chance_of(system: System, odds: Forecast) -> float:
    """That something comes of it."""
    if not odds.odds:
        return 1.0
    subject, labels = system.goal(odds)
    return sum(odds.odds[subject][label] for label in labels)


def spared(system: System, row: dict[str, float]) -> float:
    """The chance that nothing comes of it for somebody."""
    return sum(chance for label, chance in row.items() if label.removeprefix("outcome.") in system.in_vain)


def weigh_shot(system: System, odds: Forecast) -> tuple[float, float]:
    """The likelier shot first; of two as likely the one that hurts more."""
    hurt = sum(1.0 - spared(system, row) for subject, row in odds.odds.items() if subject.startswith("unit:"))
    return round(chance_of(system, odds), 9), round(hurt, 9)


class Shot(msgspec.Struct):
    """One shot at the movers: what it is called, its odds, and the chance that it does them harm.

    On the free table `x` and `y` say where on their way they are then."""

    choice: Choice
    forecast: Forecast
    harm: float
    x: float = -1.0
    y: float = -1.0


class Leg(msgspec.Struct):
    """A step of the path; `unharmed` is the chance to have come so far without harm."""

    place: str
    option: int
    shots: list[Shot] = []
    unharmed: float = 1.0


class PathRisk(msgspec.Struct):
    """`refusals` say why the path ends before `stopped`, the first place that could not be reached."""

    origin: str = ""
    lead: list[Choice] = []  # what is chosen before the first step
    legs: list[Leg] = []
    stopped: str = ""
    refusals: list[Refusal] = []
    exact: bool = True


class World(msgspec.Struct):
    """A state in which nobody has come to harm, and the chance of it; `firing` is the shot that is being prepared."""

    state: State
    chance: float
    firing: Choice | None = None


def risk_of_path(system: System, state: State, seat: int, places: list[str]) -> PathRisk:
    """The risk of going from place to place. The first may be where the movers stand."""
    world = system.redeterminise(state, seat, random.Random(0))
    return Walk(system, world, seat).along(places)


class Walk:
    def __init__(self, system: System, state: State, seat: int, known: set[int] | None = None) -> None:
        """`known`: the enemies whom the seat knows, where that was worked out before."""
        self.system = system
        self.seat = seat
        self.found = PathRisk()
        self.worlds = [World(state, 1.0)]
        self.movers: list[int] = []
        self.before: list[int] = []
        self.depth = 0  # of the stack while the move goes on
        self.known = known_pieces(system, state, seat) if known is None else known

    def along(self, places: list[str]) -> PathRisk:
        state = self.worlds[0].state
        if not places or own_decision(state, self.seat) is None:
            return self.found
        places = self.set_out(places)
        state = self.worlds[0].state
        decision = own_decision(state, self.seat)
        if decision is None or self.step_option(state, places[0]) is None:
            self.refuse(state, decision, places[0])
            return self.found
        prompt = self.system.prompt(state, decision)
        if prompt.setup:
            return self.found
        self.movers = prompt.pieces or self.driven(state, decision, places[0])
        if not self.movers:
            return self.found
        self.depth = len(state.stack)
        self.before = self.system.wounds(state, self.movers)
        for place in places:
            if not self.step_to(place):
                break
        return self.found

    def driven(self, state: State, decision: Decision, place: str) -> list[int]:
        """Where the prompt names no movers: those whom the first step takes elsewhere."""
        option = self.step_option(state, place)
        assert option is not None
        before = {piece.id: piece.place for piece in self.system.position(state, self.seat).pieces}
        after = self.system.position(play_scripted(state, decision, option, [])[0], self.seat)
        return [piece.id for piece in after.pieces if piece.seat == self.seat and before.get(piece.id) != piece.place]

    def verb(self, choice: Choice) -> Verb:
        return self.system.acts.of(choice.id)

    # ---- before the first step

    def set_out(self, places: list[str]) -> list[str]:
        """Choose what leads to the first step; `places` may begin with where the movers are."""
        origin, rest = places[0], places[1:]
        state = self.worlds[0].state
        if not rest or self.step_option(state, origin) is not None:
            return places
        for _ in range(MOST_LEADS):
            decision = own_decision(state, self.seat)
            if decision is None or self.offers_steps(state, decision):
                break
            lead = self.lead(self.system.prompt(state, decision), origin)
            if lead is None:
                break
            state, rolls = play_scripted(state, decision, lead.id, [])
            if rolls:
                break
            leave_to_chance(state)
            self.found.lead.append(lead)
        decision = own_decision(state, self.seat)
        if decision is None or not self.offers_steps(state, decision):
            self.found.lead = []
            return places
        self.worlds = [World(state, 1.0)]
        if self.step_option(state, origin) is not None:  # where they stand went without saying
            return places
        self.found.origin = origin
        return rest

    def offers_steps(self, state: State, decision: Decision) -> bool:
        prompt = self.system.prompt(state, decision)
        return bool(prompt.region) or any(choice.steps for choice in prompt.choices)

    def lead(self, prompt: Prompt, origin: str) -> Choice | None:
        """The whole stack goes, in the plain way of moving."""
        view = self.system.position(self.worlds[0].state, self.seat)
        here = {piece.id for piece in view.pieces if piece.place == origin}
        fitting = [
            choice
            for choice in prompt.choices
            if self.verb(choice).leads and choice.place in ("", origin) and (choice.piece < 0 or choice.piece in here)
        ]
        return min(fitting, key=lambda choice: self.verb(choice).leads, default=None)

    # ---- step by step

    def step_option(self, state: State, place: str) -> int | None:
        decision = own_decision(state, self.seat)
        if decision is None:
            return None
        if not place:
            going = laid_out(self.system.prompt(state, decision))
            return None if going is None else going.id
        if decision.region is not None:
            option = point_of(place)
            return option if option is not None and decision.allows(option) else None
        for option in decision.options:
            choice = self.system.choice(state, decision, option)
            if choice.steps and choice.place == place:
                return option
        return None

    def step_to(self, place: str) -> bool:
        heaviest = max(self.worlds, key=lambda world: world.chance)
        leg = Leg(place, self.step_option(heaviest.state, place) or 0)
        arrived: list[World] = []
        for world in self.worlds:
            option = self.step_option(world.state, place)
            decision = own_decision(world.state, self.seat)
            if option is None or decision is None:
                if world is heaviest:
                    self.refuse(world.state, decision, place)
                    return False
                continue
            arrived += self.played(world, decision, option, leg if world is heaviest else None)
        self.worlds = merged(arrived)
        leg.unharmed = sum(world.chance for world in self.worlds)
        self.found.legs.append(leg)
        return bool(self.worlds)

    def refuse(self, state: State, decision: Decision | None, place: str) -> None:
        self.found.stopped = place
        if decision is not None:
            self.found.refusals = explain_refusal(self.system, state, decision, Attempt("step", place=place))

    def played(self, world: World, decision: Decision, option: int, told: Leg | None) -> list[World]:
        """A step, or a shot, and everything until the movers may step again."""
        waiting = self.branches(world, decision, option, told)
        arrived: list[World] = []
        for _ in range(MOST_ANSWERS):
            going: list[World] = []
            for one in merged(waiting):
                answer = self.answer(one)
                if answer is None:
                    arrived.append(one)
                    continue
                going += self.branches(one, *answer, told)
            waiting = going
            if not waiting:
                break
        return arrived + waiting

    def answer(self, world: World) -> tuple[Decision, int] | None:
        """What is chosen on the way; None where the movers may go on, or the move is over."""
        state = world.state
        if state.over or not state.pending or len(state.stack) < self.depth:
            return None
        decision = state.pending[0]
        prompt = self.system.prompt(state, decision)
        if decision.seat == self.seat:
            going = laid_out(prompt)
            if going is not None:
                return decision, going.id
            if self.offers_steps(state, decision):
                return None
        else:
            shot = self.likeliest(state, decision, prompt)
            if shot is not None:
                world.firing = world.firing or shot
                return decision, shot.id
        if prompt.decline >= 0:
            return decision, prompt.decline
        waits = next((choice for choice in prompt.choices if self.verb(choice).waits), None)
        return None if waits is None else (decision, waits.id)

    def likeliest(self, state: State, decision: Decision, prompt: Prompt) -> Choice | None:
        best, most = None, (0.0, 0.0)
        for choice in prompt.choices:
            if choice.id == prompt.decline or (choice.piece >= 0 and choice.piece not in self.known):
                continue
            odds = self.system.odds(state, decision, choice.id)
            if odds is not None and weigh_shot(self.system, odds) > most:
                best, most = choice, weigh_shot(self.system, odds)
        return best

    # ---- dice

    def branches(self, world: World, decision: Decision, option: int, told: Leg | None) -> list[World]:
        """The worlds after an option in which the movers are as they were; what it rolled is told."""
        found, safe = self.spread(world.state, decision, option)
        firing = world.firing
        if safe is not None:
            self.tell(world, decision, option, told, 1.0 - safe)
            firing = None
        return [World(one.state, world.chance * one.chance, firing) for one in found]

    def spread(self, state: State, decision: Decision, option: int) -> tuple[list[World], float | None]:
        """Every run of dice without harm, and its share of all; None where none are rolled."""
        given = self.system.unharmed(state, decision, option) if decision.seat != self.seat else None
        if given is not None:
            chance, script = given
            if not chance:
                return [], chance
            return [World(leave_to_chance(play_scripted(state, decision, option, script)[0]), chance)], chance
        twins = [state]  # the copy that is being played
        rolled = False

        def play(script: list[int]) -> State:
            nonlocal rolled
            rolled = rolled or bool(script)
            twin = twins[0] = state.clone()
            twin.dice = scripted(script)
            twin.play(decision, option)
            return twin

        def leave() -> State | None:
            """Dice that are rolled when the move is over are no part of it, and harm done is not mended by any."""
            over = len(twins[0].stack) < self.depth
            return twins[0] if over or not self.is_unharmed(twins[0]) else None

        found: list[World] = []
        try:
            for twin, chance in every_run(play, MOST_RUNS, leave):
                if self.is_unharmed(twin):
                    found.append(World(leave_to_chance(twin), chance))
        except TooManyRuns:
            return self.guessed(state, decision, option, found)
        return found, sum(one.chance for one in found) if rolled else None

    def guessed(self, state: State, decision: Decision, option: int, found: list[World]) -> tuple[list[World], float]:
        """Too many dice to play through: what the forecast says of each mover, as if they did not hang together."""
        self.found.exact = False
        odds = self.system.odds(state, decision, option)
        rows = [] if odds is None else [row for number in self.movers if (row := odds.odds.get(f"unit:{number}"))]
        if odds is not None and not rows:
            safe = 1.0 - chance_of(self.system, odds)
        else:
            safe = prod(spared(self.system, row) for row in rows)
        return ([World(found[0].state, safe)] if found else []), safe

    def is_unharmed(self, state: State) -> bool:
        return self.system.wounds(state, self.movers) == self.before and not self.suffers(state)

    def suffers(self, state: State) -> bool:
        """Somebody is to be named who falls."""
        decision = own_decision(state, self.seat)
        return decision is not None and self.verb(self.system.choice(state, decision, decision.options[0])).suffers

    def tell(self, world: World, decision: Decision, option: int, told: Leg | None, harm: float) -> None:
        odds = self.system.odds(world.state, decision, option)
        if told is not None and odds is not None:
            choice = self.system.choice(world.state, decision, option)
            told.shots.append(Shot(world.firing or choice, odds, harm, choice.x, choice.y))


def laid_out(prompt: Prompt) -> Choice | None:
    """The choice to go as it was laid out before."""
    return next((choice for choice in prompt.choices if choice.steps), None) if prompt.placed else None


def leave_to_chance(state: State) -> State:
    """Further dice fall as they like: a script has come to its end."""
    state.dice = Dice(0, 0)
    return state


def own_decision(state: State, seat: int) -> Decision | None:
    return next((decision for decision in state.pending if decision.seat == seat), None)


def point_of(place: str) -> int | None:
    """ "12.5,8" in inches, as an option."""
    x, _, y = place.partition(",")
    try:
        tenths = [float(x) * 10, float(y) * 10]
    except ValueError:
        return None
    if not all(0 <= value < MOST for value in tenths):
        return None
    return point_option(round(tenths[0]), round(tenths[1]))


def known_pieces(system: System, state: State, seat: int) -> set[int]:
    """The enemies whom a seat knows by the name their owner knows."""
    names = named(system.position(state, seat))
    found = set()
    for owner in {piece_seat for _, piece_seat in names.values()} - {seat, -1}:
        theirs = named(system.position(state, owner))
        found |= {piece for piece, told in names.items() if told[1] == owner and theirs.get(piece) == told}
    return found


def named(view: Position) -> dict[int, tuple[Text, int]]:
    return {piece.id: (piece.name, piece.seat) for piece in view.pieces}


def merged(worlds: list[World]) -> list[World]:
    """Worlds that differ in nothing but their dice are one."""
    if len(worlds) < 2:
        return worlds
    found: dict[str, World] = {}
    for world in worlds:
        twin = found.setdefault(world.state.digest(), world)
        if twin is not world:
            twin.chance += world.chance
    return [world for world in found.values() if world.chance > FORGOTTEN]
