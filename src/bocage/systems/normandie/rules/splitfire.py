"""Split fire: a Machine Gunner divides the bonus of a weapon among several targets (chapter Abilities)."""

from __future__ import annotations

from typing import ClassVar, Final

from bocage.kernel import Ban, Decision, Tally, first, second
from bocage.systems.normandie.model.flags import AMMO, AMMO_BELT, token_key
from bocage.systems.normandie.model.tables import HEAVY, INFANTRY
from bocage.systems.normandie.rules import acts, decisions
from bocage.systems.normandie.rules.fireline import ban_fire
from bocage.systems.normandie.rules.firing import Shot, add_bonus, takes_ammo
from bocage.systems.normandie.rules.options import pool_for, spend, token_bonus
from bocage.systems.normandie.rules.outcomes import REGULAR, SUPPRESSIVE
from bocage.systems.normandie.rules.procedures import UnitProcedure
from bocage.systems.normandie.rules.sight import distance
from bocage.systems.normandie.rules.traits import moving_penalty, shot_help
from bocage.systems.normandie.state import FIELD, NormandieState, Unit

SPLIT_REACH: Final = 2

# Steps
LOADING: Final = 0
SHARING: Final = 1
SHOOTING: Final = 2


class SplitFire(UnitProcedure):
    """A Machine Gunner divides the bonus: all shares are announced, then the shots follow (hon.abil.mg.1).

    Tokens that add to the bonus are declared before that and divided with it.
    """

    __slots__ = ("ammo", "belts", "moving", "number", "shares", "suppressive", "targets")

    bans: ClassVar = {decisions.SHARE: (Ban("hon.abil.mg.3", "no-split-target"), ())}

    def __init__(self, unit: int, number: int, suppressive: bool, moving: bool = False) -> None:
        super().__init__(unit)
        self.number, self.suppressive = number, suppressive
        self.moving = moving  # Fire on the Move
        self.targets: list[int] = []
        self.shares: list[int] = []
        self.ammo = 0  # tokens spent
        self.belts = 0

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        if self.step == LOADING:
            tokens = self.tokens(state, unit)
            if tokens:
                state.ask(unit.seat, decisions.BOOST, [acts.DONE.act(), *acts.SPEND.on_each(tokens)])
                return
            self.step = SHARING
        if self.step == SHARING:
            options = self.options(state, unit)
            if options:
                state.ask(unit.seat, decisions.SHARE, options)
                return
            self.step = SHOOTING
            state.report("splits", "hon.abil.mg.2", unit, {"n": len(self.targets)})
        if self.targets:
            target = self.targets.pop(0)
            share = self.shares.pop(0)
            if state.units[target].status == FIELD and ban_fire(state, unit, state.units[target], self.number) is None:
                kind = SUPPRESSIVE if self.suppressive else REGULAR
                state.push(Shot(unit.id, self.number, target, kind, moving=self.moving, share=share))
        else:
            state.pop()

    def options(self, state: NormandieState, unit: Unit) -> list[int]:
        """A target with its share (hon.abil.mg.1); a first one must leave something for a second (hon.abil.mg.3)."""
        options: list[int] = []
        for target in split_targets(state, unit, self.number, self.targets, self.suppressive, self.moving):
            if self.ammo and state.units[target].counter.rank != INFANTRY:  # hon.eq.ammo.2
                continue
            most = self.pool(state, unit, target) - max(1, sum(self.shares))
            options.extend(acts.GIVE_SHARE.from_each(target, list(range(1, most + 1))))
        return [acts.DONE.act(), *options] if options and len(self.targets) >= 2 else options

    def tokens(self, state: NormandieState, unit: Unit) -> list[int]:
        """Ammo against infantry, Ammo Belts against light vehicles too (hon.eq.ammo.2, hon.eq.belt.3)."""
        found: list[int] = []
        if not state.tokens:
            return found
        first = split_targets(state, unit, self.number, [], self.suppressive, self.moving)
        ranks = [state.units[target].counter.rank for target in first]
        if INFANTRY in ranks and takes_ammo(state, unit, self.number) and pool_for(state, unit, AMMO) >= 0:
            found.append(AMMO)
        if min(ranks) < HEAVY and pool_for(state, unit, AMMO_BELT) >= 0:
            found.append(AMMO_BELT)
        return found

    def pool(self, state: NormandieState, unit: Unit, target: int) -> int:
        """The bonus with the tokens for it, all of which are divided (hon.opt.use.9)."""
        rank = state.units[target].counter.rank
        extra = self.ammo * token_bonus(AMMO, rank) + self.belts * token_bonus(AMMO_BELT, rank)
        extra = extra if rank != HEAVY else 0
        return pool_of(state, unit, self.number, state.units[target], self.suppressive, self.moving, extra)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = acts.ACTS.of(option)
        if verb is acts.DONE:
            self.step += 1
        elif verb is acts.SPEND:
            self.load(state, state.units[self.unit], first(option))
        else:
            self.targets.append(first(option))
            self.shares.append(second(option))

    def load(self, state: NormandieState, unit: Unit, token: int) -> None:
        spend(state, unit, token)
        if token == AMMO:
            self.ammo += 1
        else:
            self.belts += 1
        state.report("spends", "hon.opt.use.8", unit, {"token": token_key(token)})


def pool_of(
    state: NormandieState, unit: Unit, number: int, target: Unit, suppressive: bool, moving: bool, extra: int = 0
) -> int:
    """The bonus to be divided, with all that a single shot would have (hon.aid.shot.2 to .5, hon.open.supp.cards.1).

    For Suppressive Fire it is doubled first (hon.abil.supp.6, hon.open.supp.order.1).
    """
    weapon = unit.face.weapons[number]
    tally = Tally(False)
    shot_help(state, unit, target, tally)
    penalty = moving_penalty(state, unit, weapon) if moving else 0
    add_bonus(tally, weapon.bonus[target.counter.rank], penalty, extra, -1, suppressive)
    return tally.total


def split_targets(
    state: NormandieState, unit: Unit, number: int, chosen: list[int], suppressive: bool, moving: bool = False
) -> list[int]:
    """Who may get a share next: of one class, within 2 spaces of each other, in sight (hon.abil.mg.3 to .5).

    A first target needs a possible second one after it; targets are named in the order of their numbers.
    """
    found: list[int] = []
    for enemy in state.units:
        if enemy.camp == unit.camp or enemy.status != FIELD or (chosen and enemy.id <= chosen[-1]):
            continue
        others = [state.units[other] for other in chosen]
        apart = [distance(state, other, enemy) > SPLIT_REACH for other in others]
        if True in apart or any(other.counter.rank != enemy.counter.rank for other in others):
            continue
        if ban_fire(state, unit, enemy, number) is not None:
            continue
        enough = pool_of(state, unit, number, enemy, suppressive, moving) >= 2
        if chosen or (enough and split_targets(state, unit, number, [enemy.id], suppressive, moving)):
            found.append(enemy.id)
    return found
