"""What a player sees of a battle. Everything shown is named here and in pieces.py, nothing else leaks."""

from __future__ import annotations

from bocage.geometry.square import spaces
from bocage.kernel import Arg, Text
from bocage.kernel.views import Marker, Position, SeatView
from bocage.systems.normandie.model.flags import ARMY_SPENT, DOCUMENTS_HELD, DOCUMENTS_OUT, ENDINGS, PHASES, POINTS
from bocage.systems.normandie.rules.victory import is_spent
from bocage.systems.normandie.state import RESERVE, WRECK, NormandieState, takes_orders
from bocage.systems.normandie.words.naming import card_name
from bocage.systems.normandie.words.pieces import build_piece


def build_position(state: NormandieState, seat: int) -> Position:
    shown = [unit for unit in state.units if takes_orders(unit) or unit.status == RESERVE]
    return Position(
        turn=state.round, turns=state.scenario.rounds, phase=Text(f"phase.{PHASES.names[state.phase]}"),
        seats=[seat_view(state, number) for number in range(len(state.scenario.names))],
        pieces=[build_piece(state, unit, seat) for unit in shown], markers=markers(state),
        status=status(state) + hand_lines(state, seat), over=state.over, winner=state.winner, ending=ending(state),
    )  # fmt: skip


def seat_view(state: NormandieState, seat: int) -> SeatView:
    scenario = state.scenario
    camp = scenario.camps[seat]
    nation = scenario.nations[camp]
    view = SeatView(Text(scenario.names[seat]), nation, state.score[camp])
    if scenario.allied:
        view.camp, view.side = camp, Text(f"nation.{nation}")
    return view


def status(state: NormandieState) -> list[Text]:
    """The page has room for the first lines beside the round: what both sides have lost comes before the tiles."""
    lines = toll(state)
    lines.append(Text("status.initiative", {"side": f"@nation.{state.scenario.nations[state.initiative]}"}))
    lines += allied_status(state)
    for seat, name in enumerate(state.scenario.names):
        lines.append(Text("status.orders", {"side": f"@{name}", "n": state.entitled[seat]}))
    for number, tile in enumerate(state.scenario.tiles):
        if not tile.breaking_point:
            continue
        args: dict[str, Arg] = {"tile": tile.key(), "n": state.losses[number], "of": tile.breaking_point}
        lines.append(Text("status.broken" if state.broken[number] else "status.losses", args))
    return lines


def allied_status(state: NormandieState) -> list[Text]:
    """Who plays before his allies, and what he holds of what they share."""
    lines: list[Text] = []
    scenario = state.scenario
    if not scenario.allied:
        return lines
    for camp in (0, 1):
        if len(scenario.players[camp]) > 1:
            args: dict[str, Arg] = {"side": f"@nation.{scenario.nations[camp]}"}
            lines.append(Text("status.first", {**args, "player": f"@{scenario.names[state.ranks[camp][0]]}"}))
            for seat in state.ranks[camp] if state.round else []:
                held: dict[str, Arg] = {"player": f"@{scenario.names[seat]}", "bluffs": state.bluffs[seat]}
                lines.append(Text("status.shared", {**held, "special": state.staff.special[seat]}))
    return lines


def toll(state: NormandieState) -> list[Text]:
    """The losses of each side against all it can bear: a tile that is broken counts no further."""
    scenario = state.scenario
    lost, most = [0, 0], [0, 0]
    for number, tile in enumerate(scenario.tiles):
        camp = scenario.camps[tile.seat]
        lost[camp] += min(state.losses[number], tile.breaking_point)
        most[camp] += tile.breaking_point
    if not any(most):
        return []
    args: dict[str, Arg] = {"side": f"@nation.{scenario.nations[0]}", "n": lost[0], "of": most[0]}
    args |= {"enemy": f"@nation.{scenario.nations[1]}", "m": lost[1], "most": most[1]}
    return [Text("status.toll", args)]


def hand_lines(state: NormandieState, seat: int) -> list[Text]:
    """How many cards each player holds and his side has left; own ones and those of allies by name (hon.mp.cards.4)."""
    lines: list[Text] = []
    if not state.staff.cards:
        return lines
    camps = state.scenario.camps
    for player, name in enumerate(state.scenario.names):
        hand = state.staff.hands[player]
        left = len(state.staff.decks[camps[player]])
        lines.append(Text("status.cards", {"side": f"@{name}", "n": len(hand), "left": left}))
        if seat >= 0 and camps[player] == camps[seat]:
            lines += [Text("status.card", {"card": card_name(state, number)}) for number in hand]
    return lines


def ending(state: NormandieState) -> Text | None:
    """How the game was won, with the points of the winner first."""
    if not state.ending:
        return None
    scenario = state.scenario
    camp = scenario.camps[state.winner] if state.winner >= 0 else -1
    key = ENDINGS.names[state.ending]
    if state.ending == POINTS and camp < 0:
        key = "even"
    if state.ending == ARMY_SPENT and is_spent(state, 0) and is_spent(state, 1):
        key = "both-spent"
    if scenario.finder >= 0 and state.ending in (DOCUMENTS_OUT, DOCUMENTS_HELD):
        key += "-prize"
    first = max(camp, 0)
    args: dict[str, Arg] = {"own": state.score[first], "other": state.score[1 - first]}
    args["side"] = f"@nation.{scenario.nations[camp]}" if camp >= 0 else "@nobody"
    return Text(f"ending.{key}", args)


def markers(state: NormandieState) -> list[Marker]:
    """The documents, once they lie somewhere; a bearer has them as a badge."""
    grid = state.board.grid
    laid = ground_markers(state)
    if state.documents_place >= 0:
        x, y = state.documents_place % (grid.cols + 1), state.documents_place // (grid.cols + 1)
        return [Marker("documents", Text("marker.documents"), x=float(x), y=float(y)), *laid]
    if state.documents_cell >= 0:
        return [Marker("documents", Text("marker.documents"), place=grid.name(state.documents_cell)), *laid]
    return laid


def ground_markers(state: NormandieState) -> list[Marker]:
    """What play has laid on the board: wrecks, ruins, positions, passages, charges and smoke."""
    grid, ground = state.board.grid, state.ground
    found: list[Marker] = []
    for number, one in enumerate(state.structures):
        place = grid.name(spaces(one.cells)[0])
        if state.markers[number]:
            args: dict[str, Arg] = {"n": state.markers[number], "of": one.value}
            found.append(Marker("demolition", Text("marker.demolition", args), place=place))
        if one.kind == WRECK:
            found.extend(Marker("wreck", Text("marker.wreck"), place=grid.name(cell)) for cell in spaces(one.cells))
    for number, building in enumerate(state.board.buildings):
        if not ground.standing >> number & 1:
            found.extend(Marker("ruin", Text("terrain.ruin"), place=grid.name(cell)) for cell in spaces(building.cells))
    found.extend(Marker("position", Text("terrain.position"), place=grid.name(cell)) for cell in spaces(ground.dug))
    found.extend(Marker("passage", Text("marker.passage"), place=grid.name(cell)) for cell in spaces(ground.passages))
    found.extend(Marker("charge", Text("marker.charge"), place=grid.name(cell)) for cell, _ in state.charges)
    cols = grid.cols + 1
    for place_, value in state.smoke:
        label = Text("marker.smoke", {"n": value})
        found.append(Marker("smoke", label, x=float(place_ % cols), y=float(place_ // cols)))
    return found
