"""What action cards do: for each effect its targets, whether one still counts, and the deed."""

from __future__ import annotations

from typing import Final

from bocage.geometry.square import spaces
from bocage.kernel.event import Event
from bocage.systems.normandie.kinds import NO_TOKEN, UNITS
from bocage.systems.normandie.model import FRONT, HERO, OFFICER, PLAIN, SIDE, Card
from bocage.systems.normandie.rules.firing import HIT, MISS, SUPPRESSIVE, Shot
from bocage.systems.normandie.rules.movement import Movement, can_move
from bocage.systems.normandie.rules.staff import AID_ASSAULT, AID_MOVE, AID_OPEN, AID_ROUGH, AID_SHOT, AID_SURPRISE
from bocage.systems.normandie.rules.support import (
    FAUST_REACH,
    Support,
    close_vehicles,
    observed,
    run_cells,
    runs,
    strike,
)
from bocage.systems.normandie.rules.vehicles import Drive, can_drive
from bocage.systems.normandie.rules.victory import eliminate
from bocage.systems.normandie.state import FIELD, LOST, NormandieState, Unit

# Effects by their names in data/cards.yaml
EFFECTS: Final = (
    "special-order",
    "take-initiative",
    "swap-enemy-orders",
    "swap-own-orders",
    "remove-suppressed",
    "flip-unit",
    "extra-move",
    "free-move",
    "discard-order",
    "move-order-token",
    "extra-turn",
    "reactivate",
    "draw",
    "eliminate",
    "return-unit",
    "return-tokens",
    "cancel-card",
    "move-bonus",
    "ignore-difficult",
    "assault-bonus",
    "assault-surprise",
    "ignore-terrain-bonus",
    "shot-bonus",
    "artillery",
    "strafe",
    "offboard-shot",
    "remove-damage",
    "place-smoke",
    "equipment-shot",
    "adjacent-attack",
    "defense-bonus",
    "reroll-own",
    "hit-to-suppressed",
    "cancel-hit",
)
SPECIAL_ORDER: Final = 0
TAKE_INITIATIVE: Final = 1
SWAP_ENEMY: Final = 2
SWAP_OWN: Final = 3
CALM: Final = 4
FLIP: Final = 5
EXTRA_MOVE: Final = 6
FREE_MOVE: Final = 7
DISCARD_ORDER: Final = 8
RELAY: Final = 9
EXTRA_TURN: Final = 10
REACTIVATE: Final = 11
DRAW: Final = 12
DESERT: Final = 13
RETURN_UNIT: Final = 14
RETURN_TOKENS: Final = 15
CANCEL: Final = 16
MOVE_BONUS: Final = 17
EASY_GROUND: Final = 18
ASSAULT_BONUS: Final = 19
SURPRISE: Final = 20
OPEN_TARGET: Final = 21
SHOT_BONUS: Final = 22
ARTILLERY: Final = 23
STRAFE: Final = 24
OFFBOARD_SHOT: Final = 25
REPAIR: Final = 26
SMOKE: Final = 27
FAUST_SHOT: Final = 28
CLOSE_ATTACK: Final = 29
DUCK: Final = 30
REROLL: Final = 31
HELMET: Final = 32
BOUNCE: Final = 33

# When cards may be played
AT_ORDERS: Final = 0
ORDERS_LAID: Final = 1
BETWEEN: Final = 2  # two activations
BEFORE_ACTION: Final = 3  # of a unit just activated
AT_SUPPLY: Final = 4
AT_SHOT: Final = 5  # before its dice
SHOT_ROLLED: Final = 6
WINDOWS: Final = (
    (SPECIAL_ORDER, TAKE_INITIATIVE, CALM, FLIP),
    (SWAP_ENEMY, SWAP_OWN, CALM, FLIP),
    (CALM, FLIP, EXTRA_MOVE, FREE_MOVE, DISCARD_ORDER, RELAY, EXTRA_TURN, REACTIVATE, ARTILLERY, STRAFE, OFFBOARD_SHOT)
    + (SMOKE,),
    (CALM, FLIP, MOVE_BONUS, EASY_GROUND, ASSAULT_BONUS, SURPRISE, OPEN_TARGET, SHOT_BONUS, FAUST_SHOT, CLOSE_ATTACK),
    (CALM, FLIP, DRAW, DESERT, RETURN_UNIT, RETURN_TOKENS, REPAIR),
    (DUCK,),
    (REROLL, HELMET, BOUNCE),
)
RELAY_REACH: Final = 3
NO_TARGET: Final = 0
"""The only target of effects that need none."""

