"""The fire action: every way a unit may shoot now, several weapons one after another, split fire and barrages."""

from __future__ import annotations

from bocage.geometry.square import spaces
from bocage.kernel.act import Verb, first, second
from bocage.kernel.decision import Decision
from bocage.kernel.event import Event
from bocage.kernel.state import Procedure
from bocage.kernel.tally import Tally
from bocage.systems.normandie.model.flags import (
    AMMO,
    AMMO_BELT,
    GRENADE,
    HE_SHELL,
    PANZERFAUST,
    RIFLE_GRENADE,
    token_key,
)
from bocage.systems.normandie.model.tables import (
    CROSS,
    HEAVY,
    HEAVY_WEAPON,
    INFANTRY,
)
from bocage.systems.normandie.rules.abilities import uncover
from bocage.systems.normandie.rules.acts import (
    ACTS,
    AGREED,
    BLAST,
    DEMOLISH,
    DONE,
    FAUST,
    FIRE,
    GIVE_SHARE,
    JOIN_BARRAGE,
    LAUNCH_GRENADE,
    MOVING_FAUST,
    MOVING_LAUNCH_GRENADE,
    MOVING_SHELL,
    MOVING_SPLIT,
    MOVING_SPLIT_SUPPRESS,
    MOVING_THROW,
    ON_THE_MOVE,
    REFUSE,
    SHELL,
    SNIPE,
    SPEND,
    SPLIT,
    SPLIT_SUPPRESS,
    SUPPRESS,
    THROW,
)
from bocage.systems.normandie.rules.aiming import GRENADES, GUN, RIFLE_GRENADES, SHELLS, Aiming, has_aim
from bocage.systems.normandie.rules.decisions import AGREE, BARRAGE, BOOST, SHARE, VOLLEY
from bocage.systems.normandie.rules.fireline import ban_fire, ban_weapon, can_suppress, covers
from bocage.systems.normandie.rules.firing import REGULAR, SNIPER, SUPPRESSIVE, Shot, add_bonus
from bocage.systems.normandie.rules.multiplayer import allied_spaces
from bocage.systems.normandie.rules.options import pool_for, spend, token_bonus
from bocage.systems.normandie.rules.procedures import UnitProcedure
from bocage.systems.normandie.rules.sight import BLOCKED, distance, sight, terrain_between
from bocage.systems.normandie.rules.structures import destruction_dice
from bocage.systems.normandie.rules.traits import moving_penalty, range_of, shot_help
from bocage.systems.normandie.state import ABOARD, CREW, FIELD, NormandieState, Unit, known_name

FAUST_BONUS = (0, 4, 5)
FAUST_RANGE = 4
BARRAGE_REACH = 3
SPLIT_REACH = 2

# Steps of split fire
LOADING = 0
SHARING = 1
SHOOTING = 2


def fire_options(state: NormandieState, unit: Unit) -> list[int]:
    """Every shot of a weapon not fired yet in this action, as options of ACT (hon.fire.multi.1, .2)."""
    options: list[int] = []
    if (unit.fired and unit.damage & CREW) or not unit.is_crewed():  # hon.damage.1
        return options
    for number in range(len(unit.face.weapons)):
        if unit.fired >> number & 1 or ban_weapon(unit, number) is not None:
            continue
        weapon = unit.face.weapons[number]
        for enemy in state.units:
            if enemy.camp != unit.camp and enemy.status == FIELD and ban_fire(state, unit, enemy, number) is None:
                options.append(FIRE.act(enemy.id, number))
                if weapon.suppressive:
                    options.append(SUPPRESS.act(enemy.id, number))
                if weapon.sniper and enemy.counter.rank == INFANTRY:
                    options.append(SNIPE.act(enemy.id, number))
        if weapon.gunner:
            options.extend(split_options(state, unit, number))
        if weapon.pattern and has_aim(state, unit, number, GUN):
            options.append(BLAST.on(number))
        if weapon.destruction:
            options.extend(structure_options(state, unit, number))
    if state.tokens and unit.fired == 0:
        options.extend(equipment_options(state, unit))
    return options


def split_options(state: NormandieState, unit: Unit, number: int, moving: bool = False) -> list[int]:
    found: list[int] = []
    if split_targets(state, unit, number, [], False, moving):
        found.append((MOVING_SPLIT if moving else SPLIT).on(number))
    if can_suppress(unit, number) and split_targets(state, unit, number, [], True, moving):
        found.append((MOVING_SPLIT_SUPPRESS if moving else SPLIT_SUPPRESS).on(number))
    return found


def structure_options(state: NormandieState, unit: Unit, number: int) -> list[int]:
    """Structures it could fire at (hon.abil.destr.1)."""
    return [
        DEMOLISH.act(one, number) for one in range(len(state.structures)) if sees_structure(state, unit, number, one)
    ]


