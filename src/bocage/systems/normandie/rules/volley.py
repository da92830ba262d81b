"""The fire action: every way a unit may shoot now, several weapons one after another, split fire and barrages."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel import Ban, Decision, Verb, first, second
from bocage.systems.normandie.model.flags import ACTIVATION, GRENADE, HE_SHELL, PANZERFAUST, RIFLE_GRENADE
from bocage.systems.normandie.model.tables import FAUST, HEAVY, INFANTRY
from bocage.systems.normandie.rules import acts, decisions, fireline
from bocage.systems.normandie.rules.abilities import uncover
from bocage.systems.normandie.rules.aiming import GRENADES, GUN, NOTHING_TO_HIT, RIFLE_GRENADES, SHELLS, Aiming, has_aim
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.multiplayer import allied_spaces
from bocage.systems.normandie.rules.options import pool_for, spend
from bocage.systems.normandie.rules.outcomes import REGULAR, SNIPER, SUPPRESSIVE
from bocage.systems.normandie.rules.procedures import UnitProcedure, Wish
from bocage.systems.normandie.rules.sight import BLOCKED, distance, sight, terrain_between
from bocage.systems.normandie.rules.splitfire import SplitFire, split_targets
from bocage.systems.normandie.rules.structures import Destruction, structure_at
from bocage.systems.normandie.rules.traits import moving_penalty, range_of
from bocage.systems.normandie.state import ABOARD, CREW, FIELD, NormandieState, Unit

FAUST_RANGE: Final = 4

INFANTRY_ONLY: Final = Ban("hon.opt.use.5", "infantry-only")
HEAVY_ONLY: Final = Ban("hon.eq.he.1", "heavy-only")
NO_TOKEN_LEFT: Final = Ban("hon.opt.use.1", "no-token")
FAUST_TOO_FAR: Final = Ban("hon.eq.faust.2", "faust-too-far")
INSTEAD_OF_FIRE: Final = Ban("hon.opt.use.7", "instead-of-fire")
NO_GUNNER: Final = Ban("hon.abil.mg.1", "no-gunner")
NO_TWO_TARGETS: Final = Ban("hon.abil.mg.3", "no-two-targets")
NO_PATTERN: Final = Ban("hon.abil.how.1", "no-pattern")
NO_DESTRUCTION: Final = Ban("hon.abil.destr.1", "no-destruction")
NO_STRUCTURE: Final = Ban("hon.abil.destr.1", "no-structure")
STRUCTURE_UNSEEN: Final = Ban("hon.abil.destr.1", "structure-unseen")
NO_MOVING_FIRE: Final = Ban("hon.abil.fotm.1", "no-moving-fire")
NO_FIGHT: Final = Ban("hon.supply.immutable.1", "no-fight")


def fire_options(state: NormandieState, unit: Unit) -> list[int]:
    """Every shot of a weapon not fired yet in this action, as options of ACT (hon.fire.multi.1, .2)."""
    options: list[int] = []
    if fireline.ban_shooting(unit) is not None:
        return options
    for number, weapon in enumerate(unit.face.weapons):
        if fireline.ban_turn(unit, number) is not None:
            continue
        options.extend(shots_at_units(state, unit, number))
        if weapon.pattern and has_aim(state, unit, number, GUN):
            options.append(acts.BLAST.on(number))
        for one in range(len(state.structures)) if weapon.destruction else ():
            if ban_demolition(state, unit, number, one) is None:  # hon.abil.destr.1
                options.append(acts.DEMOLISH.act(one, number))
    if state.tokens and unit.fired == 0:
        options.extend(equipment_options(state, unit))
    return options


def shots_at_units(state: NormandieState, unit: Unit, number: int, moving: bool = False) -> list[int]:
    """One weapon that works at each enemy it can hit, and split among several."""
    found: list[int] = []
    weapon = unit.face.weapons[number]
    fire = acts.MOVING_FIRE if moving else acts.FIRE
    suppress = acts.MOVING_SUPPRESS if moving else acts.SUPPRESS
    for enemy in state.units:
        if enemy.camp == unit.camp or enemy.status != FIELD or enemy.face.concealed:
            continue
        if fireline.ban_aim(state, unit, enemy, weapon) is None:
            found.append(fire.act(enemy.id, number))
            if weapon.suppressive:  # hon.aid.shot.1
                found.append(suppress.act(enemy.id, number))
            if weapon.sniper and not moving and enemy.counter.rank == INFANTRY:
                found.append(acts.SNIPE.act(enemy.id, number))
    if weapon.gunner:  # on the move too: hon.aid.shot.3, hon.aid.shot.5
        found.extend(split_options(state, unit, number, moving))
    return found


def split_options(state: NormandieState, unit: Unit, number: int, moving: bool) -> list[int]:
    found: list[int] = []
    if split_targets(state, unit, number, [], False, moving):
        found.append((acts.MOVING_SPLIT if moving else acts.SPLIT).on(number))
    if fireline.ban_suppression(unit, number) is None and split_targets(state, unit, number, [], True, moving):
        found.append((acts.MOVING_SPLIT_SUPPRESS if moving else acts.SPLIT_SUPPRESS).on(number))
    return found


def ban_demolition(state: NormandieState, unit: Unit, number: int, one: int) -> Ban | None:
    """Some line to one of its spaces must be blocked by nothing but the structure itself."""
    grid = state.board.grid
    cells = state.structures[one].cells
    weapon = unit.face.weapons[number]
    inside = state.ground.indoors
    if cells & allied_spaces(state, unit):  # hon.mp.act.2
        return fireline.ALLY
    for a in state.spaces_of(unit):
        if inside >> a & 1:
            continue
        for b in spaces(cells):
            pair = a * grid.size + b
            blockers = (state.ground.solid | state.vehicles) & ~cells & ~unit.cells()
            if a == b or grid.crossed[pair] & blockers or terrain_between(state, a, b) < 0:
                continue
            if weapon.arc and not fireline.covers(state, unit.facing, a, b):
                continue
            if grid.distance[pair] <= range_of(unit, weapon):
                return None
    return STRUCTURE_UNSEEN


def equipment_options(state: NormandieState, unit: Unit, moving: bool = False) -> list[int]:
    """Shots granted by tokens, instead of the unit's own (hon.opt.use.5, hon.opt.use.7)."""
    options: list[int] = []
    if ban_pattern(state, unit, GRENADES) is None:
        options.append((acts.MOVING_THROW if moving else acts.THROW).act())
    if ban_pattern(state, unit, RIFLE_GRENADES) is None:
        options.append((acts.MOVING_LAUNCH_GRENADE if moving else acts.LAUNCH_GRENADE).act())
    if ban_fausts(state, unit) is None:
        for enemy in state.units:
            if enemy.camp != unit.camp and ban_faust(state, unit, enemy) is None:
                options.append((acts.MOVING_FAUST if moving else acts.FAUST).on(enemy.id))
    if ban_pattern(state, unit, SHELLS) is None:
        options.append((acts.MOVING_SHELL if moving else acts.SHELL).act())
    return options


