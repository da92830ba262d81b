"""Properties of the free table: what a rigid motion, the order of drawing or the other direction must not change."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bocage.geometry.plane import Polygon, Polyline
from bocage.kernel.act import is_point, option_point
from bocage.kernel.game import Game, explain_refusal
from bocage.kernel.views import Attempt
from bocage.rulebook import rulebook
from bocage.systems.disposable import SYSTEM
from bocage.systems.disposable.content import records
from bocage.systems.disposable.content.scenarios import MOVES, SIGHTS
from bocage.systems.disposable.model.tables import COVERS, MANOEUVRE, RUN, Area, Barrier, Table
from bocage.systems.disposable.rules.bearing import struck_side
from bocage.systems.disposable.rules.formation import Reach
from bocage.systems.disposable.state import DisposableState

SOME = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
SIZE = 400
MARGIN = 20
Spot = tuple[int, int]
Piece = tuple[str, list[Spot]]

AREAS = ("field", "bushes", "rubble", "woods", "building", "ruin", "foxholes", "sandbags", "bunker")
LINES = ("fence", "low_wall", "hedge", "stone_wall", "bocage")
COORDINATES = st.integers(MARGIN, SIZE - MARGIN)
STEPS = st.integers(-120, 120)
SPOTS = st.tuples(COORDINATES, COORDINATES)


@st.composite
def boxes(draw: st.DrawFn) -> Piece:
    """A quadrilateral: a box with one corner pulled in or out a little."""
    x, y = draw(st.integers(MARGIN, 300)), draw(st.integers(MARGIN, 300))
    w, h = draw(st.integers(20, 80)), draw(st.integers(20, 80))
    pull = draw(st.integers(-8, 8))
    return draw(st.sampled_from(AREAS)), [(x, y), (x + w, y), (x + w + pull, y + h + pull), (x, y + h)]


@st.composite
def lines(draw: st.DrawFn) -> Piece:
    a, b = draw(SPOTS), draw(SPOTS)
    return draw(st.sampled_from(LINES)), [a, b if a != b else (b[0] + 1, b[1])]


GROUND = st.lists(st.one_of(boxes(), lines()), min_size=1, max_size=6)


def build(pieces: list[Piece]) -> Table:
    areas: list[Area] = []
    barriers: list[Barrier] = []
    for i, (kind, points) in enumerate(pieces):
        data = records.terrain_types()[kind]
        cover = COVERS.index(data.cover)
        if data.linear:
            barriers.append(Barrier(f"p{i}", kind, Polyline(points), cover, data.los == "high", 20))
        else:
            area = Area(f"p{i}", kind, Polygon(points), cover, SIGHTS[data.los], MOVES[data.move])
            area.enclosed, area.bunker, area.floors = data.enclosed, data.bunker, data.floors
            if kind == "building":  # some are towers, whatever the order of drawing
                area.floors += (min(area.shape.xs) + max(area.shape.xs) + min(area.shape.ys) + max(area.shape.ys)) % 4
            areas.append(area)
    return Table(SIZE, SIZE, areas, barriers)


def verdicts(table: Table, a: Spot, b: Spot) -> list[int]:
    """Sight, cover, obstacles, and whether a figure may walk, run or be placed there, with the reason if not."""
    found = [
        int(table.sees(*a, *b)), table.cover_against(*a, *b), table.cover_against(*b, *a), table.obstacles(*a, *b),
        table.shelter_at(*a),
    ]  # fmt: skip
    for mode, allowance in ((MANOEUVRE, 60), (RUN, 90), (RUN, 600)):
        reach = Reach(table, [a[0]], [a[1]], mode, allowance, 60)
        reach.look_around()
        found += [int(reach.contains(*b)), reach.why]
    return found


@pytest.mark.rule("dh.core.los.rule", "dh.core.los.building")
@SOME
@given(GROUND, SPOTS, SPOTS)
def test_sight_is_reciprocal(pieces: list[Piece], a: Spot, b: Spot) -> None:
    table = build(pieces)
    assert table.traced(*a, *b) == table.traced(*b, *a)
    assert table.sees(*a, *b) == table.sees(*b, *a) == table.traced(*a, *b), "what is remembered is what was traced"


@pytest.mark.rule("dh.open.best_cover")
@SOME
@given(GROUND, SPOTS, SPOTS)
def test_the_order_of_drawing_changes_nothing(pieces: list[Piece], a: Spot, b: Spot) -> None:
    drawn = verdicts(build(pieces), a, b)
    assert verdicts(build(pieces[::-1]), a, b) == drawn
    turned = [(kind, points[1:] + points[:1] if len(points) > 2 else points[::-1]) for kind, points in pieces]
    assert verdicts(build(turned), a, b) == drawn
    mirrored = [(kind, points[::-1]) for kind, points in pieces]
    assert verdicts(build(mirrored), a, b) == drawn


# A quarter turn, a half turn, a mirror, and a shift: all exact in tenths of an inch.
MOTIONS: list[Callable[[Spot], Spot]] = [
    lambda p: (SIZE - p[1], p[0]), lambda p: (SIZE - p[0], SIZE - p[1]), lambda p: (SIZE - p[0], p[1]),
    lambda p: (p[0] - 9, p[1] + 7),
]  # fmt: skip


@pytest.mark.rule("dh.core.measure", "dh.core.los.rule")
@pytest.mark.parametrize("motion", range(len(MOTIONS)))
@SOME
@given(pieces=GROUND, a=SPOTS, b=SPOTS)
def test_a_rigid_motion_of_the_table_changes_no_verdict(motion: int, pieces: list[Piece], a: Spot, b: Spot) -> None:
    move = MOTIONS[motion]
    moved = [(kind, [move(point) for point in points]) for kind, points in pieces]
    assert verdicts(build(moved), move(a), move(b)) == verdicts(build(pieces), a, b)


@pytest.mark.rule("dh.core.veh.facing")
@SOME
@given(st.integers(-50, 50), st.integers(-50, 50), SPOTS)
def test_turning_shooter_and_vehicle_together_strikes_the_same_side(x: int, y: int, at: Spot) -> None:
    side = struck_side(x, y, *at)
    for _ in range(3):
        x, y = -y, x
        at = (-at[1], at[0])
        assert struck_side(x, y, *at) == side


@pytest.mark.rule("dh.core.measure", "dh.cmd.distance.2", "dh.core.move.terrain")
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(
    scenario=st.sampled_from([info.id for info in SYSTEM.scenarios()]), seed=st.integers(0, 999),
    age=st.integers(0, 120), tries=st.lists(st.tuples(STEPS, STEPS), min_size=8, max_size=8),
)  # fmt: skip
def test_what_is_offered_is_legal_and_what_is_refused_names_its_clause(
    scenario: str, seed: int, age: int, tries: list[Spot]
) -> None:
    state = SYSTEM.new(scenario, seed, {})
    assert isinstance(state, DisposableState)
    clauses = rulebook("disposable").clauses
    for k in range(age):
        if state.over:
            return
        options = state.pending[0].options
        state.play(state.pending[0], options[(seed + 7 * k) % len(options)])
    game = Game(SYSTEM, scenario, seed, {}, state, False)
    for decision in state.pending:
        reach = decision.region
        if not isinstance(reach, Reach):
            continue
        for option in decision.options:
            assert not is_point(option) or reach.contains(*option_point(option))
        for dx, dy in tries:
            x, y = reach.xs[0] + dx, reach.ys[0] + dy
            if x < 0 or y < 0:
                continue
            refusals = explain_refusal(SYSTEM, state, decision, Attempt(verb="to", x=x / 10, y=y / 10))
            assert bool(refusals) != reach.contains(x, y)
            assert all(refusal.rule in clauses for refusal in refusals)
            clicked = game.why_not(Attempt(x=x / 10, y=y / 10))
            assert [refusal.rule for refusal in clicked] == [refusal.rule for refusal in refusals], "without a verb too"