def sees_structure(state: NormandieState, unit: Unit, number: int, one: int) -> bool:
    """Some line to one of its spaces is blocked by nothing but the structure itself."""
    grid = state.board.grid
    cells = state.structures[one].cells
    weapon = unit.face.weapons[number]
    inside = state.ground.indoors
    if state.scenario.allied and cells & allied_spaces(state, unit):  # hon.mp.act.2
        return False
    for a in state.spaces_of(unit):
        if inside >> a & 1:
            continue
        for b in spaces(cells):
            pair = a * grid.size + b
            blockers = (state.ground.solid | state.vehicles) & ~cells & ~unit.cells()
            if a == b or grid.crossed[pair] & blockers or terrain_between(state, a, b) < 0:
                continue
            if grid.distance[pair] <= range_of(unit, weapon) and (not weapon.arc or covers(state, unit.facing, a, b)):
                return True
    return False


def equipment_options(state: NormandieState, unit: Unit, moving: bool = False) -> list[int]:
    """Shots granted by tokens, instead of the unit's own (hon.opt.use.5, hon.opt.use.7)."""
    options: list[int] = []
    if unit.counter.rank == INFANTRY:
        if pool_for(state, unit, GRENADE) >= 0 and has_aim(state, unit, 0, GRENADES):
            options.append((MOVING_THROW if moving else THROW).act())
        if pool_for(state, unit, RIFLE_GRENADE) >= 0 and has_aim(state, unit, 0, RIFLE_GRENADES):
            options.append((MOVING_LAUNCH_GRENADE if moving else LAUNCH_GRENADE).act())
        if has_faust(state, unit):
            for enemy in state.units:
                if enemy.camp != unit.camp and can_faust(state, unit, enemy):
                    options.append((MOVING_FAUST if moving else FAUST).on(enemy.id))
        return options
    shells = unit.counter.rank == HEAVY and ban_weapon(unit, 0) is None and pool_for(state, unit, HE_SHELL) >= 0
    if shells and has_aim(state, unit, 0, SHELLS):  # hon.eq.he.1
        options.append((MOVING_SHELL if moving else SHELL).act())
    return options


def has_faust(state: NormandieState, unit: Unit) -> bool:
    return unit.counter.rank == INFANTRY and pool_for(state, unit, PANZERFAUST) >= 0


def can_faust(state: NormandieState, unit: Unit, target: Unit) -> bool:
    """Within 4 spaces and in sight (hon.eq.faust.2)."""
    if target.status != FIELD or target.face.concealed or distance(state, unit, target) > FAUST_RANGE:
        return False
    return sight(state, unit, target) != BLOCKED


def begin_fire(state: NormandieState, unit: Unit, option: int) -> None:
    """Start what an option of ACT or VOLLEY says, and mark the weapon as used."""
    verb = ACTS.of(option)
    if verb is FIRE or verb is SUPPRESS or verb is SNIPE:
        unit.fired |= 1 << second(option)
        state.push(aimed(state, unit, option))
    elif verb is SPLIT or verb is SPLIT_SUPPRESS:
        unit.fired |= 1 << first(option)
        state.push(SplitFire(unit.id, first(option), verb is SPLIT_SUPPRESS))
    elif verb is DEMOLISH:
        unit.fired |= 1 << second(option)
        uncover_firer(state, unit)
        dice = unit.face.weapons[second(option)].destruction
        destruction_dice(state, first(option), dice, unit.suppressed, "hon.abil.destr.1")
    elif verb is BLAST:
        unit.fired |= 1 << first(option)
        uncover_firer(state, unit)
        state.push(Aiming(unit.id, first(option), GUN))
    else:
        unit.fired |= 1 | replaced(unit, verb)
        begin_special(state, unit, option)


def uncover_firer(state: NormandieState, unit: Unit) -> None:
    if unit.face.concealed:
        uncover(state, unit, "hon.abil.ambush.15")


def replaced(unit: Unit, verb: Verb) -> int:
    """The weapons that may not fire any more: all, but a shell is the primary weapon's (hon.opt.use.7, hon.eq.he.2)."""
    return 1 if verb is SHELL else (1 << len(unit.face.weapons)) - 1


def begin_special(state: NormandieState, unit: Unit, option: int, moving: bool = False) -> None:
    """A shot granted by a token; Fire on the Move works with it (hon.opt.use.6)."""
    uncover_firer(state, unit)
    verb = ACTS.of(option)
    if moving:
        verb = ON_THE_MOVE[verb]
    if verb is THROW:
        spend(state, unit, GRENADE)
        state.push(Aiming(unit.id, 0, GRENADES, moving))
    elif verb is LAUNCH_GRENADE:
        spend(state, unit, RIFLE_GRENADE)
        state.push(Aiming(unit.id, 0, RIFLE_GRENADES, moving))
    elif verb is SHELL:
        spend(state, unit, HE_SHELL)
        state.push(Aiming(unit.id, 0, SHELLS, moving))
    else:
        shot = aimed(state, unit, option)
        spend(state, unit, PANZERFAUST)
        state.push(shot)


