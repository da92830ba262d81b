"""What must hold in every position."""

from __future__ import annotations

from bocage.geometry.square import spaces
from bocage.systems.normandie.model.flags import BLUFF, MOST_ORDERS, NO_TOKEN, ORDERS
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.damage import Evacuation
from bocage.systems.normandie.rules.movement import Moving
from bocage.systems.normandie.rules.multiplayer import MOST_OF_A_KIND, is_limited
from bocage.systems.normandie.rules.orders import hand_of
from bocage.systems.normandie.state import ABOARD, EXITED, FIELD, LOST, OFF, NormandieState, Unit, in_play


def check(state: NormandieState) -> None:
    check_spaces(state)
    check_tokens(state)
    check_losses(state)
    check_cards(state)
    check_alliances(state)
    for decision in state.pending:
        assert decision.options, "a decision without options"
        assert len(set(decision.options)) == len(decision.options), "an option is offered twice"
    seats = [decision.seat for decision in state.pending]
    assert len(set(seats)) == len(seats), "one seat has two decisions"
    assert state.over or state.pending, "the game is not over and nobody decides"


def check_spaces(state: NormandieState) -> None:
    seen = list(state.standing), state.blockers, state.vehicles
    state.refresh()
    assert seen == (list(state.standing), state.blockers, state.vehicles), "the standing units are out of date"
    occupied: dict[int, int] = {}
    passing = {top.unit for top in state.stack if isinstance(top, Moving)}
    for unit in state.units:
        check_status(state, unit)
        if unit.status != FIELD:
            continue
        assert 0 <= unit.cell < state.board.grid.size, f"unit {unit.id} is off the board"
        check_ground(state, unit)
        for cell in spaces(unit.cells()):
            other = occupied.setdefault(cell, unit.id)
            over = other == unit.id or other in passing or unit.id in passing
            assert over, f"units {other} and {unit.id} are stacked"


def check_status(state: NormandieState, unit: Unit) -> None:
    faces = unit.counter.faces if unit.veil < 0 else unit.counter.veils
    assert unit.face is faces[unit.side], f"unit {unit.id} shows another side than it has"
    assert (unit.cell != OFF) == (unit.status == FIELD), f"unit {unit.id} is half off the board"
    assert unit.suppressed >= 0
    assert (unit.carrier >= 0) == (unit.status == ABOARD), f"unit {unit.id} is half aboard"
    if unit.carrier >= 0 and not any(isinstance(top, Evacuation) for top in state.stack):
        assert state.units[unit.carrier].status == FIELD, "a passenger of a lost vehicle"


def check_ground(state: NormandieState, unit: Unit) -> None:
    """It stands where its class may, in as many spaces as it has."""
    ground, cells = state.ground, unit.cells()
    assert cells.bit_count() == unit.counter.size, f"unit {unit.id} stands in {cells.bit_count()} spaces"
    if unit.counter.size == 2:
        assert unit.rear == state.board.grid.around[unit.cell][(unit.facing + 4) % 8], "a vehicle is bent"
    wrecks = ground.wrecks[0] | ground.wrecks[1]
    barred = ground.closed[unit.counter.rank] & ~wrecks
    assert not cells & barred, f"unit {unit.id} stands on impassable ground"
    assert not cells & ground.water or unit.face.amphibious, f"unit {unit.id} stands in water"


def check_tokens(state: NormandieState) -> None:
    for seat in range(len(state.scenario.camps)):
        check_hand(state, seat)
    for unit in state.units:
        assert not (unit.activated and unit.token != NO_TOKEN), "an Activated marker beside a token"
        assert unit.status != LOST or unit.token == NO_TOKEN, "a lost unit holds a token"


def check_hand(state: NormandieState, seat: int) -> None:
    tokens = [u.token for u in state.units if u.seat == seat and u.token != NO_TOKEN]
    assert len(set(tokens)) == len(tokens), "a token lies on two units"
    assert state.entitled[seat] <= MOST_ORDERS
    assert all(t >= BLUFF or t <= state.entitled[seat] for t in tokens), "a token nobody is entitled to"
    assert len(state.lost[seat]) + len(tokens) <= hand_of(state, seat).bit_count()
    assert state.phase <= ORDERS or state.tokens_down or not tokens


def check_alliances(state: NormandieState) -> None:
    """Everyone is in the order of play once, and an alliance against one player keeps to his limits."""
    scenario = state.scenario
    assert sorted(state.sequence) == list(range(len(scenario.camps))), "the order of play is not complete"
    for unit in state.units:
        assert unit.camp == scenario.camps[unit.seat], f"unit {unit.id} fights for the other side"
    for camp in (0, 1):
        seats = scenario.players[camp]
        assert sorted(state.ranks[camp]) == seats, "an ally is missing"
        if is_limited(state, camp):
            assert sum(state.entitled[seat] for seat in seats) <= MOST_ORDERS
            assert sum(state.bluffs[seat] for seat in seats) <= MOST_OF_A_KIND
            assert sum(state.staff.special[seat] for seat in seats) <= MOST_OF_A_KIND


def check_cards(state: NormandieState) -> None:
    staff = state.staff
    for camp in (0, 1):
        held = staff.decks[camp] + staff.discards[camp]
        for seat in state.scenario.players[camp]:
            held = held + staff.hands[seat]
        assert not staff.cards or sorted(held) == sorted(state.scenario.decks[camp]), "a card is lost"


def check_losses(state: NormandieState) -> None:
    for number, tile in enumerate(state.scenario.tiles):
        lost = sum(unit.status == LOST and unit.tile == number for unit in state.units)
        counted = state.losses[number]
        assert counted == lost or (state.staff.cards and counted > lost), "a loss is not counted"
        assert tile.breaking_point == 0 or state.broken[number] == (counted >= tile.breaking_point)
    for top in state.stack:
        if isinstance(top, Assault):
            assert state.units[top.attacker].seat != state.units[top.defender].seat
    check_documents(state)


def check_documents(state: NormandieState) -> None:
    places = [state.documents_place >= 0, state.documents_cell >= 0, state.documents_unit >= 0]
    assert sum(places) <= 1, "the documents are in two places"
    if state.documents_unit >= 0:
        bearer = state.units[state.documents_unit]
        assert in_play(bearer) or (bearer.status == EXITED and state.goal == bearer.camp)