AIDS: Final = {
    MOVE_BONUS: AID_MOVE,
    EASY_GROUND: AID_ROUGH,
    ASSAULT_BONUS: AID_ASSAULT,
    SURPRISE: AID_SURPRISE,
    OPEN_TARGET: AID_OPEN,
    SHOT_BONUS: AID_SHOT,
}


def targets(state: NormandieState, seat: int, card: Card, unit: int) -> list[int]:
    """What the card could be played on now; `unit` has just acted or is about to. Empty: it cannot be played."""
    effect = card.effect
    if effect == SPECIAL_ORDER:
        return [NO_TARGET] if state.staff.special[seat] < 2 else []  # hon.special.cap.1
    if effect == TAKE_INITIATIVE:
        return [NO_TARGET] if state.initiative != seat else []
    if effect == DRAW:
        return [NO_TARGET] if state.staff.decks[seat] else []
    if effect in (EXTRA_TURN, REACTIVATE):
        own = unit >= 0 and state.units[unit].seat == seat and state.units[unit].status == FIELD
        return [unit] if own else []
    if effect in AIDS:
        return [unit] if unit >= 0 and state.units[unit].seat == seat else []
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
    if effect in (DUCK, REROLL, HELMET, BOUNCE):
        return shot_targets(state, seat, effect)
    if effect in (SWAP_ENEMY, SWAP_OWN):
        return pairs(face_down(state, seat if effect == SWAP_OWN else 1 - seat))
    if effect == RELAY:
        return relays(state, seat)
    if effect == RETURN_UNIT:
        return returns(state, seat)
    if effect == RETURN_TOKENS:
        return spent_tokens(state, seat)
    return [other.id for other in state.units if affects(state, seat, card, other)]


def affects(state: NormandieState, seat: int, card: Card, unit: Unit) -> bool:
    """One unit as the target of a card."""
    effect = card.effect
    own = unit.seat == seat
    if unit.status != FIELD:
        return False
    if effect == CALM:
        return own and unit.suppressed > 0
    if effect == FLIP:
        back = unit.counter.faces[1 - unit.side]
        return own and unit.face.white and back.white
    if effect == EXTRA_MOVE:
        return own and unit.acted and not unit.activated and mobile(state, unit)
    if effect == FREE_MOVE:
        idle = not unit.acted and not unit.activated and unit.token == NO_TOKEN
        return own and idle and not unit.is_vehicle() and can_move(state, unit)
    if effect == DISCARD_ORDER:
        return not own and unit.token != NO_TOKEN and not unit.shown
    if effect == REPAIR:
        return own and unit.damage != 0
    if effect == DESERT:
        plain = unit.counter.outline == PLAIN and not unit.is_vehicle()
        return not own and plain and unit.suppressed >= card.amount and not unit.face.concealed
    return False


def mobile(state: NormandieState, unit: Unit) -> bool:
    return can_drive(state, unit) if unit.is_vehicle() else can_move(state, unit)


def shot_targets(state: NormandieState, seat: int, effect: int) -> list[int]:
    """Cards for the shot under way: the firer's side rerolls, the target's side is saved."""
    shot = shot_under_way(state)
    if shot is None:
        return []
    target = state.units[shot.target]
    if effect == REROLL:
        return [shot.target] if state.units[shot.firer].seat == seat else []
    if target.seat != seat:
        return []
    if effect == DUCK:
        return [shot.target] if not target.is_vehicle() else []
    if shot.kind == SUPPRESSIVE or shot.result == MISS or state.staff.saved:
        return []
    if effect == BOUNCE:
        return [shot.target] if target.is_vehicle() else []
    return [shot.target] if not target.is_vehicle() and shot.result == HIT else []


def shot_under_way(state: NormandieState) -> Shot | None:
    for depth in range(len(state.stack) - 1, -1, -1):
        procedure = state.stack[depth]
        if isinstance(procedure, Shot):
            return procedure
    return None


def smoke_places(state: NormandieState, seat: int) -> list[int]:
    """The corners of spaces where the side has infantry."""
    grid = state.board.grid
    found: list[int] = []
    for unit in state.units:
        if unit.seat == seat and unit.status == FIELD and not unit.is_vehicle():
            row, col = grid.row(unit.cell), grid.col(unit.cell)
            for place in (grid.intersection(row + a, col + b) for a in (0, 1) for b in (0, 1)):
                if place not in found:
                    found.append(place)
    return sorted(found)


def face_down(state: NormandieState, seat: int) -> list[Unit]:
    return [u for u in state.units if u.seat == seat and u.status == FIELD and u.token != NO_TOKEN and not u.shown]


