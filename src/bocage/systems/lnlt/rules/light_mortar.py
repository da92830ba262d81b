"""Light mortars fired indirectly (lnlt.hon.1.6.4j, lnlt.sab.1.6.21k): a friend beside the crew sees the target."""

from __future__ import annotations

from typing import ClassVar, Final

from bocage.kernel import Event, Forecast, Tally
from bocage.systems.lnlt.model.flags import FIRED, MARKED, OPS, SHAKEN, SPOTTER
from bocage.systems.lnlt.model.kinds import ARMOR_LEADER, MEDIC, MORTAR, NURSE, SNIPER, WEAPON_TEAM
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import GONE, Unit, Weapon
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import catch_fire, harm
from bocage.systems.lnlt.rules.firepower import HANDS, add_skills, add_targets, in_reach, weapon_fp
from bocage.systems.lnlt.rules.odds import HIGHER_OF_TWO, foresee_attack
from bocage.systems.lnlt.rules.procedures import Lob
from bocage.systems.lnlt.rules.special import spend_ammunition
from bocage.systems.lnlt.rules.strikes import exchange
from bocage.systems.lnlt.rules.targets import forbid_fire
from bocage.systems.lnlt.rules.terrain import add_cover
from bocage.systems.lnlt.state import LnltState

BLIND: Final = (MEDIC, NURSE, SNIPER, ARMOR_LEADER, WEAPON_TEAM)  # who may not direct (lnlt.hon.1.6.4p)


def mortar_of(state: LnltState, unit: Unit) -> Weapon | None:
    for weapon in state.weapons:
        if weapon.owner == unit.id and weapon.type.kind == MORTAR:
            return weapon
    return None


def may_direct(state: LnltState, unit: Unit, target: int) -> bool:
    """Good Order and unmarked, or the spotter of this very hex (lnlt.hon.1.6.4k); with a line of sight to it, and not
    across bocage at men who are not spotted (lnlt.hon.10.5e); nor held in a Melee (lnlt.core.8.1)."""
    if unit.flags & SHAKEN or unit.type.kind in BLIND or state.in_melee(unit.hex):
        return False
    marks = unit.flags & MARKED
    if marks and not (marks == OPS and unit.flags & SPOTTER and target == state.spot_hex):
        return False
    return bool(state.sight_from(unit.hex) & state.seen_from(unit.hex, 1 - unit.seat) & 1 << target)


def director(state: LnltState, crew: Unit, target: int) -> int:
    """Who beside the crew directs: first of all the one who has just spotted the hex, and is marked anyway."""
    found = GONE
    for hex_ in state.board.neighbours[crew.hex]:
        for number in state.stacks[crew.seat][hex_]:
            unit = state.units[number]
            if may_direct(state, unit, target):
                if unit.flags & SPOTTER:
                    return number
                if found == GONE:
                    found = number
    return found


def lob_targets(state: LnltState, crew: Unit) -> list[int]:  # lnlt.sab.1.6.21k, lnlt.hon.1.6.4p
    """Spotted enemy hexes in range that the crew does not see and a friend next to it does (lnlt.hon.1.6.4j)."""
    enemy = 1 - crew.seat
    mask = state.seen_mask(enemy) & state.occupied[enemy] & ~state.occupied[crew.seat] & ~state.sight_from(crew.hex)
    distances = state.board.grid.distances[crew.hex]
    found: list[int] = []
    for target in hexes_in(mask):
        ready = in_reach(state, crew, distances[target])
        if any(w.type.kind == MORTAR for w in ready) and director(state, crew, target) != GONE:
            found.append(target)
    return found


def second_man(state: LnltState, crew: Unit) -> int:
    """Only a lone single man fires the mortar at half its firepower (lnlt.hon.1.6.4f): who can lend a hand."""
    if crew.type.smc:
        for number in state.stacks[crew.seat][crew.hex]:
            unit = state.units[number]
            if number != crew.id and unit.type.kind in HANDS and not unit.flags & (MARKED | SHAKEN):
                return number
    return GONE