def aimed(state: NormandieState, firer: Unit, option: int) -> Shot:
    """The shot at one unit that an option begins."""
    verb = ACTS.of(option)
    moving = verb in ON_THE_MOVE
    if moving:
        verb = ON_THE_MOVE[verb]
    kind = SUPPRESSIVE if verb is SUPPRESS else SNIPER if verb is SNIPE else REGULAR
    shot = Shot(firer.id, 0 if verb is FAUST else second(option), first(option), kind)
    shot.moving = moving
    if verb is FAUST:
        shot.base = FAUST_BONUS[state.units[shot.target].counter.rank]
    return shot


class Volley(UnitProcedure):
    """The other weapons of a unit, each shot resolved before the next (hon.fire.multi.3)."""

    __slots__ = ()

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        options = fire_options(state, unit) if self.step == 0 and unit.status in (FIELD, ABOARD) else []
        if options:
            state.ask(unit.seat, VOLLEY, [DONE.act(), *options])
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if ACTS.of(option) is DONE:
            self.step = 1
        else:
            begin_fire(state, state.units[self.unit], option)

    def copy(self) -> Volley:
        twin = Volley(self.unit)
        twin.step = self.step
        return twin


class SplitFire(Procedure[NormandieState]):
    """A Machine Gunner divides the bonus: all shares are announced, then the shots follow (hon.abil.mg.1 to .5).

    Tokens that add to the bonus are declared before that and divided with it (hon.opt.use.9).
    """

    __slots__ = ("ammo", "belts", "moving", "number", "shares", "suppressive", "targets", "unit")

    def __init__(self, unit: int, number: int, suppressive: bool, moving: bool = False) -> None:
        super().__init__()
        self.unit = unit
        self.number = number
        self.suppressive = suppressive
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
                state.ask(unit.seat, BOOST, [DONE.act(), *SPEND.on_each(tokens)])
                return
            self.step = SHARING
        if self.step == SHARING:
            options = self.options(state, unit)
            if options:
                state.ask(unit.seat, SHARE, options)
                return
            self.step = SHOOTING
            if state.recording:
                state.report("splits", "hon.abil.mg.2", unit, {"n": len(self.targets)}, unit.cell)
        if self.targets:
            target = self.targets.pop(0)
            share = self.shares.pop(0)
            if state.units[target].status == FIELD and ban_fire(state, unit, state.units[target], self.number) is None:
                shot = Shot(unit.id, self.number, target, SUPPRESSIVE if self.suppressive else REGULAR)
                shot.share = share
                shot.moving = self.moving
                state.push(shot)
        else:
            state.pop()

    def options(self, state: NormandieState, unit: Unit) -> list[int]:
        """A target with its share; a first one must leave something for a second."""
        left = self.pool(state, unit, self.targets[0]) - sum(self.shares) if self.targets else 0
        options: list[int] = []
        for target in split_targets(state, unit, self.number, self.targets, self.suppressive, self.moving):
            if self.ammo and state.units[target].counter.rank != INFANTRY:  # hon.eq.ammo.2
                continue
            most = left if self.targets else self.pool(state, unit, target) - 1
            options.extend(GIVE_SHARE.from_each(target, list(range(1, most + 1))))
        return [DONE.act(), *options] if options and len(self.targets) >= 2 else options

    def tokens(self, state: NormandieState, unit: Unit) -> list[int]:
        """Ammo against infantry, Ammo Belts against light vehicles too (hon.eq.ammo.2, hon.eq.belt.3)."""
        found: list[int] = []
        if not state.tokens:
            return found
        first = split_targets(state, unit, self.number, [], self.suppressive, self.moving)
        ranks = [state.units[target].counter.rank for target in first]
        if INFANTRY in ranks and pool_for(state, unit, AMMO) >= 0:
            found.append(AMMO)
        if min(ranks) < HEAVY and pool_for(state, unit, AMMO_BELT) >= 0:
            found.append(AMMO_BELT)
        return found

    def pool(self, state: NormandieState, unit: Unit, target: int) -> int:
        rank = state.units[target].counter.rank
        extra = self.ammo * token_bonus(AMMO, rank) + self.belts * token_bonus(AMMO_BELT, rank)
        extra = extra if rank != HEAVY else 0
        return pool_of(state, unit, self.number, state.units[target], self.suppressive, self.moving, extra)

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = ACTS.of(option)
        if verb is DONE:
            self.step += 1
        elif verb is SPEND:
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
        if state.recording:
            state.report("spends", "hon.opt.use.8", unit, {"token": token_key(token)}, unit.cell)

    def copy(self) -> SplitFire:
        twin = SplitFire(self.unit, self.number, self.suppressive, self.moving)
        twin.ammo = self.ammo
        twin.belts = self.belts
        twin.step = self.step
        twin.targets = self.targets[:]
        twin.shares = self.shares[:]
        return twin

    def data(self) -> list[object]:
        loaded = [self.ammo, self.belts]
        return [self.step, self.unit, self.number, self.suppressive, self.moving, self.targets, self.shares, loaded]


