"""What must hold after every decision."""

from __future__ import annotations

from bocage.geometry.plane import distance2
from bocage.kernel import is_point, option_point
from bocage.systems.disposable.model.tables import HULL_RADIUS, RADIUS
from bocage.systems.disposable.state import DESTROYED, JOINED, MOUNTED, ON_TABLE, STEADY, WAITING, DisposableState, Unit


def check_state(state: DisposableState) -> None:
    owner: dict[int, int] = {}
    check_table(state)
    for unit in state.units:
        for f in unit.figures:
            assert f not in owner, f"figure {f} belongs to two units"
            owner[f] = unit.index
            assert state.scenario.forces[state.figure(f).unit].seat == unit.seat, f"figure {f} changed sides"
    for decision in state.pending:
        assert decision.options, "a decision without options"
        assert len(set(decision.options)) == len(decision.options), "an option is offered twice"
        for option in decision.options:
            if is_point(option):
                assert decision.region is not None
                x, y = option_point(option)
                assert decision.region.contains(x, y), f"the offered point {x}, {y} is not legal"
    assert state.over or state.pending, "nobody decides and the game goes on"


def check_table(state: DisposableState) -> None:
    """Every unit stands where units may stand."""
    for unit in state.units:
        check_unit(state, unit)
    check_bases(state)


def check_unit(state: DisposableState, unit: Unit) -> None:
    if unit.place == ON_TABLE:
        check_standing(state, unit)
    elif unit.place == JOINED:
        assert not unit.figures
    elif unit.place == DESTROYED:
        return
    elif unit.place == MOUNTED:
        check_aboard(state, unit)
    else:
        assert unit.status == STEADY


def check_standing(state: DisposableState, unit: Unit) -> None:
    table = state.scenario.table
    assert unit.figures, f"unit {unit.index} is on the table without figures"
    assert unit.status == STEADY or state.turn > 0
    for f in unit.figures:
        x, y = state.x[f], state.y[f]
        assert table.on_table(x, y), f"figure {f} is off the table"
        boxed = unit.left <= x <= unit.right and unit.low <= y <= unit.high
        assert boxed, f"figure {f} is outside the box of its unit"
        vehicle = state.vehicle(unit) is not None  # whose hull may stand over an obstacle
        assert vehicle or not table.is_shut(x, y), f"figure {f} is on impassable ground or on an obstacle"


def check_aboard(state: DisposableState, unit: Unit) -> None:
    carrier = state.units[unit.carrier]
    vehicle = state.vehicle(carrier)
    assert vehicle is not None, f"unit {unit.index} rides in something that is no vehicle"
    assert carrier.place in (ON_TABLE, WAITING), f"unit {unit.index} rides in a vehicle that is gone"
    assert sum(len(riders.figures) for riders in state.passengers(carrier)) <= vehicle.room, "a vehicle is overfull"


def check_bases(state: DisposableState) -> None:
    """No two bases overlap."""
    standing: list[tuple[int, int, int, int]] = []
    for unit in state.units:
        if unit.place == ON_TABLE:
            radius = RADIUS if state.vehicle(unit) is None else HULL_RADIUS
            standing += [(f, state.x[f], state.y[f], radius) for f in unit.figures]
        elif unit.wreck:
            standing.append((state.force(unit).figures[0], unit.left, unit.low, HULL_RADIUS))
    for i, (a, ax, ay, ar) in enumerate(standing):
        for b, bx, by, br in standing[:i]:
            assert distance2(ax, ay, bx, by) >= (ar + br) ** 2, f"the bases of figures {a} and {b} overlap"
