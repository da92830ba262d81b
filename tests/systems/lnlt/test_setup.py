"""Scenarios: set-up areas, reinforcements, exits, victory, impossible set-ups, every shipped one played."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from bocage.content import ContentError
from bocage.kernel.act import first
from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.content import scenarios
from bocage.systems.lnlt.model.pieces import GONE
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.administration import conclude, has_lost, is_over, leave_map
from bocage.systems.lnlt.state import LnltState

from .table import FJ, PARA

SHIPPED = [info.id for info in SYSTEM.scenarios()]
MODULES = ("hid", "hon", "boh", "sab", "nosb", "dj")


def battle(tmp_path: Path, **more: Any) -> Path:
    sides = more.pop(
        "sides",
        [
            {"nation": "us", "areas": {"west": ["A1:A2"]}, "units": [{"unit": PARA, "area": "west"}] * 2},
            {"nation": "de", "units": [{"unit": FJ, "hex": "L6"}]},
        ],
    )
    document = {"title": "t", "map": "crossroads-farm", "turns": 3, "initiative": "us", "sides": sides, **more}
    path = tmp_path / "battle.yaml"
    path.write_text(yaml.safe_dump(document), "utf-8")
    return path


def start(path: Path) -> LnltState:
    return SYSTEM.new(str(path), 1, {})


def place(state: LnltState, name: str) -> None:
    decision = state.pending[0]
    assert decision.kind is acts.PLACE
    state.play(decision, acts.PLACE_IN.on(state.board.grid.numbers[name]))


@pytest.mark.rule("lnlt.core.6.0")
def test_units_set_up_one_by_one_in_their_area(tmp_path: Path) -> None:
    state = start(battle(tmp_path))
    names = state.board.grid.names
    assert [names[first(option)] for option in state.pending[0].options] == ["A1", "A2"]
    choice = SYSTEM.choice(state, state.pending[0], state.pending[0].options[0])
    assert (choice.verb, choice.piece, choice.place) == ("place", 0, "A1")
    place(state, "A2")
    place(state, "A2")
    assert [names[unit.hex] for unit in state.units[:2]] == ["A2", "A2"]
    assert state.pending[0].kind != acts.PLACE
    assert not state.waiting


def test_a_full_hex_is_not_offered(tmp_path: Path) -> None:
    sides = [
        {"nation": "us", "areas": {"west": ["A1:A2"]}, "units": [{"unit": PARA, "area": "west"}] * 4},
        {"nation": "de", "units": [{"unit": FJ, "hex": "L6"}]},
    ]
    state = start(battle(tmp_path, sides=sides))
    for _ in range(3):
        place(state, "A1")
    assert state.board.grid.names[state.units[3].hex] == "A2", "the only hex left is taken without asking"


@pytest.mark.rule("lnlt.core.6.0")
def test_reinforcements_arrive_in_their_turn(tmp_path: Path) -> None:
    sides = [
        {"nation": "us", "units": [{"unit": PARA, "hex": "A1"}]},
        {
            "nation": "de",
            "areas": {"edge": ["L9:L10"]},
            "units": [{"unit": FJ, "hex": "L6"}],
            "reinforcements": [{"turn": 2, "area": "edge", "units": [{"unit": FJ, "weapons": ["ge.sw.mg42"]}]}],
        },
    ]
    state = start(battle(tmp_path, sides=sides))
    assert state.units[2].hex == GONE
    assert not has_lost(state, 1)
    for _ in range(400):
        if state.turn == 2 and state.pending[0].kind == acts.PLACE:
            break
        assert state.turn == 1 or state.phase == 0
        state.play(state.pending[0], state.pending[0].options[0])
    place(state, "L10")
    assert state.board.grid.names[state.units[2].hex] == "L10"
    assert state.weapons[0].hex == state.units[2].hex


@pytest.mark.rule("lnlt.core.6.0", "lnlt.core.armour.5.4")
def test_vehicles_set_up_and_arrive_in_their_areas(tmp_path: Path) -> None:
    tank = {"vehicle": "us.veh.m4a1", "facing": 1}
    sides = [
        {
            "nation": "us",
            "areas": {"west": ["A1:B3"], "corner": ["A1"]},
            "units": [{"unit": PARA, "hex": "C3"}],
            "vehicles": [{**tank, "name": "first", "area": "west"}],
            "reinforcements": [{"turn": 1, "area": "corner", "vehicles": [{**tank, "name": "second"}]}],
        },
        {"nation": "de", "units": [{"unit": FJ, "hex": "L6"}]},
    ]
    state = start(battle(tmp_path, sides=sides))
    names = state.board.grid.names
    second, first = sorted(state.vehicles, key=lambda vehicle: vehicle.name != "second")
    assert first.hex == second.hex == GONE
    choice = SYSTEM.choice(state, state.pending[0], state.pending[0].options[0])
    assert choice.label.args["unit"] == "M4A1 Sherman first"
    beside = [piece for piece in SYSTEM.position(state, 0).pieces if not piece.place]
    assert [piece.id for piece in beside] == [choice.piece], "it stands beside the map, to be dragged"
    place(state, "B2")
    assert names[first.hex] == "B2"
    assert names[second.hex] == "A1", "there is but one hex"
    assert state.armour[0] == 1 << first.hex | 1 << second.hex
    SYSTEM.check(state)


def test_a_vehicle_needs_ground_to_stand_on(tmp_path: Path) -> None:
    board = scenarios.load_map(scenarios.find_map("crossroads-farm", None))
    wood = next(n for h, n in enumerate(board.grid.names) if board.terrain[h].costs[1] == 0 == board.road_mask >> h & 1)
    side = {"nation": "us", "areas": {"wood": [wood]}, "vehicles": [{"vehicle": "us.veh.m4a1", "area": "wood"}]}
    sides = [side, {"nation": "de", "units": [{"unit": FJ, "hex": "L6"}]}]
    with pytest.raises(ContentError, match="can stand nowhere"):
        start(battle(tmp_path, sides=sides))
    side["vehicles"] = [{"vehicle": "us.veh.m4a1", "area": "wood", "hex": "A1"}]
    with pytest.raises(ContentError, match="a hex or an area"):
        start(battle(tmp_path, sides=sides))


def test_good_order_units_leave_by_their_exits(tmp_path: Path) -> None:
    sides = [
        {"nation": "us", "units": [{"unit": PARA, "hex": "L1"}, {"unit": PARA, "hex": "L2", "shaken": True}]},
        {"nation": "de", "units": [{"unit": FJ, "hex": "A6"}]},
    ]
    victory = {"exits": [{"side": "us", "hexes": ["L1:L10"], "points": 3}]}
    state = start(battle(tmp_path, sides=sides, victory=victory))
    leave_map(state)
    assert (state.exited, state.score(0)) == ([3, 0], 3)
    assert state.units[0].hex == GONE
    assert state.units[1].hex != GONE


@pytest.mark.parametrize(("points", "winner"), [(3, 0), (4, 1)])
def test_points_that_a_side_needs(tmp_path: Path, points: int, winner: int) -> None:
    victory = {"objectives": [{"hex": "H4", "points": 3}], "need": {"side": "us", "points": points}}
    state = start(battle(tmp_path, sides=alone("H4"), victory=victory))
    conclude(state)
    assert state.winner == winner


def alone(hex_: str, **more: Any) -> list[dict[str, Any]]:
    return [
        {"nation": "us", "units": [{"unit": PARA, "hex": hex_}]},
        {"nation": "de", "units": [{"unit": FJ, "hex": "A6", **more}]},
    ]


@pytest.mark.parametrize("last_man", [False, True])
def test_the_last_man(tmp_path: Path, last_man: bool) -> None:
    state = start(battle(tmp_path, sides=alone("H4", shaken=True), victory={"last_man": last_man}))
    assert is_over(state) == last_man
    if last_man:
        conclude(state)
        assert state.winner == 0


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"map": ""}, "map", "one map, or on boards"),
        ({"boards": [[{"map": "nowhere"}]], "map": ""}, "map", "no map 'nowhere'"),
        ({"streams": 9}, "streams", "type 1 to 5"),
        ({"victory": {"need": {"side": "fr", "points": 3}}}, "victory.need.side", "no side"),
        ({"victory": {"exits": [{"side": "us", "hexes": ["Q1"], "points": 3}]}}, "victory.exits[0].hexes[0]", "not on"),
        ({"ground": [{"marker": "roadblock", "hexes": ["A1"]}]}, "ground[0].hexes[0]", "no road"),
    ],
)
def test_bad_scenarios_are_refused(tmp_path: Path, change: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(ContentError) as caught:
        SYSTEM.validate(battle(tmp_path, **change))
    assert caught.value.field == field
    assert words in caught.value.message


@pytest.mark.parametrize(
    ("side", "words"),
    [
        ({"units": [{"unit": PARA, "area": "moon"}]}, "no area 'moon'"),
        ({"units": [{"unit": PARA}]}, "a hex or an area"),
        ({"units": [{"unit": PARA, "hex": "A1", "area": "west"}]}, "not both"),
        ({"areas": {"west": ["A1"]}, "units": [{"unit": PARA, "area": "west"}] * 4}, "1 hexes hold no 4 units"),
        ({"areas": {"west": ["J2"]}, "units": [{"unit": PARA, "area": "west"}]}, "nobody can stand"),
        ({"reinforcements": [{"turn": 9, "area": "west", "units": [{"unit": PARA}]}]}, "no such turn"),
    ],
)
def test_impossible_set_ups_are_refused(tmp_path: Path, side: dict[str, Any], words: str) -> None:
    us = {"nation": "us", "areas": {"west": ["A1:A2"]}, "units": [{"unit": PARA, "hex": "C3"}], **side}
    sides = [us, {"nation": "de", "units": [{"unit": FJ, "hex": "L6"}]}]
    with pytest.raises(ContentError, match=words):
        SYSTEM.validate(battle(tmp_path, sides=sides))


def test_every_module_has_two_scenarios() -> None:
    for module in MODULES:
        assert len([name for name in SHIPPED if name.startswith(f"{module}/")]) >= 2


@pytest.mark.parametrize("name", SHIPPED)
def test_a_random_game_of_every_scenario_ends(name: str) -> None:
    rng = random.Random(name)
    state = SYSTEM.new(name, 7, {})
    for number in range(5000):
        if state.over:
            break
        if number % 40 == 0:
            SYSTEM.check(state)
            assert state.clone().data() == state.data()
        decision = state.pending[0]
        state.play(decision, rng.choice(decision.options))
    assert state.over