def pairs(units: list[Unit]) -> list[int]:
    return [a.id * UNITS + b.id for a in units for b in units if a.id < b.id]


def relays(state: NormandieState, seat: int) -> list[int]:
    """From a unit with a token face down to one without any, close by."""
    grid = state.board.grid
    found: list[int] = []
    for a in face_down(state, seat):
        for b in state.units:
            if b.seat != seat or b.status != FIELD or b.token != NO_TOKEN or b.acted or b.activated:
                continue
            if grid.distance[a.cell * grid.size + b.cell] <= RELAY_REACH:
                found.append(a.id * UNITS + b.id)
    return found


def returns(state: NormandieState, seat: int) -> list[int]:
    """A lost unit, neither officer nor hero, on a free space of its zone: space * UNITS + unit."""
    taken = state.standing[0] | state.standing[1]
    free = [c for c in spaces(state.scenario.zones[seat] & ~taken) if not state.board.terrain[c].closed]
    found: list[int] = []
    for unit in state.units:
        if unit.seat != seat or unit.status != LOST or unit.is_vehicle():
            continue
        if unit.counter.outline not in (OFFICER, HERO):
            found.extend([cell * UNITS + unit.id for cell in free])
    return found


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
    if effect >= ARTILLERY:
        bring(state, seat, card, target, actor)
        return
    unit = state.units[target % UNITS]
    if effect == SPECIAL_ORDER:
        staff.special[seat] += card.amount
    elif effect == TAKE_INITIATIVE:
        state.initiative = seat
    elif effect in (SWAP_ENEMY, SWAP_OWN):
        other = state.units[target // UNITS]
        other.token, unit.token = unit.token, other.token
    elif effect == CALM:
        unit.suppressed -= min(unit.suppressed, card.amount)
    elif effect == FLIP:
        state.turn(unit)
    elif effect in (EXTRA_MOVE, FREE_MOVE):
        state.lose_token(unit)  # hon.act.marker.2
        unit.activated = True  # hon.act.marker.1
        if unit.is_vehicle():
            state.push(Drive(unit.id, unit.points()))
        else:
            state.push(Movement(unit.id, unit.points(), -1, False))
    elif effect == DISCARD_ORDER:
        state.lose_token(unit)
    elif effect == RELAY:
        giver = state.units[target // UNITS]
        unit.token = giver.token
        giver.token = NO_TOKEN
    elif effect == DRAW:
        for _ in range(card.amount):
            draw(state, seat)
    elif effect == DESERT:
        eliminate(state, unit, "hon.card.override.1")
    elif effect == RETURN_UNIT:
        rejoin(state, unit, target // UNITS)
    elif effect == RETURN_TOKENS:
        kind, tile = target // UNITS, target % UNITS
        bought = state.scenario.tiles[tile].tokens[kind]
        state.tokens[tile][kind] = min(bought, state.tokens[tile][kind] + card.amount)
    elif effect == EXTRA_TURN:
        staff.encore = seat
    elif effect == REACTIVATE:
        staff.again = unit.id
        staff.fury = card.amount
    elif effect in AIDS:
        staff.aided = unit.id
        staff.aid[AIDS[effect]] += max(card.amount, 1)


def bring(state: NormandieState, seat: int, card: Card, target: int, actor: int) -> None:
    """Attacks, smoke and repairs, and what happens to the shot under way."""
    effect = card.effect
    staff = state.staff
    number = state.scenario.cards.index(card)
    if effect == ARTILLERY:
        state.push(Support(seat, number, target, 0))
    elif effect == STRAFE:
        state.push(Support(seat, number, -1, run_cells(state, target, card.amount)))
    elif effect == SMOKE:
        state.smoke = [*state.smoke, (target, card.amount)]
    elif effect == REPAIR:
        damage = state.units[target].damage
        state.units[target].damage = damage & (damage - 1)
    elif effect == DUCK:
        staff.guard += card.amount
    elif effect == REROLL:
        staff.reroll = True
    elif effect in (HELMET, BOUNCE):
        staff.saved = True
    elif effect == OFFBOARD_SHOT:
        strike(state, state.units[target], card, FRONT)
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
    deck = state.staff.decks[seat]
    if not deck:
        return False
    state.staff.hands[seat].append(deck.pop())
    return True


def tell(state: NormandieState, kind: str, rule: str, seat: int, card: Card) -> None:
    if state.recording:
        side = "@nation." + state.scenario.nations[seat]
        state.emit(Event(kind, rule, {"side": side, "card": f"@action.{card.id}.title"}))
