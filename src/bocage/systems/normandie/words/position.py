"""What players see: board, position, prompts and choices. Everything shown is named here, nothing else leaks."""

from __future__ import annotations

from bocage.geometry.square import bits
from bocage.kernel.decision import Decision
from bocage.kernel.event import Arg
from bocage.kernel.views import (
    Badge,
    Board,
    Cell,
    Choice,
    Feature,
    Marker,
    Piece,
    Position,
    Prompt,
    Row,
    SeatView,
    Text,
)
from bocage.systems.normandie.model.tables import CROSS
from bocage.systems.normandie.rules import kinds
from bocage.systems.normandie.rules.activation import Activation
from bocage.systems.normandie.rules.assault import Assault
from bocage.systems.normandie.rules.blasts import Aiming
from bocage.systems.normandie.rules.charges import LayCharges
from bocage.systems.normandie.rules.damage import Evacuation, Hit
from bocage.systems.normandie.rules.firing import Shot
from bocage.systems.normandie.rules.kinds import (
    ARMY_SPENT,
    DOCUMENTS_HELD,
    DOCUMENTS_OUT,
    ENDINGS,
    NAMES,
    PHASES,
    POINTS,
    UNITS,
)
from bocage.systems.normandie.rules.movement import Movement
from bocage.systems.normandie.rules.opportunity import OpportunityFire
from bocage.systems.normandie.rules.orders import is_bluff, is_special
from bocage.systems.normandie.rules.retreat import DrivenBack
from bocage.systems.normandie.rules.setup import Deployment, next_to_place
from bocage.systems.normandie.rules.specialorders import LateArrivals, SmokeBomb
from bocage.systems.normandie.rules.structures import Collapse
from bocage.systems.normandie.rules.support import Salvo, Strike
from bocage.systems.normandie.rules.vehicles import Drive
from bocage.systems.normandie.rules.victory import at_documents, is_spent
from bocage.systems.normandie.rules.volley import SplitFire, Volley
from bocage.systems.normandie.state import (
    FIELD,
    RESERVE,
    NormandieState,
    Unit,
    known_name,
    name_of,
    takes_orders,
)
from bocage.systems.normandie.words import (
    alliance,
    command,
)
from bocage.systems.normandie.words import (
    board as boardwords,
)
from bocage.systems.normandie.words.forecast import forecast
from bocage.systems.normandie.words.windows import hides

PROMPT_RULES = (
    "hon.setup.deploy.3",
    "hon.order.place.2",
    "hon.act.choice.1",
    "hon.move.inf.1",
    "hon.terrain.opp.3",
    "hon.assault.win.3",
    "hon.supply.step.3",
)


