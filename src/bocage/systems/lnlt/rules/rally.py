"""The Rally Phase (lnlt.core.3): rally attempts, Medics (lnlt.core.11.3), reorganising, weapons that change hands."""

from __future__ import annotations

from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally
from bocage.systems.lnlt.rules.kinds import (
    COMBINE,
    FLIP,
    FOR_MEDIC,
    FOR_RALLY,
    HALF_SQUAD,
    HAND_OVER,
    HEAL,
    HERO,
    LEADER,
    MEDIC,
    MEDIC_HELP,
    MEDIC_TRIES,
    NOTHING,
    RALLY,
    RALLY_UNIT,
    SHAKEN,
    SQUAD,
    STRIDE,
    TAKER,
    TRIED,
    UNIT,
    WOUNDED,
)
from bocage.systems.lnlt.state import GONE, LnltState, Unit, Weapon

# ---- who may try


def may_rally(state: LnltState, unit: Unit) -> bool:
    """One attempt per unit and phase; with a Leader or Hero, or by itself; not in Melee."""
    if not unit.flags & SHAKEN or unit.flags & TRIED or unit.hex == GONE or state.in_melee(unit.hex):
        return False
    kind = unit.type.kind
    if kind == LEADER:
        return True
    if leader_waits(state, unit):
        return False
    return self_rallies(state, unit) or has_help(state, unit)


def self_rallies(state: LnltState, unit: Unit) -> bool:
    return unit.type.kind == LEADER or (unit.type.smc and state.edition.smc_self_rally)


def has_help(state: LnltState, unit: Unit) -> bool:
    """A Good Order Leader, or a Hero, in the hex."""
    for number in state.stacks[unit.seat][unit.hex]:
        other = state.units[number]
        if number != unit.id and not other.flags & SHAKEN and (other.type.kind == LEADER or other.type.kind == HERO):
            return True
    return False


def leader_waits(state: LnltState, unit: Unit) -> bool:
    """Shaken Leaders of the hex go first, so that one who rallies can help."""
    for number in state.stacks[unit.seat][unit.hex]:
        other = state.units[number]
        if other.type.kind == LEADER and other.flags & SHAKEN and not other.flags & TRIED:
            return True
    return False


def morale_tally(state: LnltState, unit: Unit) -> Tally:
    """Modifiers of a Morale Check's 2d6 (lnlt.core.1.5): cover and another man's leadership."""
    tally = Tally(state.recording)
    if state.board.tm[unit.hex] > 0:
        tally.add(-2, "rally.cover", "lnlt.core.1.5")
    leadership = state.best_leadership(unit.seat, unit.hex, unit.id)
    if leadership:
        tally.add(-leadership, "rally.leadership", "lnlt.core.1.5")
    return tally


# ---- weapons


def capacity(unit: Unit) -> int:
    """How many support weapons it may carry (portage table of lnlt.core.1.6)."""
    kind = unit.type.kind
    if kind == SQUAD:
        return 2
    return 0 if kind == MEDIC else 1


def takers(state: LnltState, weapon: Weapon, seat: int) -> list[int]:
    """Good Order friends in the hex with a hand free; the present owner must be one of them, and in Good Order."""
    found: list[int] = []
    if weapon.handed or weapon.hex == GONE or state.in_melee(weapon.hex):
        return found
    if weapon.owner != GONE:
        owner = state.units[weapon.owner]
        if owner.seat != seat or owner.flags & SHAKEN:
            return found
    for number in state.stacks[seat][weapon.hex]:
        unit = state.units[number]
        if number != weapon.owner and not unit.flags & SHAKEN and load(state, number) < capacity(unit):
            found.append(number)
    return found


def load(state: LnltState, number: int) -> int:
    count = 0
    for weapon in state.weapons:
        if weapon.owner == number:
            count += 1
    return count


# ---- reorganising


def partner(state: LnltState, unit: Unit) -> int:
    """The other Good Order half-squad of the same type with which it makes a squad, if a Good Order Leader is there."""
    if unit.type.kind != HALF_SQUAD or unit.flags & SHAKEN or unit.type.combined is None or state.in_melee(unit.hex):
        return GONE
    other = GONE
    led = False
    for number in state.stacks[unit.seat][unit.hex]:
        friend = state.units[number]
        if friend.flags & SHAKEN:
            continue
        if friend.type.kind == LEADER:
            led = True
        elif number > unit.id and friend.type is unit.type and other == GONE:
            other = number
    return other if led else GONE


def combine(state: LnltState, unit: Unit) -> None:
    """The first half-squad becomes the squad and takes over what the other carried."""
    other = state.units[partner(state, unit)]
    squad = unit.type.combined
    assert squad is not None
    for weapon in state.weapons:
        if weapon.owner == other.id:
            weapon.owner = unit.id
    state.leave(other)
    other.hex = GONE
    unit.type = squad
    if state.recording:
        place = state.board.grid.names[unit.hex]
        state.emit(Event("combine", "lnlt.core.3", {"unit": unit.title()}, place=place))


# ---- procedures


