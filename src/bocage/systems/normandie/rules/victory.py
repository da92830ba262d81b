"""Losses, breaking points, the scenario's documents and the end of the game."""

from __future__ import annotations

from bocage.geometry.square import spaces
from bocage.kernel import Arg
from bocage.systems.normandie.model import flags
from bocage.systems.normandie.model.forces import Goal
from bocage.systems.normandie.model.tables import INFANTRY
from bocage.systems.normandie.rules import acts
from bocage.systems.normandie.rules.abilities import uncover
from bocage.systems.normandie.rules.structures import structure_at
from bocage.systems.normandie.state import EXITED, FIELD, LOST, OFF, NormandieState, Unit


def eliminate(state: NormandieState, unit: Unit, rule: str, place: int = OFF) -> None:
    """Remove a unit and count the loss for its tile (hon.break.place.1); `place` is where a passenger falls."""
    if unit.counter.kind == "ruse":  # nobody was there: hon.open.ruse.1
        uncover(state, unit, "hon.open.ruse.1")
        return
    cell = unit.cell if unit.cell >= 0 else place
    state.report("eliminated", rule, unit, place=cell)
    if state.documents_unit == unit.id:
        state.documents_unit = -1
        state.documents_cell = cell
        state.announce("documents-fall", "hon.victory.win.1", {}, place=state.board.grid.name(cell))
    state.lose_token(unit)
    state.remove(unit, LOST)
    count_loss(state, unit.tile)


def count_loss(state: NormandieState, number: int) -> None:
    state.losses[number] += 1
    tile = state.scenario.tiles[number]
    if state.broken[number] or not 0 < tile.breaking_point <= state.losses[number]:  # hon.open.break.option.1
        return
    state.broken[number] = True  # hon.break.reach.1
    state.score[1 - tile.camp] += tile.vp  # hon.break.flip.1
    state.announce("broken", "hon.break.flip.1", {"tile": tile.key(), "vp": tile.vp})


def hit(state: NormandieState, unit: Unit, rule: str) -> None:
    """One hit: flip or remove (hon.counter.hit.1)."""
    if unit.veil >= 0:
        state.unveil(unit)
    if unit.face.hit:
        state.turn(unit)
    else:
        eliminate(state, unit, rule)


def place_documents(state: NormandieState) -> None:
    """At the start of their round a die says where the documents lie."""
    if state.scenario.finder >= 0:  # they lie in one known place
        state.documents_place = state.scenario.locations[0]
        return
    die = state.dice.roll(6, acts.FOR_DOCUMENTS)
    state.documents_place = state.scenario.locations[die - 1]
    state.announce("documents", "hon.turn.markers.1", crossing_args(state, state.documents_place), [die])


def crossing_args(state: NormandieState, place: int) -> dict[str, Arg]:
    """A crossing as the arguments of an event."""
    row, col = divmod(place, state.board.grid.cols + 1)
    return {"row": row, "col": col, "place": state.board.grid.crossing(place)}


def documents_spaces(state: NormandieState) -> int:
    """Where one may take up the documents that lie about, as a set; out of a wreck they are taken from beside it."""
    if state.documents_place >= 0:
        return state.board.crossings[state.documents_place]
    if state.documents_cell == OFF:
        return 0
    ground = state.ground
    found = 1 << state.documents_cell
    wreck = structure_at(state, state.documents_cell) if ground.closed[INFANTRY] & found else -1
    if wreck >= 0:
        found = state.structures[wreck].cells
        for cell in spaces(found):
            found |= ground.joined[cell]
    return found


def at_documents(state: NormandieState, cell: int) -> bool:
    return cell >= 0 and bool(documents_spaces(state) >> cell & 1)


def may_take(state: NormandieState, unit: Unit) -> bool:
    """It takes men to pick the documents up (hon.trait.tricky.2), in some scenarios of one side."""
    return at_documents(state, unit.cell) and state.scenario.finder in (-1, unit.camp) and unit.is_crewed()


def pick_up(state: NormandieState, unit: Unit) -> None:
    """A unit that ends its move beside the documents takes them (hon.victory.win.1: the scenario's own condition)."""
    if unit.status != FIELD or not may_take(state, unit):
        return
    state.documents_place = -1
    state.documents_cell = OFF
    state.documents_unit = unit.id
    state.report("documents-taken", "hon.victory.win.1", unit)


def may_leave(state: NormandieState, unit: Unit) -> bool:
    """The bearer of the documents, or whoever scores by it, leaves over its own edge of the board."""
    if state.documents_unit != unit.id and not state.scenario.exits[unit.camp]:
        return False
    return bool(state.scenario.edges[unit.camp] >> unit.cell & 1)


