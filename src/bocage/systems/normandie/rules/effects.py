"""What action cards do: for each effect its targets, whether one still counts, and the deed."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel.event import Event
from bocage.systems.normandie.model.forces import Card
from bocage.systems.normandie.model.tables import (
    FRONT,
    HEAVY,
    HERO,
    INFANTRY,
    OFFICER,
    PLAIN,
    SIDE,
)
from bocage.systems.normandie.rules.damage import Hit
from bocage.systems.normandie.rules.effectkinds import (
    ARTILLERY,
    CALM,
    CLOSE_ATTACK,
    DEPLOY_UNIT,
    DESERT,
    DISCARD_ORDER,
    DRAW,
    DUCK,
    EASY_GROUND,
    EXTRA_MOVE,
    EXTRA_TURN,
    FAUST_SHOT,
    FLIP,
    FREE_MOVE,
    HIT_AND_RUN,
    MOVE_BONUS,
    MOVING_FIRE,
    OFFBOARD_SHOT,
    OPEN_TARGET,
    RAM,
    REACTIVATE,
    RELAY,
    REPAIR,
    RETURN_TOKENS,
    RETURN_UNIT,
    SHOT_BONUS,
    SMOKE,
    SPECIAL_ORDER,
    STRAFE,
    SURPRISE,
    SWAP_ENEMY,
    SWAP_OWN,
    TAKE_INITIATIVE,
)
from bocage.systems.normandie.rules.kinds import (
    NO_TOKEN,
    UNITS,
)
from bocage.systems.normandie.rules.movement import Movement, can_move
from bocage.systems.normandie.rules.multiplayer import may_have_special
from bocage.systems.normandie.rules.reactions import answers, react
from bocage.systems.normandie.rules.sight import distance
from bocage.systems.normandie.rules.staff import AID_MOVE, AID_MOVING_FIRE, AID_OPEN, AID_ROUGH, AID_SHOT, AID_SURPRISE
from bocage.systems.normandie.rules.support import (
    FAUST_REACH,
    Salvo,
    Support,
    close_vehicles,
    observed,
    run_cells,
    runs,
    strike,
)
from bocage.systems.normandie.rules.traits import reach
from bocage.systems.normandie.rules.vehicles import Drive, can_drive
from bocage.systems.normandie.rules.victory import eliminate
from bocage.systems.normandie.rules.zones import enemy_zones
from bocage.systems.normandie.state import ABOARD, EXITED, FIELD, LOST, NormandieState, Unit, in_play

RELAY_REACH: Final = 3
NO_TARGET: Final = 0
"""The only target of effects that need none."""

COMMANDS: Final = (SPECIAL_ORDER, TAKE_INITIATIVE, SWAP_ENEMY, SWAP_OWN, DISCARD_ORDER, RELAY, DRAW) + (
    RETURN_TOKENS,
    EXTRA_TURN,
    REACTIVATE,
)

AIDS: Final = {
    MOVE_BONUS: AID_MOVE,
    EASY_GROUND: AID_ROUGH,
    MOVING_FIRE: AID_MOVING_FIRE,
    SURPRISE: AID_SURPRISE,
    OPEN_TARGET: AID_OPEN,
    SHOT_BONUS: AID_SHOT,
}


def targets(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """What the card could be played on now; `unit` has just acted or is about to. Empty: it cannot be played.

    It may help units of the player's own and hurt any of the other side; an ally's are neither (hon.mp.cards.5).
    """
    effect = card.effect
    camp = state.scenario.camps[seat]
    if effect >= DUCK:
        return answers(state, seat, card, unit)
    if effect == SPECIAL_ORDER:
        return [NO_TARGET] if may_have_special(state, seat) else []
    if effect == TAKE_INITIATIVE:
        return [NO_TARGET] if state.initiative != camp else []
    if effect == DRAW:
        return [NO_TARGET] if state.staff.decks[camp] else []
    if effect in (EXTRA_TURN, REACTIVATE):
        own = unit >= 0 and state.units[unit].seat == seat and in_play(state.units[unit])
        return [unit] if own else []
    if effect == HIT_AND_RUN:
        return [unit] if unit >= 0 and can_run(state, seat, state.units[unit]) else []
    if effect in AIDS:
        own = unit >= 0 and state.units[unit].seat == seat
        return [unit] if own and (effect != MOVING_FIRE or lacks_moving_fire(state.units[unit])) else []
    if effect == RAM:
        return ramming(state, state.units[unit]) if unit >= 0 and state.units[unit].seat == seat else []
    if effect == DEPLOY_UNIT:
        return landings_of(state, seat, [u for u in state.units if is_reserve(u, camp, card)])
    if effect == ARTILLERY:
        grid = state.board.grid
        return list(range((grid.rows + 1) * (grid.cols + 1)))
    if effect == STRAFE:
        return runs(state, seat, card)
    if effect == OFFBOARD_SHOT:
        return observed(state, seat, card)
    if effect == SMOKE:
        return smoke_places(state, seat)
    if effect in (FAUST_SHOT, CLOSE_ATTACK):
        own = unit >= 0 and state.units[unit].seat == seat
        return close_vehicles(state, state.units[unit], FAUST_REACH if effect == FAUST_SHOT else 1) if own else []
    if effect == SWAP_OWN:
        return pairs(face_down(state, seat))
    if effect == SWAP_ENEMY:
        return [pair for enemy in state.scenario.players[1 - camp] for pair in pairs(face_down(state, enemy))]
    if effect == RELAY:
        return relays(state, seat)
    if effect == RETURN_UNIT:
        return returns(state, seat)
    if effect == RETURN_TOKENS:
        return spent_tokens(state, seat)
    return [other.id for other in state.units if affects(state, seat, card, other)]


def affects(state: NormandieState, seat: int, card: Card, unit: Unit) -> bool:
    """One unit as the target of a card.

    Passengers keep their orders and their moves (hon.abil.trans.6), but nothing picks them out (hon.abil.trans.8), and
    they are turned over where they get out.
    """
    effect = card.effect
    own = unit.seat == seat
    enemy = unit.camp != state.scenario.camps[seat]
    if unit.status != FIELD and (unit.status != ABOARD or effect in (FLIP, DESERT)):
        return False
    if effect == CALM:
        return own and unit.suppressed > 0
    if effect == FLIP:
        back = unit.counter.faces[1 - unit.side]
        return own and unit.face.white and back.white and unit.is_crewed()  # hon.trait.tricky.2
    if effect == EXTRA_MOVE:
        return own and unit.acted and not unit.activated and mobile(state, unit)
    if effect == FREE_MOVE:
        idle = not unit.acted and not unit.activated and unit.token == NO_TOKEN
        return own and idle and not unit.is_vehicle() and can_move(state, unit)
    if effect == DISCARD_ORDER:
        return enemy and unit.token != NO_TOKEN and not unit.shown
    if effect == REPAIR:
        return own and unit.damage != 0
    if effect == DESERT:
        plain = unit.counter.outline == PLAIN and not unit.is_vehicle()
        return enemy and plain and unit.suppressed >= card.amount and not unit.face.concealed
    return False


def mobile(state: NormandieState, unit: Unit) -> bool:
    return can_drive(state, unit) if unit.is_vehicle() else can_move(state, unit)


def smoke_places(state: NormandieState, seat: int) -> list[int]:
    """The corners of spaces where the side has infantry, on foot or aboard."""
    grid = state.board.grid
    found: set[int] = set()
    for unit in state.units:
        if unit.seat == seat and in_play(unit) and not unit.is_vehicle() and unit.is_crewed():
            for cell in state.spaces_of(unit):
                row, col = grid.row(cell), grid.col(cell)
                found.update([grid.intersection(row + a, col + b) for a in (0, 1) for b in (0, 1)])
    return sorted(found)


def face_down(state: NormandieState, seat: int) -> list[Unit]:
    return [u for u in state.units if u.seat == seat and in_play(u) and u.token != NO_TOKEN and not u.shown]


def pairs(units: list[Unit]) -> list[int]:
    return [a.id * UNITS + b.id for a in units for b in units if a.id < b.id]


def relays(state: NormandieState, seat: int) -> list[int]:
    """From a unit with a token face down to one without any, close by."""
    found: list[int] = []
    for a in face_down(state, seat):
        for b in state.units:
            if b.seat != seat or not in_play(b) or b.token != NO_TOKEN or b.acted or b.activated:
                continue
            if distance(state, a, b) <= RELAY_REACH:
                found.append(a.id * UNITS + b.id)
    return found


def can_run(state: NormandieState, seat: int, unit: Unit) -> bool:
    """It has just fired as its action, and can still move; heavy vehicles are too slow."""
    fired = unit.seat == seat and in_play(unit) and unit.fired != 0
    return fired and unit.counter.rank != HEAVY and mobile(state, unit)


def lacks_moving_fire(unit: Unit) -> bool:
    return not unit.is_vehicle() and any(weapon.on_the_move < 0 for weapon in unit.face.weapons)


def ramming(state: NormandieState, unit: Unit) -> list[int]:
    """The enemy vehicle right in front of a heavy one that can still drive."""
    if unit.status != FIELD or unit.counter.rank != HEAVY or reach(state, unit) <= 0:
        return []
    ahead = state.board.grid.around[unit.cell][unit.facing]
    prey = [u for u in state.units if u.camp != unit.camp and u.status == FIELD and u.is_vehicle()]
    return [other.id for other in prey if ahead >= 0 and other.cells() >> ahead & 1]


def returns(state: NormandieState, seat: int) -> list[int]:
    """A lost unit, neither officer nor hero."""
    lost = [u for u in state.units if u.seat == seat and u.status == LOST and not u.is_vehicle()]
    return landings_of(state, seat, [u for u in lost if u.counter.outline not in (OFFICER, HERO)])


def is_reserve(unit: Unit, camp: int, card: Card) -> bool:
    return unit.camp == camp and unit.status == EXITED and unit.counter.id == card.unit


def landings_of(state: NormandieState, seat: int, units: list[Unit]) -> list[int]:
    """On free spaces of the side's zone or edge, out of enemy zones of control: space * UNITS + unit."""
    if not units:
        return []
    ground = state.ground
    camp = state.scenario.camps[seat]
    area = (state.scenario.zones[seat] | state.scenario.edges[camp]) & ~ground.closed[INFANTRY] & ~ground.water
    area &= ~state.standing[0] & ~state.standing[1] & ~enemy_zones(state, camp)
    return [cell * UNITS + unit.id for unit in units for cell in spaces(area)]


