"""Flamethrowers: hits whatever the cover, rout, and the fuel on the carrier's back."""

from __future__ import annotations

import pytest

from bocage.systems.disposable.rules import decisions
from bocage.systems.disposable.rules.accuracy import AIMED
from bocage.systems.disposable.rules.closecombat import Melee
from bocage.systems.disposable.rules.volley import volley
from bocage.systems.disposable.state import DESTROYED
from systems.disposable.field import Field, ground, line, unit

pytestmark = pytest.mark.rule("dh.flame.1", "dh.flame.explode.1", "dh.open.flame_carrier_hit")
"""What all situations below play."""

TEAM = unit("flame", 0, 20, 20, template="su_flame")
FAR = unit("far", 1, 66, 44)


@pytest.mark.rule("dh.flame.1", "dh.open.flame_hit", "dh.move.exempt.flamethrower")
def test_cover_and_obstacles_do_not_count() -> None:
    terrain = [ground("foxholes", 15, 23, 25, 30), line("fence", 10, 22, 30, 22)]
    field = Field([TEAM, unit("de", 1, 20, 24.5, figures=2), FAR], terrain=terrain)
    for mode in (0, 1, 2):
        (shot,) = volley(field.state, field.unit("flame"), field.unit("de"), mode, AIMED, 0, True)
        assert (shot.need, shot.dice) == (5, 1)


@pytest.mark.rule("dh.open.flame_hit", "dh.open.flame_effect", "dh.cas.blast.enclosed.1")
def test_a_bunker_is_hit_like_anything_else_and_burns_with_plus_one() -> None:
    field = Field([TEAM, unit("de", 1, 20, 25.5, figures=4), FAR], terrain=[ground("bunker", 15, 24, 25, 30)])
    field.choose("hold")
    field.roll(5, 6, 7, 7, 7, 6, 1)  # to hit; leader and gunner apart, two men, one die to spare; the check
    field.choose("fire", "de")
    event = field.event("fire")
    assert event.outcome("hits") == "1"
    assert event.outcome("casualties") == "2", "AP 5 and one for the walls"


@pytest.mark.rule("dh.guts.flame.1")
@pytest.mark.parametrize(("wounds", "status"), [([1, 9, 9, 9, 9], 3), ([9, 9, 9, 9, 9], 1)])
def test_losses_to_fire_and_a_failed_check_mean_rout(wounds: list[int], status: int) -> None:
    men = unit("de", 1, 20, 24, figures=3)
    field = Field([TEAM, men, FAR]).choose("hold")
    field.roll(5, *wounds, 10)
    field.choose("fire", "de")
    assert field.unit("de").status == status


def burn(*dice: int) -> Field:
    """A lone rifleman's bullet finds the flamethrower team, and the owner gives up the carrier."""
    field = Field([unit("us", 0, 20, 20), TEAM | {"seat": 1, "at": [20, 30]}, FAR | {"seat": 1}]).choose("hold")
    shooters = field.unit("us")
    shooters.figures = shooters.figures[-1:]
    field.roll(5, 5, 5, 10, *dice)
    field.choose("fire", "flame")
    carrier = next(c for c in field.choices() if c.piece == field.unit("flame").figures[0])
    field.play(carrier.id)
    return field


@pytest.mark.rule("dh.flame.explode.1", "dh.flame.explode.2", "dh.open.flame_carrier_hit")
def test_the_tank_explodes_on_a_one_only() -> None:
    field = burn(2, 1)
    assert field.happened("no-explosion")
    assert len(field.unit("flame").figures) == 2
    assert field.state.weapon(field.unit("flame")) is None, "the flamethrower is gone with its carrier"


@pytest.mark.rule("dh.flame.explode.2", "dh.flame.explode.3")
def test_an_explosion_rolls_for_every_model_with_ap_minus_two() -> None:
    field = burn(1, 3, 4, 1)
    assert field.happened("explodes")
    assert len(field.unit("flame").figures) == 1
    assert field.total("guts") == 7 - 2, "both are casualties of the shooting"


@pytest.mark.rule("dh.open.flame_carrier_hit", "dh.flame.explode.3", "dh.melee.end.1")
def test_the_winner_of_a_melee_may_burn_with_the_man_he_gives_up() -> None:
    """The team loses one and wins; it gives up the carrier, and the fuel takes the other two: nobody goes to cover."""
    field = Field([TEAM, unit("de", 1, 22, 20, figures=1), FAR], terrain=[ground("rubble", 24, 10, 30, 30)])
    field.choose("manoeuvre").state.pending.clear()
    field.roll(1, 1, 1, 10, 1, 1, 1, 1)
    field.state.push(Melee(0, 1, True))
    field.state.advance()
    field.fall(field.unit("flame").figures[0])
    assert field.happened("explodes")
    assert [field.unit(name).place for name in ("flame", "de")] == [DESTROYED, DESTROYED]
    assert not any(decision.kind is decisions.SHELTER for decision in field.state.pending)