def leave(state: NormandieState, unit: Unit) -> None:
    state.report("leaves", "hon.victory.win.1", unit)
    if state.documents_unit == unit.id:
        state.goal = unit.camp
    points = state.scenario.exits[unit.camp]
    if points:
        state.score[unit.camp] += points[1 if unit.is_vehicle() else 0]
    for other in state.units:
        if other.carrier == unit.id:
            leave(state, other)
    state.lose_token(unit)
    state.remove(unit, EXITED)


def end_by_scenario(state: NormandieState) -> None:
    """Supply step 7: the round is finished first (hon.victory.end.1), the last one decides (hon.victory.rounds.1)."""
    scenario = state.scenario
    if state.goal >= 0:
        finish(state, state.goal, flags.DOCUMENTS_OUT, "hon.victory.end.1")
    elif scenario.wanted and max(state.score) >= scenario.wanted:
        finish(state, better_side(state), flags.POINTS_REACHED, "hon.victory.win.2")
    elif state.round >= scenario.rounds or is_called_off(state):
        if scenario.attacker >= 0:
            holder = holder_of(state, scenario.goals[0])
            other = 1 - scenario.attacker
            finish(state, holder if holder == scenario.attacker else other, flags.GROUND_HELD, "hon.victory.win.1")
        elif scenario.documents_round == 0:
            score_goals(state)
            finish(state, ahead(state), flags.POINTS, "hon.victory.vp.1")
        elif scenario.finder >= 0 and not (scenario.held and state.documents_unit >= 0):
            finish(state, 1 - scenario.finder, flags.DOCUMENTS_KEPT, "hon.victory.win.1")
        elif state.documents_unit >= 0:
            finish(state, state.units[state.documents_unit].camp, flags.DOCUMENTS_HELD, "hon.victory.win.1")
        else:
            finish(state, -1, flags.DOCUMENTS_LEFT, "hon.victory.rounds.1")


def is_called_off(state: NormandieState) -> bool:
    """From the round of the scenario's end marker on, a die may make this round the last (hon.scenario.end)."""
    scenario = state.scenario
    if not scenario.closing or state.round < scenario.closing:
        return False
    die = state.dice.roll(6, acts.FOR_END)
    last = die >= scenario.closing_roll
    state.announce("last-round" if last else "goes-on", "hon.scenario.end", {"n": scenario.closing_roll}, [die])
    return last


def holder_of(state: NormandieState, goal: Goal) -> int:
    """The side with infantry there while the enemy has none, -1 for nobody."""
    sides = [False, False]
    for unit in state.units:
        men = not unit.is_vehicle() and unit.is_crewed()  # hon.trait.tricky.2
        if unit.status == FIELD and men and unit.cells() & goal.cells:
            sides[unit.camp] = True
    if sides[0] == sides[1]:
        return -1
    return 0 if sides[0] else 1


def score_goals(state: NormandieState) -> None:
    """At the end each objective gives its points to the side that controls it (hon.victory.vp.1)."""
    for goal in state.scenario.goals:
        camp = holder_of(state, goal)
        if camp >= 0 and goal.camp in (-1, camp):
            state.score[camp] += goal.vp
            state.announce("objective", "hon.victory.vp.1", {"side": state.scenario.side(camp), "vp": goal.vp})


def end_by_exhaustion(state: NormandieState) -> None:
    """Supply step 8: a side without units or without orders has lost (hon.victory.lose.1, hon.victory.end.2)."""
    spent = [is_spent(state, camp) for camp in (0, 1)]
    if spent[0] and spent[1]:
        finish(state, better_side(state), flags.ARMY_SPENT, "hon.open.victory.simul.1")
    elif spent[0] or spent[1]:
        finish(state, 1 if spent[0] else 0, flags.ARMY_SPENT, "hon.victory.lose.1")


def is_spent(state: NormandieState, camp: int) -> bool:
    """An alliance fights on while one of its players has units and orders (hon.mp.victory.1)."""
    players = state.scenario.players[camp]
    if len(players) == 1:
        return state.entitled[players[0]] == 0 or state.standing[camp] == 0
    shared = state.scenario.pools[camp].orders > 0
    for unit in state.units:
        if unit.camp == camp and unit.status == FIELD and (shared or state.entitled[unit.seat] > 0):
            return False
    return True


def ahead(state: NormandieState) -> int:
    """The side with more victory points, -1 when equal."""
    if state.score[0] == state.score[1]:
        return -1
    return 0 if state.score[0] > state.score[1] else 1


def better_side(state: NormandieState) -> int:
    """More victory points, else the initiative (hon.open.victory.simul.1)."""
    side = ahead(state)
    return state.initiative if side < 0 else side


def finish(state: NormandieState, winner: int, ending: int, rule: str) -> None:
    """A side wins, -1 for none; the kernel is told its first player."""
    state.ending = ending
    key = state.scenario.side(winner) if winner >= 0 else "@nobody"
    state.announce("end", rule, {"winner": key, "why": f"@why.{flags.ENDINGS.names[ending]}"})
    state.finish(state.scenario.players[winner][0] if winner >= 0 else -1)
