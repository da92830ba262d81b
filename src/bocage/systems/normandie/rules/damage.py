"""What a hit does: infantry is flipped or lost, a light vehicle destroyed, a heavy one takes a damage location roll."""

from __future__ import annotations

from typing import ClassVar, Final

from bocage.geometry.square import spaces
from bocage.kernel import Ban, Decision, Event, first
from bocage.systems.normandie.model.flags import CHANCE_ON_LOCATIONS
from bocage.systems.normandie.model.tables import HEAVY, HEAVY_WEAPON, INFANTRY, NO_WATCH, WATCH_ON
from bocage.systems.normandie.rules import acts, decisions, traits
from bocage.systems.normandie.rules.moments import LOCATION_ROLLED, ask_for_cards
from bocage.systems.normandie.rules.procedures import Asking, UnitProcedure
from bocage.systems.normandie.rules.sight import distance
from bocage.systems.normandie.rules.structures import lay_wreck
from bocage.systems.normandie.rules.victory import eliminate, hit
from bocage.systems.normandie.rules.zones import enemy_zones, landings
from bocage.systems.normandie.state import (
    ABOARD,
    CREW,
    FIELD,
    HULL,
    PRIMARY,
    TRACK,
    NormandieState,
    Unit,
    known_name,
    name_of,
)

# Damage locations (hon.damage.1 to .6)
LOCATIONS: Final = ("", "crew", "track", "hull", "hull", "primary", "destroyed")
DAMAGES: Final[tuple[int, ...]] = (0, CREW, TRACK, HULL, HULL, PRIMARY, 0)
DESTROYED: Final = 6

# Steps after a location has been rolled
VETERANS_DONE: Final = 1
CARDS_DONE: Final = 2


