"""The course of a turn: whose phase it is, who keeps moving, who arrives, when the game is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from bocage.systems.lnlt import SYSTEM
from bocage.systems.lnlt.model import flags
from bocage.systems.lnlt.model.hull import CONTINUOUS, IMMOBILE
from bocage.systems.lnlt.rules import acts
from bocage.systems.lnlt.rules.crews import Momentum
from bocage.systems.lnlt.state import LnltState
from systems.lnlt.armour import SHERMAN, STUG, WEST, Field, side, vehicle
from systems.lnlt.table import CLARKSON, FJ, MEDROW, PARA, RIFLES, WEISS, Table, event, unit


def shaken_sides(**more: Any) -> Table:
    us = [unit(MEDROW, "B2", "a", shaken=True), unit(PARA, "B3", "x")]
    de = [unit(WEISS, "H8", "b", shaken=True), unit(RIFLES, "H7", "y")]
    return Table(us, de, **more)


@pytest.mark.rule("lnlt.core.2", "lnlt.core.3", "lnlt.pac.fr.2.0b", "lnlt.pac.fr.2.0d")
@pytest.mark.parametrize("first", ["us", "de"])
def test_the_side_with_the_initiative_rallies_and_acts_first(first: str) -> None:
    table = shaken_sides(phase="rally", initiative=first)
    seat = 0 if first == "us" else 1
    assert (table.kind, table.decision.seat, table.state.phase) == ("rally", seat, 0)
    table.do("hold")
    assert (table.kind, table.decision.seat, table.state.phase) == ("rally", 1 - seat, 0)
    table.do("hold")
    assert (table.kind, table.decision.seat, table.state.phase) == ("impulse", seat, 1)
    table.do("pass")
    assert table.decision.seat == 1 - seat


@pytest.mark.rule("lnlt.core.2", "lnlt.core.3", "lnlt.pac.fr.2.0a", "lnlt.pac.fr.2.0i", "lnlt.pac.12.9.0g")
@pytest.mark.parametrize(("dice", "winner"), [([5, 2], 0), ([2, 5], 1), ([4, 4], 1)])
def test_the_next_turn_begins_with_the_initiative(dice: list[int], winner: int) -> None:
    table = shaken_sides(initiative="de", turns=3)
    assert table.decision.seat == 1
    for last in (False, False, True):
        table.do("pass", dice=dice if last else [])
    assert (table.state.turn, table.state.phase) == (2, 0)
    assert table.state.initiative == winner
    assert (table.kind, table.decision.seat) == ("rally", winner)


@pytest.mark.rule("lnlt.core.9", "lnlt.core.2")
def test_the_last_turn_ends_the_game() -> None:
    table = shaken_sides(turns=1)
    for _ in range(3):
        table.do("pass")
    assert table.state.over
    assert table.state.phase == 2


def tanks(**more: Any) -> Field:
    """A tank of each side that has moved, and men whose passes end the phase."""
    ours = [vehicle(SHERMAN, "B5", "S", markers=["moved"]), unit(PARA, "A1")]
    theirs = [vehicle(STUG, "K5", "G", WEST, markers=["moved"]), unit(RIFLES, "L9")]
    walls = {"forest": [f"F{n}" for n in range(1, 10)]}
    return Field(side("us", *ours), side("de", *theirs), terrain=walls, **more)


@pytest.mark.rule("lnlt.pac.12.9.0f", "lnlt.core.2", "lnlt.core.option.continuous_movement", "lnlt.core.armour.5.6")
@pytest.mark.parametrize("swapped", [False, True])
def test_both_sides_say_who_keeps_moving(swapped: bool) -> None:
    field = tanks(options={"continuous_movement": True}, swapped=swapped)
    first = field.decision.seat
    for _ in range(3):
        field.do("pass")
    assert (field.kind, field.decision.seat) == ("crews", first)
    assert field.offers("keep-moving", "S")
    field.do("keep-moving", "S")
    assert field.vehicle("S").flags & CONTINUOUS
    assert (field.kind, field.decision.seat) == ("crews", 1 - first), "nothing else is left to be asked"
    events = field.do("done", dice=[6, 1])
    assert event(events, "initiative")
    assert not field.vehicle("G").flags & (CONTINUOUS | flags.MOVED)
    assert field.vehicle("S").flags & flags.MOVED, "its marker stays"


@pytest.mark.rule("lnlt.pac.12.9.0f", "lnlt.core.option.continuous_movement")
def test_without_the_rule_nobody_is_asked() -> None:
    field = tanks(options={"continuous_movement": False})
    for last in (False, False, True):
        field.do("pass", dice=[6, 1] if last else [])
    assert field.state.turn == 2
    assert not field.vehicle("S").flags & flags.MOVED


@pytest.mark.rule("lnlt.core.armour.5.6", "lnlt.dj.15.7.1a", "lnlt.core.option.continuous_movement")
@pytest.mark.parametrize("change", ["", "still", "shaken", "fired", "immobile", "assault", "enemy"])
def test_who_may_keep_moving(change: str) -> None:
    field = Field(side("us", vehicle(SHERMAN, "B5", "S"), unit(PARA, "A1")), side("de", unit(RIFLES, "L9")))
    tank = field.vehicle("S")
    marks = {"still": 0, "assault": flags.ASSAULT}.get(change, flags.MOVED)
    tank.flags |= marks | {"shaken": flags.SHAKEN, "fired": flags.FIRED, "immobile": IMMOBILE}.get(change, 0)
    field.state.pending = []
    field.state.push(Momentum(1 if change == "enemy" else 0))
    field.state.stack[-1].advance(field.state)
    asked = [act for decision in field.state.pending for act in decision.options]
    assert (acts.GO_ON.on(tank.id) in asked) == (change in ("", "assault"))


# ---- set-up and reinforcements


def battle(tmp_path: Path, sides: list[dict[str, Any]], **more: Any) -> LnltState:
    document = {"title": "t", "map": "crossroads-farm", "turns": 3, "initiative": "us", "sides": sides, **more}
    path = tmp_path / "battle.yaml"
    path.write_text(yaml.safe_dump(document), "utf-8")
    return SYSTEM.new(str(path), 1, {})


@pytest.mark.rule("lnlt.core.2", "lnlt.core.6.0")
def test_set_up_comes_before_the_first_phase_and_reinforcements_before_operations(tmp_path: Path) -> None:
    us = {
        "nation": "us",
        "areas": {"west": ["A1:A2"]},
        "units": [{"unit": PARA, "area": "west"}, {"unit": CLARKSON, "hex": "B2", "shaken": True}],
        "reinforcements": [{"turn": 1, "area": "west", "units": [{"unit": PARA}]}],
    }
    state = battle(tmp_path, [us, {"nation": "de", "units": [{"unit": FJ, "hex": "L6"}]}])
    assert (state.pending[0].kind, state.phase) == (acts.PLACE, 0)
    state.play(state.pending[0], state.pending[0].options[0])
    assert state.pending[0].kind is acts.RALLY, "who comes in the first turn has to wait for the Rally Phase"
    state.play(state.pending[0], state.pending[0].options[0])
    assert state.pending[0].kind is acts.PLACE
    assert state.phase == 0
    state.play(state.pending[0], state.pending[0].options[0])
    assert (state.pending[0].kind, state.phase) == (acts.IMPULSE, 1)
    assert all(piece.hex >= 0 for piece in state.units)


@pytest.mark.rule("lnlt.core.4.0", "lnlt.pac.fr.2.0d", "lnlt.pac.fr.2.0e")
def test_three_passes_in_a_row_end_the_phase_and_an_act_begins_them_anew() -> None:
    us = [unit(PARA, "B2", "a"), unit(PARA, "B3", "x")]
    table = Table(us, [unit(RIFLES, "H8", "b"), unit(WEISS, "H8", "w")], turns=3)
    table.do("pass")
    table.do("pass")
    assert table.state.passes == 2
    table.do("activate", where="B2")
    table.do("move", where="B2")
    table.do("step", where="B1")
    table.do("decline")
    table.do("stop")
    assert (table.state.passes, table.decision.seat) == (0, 1)
    for last in (False, False, True):
        assert table.state.turn == 1
        table.do("pass", dice=[6, 1] if last else [])
    assert table.state.turn == 2
    assert table.unit("a").flags & flags.MARKED == 0


@pytest.mark.rule("lnlt.core.4.1", "lnlt.core.10.1.1", "lnlt.boh.24.2ai")
def test_a_spotting_attempt_alone_is_a_pass() -> None:
    us = [unit(PARA, "B5", "a"), unit(MEDROW, "B5", "m")]
    table = Table(us, [unit(RIFLES, "E5", "b"), unit(WEISS, "J9")], terrain={"light-woods": ["E5"]}, turns=3)
    table.do("spot", "a", "E5", dice=[6])
    assert table.has("a", flags.SPOTTER)
    table.do("pass")
    assert table.state.passes == 1
    assert table.decision.seat == 1
    assert not table.has("a", flags.SPOTTER)
    assert table.has("a", flags.OPS)