class RallyWork(Procedure[LnltState]):
    """All the rally work of one side, in the order it likes, until it holds."""

    __slots__ = ("seat", "weapon")

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
        self.weapon = GONE

    def advance(self, state: LnltState) -> None:
        if self.weapon != GONE:
            found = takers(state, state.weapons[self.weapon], self.seat)
            if len(found) == 1:
                self.hand_over(state, found[0])
            else:
                state.ask(self.seat, TAKER, [UNIT + number for number in found])
            return
        options = self.options(state)
        if len(options) == 1:
            state.pop()
        else:
            state.ask(self.seat, RALLY, options)

    def options(self, state: LnltState) -> list[int]:
        options = [NOTHING]
        for unit in state.units:
            if unit.seat != self.seat or unit.hex == GONE:
                continue
            if unit.flags & SHAKEN:
                if may_rally(state, unit):
                    options.append(RALLY_UNIT + unit.id)
            elif partner(state, unit) != GONE:
                options.append(COMBINE + unit.id)
            elif unit.type.kind == MEDIC and not unit.flags & TRIED and patients(state, unit):
                options.append(MEDIC_TRIES + unit.id)
        for weapon in state.weapons:
            if takers(state, weapon, self.seat):
                options.append(HAND_OVER + weapon.id)
        return options

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        if decision.kind == TAKER:
            self.hand_over(state, option - UNIT)
        elif option == NOTHING:
            state.pop()
        elif option >= COMBINE:
            combine(state, state.units[option - COMBINE])
        elif option >= HAND_OVER:
            self.weapon = option - HAND_OVER
        elif option >= MEDIC_TRIES:
            state.push(MedicCheck(option - MEDIC_TRIES))
        else:
            state.push(RallyAttempt(option - RALLY_UNIT))

    def hand_over(self, state: LnltState, taker: int) -> None:
        weapon = state.weapons[self.weapon]
        self.weapon = GONE
        weapon.owner = taker
        weapon.handed = True
        if state.recording:
            args: dict[str, int | str] = {"unit": state.units[taker].title(), "weapon": f"@weapon.{weapon.type.id}"}
            state.emit(Event("take-weapon", "lnlt.core.1.6", args, place=state.board.grid.names[weapon.hex]))

    def copy(self) -> RallyWork:
        twin = RallyWork(self.seat)
        twin.weapon = self.weapon
        return twin

    def data(self) -> list[object]:
        return [self.seat, self.weapon]


class RallyAttempt(Procedure[LnltState]):
    """2d6, not above Morale: back to Good Order."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit

    def advance(self, state: LnltState) -> None:
        unit = state.units[self.unit]
        tally = morale_tally(state, unit)
        first = state.dice.roll(6, FOR_RALLY)
        second = state.dice.roll(6, FOR_RALLY)
        total = first + second + tally.total
        morale = unit.morale()
        rallied = total <= morale
        state.mark(unit, TRIED)
        if rallied:
            rally(state, unit)
        if state.recording:
            args: dict[str, int | str] = {
                "unit": unit.title(),
                "morale": morale,
                "need": morale - tally.total,
                "total": total,
            }
            label = "rallied" if rallied else "shaken"
            kind = "rally" if rallied else "rally-fails"
            place = state.board.grid.names[unit.hex]
            outcomes = [(f"unit:{unit.id}", label)]
            state.emit(Event(kind, "lnlt.core.3", args, [first, second], tally, outcomes, place))
        state.pop()

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        raise AssertionError("a rally attempt asks nothing")

    def copy(self) -> RallyAttempt:
        return RallyAttempt(self.unit)

    def data(self) -> list[object]:
        return [self.unit]


def rally(state: LnltState, unit: Unit) -> None:
    state.unmark(unit, SHAKEN)
    if state.control and unit.holds():
        state.take_control(unit.hex, unit.seat)


def patients(state: LnltState, medic: Unit) -> list[int]:
    """What a Medic may do: flip a Shaken unit that has not tried itself, or heal a wound (lnlt.core.11.3)."""
    found: list[int] = []
    if state.in_melee(medic.hex):
        return found
    for number in state.stacks[medic.seat][medic.hex]:
        flags = state.units[number].flags
        if flags & SHAKEN and not flags & TRIED:
            found.append(FLIP + number)
        if flags & WOUNDED:
            found.append(HEAL + number)
    return found


class MedicCheck(Procedure[LnltState]):
    """A Medic's Morale Check; if he passes he helps one man."""

    __slots__ = ("medic",)

    def __init__(self, medic: int) -> None:
        super().__init__()
        self.medic = medic

    def advance(self, state: LnltState) -> None:
        medic = state.units[self.medic]
        if self.step == 0:
            self.check(state, medic)
            return
        found = patients(state, medic)
        if len(found) == 1:
            self.help(state, found[0])
        else:
            state.ask(medic.seat, MEDIC_HELP, found)

    def check(self, state: LnltState, medic: Unit) -> None:
        tally = morale_tally(state, medic)
        first = state.dice.roll(6, FOR_MEDIC)
        second = state.dice.roll(6, FOR_MEDIC)
        total = first + second + tally.total
        morale = medic.morale()
        passed = total <= morale
        state.mark(medic, TRIED)
        if state.recording:
            args: dict[str, int | str] = {
                "unit": medic.title(),
                "morale": morale,
                "need": morale - tally.total,
                "total": total,
            }
            kind = "medic" if passed else "medic-fails"
            outcomes = [(f"unit:{medic.id}", "helps" if passed else "fails")]
            place = state.board.grid.names[medic.hex]
            state.emit(Event(kind, "lnlt.core.11.3", args, [first, second], tally, outcomes, place))
        if passed:
            self.step = 1
        else:
            state.pop()

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        self.help(state, option)

    def help(self, state: LnltState, option: int) -> None:
        patient = state.units[option % STRIDE]
        healed = option >= HEAL
        if healed:
            state.unmark(patient, WOUNDED)
        else:
            state.mark(patient, TRIED)
            rally(state, patient)
        if state.recording:
            kind = "healed" if healed else "flipped"
            place = state.board.grid.names[patient.hex]
            state.emit(Event(kind, "lnlt.core.11.3", {"unit": patient.title()}, place=place))
        state.pop()

    def copy(self) -> MedicCheck:
        twin = MedicCheck(self.medic)
        twin.step = self.step
        return twin

    def data(self) -> list[object]:
        return [self.step, self.medic]
