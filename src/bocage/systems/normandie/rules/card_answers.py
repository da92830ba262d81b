"""Cards that answer to what is under way: a shot, a move, an assault, a blast."""

from __future__ import annotations

from typing import Final

from bocage.kernel import first
from bocage.systems.normandie.model.forces import Card
from bocage.systems.normandie.model.staff import ATTACKING, DEFENDING
from bocage.systems.normandie.model.tables import HAND_GRENADE, RIFLE_GRENADE, SIDE
from bocage.systems.normandie.rules import acts, blasts, moments
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.card_units import about_to_move, hurry
from bocage.systems.normandie.rules.damage import Hit
from bocage.systems.normandie.rules.fireline import ban_fire
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.moments import Effect
from bocage.systems.normandie.rules.opportunity import shoot_out_of_turn
from bocage.systems.normandie.rules.outcomes import BLASTS
from bocage.systems.normandie.rules.retreat import DrivenBack, retreats
from bocage.systems.normandie.rules.support import strike
from bocage.systems.normandie.rules.traits import roll_again
from bocage.systems.normandie.state import FIELD, NormandieState, is_idle

# ---- shots


def shot_under_way(state: NormandieState) -> Shot | None:
    for depth in range(len(state.stack) - 1, -1, -1):
        procedure = state.stack[depth]
        if isinstance(procedure, Shot):
            return procedure
    return None


def shot_at(state: NormandieState, seat: int) -> Shot | None:
    """The shot under way, if a unit of this player is its target."""
    shot = shot_under_way(state)
    return shot if shot is not None and state.units[shot.target].seat == seat else None


