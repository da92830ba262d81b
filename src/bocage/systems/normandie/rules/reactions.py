"""Cards that answer to what is under way: a shot, a move, an assault, a blast. Their targets and their deeds."""

from __future__ import annotations

from bocage.systems.normandie.model.forces import Card
from bocage.systems.normandie.model.tables import SIDE
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.blasts import FLYING, HAND_GRENADE, LANDED, Blast, Contained, inside, shared_space
from bocage.systems.normandie.rules.effectkinds import (
    BOUNCE,
    DRIVE_BACK,
    DUCK,
    GIVE_WAY,
    GO_ON,
    HELMET,
    PRECISION,
    RAGE,
    REROLL,
    RETURN_GRENADE,
    SNAP_SHOT,
    STOP_MOVE,
    TRAP,
)
from bocage.systems.normandie.rules.firing import BLASTS, Shot, can_fire
from bocage.systems.normandie.rules.kinds import (
    FIRE,
    FOR_ASSAULT,
    FOR_DEFENCE,
    ROOM,
)
from bocage.systems.normandie.rules.movement import Movement, steps
from bocage.systems.normandie.rules.opportunity import is_idle, shoot_out_of_turn
from bocage.systems.normandie.rules.retreat import DrivenBack, retreats
from bocage.systems.normandie.rules.staff import ATTACKING, DEFENDING
from bocage.systems.normandie.rules.support import strike
from bocage.systems.normandie.rules.traits import roll_again
from bocage.systems.normandie.rules.vehicles import MANOEUVRES, Drive, may
from bocage.systems.normandie.state import FIELD, NormandieState, Unit