class Hit(UnitProcedure):
    """One hit or more on a unit, resolved in turn. `kill` skips the symbols."""

    __slots__ = ("assaulted", "count", "dice", "kill", "perforating", "refused", "roller", "rule", "wanted")

    bans: ClassVar = {decisions.SUBSTITUTE: (Ban("hon.abil.sub.1", "no-substitute"), ())}

    def __init__(
        self, unit: int, count: int, rule: str, roller: int = -1, perforating: bool = False, kill: bool = False,
        assaulted: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(unit)
        self.count, self.rule, self.perforating = count, rule, perforating
        self.roller = roller  # the unit that inflicts it and rolls for the location, -1 for none
        self.dice: list[int] = []  # of the location
        self.kill, self.assaulted = kill, assaulted
        self.wanted = -1  # an ally's unit that is to take the hit
        self.refused = 0  # by their owners, as bits

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        if self.count < 1 or unit.status not in (FIELD, ABOARD):
            state.pop()
        elif unit.counter.rank == INFANTRY:
            self.on_infantry(state, unit)
        elif unit.counter.rank != HEAVY or self.kill:
            destroy_vehicle(state, unit, self.rule)
        else:
            self.on_heavy(state, unit)

    def on_infantry(self, state: NormandieState, unit: Unit) -> None:
        """One after another (hon.open.bloodthirsty.1); the owner of an allied substitute is asked (hon.mp.abil.1)."""
        if self.wanted >= 0:
            state.ask(state.units[self.wanted].seat, decisions.AGREE, [acts.REFUSE.act(), acts.AGREED.act()])
            return
        others = [] if self.assaulted else substitutes(state, unit)
        if self.refused:
            others = [other for other in others if not self.refused >> other & 1]
        if others and self.step == 0:
            self.step = 1
            state.ask(unit.seat, decisions.SUBSTITUTE, acts.TAKE_HIT.on_each([unit.id] + others))
            return
        self.step = 0
        self.count -= 1
        if self.kill:
            eliminate(state, unit, self.rule)
        else:
            hit(state, unit, self.rule)

    def on_heavy(self, state: NormandieState, unit: Unit) -> None:
        """Whoever hit it may roll the location again (hon.trait.vet.1, hon.open.chance.location.1).

        With Positive Waves the owner picks one of two dice (hon.abil.waves.1).
        """
        if not self.dice:
            self.dice = [state.dice.roll(6, acts.FOR_LOCATION) for _ in range(2 if unit.face.waves else 1)]
        if self.step == 0 and self.roller >= 0 and traits.may_reroll(state, state.units[self.roller]):
            state.ask(state.units[self.roller].seat, decisions.REROLL, traits.reroll_options(self.dice))
            return
        if self.step <= VETERANS_DONE and state.staff.cards and state.readings & CHANCE_ON_LOCATIONS:
            self.step = CARDS_DONE
            ask_for_cards(state, LOCATION_ROLLED)
            return
        dice = self.dice
        self.dice, self.step = [], 0
        self.count -= 1
        if len(dice) == 2 and dice[0] != dice[1]:
            state.announce("waves", "hon.abil.waves.1", {"unit": name_of(unit)}, dice)
            state.ask(unit.seat, decisions.WAVES, acts.PICK_LOCATION.on_each(sorted(dice)))
        else:
            locate(state, unit, dice[0], self.perforating)

    def replace_dice(self, dice: list[int]) -> None:
        """A card has rolled some of them again; more cards may follow."""
        self.dice, self.step = dice, VETERANS_DONE

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.PICK_LOCATION:
            locate(state, state.units[self.unit], first(option), self.perforating)
        elif verb is acts.ROLL_AGAIN:
            self.dice = traits.reroll(state, state.units[self.roller], self.dice, first(option), acts.FOR_LOCATION)
        elif verb is acts.HOLD:
            self.step = VETERANS_DONE
        elif verb is acts.TAKE_HIT:
            other = first(option)
            if other != self.unit and state.units[other].seat != decision.seat:
                self.wanted = other
            else:
                self.step_in(state, other)
        else:
            wanted, self.wanted = self.wanted, -1
            self.refused |= 1 << wanted
            if verb is acts.AGREED:
                self.step_in(state, wanted)
            else:
                self.step = 0

    def step_in(self, state: NormandieState, unit: int) -> None:
        if unit != self.unit:
            target = known_name(state.units[self.unit])
            state.report("substitute", "hon.abil.sub.1", state.units[unit], {"target": target})
        self.unit = unit

    def subject(self, state: NormandieState, decision: Decision) -> int:
        if decision.kind is decisions.REROLL:
            return self.roller
        return self.wanted if decision.kind is decisions.AGREE else self.unit


def substitutes(state: NormandieState, unit: Unit) -> list[int]:
    """Who may take a hit for a heavy weapon: within 2 spaces (hon.abil.sub.1)."""
    if unit.counter.outline != HEAVY_WEAPON or unit.status != FIELD:
        return []
    able = [u for u in state.units if u.camp == unit.camp and u.status == FIELD and u.face.substitute]
    return [other.id for other in able if other.id != unit.id and distance(state, unit, other) <= 2]


def locate(state: NormandieState, unit: Unit, die: int, perforating: bool) -> None:
    """The damage location: Perforating adds 1 to the die (hon.damage.when.1, hon.abil.perf.1)."""
    place = min(die + (1 if perforating else 0), DESTROYED)
    marker = DAMAGES[place]
    if state.recording:
        args: dict[str, int | str] = {"unit": name_of(unit), "location": "@location." + LOCATIONS[place]}
        ends = [(f"damage:{unit.id}", "location." + LOCATIONS[place])]
        rule = "hon.abil.perf.1" if perforating else "hon.damage.when.1"
        state.emit(Event("location", rule, args, [die], None, ends, state.board.grid.name(unit.cell)))
    if place == DESTROYED or unit.damage & marker:  # a second marker of a kind
        destroy_vehicle(state, unit, "hon.damage.6" if place == DESTROYED else "hon.damage.double.1")
        return
    unit.damage |= marker
    if marker == HULL:
        unit.suppressed += 2  # hon.damage.3
    if marker in (HULL, TRACK):
        unit.halted = True  # a move in progress ends on the spot (hon.damage.2, .3, hon.open.opp.damage.1)


def destroy_vehicle(state: NormandieState, unit: Unit, rule: str) -> None:
    """It is flipped to its wreck; passengers get out (hon.shot.effect.3, hon.open.kill.wreck.1)."""
    around = unit.cells()
    passengers = [other.id for other in state.units if other.carrier == unit.id]
    lay_wreck(state, around, unit.counter.rank == HEAVY, unit.counter.wreck)  # hon.open.kill.wreck.1
    eliminate(state, unit, rule)
    if passengers:  # hon.abil.trans.9
        state.push(Evacuation(around, passengers))


class Evacuation(Asking):
    """Passengers of a destroyed vehicle are put beside the wreck (hon.abil.trans.9 to .13)."""

    __slots__ = ("around", "left")

    bans: ClassVar = {decisions.LAND: (Ban("hon.abil.trans.10", "land-beside"), ())}

    def __init__(self, around: int, left: list[int]) -> None:
        super().__init__()
        self.around, self.left = around, left

    def advance(self, state: NormandieState) -> None:
        if not self.left:
            state.pop()
            return
        unit = state.units[self.left[0]]
        barred = enemy_zones(state, unit.camp)
        options = [cell for cell in landings(state, unit, self.around) if not barred >> cell & 1]
        if not options:
            self.left.pop(0)
            eliminate(state, unit, "hon.abil.trans.13", spaces(self.around)[0])
        elif len(options) == 1:
            self.set_down(state, options[0])
        else:
            state.ask(unit.seat, decisions.LAND, acts.LAND_ON.on_each(options))

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        self.set_down(state, first(option))

    def set_down(self, state: NormandieState, cell: int) -> None:
        unit = state.units[self.left.pop(0)]
        if is_turned(unit):  # hon.abil.trans.11
            unit.flip()
        unit.suppressed += 1  # hon.abil.trans.12
        state.put(unit, cell)
        state.report("bails-out", "hon.abil.trans.9", unit)

    def subject(self, state: NormandieState, decision: Decision) -> int:
        return self.left[0]


def is_turned(unit: Unit) -> bool:
    """It shows the side that an ability has turned it to: concealed, on its tripod, on watch."""
    face = unit.face
    back = unit.counter.faces[1 - unit.side]
    if face.watch == WATCH_ON and back.watch != NO_WATCH:
        return back.watch != WATCH_ON
    return face.concealed or face.deployed
