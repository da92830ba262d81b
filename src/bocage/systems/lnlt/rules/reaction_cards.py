"""Skill cards played while the enemy moves: Slayer, and Opportunity Movement (lnlt.core.6.8)."""

from __future__ import annotations

from bocage.kernel import Forecast, Procedure, Tally, first
from bocage.systems.lnlt.model.flags import MARKED, SHAKEN, SLEW
from bocage.systems.lnlt.model.kinds import LEADER, WALK
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.checks import passes_check
from bocage.systems.lnlt.rules.fire import FireAttack
from bocage.systems.lnlt.rules.fire_cards import lift_slayer
from bocage.systems.lnlt.rules.firepower import add_element, modes, shoots
from bocage.systems.lnlt.rules.rally import foresee_morale, morale_tally
from bocage.systems.lnlt.rules.skills import OP_MOVEMENT, RUNNING_KILLER, has
from bocage.systems.lnlt.rules.steps import steps
from bocage.systems.lnlt.state import LnltState

# ---- Opportunity Movement


def op_movers(state: LnltState, seat: int, hex_: int, firing: list[int]) -> list[int]:  # lnlt.core.6.8
    """Unmarked holders among those who could fire at this hex now (lnlt.hid.skill.op-movement.c): the options
    `firing` name the hexes of men who could."""
    found: list[int] = []
    for unit in state.units:
        if unit.skill != OP_MOVEMENT or unit.seat != seat or unit.hex < 0 or not has(unit, OP_MOVEMENT):
            continue
        if unit.flags & MARKED:  # lnlt.hid.skill.op-movement.b, lnlt.boh.25.2.op-movement.a
            continue
        if acts.OPPORTUNITY_FIRE.on(unit.hex) not in firing:
            continue
        distance = state.board.grid.distances[unit.hex][hex_]
        if unit.type.kind == LEADER or shoots(state, unit, distance, True):
            found.append(acts.REACT_MOVE.on(unit.id))
    return found


def op_group(state: LnltState, unit: Unit) -> int:
    """Who moves, as a mask: the Hero alone, or the Leader with everybody stacked with him who is unmarked."""
    if unit.type.kind != LEADER:
        return 1 << unit.id
    mask = 0
    for number in state.stacks[unit.seat][unit.hex]:
        if not state.units[number].flags & MARKED:
            mask |= 1 << number
    return mask


# ---- Running Killer


def may_run_through(state: LnltState, seat: int, hex_: int, movers: list[int], spent: int, woods: int) -> bool:
    """A Running Killer by himself, among Shaken enemies, with a step left (lnlt.hid.skill.running-killer.e)
    (lnlt.hid.skill.running-killer.b, lnlt.hid.skill.running-killer.c)."""
    runner = state.units[movers[0]]
    if len(movers) != 1 or runner.flags & SHAKEN or not has(runner, RUNNING_KILLER):
        return False
    if any(not state.units[number].flags & SHAKEN for number in state.stacks[1 - seat][hex_]):
        return False
    return bool(steps(state, seat, hex_, movers, WALK, spent, False, woods, 1))


def cut_down(state: LnltState, hero: Unit) -> None:  # lnlt.hid.skill.running-killer.b, lnlt.hid.skill.running-killer.e
    """He kills one of the Shaken at random and runs on (lnlt.hid.skill.running-killer.c)."""
    victims = state.stacks[1 - hero.seat][hero.hex]
    chosen = state.dice.roll(len(victims), acts.FOR_VICTIM) - 1 if len(victims) > 1 else 0
    victim = state.units[victims[chosen]]
    if state.recording:
        args: dict[str, int | str] = {"unit": hero.title(), "victim": victim.title()}
        outcomes = [(f"unit:{victim.id}", "eliminated")]
        outcomes += [(f"unit:{number}", "unhurt") for number in victims if number != victim.id]
        state.tell(hero.hex, "cut-down", "lnlt.hid.skill.running-killer.c", args, outcomes=outcomes)
    state.eliminate(victim)


# ---- Slayer


class SlayerCheck(Procedure[LnltState]):
    """A Morale Check before each further shot; who fails loses the marker (lnlt.hid.skill.slayer.d)."""

    __slots__ = ("hex", "unit", "victims")

    def __init__(self, unit: int, hex_: int, victims: list[int]) -> None:
        super().__init__()
        self.unit = unit
        self.hex = hex_
        self.victims = victims

    def advance(self, state: LnltState) -> None:  # lnlt.hid.skill.slayer.f
        unit = state.units[self.unit]
        tally = morale_tally(state, unit)
        state.mark(unit, SLEW)
        kinds, labels = ("slayer", "slayer-fails"), ("goes-on", "fails")
        passed = passes_check(state, unit, tally, acts.FOR_MORALE, "lnlt.hid.skill.slayer.d", kinds, labels)
        state.pop()
        if passed:
            distance = state.board.grid.distances[unit.hex][self.hex]
            firer = modes(state, unit, distance, True)[0].on(unit.id)
            state.push(SlayerFire(unit.seat, unit.hex, self.hex, self.victims, [firer]))
        else:
            lift_slayer(state, unit.id)

    def odds(self, state: LnltState) -> Forecast:
        return foresee_morale(state, state.units[self.unit], "lnlt.hid.skill.slayer.d", "goes-on", "fails")


class SlayerFire(FireAttack):
    """At the mover, with no firepower but all modifiers (lnlt.hid.skill.slayer.e)."""

    __slots__ = ()

    def __init__(self, seat: int, origin: int, target: int, victims: list[int], firers: list[int]) -> None:
        super().__init__(seat, origin, target, 0, victims, True, False)
        self.step = 2
        self.firers = firers

    def tally(self, state: LnltState) -> Tally:
        tally = FireAttack.tally(self, state)
        own = Tally(False)
        unit = state.units[first(self.firers[0])]
        distance = state.board.grid.distances[self.origin][self.target]
        add_element(own, state, unit, acts.ACTS.of(self.firers[0]), distance, True, True)
        tally.add(-own.total, "fire.slayer", "lnlt.hid.skill.slayer.e")
        return tally

    def note_cards(self, state: LnltState, natural: int) -> None:
        """The marker stays where it is."""