def under_fire(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    shot = shot_at(state, seat)
    return [acts.ON_UNIT.on(shot.target)] if shot is not None and not state.units[shot.target].is_vehicle() else []


def duck(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.staff.guard += card.amount


def hit_vehicle(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    shot = shot_at(state, seat)
    hit = shot is not None and shot.hits() and not state.staff.saved
    return [acts.ON_UNIT.on(shot.target)] if shot and hit and state.units[shot.target].is_vehicle() else []


def hit_infantry(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """A kill shot goes through the helmet."""
    shot = shot_at(state, seat)
    hit = shot is not None and shot.hits() and not shot.kills() and not state.staff.saved
    return [acts.ON_UNIT.on(shot.target)] if shot and hit and not state.units[shot.target].is_vehicle() else []


def save_target(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.staff.saved = True


def struck_infantry(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Infantry that the player's own unit has hit and that still stands."""
    shot = shot_under_way(state)
    if shot is None:
        return []
    firer, target = state.units[shot.firer], state.units[shot.target]
    own = firer.seat == seat and target.camp != firer.camp and shot.kind not in BLASTS
    struck = target.status == FIELD and not target.is_vehicle() and target.side != shot.side
    return [acts.ON_UNIT.on(shot.target)] if own and struck else []


def drive_back(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    shot = shot_under_way(state)
    assert shot is not None
    state.push(DrivenBack(first(target), state.spaces_of(state.units[shot.firer])[0]))


# ---- assaults


def assault_under_way(state: NormandieState) -> Assault | None:
    """Right below the window: the cards are for this fight, not for one further down."""
    below = state.stack[-2]
    return below if isinstance(below, Assault) else None


def role_of(state: NormandieState, seat: int) -> int:
    """ATTACKING or DEFENDING in the assault under way, -1 for an ally who only looks on."""
    assault = assault_under_way(state)
    if assault is None:
        return -1
    if state.units[assault.attacker].seat == seat:
        return ATTACKING
    return DEFENDING if state.units[assault.defender].seat == seat else -1


def own_fighters(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    assault = assault_under_way(state)
    if assault is None:
        return []
    return [acts.ON_UNIT.on(u) for u in (assault.attacker, assault.defender) if state.units[u].seat == seat]


def rage(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    attack, defense = state.staff.rage
    raging = role_of(state, seat) == ATTACKING
    state.staff.rage = (attack + card.amount, defense) if raging else (attack, defense + card.amount)


def infantry_with_room(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Infantry under attack may give way, if it has room to."""
    assault = assault_under_way(state)
    if assault is None:
        return []
    defender = state.units[assault.defender]
    if defender.seat != seat or defender.is_vehicle():
        return []
    return [acts.ON_UNIT.on(defender.id)] if retreats(state, assault.launch(state), defender) else []


def give_way(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    assault = assault_under_way(state)
    assert assault is not None
    assault.give_way()


# ---- dice


def own_dice(state: NormandieState, seat: int) -> list[int]:
    """The dice of the seat that have just been rolled, in a shot, an assault or a dispersal."""
    below = state.stack[-2]
    if isinstance(below, Shot) and state.units[below.firer].seat == seat:
        return below.rolled
    if isinstance(below, Assault):
        role = role_of(state, seat)
        return below.dice if role == ATTACKING else below.replies if role == DEFENDING else []
    if isinstance(below, blasts.Blast) and below.die and state.units[below.firer].seat == seat:
        return [below.die]
    if isinstance(below, Hit) and below.roller >= 0 and state.units[below.roller].seat == seat:
        return below.dice
    return []


def rerolls(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Any one or more of the dice."""
    return acts.ON_DICE.on_each(list(range(1, 1 << len(own_dice(state, seat)))))


def roll_own_again(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    below = state.stack[-2]
    dice = own_dice(state, seat)
    if isinstance(below, Shot):
        below.replace_dice(state, roll_again(state, dice, first(target), below.purpose()))
    elif isinstance(below, Assault):
        attacking = role_of(state, seat) == ATTACKING
        purpose = acts.FOR_ASSAULT if attacking else acts.FOR_DEFENCE
        below.replace_dice(attacking, roll_again(state, dice, first(target), purpose))
    elif isinstance(below, blasts.Blast):
        below.die, below.step = 0, blasts.FLYING
    elif isinstance(below, Hit):
        below.replace_dice(roll_again(state, dice, first(target), acts.FOR_LOCATION))


# ---- moves


def is_enemy_mover(state: NormandieState, seat: int, unit: int) -> bool:
    return state.units[unit].status == FIELD and state.units[unit].camp != state.scenario.camps[seat]


def moving_vehicle(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    mover = state.units[unit]
    stops = is_enemy_mover(state, seat, unit) and mover.is_vehicle() and not mover.halted
    return [acts.ON_UNIT.on(unit)] if stops else []


def stop_move(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    state.units[first(target)].halted = True


def trapped(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """On the card's kind of ground; only a trap that stops moves catches vehicles."""
    mover = state.units[unit]
    if not is_enemy_mover(state, seat, unit) or (mover.is_vehicle() and not card.stops):
        return []
    return [acts.ON_UNIT.on(unit)] if state.ground.terrain[mover.cell].id in card.where else []


def spring_trap(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    strike(state, state.units[first(target)], card, SIDE, False)  # without regard to terrain


def snap_shots(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """Men who have not acted and see the mover, passengers too (hon.abil.trans.6, hon.trait.tricky.2).

    Concealed ones would give themselves away.
    """
    if not is_enemy_mover(state, seat, unit):
        return []
    idle = [
        own for own in state.units if own.seat == seat and own.is_crewed() and is_idle(own) and not own.face.concealed
    ]
    return acts.ON_UNIT.on_each([own.id for own in idle if ban_fire(state, own, state.units[unit]) is None])


def snap_fire(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    shoot_out_of_turn(state, state.units[first(target)], acts.FIRE.on(actor), "hon.card.override.1")


# ---- blasts


def own_blast(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """A shot of the player's that may still disperse."""
    below = state.stack[-2]
    if not isinstance(below, blasts.Blast) or below.scatter <= 0 or state.units[below.firer].seat != seat:
        return []
    return [acts.ON_UNIT.on(below.firer)]


def keep_from_drifting(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    below = state.stack[-2]
    assert isinstance(below, blasts.Blast)
    below.scatter = 0


GRENADES: Final = (HAND_GRENADE, RIFLE_GRENADE)


def grenade_returns(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """The crossings around the thrower, or the room it stands in."""
    below = state.stack[-2]
    if not isinstance(below, blasts.Burst) or (isinstance(below, blasts.Blast) and below.attack not in GRENADES):
        return []
    thrower = state.units[below.firer]
    if thrower.camp == state.scenario.camps[seat] or thrower.status != FIELD:
        return []
    if blasts.inside(state, thrower):
        return [acts.ON_ROOM.on(thrower.cell)]
    return acts.ON_CROSSING.on_each(blasts.corners_of(state, thrower.cell))


def throw_back(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    """The grenade lands again, and this time for good.

    The thrower fires it no more: neither his directive nor his markers and tokens count (hon.ord.direct.5).
    """
    below = state.stack[-2]
    assert isinstance(below, blasts.Burst)
    back: blasts.Burst
    if acts.ACTS.of(target) is acts.ON_ROOM:
        back = blasts.Contained(below.firer, blasts.shared_space(state, first(target)))
    else:
        back = blasts.Blast(below.firer, first(target), HAND_GRENADE)
    back.step = blasts.LANDED
    back.returned = True
    state.stack[-2] = back


ROLLED: Final = (moments.SHOT_ROLLED, moments.ASSAULT_ROLLED, moments.BLAST_LANDED, moments.LOCATION_ROLLED)
EFFECTS: Final[list[Effect]] = [
    Effect("defense-bonus", (moments.AT_SHOT,), under_fire, duck),
    Effect("cancel-hit", (moments.SHOT_ROLLED,), hit_vehicle, save_target),
    Effect("hit-to-suppressed", (moments.SHOT_ROLLED,), hit_infantry, save_target),
    Effect("retreat", (moments.SHOT_STRUCK,), struck_infantry, drive_back),
    Effect("assault-bonus", (moments.AT_ASSAULT,), own_fighters, rage),
    Effect("retreat-before-assault", (moments.AT_ASSAULT,), infantry_with_room, give_way),
    Effect("reroll-own", ROLLED, rerolls, roll_own_again),
    Effect("stop-move", (moments.STEPPED,), moving_vehicle, stop_move),
    Effect("trap", (moments.STEPPED,), trapped, spring_trap),
    Effect("opportunity-fire", (moments.STEPPED,), snap_shots, snap_fire),
    Effect("move-bonus-after", (moments.MOVE_ENDS,), about_to_move, hurry),
    Effect("no-dispersal", (moments.BLAST_AIMED,), own_blast, keep_from_drifting),
    Effect("redirect-grenade", (moments.BLAST_LANDED,), grenade_returns, throw_back),
]
