"""The Rally Phase (lnlt.core.3): who may try, the attempts, and the order in which a side does its rally work."""

from __future__ import annotations

from typing import Final

from bocage.kernel import Ban, Forecast, Procedure, Tally
from bocage.systems.lnlt.model.flags import AGAIN, NURSED, NURSED_SQUAD, NURSED_TWICE, SHAKEN, TRIED, WOUNDED
from bocage.systems.lnlt.model.kinds import HERO, LEADER, NURSE, SQUAD, WEAPON_TEAM
from bocage.systems.lnlt.model.pieces import GONE, Unit
from bocage.systems.lnlt.model.tables import same_force
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.checks import check_args
from bocage.systems.lnlt.rules.damage import reduce
from bocage.systems.lnlt.rules.odds import of_unit, put_check
from bocage.systems.lnlt.rules.skills import CHARISMATIC, HOLDER_NATION, LA_MARSEILLAISE, has
from bocage.systems.lnlt.rules.terrain import rallies_in_cover
from bocage.systems.lnlt.rules.traits import COMMISSAR, DEDICATED, FANATICISM, MOTHERLAND, PAIRS, PANACHE, cite
from bocage.systems.lnlt.state import LnltState

# ---- kinds of attempt
NORMAL: Final = 0
BY_PAIRS: Final = 1  # lnlt.core.3.1
DEDICATION: Final = 2  # lnlt.hon.13.3.2a
FORCED: Final = 3  # a Commissar's Fight or Die (lnlt.nosb.11.9b)
SUNG: Final = 4  # lnlt.hid.skill.la-marseillaise.b
STANDING: Final = 5  # before a Melee: rally or die (lnlt.hon.13.3.1g)
ATTEMPT_RULES: Final = (
    "lnlt.core.3", "lnlt.core.3.1", "lnlt.hon.13.3.2a", "lnlt.nosb.11.9b", "lnlt.hid.skill.la-marseillaise.b",
    "",
)  # fmt: skip

# ---- clauses of a last stand: of the SS, of Panache, of the Fanatic card
STANDS: Final = ("lnlt.hon.13.3.1a", "lnlt.hid.13.1.2i", "lnlt.boh.25.2.fanatic.a")
TRIES: Final = ("lnlt.hon.13.3.1g", "lnlt.hid.13.1.2j", "lnlt.boh.25.2.fanatic.b")
FALLS: Final = ("lnlt.hon.13.3.1d", "lnlt.hid.13.1.2k", "lnlt.boh.25.2.fanatic.d")

# ---- what a side has made use of (state.perks)
USED_DEDICATION: Final = 1
USED_SONG: Final = 2

# ---- who may try


def forbid_rally(state: LnltState, unit: Unit) -> Ban | None:  # lnlt.core.3, lnlt.nosb.13.5b
    """One attempt per unit and phase; with a Leader or Hero, or by itself; not in Melee."""
    if not unit.flags & SHAKEN:
        return bans.STEADY
    if not is_waiting(state, unit):
        return bans.NO_RALLY_IN_MELEE
    if unit.flags & TRIED:
        return bans.TRIED_ALREADY
    if unit.type.kind == LEADER:
        return None
    if leader_waits(state, unit):
        return bans.LEADER_FIRST
    return None if self_rallies(state, unit) or has_help(state, unit) else bans.NO_HELP


def is_waiting(state: LnltState, unit: Unit) -> bool:
    """Shaken, on the map, and out of Melee."""
    return bool(unit.flags & SHAKEN) and unit.hex != GONE and not state.in_melee(unit.hex)


def self_rallies(state: LnltState, unit: Unit) -> bool:  # lnlt.core.3, lnlt.nosb.11.10a, lnlt.core.check.infantry.9
    """Leaders, Nurses, weapon teams; other single men in the newer edition (lnlt.core.option.self_rally_smc)."""
    kind = unit.type.kind
    return kind in (LEADER, NURSE, WEAPON_TEAM) or (unit.type.smc and state.edition.smc_self_rally)