def answers(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """What such a card could be played on now; `unit` is the one that moves or attacks."""
    effect = card.effect
    if effect == REROLL:
        return rerolls(state, seat)
    if effect in (DUCK, HELMET, BOUNCE, DRIVE_BACK):
        return shot_targets(state, seat, effect)
    if effect in (RAGE, GIVE_WAY):
        return assault_targets(state, seat, effect)
    if effect == PRECISION:
        blast = blast_under_way(state)
        flying = blast is not None and blast.scatter > 0 and state.units[blast.firer].seat == seat
        return [unit_of(blast)] if flying else []
    if effect == RETURN_GRENADE:
        return grenade_returns(state, seat)
    mover = state.units[unit]
    fits = mover.seat == seat if effect == GO_ON else mover.camp != state.scenario.camps[seat]
    if mover.status != FIELD or not fits:
        return []
    if effect == GO_ON:
        return [unit] if can_go_on(state, mover, card.amount) else []
    if effect == STOP_MOVE:
        return [unit] if mover.is_vehicle() and not mover.halted else []
    if effect == TRAP:
        hidden = mover.is_vehicle() and not card.stops
        return [unit] if state.ground.terrain[mover.cell].id in card.where and not hidden else []
    return snap_shots(state, seat, mover)


def unit_of(blast: Blast | None) -> int:
    return blast.firer if blast is not None else -1


def react(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    effect = card.effect
    staff = state.staff
    if effect == DUCK:
        staff.guard += card.amount
    elif effect in (HELMET, BOUNCE):
        staff.saved = True
    elif effect == REROLL:
        roll_own_again(state, seat, target)
    elif effect == DRIVE_BACK:
        shot = shot_under_way(state)
        assert shot is not None
        state.push(DrivenBack(target, state.spaces_of(state.units[shot.firer])[0]))
    elif effect == RAGE:
        attack, defense = staff.rage
        raging = role_of(state, seat) == ATTACKING
        staff.rage = (attack + card.amount, defense) if raging else (attack, defense + card.amount)
    elif effect == GIVE_WAY:
        assault = assault_under_way(state)
        assert assault is not None
        assault.give_way()
    elif effect == STOP_MOVE:
        state.units[target].halted = True
    elif effect == SNAP_SHOT:
        shoot_out_of_turn(state, state.units[target], actor, FIRE, "hon.card.override.1")
    elif effect == TRAP:
        strike(state, state.units[target], card, SIDE, False)  # without regard to terrain
    elif effect == GO_ON:
        go_on(state, target, card.amount)
    elif effect == PRECISION:
        blast = blast_under_way(state)
        assert blast is not None
        blast.scatter = 0
    else:
        throw_back(state, target)


def shot_under_way(state: NormandieState) -> Shot | None:
    for depth in range(len(state.stack) - 1, -1, -1):
        procedure = state.stack[depth]
        if isinstance(procedure, Shot):
            return procedure
    return None


def assault_under_way(state: NormandieState) -> Assault | None:
    """Right below the window: the cards are for this fight, not for one further down."""
    below = state.stack[-2]
    return below if isinstance(below, Assault) else None


def blast_under_way(state: NormandieState) -> Blast | None:
    below = state.stack[-2]
    return below if isinstance(below, Blast) else None


def shot_targets(state: NormandieState, seat: int, effect: int) -> list[int]:
    """The target's side ducks or is saved, the firer's drives back infantry that was hit and still stands."""
    shot = shot_under_way(state)
    if shot is None:
        return []
    target = state.units[shot.target]
    if effect == DRIVE_BACK:
        firer = state.units[shot.firer]
        own = firer.seat == seat and target.camp != firer.camp and shot.kind not in BLASTS
        struck = target.status == FIELD and not target.is_vehicle() and target.side != shot.side
        return [shot.target] if own and struck else []
    if target.seat != seat:
        return []
    if effect == DUCK:
        return [shot.target] if not target.is_vehicle() else []
    if not shot.hits() or state.staff.saved:
        return []
    if effect == BOUNCE:
        return [shot.target] if target.is_vehicle() else []
    return [shot.target] if not target.is_vehicle() and not shot.kills() else []


def role_of(state: NormandieState, seat: int) -> int:
    """ATTACKING or DEFENDING in the assault under way, -1 for an ally who only looks on."""
    assault = assault_under_way(state)
    if assault is None:
        return -1
    if state.units[assault.attacker].seat == seat:
        return ATTACKING
    return DEFENDING if state.units[assault.defender].seat == seat else -1


def assault_targets(state: NormandieState, seat: int, effect: int) -> list[int]:
    """Either side's unit fights harder; infantry under attack may give way, if it has room to."""
    assault = assault_under_way(state)
    if assault is None:
        return []
    attacker, defender = state.units[assault.attacker], state.units[assault.defender]
    if effect == RAGE:
        return [unit.id for unit in (attacker, defender) if unit.seat == seat]
    if defender.seat != seat or defender.is_vehicle():
        return []
    return [defender.id] if retreats(state, assault.launch(state), defender) else []


def own_dice(state: NormandieState, seat: int) -> list[int]:
    """The dice of the seat that have just been rolled, in a shot, an assault or a dispersal."""
    below = state.stack[-2]
    if isinstance(below, Shot) and state.units[below.firer].seat == seat:
        return below.rolled
    if isinstance(below, Assault):
        role = role_of(state, seat)
        return below.dice if role == ATTACKING else below.replies if role == DEFENDING else []
    if isinstance(below, Blast) and below.die and state.units[below.firer].seat == seat:
        return [below.die]
    return []


def rerolls(state: NormandieState, seat: int) -> list[int]:
    """Any one or more of the dice, as bits."""
    return list(range(1, 1 << len(own_dice(state, seat))))


def roll_own_again(state: NormandieState, seat: int, chosen: int) -> None:
    below = state.stack[-2]
    dice = own_dice(state, seat)
    if isinstance(below, Shot):
        below.replace_dice(state, roll_again(state, dice, chosen, below.purpose()))
    elif isinstance(below, Assault):
        attacking = role_of(state, seat) == ATTACKING
        purpose = FOR_ASSAULT if attacking else FOR_DEFENCE
        below.replace_dice(attacking, roll_again(state, dice, chosen, purpose))
    elif isinstance(below, Blast):
        below.step = FLYING


def snap_shots(state: NormandieState, seat: int, mover: Unit) -> list[int]:
    """Units that have not acted and see the mover, passengers too (hon.abil.trans.6).

    Concealed ones would give themselves away.
    """
    found: list[int] = []
    for unit in state.units:
        if unit.seat == seat and is_idle(unit) and not unit.face.concealed and can_fire(state, unit, mover):
            found.append(unit.id)
    return found


def move_under_way(state: NormandieState) -> Movement | Drive | None:
    below = state.stack[-2]
    return below if isinstance(below, (Movement, Drive)) else None


def can_go_on(state: NormandieState, unit: Unit, points: int) -> bool:
    if unit.is_vehicle():
        return any(may(state, unit, manoeuvre, points) for manoeuvre in MANOEUVRES)
    return steps(state, unit, unit.cell, points) != 0


def go_on(state: NormandieState, unit: int, points: int) -> None:
    move = move_under_way(state)
    if move is not None and move.unit == unit:
        move.go_on(points)


def grenade_returns(state: NormandieState, seat: int) -> list[int]:
    """The crossings around the thrower, or the room it stands in."""
    below = state.stack[-2]
    thrown = isinstance(below, Contained) or (isinstance(below, Blast) and below.bonus == HAND_GRENADE)
    if not thrown or not isinstance(below, (Blast, Contained)):
        return []
    thrower = state.units[below.firer]
    if thrower.camp == state.scenario.camps[seat] or thrower.status != FIELD:
        return []
    if inside(state, thrower):
        return [ROOM + thrower.cell]
    grid = state.board.grid
    row, col = grid.row(thrower.cell), grid.col(thrower.cell)
    return [grid.intersection(row + a, col + b) for a in (0, 1) for b in (0, 1)]


def throw_back(state: NormandieState, target: int) -> None:
    """The grenade lands again, and this time for good.

    The thrower fires it no more: neither his directive nor his markers and tokens count (hon.ord.direct.5).
    """
    below = state.stack[-2]
    assert isinstance(below, (Blast, Contained))
    back: Blast | Contained
    if target >= ROOM:
        back = Contained(below.firer, shared_space(state, target - ROOM))
    else:
        back = Blast(below.firer, target, HAND_GRENADE, 0, 0)
    back.step = LANDED
    back.returned = True
    state.stack[-2] = back