def lob_options(state: LnltState, seat: int, hex_: int, activated: int) -> list[int]:
    # lnlt.hon.1.6.4j, lnlt.hon.1.6.4p, lnlt.sab.1.6.21k, lnlt.sab.1.6.21p
    found: list[int] = []
    for weapon in state.weapons:
        if weapon.type.kind != MORTAR or weapon.owner == GONE or weapon.hex != hex_:
            continue
        crew = state.units[weapon.owner]
        if (
            crew.seat == seat
            and activated >> crew.id & 1
            and forbid_fire(crew, False) is None
            and lob_targets(state, crew)
        ):
            found.append(acts.LOB.on(crew.id))
            if second_man(state, crew) != GONE:
                found.append(acts.LOB_TOGETHER.on(crew.id))
    return found


def lob_tally(state: LnltState, crew: Unit, weapon: Weapon, target: int, helped: bool) -> Tally:
    """Neither leadership nor degrading terrain counts, the other modifiers do (lnlt.hon.1.6.4l, lnlt.hon.1.6.4m)."""
    tally = Tally(state.recording)
    distance = state.board.grid.distances[crew.hex][target]
    tally.add(weapon_fp(weapon, crew, distance, False, helped), "fire.weapon", "lnlt.hon.1.6.4d")
    add_skills(tally, state, [acts.WITH_WEAPON.on(crew.id)])
    add_targets(tally, state, target, state.stacks[1 - crew.seat][target])  # lnlt.hon.1.6.4w
    return tally


def lob_cover(state: LnltState, crew: Unit, target: int) -> int:
    cover = Tally(state.recording)
    add_cover(cover, state, crew.hex, target, True, True)
    return min(cover.total, state.scenario.numbers.most_tm)


class LobMortar(Lob):
    """The higher of two dice (lnlt.hon.1.6.4j); no marker is left where it falls (lnlt.hon.1.6.4n)."""

    __slots__ = ()
    rule: ClassVar[str] = "lnlt.hon.1.6.4j"
    helped: ClassVar[bool] = False

    def targets(self, state: LnltState, unit: Unit) -> list[int]:
        return lob_targets(state, unit)

    def resolve(self, state: LnltState, unit: Unit) -> None:  # lnlt.hon.1.6.4j, lnlt.core.10.5
        weapon = mortar_of(state, unit)
        assert weapon is not None
        guide = state.units[director(state, unit, self.target)]
        tally = lob_tally(state, unit, weapon, self.target, self.helped)
        dice = [state.dice.roll(6, acts.FOR_ATTACK), state.dice.roll(6, acts.FOR_ATTACK)]
        tm = lob_cover(state, unit, self.target)
        defence = state.dice.roll(6, acts.FOR_DEFENCE)
        difference = tally.total + max(dice) - tm - defence
        victims = state.stacks[1 - unit.seat][self.target]
        if state.recording:
            self.report(state, unit, tally, tm, dice, defence, difference)
        if self.helped:
            state.mark(state.units[second_man(state, unit)], FIRED)
        state.mark(unit, FIRED)
        state.mark(guide, OPS)
        spend_ammunition(state, [weapon])
        state.pop()
        catch_fire(state, self.target, max(dice))
        if difference > 0:
            harm(state, 1 - unit.seat, self.target, victims, difference)

    def report(
        self, state: LnltState, crew: Unit, tally: Tally, tm: int, dice: list[int], defence: int, difference: int
    ) -> None:
        names = state.board.grid.names
        args = exchange(names[crew.hex], names[self.target], tally, max(dice), tm, defence)
        kind = "fire-hits" if difference > 0 else "fire-misses"
        outcomes = [("attack", "hit" if difference > 0 else "no-effect"), ("diff", str(max(0, difference)))]
        state.emit(Event(kind, self.rule, args, [*dice, defence], tally, outcomes, names[self.target]))

    def odds(self, state: LnltState) -> Forecast | None:
        crew = state.units[self.unit]
        weapon = mortar_of(state, crew)
        if weapon is None:
            return None
        tally = lob_tally(state, crew, weapon, self.target, self.helped)
        return foresee_attack(self.rule, tally, lob_cover(state, crew, self.target), HIGHER_OF_TWO)


class LobTogether(LobMortar):
    """Two single men at one mortar (lnlt.hon.1.6.4f)."""

    __slots__ = ()
    helped: ClassVar[bool] = True