def has_help(state: LnltState, unit: Unit) -> bool:
    """A Good Order Leader, a Hero, or a Nurse with time for it; or a Charismatic Leader next door."""
    return has_leader(state, unit) or nurse_for(state, unit) is not None


def has_leader(state: LnltState, unit: Unit) -> bool:
    for number in state.stacks[unit.seat][unit.hex]:
        other = state.units[number]
        if number != unit.id and other.type.kind in (LEADER, HERO) and rallies(other, unit):
            return True
    return bool(state.skilled) and charisma(state, unit) != GONE


def rallies(other: Unit, unit: Unit) -> bool:
    """Good Order, and of the same force (lnlt.core.3); counters of another colour do not listen (lnlt.nosb.13.5b)."""
    return not other.flags & SHAKEN and same_force(other.type, unit.type)


def charisma(state: LnltState, unit: Unit) -> int:
    """The best modifier of a Charismatic Leader next door, GONE without one (lnlt.hid.skill.charismatic.a)."""
    best = GONE
    for hex_ in state.board.neighbours[unit.hex]:
        for number in state.stacks[unit.seat][hex_]:
            other = state.units[number]
            if has(other, CHARISMATIC) and rallies(other, unit):
                best = max(best, other.leadership())
    return best


def nurse_for(state: LnltState, unit: Unit) -> Unit | None:  # lnlt.nosb.11.10b
    """A Good Order Nurse who has not healed, and has helped nobody or one of the same size (lnlt.nosb.11.10d)."""
    for number in state.stacks[unit.seat][unit.hex]:
        other = state.units[number]
        if other.type.kind != NURSE or number == unit.id or other.flags & (SHAKEN | TRIED | NURSED_TWICE):
            continue
        if not other.flags & NURSED or unit.type.mmc == bool(other.flags & NURSED_SQUAD):
            return other
    return None


def leader_waits(state: LnltState, unit: Unit) -> bool:
    """Shaken Leaders of the hex go first, so that one who rallies can help."""
    for number in state.stacks[unit.seat][unit.hex]:
        other = state.units[number]
        if other.type.kind == LEADER and other.flags & SHAKEN and not other.flags & TRIED:
            return True
    return False


def may_try_pairs(state: LnltState, unit: Unit) -> bool:
    """Instead of an ordinary attempt, even beside a Leader who is Shaken himself (lnlt.hid.13.1.2h)."""
    return bool(unit.type.traits & PAIRS) and is_waiting(state, unit) and not unit.flags & TRIED


def may_dedicate(state: LnltState, unit: Unit) -> bool:
    """Once per phase: one SS unit that nobody could rally, or one whose attempt failed (lnlt.hon.13.3.2a)."""
    if not unit.type.traits & DEDICATED or state.perks[unit.seat] & USED_DEDICATION or not is_waiting(state, unit):
        return False
    return bool(unit.flags & TRIED) or not (self_rallies(state, unit) or has_help(state, unit))


def may_be_forced(state: LnltState, unit: Unit) -> bool:
    """Failed, and a Commissar is at hand who may try a second time (lnlt.nosb.11.9b)."""
    if not unit.flags & TRIED or unit.flags & AGAIN or not is_waiting(state, unit):
        return False
    return commissar(state, unit) != GONE


def commissar(state: LnltState, unit: Unit) -> int:  # lnlt.nosb.11.9b
    for number in state.stacks[unit.seat][unit.hex]:
        other = state.units[number]
        if number != unit.id and other.type.traits & COMMISSAR and not other.flags & SHAKEN:
            return number
    return GONE


def may_hear_song(state: LnltState, unit: Unit) -> bool:
    """After La Marseillaise every Shaken Frenchman tries, those who failed before once more."""
    return bool(state.perks[unit.seat] & USED_SONG) and is_moved_by_song(state, unit) and not unit.flags & AGAIN


