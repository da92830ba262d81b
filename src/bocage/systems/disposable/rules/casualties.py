"""Casualties: who falls, and who decides it."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Arg, Ban, Decision, Verb, first
from bocage.systems.disposable.model.tables import BASE
from bocage.systems.disposable.rules import acts, bans, decisions
from bocage.systems.disposable.rules.command import (
    command_distance,
    commander_of,
    highest_figure,
    highest_guts,
    unit_of,
)
from bocage.systems.disposable.rules.refusing import Question
from bocage.systems.disposable.state import DESTROYED, ON_TABLE, DisposableState, Unit

WHOLE: Final = "dh.cas.small.3"
BY_A_ONE: Final = ("dh.leader.1", "dh.special.1")


def blast_dice(figures: int) -> int:
    """One die a figure, at least 5 (dh.cas.blast.1, dh.cas.blast.2)."""
    return max(5, figures)


def rolled_apart(state: DisposableState, figure: int) -> bool:
    """Leaders and special weapons: a 1 to wound reaches them, a blast rolls their die apart
    (dh.leader.1, dh.special.1, dh.cas.blast.4, dh.cas.blast.5)."""
    man = state.scenario.figures[figure]
    return man.leader or man.special


def can_share(state: DisposableState, unit: Unit, other: Unit) -> bool:
    """Whether wounds may be put on a second unit: within the command distance of the unit that was hit, between the
    models of the highest Guts (dh.share.1, dh.share.2, dh.open.share_distance)."""
    if other is unit or other.seat != unit.seat or other.place != ON_TABLE:
        return False
    if state.scenario.forces[other.index].vehicle is not None:
        return False
    reach = command_distance(highest_guts(state, unit))
    return state.close(highest_figure(state, unit), highest_figure(state, other), reach)


def commander_beside(state: DisposableState, unit: Unit) -> int:
    """The commander within an inch, who may be picked like one of the unit's men, or -1 (dh.core.pc.activation)."""
    f = commander_of(state, unit.seat)
    if f < 0 or unit.place != ON_TABLE:
        return -1
    home = unit_of(state, f)
    if home is None or home is unit or home.place != ON_TABLE:
        return -1
    for own in unit.figures:
        if state.close(f, own, BASE):
            return f
    return -1


def kit(state: DisposableState, figure: int) -> tuple[int, ...]:
    """What a man is to the rules; men of one unit with the same kit are alike (dh.open.casualty_order)."""
    man = state.scenario.figures[figure]
    launcher = -1 if man.launcher is None or figure in state.spent else man.launcher.index
    return (man.unit, man.guts, man.weapon.index, launcher, int(man.leader), int(man.radio))


def alike(state: DisposableState, figures: list[int]) -> bool:
    same = kit(state, figures[0])
    return len([f for f in figures if kit(state, f) == same]) == len(figures)


def worth(state: DisposableState, unit: Unit, figure: int) -> tuple[int, ...]:
    """Riflemen are spared before gunners and gunners before leaders; of men who are alike he goes who is farthest
    from the first of the unit, so that it keeps together (dh.open.casualty_order)."""
    man = state.scenario.figures[figure]
    armed = man.special or (man.launcher is not None and figure not in state.spent)
    price = man.weapon.rof * man.weapon.ap
    return (int(man.leader), int(armed), price, man.guts, int(man.radio), -state.gap2(unit.figures[0], figure), -figure)


