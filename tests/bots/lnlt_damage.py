"""Damage Checks one after the other, as the clauses tell them: who falls or loses heart can no longer help the next."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool

from bocage.systems.lnlt.model.flags import SHAKEN, WOUNDED
from bocage.systems.lnlt.model.kinds import ARMOR_LEADER, HERO, LEADER, SQUAD
from bocage.systems.lnlt.model.pieces import LEADER_HERO, Unit
from bocage.systems.lnlt.model.tables import same_force
from bocage.systems.lnlt.rules import skills
from bocage.systems.lnlt.rules.damage import heroes_left, may_raise_hero
from bocage.systems.lnlt.state import LnltState
from bots.rolls import D6, LOWER, Odds, Shares, weigh

World = tuple[tuple[str, ...], int, bool]
"""What became of those who matter to others; Heroes born meanwhile, and whether one of them leads."""


def unhurt_row(victims: list[int]) -> Odds:
    return {f"unit:{number}": {"unhurt": Fraction(1)} for number in victims}


def victims_odds(state: LnltState, victims: list[int], edge: Any) -> Odds:
    """What becomes of each, over all differences of the attack."""
    parts: list[tuple[Fraction, Odds]] = []
    for by, p in zip(edge.outcomes(), edge.probabilities(), strict=True):
        parts.append((Fraction(p), Checks(state, victims, by).odds() if by > 0 else unhurt_row(victims)))
    return {f"unit:{n}": weigh([(p, row[f"unit:{n}"]) for p, row in parts]) for n in victims}


def in_order(units: list[Unit]) -> list[Unit]:
    """Leaders, then single men, then the others (lnlt.core.5.0)."""
    leaders = [unit for unit in units if unit.type.kind == LEADER or unit.skill == LEADER_HERO]
    others = [unit for unit in units if unit not in leaders]
    return leaders + sorted(others, key=lambda unit: not unit.type.smc)


class Checks:
    """Everybody who is hit by so much, in the order of their checks."""

    def __init__(self, state: LnltState, victims: list[int], difference: int) -> None:
        self.state = state
        self.difference = difference
        self.order = in_order([state.units[number] for number in victims])
        first = self.order[0]
        helpful = (skills.DIE_HARD, skills.STIFF_UPPER_LIP, LEADER_HERO)
        stack = [state.units[number] for number in state.stacks[first.seat][first.hex]]
        self.helpers = [unit for unit in stack if unit.type.kind == LEADER or unit.skill in helpful]

    def odds(self) -> Odds:
        world = icepool.Die([(("",) * len(self.helpers), 0, False)])
        found: Odds = {}
        for unit in self.order:
            both = world.map(lambda *now, who=unit: self.check(who, now), star=True)
            row: Shares = {}
            for (fate, _), p in zip(both.outcomes(), both.probabilities(), strict=True):
                row[fate] = row.get(fate, Fraction(0)) + Fraction(p)
            found[f"unit:{unit.id}"] = row
            world = both.map(lambda _, after: after, star=True)
        return found

    def check(self, unit: Unit, world: World) -> Any:
        """The fate of a unit and the world after it."""
        dice = LOWER if any(self.works(world, i, skills.DIE_HARD, True) for i in range(len(self.helpers))) else D6
        less = self.led(unit, world) + self.lip(unit, world)
        return dice.map(lambda die: self.after(unit, world, die, fate(unit, die + self.difference - less)))

    def after(self, unit: Unit, world: World, die: int, end: str) -> Any:
        conditions, born, led = world
        conditions = tuple(end if unit is helper else old for helper, old in zip(self.helpers, conditions, strict=True))
        same = (end, (conditions, born, led))
        if die != 1 or not may_raise_hero(self.state, unit):
            return same
        if len(heroes_left(self.state, unit, unit.hex)) <= born:
            return same
        nation = unit.type.nation
        deck = [card for card in self.state.cards[unit.seat] if HERO in skills.HOLDERS[card]]
        deck = [card for card in deck if skills.HOLDER_NATION.get(card, nation) == nation]
        left = len(deck) - born
        drawn = icepool.Die([led])
        if LEADER_HERO in deck and not led and left:
            drawn = icepool.Die([True] + [False] * (left - 1))
        hero = drawn.map(lambda leads: (end, (conditions, born + 1, leads)))
        return icepool.Die([same, hero])

    # ---- help

    def works(self, world: World, i: int, skill: int, shaken_too: bool) -> bool:
        helper, end = self.helpers[i], world[0][i]
        steady = not helper.flags & SHAKEN and "shaken" not in end
        return helper.skill == skill and end != "eliminated" and (steady or shaken_too)

    def lip(self, unit: Unit, world: World) -> int:
        """The Hero himself, or all who stand with a Good Order Leader who has the card."""
        for i, helper in enumerate(self.helpers):
            shares = helper.type.kind == LEADER or helper is unit
            if shares and self.works(world, i, skills.STIFF_UPPER_LIP, False):
                return 1
        return 0

    def led(self, unit: Unit, world: World) -> int:
        """The best Leadership of another man of his force."""
        best = int(world[2])
        for helper, end in zip(self.helpers, world[0], strict=True):
            if helper is unit or end == "eliminated" or not same_force(helper.type, unit.type):
                continue
            best = max(best, 1 if helper.skill == LEADER_HERO else 0)
            if helper.type.kind == LEADER and not helper.flags & SHAKEN and "shaken" not in end:
                wounded = bool(helper.flags & WOUNDED)
                best = max(best, helper.type.lm - wounded)
        return best


def fate(unit: Unit, total: int) -> str:
    """The Damage Check Table (lnlt.core.5.1)."""
    morale, shaken = unit.morale(), bool(unit.flags & SHAKEN)
    times = 0 if total <= morale else 3 if total >= 3 * morale else 2 if total >= 2 * morale else 1
    if times in (0, 3):
        return "eliminated" if times else "unhurt"
    if unit.type.kind == SQUAD:
        return "casualties" if shaken or times == 2 else "shaken"
    if not LEADER <= unit.type.kind <= ARMOR_LEADER:
        return "eliminated" if shaken or times == 2 else "shaken"
    if times == 1 and not shaken and unit.type.kind != HERO:
        return "shaken"
    if unit.flags & WOUNDED:
        return "eliminated"
    return "wounded" if shaken or unit.type.kind == HERO else "wounded-shaken"