def may_sing(state: LnltState, unit: Unit) -> bool:
    if not has(unit, LA_MARSEILLAISE):
        return False
    return any(other.seat == unit.seat and is_moved_by_song(state, other) for other in state.units)


def is_moved_by_song(state: LnltState, unit: Unit) -> bool:
    """Frenchmen alone, whoever else is on their side (lnlt.hid.skill.la-marseillaise.b)."""
    return unit.type.nation == HOLDER_NATION[LA_MARSEILLAISE] and is_waiting(state, unit)


# ---- the roll


def morale_tally(state: LnltState, unit: Unit) -> Tally:  # lnlt.core.check.infantry.8, lnlt.core.check.infantry.9
    """Modifiers of a Morale Check's 2d6 (lnlt.core.1.5): cover and another man's leadership."""
    tally = Tally(state.recording)
    if rallies_in_cover(state, unit):
        tally.add(-2, "rally.cover", "lnlt.core.1.5")  # lnlt.boh.24.2t
    leadership = state.best_leadership(unit.seat, unit.hex, unit.id)
    if leadership:  # lnlt.boh.24.2w
        tally.add(-leadership, "rally.leadership", "lnlt.core.1.5")
    return tally


def rally_tally(state: LnltState, unit: Unit) -> Tally:  # lnlt.core.3, lnlt.core.1.5
    """A rally attempt counts a Nurse or a Charismatic neighbour too, where they do better."""
    tally = morale_tally(state, unit)
    leadership = state.best_leadership(unit.seat, unit.hex, unit.id)
    nurse = nurse_for(state, unit)
    if nurse is not None and nurse.type.lm > leadership:
        tally.add(leadership - nurse.type.lm, "rally.nurse", "lnlt.nosb.11.10b")
        leadership = nurse.type.lm
    if state.skilled:
        far = charisma(state, unit)
        if far > leadership:
            tally.add(leadership - far, "rally.charismatic", "lnlt.hid.skill.charismatic.a")
    return tally


def rally_morale(state: LnltState, unit: Unit, kind: int) -> int:
    """For the Motherland and Fight or Die raise it by one each (lnlt.nosb.13.51a, lnlt.nosb.11.9c)."""
    morale = unit.morale()
    if state.raised[unit.seat] >> unit.hex & 1 and unit.type.traits & MOTHERLAND:
        morale += 1
    return morale + 1 if kind == FORCED else morale


def use_nurse(state: LnltState, unit: Unit) -> None:
    """Her time is spent on those she is needed for, or helps better than the Leader does."""
    nurse = nurse_for(state, unit)
    if nurse is None:
        return
    needed = not has_leader(state, unit) and not self_rallies(state, unit)
    if needed or nurse.type.lm > state.best_leadership(unit.seat, unit.hex, unit.id):
        nurse.flags |= NURSED_TWICE if nurse.flags & NURSED else NURSED
        if unit.type.mmc:
            nurse.flags |= NURSED_SQUAD


def foresee_morale(state: LnltState, unit: Unit, rule: str, passed: str, failed: str) -> Forecast:
    """The odds of a Morale Check."""
    tally = morale_tally(state, unit)
    need = unit.morale() - tally.total
    found = Forecast(rule, tally, f"≤ {need}")
    put_check(found, of_unit(unit.id), need, passed, failed)
    return found