def pool_of(
    state: NormandieState, unit: Unit, number: int, target: Unit, suppressive: bool, moving: bool, extra: int = 0
) -> int:
    """The bonus to be divided, with all that a single shot would have (hon.aid.shot.2 to .5, hon.open.supp.cards.1).

    For Suppressive Fire it is doubled first (hon.abil.supp.6, hon.open.supp.order.1).
    """
    weapon = unit.face.weapons[number]
    if weapon.bonus[target.counter.rank] == CROSS:
        return 0
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
        if ban_fire(state, unit, enemy, number) is not None or not fits(state, enemy, chosen):
            continue
        enough = pool_of(state, unit, number, enemy, suppressive, moving) >= 2
        if chosen or (enough and split_targets(state, unit, number, [enemy.id], suppressive, moving)):
            found.append(enemy.id)
    return found


def fits(state: NormandieState, enemy: Unit, chosen: list[int]) -> bool:
    for other in chosen:
        unit = state.units[other]
        if unit.counter.rank != enemy.counter.rank or distance(state, unit, enemy) > SPLIT_REACH:
            return False
    return True


def callable_weapons(state: NormandieState, caller: Unit, name: str) -> list[int]:
    """Heavy weapons of one name within 3 spaces, not yet activated, with something to shoot at (hon.abil.barrage.2)."""
    found: list[int] = []
    for unit in state.units:
        if unit.camp != caller.camp or unit.status != FIELD or unit.counter.outline != HEAVY_WEAPON:
            continue
        if unit.activated or unit.acted or unit.shown or (name and unit.counter.id != name):
            continue
        if distance(state, caller, unit) <= BARRAGE_REACH and fire_options(state, unit):
            found.append(unit.id)
    return found


def can_call(state: NormandieState, caller: Unit) -> bool:
    """It needs an order and calls instead of moving or firing (hon.abil.barrage.1)."""
    return caller.face.barrage and caller.shown and bool(callable_weapons(state, caller, ""))


class Barrage(Procedure[NormandieState]):
    """Weapon after weapon fires; each is activated and loses its token (hon.abil.barrage.2, .3).

    The owner of an allied one is asked first, and fires it himself (hon.mp.abil.1).
    """

    __slots__ = ("caller", "name", "refused", "wanted")

    def __init__(self, caller: int) -> None:
        super().__init__()
        self.caller = caller
        self.name = ""  # of the weapons, once the first is chosen
        self.wanted = -1  # an ally's weapon
        self.refused = 0  # by their owners, as bits

    def advance(self, state: NormandieState) -> None:
        caller = state.units[self.caller]
        if self.wanted >= 0:
            state.ask(state.units[self.wanted].seat, AGREE, [REFUSE.act(), AGREED.act()])
            return
        options = callable_weapons(state, caller, self.name) if self.step == 0 else []
        options = [unit for unit in options if not self.refused >> unit & 1]
        if options:
            state.ask(caller.seat, BARRAGE, [DONE.act(), *JOIN_BARRAGE.on_each(options)])
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        verb = ACTS.of(option)
        if verb is DONE:
            self.step = 1
        elif verb is JOIN_BARRAGE:
            unit = state.units[first(option)]
            if unit.seat == decision.seat:
                self.fire(state, unit)
            else:
                self.wanted = unit.id
                self.refused |= 1 << unit.id  # unless he agrees it is not asked for again
        else:
            wanted, self.wanted = self.wanted, -1
            if verb is AGREED:
                self.fire(state, state.units[wanted])

    def fire(self, state: NormandieState, unit: Unit) -> None:
        self.name = unit.counter.id
        state.lose_token(unit)
        unit.activated = True
        if state.recording:
            # either may lie concealed, and the weapon may still hold its fire (hon.abil.ambush.14)
            args: dict[str, int | str] = {"unit": known_name(state.units[self.caller]), "target": known_name(unit)}
            state.emit(Event("barrage", "hon.abil.barrage.2", args, place=state.board.grid.name(unit.cell)))
        state.push(Volley(unit.id))

    def copy(self) -> Barrage:
        twin = Barrage(self.caller)
        twin.step = self.step
        twin.name = self.name
        twin.wanted = self.wanted
        twin.refused = self.refused
        return twin

    def data(self) -> list[object]:
        return [self.step, self.caller, self.name, self.wanted, str(self.refused)]