def ban_pattern(state: NormandieState, unit: Unit, what: int, mark: int = -1) -> Ban | None:
    """Grenades are thrown and launched by infantry (hon.eq.gren.1), shells are a heavy vehicle's (hon.eq.he.1)."""
    if what == SHELLS:
        if unit.counter.rank != HEAVY:
            return HEAVY_ONLY
        ban = fireline.ban_weapon(unit, 0)
        if ban is not None:
            return ban
    elif unit.counter.rank != INFANTRY:
        return INFANTRY_ONLY
    if pool_for(state, unit, TOKEN_OF[what]) < 0:
        return NO_TOKEN_LEFT
    return None if has_aim(state, unit, 0, what, mark) else NOTHING_TO_HIT


def ban_fausts(state: NormandieState, unit: Unit) -> Ban | None:
    if unit.counter.rank != INFANTRY:
        return INFANTRY_ONLY
    return None if pool_for(state, unit, PANZERFAUST) >= 0 else NO_TOKEN_LEFT


def ban_faust(state: NormandieState, unit: Unit, target: Unit) -> Ban | None:
    """Within 4 spaces and in sight (hon.eq.faust.2)."""
    if target.status != FIELD:
        return fireline.NO_ENEMY
    if target.face.concealed:
        return fireline.CONCEALED
    if distance(state, unit, target) > FAUST_RANGE:
        return FAUST_TOO_FAR
    return fireline.OUT_OF_SIGHT if sight(state, unit, target) == BLOCKED else None


