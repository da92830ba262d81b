"""After the shot: cards that soften it, Damage Checks, retreats (lnlt.core.1.6.3), fires (lnlt.core.10.5)."""

from __future__ import annotations

from bocage.kernel import Decision, Event, Procedure, first
from bocage.systems.lnlt.model.flags import MARKED, MOVING, SHAKEN
from bocage.systems.lnlt.model.ground import FLAMES
from bocage.systems.lnlt.model.kinds import FLAMETHROWER, GRENADE, LEADER, MOLOTOV, SATCHEL
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, Unit, Weapon
from bocage.systems.lnlt.rules import acts, bans
from bocage.systems.lnlt.rules.damage import damage_checks
from bocage.systems.lnlt.rules.portage import discard
from bocage.systems.lnlt.rules.skills import ERRATIC, MANEUVER, NO_SKILL, has, holder
from bocage.systems.lnlt.rules.special import ground_kept, is_wet, spend_ammunition
from bocage.systems.lnlt.rules.stacking import forbid_stacking
from bocage.systems.lnlt.state import LnltState

# ---- what firing does to the weapons


def use_up(state: LnltState, weapons: list[Weapon]) -> bool:  # lnlt.nosb.1.6.22d
    """Charges and bottles are gone, a flamethrower runs dry on a 6. Tells whether anything was thrown or squirted: who
    is Shaken by that retreats (lnlt.nosb.1.6.22f)."""
    thrown = False
    for weapon in weapons:
        kind = weapon.type.kind
        if kind in (SATCHEL, MOLOTOV, GRENADE):
            thrown = True
            tell(state, "thrown", "lnlt.core.1.6.3", weapon)
            discard(weapon)
        elif kind == FLAMETHROWER:
            thrown = True
            if state.dice.roll(6, acts.FOR_FUEL) >= state.scenario.numbers.runs_dry:
                tell(state, "runs-dry", "lnlt.core.1.6.3", weapon)
                discard(weapon)
    if state.course is not None:
        spend_ammunition(state, weapons)
    return thrown


def tell(state: LnltState, kind: str, rule: str, weapon: Weapon) -> None:
    if state.recording:
        state.tell(weapon.hex, kind, rule, {"weapon": f"@weapon.{weapon.type.id}"})


# ---- who is hit


def harm(state: LnltState, seat: int, hex_: int, victims: list[int], difference: int, thrown: bool = False) -> None:
    """Damage Checks for the victims, and what their cards and the enemy's fire make of them (lnlt.core.5.1)."""
    if state.skilled:
        card = erratic_holder(state, seat, hex_, victims)
        if card != GONE:
            state.push(ErraticCard(seat, hex_, victims, difference, thrown, card))
            return
    suffer_hit(state, seat, hex_, victims, difference, thrown)


def suffer_hit(state: LnltState, seat: int, hex_: int, victims: list[int], difference: int, thrown: bool) -> None:
    # lnlt.core.5.1, lnlt.core.1.6.3, lnlt.hid.skill.maneuver.b, lnlt.hid.skill.maneuver.c
    victims = [number for number in victims if state.units[number].hex == hex_]
    steady = [number for number in victims if not state.units[number].flags & SHAKEN]
    card = maneuver_holder(state, seat, hex_, steady) if state.skilled else GONE
    damage_checks(state, victims, difference)
    shaken = [n for n in steady if state.units[n].hex != GONE and state.units[n].flags & SHAKEN]
    if not shaken:
        return
    if card != GONE and state.units[card].hex != GONE and (card in shaken or state.units[card].type.kind == LEADER):
        state.push(Maneuver(seat, hex_, card, shaken, thrown))
    elif thrown:
        state.push(Retreat(seat, hex_, shaken))


def refuges(state: LnltState, seat: int, hex_: int, group: list[int]) -> list[int]:  # lnlt.core.1.6.3
    """Hexes to fall back to: without enemies on foot or in vehicles (lnlt.core.armour.7.2), with room, over no cliff
    (lnlt.hid.10.8.1e), not into flames (lnlt.hid.10.5.6a), not closer to a visible enemy if that can be helped."""
    board = state.board
    open_to: list[int] = []
    enemies = state.occupied[1 - seat] | state.armour[1 - seat]
    kept = ground_kept(state, seat, hex_)
    for i in range(len(board.neighbours[hex_])):
        to = board.neighbours[hex_][i]
        if kept and not kept >> to & 1:
            continue
        if not board.costs[hex_][i] or enemies >> to & 1 or state.ground.has(FLAMES, to):
            continue
        if forbid_stacking(state, seat, to, group) is None:
            open_to.append(to)
    away = [to for to in open_to if not comes_nearer(state, seat, hex_, to)]
    return away or open_to