class RallyAttempt(Procedure[LnltState]):
    """2d6, not above Morale: back to Good Order. By pairs: any two equal dice."""

    __slots__ = ("kind", "unit")

    def __init__(self, unit: int, kind: int) -> None:
        super().__init__()
        self.unit = unit
        self.kind = kind

    def advance(self, state: LnltState) -> None:
        unit = state.units[self.unit]
        tally = Tally(state.recording) if self.kind == BY_PAIRS else rally_tally(state, unit)
        morale = rally_morale(state, unit, self.kind)
        first = state.dice.roll(6, acts.FOR_RALLY)
        second = state.dice.roll(6, acts.FOR_RALLY)
        total = first + second + tally.total
        rallied = first == second if self.kind == BY_PAIRS else total <= morale  # lnlt.core.1.5.1
        self.note(state, unit)
        if rallied:
            rally(state, unit)
        if state.recording:
            self.report(state, unit, tally, morale, [first, second], rallied)
        state.pop()
        if self.kind == FORCED:
            force(state, unit, first + second == 12, rallied)
        elif self.kind == STANDING and not rallied:  # lnlt.boh.13.81d
            fall(state, unit)

    def note(self, state: LnltState, unit: Unit) -> None:  # lnlt.core.3
        if self.kind == STANDING:
            return
        if self.kind == DEDICATION:
            state.perks[unit.seat] |= USED_DEDICATION
        elif self.kind == NORMAL:
            use_nurse(state, unit)
        state.mark(unit, TRIED | AGAIN if self.kind in (FORCED, SUNG) else TRIED)

    def report(self, state: LnltState, unit: Unit, tally: Tally, morale: int, dice: list[int], rallied: bool) -> None:
        args = check_args(unit.title(), dice[0] + dice[1], tally, morale)
        args["need"] = morale - tally.total
        if self.kind == BY_PAIRS:
            kind = "rally-pair" if rallied else "rally-no-pair"
        else:
            kind = "rally" if rallied else "rally-fails"
        outcomes = [(f"unit:{unit.id}", "rallied" if rallied else "shaken")]
        state.tell(unit.hex, kind, self.rule(state), args, dice, tally, outcomes)

    def rule(self, state: LnltState) -> str:
        if self.kind == STANDING:
            return stand_rule(state, state.units[self.unit], TRIES)
        return cite(state.scenario.module, ATTEMPT_RULES[self.kind])

    def odds(self, state: LnltState) -> Forecast:  # lnlt.core.3
        unit = state.units[self.unit]
        rule = self.rule(state)
        if self.kind == BY_PAIRS:
            found = Forecast(rule, Tally(True), "2d6: a = b")
            found.put(of_unit(unit.id), "rallied", 1 / 6)
            found.put(of_unit(unit.id), "shaken", 5 / 6)
            return found
        tally = rally_tally(state, unit)
        need = rally_morale(state, unit, self.kind) - tally.total
        found = Forecast(rule, tally, f"≤ {need}")
        put_check(found, of_unit(unit.id), need, "rallied", "shaken")
        return found


def rally(state: LnltState, unit: Unit) -> None:
    state.unmark(unit, SHAKEN)
    if state.control and unit.holds():
        state.take_control(unit.hex, unit.seat)


def force(state: LnltState, unit: Unit, twelve: bool, rallied: bool) -> None:
    """Fight or Die: failure costs casualties (lnlt.nosb.11.9d), a natural 12 the Commissar (lnlt.nosb.11.9e)."""
    if twelve:
        officer = state.units[commissar(state, unit)]
        if state.recording:
            state.tell(officer.hex, "commissar-killed", "lnlt.nosb.11.9e", {"unit": officer.title()})
        state.eliminate(officer)
    if rallied:
        return
    state.tell_of(unit, "fight-or-die", "lnlt.nosb.11.9d")
    if unit.type.kind == SQUAD:
        reduce(state, unit)
    elif unit.type.smc and not unit.flags & WOUNDED:
        state.mark(unit, WOUNDED)
    else:
        state.eliminate(unit)


def stand_rule(state: LnltState, unit: Unit, clauses: tuple[str, str, str]) -> str:
    """The one of these that is the reason why the unit makes a last stand."""
    if unit.type.traits & FANATICISM:
        return cite(state.scenario.module, clauses[0])
    return clauses[1] if unit.type.traits & PANACHE else clauses[2]


def fall(state: LnltState, unit: Unit) -> None:  # lnlt.nosb.11.9d
    state.tell_of(unit, "overrun", stand_rule(state, unit, FALLS))
    state.eliminate(unit)