def begin_fire(state: NormandieState, unit: Unit, option: int, mark: int = -1) -> None:
    """Start what an option of ACT or VOLLEY says; `mark`: whom a pattern must hit.

    The weapon counts as used (hon.fire.multi.1, hon.fire.multi.2).
    """
    verb = acts.ACTS.of(option)
    if verb is acts.FIRE or verb is acts.SUPPRESS or verb is acts.SNIPE:
        unit.fired |= 1 << second(option)
        state.push(aimed(state, unit, option))
    elif verb is acts.SPLIT or verb is acts.SPLIT_SUPPRESS:
        unit.fired |= 1 << first(option)
        state.push(SplitFire(unit.id, first(option), verb is acts.SPLIT_SUPPRESS))
    elif verb is acts.DEMOLISH:
        unit.fired |= 1 << second(option)
        uncover_firer(state, unit)
        dice = unit.face.weapons[second(option)].destruction
        state.push(Destruction(unit.id, first(option), dice, unit.suppressed, "hon.abil.destr.1"))
    elif verb is acts.BLAST:
        unit.fired |= 1 << first(option)
        uncover_firer(state, unit)
        state.push(Aiming(unit.id, first(option), GUN))
    else:
        unit.fired |= 1 | replaced(unit, verb)
        begin_special(state, unit, option, mark=mark)


def uncover_firer(state: NormandieState, unit: Unit) -> None:
    if unit.face.concealed:
        uncover(state, unit, "hon.abil.ambush.15")


def replaced(unit: Unit, verb: Verb) -> int:
    """The weapons that may not fire any more: all, but a shell is the primary weapon's (hon.opt.use.7, hon.eq.he.2)."""
    return 1 if verb is acts.SHELL else (1 << len(unit.face.weapons)) - 1


def begin_special(state: NormandieState, unit: Unit, option: int, moving: bool = False, mark: int = -1) -> None:
    """A shot granted by a token; Fire on the Move works with it (hon.opt.use.6)."""
    uncover_firer(state, unit)
    verb = acts.ACTS.of(option)
    if moving:
        verb = acts.ON_THE_MOVE[verb]
    if verb is acts.FAUST:
        state.push(aimed(state, unit, option))
        spend(state, unit, PANZERFAUST)
    else:
        what = TOKEN_SHOTS[verb.name]
        spend(state, unit, TOKEN_OF[what])
        state.push(Aiming(unit.id, 0, what, moving, mark))


def aimed(state: NormandieState, firer: Unit, option: int) -> Shot:
    """The shot at one unit that an option begins."""
    verb = acts.ACTS.of(option)
    moving = verb in acts.ON_THE_MOVE
    if moving:
        verb = acts.ON_THE_MOVE[verb]
    kind = SUPPRESSIVE if verb is acts.SUPPRESS else SNIPER if verb is acts.SNIPE else REGULAR
    if verb is acts.FAUST:
        bonus = state.scenario.attacks[FAUST].bonus[state.units[first(option)].counter.rank]
        return Shot(firer.id, 0, first(option), kind, bonus, moving)
    return Shot(firer.id, second(option), first(option), kind, moving=moving)


# ---- Fire on the Move: shots taken in a space before the unit leaves it


def moving_shots(state: NormandieState, unit: Unit, fired: int) -> list[int]:
    """One shot per weapon with the ability in a movement (hon.fire.multi.4, hon.abil.fotm.1, hon.open.fotm.order.1)."""
    options: list[int] = []
    if fired and unit.damage & CREW:  # hon.damage.1
        return options
    for number, weapon in enumerate(unit.face.weapons):
        if fired >> number & 1 or (weapon.on_the_move < 0 and moving_penalty(state, unit, weapon) < 0):
            continue
        if fireline.ban_weapon(unit, number) is None:
            options.extend(shots_at_units(state, unit, number, True))
    if state.tokens and not fired and unit.face.weapons and moving_penalty(state, unit, unit.face.weapons[0]) >= 0:
        options.extend(equipment_options(state, unit, True))  # hon.opt.use.6
    return options


def fire_on_the_move(state: NormandieState, unit: Unit, option: int, fired: int) -> int:
    """Begin the shot; returns the weapons fired in this movement (hon.abil.fotm.1, hon.fire.multi.4)."""
    verb = acts.ON_THE_MOVE[acts.ACTS.of(option)]
    if verb is acts.SPLIT or verb is acts.SPLIT_SUPPRESS:
        state.push(SplitFire(unit.id, first(option), verb is acts.SPLIT_SUPPRESS, True))
        return fired | 1 << first(option)
    if verb is acts.FIRE or verb is acts.SUPPRESS:
        state.push(aimed(state, unit, option))
        return fired | 1 << second(option)
    begin_special(state, unit, option, True)
    return fired | replaced(unit, verb)