def visible_enemies(state: LnltState, seat: int, hex_: int) -> int:
    """Hexes with enemies in the line of sight of those in this hex, on foot or in vehicles (lnlt.core.6.0)."""
    return state.sight_from(hex_) & (state.occupied[1 - seat] | state.armour[1 - seat])


def comes_nearer(state: LnltState, seat: int, hex_: int, to: int) -> bool:
    """Shaken, nobody may approach an enemy in his sight (lnlt.core.6.0, lnlt.core.armour.5.7)."""
    return bool(visible_enemies(state, seat, hex_) & state.board.grid.nearer(hex_, to))


def fall_back(state: LnltState, number: int, to: int, rule: str) -> None:  # lnlt.core.1.6.3
    """A Leader who has to go is as good as dead for Partisans who stay behind (lnlt.nosb.13.53d)."""
    unit = state.units[number]
    if state.scenario.apart and unit.type.kind == LEADER:
        state.bereaved.append((unit.hex, unit.seat))
    state.go(unit, to)
    state.tell_of(unit, "retreat", rule, hex_=to)


def lose(state: LnltState, unit: Unit, rule: str) -> None:  # lnlt.core.1.6.3, lnlt.hid.10.5.6b
    kept = ground_kept(state, unit.seat, unit.hex)
    state.tell_of(unit, "no-refuge", bans.NO_RETREAT.rule if kept else rule)
    state.eliminate(unit)


class Retreat(Procedure[LnltState]):
    """Units that must leave their hex, one after the other; who cannot is lost (lnlt.core.1.6.3)."""

    __slots__ = ("group", "hex", "rule", "seat")

    def __init__(self, seat: int, hex_: int, group: list[int], rule: str = "lnlt.core.1.6.3") -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_
        self.group = group
        self.rule = rule

    def advance(self, state: LnltState) -> None:
        self.group = [number for number in self.group if state.units[number].hex == self.hex]
        if not self.group:
            state.pop()
            return
        hexes = refuges(state, self.seat, self.hex, self.group[:1])
        if len(hexes) > 1:
            state.ask(self.seat, acts.FALL_BACK, acts.FALL_BACK_TO.on_each(hexes))
        elif hexes:
            fall_back(state, self.group[0], hexes[0], self.rule)
        else:
            lose(state, state.units[self.group[0]], self.rule)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        fall_back(state, self.group[0], first(option), self.rule)


# ---- fire in a hex (lnlt.core.10.5)


def catch_fire(state: LnltState, hex_: int, natural: int) -> None:
    """After whatever attack on enemies in the hex (lnlt.pac.12.10.5.6a, lnlt.core.armour.4.5)."""
    if natural == 6 and state.edition.fire_ignition and not is_wet(state):  # lnlt.core.option.fire_ignition
        fire_check(state, hex_)


def fire_check(state: LnltState, hex_: int) -> None:
    """A natural 6 on a flammable hex: 5 or 6 sets it alight (lnlt.pac.12.10.5.6a)."""
    if not state.board.terrain[hex_].flammable or state.ground.has(FLAMES, hex_):
        return
    die = state.dice.roll(6, acts.FOR_FIRE)
    burns = die >= state.scenario.numbers.fire_starts
    if state.recording:
        place = state.board.grid.names[hex_]
        kind = "fire-starts" if burns else "fire-dies"
        outcomes = [("fire", "burns" if burns else "none")]
        state.emit(Event(kind, "lnlt.pac.12.10.5.6b", {"hex": place}, [die], None, outcomes, place))
    if burns:
        set_alight(state, hex_)


def set_alight(state: LnltState, hex_: int) -> None:  # lnlt.core.10.5
    """Nobody stays in a burning hex or in any part of it: out at once, or lost (lnlt.hid.10.5.6b)."""
    base = state.board.grid.base[hex_]
    parts = [base, *(place.number for place in state.board.places if place.base == base)]
    for part in parts:
        state.put_marker(FLAMES, part)
    for part in parts:
        for seat in (0, 1):
            group = state.stacks[seat][part]
            if group:
                state.push(Retreat(seat, part, group[:], "lnlt.hid.10.5.6b"))


def spread_fire(state: LnltState) -> None:  # lnlt.core.9
    """Administrative Phase (lnlt.core.10.5): a die for each flammable hex beside a fire."""
    burning = state.ground.masks[FLAMES]
    if not burning or is_wet(state):
        return
    near = 0
    for hex_ in hexes_in(burning):
        near |= state.board.neighbour_mask[hex_]
    for hex_ in hexes_in(near & ~burning):
        if hex_ >= state.board.hexes or not state.board.terrain[hex_].flammable:
            continue
        die = state.dice.roll(6, acts.FOR_FIRE)
        if die >= state.scenario.numbers.fire_spreads:
            if state.recording:
                state.tell(hex_, "fire-spreads", "lnlt.pac.12.9.0d", {"hex": state.board.grid.names[hex_]}, [die])
            set_alight(state, hex_)


# ---- cards


