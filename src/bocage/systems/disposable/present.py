"""What players see: the table, the pieces, the decisions in words and why something is not possible."""

from __future__ import annotations

from math import atan2, degrees

from bocage.geometry.plane import Polyline
from bocage.kernel.decision import Decision, is_point, option_point
from bocage.kernel.views import (
    Badge,
    Board,
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
from bocage.systems.disposable import kinds
from bocage.systems.disposable.forecast import forecast, rally_forecast
from bocage.systems.disposable.model import COVERS, HOLD, MODES, RADIUS, RUN, Area, Barrier
from bocage.systems.disposable.rules.activation import Activation
from bocage.systems.disposable.rules.armour import VehicleShooting
from bocage.systems.disposable.rules.casualties import Casualties
from bocage.systems.disposable.rules.choosing import Arrange, PickFirers
from bocage.systems.disposable.rules.closecombat import Charge, Melee
from bocage.systems.disposable.rules.cover import shelter_at
from bocage.systems.disposable.rules.shooting import crew_of
from bocage.systems.disposable.rules.snap import SnapWindow
from bocage.systems.disposable.rules.turn import Deployment
from bocage.systems.disposable.rules.victory import NOBODY, broken, holder, points
from bocage.systems.disposable.state import MOUNTED, ON_TABLE, STATUSES, STEADY, WAITING, DisposableState, Unit


def corners(shape: Polyline, closed: bool) -> list[tuple[float, float]]:
    n = len(shape.xs) - (1 if closed else 0)
    return [(shape.xs[i] / 10, shape.ys[i] / 10) for i in range(n)]


def circle(x: float, y: float, r: float) -> list[tuple[float, float]]:
    """An octagon is enough to mark an objective."""
    d = r * 0.7071
    return [
        (x + r, y), (x + d, y + d), (x, y + r), (x - d, y + d), (x - r, y), (x - d, y - d), (x, y - r), (x + d, y - d),
    ]  # fmt: skip


def board(state: DisposableState) -> Board:
    table = state.scenario.table
    features = [Feature(area.kind, corners(area.shape, True), id=area.id) for area in table.areas]
    features += [Feature(b.kind, corners(b.shape, False), line=True, id=b.id) for b in table.barriers]
    for i, side in enumerate(state.scenario.sides):
        label = Text("board.zone", {"side": side.name})
        features.append(Feature("zone", corners(side.zone, True), id=f"zone_{i}", label=label))
    for o in state.scenario.objectives:
        label = Text("board.objective", {"name": o.name, "vp": o.vp})
        features.append(Feature("objective", circle(o.x / 10, o.y / 10, o.radius / 10), id=o.id, label=label))
    used = sorted({area.kind for area in table.areas} | {b.kind for b in table.barriers})
    return Board(
        geometry="plane", width=table.width / 10, height=table.height / 10, features=features,
        terrains={kind: Text(f"terrain.{kind}") for kind in used},
        cards={area.kind: area_card(area) for area in table.areas} | {b.kind: barrier_card(b) for b in table.barriers},
    )  # fmt: skip


SIGHTS = ("open", "depth", "blocking", "high")
MOVES = ("clear", "difficult", "entry", "impassable")


def area_card(area: Area) -> list[Row]:
    return [
        Row(Text("ground.cover"), Text(f"cover.{COVERS[area.cover]}")),
        Row(Text("ground.sight"), Text(f"ground.{SIGHTS[area.sight]}")),
        Row(Text("ground.move"), Text(f"ground.{MOVES[area.move]}")),
    ]


def barrier_card(barrier: Barrier) -> list[Row]:
    return [
        Row(Text("ground.cover"), Text(f"cover.{COVERS[barrier.cover]}")),
        Row(Text("ground.sight"), Text("ground.high" if barrier.high else "ground.open")),
        Row(Text("ground.crossing"), f"{barrier.cost / 10:g}″"),
    ]


def position(state: DisposableState, seat: int) -> Position:
    """Nothing on the table is secret: a hidden unit has no place yet, so every seat sees the same."""
    scenario = state.scenario
    return Position(
        turn=state.turn,
        turns=scenario.turns,
        phase=Text("phase.deployment" if state.turn == 0 else "phase.turn", {"turn": state.turn}),
        seats=[SeatView(Text(side.name[1:]), side.nation, points(state, i)) for i, side in enumerate(scenario.sides)],
        pieces=pieces(state),
        markers=[marker(state, i) for i in range(len(scenario.objectives))],
        status=[
            Text("status.reserve", {"unit": state.force(u).name, "turn": u.reserve})
            for u in state.units
            if u.place == WAITING and u.reserve
        ]
        + [
            Text("status.hidden", {"unit": state.force(u).name})
            for u in state.units
            if u.place == WAITING and state.force(u).hidden
        ]
        + [
            Text("status.aboard", {"unit": state.force(u).name, "vehicle": state.force(state.units[u.carrier]).name})
            for u in state.units
            if u.place == MOUNTED
        ]
        + [scoring(state)],
        over=state.over,
        winner=state.winner,
        ending=ending(state),
    )


def scoring(state: DisposableState) -> Text:
    """What counts at the end (dh.core.victory.points)."""
    scenario = state.scenario
    args: dict[str, int | str] = {
        "unit": scenario.vp_unit, "commander": scenario.vp_commander, "vehicle": scenario.vp_vehicle,
        "margin": scenario.draw_margin,
    }  # fmt: skip
    return Text("status.scoring" if scenario.draw_margin > 1 else "status.scoring-even", args)


def ending(state: DisposableState) -> Text | None:
    if not state.over:
        return None
    if state.winner == NOBODY:
        return Text("ending.draw", {"first": points(state, 0), "second": points(state, 1)})
    side = state.scenario.sides[state.winner].name
    key = "ending.broken" if broken(state, 1 - state.winner) else "ending.points"
    return Text(key, {"side": side, "first": points(state, 0), "second": points(state, 1)})


def marker(state: DisposableState, i: int) -> Marker:
    """Who holds it is told by the seat."""
    objective = state.scenario.objectives[i]
    label = Text("marker.objective", {"name": objective.name, "vp": objective.vp})
    seat = holder(state, objective)
    return Marker("objective", label, x=objective.x / 10, y=objective.y / 10, seat=seat)


def pieces(state: DisposableState) -> list[Piece]:
    found: list[Piece] = []
    for unit in state.units:
        if unit.place == ON_TABLE:
            badges = unit_badges(state, unit)
            for f in unit.figures:
                if state.vehicle(unit) is None:
                    found.append(piece(state, unit, f, badges))
                else:
                    found.append(vehicle_piece(state, unit, badges))
    found += waiting_pieces(state)
    found.sort(key=lambda p: p.id)
    return found


def waiting_pieces(state: DisposableState) -> list[Piece]:
    """Beside the table: the leader of each unit that is still to be deployed stands for it."""
    top = state.stack[-1] if state.stack else None
    if not isinstance(top, Deployment):
        return []
    found: list[Piece] = []
    for unit in state.units:
        if top.waits(state, unit):
            vehicle = state.vehicle(unit) is not None
            shown = vehicle_piece(state, unit, []) if vehicle else piece(state, unit, unit.figures[0], [])
            shown.name = Text("name.unit", {"unit": state.force(unit).name})
            shown.x = shown.y = shown.radius = 0.0
            found.append(shown)
    return found


def unit_badges(state: DisposableState, unit: Unit) -> list[Badge]:
    badges: list[Badge] = []
    if unit.status != STEADY:
        badges.append(Badge(STATUSES[unit.status], Text(f"status.{STATUSES[unit.status]}")))
    if unit.activated:
        badges.append(Badge("activated", Text("status.activated")))
    if state.force(unit).sniper and not unit.spotted:
        badges.append(Badge("unspotted", Text("status.unspotted")))
    if unit.immobile:
        badges.append(Badge("immobile", Text("status.immobile")))
    if unit.out:
        badges.append(Badge("weapon-out", Text("status.weapon-out")))
    return badges


def vehicle_piece(state: DisposableState, unit: Unit, badges: list[Badge]) -> Piece:
    vehicle = state.vehicle(unit)
    assert vehicle is not None
    f = unit.figures[0]
    front, side, rear = vehicle.dm
    riders = sum(len(riders.figures) for riders in state.passengers(unit))
    rows = [
        Row(Text("row.weapon", {"weapon": f"@weapon.{w.id}"}), str(w.rof))
        for i, w in enumerate(vehicle.weapons)
        if not unit.out >> i & 1
    ]
    rows += [
        Row(Text("row.armour"), f"{front} / {side} / {rear}"),
        Row(Text("row.guts"), str(vehicle.guts)),
        Row(Text("row.crew"), str(len(crew_of(state, unit).figures))),
        Row(Text("row.passengers"), f"{riders} / {vehicle.room}"),
    ]
    return Piece(
        id=f, name=Text(state.force(unit).name.split()[0][1:]), seat=unit.seat, nation=state.force(unit).nation,
        kind="vehicle" if vehicle.open_topped else "tank", x=state.x[f] / 10, y=state.y[f] / 10, radius=1.5,
        values=[str(front), str(side), str(rear)],
        corner=str(vehicle.guts), flipped=unit.status != STEADY, badges=badges, group=unit.index, rows=rows,
        basis=state.force(unit).basis, facing=bearing(unit.facing_x, unit.facing_y),
    )  # fmt: skip


def bearing(x: int, y: int) -> int:
    """Degrees clockwise from north."""
    return round(degrees(atan2(x, y))) % 360


def piece(state: DisposableState, unit: Unit, f: int, badges: list[Badge]) -> Piece:
    figure = state.figure(f)
    force = state.force(unit)
    weapon = figure.weapon
    return Piece(
        id=f,
        name=Text("name.figure", {"unit": force.name, "role": f"@role.{figure.role}"}),
        seat=unit.seat,
        nation=force.nation,
        kind=figure.kind,
        x=state.x[f] / 10,
        y=state.y[f] / 10,
        radius=RADIUS / 10,
        values=[f"{weapon.rof}", f'{weapon.range // 10}"', f"{weapon.ap}"],
        corner=str(figure.guts),
        flipped=unit.status != STEADY,
        badges=badges,
        group=unit.index,
        rows=[
            Row(Text("row.weapon", {"weapon": f"@weapon.{weapon.id}"}), str(weapon.rof)),
            Row(Text("row.range"), f'{weapon.range // 10}"'),
            Row(Text("row.ap"), str(weapon.ap)),
            Row(Text("row.mm"), str(weapon.mm)),
            Row(Text("row.guts"), str(figure.guts)),
            Row(Text("row.strength"), str(len(unit.figures))),
        ],
        basis=force.basis,
    )


# Decisions in words

RULES = {
    kinds.DEPLOY: "dh.core.deploy", kinds.FIRST: "dh.core.turn.seq", kinds.ACTIVATE: "dh.core.turn.seq",
    kinds.MODE: "dh.core.act.order.effects", kinds.STEP: "dh.core.act.order", kinds.SNAP: "dh.snap.2",
    kinds.RESPONSE: "dh.cc.evade.1", kinds.CASUALTY: "dh.cas.small.3", kinds.SHELTER: "dh.melee.end.1",
    kinds.DAMAGE: "dh.core.veh.hull.chart", kinds.FIRER: "dh.open.fire_half", kinds.FIGURE: "dh.cmd.distance.2",
}  # fmt: skip


def acting(state: DisposableState, decision: Decision) -> Unit | None:
    """The unit a decision is about, where it is about one."""
    top = state.stack[-1]
    if isinstance(top, (Activation, PickFirers, Arrange)):
        return state.units[top.unit]
    if isinstance(top, VehicleShooting):
        return state.units[top.target]
    if isinstance(top, Deployment):
        return top.next_unit(state, decision.seat)
    if isinstance(top, SnapWindow):
        return state.units[top.mover]
    if isinstance(top, Charge):
        return state.units[top.target]
    if isinstance(top, Melee):
        return state.units[top.winner]
    return None


def prompt(state: DisposableState, decision: Decision) -> Prompt:
    kind = kinds.KINDS[decision.kind]
    unit = acting(state, decision)
    choices = [choice(state, decision, option) for option in decision.options]
    return Prompt(
        seat=decision.seat,
        kind=kind,
        text=Text(prompt_key(state, decision, choices), {} if unit is None else {"unit": state.force(unit).name}),
        rule=prompt_rule(state, decision),
        choices=choices,
        region=[] if decision.region is None else decision.region.outline(),
        pieces=[] if unit is None else acting_pieces(unit, decision.kind),
        decline=kinds.DECLINE if decision.kind == kinds.SNAP else -1,
        setup=decision.kind == kinds.DEPLOY,
    )


def acting_pieces(unit: Unit, kind: int) -> list[int]:
    """Its figures on the table; while it is deployed, the piece beside the table that stands for it."""
    return unit.figures[:] if unit.place == ON_TABLE else unit.figures[:1] if kind == kinds.DEPLOY else []


def prompt_key(state: DisposableState, decision: Decision, choices: list[Choice]) -> str:
    """The text of a lesson where one fits, else the plain question."""
    top = state.stack[-1]
    if isinstance(top, Casualties) and top.ones:
        return "prompt.casualty-one"
    kind = kinds.KINDS[decision.kind]
    for lesson in state.scenario.lessons:
        if (
            lesson.kind == kind
            and lesson.turn <= max(state.turn, 1)
            and lesson.seat in (-1, decision.seat)
            and (not lesson.offers or any(found.verb == lesson.offers for found in choices))
        ):
            return lesson.key
    return f"prompt.{kind}"


def prompt_rule(state: DisposableState, decision: Decision) -> str:
    top = state.stack[-1]
    if isinstance(top, Casualties) and top.ones:
        return "dh.open.one_kills"
    return RULES[decision.kind]


def choice(state: DisposableState, decision: Decision, option: int) -> Choice:
    kind = decision.kind
    if is_point(option):
        return point_choice(state, decision, option)
    if kind == kinds.ACTIVATE:
        unit = state.units[option]
        odds = rally_forecast(state, unit) is not None
        return unit_choice(state, option, "activate", unit, "dh.core.turn.seq", odds)
    if kind == kinds.MODE:
        mode = MODES[option]
        rule = "dh.core.act.hold" if option == HOLD else f"dh.move.{mode}.1" if option <= RUN else "dh.core.veh.move"
        return Choice(option, mode, Text(f"choice.{mode}"), rule)
    if kind == kinds.FIRST:
        side = Text("choice.first", {"side": state.scenario.sides[option].name})
        return Choice(option, "first", side, "dh.core.turn.seq", place=str(option))
    if kind == kinds.CASUALTY:
        figure = state.figure(option)
        home = next(u for u in state.units if option in u.figures)
        label = Text("choice.casualty", {"unit": state.force(home).name, "figure": f"@role.{figure.role}"})
        odds = forecast(state, decision, option) is not None
        top = state.stack[-1]
        rule = top.rule(state, option) if isinstance(top, Casualties) else RULES[kind]
        return Choice(option, "casualty", label, rule, piece=option, odds=odds)
    if kind == kinds.STEP:
        return step_choice(state, option)
    if kind == kinds.DAMAGE:
        label = Text("choice.weapon-out", {"weapon": damaged_weapon(state, option)})
        return Choice(option, "weapon-out", label, RULES[kind], place=str(option))
    if kind == kinds.FIRER:
        return firer_choice(state, decision, option)
    return reaction_choice(state, decision, option)


def point_choice(state: DisposableState, decision: Decision, option: int) -> Choice:
    x, y = option_point(option)
    unit = acting(state, decision)
    rule = "dh.core.deploy"
    top = state.stack[-1]
    if isinstance(top, Activation) and top.mode > HOLD:
        rule = f"dh.move.{MODES[top.mode]}.1" if top.mode <= RUN else "dh.core.veh.move"
    cover = shelter_at(state, x, y)
    args: dict[str, int | str] = {"x": f"{x / 10:g}", "y": f"{y / 10:g}", "cover": f"@cover.{COVERS[cover]}"}
    key = "choice.to"
    if unit is not None and unit.place == ON_TABLE:
        leader = unit.figures[0]
        moved = ((state.x[leader] - x) ** 2 + (state.y[leader] - y) ** 2) ** 0.5 / 10
        args["distance"] = f"{moved:.1f}"
        key = "choice.move-to"
    return Choice(option, "to", Text(key, args), rule, x=x / 10, y=y / 10)


def unit_choice(state: DisposableState, option: int, verb: str, unit: Unit, rule: str, odds: bool) -> Choice:
    """Clicking the unit's leader chooses it."""
    piece = unit.figures[0] if unit.place in (ON_TABLE, MOUNTED) else -1
    return Choice(option, verb, Text(f"choice.{verb}", {"unit": state.force(unit).name}), rule, piece=piece, odds=odds)


def step_choice(state: DisposableState, option: int) -> Choice:
    verb = kinds.block(option)
    which = kinds.inner(option)
    if verb == kinds.DONE:
        return Choice(option, "done", Text("choice.done"), "dh.core.act.phases")
    if verb == kinds.FIRE:
        return unit_choice(state, option, "fire", state.units[which], "dh.fire.acc.1", True)
    if verb == kinds.GRENADE:
        return thrown_choice(state, option, which)
    if verb == kinds.CHARGE:
        target = state.units[which]
        return unit_choice(state, option, "charge", target, "dh.cc.guts.1", target.status == STEADY)
    if verb == kinds.JOIN:
        return unit_choice(state, option, "join", state.units[which], "dh.move.single.2", False)
    if verb == kinds.ARRANGE:
        return Choice(option, "arrange", Text("choice.arrange"), "dh.cmd.distance.2")
    name, rule, odds = DEEDS[verb]
    return unit_choice(state, option, name, state.units[which], rule, odds)


DEEDS = {
    kinds.FACE: ("face", "dh.move.hmg.2", False), kinds.SPOT: ("spot", "dh.spot.1", True),
    kinds.MARK: ("single-out", "dh.fire.sniper.1", True), kinds.INDIRECT: ("indirect", "dh.indirect.acc.1", True),
    kinds.INSIDE: ("inside", "dh.core.veh.open", True), kinds.MOUNT: ("mount", "dh.core.veh.passengers", False),
    kinds.PICK: ("pick", "dh.open.fire_half", False),
}  # fmt: skip


def thrown_choice(state: DisposableState, option: int, which: int) -> Choice:
    """Grenades, launchers, or both; the place is the number of throwers."""
    target = state.units[which // 8]
    throwers = which % 4
    launch = bool(which & kinds.LAUNCH)
    key = "choice.launch" if launch and not throwers else "choice.launch-and-throw" if launch else "choice.grenade"
    label = Text(key, {"unit": state.force(target).name, "throwers": throwers})
    verb, rule = ("launch", "dh.open.fire_half") if launch else ("grenade", "dh.grenade.1")
    return Choice(option, verb, label, rule, piece=target.figures[0], place=str(throwers), odds=True)


def damaged_weapon(state: DisposableState, option: int) -> str:
    top = state.stack[-1]
    assert isinstance(top, VehicleShooting)
    vehicle = state.vehicle(state.units[top.target])
    assert vehicle is not None
    return f"@weapon.{vehicle.weapons[option].id}"


def firer_choice(state: DisposableState, decision: Decision, option: int) -> Choice:
    odds = forecast(state, decision, option) is not None
    if option == kinds.ENOUGH:
        return Choice(option, "enough", Text("choice.enough"), "dh.open.fire_half", odds=odds)
    label = Text("choice.firer", {"figure": f"@role.{state.figure(option).role}"})
    return Choice(option, "firer", label, "dh.open.fire_half", piece=option, odds=odds)


RESPONSES = (
    ("stand", "stand", "dh.cc.contact.1"), ("snap-fire", "snap-fire-charge", "dh.cc.snap.1"),
    ("evade", "evade", "dh.cc.evade.1"), ("single-out", "single-out-charge", "dh.fire.sniper.1"),
)  # fmt: skip


def reaction_choice(state: DisposableState, decision: Decision, option: int) -> Choice:
    kind = decision.kind
    if kind == kinds.SNAP:
        if option == kinds.DECLINE:
            return Choice(option, "decline", Text("choice.decline"), "dh.snap.2")
        unit = state.units[kinds.inner(option)]
        if kinds.block(option) == kinds.MARK:
            label = Text("choice.single-out-snap", {"unit": state.force(unit).name})
            return Choice(option, "single-out", label, "dh.fire.sniper.1", piece=unit.figures[0], odds=True)
        return unit_choice(state, option, "snap-fire", unit, "dh.snap.2", True)
    if kind == kinds.RESPONSE:
        verb, key, rule = RESPONSES[option]
        odds = forecast(state, decision, option) is not None
        return Choice(option, verb, Text(f"choice.{key}"), rule, odds=odds)
    verb = "cover" if option == kinds.GO else "stay"
    return Choice(option, verb, Text(f"choice.{verb}"), "dh.melee.end.1")