# ---- why a shot was not offered


def ban_attack(state: NormandieState, unit: Unit, wish: Wish, moving: bool = False) -> Ban | None:
    """By the predicates that offer shots; a click on an enemy alone means to fire at him."""
    verb = wish.verb.removeprefix("moving-")
    ban = fireline.ban_shooting(unit)
    if ban is None and moving and state.phase != ACTIVATION:
        ban = NO_FIGHT
    if ban is not None:
        return ban
    if verb in TOKEN_SHOTS:
        return INSTEAD_OF_FIRE if unit.fired else ban_pattern(state, unit, TOKEN_SHOTS[verb])
    if verb == "panzerfaust":
        ban = ban_fausts(state, unit) or fireline.ban_foe(unit, wish.unit)
        if unit.fired or ban is not None or wish.unit is None:
            return INSTEAD_OF_FIRE if unit.fired else ban
        return ban_faust(state, unit, wish.unit)
    return fireline.ban_turn(unit, wish.number) or ban_weapon_use(state, unit, wish, verb, moving)


TOKEN_SHOTS: Final = {"throw": GRENADES, "rifle-grenade": RIFLE_GRENADES, "shell": SHELLS}
TOKEN_OF: Final = {GRENADES: GRENADE, RIFLE_GRENADES: RIFLE_GRENADE, SHELLS: HE_SHELL}
WEAPON_SHOTS: Final = frozenset(("fire", "suppress", "snipe", "split", "split-suppress", "blast", "demolish"))
ATTACKS: Final = frozenset((*TOKEN_SHOTS, *WEAPON_SHOTS, "panzerfaust", "moving-fire", "moving-suppress"))


def ban_weapon_use(state: NormandieState, unit: Unit, wish: Wish, verb: str, moving: bool) -> Ban | None:
    weapon = unit.face.weapons[wish.number]
    if moving and moving_penalty(state, unit, weapon) < 0:
        return NO_MOVING_FIRE
    if verb == "split" or verb == "split-suppress":
        return ban_split(state, unit, wish.number, verb == "split-suppress", moving)
    if verb == "blast":
        if not weapon.pattern:
            return NO_PATTERN
        return None if has_aim(state, unit, wish.number, GUN) else NOTHING_TO_HIT
    if verb == "demolish":
        if not weapon.destruction:
            return NO_DESTRUCTION
        number = structure_at(state, wish.cell) if wish.cell >= 0 else -1
        return NO_STRUCTURE if number < 0 else ban_demolition(state, unit, wish.number, number)
    return fireline.ban_foe(unit, wish.unit) or ban_aimed(state, unit, wish.unit, wish.number, verb)


def ban_aimed(state: NormandieState, unit: Unit, target: Unit | None, number: int, verb: str) -> Ban | None:
    if target is None:
        return None
    ban = fireline.ban_shot(state, unit, target, number)
    if ban is None and verb == "snipe":
        ban = fireline.ban_snipe(state, unit, target, number)
    return ban or (fireline.ban_suppression(unit, number) if verb == "suppress" else None)


def ban_split(state: NormandieState, unit: Unit, number: int, suppressive: bool, moving: bool) -> Ban | None:
    weapon = unit.face.weapons[number]
    if not weapon.gunner:
        return NO_GUNNER
    if suppressive and not weapon.suppressive:
        return fireline.NOT_SUPPRESSIVE
    return None if split_targets(state, unit, number, [], suppressive, moving) else NO_TWO_TARGETS


class Volley(UnitProcedure):
    """The other weapons of a unit, each shot resolved before the next (hon.fire.multi.3)."""

    __slots__ = ()

    def advance(self, state: NormandieState) -> None:
        unit = state.units[self.unit]
        options = fire_options(state, unit) if self.step == 0 and unit.status in (FIELD, ABOARD) else []
        if options:
            state.ask(unit.seat, decisions.VOLLEY, [acts.DONE.act(), *options])
        else:
            state.pop()

    def choose(self, state: NormandieState, decision: Decision, option: int) -> None:
        if acts.ACTS.of(option) is acts.DONE:
            self.step = 1
        else:
            begin_fire(state, state.units[self.unit], option)

    def ban(self, state: NormandieState, decision: Decision, wish: Wish) -> Ban | None:
        if wish.verb in ATTACKS or (not wish.verb and wish.unit is not None):
            return ban_attack(state, state.units[self.unit], wish)
        return None