def erratic_holder(state: LnltState, seat: int, hex_: int, victims: list[int]) -> int:
    """Somebody who is hit, or the Leader of the hex, who shields those in it though nobody aimed at him
    (lnlt.boh.25.2.erratic.a)."""
    for number in victims:
        if holds_erratic(state.units[number]):
            return number
    return holder(state, seat, hex_, ERRATIC)


def holds_erratic(unit: Unit) -> bool:
    return unit.hex != GONE and has(unit, ERRATIC)


def maneuver_holder(state: LnltState, seat: int, hex_: int, victims: list[int]) -> int:  # lnlt.hid.skill.maneuver.b
    """Unmarked, he or the Leader of the stack, hit or not, may slip away instead (lnlt.hid.skill.maneuver.c); who is on
    the move cannot."""
    for number in victims:
        unit = state.units[number]
        if has(unit, MANEUVER) and not unit.flags & MARKED:
            return number
    leader = holder(state, seat, hex_, MANEUVER)
    if leader == GONE or state.units[leader].flags & MARKED or any(state.units[n].flags & MOVING for n in victims):
        return GONE
    return leader


class ErraticCard(Procedure[LnltState]):
    """Even: no Damage Check for the holder and, if a Leader, his stack. Odd: twice the difference."""

    __slots__ = ("card", "difference", "hex", "seat", "thrown", "victims")

    def __init__(self, seat: int, hex_: int, victims: list[int], difference: int, thrown: bool, card: int) -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_
        self.victims = victims
        self.difference = difference
        self.thrown = thrown
        self.card = card

    def advance(self, state: LnltState) -> None:
        leader = state.units[self.card]
        if self.step == 0 and not holds_erratic(leader):  # lost to an attack resolved before
            state.pop()
            harm(state, self.seat, self.hex, self.victims, self.difference, self.thrown)
            return
        if self.step == 0:
            state.ask(self.seat, acts.ERRATIC_CARD, [acts.DONE.act(), acts.PLAY_ERRATIC.act()])
            return
        die = state.dice.roll(6, acts.FOR_SKILL)
        spared = die % 2 == 0
        leader.skill = NO_SKILL
        if state.recording:
            kind = "erratic-spared" if spared else "erratic-doubled"
            outcomes = [("erratic", "spared" if spared else "doubled")]
            args: dict[str, int | str] = {"unit": leader.title(), "difference": 2 * self.difference}
            state.tell(self.hex, kind, "lnlt.boh.25.2.erratic.a", args, [die], None, outcomes)
        state.pop()
        shared = self.victims if leader.type.kind == LEADER else [self.card]
        others = [number for number in self.victims if number not in shared]
        if others:
            suffer_hit(state, self.seat, self.hex, others, self.difference, self.thrown)
        if not spared:
            doubled = 2 * self.difference  # lnlt.boh.25.2.erratic.c
            suffer_hit(state, self.seat, self.hex, shared, doubled, self.thrown)

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.PLAY_ERRATIC:
            self.step = 1
            return
        state.pop()
        suffer_hit(state, self.seat, self.hex, self.victims, self.difference, self.thrown)


class Maneuver(Procedure[LnltState]):
    """Shaken results ignored for a retreat of one hex, away from visible enemies (lnlt.hid.skill.maneuver.b)."""

    __slots__ = ("card", "hex", "seat", "shaken", "thrown")

    def __init__(self, seat: int, hex_: int, card: int, shaken: list[int], thrown: bool) -> None:
        super().__init__()
        self.seat = seat
        self.hex = hex_
        self.card = card
        self.shaken = shaken
        self.thrown = thrown

    def group(self, state: LnltState) -> list[int]:
        """The Hero alone, or the Leader with everybody stacked with him who is unmarked."""
        if state.units[self.card].type.kind != LEADER:
            return [self.card]
        return [n for n in state.stacks[self.seat][self.hex] if not state.units[n].flags & MARKED]

    def advance(self, state: LnltState) -> None:
        away = [
            acts.SLIP_AWAY.on(to)
            for to in refuges(state, self.seat, self.hex, self.group(state))
            if not comes_nearer(state, self.seat, self.hex, to)
        ]
        if away:
            state.ask(self.seat, acts.MANEUVER_CARD, [acts.DONE.act(), *away])
        else:
            self.stay(state)

    def stay(self, state: LnltState) -> None:
        state.pop()
        if self.thrown:
            state.push(Retreat(self.seat, self.hex, self.shaken))

    def choose(self, state: LnltState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.DONE:
            self.stay(state)
            return
        group = self.group(state)
        for number in group:
            if number in self.shaken:
                state.unmark(state.units[number], SHAKEN)
            fall_back(state, number, first(option), "lnlt.hid.skill.maneuver.b")
        state.pop()
        left = [number for number in self.shaken if number not in group]
        if self.thrown and left:
            state.push(Retreat(self.seat, self.hex, left))