def spent_tokens(state: NormandieState, seat: int) -> list[int]:
    """Kinds of tokens a tile has spent: kind * UNITS + tile."""
    found: list[int] = []
    for number, tile in enumerate(state.scenario.tiles):
        if tile.seat == seat and tile.tokens:
            for kind, bought in enumerate(tile.tokens):
                if state.tokens[number][kind] < bought:
                    found.append(kind * UNITS + number)
    return found


def perform(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    """The deed itself; moves are pushed and played out before the next card is resolved."""
    effect = card.effect
    staff = state.staff
    if effect >= DUCK:
        react(state, seat, card, target, actor)
        return
    if effect >= ARTILLERY:
        bring(state, seat, card, target, actor)
        return
    unit = state.units[target % UNITS]
    if effect in COMMANDS:
        command(state, seat, card, target, unit)
    elif effect == CALM:
        unit.suppressed -= min(unit.suppressed, card.amount)
    elif effect == FLIP:
        state.turn(unit)
    elif effect in (EXTRA_MOVE, FREE_MOVE):
        state.lose_token(unit)  # hon.act.marker.2
        unit.activated = True  # hon.act.marker.1
        set_out(state, unit, reach(state, unit), 0)
    elif effect == HIT_AND_RUN:
        set_out(state, unit, min(reach(state, unit), card.amount), unit.fired)
    elif effect == DESERT:
        eliminate(state, unit, "hon.card.override.1")
    elif effect in (RETURN_UNIT, DEPLOY_UNIT):
        unit.seat = seat
        rejoin(state, unit, target // UNITS)
    else:
        staff.aided = unit.id
        staff.aid[AIDS[effect]] += max(card.amount, 1)


def set_out(state: NormandieState, unit: Unit, points: int, fired: int) -> None:
    """A move that a card gives; `fired` are the weapons that may not fire in it."""
    if unit.is_vehicle():
        drive = Drive(unit.id, points)
        drive.fired = fired
        state.push(drive)
    else:
        move = Movement(unit.id, points, -1, False)
        move.fired = fired
        state.push(move)


def command(state: NormandieState, seat: int, card: Card, target: int, unit: Unit) -> None:
    """Orders, initiative, cards in hand and tokens of options."""
    effect = card.effect
    staff = state.staff
    if effect == SPECIAL_ORDER:
        staff.special[seat] += card.amount
    elif effect == TAKE_INITIATIVE:
        state.lead(state.scenario.camps[seat])
    elif effect in (SWAP_ENEMY, SWAP_OWN):
        other = state.units[target // UNITS]
        other.token, unit.token = unit.token, other.token
    elif effect == DISCARD_ORDER:
        state.lose_token(unit)
    elif effect == RELAY:
        giver = state.units[target // UNITS]
        unit.token = giver.token
        giver.token = NO_TOKEN
    elif effect == DRAW:
        for _ in range(card.amount):
            draw(state, seat)
    elif effect == RETURN_TOKENS:
        kind, tile = target // UNITS, target % UNITS
        bought = state.scenario.tiles[tile].tokens[kind]
        state.tokens[tile][kind] = min(bought, state.tokens[tile][kind] + card.amount)
    elif effect == EXTRA_TURN:
        staff.encore = seat
    else:
        staff.again = unit.id
        staff.fury = card.amount


def bring(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    """Attacks, smoke and repairs, and what happens to the shot under way."""
    effect = card.effect
    staff = state.staff
    number = state.scenario.cards.index(card)
    if effect == ARTILLERY:
        state.push(Salvo(seat, number, target))
    elif effect == STRAFE:
        state.push(Support(seat, number, -1, run_cells(state, target, card.amount)))
    elif effect == SMOKE:
        state.smoke = [*state.smoke, (target, card.amount)]
    elif effect == REPAIR:
        damage = state.units[target].damage
        state.units[target].damage = damage & (damage - 1)
    elif effect == OFFBOARD_SHOT:
        strike(state, state.units[target], card, FRONT)
    elif effect == RAM:
        staff.done = actor
        state.push(Hit(actor, 1, "hon.card.override.1", False, False, False))
        state.push(Hit(target, 1, "hon.card.override.1", False, False, False))
    else:
        strike(state, state.units[target], card, SIDE)
        staff.done = actor


def rejoin(state: NormandieState, unit: Unit, cell: int) -> None:
    """It comes back on its weakest side; what it cost its tile stays lost."""
    if unit.face.hit:
        unit.flip()
    unit.suppressed = 0
    unit.activated = True
    state.put(unit, cell)


def draw(state: NormandieState, seat: int) -> bool:
    """The top card; an empty deck gives none and is not shuffled anew (hon.open.deck.empty.1)."""
    deck = state.staff.decks[state.scenario.camps[seat]]
    if not deck:
        return False
    state.staff.hands[seat].append(deck.pop())
    return True


def tell(state: NormandieState, kind: str, rule: str, seat: int, card: Card) -> None:
    if state.recording:
        side = "@" + state.scenario.names[seat]
        state.emit(Event(kind, rule, {"side": side, "card": f"@action.{card.id}.title"}))