def board(state: NormandieState) -> Board:
    plan = state.board
    grid = plan.grid
    cells = [
        Cell(grid.name(c), grid.col(c) + 0.5, grid.row(c) + 0.5, plan.terrain[c].id, name=grid.label(c))
        for c in range(grid.size)
    ]
    features: list[Feature] = []
    kinds_there = sorted({terrain.id for terrain in plan.terrain})
    for kind in kinds_there:
        if kind == "open":
            continue
        covered = bits([c for c in range(grid.size) if plan.terrain[c].id == kind])
        for number, ring in enumerate(grid.outlines(covered)):
            features.append(Feature(kind, ring, label=Text(f"terrain.{kind}"), id=f"{kind}-{number}"))
    features.extend(zones(state))
    features.extend(openings(state))
    for place in state.scenario.objectives:
        x, y = float(place % (grid.cols + 1)), float(place // (grid.cols + 1))
        ring = [(x - 0.3, y), (x, y - 0.3), (x + 0.3, y), (x, y + 0.3)]
        features.append(Feature("objective", ring, label=Text("feature.location"), id=f"location-{place}"))
    terrains = {kind: Text(f"terrain.{kind}") for kind in kinds_there}
    cards = {terrain.id: boardwords.ground_card(terrain) for terrain in plan.terrain}
    return Board("square", float(grid.cols), float(grid.rows), cells, features, terrains, cards)


def zones(state: NormandieState) -> list[Feature]:
    """Where each player deploys; allies may have one zone in common."""
    scenario = state.scenario
    found: list[Feature] = []
    for seat, name in enumerate(scenario.names):
        camp = scenario.camps[seat]
        together = [ally for ally in scenario.players[camp] if scenario.zones[ally] == scenario.zones[seat]]
        if together[0] != seat:
            continue
        side = f"@{name}" if len(together) == 1 else f"@nation.{scenario.nations[camp]}"
        for number, ring in enumerate(state.board.grid.outlines(scenario.zones[seat])):
            label = Text("feature.zone", {"side": side})
            found.append(Feature("zone", ring, label=label, id=f"zone-{seat}-{number}"))
    return found


def openings(state: NormandieState) -> list[Feature]:
    """Doors, windows, low walls and No Passage symbols, as strokes on the edges of spaces."""
    plan = state.board
    edges = [(edge, "low-wall") for edge in plan.borders] + [(edge, "no-passage") for edge in plan.no_passage]
    for building in plan.buildings:
        edges += [(edge, "door") for edge in building.doors + building.inner]
        edges += [(edge, "window") for edge in building.openings if edge not in building.doors]
    found: list[Feature] = []
    for edge, kind in edges:
        row, col = plan.grid.row(edge // 2), plan.grid.col(edge // 2)
        start = (float(col), row + 1.0) if edge % 2 else (col + 1.0, float(row))
        stroke = [start, (col + 1.0, row + 1.0)]
        found.append(Feature(kind, stroke, line=True, label=Text(f"feature.{kind}"), id=f"{kind}-{edge}"))
    return found


def position(state: NormandieState, seat: int) -> Position:
    return Position(
        turn=state.round,
        turns=state.scenario.rounds,
        phase=Text(PHASES[state.phase]),
        seats=[seat_view(state, number) for number in range(len(state.scenario.names))],
        pieces=[piece(state, unit, seat) for unit in state.units if takes_orders(unit) or unit.status == RESERVE],
        markers=markers(state),
        status=status(state) + command.hand_lines(state, seat),
        over=state.over,
        winner=state.winner,
        ending=ending(state),
    )


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
    lines += alliance.status(state)
    for seat, name in enumerate(state.scenario.names):
        lines.append(Text("status.orders", {"side": f"@{name}", "n": state.entitled[seat]}))
    for number, tile in enumerate(state.scenario.tiles):
        if not tile.breaking_point:
            continue
        args: dict[str, Arg] = {"tile": f"@{tile.kind}.{tile.id}", "n": state.losses[number], "of": tile.breaking_point}
        lines.append(Text("status.broken" if state.broken[number] else "status.losses", args))
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


def ending(state: NormandieState) -> Text | None:
    """How the game was won, with the points of the winner first."""
    if not state.ending:
        return None
    scenario = state.scenario
    camp = scenario.camps[state.winner] if state.winner >= 0 else -1
    key = ENDINGS[state.ending]
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
    laid = boardwords.ground_markers(state)
    if state.documents_place >= 0:
        x, y = state.documents_place % (grid.cols + 1), state.documents_place // (grid.cols + 1)
        return [Marker("documents", Text("marker.documents"), x=float(x), y=float(y)), *laid]
    if state.documents_cell >= 0:
        return [Marker("documents", Text("marker.documents"), place=grid.name(state.documents_cell)), *laid]
    return laid


def piece(state: NormandieState, unit: Unit, seat: int) -> Piece:
    place = state.place_name(unit)
    if hides(unit, seat):
        return Piece(
            id=unit.id,
            name=Text("unit.concealed"),
            seat=unit.seat,
            nation=unit.counter.nation,
            kind="concealed",
            place=place,
            flipped=True,
            badges=badges(state, unit, seat),
        )
    return Piece(
        id=unit.id,
        name=Text("name", {"unit": name_of(unit)}),
        seat=unit.seat,
        nation=unit.counter.nation,
        kind=unit.counter.kind,
        place=place,
        values=[str(unit.face.movement)] + [printed(bonus) for bonus in unit.counter.bonuses[unit.side]],
        corner=str(unit.face.defense),
        width=unit.counter.size,
        facing=unit.facing if unit.status == FIELD else -1,
        group=unit.carrier,
        flipped=unit.side == 1,
        turned=Text("card.reverse") if unit.side == 1 else None,
        badges=badges(state, unit, seat),
        rows=rows(unit),
        basis=unit.counter.basis if unit.counter.basis == "estimate" else "",
    )


def printed(bonus: int) -> str:
    return "✕" if bonus == CROSS else f"+{bonus}"


def badges(state: NormandieState, unit: Unit, seat: int) -> list[Badge]:
    found: list[Badge] = []
    token = token_badge(state, unit, seat)
    if token is not None:
        found.append(token)
    if unit.suppressed:
        found.append(Badge("suppressed", Text("badge.suppressed", {"n": unit.suppressed})))
    if unit.activated or unit.acted:
        found.append(Badge("activated", Text("badge.activated")))
    if state.documents_unit == unit.id:
        found.append(Badge("documents", Text("marker.documents")))
    if unit.face.concealed:
        found.append(Badge("concealed", Text("badge.concealed")))
    return found + boardwords.damage_badges(unit)


def token_badge(state: NormandieState, unit: Unit, seat: int) -> Badge | None:
    """The other side sees that a token lies there, once it does, but not which (hon.open.order.hidden.1)."""
    if unit.token == kinds.NO_TOKEN:
        return None
    own = seat >= 0 and state.scenario.camps[seat] == unit.camp
    if not own and not unit.shown:
        return Badge("order-hidden", Text("badge.hidden")) if state.tokens_down else None
    if is_bluff(unit.token):
        return Badge("bluff", Text("badge.bluff"))
    if is_special(unit.token):
        return Badge("special", Text("badge.special"))
    return Badge("order", Text("badge.order", {"n": unit.token}))


def rows(unit: Unit) -> list[Row]:
    """The unit card: the side that is up, then the abilities."""
    face = unit.face
    bonuses = " / ".join(printed(bonus) for bonus in unit.counter.bonuses[unit.side])
    found = [
        Row(Text("card.movement"), str(face.movement)),
        Row(Text("card.bonus"), bonuses),
        Row(Text("card.defense"), str(face.defense)),
        Row(Text("card.hit" if face.hit else "card.last"), ""),
    ]
    if face.stars:
        found.append(Row(Text("card.orders"), str(face.stars)))
    if face.assault:
        found.append(Row(Text("card.assault"), f"+{face.assault_value}" if face.assault_value else ""))
    if face.scout:
        found.append(Row(Text("card.scout"), str(face.scout)))
    if face.ambush:
        found.append(Row(Text("card.ambush"), ""))
    return found + boardwords.ability_rows(unit)


def prompt(state: NormandieState, decision: Decision) -> Prompt:
    if decision.kind >= kinds.RANK:
        return alliance.prompt(state, decision)
    if decision.kind >= kinds.INTERRUPT:
        return command.prompt(state, decision)
    kind = NAMES[decision.kind]
    unit = deciding_unit(state, decision)
    salvo = isinstance(state.stack[-1], Salvo)
    return Prompt(
        seat=decision.seat,
        kind=kind,
        text=Text("prompt.salvo" if salvo else f"prompt.{kind}", prompt_args(state, decision)),
        rule=prompt_rule(decision.kind),
        choices=[choice(state, decision, option) for option in decision.options],
        pieces=[] if unit is None else [unit.id],
        decline=0 if decision.kind == kinds.OPPORTUNITY else -1,
        setup=decision.kind == kinds.PLACE,
    )


def prompt_rule(kind: int) -> str:
    return PROMPT_RULES[kind] if kind < len(PROMPT_RULES) else boardwords.PROMPT_RULES[kind]


def deciding_unit(state: NormandieState, decision: Decision) -> Unit | None:
    """The unit a decision is about."""
    top = state.stack[-1]
    if decision.kind == kinds.PLACE:
        return next_to_place(state, decision.seat)
    if isinstance(top, OpportunityFire):
        return state.units[top.mover]
    if isinstance(top, Assault):
        return state.units[top.defender]
    if isinstance(top, Drive) and decision.kind == kinds.LAND:
        return state.units[top.pushed[0]]
    if isinstance(top, Shot):
        return state.units[top.target if decision.kind == kinds.SHIELD else top.firer]
    if isinstance(top, Strike):
        return state.units[top.target]
    if isinstance(top, Collapse):
        return state.units[top.order[0]]
    if isinstance(top, Evacuation):
        return state.units[top.left[0]]
    acting = (Activation, Movement, Drive, Volley, SplitFire, Aiming, LayCharges, Hit, Deployment)
    late = (DrivenBack, SmokeBomb, LateArrivals)
    return state.units[top.unit] if isinstance(top, acting + late) else None


def prompt_args(state: NormandieState, decision: Decision) -> dict[str, Arg]:
    unit = deciding_unit(state, decision)
    if unit is None:
        return {}
    return {"unit": name_of(unit) if unit.seat == decision.seat else known_name(unit)}


def choice(state: NormandieState, decision: Decision, option: int) -> Choice:
    if decision.kind >= kinds.RANK:
        return alliance.choice(state, decision, option)
    if decision.kind >= kinds.INTERRUPT:
        return command.choice(state, decision, option)
    match decision.kind:
        case kinds.PLACE:
            return place_choice(state, decision, option)
        case kinds.ORDER:
            return order_choice(state, option, decision.seat)
        case kinds.ACT:
            return boardwords.act_choice(state, decision, option)
        case kinds.STEP:
            return step_choice(state, decision, option)
        case kinds.OPPORTUNITY:
            return opportunity_choice(state, decision, option)
        case kinds.RETREAT if option >= kinds.EMBARK:
            into = boardwords.special_step(state, decision, option)
            assert into is not None
            return into
        case kinds.RETREAT:
            place = state.board.grid.name(option)
            label = Text("choice.retreat", {"place": state.board.grid.label(option)})
            return Choice(option, "retreat", label, "hon.assault.win.3", place=place)
        case kinds.SUPPLY:
            return supply_choice(state, option)
        case _:
            return boardwords.board_choice(state, decision, option)


def place_choice(state: NormandieState, decision: Decision, option: int) -> Choice:
    unit = next_to_place(state, decision.seat)
    assert unit is not None
    if option >= kinds.ABOARD_OF:
        vehicle = state.units[option - kinds.ABOARD_OF]
        label = Text("choice.embark", {"vehicle": name_of(vehicle)})
        where = state.place_name(vehicle)
        return Choice(option, "place-aboard", label, "hon.abil.trans.1", piece=vehicle.id, place=where)
    place = state.board.grid.name(option // 2)
    face = unit.counter.faces[option % 2]
    verb = "place-concealed" if face.concealed else "place"
    rule = "hon.abil.ambush.2" if face.concealed else "hon.setup.deploy.3"
    key = "place-reverse" if option % 2 and not face.concealed else verb
    words = Text(f"choice.{key}", {"place": state.board.grid.label(option // 2)})
    return Choice(option, verb, words, rule, piece=unit.id, place=place)


def order_choice(state: NormandieState, option: int, seat: int) -> Choice:
    if option == kinds.LEAVE:
        bluff_next = all(
            o // UNITS == 0 or o // UNITS >= kinds.BLUFF for d in state.pending if d.seat == seat for o in d.options
        )
        verb, rule = ("done", "hon.open.place.must.1") if bluff_next else ("leave", "hon.open.place.more.1")
        return Choice(option, verb, Text(f"choice.order-{verb}"), rule)
    unit = state.units[option % UNITS]
    token = option // UNITS
    place = state.place_name(unit)
    if is_bluff(token):
        label = Text("choice.bluff-second" if token == kinds.SECOND_BLUFF else "choice.bluff", {"unit": name_of(unit)})
        return Choice(option, "bluff", label, "hon.bluff.place.1", piece=unit.id, place=place)
    if is_special(token):
        again = token == kinds.SECOND_SPECIAL
        label = Text("choice.special-second" if again else "choice.special", {"unit": name_of(unit)})
        return Choice(option, "special", label, "hon.open.special.time.1", piece=unit.id, place=place)
    label = Text("choice.order", {"unit": name_of(unit), "n": token})
    return Choice(option, "order", label, "hon.order.place.2", piece=unit.id, place=place)


def step_choice(state: NormandieState, decision: Decision, option: int) -> Choice:
    if option == kinds.LAUNCH:
        movement = state.stack[-1]
        assert isinstance(movement, Movement)
        target = state.units[movement.target]
        return Choice(
            option,
            "assault",
            Text("choice.assault", {"target": known_name(target)}),
            "hon.assault.launch.1",
            piece=target.id,
            place=state.place_name(target),
            odds=forecast(state, decision, option) is not None,
        )
    unit = deciding_unit(state, decision)
    assert unit is not None
    if option == kinds.STOP:
        return Choice(option, "stop", Text("choice.stop"), "hon.move.inf.1", place=state.place_name(unit))
    special = boardwords.special_step(state, decision, option)
    if special is not None:
        return special
    place = state.board.grid.name(option)
    key = "choice.step-take" if unit.is_crewed() and at_documents(state, option) else "choice.step"
    return Choice(option, "step", Text(key, {"place": state.board.grid.label(option)}), "hon.move.inf.1", place=place)


OPPORTUNITIES = {
    kinds.FIRE: ("opportunity-fire", "hon.terrain.opp.3"),
    kinds.SUPPRESS: ("opportunity-suppress", "hon.abil.supp.1"),
    kinds.SNIPE: ("opportunity-snipe", "hon.terrain.opp.3"),
    kinds.FAUST: ("opportunity-panzerfaust", "hon.opt.use.5"),
}


def opportunity_choice(state: NormandieState, decision: Decision, option: int) -> Choice:
    if option == 0:
        return Choice(option, "decline", Text("choice.decline"), "hon.terrain.opp.3")
    shooter = state.units[option % UNITS]
    verb, rule = OPPORTUNITIES[option // UNITS]
    return Choice(
        option,
        verb,
        Text(f"choice.{verb}", {"unit": name_of(shooter)}),
        rule,
        piece=shooter.id,
        place=state.place_name(shooter),
        odds=forecast(state, decision, option) is not None,
    )


def supply_choice(state: NormandieState, option: int) -> Choice:
    if option == kinds.DONE:
        return Choice(option, "done", Text("choice.supply-done"), "hon.supply.step.3")
    unit = state.units[option]
    label = Text("choice.supply-move", {"unit": name_of(unit)})
    place = state.place_name(unit)
    return Choice(option, "supply-move", label, "hon.supply.who.1", piece=unit.id, place=place)


__all__ = ["board", "choice", "piece", "position", "prompt"]
