"""The Tromblon (lnlt.hid.skill.tromblon): a rifle-grenade launcher that its holder may turn on a hex of its own."""

from __future__ import annotations

from typing import ClassVar, Final

from bocage.kernel import Forecast, Tally
from bocage.systems.lnlt.model.flags import FIRED, LOBBED, SHAKEN
from bocage.systems.lnlt.model.kinds import RIFLE_GRENADE
from bocage.systems.lnlt.model.masks import hexes_in
from bocage.systems.lnlt.model.pieces import Unit
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.aftermath import catch_fire, harm
from bocage.systems.lnlt.rules.firepower import attack_tally, defence_tally, in_reach, keeps_own, own_fp
from bocage.systems.lnlt.rules.odds import foresee_attack
from bocage.systems.lnlt.rules.procedures import Lob
from bocage.systems.lnlt.rules.skills import TROMBLON, has
from bocage.systems.lnlt.rules.strikes import strike
from bocage.systems.lnlt.rules.targets import forbid_fire
from bocage.systems.lnlt.state import LnltState

HIGHEST: Final = 2  # obstacles that a grenade clears (lnlt.hid.skill.tromblon.c)


def clears(state: LnltState, a: int, b: int) -> bool:
    """Whether nothing but obstacles of level 1 or 2 stands between two hexes, and no hill above both."""
    board = state.board
    highest = max(board.levels[a], board.levels[b])
    for packed in board.met(a, b):
        hex_ = packed >> 3
        if board.terrain[hex_].height > HIGHEST or board.levels[hex_] > highest:
            return False
    return True


def is_told(state: LnltState, unit: Unit, target: int) -> bool:
    """A friend next to the firer sees the target (lnlt.hid.skill.tromblon.d), spotted from there."""
    sight = state.watchers(target) & state.board.neighbour_mask[unit.hex]
    for hex_ in state.board.neighbours[unit.hex]:
        if not sight >> hex_ & 1 or not state.seen_from(hex_, 1 - unit.seat) >> target & 1:
            continue
        if any(not state.units[n].flags & SHAKEN for n in state.stacks[unit.seat][hex_]):
            return True
    return False


def grenade_targets(state: LnltState, unit: Unit) -> list[int]:
    """Spotted hexes: in sight, from where the firer is (lnlt.hon.10.5e), or out of it."""
    enemy = 1 - unit.seat
    mask = state.seen_mask(enemy) & state.occupied[enemy] & ~state.occupied[unit.seat]
    distances = state.board.grid.distances[unit.hex]
    sight = state.sight_from(unit.hex)
    seen = state.seen_from(unit.hex, enemy)
    found: list[int] = []
    for target in hexes_in(mask):
        if not any(w.type.kind == RIFLE_GRENADE for w in in_reach(state, unit, distances[target])):
            continue
        reached = bool(seen >> target & 1) if sight >> target & 1 else clears(state, unit.hex, target)
        if reached or is_told(state, unit, target):
            found.append(target)
    return found


def grenade_options(state: LnltState, seat: int, hex_: int, activated: int) -> list[int]:  # lnlt.hid.skill.tromblon.c
    found: list[int] = []
    for number in state.stacks[seat][hex_]:
        unit = state.units[number]
        if not has(unit, TROMBLON) or not activated >> number & 1 or unit.flags & LOBBED:
            continue
        if forbid_fire(unit, False) is None and grenade_targets(state, unit):
            found.append(acts.FIRE_GRENADE.on(number))
    return found


class TromblonFire(Lob):
    """One grenade; squads may still fire their own weapons in this impulse (lnlt.hid.skill.tromblon.g)."""

    __slots__ = ()
    rule: ClassVar[str] = "lnlt.hid.skill.tromblon.f"

    def targets(self, state: LnltState, unit: Unit) -> list[int]:
        return grenade_targets(state, unit)

    def tally(self, state: LnltState, unit: Unit) -> Tally:
        """The grenade with the modifiers of fire, without what the unit has beside it."""
        victims = state.stacks[1 - unit.seat][self.target]
        tally = attack_tally(state, unit.hex, self.target, [acts.WITH_WEAPON.on(unit.id)], victims, False, False)
        if keeps_own(unit, acts.WITH_WEAPON):
            distance = state.board.grid.distances[unit.hex][self.target]
            tally.add(-own_fp(state, unit, distance, False, True), "fire.grenade-alone", self.rule)
        return tally

    def resolve(self, state: LnltState, unit: Unit) -> None:  # lnlt.hid.skill.tromblon.f
        tally = self.tally(state, unit)
        tm = defence_tally(state, unit.hex, self.target).total
        die = state.dice.roll(6, acts.FOR_ATTACK)
        victims = state.stacks[1 - unit.seat][self.target]
        kinds = ("fire-hits", "fire-misses")
        difference = strike(state, unit.hex, self.target, tally, [die], tm, kinds, self.rule, victims)
        state.mark(unit, FIRED | LOBBED if unit.type.mmc else FIRED)
        state.pop()
        catch_fire(state, self.target, die)
        if difference > 0:
            harm(state, 1 - unit.seat, self.target, victims, difference)

    def odds(self, state: LnltState) -> Forecast:
        unit = state.units[self.unit]
        cover = defence_tally(state, unit.hex, self.target).total
        return foresee_attack(self.rule, self.tally(state, unit), cover)