class Casualties(Question):
    """Take off figures: 1s reach leaders and special weapons, blast dice the common men, the rest is the owner's
    choice (dh.cas.small.3, dh.open.one_kills, dh.open.blast_minimum)."""

    __slots__ = ("common", "free", "ones", "share", "taken", "unit")

    def __init__(self, unit: int, ones: int, common: int, free: int, share: bool) -> None:
        super().__init__()
        self.unit, self.ones, self.common = unit, ones, common
        self.free, self.share = free, share
        self.taken = False  # the owner takes the proposal

    def advance(self, state: DisposableState) -> None:
        unit = state.units[self.unit]
        left = self.ones + self.common + self.free
        if left == 0 or unit.place == DESTROYED:
            state.pop()
            return
        if left >= len(unit.figures) and not self.others_eligible(state, unit):
            for f in unit.figures[:]:
                if f in unit.figures:  # not yet lost in an explosion
                    by_a_one = self.ones > 0 and rolled_apart(state, f)
                    self.fall(state, f, self.rule(state, f) if by_a_one else WHOLE)
                    self.ones -= by_a_one
            state.pop()
            return
        options = self.eligible(state, unit)
        if self.taken or (alike(state, options) and not state.each):
            self.strike(state, self.proposal(state, unit)[0])
        elif len(options) == 1:
            self.strike(state, options[0])
        else:
            state.ask(unit.seat, decisions.CASUALTY, [acts.AS_PROPOSED.act(), *acts.CASUALTY.on_each(options)])

    def proposal(self, state: DisposableState, unit: Unit) -> list[int]:
        """The men of the unit who would fall, in turn: to natural 1s leaders and special weapons, to blast dice
        common men, else whoever can be spared best (dh.open.casualty_order)."""
        ranked = [(worth(state, unit, f), f) for f in unit.figures]
        ranked.sort()
        left = [f for _, f in ranked]
        marked = [f for f in left if rolled_apart(state, f)]
        common = [f for f in left if not rolled_apart(state, f)]
        chosen = marked[: self.ones] + common[: self.common]
        left = [f for f in left if f not in chosen]
        return chosen + left[: self.ones + self.common + self.free - len(chosen)]

    def eligible(self, state: DisposableState, unit: Unit) -> list[int]:
        if self.ones:
            marked = [f for f in unit.figures if rolled_apart(state, f)]
            if marked:
                return marked
            self.free += self.ones  # none there: ordinary casualties
            self.ones = 0
        if self.common:
            ordinary = [f for f in unit.figures if not rolled_apart(state, f)]
            if ordinary:  # a commander close by is like a leader, whom these dice do not reach
                return ordinary + self.comrades(state, unit)
            self.free += self.common
            self.common = 0
        options = unit.figures[:] + self.comrades(state, unit)
        beside = commander_beside(state, unit)
        if beside >= 0:
            options.append(beside)
        return options

    def others_eligible(self, state: DisposableState, unit: Unit) -> bool:
        """Whether casualties that are still to come may fall on somebody else: all but the natural 1s that leaders
        and special weapons have to take (dh.share.1, dh.open.share_who, dh.open.one_kills)."""
        bound = len([f for f in unit.figures if rolled_apart(state, f)])
        if self.free + self.common + max(0, self.ones - bound) == 0:
            return False
        return commander_beside(state, unit) >= 0 or len(self.comrades(state, unit)) > 0

    def comrades(self, state: DisposableState, unit: Unit) -> list[int]:
        """The men of other units whom the owner may give up instead, but for the commander, who counts as one of
        this unit where he stands close by."""
        men: list[int] = []
        beside = commander_beside(state, unit)
        for other in self.partners(state, unit):
            men.extend([f for f in other.figures if f != beside])
        return men

    def partners(self, state: DisposableState, unit: Unit) -> list[Unit]:
        """The second units that may take casualties; once chosen it stays the same one."""
        if not self.share:
            return []
        if state.shared >= 0:
            second = state.units[state.shared]
            return [second] if second.place == ON_TABLE else []
        return [other for other in state.units if can_share(state, unit, other)]

    def choose(self, state: DisposableState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.AS_PROPOSED:
            self.taken = True
        else:
            self.strike(state, first(option))

    def forbid_unit(
        self, state: DisposableState, decision: Decision, verb: Verb | None, unit: Unit, figure: int
    ) -> Ban | None:
        """Who is not among those that may fall now."""
        if figure in self.eligible(state, state.units[self.unit]):
            return None
        if unit.seat != decision.seat:
            return bans.NOT_YOURS
        if self.ones:
            return bans.ONE_KILLS
        return bans.BLAST_COMMON if self.common and unit.index == self.unit else bans.NOT_SHARED

    def rule(self, state: DisposableState, figure: int) -> str:
        """The clause by which this figure may be picked now."""
        if self.ones:
            return "dh.leader.1" if state.figure(figure).leader else "dh.special.1"
        unit = state.units[self.unit]
        if figure in unit.figures:
            return "dh.cas.blast.1" if self.common else WHOLE
        return "dh.core.pc.activation" if figure == commander_beside(state, unit) else "dh.share.1"

    def strike(self, state: DisposableState, figure: int) -> None:
        rule = self.rule(state, figure) if state.recording else ""
        if self.ones:
            self.ones -= 1
        elif self.common:
            self.common -= 1
        else:
            self.free -= 1
        self.fall(state, figure, rule)

    def fall(self, state: DisposableState, figure: int, rule: str) -> None:
        unit = state.units[self.unit]
        if figure not in unit.figures:
            beside = commander_beside(state, unit) if unit.figures else -1
            unit = next(other for other in state.units if figure in other.figures)
            if figure == beside:
                state.attached += 1
            else:
                state.shared = unit.index
                state.shared_losses += 1
        remove(state, unit, figure, rule)
        if state.figure(figure).weapon.flame:
            burn(state, unit, figure)


def remove(state: DisposableState, unit: Unit, figure: int, rule: str) -> None:
    state.remove(unit, figure)
    kind = "casualty-one" if rule in BY_A_ONE else "casualty"
    state.report(kind, rule, unit, {"figure": f"@role.{state.figure(figure).role}"})
    if unit.place == DESTROYED:
        state.report("destroyed", "dh.core.victory.points", unit)


# Flamethrowers


def explodes(roll: int) -> bool:
    """On a 1 (dh.flame.explode.2)."""
    return roll == 1


def burn(state: DisposableState, unit: Unit, carrier: int) -> None:
    """A flamethrower goes with its carrier, and may take the others along: a die for its fuel, and if that explodes one
    for every model of the unit (dh.flame.explode.*, dh.open.flame_carrier_hit)."""
    unit.out |= 1
    roll = state.dice.roll(10, acts.FOR_FUEL)
    rolls = [roll]
    lost: list[int] = []
    if explodes(roll):
        need = state.figure(carrier).weapon.ap - 2  # dh.flame.explode.3
        for f in unit.figures:
            roll = state.dice.roll(10, acts.FOR_EXPLOSION)
            rolls.append(roll)
            if roll <= need:
                lost.append(f)
    kind = "explodes" if explodes(rolls[0]) else "no-explosion"
    args: dict[str, Arg] = {"unit": state.force(unit).name, "casualties": len(lost)}
    state.announce(kind, "dh.flame.explode.1", args, rolls)
    for f in lost:
        if f in unit.figures:
            remove(state, unit, f, "dh.flame.explode.3")
