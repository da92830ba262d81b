"""Air support (lnlt.core.armour.9)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.lnlt.armour import SHERMAN, Field, side, vehicle
from tests.systems.lnlt.table import CLARKSON, RIFLES, event, unit

from bocage.content import ContentError
from bocage.systems.lnlt.model.flags import FIRED
from bocage.systems.lnlt.model.vehicles import NONE
from bocage.systems.lnlt.rules.air import flak_fp, gunners

pytestmark = pytest.mark.both_seats

DIE = range(1, 7)
TYPHOON: dict[str, Any] = {"name": "P-47", "bomb_fp": 5, "strafe_fp": 3}


def sky(*foes: dict[str, Any], plane: dict[str, Any] = TYPHOON, **more: Any) -> Field:
    return Field(side("us", unit(CLARKSON, "B2", "c"), aircraft=[plane]), side("de", *foes), **more)


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.armour.9", "lnlt.core.open.armour.28")
def test_bombs_strike_the_hex_and_half_as_hard_around_it() -> None:
    field = sky(unit(RIFLES, "E5", "f"), unit(RIFLES, "E4", "g"), unit(RIFLES, "E7", "h"))
    field.do("fly")
    events = field.do("bomb", where="E5", dice=[3, 4, 1, 6, 1, 6])
    assert event(events, "bombs-on-target")
    blasts = [(e.args["target"], e.args["attack"]) for e in events if e.kind.startswith("barrage")]
    assert blasts == [("E5", 6), ("E4", 4)]
    assert field.state.sorties[0] == []
    assert field.decision.seat == 1, "it took the impulse"


@pytest.mark.rule("lnlt.core.armour.9")
def test_bombs_drift_on_more_than_seven() -> None:
    field = sky(unit(RIFLES, "E5", "f"), unit(RIFLES, "E3", "g"))
    field.do("fly")
    events = field.do("bomb", where="E5", dice=[4, 4, 4, 1, 1, 6])
    assert event(events, "bombs-drift").args["hex"] == "E3"
    assert [e.args["target"] for e in events if e.kind.startswith("barrage")] == ["E3"]


@pytest.mark.rule("lnlt.core.armour.9")
def test_strafing_rakes_three_hexes_in_line() -> None:
    field = sky(unit(RIFLES, "E5", "f"), unit(RIFLES, "E4", "g"), unit(RIFLES, "E3", "h"), unit(RIFLES, "E2", "k"))
    field.do("fly")
    field.do("strafe", where="E5")
    events = field.do("heading-0", dice=[1, 6, 1, 6, 1, 6])
    assert [e.args["target"] for e in events if e.kind.startswith("barrage")] == ["E5", "E4", "E3"]


@pytest.mark.rule("lnlt.core.armour.9")
@pytest.mark.parametrize(("dice", "kind"), [([4, 1], "flak-downs"), ([2, 1], "flak-drives-off"), ([1, 6], "")])
def test_flak_fires_first(dice: list[int], kind: str) -> None:
    field = sky(unit(RIFLES, "E5", "f"), unit("ge.wt.flak88", "G5", "flak"))
    field.do("fly")
    odds = field.forecast("bomb", where="E5").odds["sortie"]
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["shot-down"] == pytest.approx(sum(a + 4 - b - 3 >= 3 for a in DIE for b in DIE) / 36)
    events = field.do("bomb", where="E5", dice=dice if kind else [*dice, 1, 1, 1, 6])
    assert field.has("flak", FIRED)
    if kind:
        assert event(events, kind)
        assert not [e for e in events if e.kind.startswith("bombs")]
    else:
        assert event(events, "bombs-on-target")


@pytest.mark.rule("lnlt.core.armour.9")
def test_aircraft_need_open_ground_or_eyes_on_the_target() -> None:
    hidden = sky(
        unit(RIFLES, "E5", "f"),
        unit(RIFLES, "K8", "g"),
        terrain={"forest": ["E5", "D4", "D5", "E4", "C4", "C3", "D3", "E3", "F4", "F5"]},
    )
    hidden.do("fly")
    assert not hidden.offers("bomb", where="E5")
    assert hidden.offers("bomb", where="K8")
    late = sky(unit(RIFLES, "E5", "f"), plane={**TYPHOON, "turn": 2})
    assert not late.offers("fly")


@pytest.mark.rule("lnlt.core.armour.9")
def test_a_vehicle_takes_bombs_on_its_lowest_armour() -> None:
    field = Field(
        side("de", unit("ge.ldr.weiss", "B2", "w"), aircraft=[TYPHOON]), side("us", vehicle(SHERMAN, "E5", "S"))
    )
    field.do("fly")
    events = field.do("bomb", where="E5", dice=[1, 1, 1, 6])
    blast = event(events, "barrage-hits" if any(e.kind == "barrage-hits" for e in events) else "barrage-misses")
    lowest = max(0, field.vehicle("S").type.lowest - 1)
    assert blast.args["defence"] == 6 + lowest


@pytest.mark.rule("lnlt.core.armour.9")
@pytest.mark.parametrize("armed", ["strafe_fp", "bomb_fp"])
def test_an_aircraft_without_weapons_is_refused(armed: str) -> None:
    with pytest.raises(ContentError, match="guns or bombs"):
        sky(unit(RIFLES, "E5"), plane={"name": "kite"})
    assert sky(unit(RIFLES, "E5"), plane={"name": "kite", armed: 1})


@pytest.mark.rule("lnlt.core.armour.9")
def test_how_far_and_how_hard_flak_fires() -> None:
    foes = [unit("ge.wt.flak20", "A5", "flak"), unit(RIFLES, "G5", "men"), unit("ge.wt.pak75", "G5", "gun")]
    field = sky(*foes, columns=26)
    fire = [flak_fp(field.state, field.unit("flak"), field.hex(hex_)) for hex_ in ("B5", "V5", "W5")]
    assert fire == [1, 1, NONE], "as far as its last band"
    for name in ("men", "gun"):
        assert flak_fp(field.state, field.unit(name), field.hex("G5")) == NONE


@pytest.mark.first_seat
@pytest.mark.rule("lnlt.core.armour.9")
def test_who_fires_at_an_aircraft() -> None:
    foes = [unit("ge.wt.flak88", "G5", "flak"), unit("ge.wt.flak88", "G7", "spent", markers=["fired"])]
    field = sky(*foes, unit("ge.wt.flak88", "B9", "blind"), terrain={"forest": ["C8", "C9", "B8"]})
    assert gunners(field.state, 1, field.hex("E5")) == [field.names["flak"]]
    assert gunners(field.state, 1, field.hex("G5")) == [field.names["flak"]], "over their own heads"
    assert gunners(field.state, 0, field.hex("E5")) == []


@pytest.mark.rule("lnlt.core.armour.9")
@pytest.mark.parametrize(
    ("dice", "kind"), [([1, 2], "flak-misses"), ([2, 2], "flak-drives-off"), ([4, 2], "flak-downs")]
)
def test_a_tie_lets_the_aircraft_through(dice: list[int], kind: str) -> None:
    """Firepower 4 against 3."""
    field = sky(unit(RIFLES, "E5", "f"), unit("ge.wt.flak88", "G5", "flak"))
    field.do("fly")
    rest = [1, 1, 1, 6] if kind == "flak-misses" else []
    assert event(field.do("bomb", where="E5", dice=[*dice, *rest]), kind)
